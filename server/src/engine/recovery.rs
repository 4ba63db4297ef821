//! Bringing a game back from its journal, or setting it up.
//!
//! All boxes are opened on the way, also those of rounds that are over: each team's own feed shows its own lists,
//! the replaced ones too, and must be the same after a restart.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use ishigaki_journal::{Append, Epoch, Journal, Sequence, StreamId};
use ishigaki_record::signing::{Fingerprint, PublicKey};
use ishigaki_rules::{Act, Actor, Command, Event, Game, GameTime, Setup, SetupFault, decide};
use tokio::sync::watch;

use super::ledger::{self, Filed, Written};
use super::scribe::{Error as RecordError, Noted, Scribe};
use super::vault::Vault;
use crate::archive::{Index, Step};
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::evidence::Evidence;
use crate::feed::{Projected, is_news};
use crate::key::ServerKey;
use crate::metrics::Meter;

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
        source: ledger::Error,
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

/// A game as its journal left it.
pub(super) struct Recovered {
    pub(super) game: Game,
    pub(super) scribe: Scribe,
    pub(super) index: Index,
    pub(super) epoch: Epoch,
    pub(super) head: Sequence,
    pub(super) time: GameTime,
    pub(super) published: Vec<Projected>,
}

/// The public keys under which the journal's games were founded, by game.
pub async fn founders(journal: &dyn Journal) -> Result<BTreeMap<String, PublicKey>, Error> {
    let mut founders = BTreeMap::new();
    for (game, _) in journal.streams().await.map_err(Error::streams)? {
        let unread = |source| Error::Journal { game: game.clone(), source: Box::new(source) };
        // A game whose first record was never written has not started.
        for record in journal.read(game.clone(), Sequence::START, 1).await.map_err(unread)? {
            let misread = |source| Error::Record { game: game.clone(), sequence: record.sequence, source };
            if let Written::Founding(founding) = ledger::decode(&record.bytes, None).map_err(misread)? {
                founders.insert(game.to_string(), founding.server_key);
            }
        }
    }
    Ok(founders)
}

/// Claims the game's stream, folds its records, and writes what is missing: the set-up of a new game, the
/// pause of one that shall wait after an outage.
pub(super) async fn recover(options: &Options) -> Result<Recovered, Error> {
    let claim = options.journal.claim(options.id.clone()).await.map_err(|source| failed(options, source))?;
    let mut records = Vec::new();
    let mut folding = if let Some(folding) = fold_all(options, claim.head).await? {
        folding
    } else {
        let (folding, record) = found(options)?;
        records.push(record);
        folding
    };
    if options.after_outage == AfterOutage::Wait && folding.game.due().is_some() {
        for event in pause(&folding.game, folding.time) {
            let at = claim.head.after(1 + u64::try_from(records.len()).unwrap_or(u64::MAX));
            let written = options.clock.time_of_day();
            let noted = folding.scribe.note(&folding.game, &event, "", written);
            let Noted { record, evidence } = noted.map_err(|source| unkept(options, at, source))?;
            records.push(record);
            folding.take(at, &event, &evidence);
        }
    }
    let mut head = claim.head;
    if !records.is_empty() {
        let append = Append { stream: options.id.clone(), epoch: claim.epoch, expected: head, records };
        head = options.journal.append(append).await.map_err(|source| failed(options, source))?;
    }
    let Folding { game, scribe, index, time, published } = folding;
    let time = time.max(game.now());
    Ok(Recovered { game, scribe, index, epoch: claim.epoch, head, time, published })
}

/// Sets up a game that is not in the journal yet; gives its first record.
fn found(options: &Options) -> Result<(Folding, Bytes), Error> {
    let setup = options.setup.clone();
    setup.check().map_err(|fault| Error::Setup { game: options.id.clone(), fault })?;
    let vault = vault(options, &setup);
    let founded = Scribe::found(options.id.as_str(), &setup, vault, options.clock.time_of_day());
    let (scribe, record) = founded.map_err(|source| unkept(options, Sequence::START.next(), source))?;
    Ok((Folding::new(setup, scribe), record))
}

fn vault(options: &Options, setup: &Setup) -> Vault {
    Vault::new(options.id.as_str(), setup, Arc::clone(&options.key), Arc::clone(&options.entropy))
}

/// Reads the game's stream up to `head`, page by page. `None` if nothing is in it.
async fn fold_all(options: &Options, head: Sequence) -> Result<Option<Folding>, Error> {
    let mut folding: Option<Folding> = None;
    let mut read = Sequence::START;
    while read < head {
        let page = options
            .journal
            .read(options.id.clone(), read.next(), PAGE)
            .await
            .map_err(|source| failed(options, source))?;
        if page.is_empty() {
            break;
        }
        for record in page {
            let at = record.sequence;
            let setup = folding.as_ref().map(|folding| folding.game.setup());
            let written = ledger::decode(&record.bytes, setup);
            match written.map_err(|source| Error::Record {
                game: options.id.clone(),
                sequence: at,
                source,
            })? {
                Written::Founding(founding) => {
                    check_key(options, founding.server_key)?;
                    let scribe = Scribe::resume(&founding, vault(options, &founding.setup));
                    folding = Some(Folding::new(founding.setup, scribe));
                }
                Written::Heartbeat(alive) => {
                    if let Some(folding) = &mut folding {
                        folding.time = folding.time.max(alive);
                    }
                }
                Written::Filed(filed) => {
                    if let Some(folding) = &mut folding {
                        folding.fold(at, *filed).map_err(|source| unkept(options, at, source))?;
                    }
                }
            }
            read = at;
        }
    }
    Ok(folding)
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
    scribe: Scribe,
    index: Index,
    time: GameTime,
    published: Vec<Projected>,
}

impl Folding {
    fn new(setup: Setup, scribe: Scribe) -> Self {
        Self {
            game: Game::new(setup),
            scribe,
            index: Index::default(),
            time: GameTime::default(),
            published: Vec::new(),
        }
    }

    fn fold(&mut self, at: Sequence, filed: Filed) -> Result<(), RecordError> {
        let (event, evidence) = self.scribe.read(&self.game, filed)?;
        self.take(at, &event, &evidence);
        Ok(())
    }

    fn take(&mut self, at: Sequence, event: &Event, evidence: &Evidence) {
        let is_news = is_news(&self.game, event);
        self.game.apply(event);
        self.index.file(at, Step::of(&event.fact));
        self.published.push(Projected::of(&self.game, event, is_news, evidence));
        self.time = self.time.max(event.at);
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
