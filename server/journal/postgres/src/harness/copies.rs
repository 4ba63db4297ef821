//! Second copies of a cluster that answers wait for and that are not there, and the bound of a wait for a state.

use std::thread;
use std::time::{Duration, Instant};

use super::{Cluster, try_sql};

/// Writes something that a second copy would have to have, and touches no table.
const PROBE: &str = "SELECT pg_logical_emit_message(true, 'probe', '')";

/// Ends the sessions that wait for a second copy with such a write.
const END_PROBES: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'probe' AND wait_event = 'SyncRep'";

/// Bound of a wait in a test: far longer than any state takes to come on a machine that has much else to do, so that it ends
/// only a test that would hang.
#[derive(Clone, Copy, Debug)]
pub struct Patience(Instant);

impl Patience {
    /// It begins now.
    #[expect(clippy::disallowed_methods, reason = "it says when a test waits for what never comes")]
    pub fn begin() -> Self {
        Self(Instant::now())
    }

    /// Panics with what is waited for when it is over.
    pub fn lasts(self, what: &str) {
        assert!(self.0.elapsed() < Duration::from_mins(5), "it does not come: {what}");
    }
}

impl Cluster {
    /// Lets answers wait for a second copy that there is not, or for none any more. Returns when they do: sessions believe
    /// another process of the database, which hears of the setting when it comes to it.
    pub fn demand_copy(&self, is_demanded: bool) {
        let name = if is_demanded { "nobody" } else { "" };
        self.sql(&format!("ALTER SYSTEM SET synchronous_standby_names = '{name}'"));
        self.sql("SELECT pg_reload_conf()");
        if !is_demanded {
            // Whoever waits is let go when that process has heard of it.
            self.sql(PROBE);
            return;
        }
        let (probe, patience) =
            (self.url("postgres://postgres@HOST/postgres?application_name=probe"), Patience::begin());
        thread::scope(|scope| {
            loop {
                let written = scope.spawn(|| try_sql(&probe, PROBE));
                while !written.is_finished() {
                    patience.lasts("a write that waits for a second copy");
                    if !self.sql(END_PROBES).is_empty() {
                        // It ends with its session.
                        drop(written.join());
                        return;
                    }
                }
            }
        });
    }

    /// How many sessions wait for a second copy.
    pub fn waiting_for_copy(&self) -> usize {
        self.sql("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'").len()
    }
}
