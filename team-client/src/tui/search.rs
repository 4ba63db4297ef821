//! Runs the solver for a draft in its own thread; a flag stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ishigaki_client::{Ticket, now};
use ishigaki_rules::{Frame, Shape};
use ishigaki_solver::{Options, Problem, solve};

use super::event::{Event, SEARCH};

/// A laptop has other work, too.
const THREADS: usize = 2;
const SEED: u64 = 1;

/// A running search, which stops when dropped.
#[derive(Debug)]
pub struct Search {
    ticket: Ticket,
    stop: Arc<AtomicBool>,
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
    }
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
    let stopped = Arc::clone(&stop);
    tokio::task::spawn_blocking(move || {
        let end = now() + SEARCH;
        let is_over = || stopped.load(Ordering::Relaxed) || now() >= end;
        // Too large for the solver, so it was not started.
        let is_proved = Problem::new(frame, stones).is_ok_and(|problem| {
            let options = Options { threads: THREADS, seed: SEED, steps: None };
            let mut found = |wall: &ishigaki_solver::Wall| {
                if !tell(Event::Found { ticket, wall: Box::new(wall.clone()) }) {
                    stopped.store(true, Ordering::Relaxed);
                }
            };
            solve(&problem, options, &is_over, &mut found).optimal
        });
        tell(Event::Searched { ticket, is_proved });
    });
    Search { ticket, stop }
}
