//! Recovering a game or event from its journal, or founding it; [`mod@sweep`] recovers many at once.
//!
//! All boxes are opened, even of old rounds, because each team's feed shows its own lists, including replaced
//! ones, and must be the same after a restart.

mod sweep;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bytes::Bytes;
use ishigaki_journal::{Append, Epoch, Journal, Record, Sequence, StreamClaim, StreamId};
use ishigaki_record::signing::PublicKey;
use ishigaki_rules::{GameTime, Setup};
use prost::Message as _;

use super::GameSubject;
use super::closed_game::ClosedGame;
use super::heartbeat;
use super::options::{Error, Options, check_key, failed, unkept};
use super::subject::{AppliedEvent, Subject};
use crate::archive::{Index, OpenStep};
use crate::authenticator::{Authenticator, JournalKey};
use crate::checkpoint::Checkpoint;
use crate::clock::{GameClock, Monotonic};
use crate::codec::{self, DecodedRecord};
use crate::feed::{Cues, PublishedItems};

pub(crate) use sweep::side_by_side;
pub use sweep::{ClaimedGame, claim_all, sweep};
use sweep::{caught, panic_message};

const PAGE: usize = 1_024;

/// Page size of background reads, small so that readers on demand get their turn soon.
const PAGE_BEHIND: usize = 256;

/// The keys with which the journal's games were founded.
#[derive(Debug, Default)]
pub struct FoundingKeys {
    pub keys: BTreeMap<String, PublicKey>,
    /// Error of the first game with an unreadable key.
    pub damaged: Option<Error>,
}

/// A recovered game or event.
pub struct RecoveredSubject<S: Subject = GameSubject> {
    pub(super) options: Options<S::Setup>,
    pub(super) subject: S,
    /// The setup for reading its records, if it is a game.
    pub(super) game: Option<Arc<Setup>>,
    pub(super) index: Index,
    pub(super) authenticator: Authenticator,
    pub(super) epoch: Epoch,
    pub(super) head: Sequence,
    pub(super) time: GameTime,
    /// The earliest possible time of the next event; see [`Folding::soonest`].
    pub(super) soonest: GameTime,
    pub(super) published: PublishedItems,
    pub(super) checkpoint: Option<Checkpoint>,
    /// Its clock and its judge's cues, if they were kept while it was closed.
    pub(super) standing: Option<(GameClock, Cues)>,
}

/// Returns the public keys with which the journal's games were founded, by game.
///
/// # Errors
///
/// [`Error::Streams`] or [`Error::Journal`] if the journal fails. Damage is reported in the result.
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

/// The key with which a game was founded; `None` if it has no record, because then it hasn't started.
async fn founder(journal: &dyn Journal, game: &StreamId) -> Result<Option<PublicKey>, Error> {
    let unread = |source| Error::Journal { game: game.clone(), source: Box::new(source) };
    let first = journal.read(game.clone(), Sequence::START, 1).await.map_err(unread)?;
    let Some(record) = first.first() else { return Ok(None) };
    let misread = |source| Error::Record { game: game.clone(), sequence: record.sequence, source };
    Ok(codec::decode(&record.bytes, None).map_err(misread)?.founder())
}

/// A game or event during recovery.
pub struct Recovery<S: Subject = GameSubject> {
    options: Options<S::Setup>,
    claim: StreamClaim,
    authenticator: Authenticator,
    read: Sequence,
    /// The stored checkpoint, if it is authentic.
    kept: Option<Checkpoint>,
    standing: Option<(GameClock, Cues)>,
    /// `None` before the first record.
    folding: Option<Folding<S>>,
    /// Reason why no more records are folded.
    failure: Option<Error>,
}

impl Recovery {
    /// Starts the recovery of a closed game.
    pub fn of(options: Options, game: &ClosedGame) -> Self {
        let standing = game.standing.clone();
        let kept = standing.is_some().then(|| game.summary.clone());
        Self { kept, standing, ..Self::new(options, game.claim) }
    }

