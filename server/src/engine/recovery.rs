//! Bringing a game back from its journal, or setting it up.

use std::sync::Arc;

use ishigaki_journal::{Append, Epoch, Journal, Sequence, StreamId};
use ishigaki_rules::{Act, Actor, Command, Event, Game, GameTime, Setup, SetupFault, decide};
use tokio::sync::watch;

use super::ledger::{self, Entry};
use crate::clock::Clock;
use crate::feed::{Projected, is_news};

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
    /// What happens to a window that was open when the server went down (`T`).
    pub after_outage: AfterOutage,
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
    pub(super) epoch: Epoch,
    pub(super) head: Sequence,
    pub(super) time: GameTime,
    pub(super) published: Vec<Projected>,
}

/// Claims the game's stream, folds its records, and writes what is missing: the set-up of a new game, the
/// pause of one that shall wait after an outage.
pub(super) async fn recover(options: &Options) -> Result<Recovered, Error> {
    let claim = options.journal.claim(options.id.clone()).await.map_err(|source| failed(options, source))?;
    let Folding { game, time, mut published } = fold_all(options, claim.head).await?;
    let mut records = Vec::new();
    let mut game = if let Some(game) = game {
        game
    } else {
        let setup = options.setup.clone();
        setup.check().map_err(|fault| Error::Setup { game: options.id.clone(), fault })?;
        records.push(ledger::game_created(&options.id, &setup, options.clock.time_of_day()));
        Game::new(setup)
    };
    if options.after_outage == AfterOutage::Wait && game.due().is_some() {
        for event in pause(&game, time) {
            records.push(ledger::event(&event, game.setup(), "server", options.clock.time_of_day()));
            let is_news = is_news(&game, &event);
            game.apply(&event);
            published.push(Projected::of(&game, &event, is_news));
        }
    }
    let mut head = claim.head;
    if !records.is_empty() {
        let append = Append { stream: options.id.clone(), epoch: claim.epoch, expected: head, records };
        head = options.journal.append(append).await.map_err(|source| failed(options, source))?;
    }
    let time = time.max(game.now());
    Ok(Recovered { game, epoch: claim.epoch, head, time, published })
}

/// Reads the game's stream up to `head`, page by page.
async fn fold_all(options: &Options, head: Sequence) -> Result<Folding, Error> {
    let mut folding = Folding { game: None, time: GameTime::default(), published: Vec::new() };
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
            let misread =
                |source| Error::Record { game: options.id.clone(), sequence: record.sequence, source };
            folding.fold(&record.bytes).map_err(misread)?;
            read = record.sequence;
        }
    }
    Ok(folding)
}

/// Folds records into a game.
struct Folding {
    game: Option<Game>,
    time: GameTime,
    published: Vec<Projected>,
}

impl Folding {
    fn fold(&mut self, bytes: &[u8]) -> Result<(), ledger::Error> {
        match ledger::decode(bytes, self.game.as_ref().map(Game::setup))? {
            Entry::GameCreated(setup) => self.game = Some(Game::new(*setup)),
            Entry::Heartbeat(at) => self.time = self.time.max(at),
            Entry::Event(event) => {
                if let Some(game) = &mut self.game {
                    let is_news = is_news(game, &event);
                    game.apply(&event);
                    self.published.push(Projected::of(game, &event, is_news));
                    self.time = self.time.max(event.at);
                }
            }
        }
        Ok(())
    }
}

fn pause(game: &Game, at: GameTime) -> Vec<Event> {
    let act = Act::Pause { reason: "the server was down; the judge resumes (T)".into() };
    decide(game, &Command { at, by: Actor::Clock, act }).unwrap_or_default()
}

fn failed(options: &Options, source: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::Journal { game: options.id.clone(), source: Box::new(source) }
}
