//! The world around a simulated game or event: time, what is due, and the order in which things happen.
//!
//! Time moves from one moment at which something is due to the next. After each thing that is done the engine
//! runs until it waits; then all feeds are read, all answers collected, and the auditor looks at them. What is played, by
//! whom, and what it is held to, a [`Simulation`] knows.

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

/// A game or an event, those who take part, and the auditor who holds it to its promises. Clients have numbers from 0 up.
pub(crate) trait Simulation: Sized {
    /// What the engine runs.
    type Subject: Subject<Setup: Clone, Actor: Debug, Act: Clone, Rejection: Debug>;
    /// Role of a client.
    type Role: Debug;

    /// Time from which nothing goes wrong any more, and everybody brings it to its end, in milliseconds.
    const CALM: u64;
    /// What is not over by then will never be, in milliseconds.
    const TOO_LONG: u64;
    /// The least and the most time after which a client looks again, in milliseconds.
    const PACE: (u64, u64);

    /// Returns whether it is over, as everybody is told.
    fn is_over(&self) -> bool;

    /// Returns the number of clients.
    fn clients(&self) -> usize;

    /// Returns the role of a client.
    fn role(&self, client: usize) -> Self::Role;

    /// Returns the audience whose feed a client watches.
    fn audience(&self, client: usize) -> Audience;

    /// Returns the sequence of the item from which a client watches its feed.
    fn next_sequence(&self, client: usize) -> u64;

    /// A client forgets all it knows, and starts anew.
    fn restart(&mut self, client: usize);

    /// A client reads an item or a pulse of its feed. `is_new` is whether the feed has not said yet that it has brought all
    /// there is.
    fn read(&mut self, client: usize, item: &WatchGameResponse, is_new: &mut bool) -> Checked;

    /// A client is brought an item again.
    fn read_again(&mut self, client: usize, item: &WatchGameResponse) -> Checked;

    /// Returns the call that a client wants to make, as far as it knows.
    fn think(
        &self,
        client: usize,
        chance: &mut Chance,
        weather: Weather,
    ) -> Checked<Option<Intent<Self::Subject>>>;

    /// Returns the feeds that the auditor reads: of whom each is held to be, and of whom it is.
    fn audited(&self) -> Vec<(Audience, Audience)>;

    /// Returns the number of items of a feed so far.
    fn length(&self, audience: Audience) -> usize;

    /// The auditor takes an item of a feed that is read without a gap: the next one, or one that is known.
    fn hear(&mut self, audience: Audience, item: &WatchGameResponse) -> Checked;

    /// A call is about to reach the engine. Says how long the feed is that will tell of it.
    fn posted(&mut self, call: &CallOf<Self::Subject>) -> usize;

    /// Nobody will hear the answer of this call, which came when the feed was so long; it may have taken effect, or may yet.
    fn forgotten(&mut self, call: &Rc<CallOf<Self::Subject>>, since: usize);

    /// An answer left the server, to a call that came at this time, when the feed was so long.
    fn answered(
        &mut self,
        call: &Rc<CallOf<Self::Subject>>,
        came: (GameTime, usize),
        answer: &AnswerOf<Self::Subject>,
    ) -> Checked;

    /// All feeds have been read to their ends, and all answers are collected.
    fn settled(&mut self) -> Checked;

    /// From here on, whatever was unknown and is not in the feeds has not taken effect and never will.
    fn settle_unknown(&mut self);

    /// The server serves it again.
    fn came_up(&mut self, handle: &Handle<Self::Subject>) -> Checked;

    /// The server is gone, at this time.
    fn went_down(&mut self, now: GameTime);