    /// Returns the closed game: known by its checkpoint if that matches its last record, otherwise by its
    /// setup. Reads one record. An unfinished game comes with its recovery.
    pub(super) async fn closed(mut self) -> Result<(ClosedGame, Option<Self>), Error> {
        let (claim, game) = (self.claim, self.options.id.clone());
        if let Some(kept) = self.kept.take() {
            let last = self.options.journal.read(game.clone(), claim.head, 1).await;
            let last = last.map_err(|source| failed(&self.options, source))?;
            if last.first().is_some_and(|last| kept.is_of(last)) {
                return Ok((ClosedGame::over(game, claim, kept, Arc::clone(&self.options.clock)), None));
            }
            self.warn_of_other(&kept);
        }
        if claim.head > Sequence::START {
            self.read_page(1).await?;
        }
        let setup = self.folding.as_ref().map_or(&self.options.setup, |folding| folding.subject.setup());
        let summary = Checkpoint::of_setup(setup);
        Ok((ClosedGame { id: game, claim, summary, standing: None }, Some(self)))
    }
}

impl<S: Subject> Recovery<S> {
    pub(super) async fn begin(options: Options<S::Setup>) -> Result<Self, Error> {
        let claim = options.journal.claim(options.id.clone()).await;
        let claim = claim.map_err(|source| failed(&options, source))?;
        let kept = options.journal.checkpoints(BTreeSet::from([options.id.clone()])).await;
        let kept = kept.map_err(|source| failed(&options, source))?.remove(&options.id);
        Ok(Self::claimed(options, claim, kept.as_deref()))
    }

    /// Starts the recovery of a claimed stream with its stored checkpoint. A checkpoint of an older format or
    /// another key is made again.
    pub(super) fn claimed(options: Options<S::Setup>, claim: StreamClaim, kept: Option<&[u8]>) -> Self {
        let Options { id, key, .. } = &options;
        let checkpoint = kept.and_then(|kept| Checkpoint::decode(kept, key.journal(), id));
        if kept.is_some() && checkpoint.is_none() {
            tracing::warn!(game = %id, "the game's checkpoint is not from this server; making a new one");
        }
        Self { kept: checkpoint, ..Self::new(options, claim) }
    }

    fn new(options: Options<S::Setup>, claim: StreamClaim) -> Self {
        let authenticator = Authenticator::new(options.key.journal(), &options.id);
        let (read, folding, failure) = (Sequence::START, None, None);
        Self { options, claim, authenticator, read, kept: None, standing: None, folding, failure }
    }

    /// Makes the checkpoint from its records and stores it. All of them must have been read and
    /// authenticated.
    async fn checkpoint(&mut self) -> Option<Checkpoint> {
        let last = self.authenticator.last();
        let folding = self.folding.as_mut();
        let made = folding.and_then(|folding| folding.subject.checkpoint(last, folding.index.lines()));
        if made == self.kept {
            return made;
        }
        let Options { journal, id, key, .. } = &self.options;
        if let Some(kept) = &self.kept {
            self.warn_of_other(kept);
        }
        if let Some(made) = &made {
            keep(&**journal, id, key.journal(), made).await;
        }
        made
    }

    fn warn_of_other(&self, kept: &Checkpoint) {
        tracing::warn!(
            game = %self.options.id,
            checkpoint = kept.records().0,
            records = self.claim.head.0,
            "the game's checkpoint doesn't match its records and is ignored: the journal may have been restored from a copy"
        );
    }

    pub(super) fn id(&self) -> &StreamId {
        &self.options.id
    }

    /// Returns the number of its records.
    pub fn records(&self) -> u64 {
        self.claim.head.0
    }

