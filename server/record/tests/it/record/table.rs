//! A game played through the rules.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a table that cannot be set is a failed test")]

use crate::record::clerk::{RecordFixture, TranscriptLines};
use ishigaki_record::branch::EpochTag;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::*;

pub(crate) const A: TeamId = TeamId(0);
pub(crate) const B: TeamId = TeamId(1);
pub(crate) const C: TeamId = TeamId(2);
pub(crate) const D: TeamId = TeamId(3);
pub(crate) const E: TeamId = TeamId(4);
pub(crate) const F: TeamId = TeamId(5);
pub(crate) const X: LotId = LotId(0);
pub(crate) const Y: LotId = LotId(1);
pub(crate) const T: LotId = LotId(2);

pub(crate) fn setup() -> Setup {
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
    let team = |code: &str| TeamSpec { code: code.into(), name: format!("チーム{code}") };
    Setup {
        title: "a small \"game\"".into(),
        frame: Frame::parse(&["####", ".###"]).unwrap(),
        lots: vec![
            lot("X", &[(0, 0), (0, 1)], 1),
            lot("Y", &[(0, 0)], 3),
            lot("T-2", &[(0, 0), (1, 0), (1, 1)], 1),
        ],
        teams: ["a", "b", "c", "d", "e", "f"].map(team).into(),
        initial: Tsuyama(30),
        rounds: vec![plan(1, ClosePolicy::AtDeadline), plan(2, ClosePolicy::WhenAllSealed)],
        support: SupportRule::EachMove,
        end_countdown: Millis(5_000),
        title_ja: String::new(),
    }
}

/// A running game with all its events, including sealed lists.
pub(crate) struct SealedGame {
    pub(crate) game: Game,
    pub(crate) events: Vec<Event>,
    /// Takeovers: number of events before each, and its tag.
    pub(crate) takeovers: Vec<(usize, EpochTag)>,
}

impl SealedGame {
    pub(crate) fn new(setup: Setup) -> Self {
        Self { game: Game::new(setup), events: Vec::new(), takeovers: Vec::new() }
    }

    /// Executes an act some time after the previous event, and applies its events.
    pub(crate) fn act(&mut self, after: u64, by: Actor, act: Act) {
        let command = Command { at: self.game.now().after(Millis(after)), by, act };
        let events = decide(&self.game, &command).unwrap();
        assert!(!events.is_empty(), "nothing came of it");
        for event in events {
            self.game.apply(&event);
            self.events.push(event);
        }
    }

    pub(crate) fn judge(&mut self, act: Act) {
        self.act(100, Actor::Judge, act);
    }

    pub(crate) fn tick(&mut self) {
        let due = self.game.due().expect("a window is open");
        self.act(due.since(self.game.now()).0, Actor::Clock, Act::Tick);
    }

    pub(crate) fn open(&mut self, round: u32) {
        self.judge(Act::OpenRound { round: RoundNo(round) });
    }

    pub(crate) fn bids(&mut self, team: TeamId, lines: &[(LotId, u64)]) {
        let record = self.game.current_round().expect("a round is under way");
        let (round, replaces) = (record.round, record.revision(team));
        let bids = Secret(lines.iter().map(|&(lot, price)| Bid { lot, price: Tsuyama(price) }).collect());
        self.act(
            1_000,
            Actor::Team(team),
            Act::SubmitBids { team, attempt: None, round, replaces, bids, by_hand: None },
        );
    }

    pub(crate) fn raise(&mut self, team: TeamId, lines: &[(u32, u64)]) {
        let Phase::Rebidding { wave, .. } = self.game.phase() else { panic!("no wave is open") };
        let record = self.game.current_round().expect("a round is under way");
        let (round, replaces) = (record.round, record.raise_revision(team));
        let raise = |&(priority, price)| Raise { priority: Priority(priority), price: Tsuyama(price) };
        let raises = Secret(lines.iter().map(raise).collect());
        self.act(
            1_000,
            Actor::Team(team),
            Act::SubmitRebid { team, attempt: None, round, wave, replaces, raises, by_hand: None },
        );
    }

    pub(crate) fn organiser(&mut self, act: Act) {
        self.act(100, Actor::Organiser, act);
    }

    /// Enters a list for a team by hand.
    pub(crate) fn bids_by_hand(&mut self, team: TeamId, lines: &[(LotId, u64)], why: &str) {
        let record = self.game.current_round().expect("a round is under way");
        let (round, replaces) = (record.round, record.revision(team));
        let bids = Secret(lines.iter().map(|&(lot, price)| Bid { lot, price: Tsuyama(price) }).collect());
        let by_hand = Some(why.into());
        self.organiser(Act::SubmitBids { team, attempt: None, round, replaces, bids, by_hand });
    }

    /// Enters a re-bid for a team by hand.
    pub(crate) fn raise_by_hand(&mut self, team: TeamId, lines: &[(u32, u64)], why: &str) {
        let Phase::Rebidding { wave, .. } = self.game.phase() else { panic!("no wave is open") };
        let record = self.game.current_round().expect("a round is under way");
        let (round, replaces) = (record.round, record.raise_revision(team));
        let raise = |&(priority, price)| Raise { priority: Priority(priority), price: Tsuyama(price) };
        let (raises, by_hand) = (Secret(lines.iter().map(raise).collect()), Some(why.into()));
        self.organiser(Act::SubmitRebid { team, attempt: None, round, wave, replaces, raises, by_hand });
    }