    /// The auditor looks at the engine after everything at this moment is done.
    async fn look_around(world: &mut World<'_, Self>, handle: &Handle<Self::Subject>) -> Checked;

    /// Returns what a planted fault makes of an answer that is given at this time.
    fn forge(
        &mut self,
        call: &CallOf<Self::Subject>,
        answer: AnswerOf<Self::Subject>,
        now: GameTime,
        chance: &mut Chance,
    ) -> AnswerOf<Self::Subject>;

    /// Tells an act in the trace, sealed or not.
    fn traced(act: &<Self::Subject as Subject>::Act) -> String;

    /// The hash of what could be observed so far.
    fn digest(&mut self) -> &mut Digest;

    /// The counts of what was injected.
    fn tally(&mut self) -> &mut Tally;
}

/// Call that a client wants to make.
pub(crate) struct Intent<S: Subject> {
    pub(crate) by: S::Actor,
    pub(crate) act: S::Act,
    /// Time at which it shall arrive, in game time; `None`: soon.
    pub(crate) aim: Option<GameTime>,
}

impl<S: Subject> Intent<S> {
    pub(crate) fn soon(by: S::Actor, act: S::Act) -> Self {
        Self { by, act, aim: None }
    }
}

/// The circumstances of a client's act.
#[derive(Clone, Copy)]
pub(crate) struct Weather {
    pub(crate) faults: FaultRates,
    /// It has gone on for long: bring it to its end.
    pub(crate) is_calm: bool,
    /// Number of calls so far.
    pub(crate) calls: u64,
}

/// Work that is due at a moment.
enum Due<S: Subject> {
    /// A client looks at its feed and acts.
    Think(usize),
    /// A call reaches the server.
    Deliver(DeliveryOf<S>),
    /// An answer reaches its client.
    Hear { client: usize, call: u64 },
    /// The disk has caught up.
    Sync,
    /// The machine starts again.
    Boot,
}

/// A feed the auditor reads without a cut, as long as the server lives.
pub(crate) struct AuditedFeed<S: Subject> {
    pub(crate) audience: Audience,
    reading: FeedReader<S::State>,
    /// Sequence of the item that is due.
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
    /// Whether anything has reached the engine, its disk or its clock's sleepers since all of them last had come to rest.
    is_stirred: bool,
    boots: u64,
    /// Extent to which appends were answered when the auditor last listened.
    heard: u64,
    planted_fault: PlantedFault,
    trace: Trace<'a>,
}

/// The machine that a world begins with, and what goes wrong there.
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
            heard: 0,
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

    /// Plays to the end.
    pub(crate) async fn play(&mut self) -> Checked {
        loop {
            if self.is_done() {
                self.calm_down();
                self.sync();
                self.settle().await?;
                // It may just have been about to stop.
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

    /// Goes to the next moment at which something is due. Now and then the machine's clock goes further.
    fn move_time(&mut self) {
        let due = self.agenda.next();
        let wakeup = self.host.clock.until_wakeup().map(|span| self.agenda.now.saturating_add(span));
        let next = due.into_iter().chain(wakeup).min().unwrap_or(self.agenda.now + 1).max(self.agenda.now);
        let deaf = self.planted_fault == PlantedFault::DeafClock
            && wakeup == Some(next)
            && self.chance.permille(300);
        self.is_stirred |= self.host.clock.advance(next - self.agenda.now, deaf);
        self.agenda.now = next;
        if self.chance.permille(self.faults.jump) {
            let span = self.chance.between(1, 4_000);
            trace!(self, "the clock jumps by {span}");
            self.is_stirred |= self.host.clock.advance(span, false);
            self.count(Count::ClockJump);
        }
        if !self.is_calm && self.agenda.now > S::CALM {
            self.calm_down();
        }
    }

    /// From now on nothing goes wrong any more.
    fn calm_down(&mut self) {
        self.is_calm = true;
        self.faults = FaultRates::default();
        self.disk_faults.calm_down();
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
            Due::Boot => self.boot(),
        }
    }

    /// The disk catches up.
    fn sync(&mut self) {
        self.host.journal.sync();
        self.is_stirred = true;
    }

    /// A call reaches the server, or a port where nobody listens.
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

    /// An answer leaves the server.
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

    /// Lets the engine run until it waits, then looks at what came of it. An engine that nothing has reached still waits: most
    /// moments are those of clients who look and do nothing.
    async fn settle(&mut self) -> Checked {
        if !std::mem::take(&mut self.is_stirred) && !self.host.is_starting() {
            return Ok(());
        }
        loop {
            // The first turn lets the engine run; the second one, whatever it woke.
            tokio::task::yield_now().await;
            tokio::task::yield_now().await;
            let change = self.host.look()?;
            if change == Some(Change::CameUp) {
                self.came_up()?;
            }
            self.listen()?;
            self.collect()?;
            self.simulation.settled()?;
            if self.host.journal.is_down() && !self.host.is_down() {
                self.crashed();
            } else if change == Some(Change::Ended) {
                self.went_down();
            } else if self.simulation.is_over()
                && self.host.journal.is_poisoned()
                && self.host.handle().is_some()
            {
                // Nothing more is written, and so nothing ends the engine: its operator does.
                self.went_down();
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

    /// Returns whether the engine serves and has nothing to wait for.
    pub(crate) fn is_idle(&self) -> bool {
        self.host.handle().is_some()
            && self.host.journal.unsynced() == 0
            && !self.host.journal.is_down()
            && !self.host.journal.is_poisoned()
    }

    /// Looks at the engine after everything at this moment is done; now and then something happens to it.
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

/// The error for a part of the world that is not there.
pub(crate) fn missing(what: &str) -> Violation {
    Violation::Broken(format!("{what} is missing"))
}
