//! Crashes and restarts: what was told survives.

use ishigaki_server::feed::Audience;

use super::{Due, World, missing, trace};
use crate::audit::to_u64;
use crate::clock::SimClock;
use crate::feed_reader::FeedReader;
use crate::planted_fault::PlantedFault;
use crate::tally::Count;
use ishigaki_audit::{Checked, Violation, ensure};

impl World<'_> {
    /// The machine stops dead.
    pub(super) fn crashed(&mut self) {
        trace!(self, "crash");
        if self.host.is_starting() {
            self.auditor.count(Count::CrashRecovering);
        }
        self.host.journal.crash();
        self.went_down();
    }

    /// The server is gone: so are the feeds and the calls it worked on.
    pub(super) fn went_down(&mut self) {
        trace!(self, "the server is down");
        self.host.kill();
        self.tap = None;
        for client in &mut self.clients {
            client.feed = None;
        }
        for flight in std::mem::take(&mut self.flights) {
            self.auditor.forgotten(&flight.delivery.call, flight.since);
        }
        let after = self.chance.between(1, 3_000);
        self.agenda.schedule(after, Due::Boot);
    }

    /// The machine starts again: with clocks of another origin, on what its disk kept.
    pub(super) fn boot(&mut self) -> Checked {
        let unsynced = self.host.journal.unsynced();
        let kept = self.chance.index(unsynced + 1);
        if kept < unsynced {
            self.auditor.count(Count::TailLost);
        }
        if kept > 0 {
            self.auditor.count(Count::TailKept);
        }
        trace!(self, "boot: {kept} of {unsynced} unsynced appends are kept");
        self.host.journal.reopen(kept);
        self.is_syncing = false;
        self.agenda.retain(|due| !matches!(due, Due::Sync));
        let wall = self.chance.between(1_600_000_000_000, 1_800_000_000_000);
        self.host.clock = SimClock::new(self.chance.below(1 << 40), wall);
        self.host.boot()
    }

    /// The server serves the event: its feed is there again, byte by byte.
    pub(super) fn came_up(&mut self) -> Checked {
        trace!(self, "the server is up");
        self.boots += 1;
        if self.boots > 1 {
            self.auditor.count(Count::Recovered);
        }
        self.open_tap()?;
        self.listen()?;
        let (length, next) = (to_u64(self.auditor.length()), self.tap.as_ref().map_or(1, |(_, next)| *next));
        ensure!(next > length, "after the restart the feed has {} items, and had {length}", next - 1);
        self.auditor.settled()?;
        self.auditor.settle_unknown();
        let handle = self.host.handle().ok_or_else(|| missing("the server"))?;
        let last = self.auditor.last_moment();
        ensure!(handle.now() >= last, "it is {:?}, and something happened at {last:?}", handle.now());
        Ok(())
    }

    pub(super) fn open_tap(&mut self) -> Checked {
        let handle = self.host.handle().ok_or_else(|| missing("the server"))?;
        let watch = handle.feeds().watch(Audience::Public, 1);
        let watch = watch.map_err(|error| Violation::Broken(error.to_string()))?;
        self.tap = Some((FeedReader::new(watch), 1));
        // All of it is heard again.
        self.heard = u64::MAX;
        Ok(())
    }

    /// Reads the auditor's feed to its end, if anything can have become durable since it last did.
    pub(super) fn listen(&mut self) -> Checked {
        let answered = self.host.journal.answered();
        if std::mem::replace(&mut self.heard, answered) == answered {
            return Ok(());
        }
        let Some((reading, next)) = &mut self.tap else { return Ok(()) };
        while let Some(item) = reading.read() {
            if item.sequence == 0 {
                continue;
            }
            ensure!(item.sequence == *next, "the feed brings item {} where {next} is due", item.sequence);
            *next += 1;
            if item.sequence > to_u64(self.auditor.length())
                && let Some(trace) = &mut self.trace
            {
                let body = item.item().ok().and_then(|item| item.body);
                trace(&format!("{:>8}  item {}: {body:?}", self.agenda.now, item.sequence));
            }
            let item = if self.planted_fault == PlantedFault::ForgedPairing {
                super::people::mispaired(item)?
            } else {
                item
            };
            self.auditor.hear(&item)?;
        }
        Ok(())
    }
}
