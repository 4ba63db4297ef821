//! This server as a member of a cluster with a shared journal. It joins, serves its share of games and
//! events, takes over from others, and drains on request.
//!
//! The journal records live members and the streams that each of them holds
//! ([`ishigaki_journal::Membership`]). A wrong belief of a server can't cause double writes, because every
//! claim fences the previous one. This module decides when to claim streams, and stops games and events that
//! another server has taken.

mod keeper;
mod placement;
mod takeover;

use std::collections::BTreeSet;
use std::sync::Arc;

use ishigaki_catalogue::Message;
use ishigaki_engine::clock::{Clock, Monotonic};
use ishigaki_engine::directory::Directory;
use ishigaki_engine::engine::Departure;
use ishigaki_engine::games::{GameSlot, Games};
use ishigaki_engine::stop_reason::StopReason;
use ishigaki_engine::token::{SharedTokens, TokenRegistry};
use ishigaki_engine::tournaments::{self, Tournaments};
use ishigaki_journal::{Error as JournalError, FatalError, Member, MemberId, Membership, StreamId};
use tokio::sync::{Mutex as AsyncMutex, watch};

use crate::journal::reopening::Generation;

use placement::Units;

/// Time limit for releasing the games of a unit, in milliseconds.
const RELEASE_TIMEOUT: u64 = 1_000;

/// Time that a list waits for games just started elsewhere, in milliseconds.
const LIST_TIMEOUT: u64 = 500;

/// Options of a member of a cluster.
#[derive(Debug, Default)]
pub struct MemberOptions {
    pub address: String,
    /// Notified when the journal was reopened, if it can be.
    pub news: Option<watch::Receiver<Generation>>,
}

/// The servers sharing a journal, as one of them sees them.
pub struct Cluster {
    place: MemberOptions,
    games: Arc<Games>,
    tournaments: Arc<Tournaments>,
    directory: Directory,
    clock: Arc<dyn Clock>,
    tokens: AsyncMutex<SharedTokens>,
    giving: AsyncMutex<()>,
}

/// A server and the streams it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerEntry {
    pub member: Member,
    /// Ids of its games and events, sorted.
    pub holds: Vec<String>,
    pub is_this: bool,
}

