//! The world around a simulated game or event: time, due steps, and their order.
//!
//! Time moves to the next due moment. After each step the engine runs until it waits; then all feeds and
//! answers are read and audited. A [`Simulation`] defines the subject, the clients and the checks.

mod clients;
mod outage;

use std::fmt::Debug;
use std::rc::Rc;
use std::task::Poll;

use ishigaki_audit::{Checked, Violation, ensure};
use ishigaki_engine::engine::{Handle, Subject};
use ishigaki_engine::feed::Audience;
use ishigaki_proto::shared::WatchGameResponse;
use ishigaki_rules::GameTime;

use crate::agenda::Agenda;
use crate::audit::Digest;
use crate::chance::Chance;
use crate::disk::DiskFaults;
use crate::feed_reader::FeedReader;
use crate::host::{Change, Host, poll};
use crate::network::{AnswerOf, CallOf, Delivery, DeliveryOf, Flight, ReplyDelivery};
use crate::planted_fault::PlantedFault;
use crate::setting::FaultRates;
use crate::tally::{Count, Tally};
use crate::trace::{Trace, trace};
use clients::Connection;

/// A game or an event with its clients and its auditor. Clients are numbered from 0.
pub(crate) trait Simulation: Sized {
    type Subject: Subject<Setup: Clone, Actor: Debug, Act: Clone, Rejection: Debug>;
    type Role: Debug;

    const CALM: u64;
    /// Time limit of a simulation, in milliseconds.
    const TOO_LONG: u64;
    /// Minimum and maximum interval between a client's polls, in milliseconds.
    const PACE: (u64, u64);

    fn is_over(&self) -> bool;

    fn clients(&self) -> usize;

    fn role(&self, client: usize) -> Self::Role;

    fn audience(&self, client: usize) -> Audience;

    fn next_sequence(&self, client: usize) -> u64;

    fn restart(&mut self, client: usize);

    /// A client reads an item or a pulse of its feed. `is_new` is set until the feed has reported that all
    /// items have been sent.
    fn read(&mut self, client: usize, item: &WatchGameResponse, is_new: &mut bool) -> Checked;

    fn read_again(&mut self, client: usize, item: &WatchGameResponse) -> Checked;

    fn think(
        &self,
        client: usize,
        chance: &mut Chance,
        weather: Weather,
    ) -> Checked<Option<Intent<Self::Subject>>>;

    /// Returns the feeds that the auditor reads: the expected audience and the actual one.
    fn audited(&self) -> Vec<(Audience, Audience)>;

    fn length(&self, audience: Audience) -> usize;

    /// The auditor checks an item of a feed that is read without a gap: the next one or a known one.
    fn hear(&mut self, audience: Audience, item: &WatchGameResponse) -> Checked;

    /// Registers a call that is about to reach the engine. Returns the length of the feed that will show its
    /// effect.
    fn posted(&mut self, call: &CallOf<Self::Subject>) -> usize;

    fn forgotten(&mut self, call: &Rc<CallOf<Self::Subject>>, since: usize);

    /// The server answered a call that arrived at this time, with the feed at this length.
    fn answered(
        &mut self,
        call: &Rc<CallOf<Self::Subject>>,
        came: (GameTime, usize),
        answer: &AnswerOf<Self::Subject>,
    ) -> Checked;

    fn settled(&mut self) -> Checked;

    /// Settles unknown acts: those that aren't in the feeds now will never take effect.
    fn settle_unknown(&mut self);

    fn came_up(&mut self, handle: &Handle<Self::Subject>) -> Checked;

    fn went_down(&mut self, now: GameTime);

