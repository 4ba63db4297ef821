//! Whole games from a seed: random teams, judge and organiser on the real engine.
//!
//! An auditor checks each game's guarantees; at the end it is recovered from a copy of its journal, and its
//! record verified.

mod closure;
mod ending;
mod record;

use std::rc::Rc;
use std::time::Instant;

use ishigaki_audit::{Checked, ensure};
use ishigaki_engine::engine::{Acceptance, ActError, GameSubject, Handle};
use ishigaki_engine::feed::Audience;
use ishigaki_proto::shared::WatchGameResponse;
use ishigaki_rules::{Act, Actor, Fact, Game, GameTime, LotId, Millis, Rejection, TeamId};
use ishigaki_testkit::SimJournal;

use crate::audit::Auditor;
use crate::chance::Chance;
use crate::client::{Client, Intent, Role};
use crate::clock::SimClock;
use crate::disk::DiskFaults;
use crate::host::Host;
use crate::network::{AnswerOf, Call};
use crate::planted_fault::PlantedFault;
use crate::setting::Setting;
use crate::tally::{Count, Tally};
use crate::trace::Trace;
use crate::world::{Machine, Simulation, Weather, World};

const LINES: u64 = 4;

/// An outage costs at most the time since the last heartbeat (`T`).
const HEARTBEAT: Millis = Millis(1_000);

pub(crate) struct GameSimulation {
    auditor: Auditor,
    clients: Vec<Client>,
    receipts: Vec<Vec<record::GivenReceipt>>,
    /// Time at which the engine last had no backlog; `None` if no window was open then.
    healthy: Option<GameTime>,
    down_at: Option<GameTime>,
    moment: Instant,
    planted_fault: PlantedFault,
}

impl GameSimulation {
    pub(crate) fn world(
        seed: u64,
        planted_fault: PlantedFault,
        moment: Instant,
        trace: Trace<'_>,
    ) -> Checked<World<'_, Self>> {
        let mut chance = Chance::new(seed);
        let setting = Setting::new(&mut chance)?;
        let faults = setting.faults;
        let disk_faults = DiskFaults::new(chance.fork(), faults, planted_fault);
        let (journal_faults, faults_again) = (disk_faults.clone(), disk_faults.clone());
        let journal = SimJournal::new(move || journal_faults.next());
        let journal = journal.with_checkpoints(move || faults_again.next_checkpoint());
        let clock = SimClock::new(chance.below(1 << 40), 1_700_000_000_000);
        let mut roles = vec![Role::Judge, Role::Board, Role::Organiser];
        for (team, &devices) in setting.setup.team_ids().zip(&setting.devices) {
            roles.extend((0..devices).map(|_| Role::Team(team)));
        }
        let game = Self {
            auditor: Auditor::new(&setting.setup, moment),
            clients: roles.into_iter().map(Client::new).collect(),
            receipts: setting.setup.teams.iter().map(|_| Vec::new()).collect(),
            healthy: None,
            down_at: None,
            moment,
            planted_fault,
        };
        let host = Host::new(setting.setup, setting.after_outage, seed, journal, clock)?;
        Ok(World::new(game, Machine { host, faults, disk_faults }, chance, planted_fault, trace))
    }

    /// Checks that game time continues from the last record or heartbeat: it stopped during the outage and
    /// lost at most one heartbeat.
    fn check_clock(&mut self, handle: &Handle) -> Checked {
        let now = handle.now();
        let recorded = self.auditor.game().map(Game::now).unwrap_or_default();
        ensure!(now >= recorded, "it is {now:?}, and something happened at {recorded:?}");
        if let Some(before) = self.down_at.take() {
            // A pause right after the outage is stamped with the next whole second (`A4`), and may not have
            // arrived yet.
            let second = GameTime(before.0 - before.0 % HEARTBEAT.0 + HEARTBEAT.0);
            let latest = if self.healthy.is_some() { second.max(recorded) } else { before.max(recorded) };
            ensure!(now <= latest, "it was {before:?}, and is {now:?} after the outage");
        }
        if let Some(healthy) = self.healthy.take() {
            self.auditor.tally.add(Count::OutageInWindow);
            let least = GameTime(healthy.0.saturating_sub(HEARTBEAT.0));
            ensure!(now >= least, "it was {healthy:?} in an open window, and is {now:?} after the outage");
        }
        let last = self.auditor.last_event();
        if last.is_some_and(|last| last.by == Actor::Clock && matches!(last.fact, Fact::Paused { .. })) {
            self.auditor.tally.add(Count::WaitAfterOutage);
        }
        let face = handle.feeds().face();
        self.auditor.check_face(&face)
    }
}

impl Simulation for GameSimulation {
    type Subject = GameSubject;
    type Role = Role;

    const CALM: u64 = 60_000;
    const TOO_LONG: u64 = 600_000;
    const PACE: (u64, u64) = (60, 700);

    fn is_over(&self) -> bool {
        self.auditor.game().is_some_and(|game| game.phase().is_over())
    }

    fn clients(&self) -> usize {
        self.clients.len()
    }

    fn role(&self, client: usize) -> Role {
        self.clients[client].role
    }

    fn audience(&self, client: usize) -> Audience {
        self.clients[client].audience()
    }

    fn next_sequence(&self, client: usize) -> u64 {
        self.clients[client].mirror.next_sequence()
    }

