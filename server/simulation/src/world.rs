//! One simulated game: time, what is due, and the order in which things happen.
//!
//! Time moves from one moment at which something is due to the next. After each thing that is done the engine
//! runs until it waits; then all feeds are read, all answers collected, and the auditor looks at them.

mod clients;
mod ending;
mod hibernation;
mod outage;
mod record;

use std::task::Poll;
use std::time::Instant;

use ishigaki_rules::{Game, GameTime, LotId, Rejection};
use ishigaki_server::engine::{Acceptance, ActError, Handle};
use ishigaki_server::feed::Audience;
use ishigaki_testkit::SimJournal;

use crate::agenda::Agenda;
use crate::audit::Auditor;
use crate::chance::Chance;
use crate::client::{Client, Role};
use crate::clock::SimClock;
use crate::disk::DiskFaults;
use crate::feed_reader::FeedReader;
use crate::host::{Change, Host, poll};
use crate::network::{Call, Delivery, Flight, ReplyDelivery};
use crate::planted_fault::PlantedFault;
use crate::setting::{FaultRates, Setting};
use crate::tally::{Count, Tally};
use crate::trace::{Trace, trace};
use ishigaki_audit::{Checked, Violation, ensure};

/// Time from which the weather is calm and the judge brings the game to its end, in milliseconds.
const CALM: u64 = 60_000;

/// A game that is not over by then will never be, in milliseconds.
const TOO_LONG: u64 = 600_000;

/// The open lines are looked at together with the journal where the number of calls so far is a multiple of this.
const LINES: u64 = 4;

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

/// A feed the auditor reads without a cut, as long as the server lives.
struct AuditedFeed {
    audience: Audience,
    reading: FeedReader,
    next: u64,
}

/// Outcome of a game.
pub(crate) struct Played {
    pub(crate) digest: u64,
    pub(crate) tally: Tally,
    pub(crate) items: usize,
}

pub(crate) struct World<'a> {
    chance: Chance,
    faults: FaultRates,
    host: Host,
    disk_faults: DiskFaults,
    auditor: Auditor,
    clients: Vec<Client>,
    agenda: Agenda<Due>,
    flights: Vec<Flight>,
    taps: Vec<AuditedFeed>,
    calls: u64,
    is_calm: bool,
    is_syncing: bool,
    /// Whether anything has reached the engine, its disk or its clock's sleepers since all of them last had come to rest.
    is_stirred: bool,
    boots: u64,
    /// Extent to which appends were answered when the auditor last listened.
    heard: u64,
    /// Time at which the engine last had nothing to catch up with, and whether a window was open.
    healthy: Option<GameTime>,
    /// Receipts that each team was given for its lists.
    receipts: Vec<Vec<record::GivenReceipt>>,
    /// The game's time when the server went down.
    down_at: Option<GameTime>,
    moment: Instant,
    planted_fault: PlantedFault,
    trace: Trace<'a>,
}

