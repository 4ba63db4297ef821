//! The gRPC services, one for all who watch and one per audience that acts: who calls, which game is meant, what goes in
//! and out.
//!
//! This room translates; it decides nothing.

mod admission;
mod caller;
mod event;
mod judge;
mod organiser;
mod router;
mod sealings;
mod standby;
mod status;
mod stream;
mod team;
mod tokenless;
mod watch;

use std::sync::Arc;

use ishigaki_cluster::cluster::Cluster;
use ishigaki_engine::clock::Clock;
use ishigaki_engine::directory::Whereabouts;
use ishigaki_engine::engine::{Acceptance, ActError, Handle};
use ishigaki_engine::games::{Games, ListedGame};
use ishigaki_engine::meter::Meter;
use ishigaki_engine::stop_reason::StopReason;
use ishigaki_engine::token::{Principal, Role, TokenRegistry};
use ishigaki_engine::tournaments::Tournaments;
use ishigaki_proto::convert::{RequestedAct, check_reason};
use ishigaki_proto::server::{
    event_desk::DeskServiceServer, event_organiser::EventOrganiserServiceServer,
    event_referee::RefereeServiceServer, judge::JudgeServiceServer, organiser::OrganiserServiceServer,
    standby::StandbyServiceServer, team::TeamServiceServer, watch::WatchServiceServer,
};
use ishigaki_rules::Actor;
use ishigaki_scenarios::{GameSpec, Start};
use tonic::service::interceptor::InterceptedService;
use tonic::{Request, Status};

use crate::limits::Limits;
use crate::limits::rate_limit::RateLimiter;
use crate::presence::Presence;

pub use admission::{AdmissionLayer, AdmissionService, AdmittedCall};
pub use caller::AuthInterceptor;
use caller::Caller;
pub use router::{RoutedCall, Router};
pub use status::SERVER_LOCALE;

/// The largest list of what a standby has, in bytes: some ten thousand games.
const LARGEST_STOCK: usize = 1024 * 1024;

/// The longest message that sets a roster, in bytes: some 256 of them for each line that it may have.
const LONGEST_ROSTER: usize = 1024 * 1024;

/// Context that all services stand on.
#[derive(Clone)]
pub struct Services {
    games: Arc<Games>,
    tournaments: Arc<Tournaments>,
    cluster: Option<Arc<Cluster>>,
    interceptor: AuthInterceptor,
    presence: Presence,
    limits: Arc<Limits>,
    clock: Arc<dyn Clock>,
    meter: Meter,
    sealings: RateLimiter,
    walls: RateLimiter,
    messages: RateLimiter,
}

impl Services {
    /// Services for these games and events, let in by this register, within these limits by this clock.
    pub fn new(
        (games, tournaments): (Arc<Games>, Arc<Tournaments>),
        registry: TokenRegistry,
        limits: Arc<Limits>,
        clock: Arc<dyn Clock>,
        meter: Meter,
    ) -> Self {
        let presence = Presence::new();
        let interceptor = AuthInterceptor::new(registry, presence.clone());
        let (sealings, walls, messages) = (RateLimiter::new(), RateLimiter::new(), RateLimiter::new());
        let cluster = None;
        Self {
            games,
            tournaments,
            cluster,
            interceptor,
            presence,
            limits,
            clock,
            meter,
            sealings,
            walls,
            messages,
        }
    }

    /// The same of a server that is one of several.
    #[must_use]
    pub fn among(self, cluster: Option<Arc<Cluster>>) -> Self {
        Self { cluster, ..self }
    }

    /// The teams' service.
    pub fn team(&self) -> InterceptedService<TeamServiceServer<Self>, AuthInterceptor> {
        let service =
            TeamServiceServer::new(self.clone()).max_decoding_message_size(self.limits.message_bytes);
        InterceptedService::new(service, self.interceptor.clone())
    }

    /// The judge's service.
    pub fn judge(&self) -> InterceptedService<JudgeServiceServer<Self>, AuthInterceptor> {
        let service =
            JudgeServiceServer::new(self.clone()).max_decoding_message_size(self.limits.message_bytes);
        InterceptedService::new(service, self.interceptor.clone())
    }

    /// The service for all who watch.
    pub fn watch(&self) -> InterceptedService<WatchServiceServer<Self>, AuthInterceptor> {
        let service =
            WatchServiceServer::new(self.clone()).max_decoding_message_size(self.limits.message_bytes);
        InterceptedService::new(service, self.interceptor.clone())
    }

    /// The organiser's service.
    pub fn organiser(&self) -> InterceptedService<OrganiserServiceServer<Self>, AuthInterceptor> {
        let service =
            OrganiserServiceServer::new(self.clone()).max_decoding_message_size(self.limits.message_bytes);
        InterceptedService::new(service, self.interceptor.clone())
    }

