//! Dormant games, and games as lists show them, whether they are dormant, returning or neither.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ishigaki_journal::StreamId;
use ishigaki_proto::padding::request_len;
use ishigaki_proto::wire;
use ishigaki_rules::TeamSpec;
use tokio::sync::Mutex as AsyncMutex;

use super::Returning;
use crate::engine::{Departure, DormantGame, Handle};
use crate::feed::{Cues, FeedSummary};
use crate::stop_reason::StopReason;

/// A game that is over and that is served here: it is known by its checkpoint, and brought back when somebody asks for it.
pub struct Dormant {
    pub(super) game: DormantGame,
    /// Whether its records have been read since the server started.
    is_verified: AtomicBool,
    /// Whether it is served here, and if it has been brought back, by which engine.
    standing: Mutex<DormantState>,
    /// Held while it is brought back, so that two calls do it once.
    pub(super) waking: AsyncMutex<()>,
}

/// State of a dormant game.
#[derive(Default)]
struct DormantState {
    /// Whether it is to be let go, which can be taken back.
    departs: bool,
    /// Reason for which nobody is served with it here any more, once that is so for good.
    stopped: Option<StopReason>,
    /// Handle of the game since it was brought back. Whoever held the dormant game meanwhile acts on that.
    woken: Option<Handle>,
}

impl DormantState {
    /// Returns the reason for which it is not served here any more, if it has not been brought back.
    fn stop_reason(&self) -> Option<StopReason> {
        self.stopped.or(self.departs.then_some(StopReason::Elsewhere))
    }
}

impl fmt::Debug for Dormant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dormant game {}", self.game.id)
    }
}

impl Dormant {
    pub(super) fn new(game: DormantGame, is_verified: bool) -> Arc<Self> {
        let is_verified = AtomicBool::new(is_verified);
        Arc::new(Self { game, is_verified, standing: Mutex::default(), waking: AsyncMutex::default() })
    }

    /// Its id.
    pub fn id(&self) -> &StreamId {
        &self.game.id
    }

    /// Returns whether its records have been read since the server started.
    pub(super) fn is_verified(&self) -> bool {
        self.is_verified.load(Ordering::Relaxed)
    }

    /// Its records have been read, and are what its checkpoint says.
    pub(super) fn verified(&self) {
        self.is_verified.store(true, Ordering::Relaxed);
    }

    fn standing(&self) -> MutexGuard<'_, DormantState> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the reason for which it is not served here any more; `None` while it is.
    pub(crate) fn stop_reason(&self) -> Option<StopReason> {
        let standing = self.standing();
        match &standing.woken {
            Some(game) => game.feeds().stop_reason(),
            None => standing.stop_reason(),
        }
    }

    /// Says whether it is to be let go. Nothing of it is under way, so that every moment is one for it.
    pub fn depart(&self, departure: Departure) {
        let mut standing = self.standing();
        if let Some(game) = &standing.woken {
            return game.depart(departure);
        }
        standing.departs = departure != Departure::Stays;
    }

    /// Lets nobody see anything of it here any more, at this moment.
    pub fn shut_out(&self, stop_reason: StopReason) {
        let mut standing = self.standing();
        match &standing.woken {
            Some(game) => game.shut_out(stop_reason),
            None => standing.stopped = Some(stop_reason),
        }
    }

    /// Ends when it is not served here any more, if it has been brought back; at once otherwise.
    pub async fn closed(&self) {
        let woken = self.standing().woken.clone();
        if let Some(game) = woken {
            game.feeds().closed().await;
        }
    }

    /// It was brought back, and is served by this. `false`: it is not served here any more.
    pub(super) fn wakes(&self, game: &Handle) -> bool {
        let mut standing = self.standing();
        let is_served = standing.stop_reason().is_none();
        if is_served {
            standing.woken = Some(game.clone());
        }
        is_served
    }

    /// Returns whether another server serves it from now on, or will.
    pub fn is_elsewhere(&self) -> bool {
        self.stop_reason() == Some(StopReason::Elsewhere)
    }
}

/// The games that are served here, by id. Each is in one of them.
#[derive(Default)]
pub(super) struct ServedGameTable {
    /// Those with an engine.
    pub(super) awake: BTreeMap<String, Handle>,
    pub(super) dormant: BTreeMap<String, Arc<Dormant>>,
    pub(super) returning: BTreeMap<String, Arc<Returning>>,
}

impl ServedGameTable {
    pub(super) fn find(&self, id: &str) -> Option<ListedGame> {
        let awake = self.awake.get(id).filter(|game| !game.is_elsewhere());
        let dormant = || self.dormant.get(id).filter(|game| !game.is_elsewhere());
        let awake = awake.map(|game| ListedGame::Awake(game.clone()));
        let returning = || self.returning.get(id).map(|game| ListedGame::Returning(Arc::clone(game)));
        let dormant = || dormant().map(|game| ListedGame::Dormant(Arc::clone(game)));
        awake.or_else(dormant).or_else(returning)
    }

