//! The clients' moments: look at their feeds, and call.

use std::rc::Rc;

use ishigaki_server::engine::Handle;

use super::{Due, World};
use crate::client::ActContext;
use crate::feed_reader::FeedReader;
use crate::network::{Call, route};
use crate::planted_fault::PlantedFault;
use crate::tally::Count;
use crate::trace::trace;
use ishigaki_audit::{Checked, Violation, ensure};

/// Time for which a client waits for an answer before it acts on what its feed shows, in milliseconds.
const PATIENCE: u64 = 800;

impl World<'_> {
    pub(super) fn think(&mut self, at: usize) -> Checked {
        if self.chance.permille(self.faults.stale) {
            self.auditor.tally.add(Count::Stale);
        } else {
            self.look(at)?;
        }
        let waits = self.clients[at].waiting.is_some_and(|(_, until)| until > self.agenda.now);
        if waits && !self.chance.permille(self.faults.stale) {
            return Ok(());
        }
        let context = ActContext { faults: self.faults, is_calm: self.is_calm, nth: self.calls };
        let Some(intent) = self.clients[at].think(&mut self.chance, context) else {
            return Ok(());
        };
        self.calls += 1;
        let call = Rc::new(Call { id: self.calls, client: at, by: intent.by, act: intent.act });
        self.clients[at].waiting = Some((call.id, self.agenda.now + PATIENCE));
        let now = self.host.handle().map(Handle::now);
        let aim = intent.aim.zip(now).and_then(|(aim, now)| aim.0.checked_sub(now.0));
        for (after, delivery) in route(&mut self.chance, self.faults, &call, aim, &mut self.auditor.tally) {
            self.agenda.schedule(after, Due::Deliver(delivery));
        }
        Ok(())
    }

    /// Reads a client's feed: from where it was, if it was cut.
    pub(super) fn look(&mut self, at: usize) -> Checked {
        if self.chance.permille(self.faults.feed_cut) && self.clients[at].feed.take().is_some() {
            self.auditor.tally.add(Count::FeedCut);
        }
        let client = &mut self.clients[at];
        if client.feed.is_none() {
            let Some(handle) = self.host.handle() else {
                return Ok(());
            };
            if self.chance.permille(self.faults.feed_cut) {
                // A reloaded page, another laptop: it starts from nothing.
                client.mirror = Rc::default();
                self.auditor.tally.add(Count::Restarted);
            }
            let next = client.mirror.next_sequence();
            if next > 1 {
                self.auditor.tally.add(Count::Resumed);
            }
            let watch = handle.feeds().watch(client.audience(), next);
            let watch = watch.map_err(|error| Violation::Broken(format!("{:?}: {error}", client.role)))?;
            client.feed = Some(FeedReader::new(watch));
            client.is_new = true;
            trace!(self, "client {at}, {:?}, watches from item {next}", self.clients[at].role);
        }
        self.read(at)
    }

    fn read(&mut self, at: usize) -> Checked {
        let client = &mut self.clients[at];
        let audience = client.audience();
        while let Some(item) = client.feed.as_mut().and_then(FeedReader::read) {
            let is_planted =
                item.sequence > 0 && self.planted_fault != PlantedFault::Nothing && self.chance.permille(100);
            if is_planted && self.planted_fault == PlantedFault::SkippedItem {
                continue;
            }
            if item.sequence == 0 {
                let is_pulse = self.auditor.is_pulse(&item)?;
                // Only the first pulse of a feed is sure: of a later one and an item that are due at once, the feed
                // brings either first, and then the pulse may not come at all.
                if is_pulse && std::mem::take(&mut client.is_new) {
                    self.auditor.tally.add(Count::Pulse);
                }
                continue;
            }
            let said = self.auditor.compare(audience, &item)?;
            let folded = self.auditor.folded(audience, item.sequence);
            // It is what it was, byte by byte, and so is all that came before.
            if !folded.is_some_and(|folded| client.adopt(&item, folded)) {
                let is_pulse = client.fold(&said.read(&item), self.moment)?;
                ensure!(!is_pulse, "item {} of the feed of {audience:?} is a pulse", item.sequence);
            }
            if is_planted && self.planted_fault == PlantedFault::RepeatedItem {
                client.fold(&said.read(&item), self.moment)?;
            }
        }
        Ok(())
    }
}
