//! Turns of a server's screens to compute: few at a time, and in the order of the teams.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// Queues of a server for its teams' screens. Advice takes less than a second, so it doesn't wait for searches.
#[derive(Clone, Debug)]
pub struct TurnQueues {
    searches: TurnQueue,
    advice: TurnQueue,
}

/// The turns of a team's screen.
#[derive(Clone, Debug)]
pub struct ScreenTurns {
    pub(super) searches: TeamTurns,
    pub(super) advice: TeamTurns,
}

impl TurnQueues {
    /// Returns queues for this many searches at a time, at least one, and as much advice.
    pub fn new(turns: usize) -> Self {
        Self { searches: TurnQueue::new(turns), advice: TurnQueue::new(turns) }
    }

    /// Returns the turns of a team's screen.
    pub fn of_team(&self, team: &str) -> ScreenTurns {
        ScreenTurns { searches: self.searches.of_team(team), advice: self.advice.of_team(team) }
    }
}

/// Queue for computations of many teams. Each team has one place in it, whichever of its devices asks. A clone
/// is the same queue.
#[derive(Clone, Debug)]
pub struct TurnQueue(Arc<Queue>);

#[derive(Debug)]
struct Queue {
    turns: Arc<Semaphore>,
    /// One permit for each team, so that its devices take turns.
    teams: Mutex<BTreeMap<String, Weak<Semaphore>>>,
    waiting: watch::Sender<WaitingTeams>,
}

/// Waiting teams by the order in which they came.
#[derive(Debug, Default)]
struct WaitingTeams {
    next: u64,
    places: BTreeSet<u64>,
}

impl TurnQueue {
    /// Returns a queue for this many computations at a time, at least one.
    pub fn new(turns: usize) -> Self {
        let turns = Arc::new(Semaphore::new(turns.clamp(1, Semaphore::MAX_PERMITS)));
        Self(Arc::new(Queue { turns, teams: Mutex::default(), waiting: watch::Sender::default() }))
    }

    /// Returns the turns of a team.
    pub fn of_team(&self, team: &str) -> TeamTurns {
        let mut teams = self.0.teams.lock().unwrap_or_else(PoisonError::into_inner);
        let known = teams.get(team).and_then(Weak::upgrade);
        let devices = known.unwrap_or_else(|| {
            teams.retain(|_, devices| devices.strong_count() > 0);
            let devices = Arc::new(Semaphore::new(1));
            teams.insert(team.to_owned(), Arc::downgrade(&devices));
            devices
        });
        TeamTurns { queue: self.clone(), devices }
    }
}

/// A team's turns in a [`TurnQueue`], shared by its devices.
#[derive(Clone, Debug)]
pub struct TeamTurns {
    queue: TurnQueue,
    devices: Arc<Semaphore>,
}

/// What a computation waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnWait {
    /// Another device of the team has the team's place.
    OtherDevice,
    /// This many teams are before the team.
    Teams(usize),
}

/// A turn, which ends when dropped.
#[derive(Debug)]
#[must_use = "the turn ends when this is dropped"]
pub struct Turn {
    _turn: OwnedSemaphorePermit,
    _device: OwnedSemaphorePermit,
}

impl TeamTurns {
    /// Waits for a turn. `tell` gets what it waits for at first, and on each change. Dropping the future leaves
    /// the queue.
    pub async fn next(&self, mut tell: impl FnMut(TurnWait)) -> Turn {
        let device = if let Ok(device) = Arc::clone(&self.devices).try_acquire_owned() {
            device
        } else {
            tell(TurnWait::OtherDevice);
            acquire(&self.devices).await
        };
        let queue = &self.queue.0;
        let place = WaitingPlace::last(queue);
        let turn = acquire(&queue.turns);
        tokio::pin!(turn);
        let (mut waiting, mut told) = (queue.waiting.subscribe(), None);
        waiting.mark_changed();
        loop {
            tokio::select! {
                biased;
                turn = &mut turn => return Turn { _turn: turn, _device: device },
                // The sender lives as long as the queue.
                _ = waiting.changed() => {
                    let before = place.before();
                    if told.replace(before) != Some(before) {
                        tell(TurnWait::Teams(before));
                    }
                }
            }
        }
    }
}

async fn acquire(semaphore: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    match Arc::clone(semaphore).acquire_owned().await {
        Ok(permit) => permit,
        // It is never closed.
        Err(_) => std::future::pending().await,
    }
}

/// A team's place among the waiting teams, until dropped.
struct WaitingPlace<'a> {
    waiting: &'a watch::Sender<WaitingTeams>,
    place: u64,
}

impl<'a> WaitingPlace<'a> {
    fn last(queue: &'a Queue) -> Self {
        let mut place = 0;
        queue.waiting.send_modify(|waiting| {
            place = waiting.next;
            waiting.next += 1;
            waiting.places.insert(place);
        });
        Self { waiting: &queue.waiting, place }
    }

    fn before(&self) -> usize {
        self.waiting.borrow().places.range(..self.place).count()
    }
}

impl Drop for WaitingPlace<'_> {
    fn drop(&mut self) {
        self.waiting.send_modify(|waiting| {
            waiting.places.remove(&self.place);
        });
    }
}
