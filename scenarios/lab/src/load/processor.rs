//! Processor time of processes on Linux.
//!
//! It hardly depends on other load of the machine, so builds are compared by it.

use std::fmt;
use std::time::Duration;

/// A tick is a hundredth of a second on every Linux, independent of the kernel.
const TICK: Duration = Duration::from_millis(10);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub(super) struct CallCost {
    pub(super) client_tenths_us: u64,
    pub(super) server_tenths_us: u64,
}

impl CallCost {
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

#[derive(Debug)]
pub(super) struct Stopwatch {
    servers: Vec<u32>,
    client: Duration,
    server: Duration,
    calls: usize,
}

impl Stopwatch {
    pub(super) fn new(servers: Vec<u32>) -> Self {
        Self { servers, client: Duration::ZERO, server: Duration::ZERO, calls: 0 }
    }

    pub(super) fn read(&self) -> (Duration, Duration) {
        let server = self.servers.iter().filter_map(|process| of(*process)).sum();
        (of(std::process::id()).unwrap_or_default(), server)
    }

    pub(super) fn add(&mut self, since: (Duration, Duration), calls: usize) {
        let (client, server) = self.read();
        self.client += client.saturating_sub(since.0);
        self.server += server.saturating_sub(since.1);
        self.calls += calls;
    }

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

fn of(process: u32) -> Option<Duration> {
    parse(&std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
}

fn parse(stat: &str) -> Option<Duration> {
    // The name is in parentheses, and may contain parentheses and spaces.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut ticks = rest.split_whitespace().skip(11).map(|field| field.parse::<u32>().ok());
    Some(TICK * ticks.next()??.checked_add(ticks.next()??)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_read_from_proc_stat() {
        let stat = "42 (a ) b) S 1 42 42 0 -1 4194560 100 0 0 0 250 50 7 7 20 0 9 0 100 1000 10";
        assert_eq!(parse(stat), Some(Duration::from_secs(3)));
        assert_eq!(parse("42 (a) S 1"), None);
    }

    #[test]
    fn call_cost_is_total_time_divided_by_calls() {
        let mut stopwatch = Stopwatch::new(Vec::new());
        assert_eq!(stopwatch.cost(), None);
        stopwatch.client = Duration::from_millis(1);
        stopwatch.server = Duration::from_micros(4_250);
        stopwatch.calls = 100;
        assert_eq!(stopwatch.cost(), Some(CallCost { client_tenths_us: 100, server_tenths_us: 425 }));
    }
}
