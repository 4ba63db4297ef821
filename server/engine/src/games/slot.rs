//! A game's slot: closed and known by its summary until it is requested, then with a running engine.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ishigaki_journal::StreamId;
use ishigaki_proto::padding::request_len;
use ishigaki_proto::wire;
use ishigaki_rules::{Millis, TeamSpec};
use tokio::sync::Mutex as AsyncMutex;

use crate::clock::Monotonic;
use crate::engine::{ClosedGame, Departure, Handle};
use crate::feed::FeedSummary;
use crate::stop_reason::StopReason;

const IDLE: Millis = Millis(60_000);

/// Slot of a game served here, closed or open, as lists and figures show it.
pub struct GameSlot {
    id: StreamId,
    state: Mutex<SlotState>,
    /// Held during the opening, so that concurrent callers share one.
    pub(super) opening: AsyncMutex<()>,
}

struct SlotState {
    access: Access,
    /// Set once its records have been read since the server started.
    is_verified: bool,
    /// Set if it is to be released. The release can be undone.
    departs: bool,
    /// Reason for stopping it while it was closed.
    stopped: Option<StopReason>,
    idle_since: Option<Monotonic>,
}

enum Access {
    Closed(ClosedGame),
    Open(Handle),
}

impl SlotState {
    /// Returns the reason why the game isn't served here any more.
    fn stop_reason(&self) -> Option<StopReason> {
        match &self.access {
            Access::Open(game) => game.feeds().stop_reason(),
            Access::Closed(_) => self.stopped.or(self.departs.then_some(StopReason::Elsewhere)),
        }
    }
}

impl fmt::Debug for GameSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "slot of game {}", self.id)
    }
}

impl GameSlot {
    pub(super) fn closed(game: ClosedGame) -> Arc<Self> {
        Self::of(game.id.clone(), Access::Closed(game))
    }

    pub(super) fn open(game: Handle) -> Arc<Self> {
        Self::of(game.id().clone(), Access::Open(game))
    }