/// Error of moving a game or event, or of listing servers.
#[derive(Debug, thiserror::Error, Message)]
#[message("cluster")]
pub enum Error {
    /// The server is unknown, dead or draining.
    #[message("fault-unknown-server")]
    UnknownServer(#[message("server")] MemberId),
    #[message("fault-window-open")]
    WindowOpen(#[message("game")] String),
    NotHere(#[message("id")] String),
    Journal(#[from] JournalError),
}

enum Served {
    Game(Arc<GameSlot>),
    Event(tournaments::Handle),
}

impl Served {
    fn id(&self) -> &StreamId {
        match self {
            Self::Game(game) => game.id(),
            Self::Event(event) => event.id(),
        }
    }

    fn depart(&self, departure: Departure) {
        match self {
            Self::Game(game) => game.depart(departure),
            Self::Event(event) => event.depart(departure),
        }
    }

    fn is_elsewhere(&self) -> bool {
        match self {
            Self::Game(game) => game.is_elsewhere(),
            Self::Event(event) => event.is_elsewhere(),
        }
    }

    fn is_window_open(&self) -> bool {
        match self {
            Self::Game(game) => game.is_window_open(),
            Self::Event(_) => false,
        }
    }

    fn is_untouched(&self) -> bool {
        match self {
            Self::Game(game) => game.is_untouched(),
            Self::Event(_) => false,
        }
    }

    async fn closed(&self) {
        match self {
            Self::Game(game) => game.ended().await,
            Self::Event(event) => event.feeds().closed().await,
        }
    }
}

impl Cluster {
    /// Returns the server with this client address, games and events.
    pub fn new(
        place: MemberOptions,
        games: Arc<Games>,
        tournaments: Arc<Tournaments>,
        registry: TokenRegistry,
    ) -> Self {
        let (directory, clock) = (games.directory().clone(), Arc::clone(&games.context().clock));
        let giving = AsyncMutex::default();
        let tokens = AsyncMutex::new(SharedTokens::new(registry));
        Self { place, games, tournaments, directory, clock, tokens, giving }
    }

    /// Returns all live and recent servers with their streams.
    pub async fn servers(&self) -> Result<Vec<ServerEntry>, Error> {
        let members = self.membership()?.renew().await?.members;
        let holdings = self.membership()?.holdings().await?;
        let me = self.directory.me();
        let entry = |member: Member| {
            let held = holdings.iter().filter(|holding| holding.holder == Some(member.id));
            let holds = held.map(|holding| holding.stream.to_string()).collect();
            ServerEntry { is_this: me == Some(member.id), member, holds }
        };
        Ok(members.into_iter().map(entry).collect())
    }

    /// Looks up the holders of these games, which another server may just have started. Waits for half a
    /// second at most.
    pub async fn inspect(&self, games: Vec<StreamId>) {
        let lookup = async { self.membership()?.holdings_of(games).await };
        let result = tokio::select! {
            result = lookup => result,
            () = self.after(LIST_TIMEOUT) => return,
        };
        match result {
            Ok(holdings) => self.directory.update_streams(holdings),
            Err(error) => tracing::debug!(%error, "can't read which server serves which game"),
        }
    }

    /// Sets whether a server is draining.
    pub async fn drain(&self, server: MemberId, is_draining: bool) -> Result<(), Error> {
        let is_there = self.membership()?.drain(server, is_draining).await?;
        if is_there { Ok(()) } else { Err(Error::UnknownServer(server)) }
    }

    /// Moves a game with its spares, or an event with its games, to another server; a game of an event takes
    /// the whole event along.
    ///
    /// # Errors
    ///
    /// Fails if it isn't served here, has an open window, or the server is unknown.
    pub async fn hand_over(&self, id: &str, to: MemberId) -> Result<(), Error> {
        let _giving = self.giving.lock().await;
        let members = self.membership()?.renew().await?.members;
        let target = members.into_iter().find(|member| member.id == to);
        let target = target.filter(|member| member.is_alive && !member.is_draining);
        let target = target.ok_or(Error::UnknownServer(to))?;
        if self.games.find(id).is_none() && self.tournaments.get(id).is_none() {
            return Err(Error::NotHere(id.to_owned()));
        }
        if self.directory.me() == Some(to) {
            return Ok(());
        }
        let units = self.units();
        self.give(&self.parts(&units, units.unit(id)), Some(&target)).await
    }

    fn membership(&self) -> Result<&dyn Membership, JournalError> {
        self.games.context().journal.membership().ok_or_else(|| FatalError::Closed.into())
    }

    fn units(&self) -> Units {
        Units::of(self.games.contest(), self.directory.streams())
    }

    fn served(&self) -> impl Iterator<Item = Served> {
        let games = self.games.all().into_iter().map(Served::Game);
        games.chain(self.tournaments.served().into_iter().map(Served::Event))
    }

    fn parts(&self, units: &Units, unit: &str) -> Vec<Served> {
        self.served().filter(|part| units.unit(part.id().as_str()) == unit).collect()
    }

    /// Releases units to this server or to the preferred ones: all, or, if a window opens in between, those
    /// released so far.
    async fn give(&self, parts: &[Served], to: Option<&Member>) -> Result<(), Error> {
        if parts.is_empty() {
            return Ok(());
        }
        let open = |part: &&Served| part.is_window_open();
        if let Some(part) = parts.iter().find(open) {
            return Err(Error::WindowOpen(part.id().to_string()));
        }
        for part in parts {
            part.depart(Departure::WhenCalm);
        }
        let all_gone = async {
            for part in parts {
                part.closed().await;
            }
        };
        tokio::select! {
            () = all_gone => {}
            () = self.after(RELEASE_TIMEOUT) => {
                for part in parts {
                    part.depart(Departure::Stays);
                }
            }
        }
        let (gone, stayed): (Vec<&Served>, Vec<&Served>) = parts.iter().partition(|part| part.is_elsewhere());
        let streams: Vec<StreamId> = gone.iter().map(|part| part.id().clone()).collect();
        let given = streams.len();
        self.membership()?.release(streams, to.map(|member| member.id)).await?;
        self.forget_elsewhere();
        let to = to.map(|member| member.address.as_str());
        tracing::info!(games = given, to, "handed games over");
        match stayed.first() {
            Some(part) => Err(Error::WindowOpen(part.id().to_string())),
            None => Ok(()),
        }
    }

    fn forget_elsewhere(&self) {
        let is_elsewhere = |stop_reason| stop_reason == StopReason::Elsewhere;
        self.games.forget(is_elsewhere);
        self.tournaments.forget(is_elsewhere);
    }

    /// Waits for this many milliseconds.
    async fn after(&self, millis: u64) {
        self.clock.reach(Monotonic(self.clock.now().0.saturating_add(millis))).await;
    }

    fn served_ids(&self) -> BTreeSet<String> {
        self.served().map(|part| part.id().to_string()).collect()
    }
}
