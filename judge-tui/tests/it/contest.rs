//! A game decided by the rules, and its public state.

#![expect(clippy::unwrap_used, reason = "a contest that cannot be held is a failed test")]

use ishigaki_rules::*;
use ishigaki_screen::stage::contest;
pub(crate) use ishigaki_screen::stage::contest::{A, B, C, D, O, P};

pub(crate) struct Contest {
    pub(crate) game: Game,
    pub(crate) at: GameTime,
    pub(crate) events: Vec<Event>,
}

impl Contest {
    pub(crate) fn new() -> Self {
        Self { game: Game::new(contest::setup()), at: GameTime(0), events: Vec::new() }
    }

    pub(crate) fn give(&mut self, by: Actor, act: Act) {
        for event in decide(&self.game, &Command { at: self.at, by, act }).unwrap() {
            self.game.apply(&event);
            // The judge's feed and a complete record also contain messages to some teams.
            let is_note = event.fact.addressees().is_some();
            self.events.push(if is_note { event } else { event.public() });
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
        self.give(Actor::Team(team), contest::bids(&self.game, team, lines));
    }

    pub(crate) fn raise(&mut self, team: TeamId, lines: &[(u32, u64)]) {
        self.give(Actor::Team(team), contest::raises(&self.game, team, lines));
    }

    pub(crate) fn confirm_all(&mut self) {
        self.judge(contest::confirmation(&self.game));
    }

    pub(crate) fn void(&mut self, reason: &str) {
        let record = self.game.current_round().unwrap();
        let (round, attempt) = (record.round, record.attempt);
        self.judge(Act::VoidRound { round, attempt: Some(attempt), reason: reason.into() });
    }

    pub(crate) fn place(&mut self, team: TeamId, lot: LotId, quarters: u32, row: i32, col: i32) {
        let act = contest::placing(&self.game, team, StoneId { lot, copy: 1 }, quarters, (row, col));
        self.give(Actor::Team(team), act);
    }

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

    pub(crate) fn tie(&mut self) {
        self.seal();
        self.wait(80_000);
    }

    pub(crate) fn settle(&mut self) {
        self.tie();
        self.wait(4_000);
        self.raise(A, &[(1, 410)]);
        self.raise(B, &[(1, 450)]);
    }

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
        self.give(Actor::Team(A), contest::placing(&self.game, A, stone, 0, (2, 2)));
    }

    pub(crate) fn end(&mut self) {
        self.build();
        self.judge(Act::SignalEnd);
        self.wait(5_000);
        self.judge(Act::DeclareResult);
    }
}