    fn of(id: StreamId, access: Access) -> Arc<Self> {
        let is_verified = matches!(access, Access::Open(_));
        let state = SlotState { access, is_verified, departs: false, stopped: None, idle_since: None };
        Arc::new(Self { id, state: Mutex::new(state), opening: AsyncMutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, SlotState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look<T>(&self, open: impl FnOnce(&Handle) -> T, closed: impl FnOnce(&ClosedGame) -> T) -> T {
        match &self.state().access {
            Access::Open(game) => open(game),
            Access::Closed(game) => closed(game),
        }
    }

    /// Returns the game if it is open and served here.
    pub fn handle(&self) -> Option<Handle> {
        self.look(|game| Some(game.clone()).filter(|game| !game.is_elsewhere()), |_| None)
    }

    /// The game, if it is closed and can be opened here.
    pub(super) fn unopened(&self) -> Option<ClosedGame> {
        let state = self.state();
        match &state.access {
            Access::Closed(game) if state.stop_reason().is_none() => Some(game.clone()),
            _ => None,
        }
    }

    /// Puts an open game in the slot. Returns `false` if the slot isn't served here any more or is open
    /// already.
    pub(super) fn put(&self, game: &Handle) -> bool {
        let mut state = self.state();
        let is_due = matches!(state.access, Access::Closed(_)) && state.stop_reason().is_none();
        if is_due {
            (state.access, state.is_verified, state.idle_since) = (Access::Open(game.clone()), true, None);
        }
        is_due
    }

    /// Closes a finished game without recent readers. Returns whether it did.
    pub(super) fn close_if_idle(&self, now: Monotonic) -> bool {
        // No handle can be taken while this is held.
        let mut state = self.state();
        let SlotState { access, idle_since, .. } = &mut *state;
        let Access::Open(handle) = access else { return false };
        let Some(game) = handle.closed() else {
            *idle_since = None;
            return false;
        };
        let is_due = now.0 >= idle_since.get_or_insert(now).0.saturating_add(IDLE.0);
        if is_due {
            handle.depart(Departure::Now);
            *access = Access::Closed(game);
        }
        is_due
    }

    /// Returns whether its records have been read since the server started.
    pub(super) fn is_verified(&self) -> bool {
        self.state().is_verified
    }

    pub(super) fn verified(&self) {
        self.state().is_verified = true;
    }

    /// Returns the reason why it isn't served here any more.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.state().stop_reason()
    }

    /// Returns whether it moves or has moved to another server.
    pub fn is_elsewhere(&self) -> bool {
        self.stop_reason() == Some(StopReason::Elsewhere)
    }

    /// Sets its release. A closed game can be released at any time.
    pub fn depart(&self, departure: Departure) {
        let mut state = self.state();
        state.departs = departure != Departure::Stays;
        if let Access::Open(game) = &state.access {
            game.depart(departure);
        }
    }

    /// Stops serving it here at once.
    pub fn shut_out(&self, stop_reason: StopReason) {
        let mut state = self.state();
        match &state.access {
            Access::Open(game) if game.is_elsewhere() => {}
            Access::Open(game) => game.shut_out(stop_reason),
            Access::Closed(_) => state.stopped = Some(stop_reason),
        }
    }

    /// Waits until an open game isn't served here any more; returns at once for a closed one.
    pub async fn ended(&self) {
        if let Some(game) = self.handle() {
            game.feeds().closed().await;
        }
    }

    pub fn id(&self) -> &StreamId {
        &self.id
    }

    /// Returns its title in English and Japanese.
    pub fn titles(&self) -> (String, String) {
        self.look(
            |game| (game.setup().title.clone(), game.setup().title_ja.clone()),
            |game| game.summary.titles(),
        )
    }

    /// Returns its teams, in the order of the setup.
    pub fn teams(&self) -> Vec<TeamSpec> {
        let team = |team: &wire::Team| TeamSpec { code: team.code.clone(), name: team.name.clone() };
        self.look(|game| game.setup().teams.clone(), |game| game.summary.teams().iter().map(team).collect())
    }

    /// Returns whether a team plays in it.
    pub fn has_team(&self, code: &str) -> bool {
        self.look(
            |game| game.setup().team_by_code(code).is_some(),
            |game| game.summary.teams().iter().any(|team| team.code == code),
        )
    }

    /// Returns whether a team has submitted a list in any round (public by `A4`); `false` for an unread game.
    pub fn has_sealed(&self, code: &str) -> bool {
        let in_open =
            |game: &Handle| game.setup().team_by_code(code).is_some_and(|team| game.feeds().has_sealed(team));
        self.look(in_open, |game| game.summary.has_sealed(code))
    }

    /// Returns the length of submitting requests, in bytes.
    pub fn sealing_bytes(&self) -> u32 {
        self.look(
            |game| u32::try_from(request_len(game.setup())).unwrap_or(0),
            |game| game.summary.sealing_bytes(),
        )
    }

    /// Returns whether it is known to be over.
    pub fn is_over(&self) -> bool {
        self.look(|game| game.feeds().is_over(), ClosedGame::is_over)
    }

    /// Returns whether it isn't over and its records haven't been read, so that its state is unknown.
    pub fn is_unread(&self) -> bool {
        self.look(|_| false, |game| !game.is_over())
    }

    pub(super) fn is_put_away(&self) -> bool {
        self.look(|_| false, ClosedGame::is_over)
    }

    /// Returns whether its record is or may be held back.
    pub fn is_held(&self) -> bool {
        self.look(|game| game.record().is_held(), |game| !game.is_over())
    }

    /// Returns whether a window is open in it.
    pub fn is_window_open(&self) -> bool {
        self.look(|game| game.feeds().is_window_open(), |_| false)
    }

    /// Returns whether nothing is known to have happened in it.
    pub fn is_untouched(&self) -> bool {
        self.look(|game| !game.feeds().has_begun(), |_| false)
    }

    /// Returns the number of open lines of its record; 0 for an unread game.
    pub fn open_lines(&self) -> u64 {
        self.look(|game| game.record().open_lines(), |game| game.summary.lines())
    }

    /// Returns its clock for a message sent now; `None` for an unread game.
    pub fn face(&self) -> Option<wire::Clock> {
        self.look(|game| Some(game.feeds().face()), ClosedGame::face)
    }

    /// Returns a summary of the game and its feeds.
    pub fn survey(&self) -> FeedSummary {
        let is_closed = self.stop_reason().is_some();
        let unwatched = |game: &ClosedGame| FeedSummary {
            face: game.face().unwrap_or_default(),
            teams: game.summary.teams().len(),
            is_closed,
            ..FeedSummary::default()
        };
        self.look(|game| game.feeds().survey(), unwatched)
    }
}
