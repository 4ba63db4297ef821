//! One simulated event with all its clients. It has no deadlines, so nothing is due by time alone.

mod ending;

use std::rc::Rc;
use std::sync::Arc;

use ishigaki_audit::{Checked, Violation, ensure};
use ishigaki_client::EventMirror;
use ishigaki_engine::engine::{
    ActAnswer, ActError, ActRejection, AfterOutage, EventSetup, Handle, Request, TournamentSubject,
};
use ishigaki_engine::feed::Audience;
use ishigaki_proto::event as wire;
use ishigaki_proto::shared::{Content, WatchGameResponse};
use ishigaki_proto::wire::feed_item::Body;
use ishigaki_rules::GameTime;
use ishigaki_testkit::SimJournal;
use ishigaki_tournament::{Competition, CompetitionRejection, Rejection};

use super::audit::{Auditor, Call};
use super::client::{ActContext, Client, Role};
use super::setting::Setting;
use crate::audit::Digest;
use crate::chance::Chance;
use crate::clock::SimClock;
use crate::disk::DiskFaults;
use crate::host::Host;
use crate::network::AnswerOf;
use crate::planted_fault::PlantedFault;
use crate::tally::{Count, Tally};
use crate::trace::Trace;
use crate::world::{Intent, Machine, Simulation, Weather, World};

const ROLES: [Role; 5] = [Role::Organiser, Role::Desk, Role::Desk, Role::Referee, Role::Board];

pub(crate) struct EventSimulation {
    setting: Setting,
    auditor: Auditor,
    clients: Vec<Client>,
    planted_fault: PlantedFault,
}

impl EventSimulation {
    pub(crate) fn world(
        seed: u64,
        players: u64,
        planted_fault: PlantedFault,
        trace: Trace<'_>,
    ) -> Checked<World<'_, Self>> {
        let mut chance = Chance::new(seed);
        let setting = Setting::new(&mut chance, players)?;
        let faults = setting.faults;
        let disk_faults = DiskFaults::new(chance.fork(), faults, planted_fault);
        let journal_faults = disk_faults.clone();
        let journal = SimJournal::new(move || journal_faults.next());
        let clock = SimClock::new(chance.below(1 << 40), 1_700_000_000_000);
        let setup = EventSetup { config: setting.config.clone(), games: Arc::new(()) };
        let host = Host::new(setup, AfterOutage::default(), seed, journal, clock)?;
        let event = Self {
            auditor: Auditor::new(&setting.config, chance.fork()),
            setting,
            clients: ROLES.into_iter().map(Client::new).collect(),
            planted_fault,
        };
        Ok(World::new(event, Machine { host, faults, disk_faults }, chance, planted_fault, trace))
    }
}

impl Simulation for EventSimulation {
    type Subject = TournamentSubject;
    type Role = Role;

    const CALM: u64 = 120_000;
    const TOO_LONG: u64 = 3_600_000;
    const PACE: (u64, u64) = (5, 120);

    fn is_over(&self) -> bool {
        self.auditor.competition().is_some_and(Competition::is_over)
    }

    fn clients(&self) -> usize {
        self.clients.len()
    }

    fn role(&self, client: usize) -> Role {
        self.clients[client].role
    }

    fn audience(&self, _client: usize) -> Audience {
        Audience::Public
    }

    fn next_sequence(&self, client: usize) -> u64 {
        self.clients[client].mirror.next_sequence()
    }

    fn restart(&mut self, client: usize) {
        self.clients[client].mirror = EventMirror::new();
    }

    fn read(&mut self, client: usize, item: &WatchGameResponse, _is_new: &mut bool) -> Checked {
        if item.sequence > 0 && self.planted_fault != PlantedFault::ForgedPairing {
            self.auditor.compare(item)?;
        }
        if self.clients[client].fold(item)? {
            self.auditor.tally.faults.add(Count::Pulse);
        }
        Ok(())
    }

