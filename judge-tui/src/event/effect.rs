//! What comes into the event's screen and what goes out.

use ishigaki_client::listing::Programme;
use ishigaki_client::{CallError, ConnectionError, Ticket};
use ishigaki_proto::watch::ListEventsResponse;
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Value;

use super::{EventAnswer, EventCall, RosterTrouble};

/// Everything that can happen to the event's screen.
#[derive(Clone, Debug)]
pub enum Event {
    /// A key, another size, time.
    Input(Input),
    /// The answer to [`Effect::ListEvents`].
    Listed(Result<ListEventsResponse, CallError>),
    Feed {
        event: String,
        news: FeedEvent,
    },
    /// The answer to [`Effect::ListGames`].
    Games(Result<Programme, CallError>),
    Game {
        game: String,
        news: FeedEvent,
    },
    /// The answer to [`Effect::Call`].
    Answered {
        ticket: Ticket,
        /// What the server says.
        answer: Result<EventAnswer, CallError>,
    },
    /// The answer to [`Effect::ReadRoster`]: the roster as the server takes it, or what is wrong with the file.
    RosterRead {
        ticket: Ticket,
        roster: Result<String, RosterTrouble>,
    },
    /// The answer to [`Effect::Print`].
    Printed {
        file: String,
        /// What is wrong with it, if anything is.
        trouble: Option<Value>,
    },
    /// The answer to [`Effect::Examine`]: what is wrong with the line, if it is more than that nobody answers.
    Examined(Option<ConnectionError>),
}

impl From<Input> for Event {
    fn from(input: Input) -> Self {
        Self::Input(input)
    }
}

/// Everything that the event's screen can want from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Ask which events there are, and as whom the server takes this token; answered by exactly one [`Event::Listed`].
    ListEvents,
    /// Watch this event, and no other any more.
    Watch {
        event: String,
    },
    /// Ask which games there are; answered by exactly one [`Event::Games`].
    ListGames,
    /// Watch these games, and no others any more.
    WatchGames {
        games: Vec<String>,
    },
    /// Make a call; answered by exactly one [`Event::Answered`].
    Call {
        /// Tells its answer from others.
        ticket: Ticket,
        call: EventCall,
    },
    /// Read a roster's file; answered by exactly one [`Event::RosterRead`].
    ReadRoster {
        /// Tells its answer from others.
        ticket: Ticket,
        file: String,
        /// The classes of seeds that it can name.
        classes: Vec<String>,
    },
    /// Write a page; answered by exactly one [`Event::Printed`].
    Print {
        /// The file, replaced if it is there.
        file: String,
        page: String,
    },
    /// Look at the line to the server; answered by exactly one [`Event::Examined`].
    Examine,
    /// Paint the whole screen afresh, whatever the terminal has kept of it.
    Repaint,
    Quit,
}
