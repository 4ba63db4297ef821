//! One simulated event: time, what is due, and the order in which things happen.
//!
//! As in a game's world, time moves from one moment at which something is due to the next; after each thing that is done the
//! engine runs until it waits, the feed is read, all answers are collected, and the auditor looks at them. An event has no
//! deadlines: time itself makes nothing happen.

mod ending;
mod outage;
mod people;

use std::task::Poll;

use ishigaki_server::engine::{ActError, AfterOutage, Granted, Refused, TournamentState, TournamentSubject};
use ishigaki_testkit::SimJournal;
use ishigaki_tournament::{Actor, Competition, CompetitionRejection, Rejection};

use super::EventOutcome;
use super::audit::Auditor;
use super::client::{Client, Role};
use super::setting::Setting;
use crate::agenda::Agenda;
use crate::chance::Chance;
use crate::clock::SimClock;
use crate::disk::DiskFaults;
use crate::feed_reader::FeedReader;
use crate::host::{Change, Host, poll};
use crate::network::{self, ReplyDelivery};
use crate::planted_fault::PlantedFault;
use crate::setting::FaultRates;
use crate::tally::Count;
use crate::trace::{Trace, trace};
use ishigaki_audit::{Checked, Violation, ensure};

/// Time from which nothing goes wrong any more, and everybody brings the event to its end, in milliseconds.
const CALM: u64 = 120_000;

/// An event that is not over by then will never be, in milliseconds.
const TOO_LONG: u64 = 3_600_000;

/// Roles of those who run the event and who watch.
const ROLES: [Role; 5] = [Role::Organiser, Role::Desk, Role::Desk, Role::Referee, Role::Board];

type Delivery = network::Delivery<Actor, ishigaki_server::engine::Request>;
type Flight = network::Flight<TournamentSubject>;

/// Work that is due at a moment.
enum Due {
    /// A client looks at its feed and acts.
    Think(usize),
    /// A call reaches the server.
    Deliver(Delivery),
    /// An answer reaches its client.
    Hear { client: usize, call: u64 },
    /// The disk has caught up.
    Sync,
    /// The machine starts again.
    Boot,
}

pub(super) struct World<'a> {
    chance: Chance,
    setting: Setting,
    faults: FaultRates,
    host: Host<TournamentSubject>,
    disk_faults: DiskFaults,
    auditor: Auditor,
    clients: Vec<Client>,
    agenda: Agenda<Due>,
    flights: Vec<Flight>,
    /// The feed that the auditor reads without a cut, as long as the server lives, and its next item.
    tap: Option<(FeedReader<TournamentState>, u64)>,
    calls: u64,
    is_calm: bool,
    is_syncing: bool,
    boots: u64,
    /// Extent to which appends were answered when the auditor last listened.
    heard: u64,
    planted_fault: PlantedFault,
    trace: Trace<'a>,
}

impl<'a> World<'a> {
    pub(super) fn new(
        seed: u64,
        players: u64,
        planted_fault: PlantedFault,
        trace: Trace<'a>,
    ) -> Checked<Self> {
        let mut chance = Chance::new(seed);
        let setting = Setting::new(&mut chance, players)?;
        let faults = setting.faults;
        let disk_faults = DiskFaults::new(chance.fork(), faults, planted_fault);
        let asked = disk_faults.clone();
        let journal = SimJournal::new(move || asked.next());
        let clock = SimClock::new(chance.below(1 << 40), 1_700_000_000_000);
        let auditor = Auditor::new(&setting.config, chance.fork());
        let mut world = Self {
            chance,
            host: Host::new(setting.config.clone(), AfterOutage::default(), seed, journal, clock)?,
            setting,
            faults,
            disk_faults,
            auditor,
            clients: ROLES.into_iter().map(Client::new).collect(),
            agenda: Agenda::new(),
            flights: Vec::new(),
            tap: None,
            calls: 0,
            is_calm: false,
            is_syncing: false,
            boots: 0,
            heard: 0,
            planted_fault,
            trace,
        };
        world.agenda.schedule(0, Due::Boot);
        for client in 0..world.clients.len() {
            let after = world.chance.below(200);
            world.agenda.schedule(after, Due::Think(client));
        }
        Ok(world)
    }

    /// Plays the event to its end and checks it.
    pub(super) async fn play(mut self) -> Checked<EventOutcome> {
        loop {
            if self.is_done() {
                self.calm_down();
                self.host.journal.sync();
                self.settle().await?;
                // It may just have been about to stop.
                if self.is_done() {
                    break;
                }
            }
            self.move_time();
            ensure!(self.agenda.now < TOO_LONG, "the event does not end");
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
            self.look_around();
        }
        self.finish().await
    }

    fn is_done(&self) -> bool {
        self.is_over() && self.host.handle().is_some() && self.flights.is_empty() && self.agenda.is_empty()
    }

    fn is_over(&self) -> bool {
        self.auditor.competition().is_some_and(Competition::is_over)
    }

    /// Goes to the next moment at which something is due. Now and then the machine's clock goes further.
    fn move_time(&mut self) {
        let next = self.agenda.next().unwrap_or(self.agenda.now + 1).max(self.agenda.now);
        self.host.clock.advance(next - self.agenda.now, false);
        self.agenda.now = next;
        if self.chance.permille(self.faults.jump) {
            let span = self.chance.between(1, 4_000);
            trace!(self, "the clock jumps by {span}");
            self.host.clock.advance(span, false);
            self.auditor.count(Count::ClockJump);
        }
        if !self.is_calm && self.agenda.now > CALM {
            self.calm_down();
        }
    }

