//! A game decided by the rules, and what everybody may see of it.

#![expect(clippy::unwrap_used, reason = "a contest that cannot be held is a failed test")]

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::*;

pub(crate) const A: TeamId = TeamId(0);
pub(crate) const B: TeamId = TeamId(1);
pub(crate) const C: TeamId = TeamId(2);
pub(crate) const P: LotId = LotId(0);
pub(crate) const O: LotId = LotId(1);
pub(crate) const D: LotId = LotId(2);

/// A contest and its time.
pub(crate) struct Contest {
    pub(crate) game: Game,
    pub(crate) at: GameTime,
    /// What has happened, as everybody may see it; whoever shows it takes it.
    pub(crate) events: Vec<Event>,
}

fn setup() -> Setup {
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
        // The last name tries to clear the screen.
        teams: vec![team("a", "津山高専"), team("b", "Bricklayers"), team("c", "C\u{1b}[2J")],
        initial: Tsuyama(1_060),
        rounds: vec![plan, plan],
        support: SupportRule::EachMove,
        end_countdown: Millis(5_000),
    }
}

impl Contest {
    pub(crate) fn new() -> Self {
        Self { game: Game::new(setup()), at: GameTime(0), events: Vec::new() }
    }

    /// The same of six teams and six lots, on a wider frame.
    pub(crate) fn crowded() -> Self {
        let small = setup();
        let team = |at: usize| TeamSpec { code: format!("t{at}"), name: format!("Masons {at}") };
        let again = small.lots.iter().zip(["Q", "R", "S"]);
        let more: Vec<LotSpec> =
            again.map(|(lot, code)| LotSpec { code: code.into(), ..lot.clone() }).collect();
        let crowd = Setup {
            frame: Frame::parse(&[".#######", "########", "########", "########"]).unwrap(),
            lots: small.lots.iter().cloned().chain(more).collect(),
            teams: (1..=6).map(team).collect(),
            ..small
        };
        Self { game: Game::new(crowd), at: GameTime(0), events: Vec::new() }
    }

    fn give(&mut self, by: Actor, act: Act) {
        for event in decide(&self.game, &Command { at: self.at, by, act }).unwrap() {
            self.game.apply(&event);
            let mut public = event;
            match &mut public.fact {
                Fact::BidsSealed { sealed, .. } => *sealed = None,
                Fact::RebidSealed { sealed, .. } => *sealed = None,
                _ => {}
            }
            self.events.push(public);
        }
    }

    pub(crate) fn judge(&mut self, act: Act) {
        self.give(Actor::Judge, act);
    }

    pub(crate) fn wait(&mut self, millis: u64) {
        self.at = self.at.after(Millis(millis));
        self.give(Actor::Clock, Act::Tick);
    }

    pub(crate) fn open(&mut self, round: u32) {
        self.judge(Act::OpenRound { round: RoundNo(round) });
    }

    pub(crate) fn bids(&mut self, team: TeamId, lines: &[(LotId, u64)]) {
        let record = self.game.current_round().unwrap();
        let (round, replaces) = (record.round, record.revision(team));
        let bids = Secret(lines.iter().map(|&(lot, price)| Bid { lot, price: Tsuyama(price) }).collect());
        self.give(
            Actor::Team(team),
            Act::SubmitBids { team, attempt: None, round, replaces, bids, by_hand: None },
        );
    }

    pub(crate) fn raise(&mut self, team: TeamId, lines: &[(u32, u64)]) {
        let raise = |&(priority, price)| Raise { priority: Priority(priority), price: Tsuyama(price) };
        let raises = Secret(lines.iter().map(raise).collect());
        let round = self.game.current_round().unwrap().round;
        let (attempt, wave, replaces) = (None, WaveNo(1), None);
        self.give(
            Actor::Team(team),
            Act::SubmitRebid { team, attempt, round, wave, replaces, raises, by_hand: None },
        );
    }

    pub(crate) fn confirm_all(&mut self) {
        let record = self.game.current_round().unwrap();
        let (round, attempt) = (record.round, record.attempt);
        self.judge(Act::ConfirmLots { round, attempt, lots: LotChoice::All, seen: None });
    }

    pub(crate) fn void(&mut self, reason: &str) {
        let record = self.game.current_round().unwrap();
        let (round, attempt) = (record.round, record.attempt);
        self.judge(Act::VoidRound { round, attempt: Some(attempt), reason: reason.into() });
    }

    pub(crate) fn place(&mut self, team: TeamId, lot: LotId, quarters: u32, row: i32, col: i32) {
        let spot = Spot { turn: Turn::from_quarters(quarters).unwrap(), at: Cell { row, col } };
        let placement = Placement { stone: StoneId { lot, copy: 1 }, placing: Placing::Turned(spot) };
        let replaces = self.game.team(team).and_then(|team| team.wall);
        self.give(Actor::Team(team), Act::PlaceStone { team, replaces, placement });
    }

    /// A list of the running round whose news never arrives.
    pub(crate) fn seal_one_unseen(&mut self) {
        self.bids(A, &[(P, 400)]);
        self.events.clear();
    }

    /// Lists of round 1, sealed: P will be tied between A and B, C gets O, and B gets a D.
    pub(crate) fn seal(&mut self) {
        self.open(1);
        self.wait(10_000);
        self.bids(A, &[(P, 400), (O, 100), (D, 20)]);
        self.bids(B, &[(P, 400), (D, 30)]);
        self.bids(C, &[(O, 250), (P, 300)]);
    }

    /// Round 1 up to its re-bid.
    pub(crate) fn tie(&mut self) {
        self.seal();
        self.wait(80_000);
    }

    /// Round 1 until the judge has to confirm it: B won P by re-bid.
    pub(crate) fn settle(&mut self) {
        self.tie();
        self.wait(4_000);
        self.raise(A, &[(1, 410)]);
        self.raise(B, &[(1, 450)]);
    }

    /// Both rounds final, some stones on the walls.
    pub(crate) fn build(&mut self) {
        self.settle();
        self.confirm_all();
        self.wait(20_000);
        self.open(2);
        self.bids(A, &[(D, 10)]);
        self.wait(90_000);
        self.confirm_all();
        self.place(B, P, 0, 0, 1);
        self.wait(7_000);
        self.place(C, O, 0, 1, 0);
        let stone = *self.game.team(A).unwrap().stones.iter().next().unwrap();
        let spot = Spot { turn: Turn::from_quarters(0).unwrap(), at: Cell { row: 2, col: 2 } };
        let placement = Placement { stone, placing: Placing::Turned(spot) };
        let replaces = self.game.team(A).and_then(|team| team.wall);
        self.give(Actor::Team(A), Act::PlaceStone { team: A, replaces, placement });
    }

    /// All of it, to the declared result.
    pub(crate) fn end(&mut self) {
        self.build();
        self.judge(Act::SignalEnd);
        self.wait(5_000);
        self.judge(Act::DeclareResult);
    }
}
