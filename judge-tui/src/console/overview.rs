//! The list of all games of the contest, with a selection.

use ishigaki_client::listing::{Listed, Programme};

use crate::poll::Poll;

/// The list of games with a selection, refreshed while it is open.
#[derive(Clone, Debug, Default)]
pub struct Overview {
    /// `None` until the server has answered.
    programme: Option<Programme>,
    at: usize,
    is_open: bool,
    /// True if the judge has used a key, after which nothing is chosen automatically.
    is_manual: bool,
    starting: Option<Starting>,
    pub(crate) poll: Poll,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Starting {
    game: String,
    goes_in: bool,
}

impl Overview {
    pub(crate) fn choosing() -> Self {
        Self { is_open: true, ..Self::default() }
    }

    /// Returns whether it is on the screen.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Returns the games in the server's order; `None` before its answer.
    pub fn games(&self) -> Option<&[Listed]> {
        self.programme.as_ref().map(|programme| programme.games.as_slice())
    }

    pub(crate) fn programme(&self) -> Option<&Programme> {
        self.programme.as_ref()
    }

    /// Returns the position of the selected game.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the selected game.
    pub fn selected(&self) -> Option<&Listed> {
        self.games()?.get(self.at)
    }

    /// Returns the game that is being started.
    pub fn starting(&self) -> Option<&str> {
        self.starting.as_ref().map(|starting| starting.game.as_str())
    }

    pub(crate) fn open(&mut self, game: &str) {
        (self.is_open, self.is_manual, self.poll) = (true, true, Poll::default());
        self.select_game(game);
    }

    pub(crate) fn close(&mut self) {
        self.is_open = false;
    }

    pub(crate) fn take(&mut self, programme: Programme, judged: &str) {
        let games = &programme.games;
        let stays = self.selected().and_then(|selected| position(games, |game| game.game == selected.game));
        let first =
            || position(games, |game| game.game == judged).or_else(|| position(games, Listed::is_under_way));
        self.at = stays.or_else(first).unwrap_or(0);
        self.programme = Some(programme);
        self.poll.finish();
    }

    pub(crate) fn enter(&mut self, listed: &Listed) {
        let games = self.programme.iter_mut().flat_map(|programme| &mut programme.games);
        for game in games.filter(|game| game.game == listed.game) {
            *game = listed.clone();
        }
    }

    /// The only started game is chosen automatically, unless the judge has begun to choose or it is over.
    pub(crate) fn only(&self) -> Option<&Listed> {
        let mut started = self.games()?.iter().filter(|game| game.has_started());
        let only = started.next().filter(|_| self.is_open && !self.is_manual && started.next().is_none())?;
        let is_all = self.games()?.len() == 1;
        (is_all || only.is_under_way()).then_some(only)
    }

    pub(crate) fn disable_autoselect(&mut self) {
        self.is_manual = true;
    }

    pub(crate) fn begin_start(&mut self, game: &str, goes_in: bool) {
        self.starting = Some(Starting { game: game.to_owned(), goes_in });
    }

    pub(crate) fn end_start(&mut self, game: &str) -> bool {
        self.starting.take_if(|starting| starting.game == game).is_some_and(|starting| starting.goes_in)
    }

    pub(crate) fn select(&mut self, place: usize) {
        self.is_manual = true;
        self.at = place;
        self.step(0);
    }

    pub(crate) fn select_game(&mut self, game: &str) {
        let place = self.games().and_then(|games| position(games, |listed| listed.game == game));
        self.at = place.unwrap_or(self.at);
    }

    pub(crate) fn onwards(&self) -> impl Iterator<Item = &Listed> {
        let games = self.games().unwrap_or_default();
        let (before, after) = games.split_at((self.at + 1).min(games.len()));
        after.iter().chain(before)
    }

    pub(crate) fn step(&mut self, down: isize) {
        let last = self.games().map_or(0, <[Listed]>::len).saturating_sub(1);
        self.at = self.at.saturating_add_signed(down).min(last);
    }
}

fn position(games: &[Listed], is_it: impl FnMut(&Listed) -> bool) -> Option<usize> {
    games.iter().position(is_it)
}
