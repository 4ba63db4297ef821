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
    EventFeed {
        event: String,
        news: FeedEvent,
    },
    /// News of a game's feed.
    Feed {
        game: String,
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
        game: String,
    },
    /// Watch this game no longer.
    Leave {
        game: String,
    },
    /// Ask which events there are; answered by exactly one [`Event::Events`].
    ListEvents,
    WatchEvent {
        event: String,
    },
    /// Watch this event no longer.
    LeaveEvent {
        event: String,
    },
    /// Look at the line to the server; answered by exactly one [`Event::Examined`].
    Examine,
    /// Ring the terminal's bell.
    Ring,
    /// Paint the whole screen afresh, whatever the terminal has kept of it.
    Repaint,
    Quit,
}
