//! Events and effects of the event's screen.

use ishigaki_client::listing::Programme;
use ishigaki_client::{CallError, ConnectionError, Ticket};
use ishigaki_proto::watch::ListEventsResponse;
use ishigaki_roster::RosterDraft;
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Value;

use super::{EventAnswer, EventCall, RosterError};

/// Everything that can happen to the event's screen.
#[derive(Clone, Debug)]
pub enum Event {
    Input(Input),
    /// Answer to [`Effect::ListEvents`].
    Listed(Result<ListEventsResponse, CallError>),
    Feed {
        event: String,
        news: FeedEvent,
    },
    /// Answer to [`Effect::ListGames`].
    Games(Result<Programme, CallError>),
    Game {
        game: String,
        news: FeedEvent,
    },
    /// Answer to [`Effect::Call`].
    Answered {
        ticket: Ticket,
        answer: Result<EventAnswer, CallError>,
    },
    /// Answer to [`Effect::ReadRoster`].
    RosterRead {
        ticket: Ticket,
        roster: Result<RosterDraft, RosterError>,
    },
    /// Answer to [`Effect::Print`].
    Printed {
        file: String,
        trouble: Option<Value>,
    },
    /// Answer to [`Effect::Examine`]: the connection problem, if it is not just a timeout.
    Examined(Option<ConnectionError>),
}

impl From<Input> for Event {
    fn from(input: Input) -> Self {
        Self::Input(input)
    }
}

/// Everything that the event's screen wants from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Also returns the token's role; answered by exactly one [`Event::Listed`].
    ListEvents,
    Watch {
        event: String,
    },
    /// Answered by exactly one [`Event::Games`].
    ListGames,
    WatchGames {
        games: Vec<String>,
    },
    /// Answered by exactly one [`Event::Answered`].
    Call {
        ticket: Ticket,
        call: EventCall,
    },
    /// Answered by exactly one [`Event::RosterRead`].
    ReadRoster {
        ticket: Ticket,
        file: String,
        classes: Vec<String>,
    },
    /// Answered by exactly one [`Event::Printed`].
    Print {
        file: String,
        page: String,
    },
    /// Answered by exactly one [`Event::Examined`].
    Examine,
    /// Repaint the whole screen.
    Repaint,
    Quit,
}