    /// From now on nothing goes wrong any more.
    fn calm_down(&mut self) {
        self.is_calm = true;
        self.faults = FaultRates::default();
        self.disk_faults.calm_down();
    }

    fn perform(&mut self, due: Due) -> Checked {
        match due {
            Due::Think(client) if !self.is_over() => {
                let after = self.chance.between(5, 120);
                self.agenda.schedule(after, Due::Think(client));
                self.think(client)
            }
            Due::Think(_) => Ok(()),
            Due::Deliver(delivery) => self.deliver(delivery),
            Due::Hear { client, call } => {
                let waiting = &mut self.clients[client].waiting;
                *waiting = waiting.filter(|waiting| waiting.0 != call);
                Ok(())
            }
            Due::Sync => {
                self.is_syncing = false;
                if self.flights.len() > 1 {
                    self.auditor.count(Count::Queued);
                }
                self.host.journal.sync();
                Ok(())
            }
            Due::Boot => self.boot(),
        }
    }

    /// A call reaches the server, or a port where nobody listens.
    fn deliver(&mut self, delivery: Delivery) -> Checked {
        let Some(handle) = self.host.handle().cloned() else { return Ok(()) };
        let call = &delivery.call;
        let client = &mut self.clients[call.client];
        if client.arrived > call.id {
            self.auditor.count(Count::Reordered);
        }
        client.arrived = client.arrived.max(call.id);
        self.auditor.count(Count::Delivered);
        let since = self.auditor.posted();
        let stamp = handle.stamp();
        trace!(self, "call {} at {}: {:?} {:?}", call.id, stamp.0, call.by, call.act);
        let (by, act) = (call.by, call.act.clone());
        let principal = format!("client {}", call.client);
        let mut future = Box::pin(async move { handle.act(&principal, by, act).await }) as _;
        let answer = poll(&mut future);
        let flight = Flight { delivery, future, stamp, since };
        match answer {
            Poll::Ready(answer) => self.answer(&flight, answer),
            Poll::Pending if flight.delivery.answer == ReplyDelivery::HungUp => {
                self.auditor.forgotten(&flight.delivery.call, since);
                Ok(())
            }
            Poll::Pending => {
                self.flights.push(flight);
                Ok(())
            }
        }
    }

    /// An answer leaves the server.
    fn answer(&mut self, flight: &Flight, answer: Result<Granted, ActError<Refused>>) -> Checked {
        let call = &flight.delivery.call;
        let answer = self.forge(answer);
        match &answer {
            Ok(granted) => trace!(self, "call {} granted: item {}", call.id, granted.item),
            Err(refusal) => trace!(self, "call {} refused: {refusal:?}", call.id),
        }
        for figure in [call.id, flight.stamp.0, u64::from(answer.is_ok())] {
            self.auditor.digest.add(&figure.to_be_bytes());
        }
        if let ReplyDelivery::After(after) = flight.delivery.answer {
            self.agenda.schedule(after, Due::Hear { client: call.client, call: call.id });
        }
        self.auditor.answered(call, (flight.stamp, flight.since), &answer)
    }

    /// Lets the engine run until it waits, then looks at what came of it.
    async fn settle(&mut self) -> Checked {
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
            self.auditor.settled()?;
            if self.host.journal.is_down() && !self.host.is_down() {
                self.crashed();
            } else if change == Some(Change::Ended) {
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
    fn is_idle(&self) -> bool {
        self.host.handle().is_some()
            && self.host.journal.unsynced() == 0
            && !self.host.journal.is_down()
            && !self.host.journal.is_poisoned()
    }

    /// Looks at the engine after everything at this moment is done.
    fn look_around(&mut self) {
        if self.host.handle().is_none() {
            return;
        }
        if self.is_idle() {
            self.auditor.settle_unknown();
        }
        if self.chance.permille(self.faults.wall_jump) {
            let wall = self.chance.between(1_600_000_000_000, 1_700_000_000_000);
            self.host.clock.set_wall(wall);
            self.auditor.count(Count::WallJump);
        }
        if self.chance.permille(self.faults.crash_idle) {
            self.auditor.count(Count::CrashIdle);
            self.crashed();
        } else if self.chance.permille(self.faults.stop) {
            trace!(self, "an orderly stop");
            self.auditor.count(Count::OrderlyStop);
            self.host.stop();
        }
    }

    /// Returns what a planted fault makes of an answer.
    fn forge(&mut self, answer: Result<Granted, ActError<Refused>>) -> Result<Granted, ActError<Refused>> {
        match (self.planted_fault, answer) {
            (PlantedFault::ForgedGrant, Err(ActError::Rejected(_))) => {
                let item = u64::try_from(self.auditor.length()).unwrap_or(u64::MAX);
                Ok(Granted { item, commitment: None })
            }
            (PlantedFault::ForgedRefusal, Ok(_)) if self.chance.permille(50) => {
                Err(ActError::Rejected(Refused::Rejected(CompetitionRejection::Leagues(Rejection::NoReason))))
            }
            (_, answer) => answer,
        }
    }
}

/// The error for a part of the world that is not there.
fn missing(what: &str) -> Violation {
    Violation::Broken(format!("{what} is missing"))
}