    /// The auditor checks the engine after everything due at this moment is done.
    async fn look_around(world: &mut World<'_, Self>, handle: &Handle<Self::Subject>) -> Checked;

    fn forge(
        &mut self,
        call: &CallOf<Self::Subject>,
        answer: AnswerOf<Self::Subject>,
        now: GameTime,
        chance: &mut Chance,
    ) -> AnswerOf<Self::Subject>;

    /// Formats an act for the trace, including sealed contents.
    fn traced(act: &<Self::Subject as Subject>::Act) -> String;

    fn digest(&mut self) -> &mut Digest;

    fn tally(&mut self) -> &mut Tally;
}

pub(crate) struct Intent<S: Subject> {
    pub(crate) by: S::Actor,
    pub(crate) act: S::Act,
    /// Planned arrival in game time; `None` means soon.
    pub(crate) aim: Option<GameTime>,
}

impl<S: Subject> Intent<S> {
    pub(crate) fn soon(by: S::Actor, act: S::Act) -> Self {
        Self { by, act, aim: None }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Weather {
    pub(crate) faults: FaultRates,
    pub(crate) is_calm: bool,
    pub(crate) calls: u64,
}

enum Due<S: Subject> {
    Think(usize),
    Deliver(DeliveryOf<S>),
    Hear { client: usize, call: u64 },
    Sync,
    Boot,
}

/// A feed that the auditor reads without a cut while the server is up.
pub(crate) struct AuditedFeed<S: Subject> {
    pub(crate) audience: Audience,
    reading: FeedReader<S::State>,
    pub(crate) next: u64,
}

pub(crate) struct World<'a, S: Simulation> {
    pub(crate) simulation: S,
    pub(crate) chance: Chance,
    pub(crate) faults: FaultRates,
    pub(crate) host: Host<S::Subject>,
    pub(crate) disk_faults: DiskFaults,
    connections: Vec<Connection<S::Subject>>,
    agenda: Agenda<Due<S::Subject>>,
    flights: Vec<Flight<S::Subject>>,
    pub(crate) taps: Vec<AuditedFeed<S::Subject>>,
    pub(crate) calls: u64,
    is_calm: bool,
    is_syncing: bool,
    is_stirred: bool,
    boots: u64,
    receivers: u64,
    planted_fault: PlantedFault,
    trace: Trace<'a>,
}

pub(crate) struct Machine<S: Subject> {
    pub(crate) host: Host<S>,
    pub(crate) faults: FaultRates,
    pub(crate) disk_faults: DiskFaults,
}

impl<'a, S: Simulation> World<'a, S> {
    pub(crate) fn new(
        simulation: S,
        machine: Machine<S::Subject>,
        chance: Chance,
        planted_fault: PlantedFault,
        trace: Trace<'a>,
    ) -> Self {
        let Machine { host, faults, disk_faults } = machine;
        let mut world = Self {
            connections: (0..simulation.clients()).map(|_| Connection::default()).collect(),
            simulation,
            chance,
            faults,
            host,
            disk_faults,
            agenda: Agenda::new(),
            flights: Vec::new(),
            taps: Vec::new(),
            calls: 0,
            is_calm: false,
            is_syncing: false,
            is_stirred: true,
            boots: 0,
            receivers: 0,
            planted_fault,
            trace,
        };
        world.agenda.schedule(0, Due::Boot);
        for client in 0..world.connections.len() {
            let after = world.chance.below(200);
            world.agenda.schedule(after, Due::Think(client));
        }
        world
    }

    pub(crate) async fn play(&mut self) -> Checked {
        loop {
            if self.is_done() {
                self.stop_faults();
                self.sync();
                self.settle().await?;
                // Settling may have changed that.
                if self.is_done() {
                    return Ok(());
                }
            }
            self.move_time();
            ensure!(self.agenda.now < S::TOO_LONG, "it does not end");
            let mut is_settled = false;
            while let Some(due) = self.agenda.take() {
                self.perform(due)?;
                is_settled = self.chance.permille(500);
                if is_settled {
                    self.settle().await?;
                }
            }
            if !is_settled {
                self.settle().await?;
            }
            self.look_around().await?;
        }
    }

    fn is_done(&self) -> bool {
        self.simulation.is_over()
            && self.host.handle().is_some()
            && self.flights.is_empty()
            && self.agenda.is_empty()
    }

    /// Moves to the next moment at which something is due. Sometimes the machine's clock moves further.
    fn move_time(&mut self) {
        let due = self.agenda.next();
        let wakeup = self.host.clock.until_wakeup().map(|span| self.agenda.now.saturating_add(span));
        let next = due.into_iter().chain(wakeup).min().unwrap_or(self.agenda.now + 1).max(self.agenda.now);
        let is_deaf = self.planted_fault == PlantedFault::DeafClock
            && wakeup == Some(next)
            && self.chance.permille(300);
        self.is_stirred |= self.host.clock.advance(next - self.agenda.now, is_deaf);
        self.agenda.now = next;
        if self.chance.permille(self.faults.jump) {
            let span = self.chance.between(1, 4_000);
            trace!(self, "the clock jumps by {span}");
            self.is_stirred |= self.host.clock.advance(span, false);
            self.count(Count::ClockJump);
        }
        if !self.is_calm && self.agenda.now > S::CALM {
            self.stop_faults();
        }
    }

    fn stop_faults(&mut self) {
        self.is_calm = true;
        self.faults = FaultRates::default();
        self.disk_faults.stop_faults();
    }

    fn perform(&mut self, due: Due<S::Subject>) -> Checked {
        match due {
            Due::Think(client) if !self.simulation.is_over() => {
                let (least, most) = S::PACE;
                let after = self.chance.between(least, most);
                self.agenda.schedule(after, Due::Think(client));
                self.think(client)
            }
            Due::Think(_) => Ok(()),
            Due::Deliver(delivery) => self.deliver(delivery),
            Due::Hear { client, call } => {
                let waiting = &mut self.connections[client].waiting;
                *waiting = waiting.filter(|waiting| waiting.0 != call);
                Ok(())
            }
            Due::Sync => {
                self.is_syncing = false;
                if self.flights.len() > 1 {
                    self.count(Count::Queued);
                }
                self.sync();
                Ok(())
            }
            Due::Boot => self.restart(),
        }
    }

    fn sync(&mut self) {
        self.host.journal.sync();
        self.is_stirred = true;
    }

