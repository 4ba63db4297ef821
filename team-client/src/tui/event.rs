//! The screen's events and effects.

use std::time::Duration;

use ishigaki_client::team::ReceiptComparison;
use ishigaki_client::team::{SealAnswer, SealRequest, WallRequest};
use ishigaki_client::{CallError, ConnectionError, Ticket, WriteError};
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_rules::{Frame, MessageNo, QuestionNo, Revision, Secret, Shape};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;

use super::act::Act;
use super::advice::{AdviserAnswer, AdviserQuestion};
use crate::drafts::Draft;

/// Longest search of the solver for a draft.
pub const SEARCH: Duration = Duration::from_secs(30);

/// Everything that can happen to a team's screen.
#[derive(Clone, Debug)]
pub enum Event {
    /// A key, another size, time.
    Input(Input),
    /// An act on the team's page; a price may be in it.
    Act(Secret<Act>),
    /// These messages have been on the screen, each as a whole.
    Seen(Vec<MessageNo>),
    /// News of the game's feed.
    Feed(FeedEvent),
    /// The answer to [`Effect::Examine`]: what is wrong with the line, if it is more than that nobody answers.
    Examined(Option<ConnectionError>),
    /// The server answered a sealing, or did not.
    Answer {
        /// The call that was answered.
        ticket: Ticket,
        answer: CallResult,
    },
    /// The server has let the team into a game: everything about the one before is gone.
    Entered {
        game: String,
        team: String,
        /// Whether the game is for practice.
        practice: bool,
    },
    /// The server's list of games has been read, or could not be.
    Listed(GameFinding),
    /// The answer to [`Effect::ListGames`]: the games that are on.
    Games(Vec<GameChoice>),
    /// The draft that was kept on the disk has been read, if there is one.
    DraftRead(Secret<Option<Draft>>),
    /// The draft could not be written into its file.
    DraftNotKept(WriteError),
    /// A receipt could not be written into its file.
    NotKept(WriteError),
    /// The answer to [`Effect::Compare`].
    Compared {
        /// Number of the last sealing that the feed had brought when it was asked for.
        fed: u64,
        /// What the server holds.
        comparison: ReceiptComparison,
    },
    /// The solver has found a better wall.
    Found {
        ticket: Ticket,
        wall: Box<ishigaki_solver::Wall>,
    },
    /// The solver has ended: it was stopped, its time is up, or nothing better exists.
    Searched {
        ticket: Ticket,
        /// Whether it is proved that nothing is better than the best wall of its stones.
        is_proved: bool,
    },
    Advised {
        ticket: Ticket,
        answer: AdviserAnswer,
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

/// Finding of the server's list of games about the one for this screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameFinding {
    /// It has the game that the screen is for.
    Game {
        /// Whether it is played for practice: nothing in it counts.
        practice: bool,
    },
    /// The server is there, and the team has no game to go into yet.
    NoGame { team: String },
    /// The team plays in several games that are on: it has to be asked which.
    Several {
        team: String,
        /// The games, in the server's order.
        games: Vec<GameChoice>,
    },
    /// The game that is shown is over, and this one of the team waits for its first round.
    Next { game: String },
    /// The server does not answer.
    Silence,
}

/// A game that a team can go into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameChoice {
    pub game: String,
    pub title: String,
    /// The same in Japanese; empty if it has no other title there.
    pub title_ja: String,
    /// Whether it is played for practice.
    pub practice: bool,
}

/// Everything that a team's screen can want from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Seal this; answered by exactly one [`Event::Answer`].
    Seal {
        /// Comes back with the answer.
        ticket: Ticket,
        request: Secret<SealRequest>,
    },
    /// Change the wall; answered by exactly one [`Event::Answer`].
    Build {
        /// Comes back with the answer.
        ticket: Ticket,
        request: WallRequest,
    },
    /// Search for the best wall of these stones in the background, for [`SEARCH`] at most. Each better one comes back as
    /// [`Event::Found`], and at the end there is exactly one [`Event::Searched`].
    Search {
        /// Comes back with what is found.
        ticket: Ticket,
        frame: Box<Frame>,
        stones: Vec<Shape>,
    },
    StopSearch {
        ticket: Ticket,
    },
    /// Ask the adviser in the background; answered by exactly one [`Event::Advised`].
    Advise {
        /// Comes back with the answer.
        ticket: Ticket,
        question: Secret<Box<AdviserQuestion>>,
    },
    /// Write this receipt down, if it is not there yet.
    Keep(Secret<Box<StoredReceipt>>),
    /// Compare the receipts that are kept with what the server holds; answered by at most one [`Event::Compared`].
    Compare {
        /// Number of the last sealing that the feed has brought.
        fed: u64,
    },
    /// Keep this draft in the place of the one before, or none; answered only if that fails.
    KeepDraft(Secret<Option<Box<Draft>>>),
    /// Go into this game, and out of the one that is shown.
    Enter {
        game: String,
    },
    /// Ask the judge; answered by exactly one [`Event::Answer`].
    Ask {
        /// Comes back with the answer.
        ticket: Ticket,
        text: Secret<String>,
    },
    /// Mark messages as read; answered by exactly one [`Event::Answer`].
    MarkRead {
        /// Comes back with the answer.
        ticket: Ticket,
        /// The last one that is read.
        through: MessageNo,
    },
    /// Ask which games there are; answered by at most one [`Event::Games`].
    ListGames,
    /// Look at the line to the server; answered by exactly one [`Event::Examined`].
    Examine,
    /// Paint the whole screen afresh, whatever the terminal has kept of it.
    Repaint,
    Quit,
}

/// Result of a call of the team's.
#[derive(Clone, Debug)]
pub enum CallResult {
    Sealed(Result<SealAnswer, CallError>),
    /// A change of the wall: its revision, if the server says it.
    Built(Result<Option<Revision>, CallError>),
    /// A question: which of the team's it is.
    Asked(Result<QuestionNo, CallError>),
    /// A mark on what is read.
    Marked(Result<(), CallError>),
}