    fn restart(&mut self, client: usize) {
        self.clients[client].mirror = Rc::default();
    }

    fn read(&mut self, client: usize, item: &WatchGameResponse, is_new: &mut bool) -> Checked {
        if item.sequence == 0 {
            let is_pulse = self.auditor.check_pulse(item)?;
            // Only the first pulse of a feed is certain: if a later one and an item are due at once, either
            // may come first, and the pulse may be dropped.
            if is_pulse && std::mem::take(is_new) {
                self.auditor.tally.add(Count::Pulse);
            }
            return Ok(());
        }
        let client = &mut self.clients[client];
        let audience = client.audience();
        let entry = self.auditor.compare(audience, item)?;
        let folded = self.auditor.folded(audience, item.sequence);
        // It and all earlier items are identical byte by byte.
        if !folded.is_some_and(|folded| client.adopt(item, folded)) {
            let is_pulse = client.fold(&entry.read(item), self.moment)?;
            ensure!(!is_pulse, "item {} of the feed of {audience:?} is a pulse", item.sequence);
        }
        Ok(())
    }

    fn read_again(&mut self, client: usize, item: &WatchGameResponse) -> Checked {
        let client = &mut self.clients[client];
        let entry = self.auditor.compare(client.audience(), item)?;
        client.fold(&entry.read(item), self.moment).map(drop)
    }

    fn think(&self, client: usize, chance: &mut Chance, weather: Weather) -> Checked<Option<Intent>> {
        Ok(self.clients[client].think(chance, weather))
    }

    fn audited(&self) -> Vec<(Audience, Audience)> {
        let teams = self.auditor.setup().team_ids().map(Audience::Team);
        let is_leaking = self.planted_fault == PlantedFault::LeakedList;
        let public = if is_leaking { Audience::Team(TeamId(0)) } else { Audience::Public };
        std::iter::once((Audience::Public, public)).chain(teams.map(|team| (team, team))).collect()
    }

    fn length(&self, audience: Audience) -> usize {
        self.auditor.length(audience)
    }

    fn hear(&mut self, audience: Audience, item: &WatchGameResponse) -> Checked {
        self.auditor.receive(audience, item)
    }

    fn posted(&mut self, call: &Call) -> usize {
        self.auditor.posted(call)
    }

    fn forgotten(&mut self, call: &Rc<Call>, _since: usize) {
        self.auditor.forgotten(call);
    }

    fn answered(
        &mut self,
        call: &Rc<Call>,
        (stamp, since): (GameTime, usize),
        answer: &AnswerOf<GameSubject>,
    ) -> Checked {
        match answer {
            Ok(acceptance) => self.keep_receipt(call, acceptance)?,
            Err(ActError::Rejected(rejection)) => self.auditor.digest.add(rejection.rule().as_bytes()),
            Err(_) => {}
        }
        self.auditor.answered(call, stamp, since, answer)
    }

    fn settled(&mut self) -> Checked {
        self.auditor.settled()
    }

    fn settle_unknown(&mut self) {
        self.auditor.settle_unknown();
    }

    fn came_up(&mut self, handle: &Handle) -> Checked {
        self.check_clock(handle)
    }

    fn went_down(&mut self, now: GameTime) {
        self.down_at = Some(now);
    }

    async fn look_around(world: &mut World<'_, Self>, handle: &Handle) -> Checked {
        let is_idle = world.is_idle();
        if is_idle {
            let now = handle.now();
            let due = world.simulation.auditor.game().and_then(Game::due);
            ensure!(due.is_none_or(|due| due > now), "{due:?} has passed at {now:?}, and nothing closed");
            world.simulation.healthy = due.map(|_| now);
        }
        if world.chance.permille(4) {
            world.simulation.auditor.check_opened(&handle.feeds().opened_rounds(None))?;
            if is_idle {
                world.simulation.auditor.check_records(&world.host.journal.records())?;
                // Lines never change, so a leak in one of them is also found later.
                if world.calls.is_multiple_of(LINES) {
                    world.check_open_lines().await?;
                }
            }
        }
        Ok(())
    }

    fn forge(
        &mut self,
        call: &Call,
        answer: AnswerOf<GameSubject>,
        now: GameTime,
        chance: &mut Chance,
    ) -> AnswerOf<GameSubject> {
        match (self.planted_fault, answer) {
            (PlantedFault::ForgedGrant, Err(ActError::Rejected(_))) if !call.seals() => {
                let events = self.auditor.last_event().into_iter().collect::<Vec<_>>().into();
                Ok(Acceptance { received_at: now, events, sealed: None })
            }
            (PlantedFault::ForgedRefusal, Ok(_)) if chance.permille(50) => {
                Err(ActError::Rejected(Rejection::UnknownLot { lot: LotId(0) }))
            }
            (_, answer) => answer,
        }
    }

    fn traced(act: &Act) -> String {
        match act {
            Act::SubmitBids { bids, .. } => format!("{act:?} = {:?}", bids.0),
            Act::SubmitRebid { raises, .. } => format!("{act:?} = {:?}", raises.0),
            _ => format!("{act:?}"),
        }
    }

    fn digest(&mut self) -> &mut crate::audit::Digest {
        &mut self.auditor.digest
    }

    fn tally(&mut self) -> &mut Tally {
        &mut self.auditor.tally
    }
}
