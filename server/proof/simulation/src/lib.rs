//! The simulation of whole contests from a seed: the real engine, its feeds and its journal's contract, under clients
//! that are state machines, a network that loses, repeats, delays and reorders, a disk that crashes, and clocks that
//! jump.
//!
//! Everything runs on one thread, and everything that happens comes from one number: a seed that fails, fails
//! again in the same way. An auditor reads every feed and hears every answer, and holds the game to what is
//! promised: money and stones are conserved, caps kept, awards fixed once announced, nothing sealed is shown,
//! windows close at their deadline to the millisecond and stand during an outage, what was acknowledged is there
//! once after every restart and nothing else is, and the journal played back gives the same game.
//!
//! [`simulate_event`] does the same with an event around the games.
//!
//! A proof tool: nothing that ships may know it. It prints nothing; `simulate` does.

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
    /// A hash of everything that could be observed, in its order.
    pub digest: u64,
    /// Counts of what was injected and reached.
    pub tally: Tally,
    /// Number of items of the public feed.
    pub items: usize,
}

/// Plays the game of a seed and holds it to its promises.
///
/// `trace` gets a line for everything that happens; sealed values stand in it. Fails with the first promise that
/// is broken; a panic anywhere is one.
///
/// # Errors
/// The first promise that is broken.
pub fn simulate(
    seed: u64,
    planted_fault: PlantedFault,
    mut trace: Option<&mut dyn FnMut(&str)>,
) -> Result<Outcome, Violation> {
    let runtime = runtime()?;
    let played = catch_unwind(AssertUnwindSafe(|| {
        let trace = trace.as_mut().map(|trace| &mut **trace as &mut dyn FnMut(&str));
        // Clients note when an item arrived; nothing here is worked out from it.
        let mut world = GameSimulation::world(seed, planted_fault, ishigaki_client::now(), trace)?;
        runtime.block_on(tokio::task::unconstrained(async {
            world.play().await?;
            world.finish().await
        }))
    }));
    played.unwrap_or_else(|panic| Err(panicked(&*panic)))
}

/// A runtime without drivers: no timer, no network, nothing that is not in the seed.
fn runtime() -> Result<Runtime, Violation> {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.map_err(|error| Violation::Broken(format!("no runtime: {error}")))
}

/// A panic is a broken promise.
fn panicked(panic: &(dyn Any + Send)) -> Violation {
    let told = panic.downcast_ref::<String>().map(String::as_str);
    let told = told.or_else(|| panic.downcast_ref::<&str>().copied());
    Violation::Broken(format!("a panic: {}", told.unwrap_or("without a word")))
}