    fn deliver(&mut self, delivery: DeliveryOf<S::Subject>) -> Checked {
        let Some(handle) = self.host.handle().cloned() else {
            return Ok(());
        };
        self.is_stirred = true;
        let Delivery { call, answer: reply } = &delivery;
        let reply = *reply;
        let arrived = &mut self.connections[call.client].arrived;
        let is_overtaken = *arrived > call.id;
        *arrived = call.id.max(*arrived);
        if is_overtaken {
            self.count(Count::Reordered);
        }
        self.count(Count::Delivered);
        let since = self.simulation.posted(call);
        let (now, stamp) = (handle.now(), handle.stamp());
        ensure!(now <= stamp && stamp.0 <= now.0 + 1_000, "stamped {stamp:?} at {now:?}");
        trace!(self, "call {} at {}: {:?} {}", call.id, stamp.0, call.by, S::traced(&call.act));
        let (by, act) = (call.by, call.act.clone());
        let principal = format!("client {}", call.client);
        let mut future = Box::pin(async move { handle.act(&principal, by, act).await }) as _;
        let answer = poll(&mut future);
        let flight = Flight { delivery, future, stamp, since };
        match answer {
            Poll::Ready(answer) => self.answer(&flight, answer),
            Poll::Pending if reply == ReplyDelivery::HungUp => {
                self.simulation.forgotten(&flight.delivery.call, since);
                Ok(())
            }
            Poll::Pending => {
                self.flights.push(flight);
                Ok(())
            }
        }
    }

    fn answer(&mut self, flight: &Flight<S::Subject>, answer: AnswerOf<S::Subject>) -> Checked {
        let call = &flight.delivery.call;
        let now = self.host.handle().map(Handle::now).unwrap_or_default();
        let answer = self.simulation.forge(call, answer, now, &mut self.chance);
        match &answer {
            Ok(_) => trace!(self, "call {} granted", call.id),
            Err(refusal) => trace!(self, "call {} refused: {refusal:?}", call.id),
        }
        for figure in [call.id, flight.stamp.0, u64::from(answer.is_ok())] {
            self.simulation.digest().add(&figure.to_be_bytes());
        }
        if let ReplyDelivery::After(after) = flight.delivery.answer {
            self.agenda.schedule(after, Due::Hear { client: call.client, call: call.id });
        }
        self.simulation.answered(call, (flight.stamp, flight.since), &answer)
    }

    async fn settle(&mut self) -> Checked {
        if !std::mem::take(&mut self.is_stirred) && !self.host.is_starting() {
            return Ok(());
        }
        loop {
            // The first yield runs the engine, the second one the tasks it woke.
            tokio::task::yield_now().await;
            tokio::task::yield_now().await;
            let change = self.host.check_changes()?;
            if change == Some(Change::CameUp) {
                self.after_restart()?;
            }
            self.listen()?;
            self.collect()?;
            self.simulation.settled()?;
            if self.host.journal.is_down() && !self.host.is_down() {
                self.crashed();
            } else if change == Some(Change::Ended) {
                self.after_crash();
            } else if self.simulation.is_over()
                && self.host.journal.is_poisoned()
                && self.host.handle().is_some()
            {
                // Nothing more is written, so only the operator can stop the engine.
                self.after_crash();
            } else if change.is_none() {
                break;
            }
        }
        if self.host.journal.unsynced() > 0 && !self.is_syncing && !self.host.journal.is_poisoned() {
            self.is_syncing = true;
            let is_long = !self.is_calm && self.chance.permille(100);
            let after = self.chance.between(1, if is_long { 2_500 } else { 120 });
            self.agenda.schedule(after, Due::Sync);
        }
        Ok(())
    }

    fn collect(&mut self) -> Checked {
        let mut at = 0;
        while let Some(flight) = self.flights.get_mut(at) {
            match poll(&mut flight.future) {
                Poll::Pending => at += 1,
                Poll::Ready(answer) => {
                    let flight = self.flights.remove(at);
                    self.answer(&flight, answer)?;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.host.handle().is_some()
            && self.host.journal.unsynced() == 0
            && !self.host.journal.is_down()
            && !self.host.journal.is_poisoned()
    }

    /// Checks the engine after everything due at this moment is done. Sometimes causes a fault.
    async fn look_around(&mut self) -> Checked {
        let Some(handle) = self.host.handle().cloned() else {
            return Ok(());
        };
        if self.is_idle() {
            self.simulation.settle_unknown();
        }
        S::look_around(self, &handle).await?;
        if self.chance.permille(self.faults.wall_jump) {
            let wall = self.chance.between(1_600_000_000_000, 1_700_000_000_000);
            self.host.clock.set_wall(wall);
            self.count(Count::WallJump);
        }
        if self.chance.permille(self.faults.crash_idle) {
            self.count(Count::CrashIdle);
            self.crashed();
        } else if self.chance.permille(self.faults.stop) {
            trace!(self, "an orderly stop");
            self.count(Count::OrderlyStop);
            self.host.stop();
            self.is_stirred = true;
        }
        Ok(())
    }

    pub(crate) fn count(&mut self, what: Count) {
        self.simulation.tally().add(what);
    }
}

/// Returns the error of a missing part of the world.
pub(crate) fn missing(what: &str) -> Violation {
    Violation::Broken(format!("{what} is missing"))
}
