//! The subject of an engine: a game or an event.
//!
//! The engine stamps, batches, appends, publishes and answers. The subject decides by its rules, and
//! determines the contents of journal, record and feeds.

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
use crate::feed::{Projection, PublishedItems, State};

/// Game or event that an engine serves.
pub trait Subject: Sized + Send + 'static {
    const KIND: &'static str;
    type Setup: Send + Sync + 'static;
    type Actor: Copy + Send;
    type Act: Send;
    type Decided: Send;
    type Acceptance: Send;
    type Rejection: Send;
    type State: State;

    fn setup(&self) -> &Arc<Self::Setup>;

    /// The setup for reading its records, if it is a game.
    fn game_setup(&self) -> Option<Arc<ishigaki_rules::Setup>> {
        None
    }

    fn state(&self) -> Self::State;

    /// Its clock, if it has events due by time alone.
    fn clockwork(&self) -> Option<&dyn Clockwork<Decided = Self::Decided>> {
        None
    }

    fn takes_long(_: &Self::Act) -> bool {
        false
    }

    /// Judges an act.
    ///
    /// # Errors
    ///
    /// The rules' rejection.
    fn decide(
        &self,
        at: GameTime,
        by: Self::Actor,
        act: Self::Act,
    ) -> Result<Vec<Self::Decided>, Self::Rejection>;

    /// Applies a decision and returns what to write and publish.
    ///
    /// # Errors
    ///
    /// Fails if the record can't be kept.
    fn take(
        &mut self,
        decided: &Self::Decided,
        principal: &str,
        written: UnixMillis,
    ) -> Result<AppliedEvent, RecordError>;

    /// The answer to an act, with the number of events after it.
    fn acceptance(
        at: GameTime,
        decided: Vec<Self::Decided>,
        sealed: Option<SealReceipt>,
        records: u64,
    ) -> Self::Acceptance;

    /// The team of an actor, which sees what it submits.
    fn team(_: Self::Actor) -> Option<TeamId> {
        None
    }

    /// Founds a new subject and returns its first record without tag.
    ///
    /// # Errors
    ///
    /// Fails if it can't be set up.
    fn found(options: &Options<Self::Setup>) -> Result<(Self, Vec<u8>), StartError>;

    /// Resumes from the journal's first record.
    ///
    /// # Errors
    ///
    /// Fails if it isn't the first record of a stream of this kind.
    fn resume(options: &Options<Self::Setup>, first: DecodedRecord) -> Result<Self, StartError>;

    /// Decodes a journal record.
    ///
    /// # Errors
    ///
    /// Fails if it isn't one of this subject.
    fn decode(&self, bytes: &[u8]) -> Result<DecodedRecord, crate::codec::Error>;

    /// Applies a journal record, stored as these bytes.
    ///
    /// # Errors
    ///
    /// Fails if its sealed contents can't be opened.
    fn replay(&mut self, record: DecodedRecord, bytes: &[u8]) -> Result<Option<AppliedEvent>, RecordError>;

    fn published(&self, options: &Options<Self::Setup>) -> PublishedItems;

    fn chain(&mut self) -> &mut ChainWriter;

    fn records(&self) -> u64;

    /// Its checkpoint after the last record, which has the tag `last`; `None` if it isn't over or is always
    /// recovered.
    fn checkpoint(&mut self, last: (Sequence, [u8; 32]), lines: u64) -> Option<Checkpoint> {
        let _ = (last, lines);
        None
    }
}

/// Events due by time alone.
pub trait Clockwork {
    type Decided;

    fn now(&self) -> GameTime;

    /// Returns when something is due. While there is such a time, an outage costs teams time.
    fn due(&self) -> Option<GameTime>;

    fn tick(&self, at: GameTime) -> Vec<Self::Decided>;

    /// Returns what happens by itself after an outage.
    fn after_outage(&self, what: AfterOutage, soonest: GameTime) -> Vec<Self::Decided>;
}

/// Result of one applied event.
pub struct AppliedEvent {
    /// The journal record without its tag; empty if it was read from there.
    pub record: Vec<u8>,
    pub(crate) step: OpenStep,
    /// Its lines in the record; empty if it was read from the journal.
    pub lines: Vec<String>,
    pub projected: Projection,
    pub sealed: Option<SealReceipt>,
    pub at: GameTime,
    pub name: &'static str,
}

pub(super) fn misplaced<S: Subject>(options: &Options<S::Setup>) -> StartError {
    let source = crate::codec::Error::OfAnotherKind { kind: S::KIND };
    StartError::Record { game: options.id.clone(), sequence: Sequence::START.next(), source }
}
