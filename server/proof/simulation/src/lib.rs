//! The simulation of whole contests from a seed: the real engine, feeds and journal contract, with clients as
//! state machines, a network that loses, repeats, delays and reorders, a disk that crashes, and clocks that
//! jump.
//!
//! Everything runs on one thread from one seed, so failures are reproducible. An auditor reads every feed and
//! answer, and checks the guarantees: money and stones are conserved, limits are kept, announced awards are
//! final, sealed contents stay hidden, windows close at their deadline to the millisecond and stop during an
//! outage, acknowledged acts (and no others) are present exactly once after every restart, and the recovered
//! game is identical.
//!
//! [`simulate_event`] does the same with an event.
//!
//! A proof tool that nothing shipped may depend on. It prints nothing; the program `simulate` does.

mod agenda;
mod audit;
mod chance;
mod client;
mod clock;
mod disk;
mod feed_reader;
mod game;
mod host;
mod network;
mod planted_fault;
mod price;
mod setting;
mod tally;
mod tournament;
mod trace;
mod world;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ishigaki_audit::Violation;
use tokio::runtime::Runtime;

pub use planted_fault::PlantedFault;
pub use tally::{Count, Tally};
pub use tournament::{EventOutcome, EventTally, simulate_event};

use game::GameSimulation;

/// Outcome of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// A hash of all observable output in order.
    pub digest: u64,
    pub tally: Tally,
    pub items: usize,
}

/// Plays the game of a seed and checks its guarantees.
///
/// `trace` gets a line for every step, including sealed values. Fails with the first broken guarantee; a
/// panic counts as one.
pub fn simulate(
    seed: u64,
    planted_fault: PlantedFault,
    mut trace: Option<&mut dyn FnMut(&str)>,
) -> Result<Outcome, Violation> {
    let runtime = runtime()?;
    let played = catch_unwind(AssertUnwindSafe(|| {
        let trace = trace.as_mut().map(|trace| &mut **trace as &mut dyn FnMut(&str));
        // Clients record when an item arrived, but no result depends on it.
        let mut world = GameSimulation::world(seed, planted_fault, ishigaki_client::now(), trace)?;
        runtime.block_on(tokio::task::unconstrained(async {
            world.play().await?;
            world.finish().await
        }))
    }));
    played.unwrap_or_else(|panic| Err(panicked(&*panic)))
}

/// A runtime without timers and network, because everything must follow from the seed.
fn runtime() -> Result<Runtime, Violation> {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.map_err(|error| Violation::Broken(format!("no runtime: {error}")))
}

fn panicked(panic: &(dyn Any + Send)) -> Violation {
    let message = panic.downcast_ref::<String>().map(String::as_str);
    let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
    Violation::Broken(format!("a panic: {}", message.unwrap_or("without a word")))
}
