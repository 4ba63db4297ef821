//! Violations of a transcript: what can be wrong with it, and where.

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
#[derive(Debug, thiserror::Error)]
#[error("line {line}")]
pub struct TranscriptViolation {
    /// The line, counted from 1.
    pub line: usize,
    /// The kind: what is wrong with it.
    #[source]
    pub kind: TranscriptViolationKind,
    /// Set-up of the game, which names the teams and stones of the kind; `None` where it is not known yet.
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
#[derive(Debug, thiserror::Error)]
pub enum TranscriptViolationKind {
    /// It is not a line of a transcript, or not in its place.
    #[error("it cannot be read")]
    Unreadable(#[source] transcript::Error),
    /// The server's key is not the one expected: somebody else signed this, or wrote it anew.
    #[error("the server's key has the fingerprint {found}, not {expected}")]
    WrongSigner {
        /// The fingerprint that was given.
        expected: Fingerprint,
        /// The one that the key has.
        found: Fingerprint,
    },
    /// The lines do not lead to the head that stands here.
    #[error(
        "the lines lead to the head {computed} after event {sequence}, not to {written}: a line from line \
         {since} on has been changed, added or taken out"
    )]
    WrongHead {
        /// The last event before it.
        sequence: u64,
        /// The head that the lines lead to.
        computed: Head,
        /// The one that stands here.
        written: Head,
        /// The first line that no signed head before this one covers.
        since: usize,
    },
    /// The head is right, and its signature is not the server's.
    #[error("the signature of the head after event {sequence} does not hold")]
    HeadSignature {
        /// The event.
        sequence: u64,
        /// Error of the signature.
        #[source]
        source: signing::Error,
    },
    /// The game has more attempts of rounds, or longer lists in them, than a verifier keeps.
    #[error(
        "the attempts so far have more than {MOST_WEIGHT} lots, teams and lines of lists, which no game has"
    )]
    TooLarge,
    /// No signed head of the record is the one that was noted.
    #[error("{}", other_head(.expected, .found.as_ref()))]
    OtherHead {
        /// Head that was noted.
        expected: NotedHead,
        /// The record's last signed head, if it has one.
        found: Option<Head>,
    },
    /// The last line counts other records than there are.
    #[error("the result counts {written} records; there are {found}")]
    WrongRecords {
        /// Number that it says.
        written: u64,
        /// Number that there are.
        found: u64,
    },
    /// A team's sealings are counted from 1 without a gap over the whole game.
    #[error("sealing {found} of team {team:?} stands where {expected} is next")]
    WrongCounter {
        /// The team's code.
        team: String,
        /// The number that is next.
        expected: u64,
        /// The one that stands there.
        found: u64,
    },
    /// A team's sealings in one attempt or wave are counted from 1 without a gap.
    #[error("revision {found} of team {team:?} stands where {expected} is next")]
    WrongRevision {
        /// The team's code.
        team: String,
        /// The number that is next.
        expected: u32,
        /// The one that stands there.
        found: u32,
    },
    /// All boxes of a game have the same length, so that none tells how long its list is.
    #[error("the box of team {team:?} has {found} bytes; the others have {expected}")]
    BoxLength {
        /// The team's code.
        team: String,
        /// Bytes of the boxes before.
        expected: usize,
        /// Bytes of this one.
        found: usize,
    },
    /// The list that is opened is not the last that the team sealed (`A2`).
    #[error("sealing {found} of team {team:?} is opened; {last} was its last")]
    NotTheLast {
        /// The team's code.
        team: String,
        /// The last one it sealed in this attempt or wave.
        last: u64,
        /// The one that is opened.
        found: u64,
    },
    /// The list that is opened is not the one that was sealed.
    #[error("the list of team {team:?} is not the one it sealed as sealing {counter}")]
    OtherList {
        /// The team's code.
        team: String,
        /// Number of the sealing among the team's.
        counter: u64,
    },
    /// The box of an opened list does not hold it.
    #[error("the box of sealing {counter} of team {team:?} does not open to its list")]
    WrongBox {
        /// The team's code.
        team: String,
        /// Number of the sealing among the team's.
        counter: u64,
        /// Error of the opening.
        #[source]
        source: sealing::Error,
    },
    /// Notes are counted from 1 without a gap.
    #[error("note {found} stands where {expected} is next")]
    WrongNote {
        /// The number that is next.
        expected: u32,
        /// The one that stands there.
        found: u32,
    },
    /// All boxes of a game's notes have the one length that follows from its set-up, so that none tells what it holds.
    #[error("the box of note {number} has {found} bytes; {expected} is the length of all in this game")]
    NoteLength {
        /// Number of the note.
        number: u32,
        /// The length.
        expected: usize,
        /// Bytes of this one.
        found: usize,
    },
    /// The game has more notes and announcements than any may have.
    #[error("a game has no more than {most} messages and marks")]
    TooManyNotes {
        /// The most.
        most: usize,
    },
    /// The game is closed, it has notes, and what opens them is not there.
    #[error("the game is closed, and the keys of its {notes} notes are missing")]
    NoNoteKey {
        /// Number of notes that it has.
        notes: u32,
    },
    /// The keys are not those of the epochs in which notes were sealed.
    #[error("the key of epoch {epoch} is {}", if *.has_notes { "missing, and notes were sealed in it" } else { "shown, and no note was sealed in it" })]
    WrongNoteKeys {
        /// The first epoch of which it is wrong.
        epoch: u32,
        /// Whether notes were sealed in it: its key is missing. Else it is there and must not be.
        has_notes: bool,
    },
    /// A key for notes of which there are none.
    #[error("there is a key for notes, and there are no notes")]
    NothingToOpen,
    /// The key does not open the note to what its commitment is of, or that is no note of this game.
    #[error("note {number} does not open to what was sealed")]
    WrongNoteBox {
        /// Number of the note.
        number: u32,
        /// Error of the opening.
        #[source]
        source: sealing::Error,
    },
    /// It is earlier than the line before it.
    #[error("time goes back from {} ms to {} ms", .before.0, .at.0)]
    TimeGoesBack {
        /// Time at which it says it happened.
        at: GameTime,
        /// Time of the event before it.
        before: GameTime,
    },
    /// Nobody who could bring this about is named.
    #[error("whoever is named cannot bring this about")]
    WrongActor,
    /// The clock uses no token, and everybody else uses one.
    #[error("the principal is {found:?}, though {}", if *.by_clock { "the clock did this" } else { "somebody did this" })]
    WrongPrincipal {
        /// Whether the clock brought it about.
        by_clock: bool,
        /// Text in its place.
        found: String,
    },
    /// The reason for which the organiser entered it is not the one that would be recorded: it has space around it.
    #[error("the reason of the entry by hand should read {expected:?}")]
    WrongReason {
        /// Text by which it would be recorded.
        expected: String,
    },
    /// Something happened although a window or the countdown had run out before and had to close first.
    #[error("a deadline passed at {} ms and should have been seen to first", .due.0)]
    Overdue {
        /// Time at which it ran out.
        due: GameTime,
    },
    /// The clock closed something whose time had not come.
    #[error("nothing was due yet")]
    NotDue,
    /// An act that changes nothing leads to no record.
    #[error("this changes nothing, and what changes nothing is no record")]
    NoNews,
    /// This happens only in consequence of something else, which is not there.
    #[error("nothing leads to this")]
    Unprompted,
    /// The rules refuse the act.
    #[error("the rules refuse it ({}): {rejection:?}", .rejection.rule())]
    Refused {
        /// Reason for the rejection.
        rejection: Rejection,
    },
    /// A list or re-bid was opened of a team that has none sealed (`A4`, `A8`).
    #[error("team {team:?} had nothing sealed")]
    NotSealed {
        /// The team's code.
        team: String,
    },
    /// A sealed list or re-bid was not opened (`A5`, `A8`).
    #[error("what team {team:?} sealed is missing")]
    NotOpened {
        /// The team's code.
        team: String,
    },
    /// An opened list is not valid (`A2`).
    #[error("the list of team {team:?} is not valid: {faults:?}")]
    InvalidList {
        /// The team's code.
        team: String,
        /// All that is wrong with it.
        faults: Vec<BidFault>,
    },
    /// An opened re-bid is not valid (`A7`).
    #[error("the re-bid of team {team:?} is not valid: {faults:?}")]
    InvalidRebid {
        /// The team's code.
        team: String,
        /// All that is wrong with it.
        faults: Vec<RebidFault>,
    },
    /// The rules decide something else here.
    #[error("the rules decide something else here: {expected:?}")]
    Different {
        /// Event that is expected.
        expected: Box<Event>,
    },
    /// The events end before all that must follow has happened.
    #[error("something must follow that is missing: {expected:?}")]
    Missing {
        /// Event that is expected.
        expected: Box<Event>,
    },
    /// The result line is not what the rules compute.
    #[error("the result differs in {part:?}")]
    WrongResult {
        /// Part in which it differs first.
        part: Part,
        /// Result that the rules compute.
        expected: Box<GameResult>,
    },
}

/// A part of the result line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The final rounds; this one, counted from 0 in the list.
    Round(usize),
    /// The teams; this one, counted from 0 in the list.
    Team(usize),
    /// The ranking; this row, counted from 0.
    Row(usize),
}

fn other_head(expected: &NotedHead, found: Option<&Head>) -> String {
    match found {
        Some(found) => format!("no signed head is {expected}: the last one is {}…", found.short()),
        None => format!("no head is signed, and none is {expected}"),
    }
}
