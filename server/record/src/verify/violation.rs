//! Violations of a transcript: what can be wrong with it, and where.

use ishigaki_catalogue::Message;
use ishigaki_rules::auction::{BidFault, RebidFault};
use ishigaki_rules::{Event, GameTime, Rejection, Setup};

use crate::chain::{Head, NotedHead};
use crate::result::GameResult;
use crate::signing::{self, Fingerprint};
use crate::{sealing, transcript};

/// The most that a verifier keeps of a game's attempts in memory: lots and teams of every attempt and lines of every list
/// and re-bid that is opened, one each.
pub const MOST_WEIGHT: u64 = 1 << 20;

/// A violation of a transcript: the first line that does not follow from those before it.
#[derive(Debug, thiserror::Error, Message)]
#[message("violation-line")]
pub struct TranscriptViolation {
    /// The line, counted from 1.
    #[message(display)]
    pub line: usize,
    /// The kind: what is wrong with it.
    #[source]
    pub kind: TranscriptViolationKind,
    /// Set-up of the game, which names the teams and stones of the kind; `None` where it is not known yet.
    #[message(skip)]
    pub setup: Option<Box<Setup>>,
}

impl TranscriptViolation {
    /// A violation on a line of a game that is not known yet.
    pub(crate) fn at(line: usize, kind: TranscriptViolationKind) -> Self {
        Self { line, kind, setup: None }
    }

    /// The same, of the game with this set-up.
    #[must_use]
    pub(crate) fn of(self, setup: &Setup) -> Self {
        Self { setup: Some(Box::new(setup.clone())), ..self }
    }
}