    /// All of them, in the order of their ids.
    pub(super) fn all(&self) -> Vec<ListedGame> {
        let awake = self.awake.iter().filter(|(_, game)| !game.is_elsewhere());
        let dormant = self.dormant.iter().filter(|(_, game)| !game.is_elsewhere());
        let mut all: BTreeMap<&String, ListedGame> =
            awake.map(|(id, game)| (id, ListedGame::Awake(game.clone()))).collect();
        all.extend(dormant.map(|(id, game)| (id, ListedGame::Dormant(Arc::clone(game)))));
        let returning = self.returning.iter();
        all.extend(returning.map(|(id, game)| (id, ListedGame::Returning(Arc::clone(game)))));
        all.into_values().collect()
    }
}

/// A game that is served here, as lists and figures show it.
#[derive(Debug)]
pub enum ListedGame {
    Awake(Handle),
    /// Over, and not in memory.
    Dormant(Arc<Dormant>),
    /// Going on, as far as its first record says: the others are still being read.
    Returning(Arc<Returning>),
}

impl ListedGame {
    /// Its id.
    pub fn id(&self) -> &StreamId {
        match self {
            Self::Awake(game) => game.id(),
            Self::Dormant(game) => game.id(),
            Self::Returning(game) => game.id(),
        }
    }

    /// Its title, and the same in Japanese.
    pub fn titles(&self) -> (&str, &str) {
        match self {
            Self::Awake(game) => (&game.setup().title, &game.setup().title_ja),
            Self::Dormant(game) => game.game.checkpoint.titles(),
            Self::Returning(game) => (&game.setup().title, &game.setup().title_ja),
        }
    }

    /// Its teams, in the order of its set-up.
    pub fn teams(&self) -> Vec<TeamSpec> {
        let team = |team: &wire::Team| TeamSpec { code: team.code.clone(), name: team.name.clone() };
        match self {
            Self::Awake(game) => game.setup().teams.clone(),
            Self::Dormant(game) => game.game.checkpoint.teams().iter().map(team).collect(),
            Self::Returning(game) => game.setup().teams.clone(),
        }
    }

    /// Returns whether a team plays it.
    pub fn has_team(&self, code: &str) -> bool {
        match self {
            Self::Awake(game) => game.setup().team_by_code(code).is_some(),
            Self::Dormant(game) => game.game.checkpoint.teams().iter().any(|team| team.code == code),
            Self::Returning(game) => game.setup().team_by_code(code).is_some(),
        }
    }

    /// Returns whether a team has sealed a list in any round, as everybody may know (`A4`); not of a returning game.
    pub fn has_sealed(&self, code: &str) -> bool {
        match self {
            Self::Awake(game) => {
                game.setup().team_by_code(code).is_some_and(|team| game.feeds().has_sealed(team))
            }
            Self::Dormant(game) => game.game.checkpoint.has_sealed(code),
            Self::Returning(_) => false,
        }
    }

    /// Returns the length of requests that seal, in bytes.
    pub fn sealing_bytes(&self) -> u32 {
        match self {
            Self::Awake(game) => u32::try_from(request_len(game.setup())).unwrap_or(0),
            Self::Dormant(game) => game.game.checkpoint.sealing_bytes(),
            Self::Returning(game) => u32::try_from(request_len(game.setup())).unwrap_or(0),
        }
    }

    /// Returns whether nothing more is to come, as far as is known.
    pub fn is_over(&self) -> bool {
        match self {
            Self::Awake(game) => game.feeds().is_over(),
            Self::Dormant(_) => true,
            Self::Returning(_) => false,
        }
    }

    /// Returns the number of lines of its record that everybody may read; none of a returning game.
    pub fn open_lines(&self) -> u64 {
        match self {
            Self::Awake(game) => game.record().open_lines(),
            Self::Dormant(game) => game.game.checkpoint.lines(),
            Self::Returning(_) => 0,
        }
    }

    /// Its clock as a message of this moment shows it; `None` of a returning game.
    pub fn face(&self) -> Option<wire::Clock> {
        match self {
            Self::Awake(game) => Some(game.feeds().face()),
            Self::Dormant(game) => {
                let DormantGame { checkpoint, clock, cues: Cues { revealed_places, uncovering }, .. } =
                    &game.game;
                let (revealed_places, uncovering) = (*revealed_places, *uncovering);
                let (now_ms, server_unix_ms) = (clock.now().0, clock.time_of_day().0);
                let clock = checkpoint.clock();
                Some(wire::Clock { now_ms, server_unix_ms, revealed_places, uncovering, ..clock })
            }
            Self::Returning(_) => None,
        }
    }

    /// Returns the state of it and of its feeds.
    pub fn survey(&self) -> FeedSummary {
        match self {
            Self::Awake(game) => game.feeds().survey(),
            Self::Dormant(game) => {
                self.unread(game.game.checkpoint.teams().len(), game.stop_reason().is_some())
            }
            Self::Returning(game) => self.unread(game.setup().teams.len(), false),
        }
    }

    /// Returns the state of a game that nobody reads.
    fn unread(&self, teams: usize, is_closed: bool) -> FeedSummary {
        FeedSummary {
            face: self.face().unwrap_or_default(),
            teams,
            sealed: 0,
            is_closed,
            team_readers: 0,
            public_readers: 0,
            lag: 0,
        }
    }
}
