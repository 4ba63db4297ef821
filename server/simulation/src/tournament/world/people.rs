//! The acts of clients at their moments: look at their feeds, and call.

use std::rc::Rc;

use ishigaki_client::EventMirror;
use ishigaki_proto::event as wire;
use ishigaki_proto::shared::{Content, WatchGameResponse};
use ishigaki_proto::wire::feed_item::Body;
use ishigaki_server::feed::Audience;

use super::{Due, World, trace};
use crate::feed_reader::FeedReader;
use crate::network::{Call, route};
use crate::planted_fault::PlantedFault;
use crate::tally::Count;
use crate::tournament::client::ActContext;
use ishigaki_audit::{Checked, Violation};

/// Time for which a client waits for an answer before it acts on what its feed shows, in milliseconds.
const PATIENCE: u64 = 800;

impl World<'_> {
    pub(super) fn think(&mut self, at: usize) -> Checked {
        if self.chance.permille(self.faults.stale) {
            self.auditor.count(Count::Stale);
        } else {
            self.look(at)?;
        }
        let waits = self.clients[at].waiting.is_some_and(|(_, until)| until > self.agenda.now);
        if waits && !self.chance.permille(self.faults.stale) {
            return Ok(());
        }
        let context = ActContext {
            config: &self.setting.config,
            habits: self.setting.habits,
            faults: self.faults,
            is_calm: self.is_calm,
        };
        let Some((by, act)) = self.clients[at].think(&mut self.chance, context)? else { return Ok(()) };
        self.calls += 1;
        let call = Rc::new(Call { id: self.calls, client: at, by, act });
        self.clients[at].waiting = Some((call.id, self.agenda.now + PATIENCE));
        let faults = &mut self.auditor.tally.faults;
        for (after, delivery) in route(&mut self.chance, self.faults, &call, None, faults) {
            self.agenda.schedule(after, Due::Deliver(delivery));
        }
        Ok(())
    }

    /// Reads a client's feed: from where it was, if it was cut.
    pub(super) fn look(&mut self, at: usize) -> Checked {
        if self.chance.permille(self.faults.feed_cut) && self.clients[at].feed.take().is_some() {
            self.auditor.count(Count::FeedCut);
        }
        let client = &mut self.clients[at];
        if client.feed.is_none() {
            let Some(handle) = self.host.handle() else { return Ok(()) };
            if self.chance.permille(self.faults.feed_cut) {
                // A reloaded page, another laptop: it starts from nothing.
                client.mirror = EventMirror::new();
                self.auditor.tally.faults.add(Count::Restarted);
            }
            let next = client.mirror.next_sequence();
            if next > 1 {
                self.auditor.tally.faults.add(Count::Resumed);
            }
            let watch = handle.feeds().watch(Audience::Public, next);
            let watch = watch.map_err(|error| Violation::Broken(format!("{:?}: {error}", client.role)))?;
            client.feed = Some(FeedReader::new(watch));
            trace!(self, "client {at}, {:?}, watches from item {next}", self.clients[at].role);
        }
        self.read(at)
    }

    fn read(&mut self, at: usize) -> Checked {
        let client = &mut self.clients[at];
        while let Some(item) = client.feed.as_mut().and_then(FeedReader::read) {
            let is_planted =
                item.sequence > 0 && self.planted_fault != PlantedFault::Nothing && self.chance.permille(100);
            if is_planted && self.planted_fault == PlantedFault::SkippedItem {
                continue;
            }
            if item.sequence > 0 && self.planted_fault != PlantedFault::ForgedPairing {
                self.auditor.compare(&item)?;
            }
            if client.fold(&item)? {
                self.auditor.tally.faults.add(Count::Pulse);
            }
            if is_planted && self.planted_fault == PlantedFault::RepeatedItem {
                client.fold(&item)?;
            }
        }
        Ok(())
    }
}

/// The item, but of a pairing: whoever is first in a pool plays in its second pair as well.
pub(super) fn mispaired(item: WatchGameResponse) -> Checked<WatchGameResponse> {
    let mut told = item.item().map_err(|error| Violation::Broken(error.to_string()))?;
    let Some(Body::EventFact(event)) = &mut told.body else { return Ok(item) };
    let Some(wire::event::Fact::RoundPaired(paired)) = &mut event.fact else { return Ok(item) };
    for pool in &mut paired.pools {
        if let [one, other, ..] = &mut pool.pairs[..] {
            other.higher = one.higher;
        }
    }
    Ok(WatchGameResponse { content: Content::of(told), ..item })
}
