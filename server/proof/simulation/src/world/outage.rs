//! Crashes and restarts: published data survives.

use super::{AuditedFeed, Due, Simulation, World, missing};
use crate::audit::to_u64;
use crate::clock::SimClock;
use crate::feed_reader::FeedReader;
use crate::tally::Count;
use crate::trace::trace;
use ishigaki_audit::{Checked, Violation, ensure};

impl<S: Simulation> World<'_, S> {
    /// The machine crashes.
    pub(super) fn crashed(&mut self) {
        trace!(self, "crash");
        if self.host.is_starting() {
            self.count(Count::CrashRecovering);
        }
        self.host.journal.crash();
        self.after_crash();
    }

    pub(super) fn after_crash(&mut self) {
        trace!(self, "the server is down");
        if let Some(handle) = self.host.handle() {
            self.simulation.went_down(handle.now());
        }
        self.host.kill();
        self.is_stirred = true;
        self.taps.clear();
        for connection in &mut self.connections {
            connection.feed = None;
        }
        for flight in std::mem::take(&mut self.flights) {
            self.simulation.forgotten(&flight.delivery.call, flight.since);
        }
        let after = self.chance.between(1, 3_000);
        self.agenda.schedule(after, Due::Boot);
    }

    pub(super) fn restart(&mut self) -> Checked {
        let unsynced = self.host.journal.unsynced();
        let kept = self.chance.index(unsynced + 1);
        if kept < unsynced {
            self.count(Count::TailLost);
        }
        if kept > 0 {
            self.count(Count::TailKept);
        }
        trace!(self, "boot: {kept} of {unsynced} unsynced appends are kept");
        self.host.journal.reopen(kept);
        self.is_syncing = false;
        self.agenda.retain(|due| !matches!(due, Due::Sync));
        let wall = self.chance.between(1_600_000_000_000, 1_800_000_000_000);
        self.host.clock = SimClock::new(self.chance.below(1 << 40), wall);
        self.is_stirred = true;
        self.host.start_server()
    }

    /// The server is up again: all feeds must be identical, byte by byte.
    pub(super) fn after_restart(&mut self) -> Checked {
        trace!(self, "the server is up");
        self.boots += 1;
        if self.boots > 1 {
            self.count(Count::Recovered);
        }
        self.open_taps()?;
        self.listen()?;
        for tap in &self.taps {
            let length = to_u64(self.simulation.length(tap.audience));
            ensure!(
                tap.next > length,
                "after the restart the feed of {:?} has {} items, and had {length}",
                tap.audience,
                tap.next - 1
            );
        }
        self.simulation.settled()?;
        self.simulation.settle_unknown();
        let handle = self.host.handle().ok_or_else(|| missing("the server"))?;
        self.simulation.came_up(handle)
    }

    pub(crate) fn open_taps(&mut self) -> Checked {
        let handle = self.host.handle().ok_or_else(|| missing("the server"))?;
        let mut taps = Vec::new();
        for (audience, watched) in self.simulation.audited() {
            let watch =
                handle.feeds().watch(watched, 1).map_err(|error| Violation::Broken(error.to_string()))?;
            taps.push(AuditedFeed { audience, reading: FeedReader::new(watch), next: 1 });
        }
        self.taps = taps;
        // Everything is read again.
        self.receivers = u64::MAX;
        Ok(())
    }

    /// Reads the auditor's feeds to their ends, if anything may have become durable since the last time.
    pub(crate) fn listen(&mut self) -> Checked {
        let answered = self.host.journal.answered();
        if std::mem::replace(&mut self.receivers, answered) == answered {
            return Ok(());
        }
        for tap in &mut self.taps {
            while let Some(item) = tap.reading.read() {
                if item.sequence == 0 {
                    continue;
                }
                ensure!(
                    item.sequence == tap.next,
                    "the feed of {:?} brings item {} where {} is due",
                    tap.audience,
                    item.sequence,
                    tap.next
                );
                tap.next += 1;
                let is_new = item.sequence > to_u64(self.simulation.length(tap.audience));
                self.simulation.hear(tap.audience, &item)?;
                if is_new && let Some(trace) = &mut self.trace {
                    let body = item.item().ok().and_then(|item| item.body);
                    trace(&format!(
                        "{:>8}  {:?} item {}: {body:?}",
                        self.agenda.now, tap.audience, item.sequence
                    ));
                }
            }
        }
        Ok(())
    }
}
