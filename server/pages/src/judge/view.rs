//! A judge's device's view of the contest: its games, and one of them with its feed.

use ishigaki_client::listing::{Listed, Programme, TokenRole};
use ishigaki_client::{Connection, FeedError, JudgeSession, Mirror, Update};
use ishigaki_screen::ClosingMoment;

/// The device's view of the contest.
#[derive(Default)]
pub(super) struct View {
    pub(super) programme: Programme,
    /// The followed game, and the judge's session in it.
    pub(super) game: Option<String>,
    pub(super) session: JudgeSession,
    pub(super) is_live: bool,
    pub(super) closing: ClosingMoment,
}

impl View {
    pub(super) fn is_organiser(&self) -> bool {
        self.programme.role == Some(TokenRole::Organiser)
    }

    /// Returns the games to choose from: those that have started and aren't over.
    pub(super) fn open_games(&self) -> impl Iterator<Item = &Listed> {
        let is_over = |listed: &Listed| {
            listed.standing.and_then(|standing| standing.phase).is_some_and(ishigaki_rules::Phase::is_over)
        };
        self.programme.games.iter().filter(move |listed| listed.has_started() && !is_over(listed))
    }

    pub(super) fn follow(&mut self, game: &str) {
        self.game = Some(game.to_owned());
        self.session = JudgeSession::new(Mirror::of(game));
        self.is_live = false;
    }

    /// Takes the news of the contest, and follows the only open game if none is followed.
    pub(super) fn take_programme(&mut self, programme: Programme) {
        self.programme = programme;
        let open: Vec<String> = self.open_games().map(|listed| listed.game.clone()).collect();
        if let (None, [only]) = (&self.game, open.as_slice()) {
            self.follow(only);
        }
    }

    /// Takes an update of the feed; `false` if the game must be followed again.
    pub(super) fn take_update(&mut self, update: Result<Update, FeedError>) -> bool {
        match update {
            Ok(Update::Item { item, received }) => return self.session.fold(&item, received).is_ok(),
            Ok(Update::Connection(Connection::CaughtUp)) => self.is_live = true,
            Ok(Update::Connection(Connection::Connected)) => {}
            Ok(Update::Connection(Connection::Lost { .. } | Connection::Stopped { .. })) | Err(_) => {
                self.is_live = false;
            }
        }
        true
    }
}
