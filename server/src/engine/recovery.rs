//! Bringing a game back from its journal, or setting it up; [`mod@sweep`] does so for many at once.
//!
//! All boxes are opened on the way, also those of rounds that are over: each team's own feed shows its own lists,
//! the replaced ones too, and must be the same after a restart.

mod sweep;

use std::collections::BTreeMap;
use std::sync::Arc;

use ishigaki_journal::{Append, Claim, Epoch, Journal, Record, Sequence, StreamId};
use ishigaki_proto::convert;
use ishigaki_proto::shared::EncodedEvent;
use ishigaki_record::signing::{Fingerprint, PublicKey};
use ishigaki_rules::{Act, Actor, Command, Event, Game, GameTime, Setup, SetupFault, decide};
use prost::Message as _;
use tokio::sync::watch;

use super::heartbeat;
use super::seals::SealStore;
use super::writer::{Error as RecordError, RecordWriter};
use crate::archive::{Index, Step};
use crate::authenticator::Authenticator;
use crate::clock::{Clock, Monotonic};
use crate::codec::{self, DecodedRecord, EventRecord, FoundingRecord};
use crate::entropy::Entropy;
use crate::evidence::Evidence;
use crate::feed::{Projected, Published, is_news};
use crate::key::ServerKey;
use crate::meter::Meter;
use crate::spool::Spool;

pub(super) use sweep::recover_all;

/// How many records are read from the journal at a time.
const PAGE: usize = 1_024;

/// What an engine needs to start.
pub struct Options {
    /// The game's id, which is its stream in the journal.
    pub id: StreamId,
    /// The set-up of a game that is not in the journal yet. One that is keeps the set-up it was started with.
    pub setup: Setup,
    /// Where the game is recorded.
    pub journal: Arc<dyn Journal>,
    /// The server's clock.
    pub clock: Arc<dyn Clock>,
    /// The server's randomness.
    pub entropy: Arc<dyn Entropy>,
    /// What the server signs and wraps with.
    pub key: Arc<ServerKey>,
    /// What happens to a window that was open when the server went down (`T`).
    pub after_outage: AfterOutage,
    /// Where it counts what it does.
    pub meter: Meter,
    /// Where lines of its record are kept.
    pub spool: Spool,
    /// Turns true when the engine shall stop.
    pub stop: watch::Receiver<bool>,
}

/// What happens to a window that was open when the server went down (`T`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterOutage {
    /// It goes on by itself.
    #[default]
    Resume,
    /// The game is paused until the judge resumes it.
    Wait,
}

/// Why a game cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The journal does not take or give.
    #[error("the journal of game {game} cannot be used")]
    Journal {
        /// The game.
        game: StreamId,
        /// Why.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The journal does not say which games it has.
    #[error("the journal cannot be used")]
    Streams(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A record cannot be read.
    #[error("record {sequence} of game {game} cannot be read")]
    Record {
        /// The game.
        game: StreamId,
        /// Which record.
        sequence: Sequence,
        /// Why.
        source: codec::Error,
    },
    /// A record cannot be opened or made: most likely it was sealed with another key file's wrapping key.
    #[error("record {sequence} of game {game} cannot be opened or made")]
    Kept {
        /// The game.
        game: StreamId,
        /// Which record.
        sequence: Sequence,
        /// Why.
        source: RecordError,
    },
    /// The game belongs to another key.
    #[error("game {game} was sealed under the key {needed}; this server has the key {found}")]
    Key {
        /// The game.
        game: StreamId,
        /// The fingerprint of the server's key.
        found: Fingerprint,
        /// The fingerprint of the game's key.
        needed: Fingerprint,
    },
    /// Games that are not over are not in the contest file any more.
    #[error(
        "the journal has games that are not over, and the contest file does not name them any more: {games}. Put them back \
         into the file; or, to leave them out for good, add left_out = [...] with their ids under [server] in the file"
    )]
    Removed {
        /// Their ids.
        games: String,
    },
    /// The set-up cannot be played.
    #[error("game {game} cannot be played: {fault:?}")]
    Setup {
        /// The game.
        game: StreamId,
        /// Why.
        fault: SetupFault,
    },
}

impl Error {
    /// The journal's streams cannot be listed or named.
    pub fn streams(source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Streams(Box::new(source))
    }
}

impl Error {
    /// Whether the records of one game are what is wrong, so that all others can be served.
    pub fn is_damage(&self) -> bool {
        match self {
            // All games of a foreign journal are of another key, which is told before.
            Self::Record { .. } | Self::Key { .. } => true,
            Self::Journal { source, .. } => {
                let read = source.downcast_ref::<ishigaki_journal::Error>();
                matches!(read, Some(ishigaki_journal::Error::Damaged { .. }))
            }
            // Of these, all games have the same cause.
            Self::Streams(_) | Self::Kept { .. } | Self::Setup { .. } | Self::Removed { .. } => false,
        }
    }

