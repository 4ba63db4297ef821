//! Violations in a transcript, with their lines.

use ishigaki_catalogue::Message;
use ishigaki_rules::auction::{BidFault, RebidFault};
use ishigaki_rules::{Event, GameTime, Rejection, Setup};

use crate::chain::{Head, NotedHead};
use crate::result::GameResult;
use crate::signing::{self, Fingerprint};
use crate::{sealing, transcript};

/// Maximum memory that a verifier uses for a game's attempts: lots and teams of every attempt and lines of
/// every opened list and re-bid count one each.
pub const MOST_WEIGHT: u64 = 1 << 20;

/// A violation in a transcript: the first line that doesn't follow from those before it.
#[derive(Debug, thiserror::Error, Message)]
#[message("violation-line")]
pub struct TranscriptViolation {
    #[message(display)]
    pub line: usize,
    #[source]
    pub kind: TranscriptViolationKind,
    /// Setup of the game with the names of teams and stones; `None` if it isn't known yet.
    #[message(skip)]
    pub setup: Option<Box<Setup>>,
}

impl TranscriptViolation {
    /// A violation on a line before the setup is known.
    pub(crate) fn at(line: usize, kind: TranscriptViolationKind) -> Self {
        Self { line, kind, setup: None }
    }

    #[must_use]
    pub(crate) fn of(self, setup: &Setup) -> Self {
        Self { setup: Some(Box::new(setup.clone())), ..self }
    }
}

