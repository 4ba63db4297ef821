//! The solver at work for a draft, in a thread of its own: walls come back as events, and a flag stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ishigaki_client::{Ticket, now};
use ishigaki_rules::{Frame, Shape};
use ishigaki_solver::{Options, Problem, solve};

use super::event::{Event, SEARCH};

/// Threads: a laptop has something else to do, too.
const THREADS: usize = 2;
/// Any seed is as good.
const SEED: u64 = 1;

/// A search that is under way; it stops at the latest when this is dropped.
#[derive(Debug)]
pub struct Search {
    ticket: Ticket,
    stop: Arc<AtomicBool>,
}

impl Search {
    /// Returns the ticket of the search whose walls it brings.
    pub fn ticket(&self) -> Ticket {
        self.ticket
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Starts the solver on these stones for [`SEARCH`] at most. `tell` is told of each better wall and, last, of the end;
/// when it says `false`, nobody listens any more, and the search ends. Must be called within a tokio runtime.
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
        // What is too large for the solver has not been asked of it.
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
