//! A small finished game, and its states in which requests are decided; source of the corpus.

use std::sync::LazyLock;

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{
    Act, Actor, Cell, ClosePolicy, Command, Event, Fact, Frame, Game, LotChoice, LotId, LotSpec, Millis,
    Phase, Priority, Revision, RoundNo, RoundPlan, RoundState, Secret, Setup, Shape, StoneId, SupportRule,
    TeamId, TeamSpec, Tsuyama, Turn, decide,
};

/// The teams `a` to `e`.
pub const TEAMS: [TeamId; 5] = [TeamId(0), TeamId(1), TeamId(2), TeamId(3), TeamId(4)];
const A: TeamId = TEAMS[0];
const B: TeamId = TEAMS[1];
const C: TeamId = TEAMS[2];
const D: TeamId = TEAMS[3];
const E: TeamId = TEAMS[4];
const X: LotId = LotId(0);
const Y: LotId = LotId(1);
const T: LotId = LotId(2);

/// A folded game.
pub struct FoldedGame {
    /// Its states: the new game, and the game after each command.
    pub moments: Vec<Game>,
    pub events: Vec<Event>,
}

static PLAYED: LazyLock<FoldedGame> = LazyLock::new(play);

/// Returns the game, played to its end.
pub fn played() -> &'static FoldedGame {
    &PLAYED
}

/// Five teams, three lots, two rounds on a frame of seven squares.
pub fn setup() -> Setup {
    let lot = |code: &str, cells: &[(i32, i32)], copies| LotSpec {
        code: code.into(),
        shape: Shape::new(cells.iter().map(|&(row, col)| Cell { row, col })).unwrap(),
        min_price: Tsuyama(2),
        copies,
    };
    let plan = |max_wins, close| RoundPlan {
        max_bids: 3,
        max_wins,
        window: Millis(90_000),
        rebid_window: Millis(30_000),
        close,
    };
    Setup {
        title: "a small game".into(),
        frame: Frame::parse(&["####", ".###"]).unwrap(),
        lots: vec![
            lot("X", &[(0, 0), (0, 1)], 1),
            lot("Y", &[(0, 0)], 3),
            lot("T2", &[(0, 0), (1, 0), (1, 1)], 1),
        ],
        teams: ["a", "b", "c", "d", "e"]
            .map(|code| TeamSpec { code: code.into(), name: format!("チーム{code}") })
            .into(),
        initial: Tsuyama(30),
        rounds: vec![plan(1, ClosePolicy::AtDeadline), plan(2, ClosePolicy::WhenAllSealed)],
        support: SupportRule::EachMove,
        end_countdown: Millis(5_000),
        title_ja: String::new(),
    }
}

/// Returns the public view of an event that will be applied next; `None` if it is secret.
pub fn public(before: &Game, event: &Event) -> Option<Event> {
    let record = before.current_round();
    let fact = match &event.fact {
        Fact::BidsSealed { team, .. } => {
            let is_first = record.is_some_and(|record| !record.sealed.contains_key(team));
            is_first.then_some(Fact::BidsSealed { team: *team, sealed: None })
        }
        Fact::RebidSealed { team, .. } => {
            let is_first = record.is_some_and(|record| !record.sealed_raises.contains_key(team));
            is_first.then_some(Fact::RebidSealed { team: *team, sealed: None })
        }
        other => Some(other.clone()),
    };
    fact.map(|fact| Event { fact, ..*event })
}

/// Checks the laws of every game: money and copies are conserved, no team wins more than W, and only
/// handed-out stones are on walls.
pub fn conserves(game: &Game) {
    let setup = game.setup();
    let rounds = || game.rounds().iter().filter(|round| round.state == RoundState::Final);
    let teams = || setup.team_ids().map(|team| game.team(team).expect("a team of the set-up"));
    for (lot, &left) in setup.lot_ids().zip(game.pool()) {
        let handed = teams().flat_map(|team| &team.stones).filter(|stone| stone.lot == lot).count();
        let copies = setup.lot(lot).map_or(0, |lot| lot.copies);
        assert_eq!(usize::try_from(left).unwrap() + handed, usize::try_from(copies).unwrap(), "copies");
    }
    for (id, team) in setup.team_ids().zip(teams()) {
        let handed = || rounds().flat_map(|round| &round.handed).filter(|(_, award)| award.team == id);
        let paid: u64 = handed().map(|(_, award)| award.price.0).sum();
        assert_eq!(team.held.0 + paid, setup.initial.0, "money");
        assert_eq!(team.stones.len(), handed().count(), "stones");
        assert!(team.laid.keys().all(|stone| team.stones.contains(stone)), "a stone of somebody else");
    }
    for round in rounds() {
        for team in setup.team_ids() {
            let won = round.handed.iter().filter(|(_, award)| award.team == team).count();
            assert!(won <= usize::try_from(round.offer.max_wins).unwrap(), "W");
        }
    }
}

/// Two rounds with ties, waves, a void attempt, a pause, a disqualification, walls, a janken and a declared
/// result.
fn play() -> FoldedGame {
    let mut table = Table::new();
    first_round(&mut table);
    second_round(&mut table);
    the_end(&mut table);
    table.played
}

