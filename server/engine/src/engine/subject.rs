//! The subject of an engine: what one stream of the journal is about, a game or an event.
//!
//! The engine stamps, batches, appends, publishes and answers; the subject decides by its rules, and says what of it goes
//! into the journal, the record and the feeds.

use std::sync::Arc;

use ishigaki_journal::Sequence;
use ishigaki_rules::{GameTime, TeamId};

use super::chain::ChainWriter;
use super::options::{AfterOutage, Error as StartError, Options};
use super::writer::Error as RecordError;
use crate::archive::OpenStep;
use crate::checkpoint::Checkpoint;
use crate::clock::UnixMillis;
use crate::codec::DecodedRecord;
use crate::evidence::SealReceipt;
use crate::feed::{Projected, Published, State};

/// Game or event that an engine serves.
pub trait Subject: Sized + Send + 'static {
    /// Name before its id.
    const KIND: &'static str;
    /// Settings that were told before it began.
    type Setup: Send + Sync + 'static;
    /// Party that acts.
    type Actor: Copy + Send;
    /// Act that is asked for.
    type Act: Send;
    /// Consequence of an act, as it is applied.
    type Decided: Send;
    /// Answer to whoever acted.
    type Acceptance: Send;
    /// The rules' no.
    type Rejection: Send;
    /// Its state, as the feeds keep it.
    type State: State;

    /// Returns what was told before it began.
    fn setup(&self) -> &Arc<Self::Setup>;

    /// The set-up that its records are read with, if they are a game's.
    fn game_setup(&self) -> Option<Arc<ishigaki_rules::Setup>> {
        None
    }

    /// Its state now.
    fn state(&self) -> Self::State;

    /// Its clock, if time alone makes something happen in it.
    fn clockwork(&self) -> Option<&dyn Clockwork<Decided = Self::Decided>> {
        None
    }

    /// Returns whether judging an act takes so long that others would notice.
    fn takes_long(_: &Self::Act) -> bool {
        false
    }

    /// Judges an act.
    ///
    /// # Errors
    /// With the rules' no.
    fn decide(
        &self,
        at: GameTime,
        by: Self::Actor,
        act: Self::Act,
    ) -> Result<Vec<Self::Decided>, Self::Rejection>;

    /// Applies what was decided, and gives what is written and told of it.
    ///
    /// # Errors
    /// If the record cannot be kept.
    fn take(
        &mut self,
        decided: &Self::Decided,
        principal: &str,
        written: UnixMillis,
    ) -> Result<AppliedEvent, RecordError>;

    /// The answer to an act, after which the record has so many events.
    fn acceptance(
        at: GameTime,
        decided: Vec<Self::Decided>,
        sealed: Option<SealReceipt>,
        records: u64,
    ) -> Self::Acceptance;

    /// The team that an actor is, if it is one: it sees what it seals.
    fn team(_: Self::Actor) -> Option<TeamId> {
        None
    }

    /// Sets up what is not in the journal yet; gives its first record, without what authenticates it.
    ///
    /// # Errors
    /// If it cannot be set up.
    fn found(options: &Options<Self::Setup>) -> Result<(Self, Vec<u8>), StartError>;

    /// Goes on from the first record of the journal.
    ///
    /// # Errors
    /// If it is not the first record of a stream of this kind.
    fn resume(options: &Options<Self::Setup>, first: DecodedRecord) -> Result<Self, StartError>;

    /// Reads a record of the journal.
    ///
    /// # Errors
    /// If it is none of this subject.
    fn decode(&self, bytes: &[u8]) -> Result<DecodedRecord, crate::codec::Error>;

    /// Applies a record from the journal, where it stands as these bytes.
    ///
    /// # Errors
    /// If what is sealed in it cannot be opened.
    fn replay(&mut self, record: DecodedRecord, bytes: &[u8]) -> Result<Option<AppliedEvent>, RecordError>;

    /// Before anything has been published: the feeds' first item.
    fn published(&self, options: &Options<Self::Setup>) -> Published;

    /// The record's chain.
    fn chain(&mut self) -> &mut ChainWriter;

    /// Returns the number of events of the record.
    fn records(&self) -> u64;

    /// Its checkpoint after the last record of its journal, which `last` authenticates; `None` where it has none: it is not
    /// over, or is always brought back.
    fn checkpoint(&mut self, last: (Sequence, [u8; 32]), lines: u64) -> Option<Checkpoint> {
        let _ = (last, lines);
        None
    }
}

/// What happens by itself in a subject as its time passes.
pub trait Clockwork {
    /// Consequence of the time.
    type Decided;

    /// The last moment that something happened at.
    fn now(&self) -> GameTime;

    /// Returns when it has to act by itself, if it has to: while that is so, an outage costs somebody time.
    fn due(&self) -> Option<GameTime>;

    /// Returns what happens by itself at a moment at which something is due.
    fn tick(&self, at: GameTime) -> Vec<Self::Decided>;

    /// Returns what happens by itself once it is brought back after an outage.
    fn after_outage(&self, what: AfterOutage, soonest: GameTime) -> Vec<Self::Decided>;
}

/// Outcome of one event that was applied.
pub struct AppliedEvent {
    /// The journal's record, but for what authenticates it. Empty for one that was read from there.
    pub record: Vec<u8>,
    /// Effect on how far the record is open.
    pub(crate) step: OpenStep,
    /// Its lines in the record. Empty for one that was read from the journal.
    pub lines: Vec<String>,
    /// Projection of it to the feeds.
    pub projected: Projected,
    pub sealed: Option<SealReceipt>,
    /// Time at which it happened.
    pub at: GameTime,
    pub name: &'static str,
}

/// A record that is none of its stream.
pub(super) fn misplaced<S: Subject>(options: &Options<S::Setup>) -> StartError {
    let source = crate::codec::Error::OfAnotherKind { kind: S::KIND };
    StartError::Record { game: options.id.clone(), sequence: Sequence::START.next(), source }
}