    /// The service of events for their organiser. A roster is longer than other messages.
    pub fn event_organiser(&self) -> InterceptedService<EventOrganiserServiceServer<Self>, AuthInterceptor> {
        let service =
            EventOrganiserServiceServer::new(self.clone()).max_decoding_message_size(LONGEST_ROSTER);
        InterceptedService::new(service, self.interceptor.clone())
    }

    /// The service of events for their desk.
    pub fn event_desk(&self) -> InterceptedService<DeskServiceServer<Self>, AuthInterceptor> {
        let service =
            DeskServiceServer::new(self.clone()).max_decoding_message_size(self.limits.message_bytes);
        InterceptedService::new(service, self.interceptor.clone())
    }

    /// The service of events for their referee.
    pub fn event_referee(&self) -> InterceptedService<RefereeServiceServer<Self>, AuthInterceptor> {
        let service =
            RefereeServiceServer::new(self.clone()).max_decoding_message_size(self.limits.message_bytes);
        InterceptedService::new(service, self.interceptor.clone())
    }

    /// The standby's service. What it is told of a copy grows with the games.
    pub fn standby(&self) -> InterceptedService<StandbyServiceServer<Self>, AuthInterceptor> {
        let service = StandbyServiceServer::new(self.clone()).max_decoding_message_size(LARGEST_STOCK);
        InterceptedService::new(service, self.interceptor.clone())
    }

    /// The game a caller means: by its id, or the only one. One that is dormant or returning is brought back, which the call waits
    /// for.
    async fn game(&self, caller: &Caller, id: &str) -> Result<Handle, Status> {
        if !id.is_empty() && self.is_late(id) && self.may_see(id, caller) {
            return Err(status::elsewhere(id, None));
        }
        let listed = if id.is_empty() {
            self.know_own(caller).await;
            self.only_game(caller)?
        } else {
            let game = self.games.find(id).filter(|game| self.is_visible(game, caller));
            game.ok_or_else(|| self.not_served(id, caller))?
        };
        let game = match listed {
            ListedGame::Awake(game) => game,
            listed @ (ListedGame::Dormant(_) | ListedGame::Returning(_)) => {
                let id = listed.id().as_str();
                let woken = self.games.wake(id).await.map_err(|error| status::not_woken(id, &error))?;
                woken.ok_or_else(|| self.not_served(id, caller))?
            }
        };
        caller.concerns(game.id());
        Ok(game)
    }

    /// Brings those games back that are returning and that a caller may see, so that it is known which of them are over. What
    /// cannot be read is told by whoever asks for it.
    async fn know_own(&self, caller: &Principal) {
        let mut returning = self.games.all();
        returning.retain(|game| matches!(game, ListedGame::Returning(_)) && self.is_visible(game, caller));
        for game in returning {
            drop(self.games.wake(game.id().as_str()).await);
        }
    }

    /// Returns the reason for which there is no such game for a caller.
    fn not_served(&self, id: &str, caller: &Principal) -> Status {
        let is_theirs = self.games.spec(id).is_some_and(|spec| match &caller.role {
            Role::Team { team } => spec.setup.team_by_code(team).is_some(),
            Role::JudgeOf { .. } => self.judges(caller, id),
            Role::Organiser | Role::Judge | Role::Board | Role::Desk | Role::Referee => true,
            Role::Standby => false,
        });
        if is_theirs && self.games.is_damaged(id) {
            return status::damaged(id);
        }
        self.elsewhere(id, caller).unwrap_or_else(|| status::unknown_game(id))
    }

    /// Returns whether others may serve a game by now that is still here. Where there are no others, one whose journal failed
    /// says so.
    fn is_late(&self, id: &str) -> bool {
        let directory = self.games.directory();
        let has_failed = |game: Handle| game.feeds().stop_reason() == Some(StopReason::Journal);
        directory.is_late()
            && !(directory.addresses().len() <= 1 && self.games.get(id).is_some_and(has_failed))
    }

    /// Returns where a game is, if it is not served here, and this caller may see it.
    fn elsewhere(&self, id: &str, caller: &Principal) -> Option<Status> {
        if self.games.find(id).is_some() || self.games.is_damaged(id) || !self.may_see(id, caller) {
            return None;
        }
        self.located(id)
    }

    /// Returns where a game or event is that is not served here; `None` if there is no such.
    fn located(&self, id: &str) -> Option<Status> {
        let directory = self.games.directory();
        let starts = || {
            let is_asked = self.games.contest().event.as_ref().is_some_and(|event| event.id == id);
            is_asked || self.games.spec(id).is_some_and(|spec| spec.start == Start::Now)
        };
        match directory.locate(id) {
            Whereabouts::At { address } => Some(status::elsewhere(id, Some(&address))),
            Whereabouts::Nowhere => Some(status::elsewhere(id, None)),
            Whereabouts::Unrecorded if directory.is_shared() && starts() => Some(status::elsewhere(id, None)),
            Whereabouts::Unrecorded => None,
        }
    }

