//! The game as one team sees it.

use std::fmt;

use ishigaki_rules::auction::{Settlement, Tie};
use ishigaki_rules::{Game, Phase, Priority, RoundNo, RoundRecord, TeamId, TeamState, Tsuyama, WaveNo};

/// The game as a team sees it when it decides something.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The game: what is public, and the team's own sealed lists.
    pub game: &'a Game,
    pub me: TeamId,
}

impl<'a> View<'a> {
    /// The team's state; `None` if the game has no such team.
    pub fn team(&self) -> Option<&'a TeamState> {
        self.game.team(self.me)
    }

    /// The TSUYAMA the team holds.
    pub fn held(&self) -> Tsuyama {
        self.team().map_or(Tsuyama::ZERO, |team| team.held)
    }

    /// The round that is under way.
    pub fn record(&self) -> Option<&'a RoundRecord> {
        self.game.current_round()
    }

    /// The round and attempt in which the team can seal a list now: bidding is open and it takes part.
    pub fn open_bidding(&self) -> Option<(RoundNo, u32)> {
        let record = self.record()?;
        let open = matches!(self.game.phase(), Phase::Bidding { .. }) && self.game.takes_part(self.me);
        open.then_some((record.round, record.attempt))
    }

    /// The round, attempt and wave in which the team can re-bid now: it takes part, has a tied line and the
    /// money to raise one.
    pub fn open_wave(&self) -> Option<(RoundNo, u32, WaveNo)> {
        let Phase::Rebidding { wave, .. } = self.game.phase() else {
            return None;
        };
        let record = self.record()?;
        let open = self.game.takes_part(self.me) && self.game.can_raise(self.me);
        open.then_some((record.round, record.attempt, wave))
    }

    /// The team's tied lines in the open wave, each with its tie.
    pub fn tied_lines(&self) -> Vec<(Priority, &'a Tie)> {
        let ties = self.record().and_then(|record| record.settlement.as_ref()).map(Settlement::ties);
        let mine = |tie: &'a Tie| {
            tie.lines.iter().filter(|line| line.team == self.me).map(move |line| (line.priority, tie))
        };
        ties.unwrap_or_default().iter().flat_map(mine).collect()
    }

    /// The most the team may name in the open wave (`A7`).
    pub fn rebid_budget(&self) -> Option<Tsuyama> {
        self.record()?.settlement.as_ref()?.rebid_budget(self.me, self.held())
    }
}

impl fmt::Debug for View<'_> {
    /// The game carries the team's own sealed list, so nothing of it shows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("me", &self.me).finish_non_exhaustive()
    }
}