    /// Whether it is the journal that does not take or give.
    pub fn is_of_journal(&self) -> bool {
        matches!(self, Self::Journal { .. } | Self::Streams(_))
    }
}

/// Under which keys the journal's games were founded.
#[derive(Debug, Default)]
pub struct FoundingKeys {
    /// The public keys, by game.
    pub keys: BTreeMap<String, PublicKey>,
    /// The first of the games of which that cannot be read any more, and why.
    pub damaged: Option<Error>,
}

/// A game as its journal left it.
pub(super) struct Recovered {
    pub(super) game: Game,
    pub(super) writer: RecordWriter,
    pub(super) index: Index,
    pub(super) authenticator: Authenticator,
    pub(super) epoch: Epoch,
    pub(super) head: Sequence,
    pub(super) time: GameTime,
    /// The earliest moment at which anything can happen now; see [`Folding::soonest`].
    pub(super) soonest: GameTime,
    pub(super) published: Published,
}

/// The public keys under which the journal's games were founded, by game.
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
    Ok(match codec::decode(&record.bytes, None).map_err(misread)? {
        DecodedRecord::Founding(founding) => Some(founding.header.server_key),
        _ => None,
    })
}

/// A game on its way back from its journal.
pub(super) struct Recovery {
    options: Options,
    claim: Claim,
    authenticator: Authenticator,
    /// The last record that is folded.
    read: Sequence,
    /// `None` as long as no record is.
    folding: Option<Folding>,
    /// Why no more of them are.
    failure: Option<Error>,
}

impl Recovery {
    /// Claims the game's stream.
    pub(super) async fn begin(options: Options) -> Result<Self, Error> {
        let claim = options.journal.claim(options.id.clone()).await;
        let claim = claim.map_err(|source| failed(&options, source))?;
        let authenticator = Authenticator::new(options.key.journal(), options.id.clone());
        Ok(Self { options, claim, authenticator, read: Sequence::START, folding: None, failure: None })
    }

    /// How many records the game has.
    fn records(&self) -> u64 {
        self.claim.head.0
    }

    /// Folds a record if it is the next one. What goes wrong is told by [`finish`](Self::finish).
    fn offer(&mut self, record: &Record) {
        let is_next = record.sequence == self.read.next() && record.sequence <= self.claim.head;
        if is_next && self.failure.is_none() {
            self.failure = self.take(record).err();
        }
    }

    /// Folds what is left, and writes what is missing: the set-up of a new game, the pause of one that shall wait
    /// after an outage.
    pub(super) async fn finish(mut self) -> Result<(Options, Recovered), Error> {
        self.read_on().await?;
        let Self { options, claim, mut authenticator, folding, .. } = self;
        let mut records = Vec::new();
        let mut folding = if let Some(folding) = folding {
            folding
        } else {
            let (folding, founding) = found(&options)?;
            records.push(authenticator.stamp(founding.to_wire().encode_to_vec()));
            folding
        };
        if options.after_outage == AfterOutage::Wait && folding.game.due().is_some() {
            let written = options.clock.time_of_day();
            let at = claim.head.after(1 + u64::try_from(records.len()).unwrap_or(u64::MAX));
            let epoch = folding.writer.take_up(written).map_err(|source| unkept(&options, at, source))?;
            if let Some((record, _)) = epoch {
                records.push(authenticator.stamp(record.encode_to_vec()));
                folding.index.file(Step::TakesUp);
            }
            for event in pause(&folding.game, folding.soonest()) {
                let at = claim.head.after(1 + u64::try_from(records.len()).unwrap_or(u64::MAX));
                let written = options.clock.time_of_day();
                let noted = folding.writer.note(&folding.game, &event, "", written);
                let noted = noted.map_err(|source| unkept(&options, at, source))?;
                records.push(authenticator.stamp(noted.record));
                folding.take(&event, &noted.event, &noted.evidence);
            }
        }
        let mut head = claim.head;
        if !records.is_empty() {
            let append = Append { stream: options.id.clone(), epoch: claim.epoch, expected: head, records };
            head = options.journal.append(append).await.map_err(|source| failed(&options, source))?;
        }
        let soonest = folding.soonest();
        let Folding { game, writer, index, time, published } = folding;
        let epoch = claim.epoch;
        let recovered =
            Recovered { game, writer, index, authenticator, epoch, head, time, soonest, published };
        Ok((options, recovered))
    }

