//! Missing synchronous copies of a cluster, and a timeout for test states.

use std::thread;
use std::time::{Duration, Instant};

use super::{Cluster, try_sql};

/// Writes something that a copy must have, without touching a table.
const PROBE: &str = "SELECT pg_logical_emit_message(true, 'probe', '')";

/// Ends the sessions that wait for a copy with such a write.
const END_PROBES: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'probe' AND wait_event = 'SyncRep'";

/// Timeout of a wait in a test, far longer than any state needs on a busy machine.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Instant);

impl Deadline {
    /// Starts the timeout.
    #[expect(clippy::disallowed_methods, reason = "it says when a test waits for what never comes")]
    pub fn begin() -> Self {
        Self(Instant::now())
    }

    /// Panics with the awaited state after the timeout.
    pub fn lasts(self, what: &str) {
        assert!(self.0.elapsed() < Duration::from_mins(5), "it does not come: {what}");
    }
}

impl Cluster {
    /// Makes answers wait for a missing copy, or not. Returns when they do, because another process of the
    /// database applies the setting.
    pub fn demand_copy(&self, is_demanded: bool) {
        let name = if is_demanded { "nobody" } else { "" };
        self.sql(&format!("ALTER SYSTEM SET synchronous_standby_names = '{name}'"));
        self.sql("SELECT pg_reload_conf()");
        if !is_demanded {
            // It is released once that process has applied the setting.
            self.sql(PROBE);
            return;
        }
        let (probe, deadline) =
            (self.url("postgres://postgres@HOST/postgres?application_name=probe"), Deadline::begin());
        thread::scope(|scope| {
            loop {
                let written = scope.spawn(|| try_sql(&probe, PROBE));
                while !written.is_finished() {
                    deadline.lasts("a write that waits for a second copy");
                    if !self.sql(END_PROBES).is_empty() {
                        // It ends with its session.
                        drop(written.join());
                        return;
                    }
                }
            }
        });
    }

    /// Returns the number of sessions waiting for a copy.
    pub fn waiting_for_copy(&self) -> usize {
        self.sql("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'").len()
    }
}
