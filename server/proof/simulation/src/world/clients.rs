//! The clients' steps: read their feeds, and call.

use std::rc::Rc;

use ishigaki_audit::{Checked, Violation};
use ishigaki_engine::engine::{Handle, Subject};

use super::{Due, Intent, Simulation, Weather, World};
use crate::feed_reader::FeedReader;
use crate::network::{Call, route};
use crate::planted_fault::PlantedFault;
use crate::tally::Count;
use crate::trace::trace;

const CALL_TIMEOUT: u64 = 800;

pub(super) struct Connection<S: Subject> {
    pub(super) feed: Option<FeedReader<S::State>>,
    is_new: bool,
    /// The pending call and its timeout.
    pub(super) waiting: Option<(u64, u64)>,
    pub(super) arrived: u64,
}

impl<S: Subject> Default for Connection<S> {
    fn default() -> Self {
        Self { feed: None, is_new: false, waiting: None, arrived: 0 }
    }
}

impl<S: Simulation> World<'_, S> {
    pub(super) fn think(&mut self, at: usize) -> Checked {
        if self.chance.permille(self.faults.stale) {
            self.count(Count::Stale);
        } else {
            self.observe(at)?;
        }
        let waits = self.connections[at].waiting.is_some_and(|(_, until)| until > self.agenda.now);
        if waits && !self.chance.permille(self.faults.stale) {
            return Ok(());
        }
        let weather = Weather { faults: self.faults, is_calm: self.is_calm, calls: self.calls };
        let Some(Intent { by, act, aim }) = self.simulation.think(at, &mut self.chance, weather)? else {
            return Ok(());
        };
        self.calls += 1;
        let call = Rc::new(Call { id: self.calls, client: at, by, act });
        self.connections[at].waiting = Some((call.id, self.agenda.now + CALL_TIMEOUT));
        let now = self.host.handle().map(Handle::now);
        let aim = aim.zip(now).and_then(|(aim, now)| aim.0.checked_sub(now.0));
        for (after, delivery) in route(&mut self.chance, self.faults, &call, aim, self.simulation.tally()) {
            self.agenda.schedule(after, Due::Deliver(delivery));
        }
        Ok(())
    }

    pub(crate) fn observe_all(&mut self) -> Checked {
        (0..self.connections.len()).try_for_each(|at| self.observe(at))
    }

    /// Reads a client's feed, resuming a feed that was cut.
    fn observe(&mut self, at: usize) -> Checked {
        if self.chance.permille(self.faults.feed_cut) && self.connections[at].feed.take().is_some() {
            self.count(Count::FeedCut);
        }
        if self.connections[at].feed.is_none() {
            let Some(handle) = self.host.handle() else {
                return Ok(());
            };
            if self.chance.permille(self.faults.feed_cut) {
                // A reloaded page or another laptop starts from nothing.
                self.simulation.restart(at);
                self.simulation.tally().add(Count::Restarted);
            }
            let next = self.simulation.next_sequence(at);
            if next > 1 {
                self.simulation.tally().add(Count::Resumed);
            }
            let role = self.simulation.role(at);
            let watch = handle.feeds().watch(self.simulation.audience(at), next);
            let watch = watch.map_err(|error| Violation::Broken(format!("{role:?}: {error}")))?;
            let connection = &mut self.connections[at];
            connection.feed = Some(FeedReader::new(watch));
            connection.is_new = true;
            trace!(self, "client {at}, {role:?}, watches from item {next}");
        }
        self.read(at)
    }

    fn read(&mut self, at: usize) -> Checked {
        let connection = &mut self.connections[at];
        while let Some(item) = connection.feed.as_mut().and_then(FeedReader::read) {
            let is_planted =
                item.sequence > 0 && self.planted_fault != PlantedFault::Nothing && self.chance.permille(100);
            if is_planted && self.planted_fault == PlantedFault::SkippedItem {
                continue;
            }
            self.simulation.read(at, &item, &mut connection.is_new)?;
            if is_planted && self.planted_fault == PlantedFault::RepeatedItem {
                self.simulation.read_again(at, &item)?;
            }
        }
        Ok(())
    }
}
