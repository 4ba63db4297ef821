//! Runs the solver for a draft in its own thread; a flag stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ishigaki_client::{Ticket, now};
use ishigaki_rules::{Frame, Shape};
use ishigaki_solver::{Options, Problem, solve};
use tokio::task::AbortHandle;

use super::event::{Event, SEARCH, SearchProgress};
use super::turns::TeamTurns;

/// A laptop has other work, too.
const THREADS: usize = 2;
const SEED: u64 = 1;
/// Maximum duration of a search in a turn, for which other teams may wait.
pub(super) const TURN: Duration = Duration::from_secs(10);

/// A running search, or one that waits for its turn. It stops when dropped.
#[derive(Debug)]
pub struct Search {
    ticket: Ticket,
    stop: Arc<AtomicBool>,
    waiting: Option<AbortHandle>,
}

impl Search {
    /// Returns the ticket of its search.
    pub fn ticket(&self) -> Ticket {
        self.ticket
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(waiting) = &self.waiting {
            waiting.abort();
        }
    }
}

/// What is searched.
struct SearchTask {
    ticket: Ticket,
    frame: Frame,
    stones: Vec<Shape>,
    options: Options,
    limit: Duration,
    stop: Arc<AtomicBool>,
}

/// Starts the solver on these stones for at most [`SEARCH`]. `tell` gets each better wall and finally the
/// end; if it returns `false`, the search stops. Must be called within a tokio runtime.
pub fn search(
    ticket: Ticket,
    frame: Frame,
    stones: Vec<Shape>,
    tell: impl Fn(Event) -> bool + Send + Sync + 'static,
) -> Search {
    let stop = Arc::new(AtomicBool::new(false));
    let options = Options { threads: THREADS, seed: SEED, steps: None };
    let task = SearchTask { ticket, frame, stones, options, limit: SEARCH, stop: Arc::clone(&stop) };
    tokio::task::spawn_blocking(move || task.run(&tell));
    Search { ticket, stop, waiting: None }
}

/// Like [`search()`], once the team has a turn, and in one thread for at most ten seconds. `tell` also gets what
/// the search waits for. It ends without a turn once `given_up` is ready. If it is dropped while it waits, it
/// tells no end.
pub fn search_in_turn(
    turns: TeamTurns,
    given_up: impl Future<Output = ()> + Send + 'static,
    ticket: Ticket,
    frame: Frame,
    stones: Vec<Shape>,
    tell: impl Fn(Event) -> bool + Send + Sync + 'static,
) -> Search {
    let stop = Arc::new(AtomicBool::new(false));
    // Another seed each time, so that a repeated search finds other walls.
    let options = Options { threads: 1, seed: ticket.0, steps: None };
    let task = SearchTask { ticket, frame, stones, options, limit: TURN, stop: Arc::clone(&stop) };
    let waiting = tokio::spawn(async move {
        let report = |progress| {
            tell(Event::Searching { ticket, progress });
        };
        let turn = tokio::select! {
            turn = turns.next(|wait| report(SearchProgress::Waits(wait))) => turn,
            () = given_up => {
                tell(Event::Searched { ticket, is_proved: false });
                return;
            }
        };
        report(SearchProgress::Runs);
        tokio::task::spawn_blocking(move || {
            task.run(&tell);
            drop(turn);
        });
    });
    Search { ticket, stop, waiting: Some(waiting.abort_handle()) }
}

impl SearchTask {
    fn run(self, tell: &(impl Fn(Event) -> bool + Sync)) {
        let Self { ticket, frame, stones, options, limit, stop } = self;
        let end = now() + limit;
        let is_over = || stop.load(Ordering::Relaxed) || now() >= end;
        // Too large for the solver, so it was not started.
        let is_proved = Problem::new(frame, stones).is_ok_and(|problem| {
            let mut found = |wall: &ishigaki_solver::Wall| {
                if !tell(Event::Found { ticket, wall: Box::new(wall.clone()) }) {
                    stop.store(true, Ordering::Relaxed);
                }
            };
            solve(&problem, options, &is_over, &mut found).optimal
        });
        tell(Event::Searched { ticket, is_proved });
    }
}
