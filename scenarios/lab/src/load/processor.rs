//! Processor time of processes, as Linux tells it.
//!
//! Unlike a rate it hardly depends on what else the machine does, so it is what builds are compared by.

use std::fmt;
use std::time::Duration;

/// One tick of what the system tells: a hundredth of a second on every Linux, whatever its kernel counts by.
const TICK: Duration = Duration::from_millis(10);

/// Processor time that calls took, as a mean, in tenths of a microsecond.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub(super) struct CallCost {
    /// In this process, which makes the calls.
    pub(super) client_tenths_us: u64,
    /// In all servers together; a database's processes are not among them.
    pub(super) server_tenths_us: u64,
}

impl CallCost {
    /// Client and servers together, in tenths of a microsecond.
    pub(super) fn sum(self) -> u64 {
        self.client_tenths_us + self.server_tenths_us
    }
}

impl fmt::Display for CallCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = |tenths: u64| format!("{}.{}", tenths / 10, tenths % 10);
        let Self { client_tenths_us, server_tenths_us } = *self;
        let [all, client, server] = [self.sum(), client_tenths_us, server_tenths_us].map(micros);
        write!(f, "{all} us: {client} in the client, {server} in the server")
    }
}

/// Sums of the processor time of a client and its servers over some turns.
#[derive(Debug)]
pub(super) struct Stopwatch {
    servers: Vec<u32>,
    client: Duration,
    server: Duration,
    calls: usize,
}

impl Stopwatch {
    /// A stopwatch that has nothing on it, of these servers' processes.
    pub(super) fn new(servers: Vec<u32>) -> Self {
        Self { servers, client: Duration::ZERO, server: Duration::ZERO, calls: 0 }
    }

    /// Returns the time that all of them have taken until now.
    pub(super) fn read(&self) -> (Duration, Duration) {
        let server = self.servers.iter().filter_map(|process| of(*process)).sum();
        (of(std::process::id()).unwrap_or_default(), server)
    }

    /// Adds what was taken since an earlier reading, for so many calls.
    pub(super) fn add(&mut self, since: (Duration, Duration), calls: usize) {
        let (client, server) = self.read();
        self.client += client.saturating_sub(since.0);
        self.server += server.saturating_sub(since.1);
        self.calls += calls;
    }

    /// Returns the cost of a call; `None` where nothing was measured or the system does not tell.
    pub(super) fn cost(&self) -> Option<CallCost> {
        let per_call = |time: Duration| {
            let tenths = time.as_nanos() / 100;
            u64::try_from(tenths.checked_div(self.calls as u128)?).ok()
        };
        let cost =
            CallCost { client_tenths_us: per_call(self.client)?, server_tenths_us: per_call(self.server)? };
        (cost != CallCost::default()).then_some(cost)
    }
}

/// The time, user and system together, that all threads of a process have taken; `None` where the system does not tell.
fn of(process: u32) -> Option<Duration> {
    parse(&std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
}

fn parse(stat: &str) -> Option<Duration> {
    // The name stands in brackets, and may have brackets and spaces itself.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut ticks = rest.split_whitespace().skip(11).map(|field| field.parse::<u32>().ok());
    Some(TICK * ticks.next()??.checked_add(ticks.next()??)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_read_from_what_the_system_tells() {
        let stat = "42 (a ) b) S 1 42 42 0 -1 4194560 100 0 0 0 250 50 7 7 20 0 9 0 100 1000 10";
        assert_eq!(parse(stat), Some(Duration::from_secs(3)));
        assert_eq!(parse("42 (a) S 1"), None);
    }

    #[test]
    fn a_call_costs_what_was_taken_by_all_calls() {
        let mut stopwatch = Stopwatch::new(Vec::new());
        assert_eq!(stopwatch.cost(), None);
        stopwatch.client = Duration::from_millis(1);
        stopwatch.server = Duration::from_micros(4_250);
        stopwatch.calls = 100;
        assert_eq!(stopwatch.cost(), Some(CallCost { client_tenths_us: 100, server_tenths_us: 425 }));
    }
}