/// The kind of a [`TranscriptViolation`].
#[derive(Debug, thiserror::Error, Message)]
#[message("violation")]
pub enum TranscriptViolationKind {
    /// It is not a line of a transcript, or not in its place.
    Unreadable(#[source] transcript::Error),
    /// The server's key is not the one expected: somebody else signed this, or wrote it anew.
    WrongSigner {
        /// The fingerprint that was given.
        #[message(display)]
        expected: Fingerprint,
        /// The one that the key has.
        #[message(display)]
        found: Fingerprint,
    },
    /// The lines do not lead to the head that stands here.
    WrongHead {
        /// The last event before it.
        #[message(display)]
        sequence: u64,
        /// The head that the lines lead to.
        #[message(display)]
        computed: Head,
        /// The one that stands here.
        #[message(display)]
        written: Head,
        /// The first line that no signed head before this one covers.
        #[message(display)]
        since: usize,
    },
    /// The head is right, and its signature is not the server's.
    HeadSignature {
        #[message(display)]
        sequence: u64,
        /// Error of the signature.
        #[source]
        source: signing::Error,
    },
    /// The game has more attempts of rounds, or longer lists in them, than a verifier keeps.
    #[message(most = MOST_WEIGHT.to_string())]
    TooLarge,
    /// No signed head of the record is the one that was noted.
    #[message(found = found.map_or_else(|| "none".to_owned(), |found| found.short()))]
    OtherHead {
        #[message(display)]
        expected: NotedHead,
        /// The record's last signed head, if it has one.
        #[message(skip)]
        found: Option<Head>,
    },
    /// The last line counts other records than there are.
    WrongRecords {
        /// Number that it says.
        #[message(display)]
        written: u64,
        /// Number that there are.
        #[message(display)]
        found: u64,
    },
    /// A team's sealings are counted from 1 without a gap over the whole game.
    WrongCounter {
        team: String,
        /// The number that is next.
        #[message(display)]
        expected: u64,
        /// The one that stands there.
        #[message(display)]
        found: u64,
    },
    /// A team's sealings in one attempt or wave are counted from 1 without a gap.
    WrongRevision {
        team: String,
        /// The number that is next.
        #[message(display)]
        expected: u32,
        /// The one that stands there.
        #[message(display)]
        found: u32,
    },
    /// All boxes of a game have the same length, so that none tells how long its list is.
    BoxLength {
        team: String,
        /// Bytes of the boxes before.
        #[message(display)]
        expected: usize,
        /// Bytes of this one.
        #[message(display)]
        found: usize,
    },
    /// The list that is opened is not the last that the team sealed (`A2`).
    NotTheLast {
        team: String,
        /// The last one it sealed in this attempt or wave.
        #[message(display)]
        last: u64,
        /// The one that is opened.
        #[message(display)]
        found: u64,
    },
    /// The list that is opened is not the one that was sealed.
    OtherList {
        team: String,
        /// Number of the sealing among the team's.
        #[message(display)]
        counter: u64,
    },
    /// The box of an opened list does not hold it.
    WrongBox {
        team: String,
        /// Number of the sealing among the team's.
        #[message(display)]
        counter: u64,
        /// Error of the opening.
        #[source]
        source: sealing::Error,
    },
    /// Notes are counted from 1 without a gap.
    WrongNote {
        /// The number that is next.
        #[message(display)]
        expected: u32,
        /// The one that stands there.
        #[message(display)]
        found: u32,
    },
    /// All boxes of a game's notes have the one length that follows from its set-up, so that none tells what it holds.
    NoteLength {
        /// Number of the note.
        #[message(display)]
        number: u32,
        #[message(display)]
        expected: usize,
        /// Bytes of this one.
        #[message(display)]
        found: usize,
    },
    /// The game has more notes and announcements than any may have.
    TooManyNotes {
        #[message(display)]
        most: usize,
    },
    /// The game is closed, it has notes, and what opens them is not there.
    NoNoteKey {
        /// Number of notes that it has.
        #[message(display)]
        notes: u32,
    },
    /// The keys are not those of the epochs in which notes were sealed.
    WrongNoteKeys {
        /// The first epoch of which it is wrong.
        #[message(display)]
        epoch: u32,
        /// Whether notes were sealed in it: its key is missing. Else it is there and must not be.
        has_notes: bool,
    },
    /// A key for notes of which there are none.
    NothingToOpen,
    /// The key does not open the note to what its commitment is of, or that is no note of this game.
    WrongNoteBox {
        /// Number of the note.
        #[message(display)]
        number: u32,
        /// Error of the opening.
        #[source]
        source: sealing::Error,
    },
    /// It is earlier than the line before it.
    #[message(at = at.0.to_string())]
    #[message(before = before.0.to_string())]
    TimeGoesBack {
        /// Time at which it says it happened.
        #[message(skip)]
        at: GameTime,
        /// Time of the event before it.
        #[message(skip)]
        before: GameTime,
    },
    /// Nobody who could bring this about is named.
    WrongActor,
    /// The clock uses no token, and everybody else uses one.
    WrongPrincipal {
        /// Whether the clock brought it about.
        by_clock: bool,
        /// Text in its place.
        found: String,
    },
    /// The reason for which the organiser entered it is not the one that would be recorded: it has space around it.
    WrongReason {
        /// Text by which it would be recorded.
        expected: String,
    },
    /// Something happened although a window or the countdown had run out before and had to close first.
    #[message(due = due.0.to_string())]
    Overdue {
        /// Time at which it ran out.
        #[message(skip)]
        due: GameTime,
    },
    /// The clock closed something whose time had not come.
    NotDue,
    /// An act that changes nothing leads to no record.
    NoNews,
    /// This happens only in consequence of something else, which is not there.
    Unprompted,
    /// The rules refuse the act.
    #[message(why = rejection.rule())]
    Refused {
        /// Reason for the rejection.
        #[message(skip)]
        rejection: Rejection,
    },
    /// A list or re-bid was opened of a team that has none sealed (`A4`, `A8`).
    NotSealed { team: String },
    /// A sealed list or re-bid was not opened (`A5`, `A8`).
    NotOpened { team: String },
    /// An opened list is not valid (`A2`).
    #[message(why = Rejection::InvalidList { faults: faults.clone() }.rule())]
    InvalidList {
        team: String,
        /// All that is wrong with it.
        #[message(skip)]
        faults: Vec<BidFault>,
    },
    /// An opened re-bid is not valid (`A7`).
    #[message(why = Rejection::InvalidRebid { faults: faults.clone() }.rule())]
    InvalidRebid {
        team: String,
        /// All that is wrong with it.
        #[message(skip)]
        faults: Vec<RebidFault>,
    },
    /// The rules decide something else here.
    #[message(fact = expected.fact.name())]
    #[message(at = expected.at.0.to_string())]
    Different {
        #[message(skip)]
        expected: Box<Event>,
    },
    /// The events end before all that must follow has happened.
    #[message(fact = expected.fact.name())]
    #[message(at = expected.at.0.to_string())]
    Missing {
        #[message(skip)]
        expected: Box<Event>,
    },
    /// The result line is not what the rules compute.
    WrongResult {
        /// Part in which it differs first.
        part: Part,
        /// Result that the rules compute.
        #[message(skip)]
        expected: Box<GameResult>,
    },
}

/// A part of the result line.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message("violation-result")]
pub enum Part {
    /// The final rounds; this one, counted from 0 in the list.
    #[message(number = (field_0 + 1).to_string())]
    Round(#[message(skip)] usize),
    /// The teams; this one, counted from 0 in the list.
    #[message(number = (field_0 + 1).to_string())]
    Team(#[message(skip)] usize),
    /// The ranking; this row, counted from 0.
    #[message(number = (field_0 + 1).to_string())]
    Row(#[message(skip)] usize),
}
