//! Events and effects of the board.

use ishigaki_client::CallError;
use ishigaki_client::ConnectionError;
use ishigaki_client::listing::Programme;
use ishigaki_proto::watch::EventEntry;
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;

/// Everything that can happen to the board.
#[derive(Clone, Debug)]
pub enum Event {
    Input(Input),
    /// Answer to [`Effect::ListGames`].
    Games(Result<Programme, CallError>),
    /// Answer to [`Effect::ListEvents`].
    Events(Result<Vec<EventEntry>, CallError>),
    EventFeed {
        event: String,
        news: FeedEvent,
    },
    Feed {
        game: String,
        event: FeedEvent,
    },
    /// Answer to [`Effect::Examine`]: the connection problem, if it is not just a timeout.
    Examined(Option<ConnectionError>),
}

impl From<Input> for Event {
    fn from(input: Input) -> Self {
        Self::Input(input)
    }
}

/// Everything that the board wants from outside. Nothing of it changes a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Answered by exactly one [`Event::Games`].
    ListGames,
    Watch {
        game: String,
    },
    Leave {
        game: String,
    },
    /// Answered by exactly one [`Event::Events`].
    ListEvents,
    WatchEvent {
        event: String,
    },
    LeaveEvent {
        event: String,
    },
    /// Answered by exactly one [`Event::Examined`].
    Examine,
    Ring,
    /// Repaint the whole screen.
    Repaint,
    Quit,
}