    /// Folds a record if it is the next one. Errors and panics are reported by [`finish`](Self::finish),
    /// because they affect only this game.
    fn offer(&mut self, record: &Record) {
        let is_next = record.sequence == self.read.next() && record.sequence <= self.claim.head;
        if is_next && self.failure.is_none() {
            let taken = catch_unwind(AssertUnwindSafe(|| self.take(record)));
            self.failure = match taken {
                Ok(taken) => taken.err(),
                Err(panic) => {
                    Some(Error::Panicked { game: self.options.id.clone(), panic: panic_message(&*panic) })
                }
            };
        }
    }

    /// Reads its records in the background with a pause after each page. Errors are reported by
    /// [`finish`](Self::finish).
    pub async fn read_behind<F: Future<Output = ()>>(mut self, pause: impl Fn() -> F) -> Self {
        while self.failure.is_none() && self.read < self.claim.head {
            let before = self.read;
            self.failure = caught(self.options.id.clone(), self.read_page(PAGE_BEHIND)).await.err();
            if self.read == before {
                break;
            }
            pause().await;
        }
        self
    }

    /// Folds the remaining records and writes missing ones: the setup of a new game, or the pause of a game
    /// that must wait after an outage.
    pub async fn finish(self) -> Result<RecoveredSubject<S>, Error> {
        let id = self.options.id.clone();
        caught(id, Box::pin(self.written())).await
    }

    async fn written(mut self) -> Result<RecoveredSubject<S>, Error> {
        self.read_on().await?;
        let checkpoint = self.checkpoint().await;
        let Self { options, claim, mut authenticator, folding, standing, .. } = self;
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
        Ok(RecoveredSubject {
            options,
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
            standing,
        })
    }

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

    async fn read_page(&mut self, limit: usize) -> Result<(), Error> {
        let page = self.options.journal.read(self.options.id.clone(), self.read.next(), limit).await;
        for record in page.map_err(|source| failed(&self.options, source))? {
            // Later records are another writer's.
            if record.sequence <= self.claim.head {
                self.take(&record)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, record: &Record) -> Result<(), Error> {
        let at = record.sequence;
        let Self { options, authenticator, folding, .. } = self;
        let misread = |source| Error::Record { game: options.id.clone(), sequence: at, source };
        let written = match folding {
            Some(folding) => folding.subject.decode(&record.bytes),
            None => codec::decode(&record.bytes, None),
        };
        let written = written.map_err(misread)?;
        // Checked first, so that a journal with another key is reported as such.
        if !authenticator.check(record) {
            if let Some(needed) = written.founder() {
                check_key(options, needed)?;
            }
            return Err(misread(codec::Error::NotAuthentic));
        }
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

/// Stores a checkpoint, and returns whether it was stored. Without it the next start takes longer.
pub(super) async fn keep(
    journal: &dyn Journal,
    id: &StreamId,
    key: &JournalKey,
    checkpoint: &Checkpoint,
) -> bool {
    let kept = journal.keep_checkpoint(id.clone(), checkpoint.encode(key, id)).await;
    if let Err(error) = &kept {
        tracing::debug!(game = %id, error = error as &dyn std::error::Error, "can't store a checkpoint");
    }
    kept.is_ok()
}

struct Folding<S: Subject> {
    subject: S,
    index: Index,
    time: GameTime,
    published: PublishedItems,
}

impl<S: Subject> Folding<S> {
    fn new(subject: S, options: &Options<S::Setup>) -> Self {
        let published = subject.published(options);
        Self { subject, index: Index::default(), time: GameTime::default(), published }
    }

    /// The earliest possible time of the next event: not before the last record, and in an open window the
    /// next whole second or the window's last moment, if that is earlier.
    ///
    /// Every list of the window is earlier than both, so no time after an outage shows when one was replaced
    /// (`A4`). The window itself continues from the last public time, so no team loses time (`T`).
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
        // Before it can be read.
        self.published.add(taken.projected, Monotonic::default());
        // After an outage the clock must not show when a list was replaced (A4).
        if is_news {
            self.time = self.time.max(taken.at);
        }
    }
}
