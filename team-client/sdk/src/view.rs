//! The game as one team sees it.

use std::fmt;

use ishigaki_rules::auction::{Settlement, Tie};
use ishigaki_rules::{Game, Phase, Priority, RoundNo, RoundRecord, TeamId, TeamState, Tsuyama, WaveNo};

/// The game as a team sees it when it decides.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub game: &'a Game,
    pub me: TeamId,
}

impl<'a> View<'a> {
    /// Returns the team's state; `None` if the game has no such team.
    pub fn team(&self) -> Option<&'a TeamState> {
        self.game.team(self.me)
    }

    /// Returns the TSUYAMA the team holds.
    pub fn held(&self) -> Tsuyama {
        self.team().map_or(Tsuyama::ZERO, |team| team.held)
    }

    /// Returns the current round.
    pub fn record(&self) -> Option<&'a RoundRecord> {
        self.game.current_round()
    }

    /// Returns the round and attempt in which the team can submit a list now.
    pub fn open_bidding(&self) -> Option<(RoundNo, u32)> {
        let record = self.record()?;
        let open = matches!(self.game.phase(), Phase::Bidding { .. }) && self.game.takes_part(self.me);
        open.then_some((record.round, record.attempt))
    }

    /// Returns the round, attempt and wave in which the team can re-bid now: it has a tied line and the money
    /// to raise one.
    pub fn open_wave(&self) -> Option<(RoundNo, u32, WaveNo)> {
        let Phase::Rebidding { wave, .. } = self.game.phase() else {
            return None;
        };
        let record = self.record()?;
        let open = self.game.takes_part(self.me) && self.game.can_raise(self.me);
        open.then_some((record.round, record.attempt, wave))
    }

    /// Returns the team's tied lines in the open wave, each with its tie.
    pub fn tied_lines(&self) -> Vec<(Priority, &'a Tie)> {
        let ties = self.record().and_then(|record| record.settlement.as_ref()).map(Settlement::ties);
        let mine = |tie: &'a Tie| {
            tie.lines.iter().filter(|line| line.team == self.me).map(move |line| (line.priority, tie))
        };
        ties.unwrap_or_default().iter().flat_map(mine).collect()
    }

    /// Returns the maximum of the team's prices in the open wave (`A7`).
    pub fn rebid_budget(&self) -> Option<Tsuyama> {
        self.record()?.settlement.as_ref()?.rebid_budget(self.me, self.held())
    }
}

impl fmt::Debug for View<'_> {
    /// The game contains the team's own sealed list, so `Debug` omits it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("me", &self.me).finish_non_exhaustive()
    }
}
