//! Bringing a game or event back from its journal, or setting it up; [`mod@sweep`] does so for many at once.
//!
//! All boxes are opened on the way, also those of rounds that are over: each team's own feed shows its own lists,
//! the replaced ones too, and must be the same after a restart.

mod sweep;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bytes::Bytes;
use ishigaki_journal::{
    Append, Epoch, Error as JournalError, Journal, Record, Sequence, StreamClaim, StreamId,
};
use ishigaki_record::signing::PublicKey;
use ishigaki_rules::{GameTime, Setup};
use prost::Message as _;

use super::heartbeat;
use super::options::{Error, Options, check_key, failed, unkept};
use super::subject::{AppliedEvent, Subject, misplaced};
use crate::archive::{Index, OpenStep};
use crate::authenticator::{Authenticator, JournalKey};
use crate::checkpoint::Checkpoint;
use crate::clock::Monotonic;
use crate::codec::{self, DecodedRecord};
use crate::feed::Published;

use sweep::said;
pub(crate) use sweep::side_by_side;
pub(super) use sweep::{
    ClaimOutcome, RecoveryOutcome, begin_all, caught, read_first, read_together, recover_each,
};
pub use sweep::{SweepExtent, SweepPriority};

/// Number of records that are read from the journal at a time.
const PAGE: usize = 1_024;

/// Number of records that are read at a time where nobody waits for them, so that whoever does wait comes to
/// its turn soon.
const VERIFIED: usize = 256;

/// Under which keys the journal's games were founded.
#[derive(Debug, Default)]
pub struct FoundingKeys {
    /// The public keys, by game.
    pub keys: BTreeMap<String, PublicKey>,
    /// The first of the games of which that cannot be read any more, and why.
    pub damaged: Option<Error>,
}

/// A game or event as its journal left it.
pub(super) struct Recovered<S: Subject> {
    pub(super) subject: S,
    /// The set-up that its journal records are read with, if they need one.
    pub(super) game: Option<Arc<Setup>>,
    pub(super) index: Index,
    pub(super) authenticator: Authenticator,
    pub(super) epoch: Epoch,
    pub(super) head: Sequence,
    pub(super) time: GameTime,
    /// The earliest moment at which anything can happen now; see [`Folding::soonest`].
    pub(super) soonest: GameTime,
    pub(super) published: Published,
    /// Its checkpoint, if it is over.
    pub(super) checkpoint: Option<Checkpoint>,
}

