//! The console's events and effects.

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
    /// A key, a paste, another size, time.
    Input(Input),
    /// The mouse was used.
    Pointer {
        /// Way in which it was used.
        pointer: Pointer,
        aim: Aim,
    },
    /// News of the game's feed.
    Feed(FeedEvent),
    /// The answer to [`Effect::Examine`]: what is wrong with the line, if it is more than that nobody answers.
    Examined(Option<ConnectionError>),
    /// The answer to [`Effect::ListGames`]: all games of the contest.
    Games(Result<Programme, CallError>),
    /// The answer to [`Effect::StartGame`].
    Started {
        game: String,
        /// The game as it has started.
        outcome: Result<Box<Listed>, CallError>,
    },
    /// The answer to [`Effect::ListPresence`].
    Presence { game: String, there: Result<Vec<TeamPresence>, CallError> },
    /// The answer to [`Effect::Reveal`].
    Revealed(Result<(), CallError>),
    /// The answer to [`Effect::Uncover`].
    Uncovered(Result<(), CallError>),
    /// The server answered an act, or did not.
    Answer {
        /// The call that was answered.
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

/// Everything that the console can want from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Call the judge's service; every call is answered by exactly one [`Event::Answer`].
    Call {
        /// Comes back with the answer.
        ticket: Ticket,
        /// Act to ask for.
        act: JudgeAct,
    },
    /// Enter something for a team by hand; answered by exactly one [`Event::Answer`].
    Enter {
        /// Comes back with the answer.
        ticket: Ticket,
        /// Request to send: it may hold a list that is to be sealed.
        request: Secret<Request>,
    },
    /// Ask which games there are; answered by exactly one [`Event::Games`].
    ListGames,
    /// Start this game; answered by exactly one [`Event::Started`].
    StartGame {
        game: String,
        /// The codes of its teams, in their order; none: those that the contest knows already.
        teams: Vec<String>,
        /// Number of teams that play where that is not what the contest file plans; 0: as many as it plans.
        seats: u32,
    },
    /// Ask which teams of this game are there; answered by exactly one [`Event::Presence`].
    ListPresence {
        game: String,
    },
    /// Let the hall's boards show so many places of the declared ranking, from the last; answered by exactly one
    /// [`Event::Revealed`].
    Reveal {
        game: String,
        places: u32,
    },
    /// Let the hall's boards show so many steps of an opening; answered by exactly one
    /// [`Event::Uncovered`].
    Uncover {
        game: String,
        /// Number of the opening in the game, from 1.
        opening: u32,
        steps: u32,
    },
    /// Do the same in each of these games, by their own consoles.
    DoElsewhere {
        games: Vec<String>,
        act: JudgeAct,
    },
    /// Watch this game as well; what its feed brings is addressed to it.
    Watch {
        game: String,
    },
    /// Look at the line to the server; answered by exactly one [`Event::Examined`].
    Examine,
    /// Paint the whole screen afresh, whatever the terminal has kept of it.
    Repaint,
    Quit,
}
