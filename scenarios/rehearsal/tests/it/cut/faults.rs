//! Random network failures from a seed.

use std::time::Duration;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use turmoil::Sim;

use super::fixture::SERVER;

/// Trouble on the connections between these hosts and the server, one after the other.
pub(crate) struct ConnectionFaults {
    random: ChaCha8Rng,
    watchers: &'static [&'static str],
    frail: &'static str,
    now: Option<(ConnectionFault, &'static str)>,
    next_change: Duration,
}

#[derive(Clone, Copy, Debug)]
enum ConnectionFault {
    Cut,
    Deaf,
    Mute,
    Held,
    Slow,
    Lossy,
    Crash,
    ServerCrash,
}

impl ConnectionFault {
    const ALL: [Self; 8] = [
        Self::Cut,
        Self::Deaf,
        Self::Mute,
        Self::Held,
        Self::Slow,
        Self::Lossy,
        Self::Crash,
        Self::ServerCrash,
    ];
}

impl ConnectionFaults {
    pub(crate) fn new(seed: u64, watchers: &'static [&'static str], frail: &'static str) -> Self {
        let random = ChaCha8Rng::seed_from_u64(seed);
        Self { random, watchers, frail, now: None, next_change: Duration::from_secs(1) }
    }

    pub(crate) fn step(&mut self, sim: &mut Sim<'_>) {
        if sim.elapsed() < self.next_change {
            return;
        }
        // From unnoticeable to longer than every timeout.
        let span = if let Some((fault, watcher)) = self.now.take() {
            repair(sim, fault, watcher);
            self.random.random_range(500..6_000)
        } else {
            let fault = ConnectionFault::ALL[self.random.random_range(0..ConnectionFault::ALL.len())];
            let watcher = self.watchers[self.random.random_range(0..self.watchers.len())];
            let watcher = if matches!(fault, ConnectionFault::Crash) { self.frail } else { watcher };
            inject(sim, fault, watcher);
            self.now = Some((fault, watcher));
            self.random.random_range(200..16_000)
        };
        self.next_change = sim.elapsed() + Duration::from_millis(span);
    }

    pub(crate) fn end(&mut self, sim: &mut Sim<'_>) {
        if let Some((fault, watcher)) = self.now.take() {
            repair(sim, fault, watcher);
        }
        self.next_change = Duration::MAX;
    }
}

fn inject(sim: &mut Sim<'_>, fault: ConnectionFault, watcher: &str) {
    match fault {
        ConnectionFault::Cut => sim.partition(watcher, SERVER),
        ConnectionFault::Deaf => sim.partition_oneway(SERVER, watcher),
        ConnectionFault::Mute => sim.partition_oneway(watcher, SERVER),
        ConnectionFault::Held => sim.hold(watcher, SERVER),
        ConnectionFault::Slow => sim.set_link_max_message_latency(watcher, SERVER, Duration::from_secs(3)),
        ConnectionFault::Lossy => sim.set_link_fail_rate(watcher, SERVER, 0.1),
        ConnectionFault::Crash => sim.crash(watcher),
        ConnectionFault::ServerCrash => sim.crash(SERVER),
    }
}

fn repair(sim: &mut Sim<'_>, fault: ConnectionFault, watcher: &str) {
    match fault {
        ConnectionFault::Cut | ConnectionFault::Deaf | ConnectionFault::Mute => sim.repair(watcher, SERVER),
        ConnectionFault::Held => sim.release(watcher, SERVER),
        ConnectionFault::Slow => sim.set_link_max_message_latency(watcher, SERVER, Duration::from_millis(40)),
        ConnectionFault::Lossy => {
            sim.set_link_fail_rate(watcher, SERVER, 0.0);
            sim.repair(watcher, SERVER);
        }
        ConnectionFault::Crash => sim.bounce(watcher),
        ConnectionFault::ServerCrash => sim.bounce(SERVER),
    }
}