    fn read_again(&mut self, client: usize, item: &WatchGameResponse) -> Checked {
        self.clients[client].fold(item).map(drop)
    }

    fn think(
        &self,
        client: usize,
        chance: &mut Chance,
        weather: Weather,
    ) -> Checked<Option<Intent<TournamentSubject>>> {
        let Setting { config, habits, .. } = &self.setting;
        let Weather { faults, is_calm, .. } = weather;
        let context = ActContext { config, habits: *habits, faults, is_calm };
        let intent = self.clients[client].think(chance, context)?;
        Ok(intent.map(|(by, request)| Intent::soon(by, request)))
    }

    fn audited(&self) -> Vec<(Audience, Audience)> {
        vec![(Audience::Public, Audience::Public)]
    }

    fn length(&self, _audience: Audience) -> usize {
        self.auditor.length()
    }

    fn hear(&mut self, _audience: Audience, item: &WatchGameResponse) -> Checked {
        if self.planted_fault == PlantedFault::ForgedPairing {
            return self.auditor.receive(&mispaired(item.clone())?);
        }
        self.auditor.receive(item)
    }

    fn posted(&mut self, _call: &Call) -> usize {
        self.auditor.posted()
    }

    fn forgotten(&mut self, call: &Rc<Call>, since: usize) {
        self.auditor.forgotten(call, since);
    }

    fn answered(
        &mut self,
        call: &Rc<Call>,
        came: (GameTime, usize),
        answer: &AnswerOf<TournamentSubject>,
    ) -> Checked {
        self.auditor.answered(call, came, answer)
    }

    fn settled(&mut self) -> Checked {
        self.auditor.settled()
    }

    fn settle_unknown(&mut self) {
        self.auditor.settle_unknown();
    }

    fn came_up(&mut self, handle: &Handle<TournamentSubject>) -> Checked {
        let last = self.auditor.last_moment();
        ensure!(handle.now() >= last, "it is {:?}, and something happened at {last:?}", handle.now());
        Ok(())
    }

    fn went_down(&mut self, _now: GameTime) {}

    async fn look_around(_world: &mut World<'_, Self>, _handle: &Handle<TournamentSubject>) -> Checked {
        Ok(())
    }

    fn forge(
        &mut self,
        _call: &Call,
        answer: AnswerOf<TournamentSubject>,
        _now: GameTime,
        chance: &mut Chance,
    ) -> AnswerOf<TournamentSubject> {
        match (self.planted_fault, answer) {
            (PlantedFault::ForgedGrant, Err(ActError::Rejected(_))) => {
                let item = u64::try_from(self.auditor.length()).unwrap_or(u64::MAX);
                Ok(ActAnswer { item, commitment: None })
            }
            (PlantedFault::ForgedRefusal, Ok(_)) if chance.permille(50) => Err(ActError::Rejected(
                ActRejection::Rejected(CompetitionRejection::Leagues(Rejection::NoReason)),
            )),
            (_, answer) => answer,
        }
    }

    fn traced(act: &Request) -> String {
        format!("{act:?}")
    }

    fn digest(&mut self) -> &mut Digest {
        &mut self.auditor.digest
    }

    fn tally(&mut self) -> &mut Tally {
        &mut self.auditor.tally.faults
    }
}

fn mispaired(item: WatchGameResponse) -> Checked<WatchGameResponse> {
    let mut changed = item.item().map_err(|error| Violation::Broken(error.to_string()))?;
    let Some(Body::EventFact(event)) = &mut changed.body else { return Ok(item) };
    let Some(wire::event::Fact::RoundPaired(paired)) = &mut event.fact else { return Ok(item) };
    for pool in &mut paired.pools {
        if let [one, other, ..] = &mut pool.pairs[..] {
            other.higher = one.higher;
        }
    }
    Ok(WatchGameResponse { content: Content::of(changed), ..item })
}