    /// Reads the stream from the next record to its head, page by page.
    async fn read_on(&mut self) -> Result<(), Error> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        while self.read < self.claim.head {
            let page = self.options.journal.read(self.options.id.clone(), self.read.next(), PAGE).await;
            let page = page.map_err(|source| failed(&self.options, source))?;
            if page.is_empty() {
                break;
            }
            for record in page {
                self.take(&record)?;
            }
        }
        Ok(())
    }

    /// Folds the next record.
    fn take(&mut self, record: &Record) -> Result<(), Error> {
        let Self { options, authenticator, folding, .. } = self;
        let at = record.sequence;
        let misread = |source| Error::Record { game: options.id.clone(), sequence: at, source };
        let setup = folding.as_ref().map(|folding| folding.game.setup());
        let written = codec::decode(&record.bytes, setup).map_err(misread)?;
        // Before anything is made of it. A journal of another key is named as such.
        if !authenticator.check(record) {
            if let DecodedRecord::Founding(founding) = &written {
                check_key(options, founding.header.server_key)?;
            }
            return Err(misread(codec::Error::NotAuthentic));
        }
        match written {
            DecodedRecord::Founding(founding) => {
                check_key(options, founding.header.server_key)?;
                let FoundingRecord { header, .. } = &*founding;
                let writer = RecordWriter::resume(&founding, seals(options, &header.setup));
                *folding = Some(Folding::new(header.setup.clone(), header.server_key, writer));
            }
            DecodedRecord::Epoch(epoch) => {
                if let Some(folding) = folding {
                    folding.writer.read_epoch(&epoch);
                    folding.index.file(Step::TakesUp);
                }
            }
            DecodedRecord::Heartbeat(alive) => {
                if let Some(folding) = folding {
                    folding.time = folding.time.max(alive);
                }
            }
            DecodedRecord::Event(filed) => {
                if let Some(folding) = folding {
                    folding.fold(*filed).map_err(|source| unkept(options, at, source))?;
                }
            }
        }
        self.read = at;
        Ok(())
    }
}

/// Sets up a game that is not in the journal yet; gives its first record.
fn found(options: &Options) -> Result<(Folding, FoundingRecord), Error> {
    let setup = options.setup.clone();
    setup.check().map_err(|fault| Error::Setup { game: options.id.clone(), fault })?;
    let seals = seals(options, &setup);
    let founded = RecordWriter::found(options.id.as_str(), &setup, seals, options.clock.time_of_day());
    let (writer, founding) = founded.map_err(|source| unkept(options, Sequence::START.next(), source))?;
    Ok((Folding::new(setup, options.key.public(), writer), founding))
}

fn seals(options: &Options, setup: &Setup) -> SealStore {
    SealStore::new(options.id.as_str(), setup, Arc::clone(&options.key), Arc::clone(&options.entropy))
}

fn check_key(options: &Options, needed: PublicKey) -> Result<(), Error> {
    let found = options.key.public();
    if found == needed {
        return Ok(());
    }
    let game = options.id.clone();
    Err(Error::Key { game, found: found.fingerprint(), needed: needed.fingerprint() })
}

/// Folds records into a game.
struct Folding {
    game: Game,
    writer: RecordWriter,
    index: Index,
    time: GameTime,
    published: Published,
}

impl Folding {
    fn new(setup: Setup, key: PublicKey, writer: RecordWriter) -> Self {
        Self {
            published: Published::new(&setup, key, writer.instance()),
            game: Game::new(setup),
            writer,
            index: Index::default(),
            time: GameTime::default(),
        }
    }

    /// The earliest moment at which anything can happen next: not before the last record, and of an open window the next
    /// whole second, or the last moment of the window if that comes first.
    ///
    /// Every list that the window can have taken lies before both, so that no moment after an outage shows when one was
    /// replaced (`A4`); the window itself goes on from the time that everybody knows, so that it costs nobody time (`T`).
    fn soonest(&self) -> GameTime {
        let known = self.time.max(self.game.now());
        let Some(due) = self.game.due() else { return known };
        let last = GameTime(due.0.saturating_sub(1));
        known.max(heartbeat::after(self.time).min(last))
    }

    fn fold(&mut self, filed: EventRecord) -> Result<(), RecordError> {
        let encoded = EncodedEvent::new(&convert::event_to_wire(&filed.entry.event, self.game.setup()));
        let (event, evidence) = self.writer.read(&self.game, filed)?;
        self.take(&event, &encoded, &evidence);
        Ok(())
    }

    fn take(&mut self, event: &Event, encoded: &EncodedEvent, evidence: &Evidence) {
        let is_news = is_news(&self.game, event);
        self.game.apply(event);
        self.index.file(Step::of(&event.fact));
        // Before anybody can read it.
        self.published
            .add(Projected::of(&self.game, event, is_news, encoded, evidence), Monotonic::default());
        // When a list was replaced does not show in the clock after an outage (A4).
        if is_news {
            self.time = self.time.max(event.at);
        }
    }
}

fn pause(game: &Game, at: GameTime) -> Vec<Event> {
    let act = Act::Pause { reason: "the server was down; the judge resumes (T)".into() };
    decide(game, &Command { at, by: Actor::Clock, act }).unwrap_or_default()
}

fn failed(options: &Options, source: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::Journal { game: options.id.clone(), source: Box::new(source) }
}

fn unkept(options: &Options, sequence: Sequence, source: RecordError) -> Error {
    Error::Kept { game: options.id.clone(), sequence, source }
}