impl<'a> World<'a> {
    pub(crate) fn new(
        seed: u64,
        planted_fault: PlantedFault,
        moment: Instant,
        trace: Trace<'a>,
    ) -> Checked<Self> {
        let mut chance = Chance::new(seed);
        let setting = Setting::new(&mut chance)?;
        let faults = setting.faults;
        let disk_faults = DiskFaults::new(chance.fork(), faults, planted_fault);
        let (asked, asked_again) = (disk_faults.clone(), disk_faults.clone());
        let journal = SimJournal::new(move || asked.next());
        let journal = journal.with_checkpoints(move || asked_again.next_checkpoint());
        let clock = SimClock::new(chance.below(1 << 40), 1_700_000_000_000);
        let auditor = Auditor::new(&setting.setup, moment);
        let mut roles = vec![Role::Judge, Role::Board, Role::Organiser];
        for (team, &devices) in setting.setup.team_ids().zip(&setting.devices) {
            roles.extend((0..devices).map(|_| Role::Team(team)));
        }
        let receipts = setting.setup.teams.iter().map(|_| Vec::new()).collect();
        let mut world = Self {
            chance,
            faults,
            host: Host::new(setting.setup.clone(), setting.after_outage, seed, journal, clock)?,
            disk_faults,
            auditor,
            clients: roles.into_iter().map(Client::new).collect(),
            agenda: Agenda::new(),
            flights: Vec::new(),
            taps: Vec::new(),
            calls: 0,
            is_calm: false,
            is_syncing: false,
            is_stirred: true,
            boots: 0,
            heard: 0,
            healthy: None,
            receipts,
            down_at: None,
            moment,
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

    /// Plays the game to its end and checks it.
    pub(crate) async fn play(mut self) -> Checked<Played> {
        loop {
            if self.is_done() {
                self.calm_down();
                self.sync();
                self.settle().await?;
                // It may just have been about to stop.
                if self.is_done() {
                    break;
                }
            }
            self.move_time();
            ensure!(self.agenda.now < TOO_LONG, "the game does not end");
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
        self.finish().await
    }

    fn is_done(&self) -> bool {
        self.is_over() && self.host.handle().is_some() && self.flights.is_empty() && self.agenda.is_empty()
    }

    fn is_over(&self) -> bool {
        self.auditor.game().is_some_and(|game| game.phase().is_over())
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
            self.auditor.tally.add(Count::ClockJump);
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
                let after = self.chance.between(60, 700);
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
                    self.auditor.tally.add(Count::Queued);
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
    fn deliver(&mut self, delivery: Delivery) -> Checked {
        let Some(handle) = self.host.handle().cloned() else {
            return Ok(());
        };
        self.is_stirred = true;
        let call = &delivery.call;
        let client = &mut self.clients[call.client];
        if client.arrived > call.id {
            self.auditor.tally.add(Count::Reordered);
        }
        client.arrived = client.arrived.max(call.id);
        self.auditor.tally.add(Count::Delivered);
        let since = self.auditor.posted(call);
        let (now, stamp) = (handle.now(), handle.stamp());
        ensure!(now <= stamp && stamp.0 <= now.0 + 1_000, "stamped {stamp:?} at {now:?}");
        trace!(self, "call {} at {}: {:?} {:?}", call.id, stamp.0, call.by, UnsealedDebug(&call.act));
        let (by, act) = (call.by, call.act.clone());
        let principal = format!("client {}", call.client);
        let mut future = Box::pin(async move { handle.act(&principal, by, act).await }) as _;
        let answer = poll(&mut future);
        let flight = Flight { delivery, future, stamp, since };
        match answer {
            Poll::Ready(answer) => self.answer(&flight, answer),
            Poll::Pending if flight.delivery.answer == ReplyDelivery::HungUp => {
                self.auditor.forgotten(&flight.delivery.call);
                Ok(())
            }
            Poll::Pending => {
                self.flights.push(flight);
                Ok(())
            }
        }
    }

    /// An answer leaves the server.
    fn answer(&mut self, flight: &Flight, answer: Result<Acceptance, ActError>) -> Checked {
        let call = &flight.delivery.call;
        let answer = self.forge(call, answer);
        if let Ok(receipt) = &answer {
            self.keep_receipt(call, receipt)?;
        }
        match &answer {
            Ok(receipt) => trace!(self, "call {} granted: {} events", call.id, receipt.events.len()),
            Err(refusal) => trace!(self, "call {} refused: {refusal:?}", call.id),
        }
        let figures = [call.id, flight.stamp.0, u64::from(answer.is_ok())];
        for figure in figures {
            self.auditor.digest.add(&figure.to_be_bytes());
        }
        if let Err(ActError::Rejected(rejection)) = &answer {
            self.auditor.digest.add(rejection.rule().as_bytes());
        }
        if let ReplyDelivery::After(after) = flight.delivery.answer {
            self.agenda.schedule(after, Due::Hear { client: call.client, call: call.id });
        }
        self.auditor.answered(call, flight.stamp, flight.since, &answer)
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
            self.auditor.settled()?;
            if self.host.journal.is_down() && !self.host.is_down() {
                self.crashed();
            } else if change == Some(Change::Ended) {
                self.went_down();
            } else if self.is_over() && self.host.journal.is_poisoned() && self.host.handle().is_some() {
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

    /// Reads the auditor's feeds to their ends, if anything can have become durable since it last did.
    fn listen(&mut self) -> Checked {
        let answered = self.host.journal.answered();
        if std::mem::replace(&mut self.heard, answered) == answered {
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
                let is_new = item.sequence > crate::audit::to_u64(self.auditor.length(tap.audience));
                self.auditor.hear(tap.audience, &item)?;
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
    async fn look_around(&mut self) -> Checked {
        let Some(handle) = self.host.handle().cloned() else {
            return Ok(());
        };
        if self.is_idle() {
            self.auditor.settle_unknown();
            let now = handle.now();
            let due = self.auditor.game().and_then(Game::due);
            ensure!(due.is_none_or(|due| due > now), "{due:?} has passed at {now:?}, and nothing closed");
            self.healthy = due.map(|_| now);
        }
        if self.chance.permille(4) {
            self.auditor.check_opened(&handle.feeds().opened_rounds(None))?;
            if self.is_idle() {
                self.auditor.check_records(&self.host.journal.records())?;
                // Lines stay as they are: what one of them shows it shows the next time, too.
                if self.calls.is_multiple_of(LINES) {
                    self.check_open_lines().await?;
                }
            }
        }
        if self.chance.permille(self.faults.wall_jump) {
            let wall = self.chance.between(1_600_000_000_000, 1_700_000_000_000);
            self.host.clock.set_wall(wall);
            self.auditor.tally.add(Count::WallJump);
        }
        if self.chance.permille(self.faults.crash_idle) {
            self.auditor.tally.add(Count::CrashIdle);
            self.crashed();
        } else if self.chance.permille(self.faults.stop) {
            trace!(self, "an orderly stop");
            self.auditor.tally.add(Count::OrderlyStop);
            self.host.stop();
            self.is_stirred = true;
        }
        Ok(())
    }

    /// Returns what a planted fault makes of an answer.
    fn forge(&mut self, call: &Call, answer: Result<Acceptance, ActError>) -> Result<Acceptance, ActError> {
        match (self.planted_fault, answer) {
            (PlantedFault::ForgedGrant, Err(ActError::Rejected(_))) if !call.seals() => {
                let events = self.auditor.last_event().into_iter().collect::<Vec<_>>().into();
                let received_at = self.host.handle().map(Handle::now).unwrap_or_default();
                Ok(Acceptance { received_at, events, sealed: None })
            }
            (PlantedFault::ForgedRefusal, Ok(_)) if self.chance.permille(50) => {
                Err(ActError::Rejected(Rejection::UnknownLot { lot: LotId(0) }))
            }
            (_, answer) => answer,
        }
    }
}

/// An act as the trace tells it, sealed or not.
struct UnsealedDebug<'a>(&'a ishigaki_rules::Act);

impl std::fmt::Debug for UnsealedDebug<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use ishigaki_rules::Act;
        write!(f, "{:?}", self.0)?;
        match self.0 {
            Act::SubmitBids { bids, .. } => write!(f, " = {:?}", bids.0),
            Act::SubmitRebid { raises, .. } => write!(f, " = {:?}", raises.0),
            _ => Ok(()),
        }
    }
}

/// The error for a part of the world that is not there.
fn missing(what: &str) -> Violation {
    Violation::Broken(format!("{what} is missing"))
}
