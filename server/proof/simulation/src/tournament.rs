//! Whole events from a seed: random organiser, desk and referee on the real engine, with the faults of games.
//!
//! An auditor reads the feed and every answer: acknowledged acts (and no others) are present exactly once
//! after every restart, every fact follows from the rules and a call, and rejections are correct. It also
//! checks pairings, results and places with [`ishigaki_audit::event`]. At the end the event is recovered from
//! a copy of its journal, and its record verified.

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
    /// A hash of all observable output in order.
    pub digest: u64,
    pub tally: EventTally,
    pub items: usize,
    pub players: usize,
}

/// Plays the event of a seed with a maximum number of players and checks its guarantees, like
/// [`simulate`](crate::simulate).
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
