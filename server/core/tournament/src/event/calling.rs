//! Calling players to their tables (`TV4`).

use alloc::vec::Vec;

use super::message::{EventMessages, TableCall};
use super::rejection::Rejection;
use super::state::{PairedRound, Stage, Tournament, pair_of};
use crate::id::{PlayerId, Round};

impl PairedRound {
    /// Returns the players of a table, from 1 in the order of the round's games.
    pub fn table(&self, table: u32) -> Option<(PlayerId, PlayerId)> {
        let at = usize::try_from(table).ok()?.checked_sub(1)?;
        self.games().nth(at).map(|(_, one, other)| (one, other))
    }
}

impl Tournament {
    /// Returns the announcements and calls.
    pub const fn messages(&self) -> &EventMessages {
        &self.messages
    }

    pub(super) fn has_room(&self) -> Result<(), Rejection> {
        self.at(|stage| !matches!(stage, Stage::Declared | Stage::Abandoned))?;
        let most = EventMessages::MOST;
        if self.messages.is_full() { Err(Rejection::TooManyMessages { most }) } else { Ok(()) }
    }

    /// Returns the called players in the order of their game: both if none is named.
    pub(super) fn callable(
        &self,
        named: Round,
        table: u32,
        players: &[PlayerId],
    ) -> Result<Vec<PlayerId>, Rejection> {
        self.at(|stage| matches!(stage, Stage::Playing { .. }))?;
        self.has_room()?;
        let Some(paired) = self.rounds.last().filter(|paired| paired.round == named) else {
            let current = self.rounds.last().map_or(Round(0), |paired| paired.round);
            return Err(Rejection::WrongRound { named, current });
        };
        let (one, other) = paired.table(table).ok_or(Rejection::UnknownTable { table })?;
        if let Some(player) = players.iter().copied().find(|player| ![one, other].contains(player)) {
            return Err(Rejection::NotAtTable { player, table });
        }
        if let Some(decided) = paired.results.get(&pair_of(one, other)) {
            return Err(Rejection::AlreadyEntered { entry: decided.entry });
        }
        let is_called = |player: &PlayerId| players.is_empty() || players.contains(player);
        Ok([one, other].into_iter().filter(is_called).collect())
    }

    /// Returns the last call of each table with an open game in the current round, the latest first.
    pub fn open_calls(&self) -> Vec<&TableCall> {
        let Some(paired) = self.rounds.last() else { return Vec::new() };
        let mut open: Vec<&TableCall> = Vec::new();
        for call in self.messages.calls().iter().rev().take_while(|call| call.round == paired.round) {
            let game = paired.table(call.table).map(|(one, other)| pair_of(one, other));
            // The round may have been paired again since the call.
            let plays = |player: &PlayerId| game.is_some_and(|(one, other)| [one, other].contains(player));
            let is_open = game.is_some_and(|game| !paired.results.contains_key(&game));
            if is_open && call.players.iter().all(plays) && open.iter().all(|later| later.table != call.table)
            {
                open.push(call);
            }
        }
        open
    }
}
