//! A small game to test with: teams A, B, C; stone types X and Y (one square each, two copies of Y).
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a table that cannot be set is a failed test")]

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::*;

pub(crate) const A: TeamId = TeamId(0);
pub(crate) const B: TeamId = TeamId(1);
pub(crate) const C: TeamId = TeamId(2);
pub(crate) const X: LotId = LotId(0);
pub(crate) const Y: LotId = LotId(1);

pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) at: GameTime,
    pub(crate) log: Vec<Event>,
}

pub(crate) fn setup(change: impl FnOnce(&mut Setup)) -> Setup {
    let lot = |code: &str, cells: &[(i32, i32)], copies| LotSpec {
        code: code.into(),
        shape: Shape::new(cells.iter().map(|&(row, col)| Cell { row, col })).unwrap(),
        min_price: Tsuyama(2),
        copies,
    };
    let plan = RoundPlan {
        max_bids: 4,
        max_wins: 2,
        window: Millis(90_000),
        rebid_window: Millis(30_000),
        close: ClosePolicy::AtDeadline,
    };
    let mut setup = Setup {
        title: "table".into(),
        title_ja: String::new(),
        frame: Frame::parse(&["##", "##"]).unwrap(),
        lots: vec![lot("X", &[(0, 0), (0, 1)], 1), lot("Y", &[(0, 0)], 2)],
        teams: ["A", "B", "C"].map(|code| TeamSpec { code: code.into(), name: code.into() }).into(),
        initial: Tsuyama(20),
        rounds: vec![plan, plan],
        support: SupportRule::EachMove,
        end_countdown: Millis(5_000),
    };
    change(&mut setup);
    setup
}

impl Table {
    pub(crate) fn new() -> Self {
        Self::with(|_| {})
    }

    pub(crate) fn with(change: impl FnOnce(&mut Setup)) -> Self {
        Self { game: Game::new(setup(change)), at: GameTime(0), log: Vec::new() }
    }

    /// Gives a command at this very moment and applies what follows.
    pub(crate) fn give(&mut self, by: Actor, act: Act) -> Result<Vec<Fact>, Rejection> {
        let before = self.game.clone();
        match decide(&self.game, &Command { at: self.at, by, act }) {
            Ok(events) => {
                for event in &events {
                    self.game.apply(event);
                }
                self.log.extend(events.iter().cloned());
                Ok(events.into_iter().map(|event| event.fact).collect())
            }
            Err(rejection) => {
                assert_eq!(self.game, before, "a refused command changes nothing");
                Err(rejection)
            }
        }
    }

    pub(crate) fn judge(&mut self, act: Act) -> Result<Vec<Fact>, Rejection> {
        self.give(Actor::Judge, act)
    }

    /// Lets time pass, and the clock tick.
    pub(crate) fn wait(&mut self, millis: u64) -> Vec<Fact> {
        self.at = self.at.after(Millis(millis));
        self.give(Actor::Clock, Act::Tick).unwrap()
    }

    pub(crate) fn open(&mut self, round: u32) {
        self.judge(Act::OpenRound { round: RoundNo(round) }).unwrap();
    }

    pub(crate) fn bids(
        &mut self,
        team: TeamId,
        round: u32,
        lines: &[(LotId, u64)],
    ) -> Result<Vec<Fact>, Rejection> {
        let record = self.game.current_round();
        let replaces = record.and_then(|record| record.revision(team));
        self.bids_replacing(team, round, replaces, lines)
    }

    pub(crate) fn bids_replacing(
        &mut self,
        team: TeamId,
        round: u32,
        replaces: Option<Revision>,
        lines: &[(LotId, u64)],
    ) -> Result<Vec<Fact>, Rejection> {
        let bids = Secret(lines.iter().map(|&(lot, price)| Bid { lot, price: Tsuyama(price) }).collect());
        self.give(
            Actor::Team(team),
            Act::SubmitBids { team, attempt: None, round: RoundNo(round), replaces, bids, by_hand: None },
        )
    }

    pub(crate) fn raise(
        &mut self,
        team: TeamId,
        wave: u32,
        lines: &[(u32, u64)],
    ) -> Result<Vec<Fact>, Rejection> {
        let raise = |&(priority, price)| Raise { priority: Priority(priority), price: Tsuyama(price) };
        let raises = Secret(lines.iter().map(raise).collect());
        let Some(record) = self.game.current_round() else {
            panic!("no round is under way");
        };
        let (round, replaces) = (record.round, record.raise_revision(team));
        self.give(
            Actor::Team(team),
            Act::SubmitRebid {
                team,
                attempt: None,
                round,
                wave: WaveNo(wave),
                replaces,
                raises,
                by_hand: None,
            },
        )
    }

    pub(crate) fn confirm_all(&mut self) -> Result<Vec<Fact>, Rejection> {
        let record = self.game.current_round().expect("a round is under way");
        let (round, attempt) = (record.round, record.attempt);
        self.judge(Act::ConfirmLots { round, attempt, lots: LotChoice::All, seen: None })
    }

    /// Plays a round in which each team seals this list.
    pub(crate) fn play(&mut self, round: u32, lists: &[(TeamId, &[(LotId, u64)])]) {
        self.open(round);
        for (team, lines) in lists {
            self.bids(*team, round, lines).unwrap();
        }
        self.wait(90_000);
        self.confirm_all().unwrap();
    }

    pub(crate) fn place(
        &mut self,
        team: TeamId,
        stone: StoneId,
        quarters: u32,
        row: i32,
        col: i32,
    ) -> Result<Vec<Fact>, Rejection> {
        let spot = Spot { turn: Turn::from_quarters(quarters).unwrap(), at: Cell { row, col } };
        let placement = Placement { stone, placing: Placing::Turned(spot) };
        let replaces = self.wall(team);
        self.give(Actor::Team(team), Act::PlaceStone { team, replaces, placement })
    }

    /// From the last round's end to the end of the game.
    pub(crate) fn end(&mut self) {
        self.judge(Act::SignalEnd).unwrap();
        self.wait(5_000);
        assert_eq!(self.game.phase(), Phase::Ended);
    }

    pub(crate) fn wall(&self, team: TeamId) -> Option<Revision> {
        self.game.team(team).unwrap().wall
    }

    pub(crate) fn held(&self, team: TeamId) -> u64 {
        self.game.team(team).unwrap().held.0
    }
}

pub(crate) fn stone(lot: LotId, copy: u32) -> StoneId {
    StoneId { lot, copy }
}