/// The kind of a [`TranscriptViolation`].
#[derive(Debug, thiserror::Error, Message)]
#[message("violation")]
pub enum TranscriptViolationKind {
    /// The line isn't one of a transcript, or is misplaced.
    Unreadable(#[source] transcript::Error),
    /// The server's key isn't the expected one: another server signed or rewrote the record.
    WrongSigner {
        #[message(display)]
        expected: Fingerprint,
        #[message(display)]
        found: Fingerprint,
    },
    /// The lines don't lead to this head.
    WrongHead {
        #[message(display)]
        sequence: u64,
        #[message(display)]
        computed: Head,
        #[message(display)]
        written: Head,
        /// The first line after the previous signed head.
        #[message(display)]
        since: usize,
    },
    /// The head is right, but its signature isn't the server's.
    HeadSignature {
        #[message(display)]
        sequence: u64,
        #[source]
        source: signing::Error,
    },
    /// The game has more attempts, or longer lists, than a verifier keeps.
    #[message(most = MOST_WEIGHT.to_string())]
    TooLarge,
    /// The noted head isn't one of the record's signed heads.
    #[message(found = found.map_or_else(|| "none".to_owned(), |found| found.short()))]
    OtherHead {
        #[message(display)]
        expected: NotedHead,
        #[message(skip)]
        found: Option<Head>,
    },
    WrongRecords {
        #[message(display)]
        written: u64,
        #[message(display)]
        found: u64,
    },
    /// A team's submissions aren't counted from 1 without a gap over the whole game.
    WrongCounter {
        team: String,
        #[message(display)]
        expected: u64,
        #[message(display)]
        found: u64,
    },
    /// A team's submissions in an attempt or wave aren't counted from 1 without a gap.
    WrongRevision {
        team: String,
        #[message(display)]
        expected: u32,
        #[message(display)]
        found: u32,
    },
    /// A box has another length than all boxes of the game must have, so that none reveals the length of its
    /// list.
    BoxLength {
        team: String,
        #[message(display)]
        expected: usize,
        #[message(display)]
        found: usize,
    },
    /// The opened list isn't the team's last one (`A2`).
    NotTheLast {
        team: String,
        #[message(display)]
        last: u64,
        #[message(display)]
        found: u64,
    },
    OtherList {
        team: String,
        #[message(display)]
        counter: u64,
    },
    /// The box of an opened list does not hold it.
    WrongBox {
        team: String,
        #[message(display)]
        counter: u64,
        #[source]
        source: sealing::Error,
    },
    /// Notes aren't counted from 1 without a gap.
    WrongNote {
        #[message(display)]
        expected: u32,
        #[message(display)]
        found: u32,
    },
    /// A note's box has another length than the setup determines for all of them, so that none reveals its
    /// contents.
    NoteLength {
        #[message(display)]
        number: u32,
        #[message(display)]
        expected: usize,
        #[message(display)]
        found: usize,
    },
    TooManyNotes {
        #[message(display)]
        most: usize,
    },
    /// The game is closed and has notes, but their keys are missing.
    NoNoteKey {
        #[message(display)]
        notes: u32,
    },
    /// The keys aren't those of the epochs with notes.
    WrongNoteKeys {
        #[message(display)]
        epoch: u32,
        /// True if the epoch has notes, so that its key is missing; otherwise the key must not be there.
        has_notes: bool,
    },
    NothingToOpen,
    /// The key doesn't open the note, or its contents don't match the commitment or aren't a note of this
    /// game.
    WrongNoteBox {
        #[message(display)]
        number: u32,
        #[source]
        source: sealing::Error,
    },
    /// Its time is before that of the previous line.
    #[message(at = at.0.to_string())]
    #[message(before = before.0.to_string())]
    TimeGoesBack {
        #[message(skip)]
        at: GameTime,
        #[message(skip)]
        before: GameTime,
    },
    WrongActor,
    /// An act of the clock has a token, or another act has none.
    WrongPrincipal {
        by_clock: bool,
        found: String,
    },
    /// The organiser's reason has surrounding space, so it isn't as recorded.
    WrongReason {
        expected: String,
    },
    /// It happened after a window or the countdown had expired and had to close first.
    #[message(due = due.0.to_string())]
    Overdue {
        #[message(skip)]
        due: GameTime,
    },
    /// The clock closed something before its time.
    NotDue,
    /// An act without effect was recorded.
    NoNews,
    /// It happens only as a consequence of something that isn't there.
    Unprompted,
    #[message(why = rejection.rule())]
    Refused {
        #[message(skip)]
        rejection: Rejection,
    },
    /// A list or re-bid was opened of a team that has none sealed (`A4`, `A8`).
    NotSealed {
        team: String,
    },
    /// A sealed list or re-bid was not opened (`A5`, `A8`).
    NotOpened {
        team: String,
    },
    /// An opened list is invalid (`A2`).
    #[message(why = Rejection::InvalidList { faults: faults.clone() }.rule())]
    InvalidList {
        team: String,
        #[message(skip)]
        faults: Vec<BidFault>,
    },
    /// An opened re-bid is invalid (`A7`).
    #[message(why = Rejection::InvalidRebid { faults: faults.clone() }.rule())]
    InvalidRebid {
        team: String,
        #[message(skip)]
        faults: Vec<RebidFault>,
    },
    #[message(fact = expected.fact.name())]
    #[message(at = expected.at.0.to_string())]
    Different {
        #[message(skip)]
        expected: Box<Event>,
    },
    /// The record ends before all consequences have happened.
    #[message(fact = expected.fact.name())]
    #[message(at = expected.at.0.to_string())]
    Missing {
        #[message(skip)]
        expected: Box<Event>,
    },
    /// The result line differs from the computed one.
    WrongResult {
        part: Part,
        #[message(skip)]
        expected: Box<GameResult>,
    },
}

/// A part of the result line.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message("violation-result")]
pub enum Part {
    /// The final round with this index.
    #[message(number = (field_0 + 1).to_string())]
    Round(#[message(skip)] usize),
    /// The team with this index.
    #[message(number = (field_0 + 1).to_string())]
    Team(#[message(skip)] usize),
    /// The ranking row with this index.
    #[message(number = (field_0 + 1).to_string())]
    Row(#[message(skip)] usize),
}
