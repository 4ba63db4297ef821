//! This server among those over one journal: it joins them, serves its share of the games and events, takes up what others
//! left behind, and gives away what it is told to.
//!
//! Who is alive, and who holds what, is the journal's to say ([`ishigaki_journal::Membership`]); nothing is written twice
//! whatever a server believes, since every claim fences the one before it. This room decides what is taken when, and ends
//! here what is served elsewhere.

mod keeper;
mod placement;
mod takeover;

use std::collections::BTreeSet;
use std::sync::Arc;

use ishigaki_catalogue::Message;
use ishigaki_engine::clock::{Clock, Monotonic};
use ishigaki_engine::directory::Directory;
use ishigaki_engine::engine::{self, Departure};
use ishigaki_engine::games::{Dormant, Games, ListedGame};
use ishigaki_engine::stop_reason::StopReason;
use ishigaki_engine::token::{SharedTokens, TokenRegistry};
use ishigaki_engine::tournaments::{self, Tournaments};
use ishigaki_journal::{Error as JournalError, FatalError, Member, MemberId, Membership, StreamId};
use tokio::sync::{Mutex as AsyncMutex, watch};

use crate::journal::reopening::Generation;

use placement::Units;

/// How long the games of a unit may take to be let go, in milliseconds.
const LETTING_GO: u64 = 1_000;

/// How long a list waits for what others have started a moment ago, in milliseconds.
const LOOKING: u64 = 500;

/// Options of a server as a member of a cluster.
#[derive(Debug, Default)]
pub struct MemberOptions {
    /// Where clients reach it.
    pub address: String,
    /// Tells when the journal was opened again, if it can be.
    pub news: Option<watch::Receiver<Generation>>,
}

/// Cluster of the servers over one journal, as this one takes part in it.
pub struct Cluster {
    place: MemberOptions,
    games: Arc<Games>,
    tournaments: Arc<Tournaments>,
    directory: Directory,
    clock: Arc<dyn Clock>,
    tokens: AsyncMutex<SharedTokens>,
    /// Held while something is given away.
    giving: AsyncMutex<()>,
}

/// A server, and what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerEntry {
    pub member: Member,
    /// The ids of the games and events that it holds, in the order of their names.
    pub holds: Vec<String>,
    /// Whether it is this one.
    pub is_this: bool,
}

/// Error of moving a game or event to another server, or of asking who has which.
#[derive(Debug, thiserror::Error, Message)]
#[message("cluster")]
pub enum Error {
    /// There is no such server alive, or it takes nothing.
    #[message("fault-unknown-server")]
    UnknownServer(#[message("server")] MemberId),
    /// Somebody's time runs in this game.
    #[message("fault-window-open")]
    WindowOpen(#[message("game")] String),
    /// It is not served here.
    NotHere(#[message("id")] String),
    /// The journal does not take or give.
    Journal(#[from] JournalError),
}

/// A game or event that is served here.
enum Served {
    Game(engine::Handle),
    Event(tournaments::Handle),
    /// A game that is over and not in memory: nothing of it is under way.
    Dormant(Arc<Dormant>),
}

impl Served {
    fn id(&self) -> &StreamId {
        match self {
            Self::Game(game) => game.id(),
            Self::Event(event) => event.id(),
            Self::Dormant(game) => game.id(),
        }
    }

    fn depart(&self, departure: Departure) {
        match self {
            Self::Game(game) => game.depart(departure),
            Self::Event(event) => event.depart(departure),
            Self::Dormant(game) => game.depart(departure),
        }
    }

    fn is_elsewhere(&self) -> bool {
        match self {
            Self::Game(game) => game.is_elsewhere(),
            Self::Event(event) => event.is_elsewhere(),
            Self::Dormant(game) => game.is_elsewhere(),
        }
    }

    fn is_window_open(&self) -> bool {
        match self {
            Self::Game(game) => game.feeds().is_window_open(),
            Self::Event(_) | Self::Dormant(_) => false,
        }
    }

    /// Whether it is a game in which nothing has happened yet.
    fn is_untouched(&self) -> bool {
        match self {
            Self::Game(game) => !game.feeds().has_begun(),
            Self::Event(_) | Self::Dormant(_) => false,
        }
    }

    async fn closed(&self) {
        match self {
            Self::Game(game) => game.feeds().closed().await,
            Self::Event(event) => event.feeds().closed().await,
            Self::Dormant(game) => game.closed().await,
        }
    }
}

impl Cluster {
    /// The server that clients reach at this address, with these games and events.
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

    /// All servers that are alive or were a while ago, and what they hold.
    ///
    /// # Errors
    /// If the journal does not say.
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

    /// Looks who has these games, of which this server knows nothing: another one may have started them a moment ago. What the
    /// journal does not say within half a second stays as it was known.
    pub async fn look_at(&self, games: Vec<StreamId>) {
        let looking = async { self.membership()?.holdings_of(games).await };
        let looked = tokio::select! {
            looked = looking => looked,
            () = self.after(LOOKING) => return,
        };
        match looked {
            Ok(holdings) => self.directory.looked_at(holdings),
            Err(error) => tracing::debug!(%error, "cannot look who has which game"),
        }
    }

    /// Says whether a server is to give away what it holds.
    ///
    /// # Errors
    /// If there is no such server alive.
    pub async fn drain(&self, server: MemberId, is_draining: bool) -> Result<(), Error> {
        let is_there = self.membership()?.drain(server, is_draining).await?;
        if is_there { Ok(()) } else { Err(Error::UnknownServer(server)) }
    }

    /// Lets another server have a game with its spares, or an event with its games; a game of an event takes all of that
    /// along.
    ///
    /// # Errors
    /// If it is not served here, a window of it is open, or there is no such server.
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

    /// All that is served here.
    fn served(&self) -> impl Iterator<Item = Served> {
        let games = self.games.all().into_iter().filter_map(|game| match game {
            ListedGame::Awake(game) => Some(Served::Game(game)),
            ListedGame::Dormant(game) => Some(Served::Dormant(game)),
            // Where there are several servers, a game is served as soon as it is read, and not before.
            ListedGame::Returning(_) => None,
        });
        games.chain(self.tournaments.served().into_iter().map(Served::Event))
    }

    /// All of a unit that is served here.
    fn parts(&self, units: &Units, unit: &str) -> Vec<Served> {
        self.served().filter(|part| units.unit(part.id().as_str()) == unit).collect()
    }

    /// Gives units away, to this server or to those that should have them: all of it or, if a window opens at that moment,
    /// what has gone by then.
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
            () = self.after(LETTING_GO) => {
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
        tracing::info!(games = given, to, "gave games away");
        match stayed.first() {
            Some(part) => Err(Error::WindowOpen(part.id().to_string())),
            None => Ok(()),
        }
    }

    /// Forgets what is served elsewhere.
    fn forget_elsewhere(&self) {
        let is_elsewhere = |stop_reason| stop_reason == StopReason::Elsewhere;
        self.games.forget(is_elsewhere);
        self.tournaments.forget(is_elsewhere);
    }

    /// Ends when so many milliseconds have passed.
    async fn after(&self, millis: u64) {
        self.clock.reach(Monotonic(self.clock.now().0.saturating_add(millis))).await;
    }

    /// The ids of what is served here.
    fn served_ids(&self) -> BTreeSet<String> {
        self.served().map(|part| part.id().to_string()).collect()
    }
}
