//! Choosing the game to judge. Knows which there are and which one is selected.

use crate::listing::Listed;
use crate::poll::Poll;

/// The list of games with a selection, renewed from time to time.
#[derive(Clone, Debug, Default)]
pub struct Picker {
    /// `None` until the server has answered once.
    games: Option<Vec<Listed>>,
    at: usize,
    /// Whether the judge has taken the choice in hand: then nothing is chosen without a key.
    in_hand: bool,
    /// The game that is being started, until the server has answered.
    starting: Option<String>,
    pub(crate) poll: Poll,
}

impl Picker {
    /// A list that the judge has asked for.
    pub(crate) fn asked_for() -> Self {
        Self { in_hand: true, ..Self::default() }
    }

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

    /// The game that is being started.
    pub fn starting(&self) -> Option<&str> {
        self.starting.as_deref()
    }

    /// The server's answer. The selection stays with its game; at first it is on the game that is judged, or on one
    /// that is under way.
    pub(crate) fn take(&mut self, games: Vec<Listed>, judged: &str) {
        let stays = self.selected().and_then(|selected| position(&games, |game| game.game == selected.game));
        let first = || {
            position(&games, |game| game.game == judged).or_else(|| position(&games, Listed::is_under_way))
        };
        self.at = stays.or_else(first).unwrap_or(0);
        self.games = Some(games);
        self.poll.answered();
    }

    /// The only game that has started needs no choosing, unless the judge has begun to choose or it is over.
    pub(crate) fn only(&self) -> Option<&Listed> {
        let mut started = self.games()?.iter().filter(|game| game.has_started());
        let only = started.next().filter(|_| !self.in_hand && started.next().is_none())?;
        let is_all = self.games()?.len() == 1;
        (is_all || only.is_under_way()).then_some(only)
    }

    /// From now on the judge chooses.
    pub(crate) fn take_in_hand(&mut self) {
        self.in_hand = true;
    }

    /// A game is being started, or no longer.
    pub(crate) fn set_starting(&mut self, game: Option<String>) {
        self.starting = game;
    }

    /// Selects the game in this place, if there is one.
    pub(crate) fn select(&mut self, place: usize) {
        self.in_hand = true;
        self.at = place;
        self.step(0);
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
