//! Events and effects of the console.

use ishigaki_client::CallError;
use ishigaki_client::ConnectionError;
use ishigaki_client::Ticket;
use ishigaki_client::judging::JudgeAct;
use ishigaki_client::listing::{Listed, Programme};
use ishigaki_client::presence::TeamPresence;
use ishigaki_rules::Secret;

use crate::console::pointer::Aim;
use crate::entry::Request;
use crate::judge::ActOutcome;
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::{Input, Pointer};

/// Everything that can happen to the console.
#[derive(Clone, Debug)]
pub enum Event {
    Input(Input),
    Pointer {
        pointer: Pointer,
        aim: Aim,
    },
    Feed(FeedEvent),
    /// Answer to [`Effect::Examine`]: the connection problem, if it is not just a timeout.
    Examined(Option<ConnectionError>),
    /// Answer to [`Effect::ListGames`].
    Games(Result<Programme, CallError>),
    /// Answer to [`Effect::StartGame`].
    Started {
        game: String,
        outcome: Result<Box<Listed>, CallError>,
    },
    /// Answer to [`Effect::ListPresence`].
    Presence {
        game: String,
        presence: Result<Vec<TeamPresence>, CallError>,
    },
    /// Answer to [`Effect::Reveal`].
    Revealed(Result<(), CallError>),
    /// Answer to [`Effect::Uncover`].
    Uncovered(Result<(), CallError>),
    Answer {
        ticket: Ticket,
        answer: ActOutcome,
    },
}

impl From<Input> for Event {
    fn from(input: Input) -> Self {
        Self::Input(input)
    }
}

impl From<FeedEvent> for Event {
    fn from(event: FeedEvent) -> Self {
        Self::Feed(event)
    }
}

/// Everything that the console wants from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Answered by exactly one [`Event::Answer`].
    Call {
        ticket: Ticket,
        act: JudgeAct,
    },
    /// Answered by exactly one [`Event::Answer`].
    Enter {
        ticket: Ticket,
        /// May contain a list to submit.
        request: Secret<Request>,
    },
    /// Answered by exactly one [`Event::Games`].
    ListGames,
    /// Answered by exactly one [`Event::Started`].
    StartGame {
        game: String,
        /// Empty if the contest has named them.
        teams: Vec<String>,
        /// Number of teams if it differs from the contest file; 0 otherwise.
        seats: u32,
    },
    /// Answered by exactly one [`Event::Presence`].
    ListPresence {
        game: String,
    },
    /// Let boards show this many places of the declared ranking, from the last; answered by exactly one
    /// [`Event::Revealed`].
    Reveal {
        game: String,
        places: u32,
    },
    /// Let boards show this many steps of an opening; answered by exactly one [`Event::Uncovered`].
    Uncover {
        game: String,
        opening: u32,
        steps: u32,
    },
    /// Do the same in each of these games by their own consoles.
    SendToOtherGames {
        games: Vec<String>,
        act: JudgeAct,
    },
    Watch {
        game: String,
    },
    /// Answered by exactly one [`Event::Examined`].
    Examine,
    /// Repaint the whole screen.
    Repaint,
    Quit,
}