fn first_round(table: &mut Table) {
    table.judge(Act::OpenRound { round: RoundNo(1) });
    table.bids(A, &[(Y, 7)]);
    table.bids(A, &[(X, 9)]);
    table.bids(B, &[(X, 9), (T, 4)]);
    table.bids(C, &[(X, 9), (T, 4), (Y, 3)]);
    table.bids(D, &[(X, 20)]);
    table.judge(Act::Disqualify { team: D, reason: "a phone".into() });
    table.tick();
    table.raises(A, &[(1, 12)]);
    table.raises(B, &[]);
    table.raises(C, &[]);
    table.raises(B, &[(2, 6)]);
    table.tick();
    table.judge(Act::Reinstate { team: D, reason: "it was a calculator".into() });
    table.confirm(LotChoice::One(X));
    table.confirm(LotChoice::All);
    table.place(A, X, 0, 1, 1);
}

fn second_round(table: &mut Table) {
    table.judge(Act::OpenRound { round: RoundNo(2) });
    table.bids(B, &[(Y, 2)]);
    table.judge(Act::VoidRound { attempt: None, round: RoundNo(2), reason: "the hall lost power".into() });
    table.judge(Act::OpenRound { round: RoundNo(2) });
    table.judge(Act::Pause { reason: "a question".into() });
    table.place(A, X, 1, 0, 1);
    table.act(40_000, Actor::Judge, Act::Resume);
    table.judge(Act::Extend { by: Millis(10_000), reason: "for the question".into() });
    table.bids(A, &[(Y, 2), (Y, 4)]);
    table.bids(B, &[(Y, 2)]);
    table.bids(C, &[(Y, 2)]);
    table.bids(D, &[]);
    table.bids(E, &[]);
    table.raises(A, &[(1, 3)]);
    table.raises(B, &[(1, 3)]);
    table.raises(C, &[]);
    table.confirm(LotChoice::All);
}

fn the_end(table: &mut Table) {
    table.place(B, T, 0, 0, 1);
    table.judge(Act::SignalEnd);
    let replaces = table.wall(B);
    table.act(
        10,
        Actor::Team(B),
        Act::TakeOutStone { team: B, replaces, stone: StoneId { lot: T, copy: 1 } },
    );
    let placement = placed(StoneId { lot: T, copy: 1 }, 0, 0, 2);
    let (replaces, placements) = (table.wall(B), vec![placement]);
    table.act(10, Actor::Team(B), Act::SubmitWall { team: B, replaces, placements, by_hand: None });
    table.tick();
    table.judge(Act::EnterJanken { order: vec![E, D] });
    table.judge(Act::DeclareResult);
}

fn placed(stone: StoneId, quarters: u32, row: i32, col: i32) -> Placement<StoneId> {
    let turn = Turn::from_quarters(quarters).unwrap();
    Placement { stone, placing: Placing::Turned(Spot { turn, at: Cell { row, col } }) }
}

struct Table {
    game: Game,
    played: FoldedGame,
}

impl Table {
    fn new() -> Self {
        let game = Game::new(setup());
        Self { played: FoldedGame { moments: vec![game.clone()], events: Vec::new() }, game }
    }

    fn act(&mut self, after: u64, by: Actor, act: Act) {
        let command = Command { at: self.game.now().after(Millis(after)), by, act };
        let events = decide(&self.game, &command).unwrap_or_else(|rejection| {
            panic!("{command:?} in {:?} is refused: {rejection:?}", self.game.phase())
        });
        assert!(!events.is_empty(), "nothing came of {command:?}");
        for event in events {
            self.game.apply(&event);
            self.played.events.push(event);
        }
        conserves(&self.game);
        self.played.moments.push(self.game.clone());
    }

    fn judge(&mut self, act: Act) {
        self.act(100, Actor::Judge, act);
    }

    fn tick(&mut self) {
        let due = self.game.due().expect("a window is open");
        self.act(due.since(self.game.now()).0, Actor::Clock, Act::Tick);
    }

    fn bids(&mut self, team: TeamId, lines: &[(LotId, u64)]) {
        let record = self.game.current_round().expect("a round is under way");
        let (round, replaces) = (record.round, record.revision(team));
        let bids = Secret(lines.iter().map(|&(lot, price)| Bid { lot, price: Tsuyama(price) }).collect());
        self.act(
            1_000,
            Actor::Team(team),
            Act::SubmitBids { team, attempt: None, round, replaces, bids, by_hand: None },
        );
    }

    fn raises(&mut self, team: TeamId, lines: &[(u32, u64)]) {
        let Phase::Rebidding { wave, .. } = self.game.phase() else { panic!("no wave is open") };
        let record = self.game.current_round().expect("a round is under way");
        let (round, replaces) = (record.round, record.raise_revision(team));
        let raise = |&(priority, price)| Raise { priority: Priority(priority), price: Tsuyama(price) };
        let raises = Secret(lines.iter().map(raise).collect());
        let act = Act::SubmitRebid { team, attempt: None, round, wave, replaces, raises, by_hand: None };
        self.act(1_000, Actor::Team(team), act);
    }

    fn confirm(&mut self, lots: LotChoice) {
        let record = self.game.current_round().expect("a round is under way");
        let (round, attempt) = (record.round, record.attempt);
        self.judge(Act::ConfirmLots { round, attempt, lots, seen: None });
    }

    fn place(&mut self, team: TeamId, lot: LotId, quarters: u32, row: i32, col: i32) {
        let placement = placed(StoneId { lot, copy: 1 }, quarters, row, col);
        let replaces = self.wall(team);
        self.act(10, Actor::Team(team), Act::PlaceStone { team, replaces, placement });
    }

    fn wall(&self, team: TeamId) -> Option<Revision> {
        self.game.team(team).and_then(|team| team.wall)
    }
}
