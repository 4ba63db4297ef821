//! A small contest decided by the real rules.
#![expect(clippy::unwrap_used, reason = "a contest that cannot be held is a failed test")]

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{
    Act, Cell, ClosePolicy, Frame, Game, LotChoice, LotId, LotSpec, Millis, Phase, Priority, RoundPlan,
    Secret, Setup, Shape, StoneId, SupportRule, TeamId, TeamSpec, Tsuyama, Turn,
};

/// The team 津山高専.
pub const A: TeamId = TeamId(0);
/// The team Bricklayers.
pub const B: TeamId = TeamId(1);
/// A team with a name that tries to clear the screen.
pub const C: TeamId = TeamId(2);
/// The lot of five squares.
pub const P: LotId = LotId(0);
/// The lot of four squares.
pub const O: LotId = LotId(1);
/// The lot of two squares, with three copies.
pub const D: LotId = LotId(2);

/// A small game of three teams, three lots and two rounds.
pub fn setup() -> Setup {
    let lot = |code: &str, rows: &[&str], min, copies| LotSpec {
        code: code.into(),
        shape: Shape::new(Frame::parse(rows).unwrap().cells()).unwrap(),
        min_price: Tsuyama(min),
        copies,
    };
    let plan = RoundPlan {
        max_bids: 4,
        max_wins: 2,
        window: Millis(90_000),
        rebid_window: Millis(30_000),
        close: ClosePolicy::AtDeadline,
    };
    let team = |code: &str, name: &str| TeamSpec { code: code.into(), name: name.into() };
    Setup {
        title: "Rehearsal".into(),
        title_ja: "予行演習".into(),
        frame: Frame::parse(&[".###", "####", "####"]).unwrap(),
        lots: vec![
            lot("P", &["##", "##", "#."], 5, 1),
            lot("O", &["##", "##"], 4, 1),
            lot("D", &["##"], 1, 3),
        ],
        teams: vec![team("a", "津山高専"), team("b", "Bricklayers"), team("c", "C\u{1b}[2J")],
        initial: Tsuyama(1_060),
        rounds: vec![plan, plan],
        support: SupportRule::EachMove,
        end_countdown: Millis(5_000),
    }
}

/// Submits a team's list in the running round, replacing any other.
pub fn bids(game: &Game, team: TeamId, lines: &[(LotId, u64)]) -> Act {
    let record = game.current_round().unwrap();
    let (round, replaces) = (record.round, record.revision(team));
    let bids = Secret(lines.iter().map(|&(lot, price)| Bid { lot, price: Tsuyama(price) }).collect());
    Act::SubmitBids { team, attempt: None, round, replaces, bids, by_hand: None }
}

/// Submits a team's re-bid in the open wave, as priorities and prices, replacing any other.
pub fn raises(game: &Game, team: TeamId, lines: &[(u32, u64)]) -> Act {
    let Phase::Rebidding { wave, .. } = game.phase() else { panic!("no wave is open") };
    let record = game.current_round().unwrap();
    let (round, replaces) = (record.round, record.raise_revision(team));
    let raise = |&(priority, price)| Raise { priority: Priority(priority), price: Tsuyama(price) };
    let raises = Secret(lines.iter().map(raise).collect());
    Act::SubmitRebid { team, attempt: None, round, wave, replaces, raises, by_hand: None }
}

/// Returns the confirmation of all lots of the running round.
pub fn confirmation(game: &Game) -> Act {
    let record = game.current_round().unwrap();
    let (round, attempt) = (record.round, record.attempt);
    Act::ConfirmLots { round, attempt, lots: LotChoice::All, seen: None }
}

/// Adds a stone to a team's current wall, rotated by `quarters`, with its least row and column.
pub fn placing(game: &Game, team: TeamId, stone: StoneId, quarters: u32, (row, col): (i32, i32)) -> Act {
    let spot = Spot { turn: Turn::from_quarters(quarters).unwrap(), at: Cell { row, col } };
    let placement = Placement { stone, placing: Placing::Turned(spot) };
    Act::PlaceStone { team, replaces: game.team(team).and_then(|team| team.wall), placement }
}
