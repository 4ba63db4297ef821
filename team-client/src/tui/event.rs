//! Events and effects of the team's screen.

use std::time::Duration;

use ishigaki_client::team::{AidsOff, ReceiptComparison, SealAnswer, SealRequest, TeamPath, WallRequest};
use ishigaki_client::{CallError, ConnectionError, Ticket, WriteError};
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_rules::{Frame, MessageNo, QuestionNo, Revision, Secret, Shape};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;

use super::act::Act;
use super::advice::{AdviserAnswer, AdviserQuestion};
use super::turns::TurnWait;
use crate::drafts::Draft;

/// Maximum duration of a search for a draft.
pub const SEARCH: Duration = Duration::from_secs(30);

/// Progress of a search before it finds anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchProgress {
    Waits(TurnWait),
    /// It has its turn.
    Runs,
}

/// Everything that can happen to a team's screen.
#[derive(Clone, Debug)]
pub enum Event {
    Input(Input),
    /// May contain a price.
    Act(Secret<Act>),
    /// These messages were completely visible.
    Seen(Vec<MessageNo>),
    Feed(FeedEvent),
    /// Answer to [`Effect::Examine`]: the connection problem, if it is not just a timeout.
    Examined(Option<ConnectionError>),
    Answer {
        ticket: Ticket,
        answer: CallResult,
    },
    /// The team has entered a game; the state of the previous one is dropped.
    Entered {
        game: String,
        team: String,
        practice: bool,
        aids_off: AidsOff,
    },
    Listed(GameFinding),
    /// Answer to [`Effect::ListGames`].
    Games(Vec<GameChoice>),
    DraftRead(Secret<Option<Draft>>),
    DraftNotKept(WriteError),
    NotKept(WriteError),
    /// Answer to [`Effect::Compare`].
    Compared {
        fed: u64,
        comparison: ReceiptComparison,
    },
    /// A search that waits for its turn.
    Searching {
        ticket: Ticket,
        progress: SearchProgress,
    },
    Found {
        ticket: Ticket,
        wall: Box<ishigaki_solver::Wall>,
    },
    Searched {
        ticket: Ticket,
        /// True if the wall is proved optimal.
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

/// Result of looking for this screen's game in the server's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameFinding {
    Game {
        practice: bool,
    },
    /// The team has no game yet.
    NoGame {
        team: String,
    },
    Several {
        team: String,
        games: Vec<GameChoice>,
    },
    /// The shown game is over or for practice, and the team's next one waits for its first round.
    Next {
        game: String,
    },
    /// No game is open for the team, and this is its way through the event.
    Path(Box<TeamPath>),
    Silence,
}

/// A game of the team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameChoice {
    pub game: String,
    pub title: String,
    /// Empty for none.
    pub title_ja: String,
    pub practice: bool,
}

/// Everything that a team's screen wants from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Answered by exactly one [`Event::Answer`].
    Seal {
        ticket: Ticket,
        request: Secret<SealRequest>,
    },
    /// Answered by exactly one [`Event::Answer`].
    Build {
        ticket: Ticket,
        request: WallRequest,
    },
    /// Search for the best wall of these stones in the background, for at most [`SEARCH`]. Each better one is
    /// an [`Event::Found`], and the end is exactly one [`Event::Searched`].
    Search {
        ticket: Ticket,
        frame: Box<Frame>,
        stones: Vec<Shape>,
    },
    StopSearch {
        ticket: Ticket,
    },
    /// Answered by exactly one [`Event::Advised`].
    Advise {
        ticket: Ticket,
        question: Secret<Box<AdviserQuestion>>,
    },
    /// Save this receipt, unless it was saved before.
    Keep(Secret<Box<StoredReceipt>>),
    /// Answered by at most one [`Event::Compared`].
    Compare {
        fed: u64,
    },
    /// Save this draft, or delete the saved one; answered only on failure.
    KeepDraft(Secret<Option<Box<Draft>>>),
    Enter {
        game: String,
    },
    /// Ask the practice for another game after this one, and enter it.
    PlayAgain {
        game: String,
    },
    /// Answered by exactly one [`Event::Answer`].
    Ask {
        ticket: Ticket,
        text: Secret<String>,
    },
    /// Answered by exactly one [`Event::Answer`].
    MarkRead {
        ticket: Ticket,
        through: MessageNo,
    },
    /// Answered by at most one [`Event::Games`].
    ListGames,
    /// Answered by exactly one [`Event::Examined`].
    Examine,
    /// Repaint the whole screen.
    Repaint,
    Quit,
}

/// Result of a team's call.
#[derive(Clone, Debug)]
pub enum CallResult {
    Sealed(Result<SealAnswer, CallError>),
    Built(Result<Option<Revision>, CallError>),
    Asked(Result<QuestionNo, CallError>),
    Marked(Result<(), CallError>),
}