    /// Returns whether a caller can see a game that is not served here, as far as this server knows its teams: the one that
    /// serves it looks again.
    fn may_see(&self, id: &str, caller: &Principal) -> bool {
        let spec = self.games.spec(id);
        match &caller.role {
            Role::Team { team } => {
                let is_theirs = |spec: &GameSpec| {
                    let teams = self.games.planned_teams(spec);
                    teams.is_empty() || teams.iter().any(|known| known.code == *team)
                };
                spec.is_none_or(|spec| is_theirs(&spec))
            }
            Role::JudgeOf { .. } => spec.is_none() || self.judges(caller, id),
            Role::Organiser | Role::Judge | Role::Board | Role::Desk | Role::Referee => true,
            Role::Standby => false,
        }
    }

    /// The only game a caller can see that is not over; if all are over, the only one that was not for practice. For a team
    /// practice is none while it has another game, so it goes from one to the other without naming either; who acts for
    /// several has to say which. Of a game on another server it is not known here whether it is over: one that may be meant as well as
    /// practice here, or as what is over, has to be named.
    fn only_game(&self, caller: &Principal) -> Result<ListedGame, Status> {
        let is_real = |id: &str| !self.games.is_practice(id);
        let mut games = self.games.all();
        games.retain(|game| self.is_visible(game, caller));
        let goes_on = games.iter().any(|game| !game.is_over());
        if goes_on {
            games.retain(|game| !game.is_over());
        }
        let has_real = games.iter().any(|game| is_real(game.id().as_str()));
        let others = if goes_on && has_real { Vec::new() } else { self.games_elsewhere(caller) };
        let gives_practice_up =
            matches!(caller.role, Role::Team { .. }) && (has_real || others.iter().any(|id| is_real(id)));
        if !goes_on || gives_practice_up {
            games.retain(|game| is_real(game.id().as_str()));
        }
        match (&games[..], &others[..]) {
            ([_], []) => games.pop().ok_or_else(|| status::unknown_game("")),
            ([], []) => Err(status::unknown_game("")),
            ([], [game]) => Err(self.elsewhere(game, caller).unwrap_or_else(|| status::unknown_game(""))),
            (here, others) => {
                let here = here.iter().map(|game| game.id().as_str());
                Err(status::several_games(here.chain(others.iter().map(String::as_str))))
            }
        }
    }

    /// Returns the games that a caller may see and that are not served here; none for practice if there are others.
    fn games_elsewhere(&self, caller: &Principal) -> Vec<String> {
        let mut others = self.games.directory().others();
        others.retain(|id| self.games.spec(id).is_some() && self.may_see(id, caller));
        if others.iter().any(|id| !self.games.is_practice(id)) {
            others.retain(|id| !self.games.is_practice(id));
        }
        others
    }

    /// Returns whether a caller can see a game: a team and a judge of some games their own, everybody else
    /// all.
    fn is_visible(&self, game: &ListedGame, caller: &Principal) -> bool {
        match &caller.role {
            Role::Team { team } => game.has_team(team),
            Role::JudgeOf { .. } => self.judges(caller, game.id().as_str()),
            Role::Organiser | Role::Judge | Role::Board | Role::Desk | Role::Referee => true,
            Role::Standby => false,
        }
    }

    /// Returns whether a game of the contest is one that a caller may judge. A spare is judged by who judges what it
    /// is played for (`G4`).
    fn judges(&self, caller: &Principal, game: &str) -> bool {
        match &caller.role {
            Role::Organiser | Role::Judge => true,
            Role::JudgeOf { games } => games.iter().any(|own| self.leads_to(own, game)),
            Role::Team { .. } | Role::Board | Role::Desk | Role::Referee | Role::Standby => false,
        }
    }

    /// Returns whether a game is this one, or played in its stead, however many spares lie between.
    fn leads_to(&self, own: &str, game: &str) -> bool {
        let next = |id: &String| self.games.spec(id).and_then(|spec| spec.spare.clone());
        // No game is its own spare.
        std::iter::successors(Some(own.to_owned()), next).any(|id| id == game)
    }

    /// Returns the answer for a game or event that was here a moment ago.
    fn moved(&self, id: &str) -> Status {
        self.located(id).unwrap_or_else(|| status::elsewhere(id, None))
    }

    /// Lets an act happen, and waits until it is durable.
    async fn perform(
        &self,
        caller: &Principal,
        game: &Handle,
        by: Actor,
        requested: impl Into<RequestedAct>,
    ) -> Result<Acceptance, Status> {
        let RequestedAct { act, origin } = requested.into();
        check_reason(act.reason()).map_err(|fault| status::status(&fault))?;
        let done = game.act(&caller.name, by, act).await;
        done.map_err(|refusal| match refusal {
            ActError::Stopped(StopReason::Elsewhere) => self.moved(game.id().as_str()),
            refusal => status::refused(&refusal, game.setup(), &origin),
        })
    }
}

/// Returns who made a call: the door has put it there.
fn caller<T>(request: &Request<T>) -> Result<Caller, Status> {
    Caller::of(request.extensions()).ok_or_else(status::unauthenticated)
}