/// The public keys under which the journal's games were founded, by game.
///
/// # Errors
/// [`Error::Streams`] or [`Error::Journal`] if the journal does not give what is asked for. Damage is none: it is told
/// beside the keys.
pub async fn founders(journal: &dyn Journal) -> Result<FoundingKeys, Error> {
    let mut founders = FoundingKeys::default();
    for (game, _) in journal.streams().await.map_err(Error::streams)? {
        match founder(journal, &game).await {
            Ok(key) => founders.keys.extend(key.map(|key| (game.to_string(), key))),
            Err(error) if error.is_damage() => {
                founders.damaged.get_or_insert(error);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(founders)
}

/// The key that a game was founded under; `None` if its first record was never written, for then it has not started.
async fn founder(journal: &dyn Journal, game: &StreamId) -> Result<Option<PublicKey>, Error> {
    let unread = |source| Error::Journal { game: game.clone(), source: Box::new(source) };
    let first = journal.read(game.clone(), Sequence::START, 1).await.map_err(unread)?;
    let Some(record) = first.first() else { return Ok(None) };
    let misread = |source| Error::Record { game: game.clone(), sequence: record.sequence, source };
    Ok(codec::decode(&record.bytes, None).map_err(misread)?.founder())
}

/// Claim of a game, as it was granted: enough to read its records from the first on, as often as that is needed.
#[derive(Clone, Debug)]
pub struct GameClaim {
    claim: StreamClaim,
    /// Checkpoint that was kept beside its records of what they come to.
    checkpoint: Option<Checkpoint>,
}

/// A game or event on its way back from its journal.
pub(super) struct Recovery<S: Subject> {
    options: Options<S::Setup>,
    claim: StreamClaim,
    authenticator: Authenticator,
    /// The last record that is folded.
    read: Sequence,
    /// Checkpoint that was kept beside its records of what they come to, if that is authentic.
    checkpoint: Option<Checkpoint>,
    /// `None` as long as no record is.
    folding: Option<Folding<S>>,
    /// Reason for which no more of them are.
    failure: Option<Error>,
}

impl<S: Subject> Recovery<S> {
    /// Claims the stream.
    pub(super) async fn begin(options: Options<S::Setup>) -> Result<Self, Error> {
        let claim = options.journal.claim(options.id.clone()).await;
        let mut recovery = Self::of(options, claim)?;
        let Options { journal, id, .. } = &recovery.options;
        let kept = journal.checkpoints(BTreeSet::from([id.clone()])).await;
        let kept = kept.map_err(|source| failed(&recovery.options, source))?.remove(id);
        recovery.know(kept.as_deref());
        Ok(recovery)
    }

    /// Begins to bring back what is known to have these records, and writes nothing.
    pub(super) fn reading(options: Options<S::Setup>, checkpoint: Checkpoint) -> Result<Self, Error> {
        // No append is made in this epoch.
        let claim = StreamClaim { epoch: Epoch(0), head: checkpoint.records() };
        Ok(Self { checkpoint: Some(checkpoint), ..Self::of(options, Ok(claim))? })
    }

    /// Begins once more to bring back what was claimed already.
    pub(super) fn again(options: Options<S::Setup>, GameClaim { claim, checkpoint }: GameClaim) -> Self {
        let authenticator = Authenticator::new(options.key.journal(), &options.id);
        Self {
            options,
            claim,
            authenticator,
            read: Sequence::START,
            checkpoint,
            folding: None,
            failure: None,
        }
    }

    /// Goes on from what its claim came to.
    fn of(options: Options<S::Setup>, claim: Result<StreamClaim, JournalError>) -> Result<Self, Error> {
        let claim = claim.map_err(|source| failed(&options, source))?;
        Ok(Self::again(options, GameClaim { claim, checkpoint: None }))
    }

    /// Returns the outcome of its claim.
    pub(super) fn claim(&self) -> GameClaim {
        GameClaim { claim: self.claim, checkpoint: self.checkpoint.clone() }
    }

    pub(super) fn id(&self) -> &StreamId {
        &self.options.id
    }

    /// Folds its first record, if it has one.
    async fn read_first(&mut self) -> Result<(), Error> {
        if self.claim.head > Sequence::START { self.read_page(1).await } else { Ok(()) }
    }

    /// Its set-up: that of its first record once that is folded, before that the one it would be founded with.
    pub(super) fn setup(&self) -> &S::Setup {
        self.folding.as_ref().map_or(&self.options.setup, |folding| folding.subject.setup())
    }

    /// Takes note of what was kept of it. A checkpoint of an older format, or of another key's server, is made anew.
    fn know(&mut self, kept: Option<&[u8]>) {
        let Some(kept) = kept else { return };
        let Options { id, key, .. } = &self.options;
        self.checkpoint = Checkpoint::decode(kept, key.journal(), id);
        if self.checkpoint.is_none() {
            tracing::warn!(game = %id, "its checkpoint is not one of this server, and is made anew");
        }
    }

    /// Its checkpoint, if it is over and that is of all its records: they need not be read now. One of other records is only a
    /// cache that is out of date, so the records are read.
    fn dormant(&self) -> impl Future<Output = Result<Option<Checkpoint>, Error>> + Send + use<S> {
        let Options { journal, id, .. } = &self.options;
        let (journal, game, head) = (Arc::clone(journal), id.clone(), self.claim.head);
        let kept = self.checkpoint.clone().filter(|kept| kept.records() >= head);
        async move {
            let Some(checkpoint) = kept else { return Ok(None) };
            let last = journal.read(game.clone(), head, 1).await;
            let last =
                last.map_err(|source| Error::Journal { game: game.clone(), source: Box::new(source) })?;
            Ok(last.first().is_some_and(|last| checkpoint.is_of(last)).then_some(checkpoint))
        }
    }

    /// The checkpoint that follows from its records, all of which have been read. What was kept is dropped if it is another one:
    /// the records are authenticated one by one, and the checkpoint is made of them.
    fn made_checkpoint(&mut self) -> Option<Checkpoint> {
        let last = self.authenticator.last();
        let folding = self.folding.as_mut();
        let made = folding.and_then(|folding| folding.subject.checkpoint(last, folding.index.lines()));
        if let Some(kept) = &self.checkpoint
            && kept.records() >= self.claim.head
            && made.as_ref() != Some(kept)
        {
            self.drop_checkpoint();
        }
        made
    }

    fn drop_checkpoint(&mut self) {
        let Some(kept) = self.checkpoint.take() else { return };
        tracing::warn!(
            game = %self.options.id,
            checkpoint = kept.records().0,
            records = self.claim.head.0,
            "its checkpoint is of other records and is dropped: the journal may have been restored from a copy"
        );
    }

    /// Folds all records, a few at a time, and compares what they come to with the checkpoint; gives the set-up, and `None` if
    /// the checkpoint is of other records. Between two pages it waits for `pause`.
    pub(super) async fn verify<F: Future<Output = ()>>(
        mut self,
        pause: impl Fn() -> F,
    ) -> Result<Option<Arc<S::Setup>>, Error> {
        while self.read < self.claim.head {
            let before = self.read;
            self.read_page(VERIFIED).await?;
            if self.read == before {
                break;
            }
            pause().await;
        }
        self.made_checkpoint();
        let folding = self.folding.as_ref().ok_or_else(|| misplaced::<S>(&self.options))?;
        Ok(self.checkpoint.is_some().then(|| Arc::clone(folding.subject.setup())))
    }

    /// Returns the number of its records.
    pub(super) fn records(&self) -> u64 {
        self.claim.head.0
    }

    /// Folds a record if it is the next one. What goes wrong is told by [`finish`](Self::finish), a panic as well: it is this
    /// game's alone, and whoever folds it has others to fold.
    fn offer(&mut self, record: &Record) {
        let is_next = record.sequence == self.read.next() && record.sequence <= self.claim.head;
        if is_next && self.failure.is_none() {
            let taken = catch_unwind(AssertUnwindSafe(|| self.take(record)));
            self.failure = match taken {
                Ok(taken) => taken.err(),
                Err(panic) => Some(Error::Panicked { game: self.options.id.clone(), panic: said(&*panic) }),
            };
        }
    }

    /// Folds what is left, and writes what is missing: the set-up of what is new, the pause of a game that shall wait after
    /// an outage.
    pub(super) async fn finish(mut self) -> Result<(Options<S::Setup>, Recovered<S>), Error> {
        self.read_on().await?;
        let checkpoint = self.made_checkpoint();
        if let Some(made) = checkpoint.as_ref().filter(|made| self.checkpoint.as_ref() != Some(made)) {
            let Options { journal, id, key, .. } = &self.options;
            keep(&**journal, id, key.journal(), made).await;
        }
        let Self { options, claim, mut authenticator, folding, .. } = self;
        let mut records = Vec::new();
        let mut folding = if let Some(folding) = folding {
            folding
        } else {
            let (subject, founding) = S::found(&options)?;
            records.push(authenticator.stamp(founding));
            Folding::new(subject, &options)
        };
        let next = |records: &[Bytes]| claim.head.after(1 + u64::try_from(records.len()).unwrap_or(u64::MAX));
        let clockwork = folding.subject.clockwork();
        let due = clockwork.map(|clockwork| clockwork.after_outage(options.after_outage, folding.soonest()));
        let due = due.unwrap_or_default();
        if !due.is_empty() {
            let written = options.clock.time_of_day();
            let epoch = folding.subject.chain().take_up(written);
            let epoch = epoch.map_err(|source| unkept(&options, next(&records), source.into()))?;
            if let Some((epoch, _)) = epoch {
                records.push(authenticator.stamp(epoch.to_wire().encode_to_vec()));
                folding.index.file(OpenStep::TakesUp);
            }
        }
        for decided in due {
            let taken = folding.subject.take(&decided, "", options.clock.time_of_day());
            let mut taken = taken.map_err(|source| unkept(&options, next(&records), source))?;
            records.push(authenticator.stamp(std::mem::take(&mut taken.record)));
            folding.take(taken);
        }
        let mut head = claim.head;
        if !records.is_empty() {
            let append = Append { stream: options.id.clone(), epoch: claim.epoch, expected: head, records };
            head = options.journal.append(append).await.map_err(|source| failed(&options, source))?;
        }
        let soonest = folding.soonest();
        let Folding { subject, index, time, published } = folding;
        let (epoch, game) = (claim.epoch, S::game_setup(&subject));
        let recovered = Recovered {
            subject,
            game,
            index,
            authenticator,
            epoch,
            head,
            time,
            soonest,
            published,
            checkpoint,
        };
        Ok((options, recovered))
    }

    /// Reads the stream from the next record to its head, page by page.
    async fn read_on(&mut self) -> Result<(), Error> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        while self.read < self.claim.head {
            let before = self.read;
            self.read_page(PAGE).await?;
            if self.read == before {
                break;
            }
        }
        Ok(())
    }

    /// Reads so many records, as far as there are any.
    async fn read_page(&mut self, limit: usize) -> Result<(), Error> {
        let page = self.options.journal.read(self.options.id.clone(), self.read.next(), limit).await;
        for record in page.map_err(|source| failed(&self.options, source))? {
            // What was written since the claim is another writer's.
            if record.sequence <= self.claim.head {
                self.take(&record)?;
            }
        }
        Ok(())
    }

    /// Folds the next record.
    fn take(&mut self, record: &Record) -> Result<(), Error> {
        let at = record.sequence;
        let Self { options, authenticator, folding, .. } = self;
        let misread = |source| Error::Record { game: options.id.clone(), sequence: at, source };
        let written = match folding {
            Some(folding) => folding.subject.decode(&record.bytes),
            None => codec::decode(&record.bytes, None),
        };
        let written = written.map_err(misread)?;
        // Before anything is made of it. A journal of another key is named as such.
        if !authenticator.check(record) {
            if let Some(needed) = written.founder() {
                check_key(options, needed)?;
            }
            return Err(misread(codec::Error::NotAuthentic));
        }
        if self.checkpoint.as_ref().is_some_and(|kept| kept.records() == at && !kept.is_of(record)) {
            self.drop_checkpoint();
        }
        let Self { options, folding, .. } = self;
        match (folding, written) {
            (folding @ None, first) => {
                *folding = Some(Folding::new(S::resume(options, first)?, options));
            }
            (Some(folding), DecodedRecord::Epoch(epoch)) => {
                folding.subject.chain().read_epoch(&epoch);
                folding.index.file(OpenStep::TakesUp);
            }
            (Some(folding), DecodedRecord::Heartbeat(alive)) => folding.time = folding.time.max(alive),
            (Some(folding), written) => {
                let taken = folding.subject.replay(written, &record.bytes);
                if let Some(taken) = taken.map_err(|source| unkept(options, at, source))? {
                    folding.take(taken);
                }
            }
        }
        self.read = at;
        Ok(())
    }
}

/// Keeps a checkpoint beside the records that it is of; whether it is kept. Without it the next start takes longer.
pub(super) async fn keep(
    journal: &dyn Journal,
    id: &StreamId,
    key: &JournalKey,
    checkpoint: &Checkpoint,
) -> bool {
    let kept = journal.keep_checkpoint(id.clone(), checkpoint.encode(key, id)).await;
    if let Err(error) = &kept {
        tracing::debug!(game = %id, error = error as &dyn std::error::Error, "no checkpoint is kept");
    }
    kept.is_ok()
}

/// Folds records into a game or event.
struct Folding<S: Subject> {
    subject: S,
    index: Index,
    time: GameTime,
    published: Published,
}

impl<S: Subject> Folding<S> {
    fn new(subject: S, options: &Options<S::Setup>) -> Self {
        let published = subject.published(options);
        Self { subject, index: Index::default(), time: GameTime::default(), published }
    }

    /// The earliest moment at which anything can happen next: not before the last record, and of an open window the next
    /// whole second, or the last moment of the window if that comes first.
    ///
    /// Every list that the window can have taken lies before both, so that no moment after an outage shows when one was
    /// replaced (`A4`); the window itself goes on from the time that everybody knows, so that it costs nobody time (`T`).
    fn soonest(&self) -> GameTime {
        let Some(clockwork) = self.subject.clockwork() else { return self.time };
        let known = self.time.max(clockwork.now());
        let Some(due) = clockwork.due() else { return known };
        let last = GameTime(due.0.saturating_sub(1));
        known.max(heartbeat::after(self.time).min(last))
    }

    fn take(&mut self, taken: AppliedEvent) {
        self.index.file(taken.step);
        let is_news = taken.projected.is_news();
        // Before anybody can read it.
        self.published.add(taken.projected, Monotonic::default());
        // When a list was replaced does not show in the clock after an outage (A4).
        if is_news {
            self.time = self.time.max(taken.at);
        }
    }
}
