//! The list of all games of the contest: which there are, and which one is selected.

use ishigaki_client::listing::{Listed, Programme};

use crate::poll::Poll;

/// The list of games with a selection, renewed from time to time while it is open.
#[derive(Clone, Debug, Default)]
pub struct Overview {
    /// `None` until the server has answered once.
    programme: Option<Programme>,
    at: usize,
    /// Whether it is on the screen.
    is_open: bool,
    /// Whether the judge has taken the choice in hand: then nothing is chosen without a key.
    in_hand: bool,
    /// The game that is being started, until the server has answered.
    starting: Option<Starting>,
    pub(crate) poll: Poll,
}

/// A start that is on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Starting {
    game: String,
    /// Whether the judge goes over to the game then.
    goes_in: bool,
}

impl Overview {
    /// A list that is open from the start, so that a game is chosen.
    pub(crate) fn choosing() -> Self {
        Self { is_open: true, ..Self::default() }
    }

    /// Returns whether it is on the screen.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// The games, in the server's order; `None` if it has not told them yet.
    pub fn games(&self) -> Option<&[Listed]> {
        self.programme.as_ref().map(|programme| programme.games.as_slice())
    }

    /// All that the server has told of the contest.
    pub(crate) fn programme(&self) -> Option<&Programme> {
        self.programme.as_ref()
    }

    /// The place of the selected game.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The selected game.
    pub fn selected(&self) -> Option<&Listed> {
        self.games()?.get(self.at)
    }

    /// The game that is being started.
    pub fn starting(&self) -> Option<&str> {
        self.starting.as_ref().map(|starting| starting.game.as_str())
    }

    /// The judge has asked for it; the selection is on this game, if it is there.
    pub(crate) fn open(&mut self, game: &str) {
        (self.is_open, self.in_hand, self.poll) = (true, true, Poll::default());
        self.select_game(game);
    }

    /// It is no longer on the screen.
    pub(crate) fn close(&mut self) {
        self.is_open = false;
    }

    /// The server's answer. The selection stays with its game; at first it is on the game that is judged, or on one
    /// that is under way.
    pub(crate) fn take(&mut self, programme: Programme, judged: &str) {
        let games = &programme.games;
        let stays = self.selected().and_then(|selected| position(games, |game| game.game == selected.game));
        let first =
            || position(games, |game| game.game == judged).or_else(|| position(games, Listed::is_under_way));
        self.at = stays.or_else(first).unwrap_or(0);
        self.programme = Some(programme);
        self.poll.answered();
    }

    /// A game that has just started stands in the list as it is now.
    pub(crate) fn enter(&mut self, listed: &Listed) {
        let games = self.programme.iter_mut().flat_map(|programme| &mut programme.games);
        for game in games.filter(|game| game.game == listed.game) {
            *game = listed.clone();
        }
    }

    /// The only game that has started needs no choosing, unless the judge has begun to choose or it is over.
    pub(crate) fn only(&self) -> Option<&Listed> {
        let mut started = self.games()?.iter().filter(|game| game.has_started());
        let only = started.next().filter(|_| self.is_open && !self.in_hand && started.next().is_none())?;
        let is_all = self.games()?.len() == 1;
        (is_all || only.is_under_way()).then_some(only)
    }

    /// From now on the judge chooses.
    pub(crate) fn take_in_hand(&mut self) {
        self.in_hand = true;
    }

    /// A game is being started; whether the judge goes over to it.
    pub(crate) fn begin_start(&mut self, game: &str, goes_in: bool) {
        self.starting = Some(Starting { game: game.to_owned(), goes_in });
    }

    /// The start of this game is answered; whether the judge goes over to it.
    pub(crate) fn end_start(&mut self, game: &str) -> bool {
        self.starting.take_if(|starting| starting.game == game).is_some_and(|starting| starting.goes_in)
    }

    /// Selects the game in this place, if there is one.
    pub(crate) fn select(&mut self, place: usize) {
        self.in_hand = true;
        self.at = place;
        self.step(0);
    }

    /// Selects this game, if it is there.
    pub(crate) fn select_game(&mut self, game: &str) {
        let place = self.games().and_then(|games| position(games, |listed| listed.game == game));
        self.at = place.unwrap_or(self.at);
    }

    /// The games after the selected one, round and round; the selected one comes last.
    pub(crate) fn onwards(&self) -> impl Iterator<Item = &Listed> {
        let games = self.games().unwrap_or_default();
        let (before, after) = games.split_at((self.at + 1).min(games.len()));
        after.iter().chain(before)
    }

    /// Moves the selection down, or up where negative, as far as there are games.
    pub(crate) fn step(&mut self, down: isize) {
        let last = self.games().map_or(0, <[Listed]>::len).saturating_sub(1);
        self.at = self.at.saturating_add_signed(down).min(last);
    }
}

fn position(games: &[Listed], is_it: impl FnMut(&Listed) -> bool) -> Option<usize> {
    games.iter().position(is_it)
}
