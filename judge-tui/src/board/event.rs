//! The board's events and effects.

use ishigaki_client::CallError;
use ishigaki_client::ConnectionError;
use ishigaki_client::listing::Listed;
use ishigaki_proto::watch::EventEntry;
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;

/// Everything that can happen to the board.
#[derive(Clone, Debug)]
pub enum Event {
    /// A key, another size, time.
    Input(Input),
    /// The answer to [`Effect::ListGames`]: the games that can be seen.
    Games(Result<Vec<Listed>, CallError>),
    /// The answer to [`Effect::ListEvents`]: the events of the server.
    Events(Result<Vec<EventEntry>, CallError>),
    /// News of an event's feed.
    EventFeed {
        /// The event's id.
        event: String,
        /// The news.
        news: FeedEvent,
    },
    /// News of a game's feed.
    Feed {
        /// The game's id.
        game: String,
        /// The news.
        event: FeedEvent,
    },
    /// The answer to [`Effect::Examine`]: what is wrong with the line, if it is more than that nobody answers.
    Examined(Option<ConnectionError>),
}

impl From<Input> for Event {
    fn from(input: Input) -> Self {
        Self::Input(input)
    }
}

/// Everything that the board can want from outside. Nothing of it changes a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Ask which games there are; answered by exactly one [`Event::Games`].
    ListGames,
    /// Watch this game too.
    Watch {
        /// Its id.
        game: String,
    },
    /// Watch this game no longer.
    Leave {
        /// Its id.
        game: String,
    },
    /// Ask which events there are; answered by exactly one [`Event::Events`].
    ListEvents,
    /// Watch this event.
    WatchEvent {
        /// Its id.
        event: String,
    },
    /// Watch this event no longer.
    LeaveEvent {
        /// Its id.
        event: String,
    },
    /// Look at the line to the server; answered by exactly one [`Event::Examined`].
    Examine,
    /// Ring the terminal's bell.
    Ring,
    /// Paint the whole screen afresh, whatever the terminal has kept of it.
    Repaint,
    /// Leave.
    Quit,
}
