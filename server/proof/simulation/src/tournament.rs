//! Whole events from a seed: organiser, desk and referee by chance at the real engine, under the faults that games see.
//!
//! An auditor reads the feed and hears every answer: what was acknowledged is there once after every restart and nothing
//! else is, every fact follows from the rules and from a call, what was refused was rightly refused. Beside the rules
//! themselves it holds pairings, results and places to what [`ishigaki_audit::event`] asks. In the end the event is played
//! back from a copy of its journal, and its record verified.

mod audit;
mod client;
mod setting;
mod simulation;
mod tally;

use std::panic::{AssertUnwindSafe, catch_unwind};

use ishigaki_audit::Violation;

use crate::planted_fault::PlantedFault;
use crate::{panicked, runtime};
use simulation::EventSimulation;
pub use tally::EventTally;

/// Outcome of one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventOutcome {
    /// A hash of everything that could be observed, in its order.
    pub digest: u64,
    /// Counts of what was injected and reached.
    pub tally: EventTally,
    /// Number of items of the feed.
    pub items: usize,
    /// Lines of the roster.
    pub players: usize,
}

/// Plays the event of a seed, of at most so many players, and holds it to its promises; as
/// [`simulate`](crate::simulate).
///
/// # Errors
/// With the first promise that is broken.
pub fn simulate_event(
    seed: u64,
    players: u64,
    planted_fault: PlantedFault,
    mut trace: Option<&mut dyn FnMut(&str)>,
) -> Result<EventOutcome, Violation> {
    let runtime = runtime()?;
    let played = catch_unwind(AssertUnwindSafe(|| {
        let trace = trace.as_mut().map(|trace| &mut **trace as &mut dyn FnMut(&str));
        let mut world = EventSimulation::world(seed, players, planted_fault, trace)?;
        runtime.block_on(tokio::task::unconstrained(async {
            world.play().await?;
            world.finish().await
        }))
    }));
    played.unwrap_or_else(|panic| Err(panicked(&*panic)))
}
