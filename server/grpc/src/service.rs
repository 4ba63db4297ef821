//! The gRPC services: authenticate the caller, find the game, convert messages. They decide nothing.

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
use ishigaki_engine::directory::GameLocation;
use ishigaki_engine::engine::{Acceptance, ActError, Handle};
use ishigaki_engine::games::{GameSlot, Games};
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

/// Maximum size of a standby's list of copied streams, in bytes: about ten thousand games.
const LARGEST_STOCK: usize = 1024 * 1024;

/// Maximum size of a message that sets a roster, in bytes: about 256 for each permitted line.
const LONGEST_ROSTER: usize = 1024 * 1024;

/// State that all services share.
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
    /// Makes services for these games and events.
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

    /// Adds the cluster that this server belongs to.
    #[must_use]
    pub fn among(self, cluster: Option<Arc<Cluster>>) -> Self {
        Self { cluster, ..self }
    }

    /// Returns the service for teams.
    pub fn team(&self) -> InterceptedService<TeamServiceServer<Self>, AuthInterceptor> {
        let service =
            TeamServiceServer::new(self.clone()).max_decoding_message_size(self.limits.message_bytes);
        InterceptedService::new(service, self.interceptor.clone())
    }

    /// Returns the service for judges.
    pub fn judge(&self) -> InterceptedService<JudgeServiceServer<Self>, AuthInterceptor> {
        let service =
            JudgeServiceServer::new(self.clone()).max_decoding_message_size(self.limits.message_bytes);
        InterceptedService::new(service, self.interceptor.clone())
    }

    /// Returns the service for watching.
    pub fn watch(&self) -> InterceptedService<WatchServiceServer<Self>, AuthInterceptor> {
        let service =
            WatchServiceServer::new(self.clone()).max_decoding_message_size(self.limits.message_bytes);
        InterceptedService::new(service, self.interceptor.clone())
    }

    /// Returns the service for organisers.
    pub fn organiser(&self) -> InterceptedService<OrganiserServiceServer<Self>, AuthInterceptor> {
        let service =
            OrganiserServiceServer::new(self.clone()).max_decoding_message_size(self.limits.message_bytes);
        InterceptedService::new(service, self.interceptor.clone())
    }

    /// Returns the event service for organisers. Rosters are longer than other messages.
    pub fn event_organiser(&self) -> InterceptedService<EventOrganiserServiceServer<Self>, AuthInterceptor> {
        let service =
            EventOrganiserServiceServer::new(self.clone()).max_decoding_message_size(LONGEST_ROSTER);
        InterceptedService::new(service, self.interceptor.clone())
    }

    /// Returns the event service for the desk.
    pub fn event_desk(&self) -> InterceptedService<DeskServiceServer<Self>, AuthInterceptor> {
        let service =
            DeskServiceServer::new(self.clone()).max_decoding_message_size(self.limits.message_bytes);
        InterceptedService::new(service, self.interceptor.clone())
    }

    /// Returns the event service for referees.
    pub fn event_referee(&self) -> InterceptedService<RefereeServiceServer<Self>, AuthInterceptor> {
        let service =
            RefereeServiceServer::new(self.clone()).max_decoding_message_size(self.limits.message_bytes);
        InterceptedService::new(service, self.interceptor.clone())
    }

    /// Returns the service for standbys. Its requests grow with the number of games.
    pub fn standby(&self) -> InterceptedService<StandbyServiceServer<Self>, AuthInterceptor> {
        let service = StandbyServiceServer::new(self.clone()).max_decoding_message_size(LARGEST_STOCK);
        InterceptedService::new(service, self.interceptor.clone())
    }

    /// Returns the game that a caller means: by id, or the only one. Opens it if necessary.
    async fn game(&self, caller: &Caller, id: &str) -> Result<Handle, Status> {
        if !id.is_empty() && self.is_late(id) && self.may_see(id, caller) {
            return Err(status::elsewhere(id, None));
        }
        let slot = if id.is_empty() {
            self.know_own(caller).await;
            self.only_game(caller)?
        } else {
            let game = self.games.find(id).filter(|game| self.is_visible(game, caller));
            game.ok_or_else(|| self.not_served(id, caller))?
        };
        let id = slot.id().as_str();
        let opened = self.games.open_game(id).await.map_err(|error| status::not_opened(id, &error))?;
        let game = opened.ok_or_else(|| match slot.stop_reason() {
            Some(StopReason::Elsewhere) | None => self.not_served(id, caller),
            Some(stop_reason) => status::halted(stop_reason),
        })?;
        caller.concerns(game.id());
        Ok(game)
    }

    /// Opens the unopened games that a caller may see, to learn which are over. An unreadable game is
    /// reported when it is requested.
    async fn know_own(&self, caller: &Principal) {
        let mut unread = self.games.all();
        unread.retain(|game| game.is_unread() && self.is_visible(game, caller));
        for game in unread {
            drop(self.games.open_game(game.id().as_str()).await);
        }
    }

    /// Returns why a caller finds no such game here.
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
        self.redirect(id, caller).unwrap_or_else(|| status::unknown_game(id))
    }

    /// Returns whether another server may serve a game that is still here. On a single server, a failed
    /// journal is reported as such.
    fn is_late(&self, id: &str) -> bool {
        let directory = self.games.directory();
        let has_failed = |game: Arc<GameSlot>| game.stop_reason() == Some(StopReason::Journal);
        directory.is_late()
            && !(directory.addresses().len() <= 1 && self.games.find(id).is_some_and(has_failed))
    }

    /// Returns where a game is if another server serves it and this caller may see it.
    fn redirect(&self, id: &str, caller: &Principal) -> Option<Status> {
        if self.games.find(id).is_some() || self.games.is_damaged(id) || !self.may_see(id, caller) {
            return None;
        }
        self.located(id)
    }

    /// Returns where another server serves a game or event; `None` if it doesn't exist.
    fn located(&self, id: &str) -> Option<Status> {
        let directory = self.games.directory();
        let starts = || {
            let is_asked = self.games.contest().event(id).is_some();
            is_asked || self.games.spec(id).is_some_and(|spec| spec.start == Start::Now)
        };
        match directory.locate(id) {
            GameLocation::At { address } => Some(status::elsewhere(id, Some(&address))),
            GameLocation::Nowhere => Some(status::elsewhere(id, None)),
            GameLocation::Unrecorded if directory.is_shared() && starts() => {
                Some(status::elsewhere(id, None))
            }
            GameLocation::Unrecorded => None,
        }
    }

    /// Returns whether a caller may see a game that another server serves, as far as this server knows its
    /// teams. The other server checks again.
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

    /// Returns the only unfinished game that a caller can see, or the only one that is not practice if all
    /// are over. A team's practice doesn't count while it has another game, so it moves from one to the other
    /// without naming either. This server doesn't know whether another server's game is over, so an ambiguous
    /// game must be named.
    fn only_game(&self, caller: &Principal) -> Result<Arc<GameSlot>, Status> {
        let is_real = |id: &str| !self.games.is_practice(id);
        let mut games = self.games.all();
        games.retain(|game| self.is_visible(game, caller));
        let continues = games.iter().any(|game| !game.is_over());
        if continues {
            games.retain(|game| !game.is_over());
        }
        let has_real = games.iter().any(|game| is_real(game.id().as_str()));
        let others = if continues && has_real { Vec::new() } else { self.games_elsewhere(caller) };
        let gives_practice_up =
            matches!(caller.role, Role::Team { .. }) && (has_real || others.iter().any(|id| is_real(id)));
        if !continues || gives_practice_up {
            games.retain(|game| is_real(game.id().as_str()));
        }
        match (&games[..], &others[..]) {
            ([_], []) => games.pop().ok_or_else(|| status::unknown_game("")),
            ([], []) => Err(status::unknown_game("")),
            ([], [game]) => Err(self.redirect(game, caller).unwrap_or_else(|| status::unknown_game(""))),
            (here, others) => {
                let here = here.iter().map(|game| game.id().as_str());
                Err(status::several_games(here.chain(others.iter().map(String::as_str))))
            }
        }
    }

    /// Returns the games on other servers that a caller may see; practice only if there is nothing else.
    fn games_elsewhere(&self, caller: &Principal) -> Vec<String> {
        let mut others = self.games.directory().others();
        others.retain(|id| self.games.spec(id).is_some() && self.may_see(id, caller));
        if others.iter().any(|id| !self.games.is_practice(id)) {
            others.retain(|id| !self.games.is_practice(id));
        }
        others
    }

    /// Returns whether a caller can see a game: teams and judges of some games see their own, everyone else
    /// sees all.
    fn is_visible(&self, game: &GameSlot, caller: &Principal) -> bool {
        match &caller.role {
            Role::Team { team } => game.has_team(team),
            Role::JudgeOf { .. } => self.judges(caller, game.id().as_str()),
            Role::Organiser | Role::Judge | Role::Board | Role::Desk | Role::Referee => true,
            Role::Standby => false,
        }
    }

    /// Returns whether a caller may judge a game. The judges of a game also judge its spare (`G4`).
    fn judges(&self, caller: &Principal, game: &str) -> bool {
        match &caller.role {
            Role::Organiser | Role::Judge => true,
            Role::JudgeOf { games } => games.iter().any(|own| self.leads_to(own, game)),
            Role::Team { .. } | Role::Board | Role::Desk | Role::Referee | Role::Standby => false,
        }
    }

    /// Returns whether `game` is `own` or replaces it, directly or through other spares.
    fn leads_to(&self, own: &str, game: &str) -> bool {
        let next = |id: &String| self.games.spec(id).and_then(|spec| spec.spare.clone());
        // Ends, because no game is its own spare.
        std::iter::successors(Some(own.to_owned()), next).any(|id| id == game)
    }

    /// Returns the answer for a game or event that has just moved.
    fn moved(&self, id: &str) -> Status {
        self.located(id).unwrap_or_else(|| status::elsewhere(id, None))
    }

    /// Queues an act and waits until it is durable.
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

/// Returns the caller, which the interceptor has stored.
fn caller<T>(request: &Request<T>) -> Result<Caller, Status> {
    Caller::of(request.extensions()).ok_or_else(status::unauthenticated)
}
