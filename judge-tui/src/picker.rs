//! Choosing the game to judge, where several can be seen. Knows which are there and which one is selected.

use std::time::{Duration, Instant};

use crate::listing::Listed;

/// How often the server is asked which games there are.
const EVERY: Duration = Duration::from_secs(2);

/// The list of games with a selection, renewed from time to time.
#[derive(Clone, Debug, Default)]
pub struct Picker {
    /// `None` until the server has answered once.
    games: Option<Vec<Listed>>,
    at: usize,
    asked: Option<Instant>,
    awaiting: bool,
    /// Whether the server refuses to tell, so that asking again is no use.
    closed: bool,
}

impl Picker {
    /// The games, in the server's order; `None` if it has not told them yet.
    pub fn games(&self) -> Option<&[Listed]> {
        self.games.as_deref()
    }

    /// The place of the selected game.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The selected game.
    pub fn selected(&self) -> Option<&Listed> {
        self.games.as_ref()?.get(self.at)
    }

    /// Whether the server is to be asked now. If so, it counts as asked.
    pub(crate) fn is_due(&mut self, now: Instant) -> bool {
        let rested = self.asked.is_none_or(|asked| now.saturating_duration_since(asked) >= EVERY);
        let due = rested && !self.awaiting && !self.closed;
        if due {
            self.asked = Some(now);
            self.awaiting = true;
        }
        due
    }

    /// The server's answer. The selection stays with its game; at first it is on one that is under way.
    pub(crate) fn take(&mut self, games: Vec<Listed>) {
        let stays = self.selected().and_then(|selected| position(&games, |game| game.game == selected.game));
        self.at = stays.or_else(|| position(&games, Listed::is_under_way)).unwrap_or(0);
        self.games = Some(games);
        self.awaiting = false;
    }

    /// No list came. `for_good`: none will.
    pub(crate) fn fail(&mut self, for_good: bool) {
        self.awaiting = false;
        self.closed = for_good;
    }

    /// Moves the selection down, or up where negative, as far as there are games.
    pub(crate) fn step(&mut self, down: isize) {
        let last = self.games.as_ref().map_or(0, Vec::len).saturating_sub(1);
        self.at = self.at.saturating_add_signed(down).min(last);
    }
}

fn position(games: &[Listed], is_it: impl FnMut(&Listed) -> bool) -> Option<usize> {
    games.iter().position(is_it)
}