    pub(crate) fn confirm(&mut self, lots: LotChoice) {
        let record = self.game.current_round().expect("a round is under way");
        let (round, attempt) = (record.round, record.attempt);
        self.judge(Act::ConfirmLots { round, attempt, lots, seen: None });
    }

    /// The current revision of a team's wall.
    fn wall(&self, team: TeamId) -> Option<Revision> {
        self.game.team(team).and_then(|team| team.wall)
    }

    pub(crate) fn place(&mut self, team: TeamId, stone: StoneId, quarters: u32, row: i32, col: i32) {
        let placement = placed(stone, quarters, row, col);
        let replaces = self.wall(team);
        self.act(10, Actor::Team(team), Act::PlaceStone { team, replaces, placement });
    }

    /// Lets a server take over the game here.
    pub(crate) fn take_up(&mut self, sign: u8) {
        self.takeovers.push((self.events.len(), EpochTag([sign; 16])));
    }

    /// The server's record of the game.
    pub(crate) fn clerk(&self) -> RecordFixture {
        let mut clerk = RecordFixture::new(self.game.setup(), crate::record::clerk::key());
        let mut takeovers = self.takeovers.iter().peekable();
        for (place, event) in self.events.iter().enumerate() {
            while let Some((_, tag)) = takeovers.next_if(|(after, _)| *after <= place) {
                clerk.take_up(*tag);
            }
            clerk.event(event);
        }
        takeovers.for_each(|(_, tag)| clerk.take_up(*tag));
        clerk
    }

    pub(crate) fn record(&self) -> TranscriptLines {
        TranscriptLines::of(&self.clerk().text())
    }
}

pub(crate) fn stone(lot: LotId, copy: u32) -> StoneId {
    StoneId { lot, copy }
}

pub(crate) fn placed(stone: StoneId, quarters: u32, row: i32, col: i32) -> Placement<StoneId> {
    let turn = Turn::from_quarters(quarters).unwrap();
    Placement { stone, placing: Placing::Turned(Spot { turn, at: Cell { row, col } }) }
}

/// Two rounds with ties, two waves, a fallback, a failed tie, a void attempt, a disqualification with a
/// reinstatement, a final disqualification, walls, a janken, and a declared result.
pub(crate) fn played() -> SealedGame {
    let mut table = SealedGame::new(setup());
    table.open(1);
    table.bids(A, &[(Y, 7)]);
    table.bids(A, &[(X, 9)]);
    table.bids(B, &[(X, 9), (T, 4)]);
    table.bids(D, &[(X, 20)]);
    table.judge(Act::Disqualify { team: D, reason: "a phone".into() });
    table.bids(C, &[(X, 9), (T, 4), (Y, 3)]);
    table.tick();
    table.raise(A, &[(1, 11)]);
    table.raise(B, &[]);
    table.raise(A, &[(1, 12)]);
    table.raise(C, &[]);
    table.raise(B, &[(2, 6)]);
    table.tick();
    table.judge(Act::Reinstate { team: D, reason: "it was a calculator".into() });
    table.confirm(LotChoice::One(X));
    table.confirm(LotChoice::All);
    table.place(A, stone(X, 1), 0, 1, 1);
    second_round(&mut table);
    the_end(&mut table);
    table
}

fn second_round(table: &mut SealedGame) {
    table.open(2);
    table.bids(B, &[(Y, 2)]);
    table.judge(Act::VoidRound { attempt: None, round: RoundNo(2), reason: "the hall lost power".into() });
    table.open(2);
    table.judge(Act::Pause { reason: "a question".into() });
    table.place(A, stone(X, 1), 1, 0, 1);
    table.act(40_000, Actor::Judge, Act::Resume);
    table.judge(Act::Extend { by: Millis(10_000), reason: "for the question".into() });
    table.bids(A, &[(Y, 2)]);
    table.bids(B, &[(Y, 2)]);
    table.bids(D, &[(Y, 5)]);
    for team in [C, E, F] {
        table.bids(team, &[]);
    }
    table.raise(A, &[(1, 3)]);
    table.raise(B, &[(1, 3)]);
    table.confirm(LotChoice::All);
}

fn the_end(table: &mut SealedGame) {
    table.place(B, stone(T, 1), 0, 0, 1);
    table.place(C, stone(Y, 1), 0, 1, 3);
    let replaces = table.wall(C);
    table.act(10, Actor::Team(C), Act::TakeOutStone { team: C, replaces, stone: stone(Y, 1) });
    table.judge(Act::SignalEnd);
    let (replaces, placements) = (table.wall(C), vec![placed(stone(Y, 1), 0, 1, 1)]);
    let wall = Act::SubmitWall { team: C, replaces, placements, by_hand: None };
    table.act(10, Actor::Team(C), wall);
    table.tick();
    table.judge(Act::Disqualify { team: D, reason: "touched a wall after the end".into() });
    table.judge(Act::EnterJanken { order: vec![F, E] });
    table.judge(Act::DeclareResult);
}
