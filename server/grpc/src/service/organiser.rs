//! The organiser's service: which games of the contest are played (`G4`), and entries by hand (`G6`).
//!
//! The answer to an entered list or re-bid contains no revision and no receipt, because they would show
//! whether it replaced something (`A4`).

use std::sync::Arc;

use ishigaki_cluster::cluster::{self, Cluster, ServerEntry};
use ishigaki_engine::directory::GameLocation;
use ishigaki_engine::engine::{ActError, Handle, Request as Asked};
use ishigaki_engine::games;
use ishigaki_engine::stop_reason::StopReason;
use ishigaki_engine::token::Role;
use ishigaki_engine::tournaments;
use ishigaki_journal::MemberId;
use ishigaki_proto::convert::{act, check_reason};
use ishigaki_proto::organiser::{
    DrainServerRequest, DrainServerResponse, EnterBidsRequest, EnterBidsResponse, EnterCountRequest,
    EnterCountResponse, EnterRebidRequest, EnterRebidResponse, EnterWallRequest, EnterWallResponse,
    ListServersRequest, ListServersResponse, MoveGameRequest, MoveGameResponse, ReplaceGameRequest,
    ReplaceGameResponse, Server, StartGameRequest, StartGameResponse,
};
use ishigaki_proto::server::organiser::OrganiserService;
use ishigaki_proto::watch::GameEntry;
use ishigaki_rules::Actor;
use ishigaki_tournament::Actor::Referee;
use ishigaki_tournament::{Act, GroupGame};
use tonic::{Request, Response, Status};

use super::judge::judging;
use super::team::wall_revision;
use super::{Caller, Services, caller, status};

/// Defines the lists and re-bids entered for a team, which are alike on the wire: a request that names its game
/// and team, an answer with the clock.
macro_rules! entries {
    ($($method:ident($request:ident) -> $response:ident = $act:expr;)*) => {
        #[tonic::async_trait]
        impl OrganiserService for Services {
            async fn start_game(
                &self,
                request: Request<StartGameRequest>,
            ) -> Result<Response<StartGameResponse>, Status> {
                let (caller, _) = judging(&request)?;
                let request = request.into_inner();
                self.check_judge(&caller, &request.game)?;
                self.reject_if_elsewhere(&request.game, &caller)?;
                let seats = usize::try_from(request.seats).ok().filter(|&seats| seats > 0);
                let games = Arc::clone(&self.games);
                let starting = async move { games.start(&request.game, &request.teams, seats).await };
                let game = self.to_its_end(starting).await?;
                Ok(Response::new(StartGameResponse { game: self.entry(&game) }))
            }

            async fn replace_game(
                &self,
                request: Request<ReplaceGameRequest>,
            ) -> Result<Response<ReplaceGameResponse>, Status> {
                let (caller, by) = judging(&request)?;
                let request = request.into_inner();
                self.check_judge(&caller, &request.game)?;
                self.reject_if_elsewhere(&request.game, &caller)?;
                if let Some((event, game)) = self.tournaments.game(&request.game) {
                    let spare = self.replace_by_ruling(&caller, event, game, request.reason).await?;
                    return Ok(Response::new(ReplaceGameResponse { game: self.entry(&spare) }));
                }
                check_reason(Some(("reason", &request.reason))).map_err(|fault| status::status(&fault))?;
                let (games, name) = (Arc::clone(&self.games), caller.name.clone());
                let replacing = async move { games.replace(&request.game, by, &name, request.reason).await };
                let game = self.to_its_end(replacing).await?;
                Ok(Response::new(ReplaceGameResponse { game: self.entry(&game) }))
            }

            async fn list_servers(
                &self,
                request: Request<ListServersRequest>,
            ) -> Result<Response<ListServersResponse>, Status> {
                // Judges of single games don't see the state of servers.
                if matches!(judging(&request)?.0.role, Role::JudgeOf { .. }) {
                    return Err(status::permission_denied(&["organiser", "judge"]));
                }
                self.list_of_servers().await.map(Response::new)
            }

            async fn drain_server(
                &self,
                request: Request<DrainServerRequest>,
            ) -> Result<Response<DrainServerResponse>, Status> {
                organiser(&request)?;
                let DrainServerRequest { server, undo } = request.into_inner();
                self.cluster()?.drain(MemberId(server), !undo).await.map_err(|error| self.not_moved(&error))?;
                Ok(Response::new(DrainServerResponse {}))
            }

            async fn move_game(
                &self,
                request: Request<MoveGameRequest>,
            ) -> Result<Response<MoveGameResponse>, Status> {
                organiser(&request)?;
                let MoveGameRequest { game, server } = request.into_inner();
                if game.is_empty() {
                    return Err(status::missing_field("game"));
                }
                let cluster = Arc::clone(self.cluster()?);
                // Runs on without its caller: otherwise the game could be given up without a new server.
                let moving = async move { cluster.hand_over(&game, MemberId(server)).await };
                let moved = tokio::spawn(moving).await.map_err(|_| status::halted(StopReason::Stopping))?;
                moved.map_err(|error| self.not_moved(&error))?;
                Ok(Response::new(MoveGameResponse {}))
            }

            async fn enter_wall(
                &self,
                request: Request<EnterWallRequest>,
            ) -> Result<Response<EnterWallResponse>, Status> {
                let caller = organiser(&request)?;
                let request = request.into_inner();
                let game = self.named_game(&caller, &request.game).await?;
                let act = act::enter_wall(&request, game.setup()).map_err(|fault| status::status(&fault))?;
                let receipt = self.perform(&caller, &game, Actor::Organiser, act).await?;
                let revision = wall_revision(request.replaces_revision, &receipt);
                Ok(Response::new(EnterWallResponse { clock: Some(game.feeds().face()), revision }))
            }

            async fn enter_count(
                &self,
                request: Request<EnterCountRequest>,
            ) -> Result<Response<EnterCountResponse>, Status> {
                let (caller, by) = judging(&request)?;
                let request = request.into_inner();
                let game = self.named_game(&caller, &request.game).await?;
                let act = act::enter_count(&request, game.setup()).map_err(|fault| status::status(&fault))?;
                self.perform(&caller, &game, by, act).await?;
                Ok(Response::new(EnterCountResponse { clock: Some(game.feeds().face()) }))
            }

            $(async fn $method(&self, request: Request<$request>) -> Result<Response<$response>, Status> {
                let caller = organiser(&request)?;
                let request = request.into_inner();
                let game = self.named_game(&caller, &request.game).await?;
                let act = $act(&request, game.setup()).map_err(|fault| status::status(&fault))?;
                self.perform(&caller, &game, Actor::Organiser, act).await?;
                Ok(Response::new($response { clock: Some(game.feeds().face()) }))
            })*
        }
    };
}

entries! {
    enter_bids(EnterBidsRequest) -> EnterBidsResponse = act::enter_bids;
    enter_rebid(EnterRebidRequest) -> EnterRebidResponse = act::enter_rebid;
}

impl Services {
    /// Returns the named game. An entry for a team must name one.
    async fn named_game(&self, caller: &Caller, game: &str) -> Result<Handle, Status> {
        if game.is_empty() { Err(status::missing_field("game")) } else { self.game(caller, game).await }
    }

    /// Returns the cluster.
    fn cluster(&self) -> Result<&Arc<Cluster>, Status> {
        self.cluster.as_ref().ok_or_else(status::single_server)
    }

    async fn list_of_servers(&self) -> Result<ListServersResponse, Status> {
        let Some(cluster) = &self.cluster else { return Ok(ListServersResponse::default()) };
        let servers = cluster.servers().await.map_err(|error| self.not_moved(&error))?;
        let entry = |ServerEntry { member, holds, is_this }: ServerEntry| Server {
            server: member.id.0,
            address: member.address,
            is_alive: member.is_alive,
            is_draining: member.is_draining,
            seen_ms: u64::try_from(member.seen.as_millis()).unwrap_or(u64::MAX),
            games: holds,
            is_this,
        };
        Ok(ListServersResponse { servers: servers.into_iter().map(entry).collect() })
    }

    /// Returns the status of a failed move.
    fn not_moved(&self, error: &cluster::Error) -> Status {
        match error {
            cluster::Error::UnknownServer(server) => status::unknown_server(server.0),
            cluster::Error::WindowOpen(game) => status::window_open(game),
            cluster::Error::NotHere(game) => self.located(game).unwrap_or_else(|| status::unknown_game(game)),
            cluster::Error::Journal(error) => {
                tracing::error!(error = error as &dyn std::error::Error, "can't list the servers");
                status::halted(StopReason::Journal)
            }
        }
    }

    /// Refuses judges of other games, for whom this game doesn't exist.
    fn check_judge(&self, caller: &Caller, game: &str) -> Result<(), Status> {
        if self.judges(caller, game) { Ok(()) } else { Err(status::unknown_game(game)) }
    }

    /// Replaces an event's game by its spare. This is the referee's ruling in the event (`G4`, `TV3`).
    async fn replace_by_ruling(
        &self,
        caller: &Caller,
        event: tournaments::Handle,
        game: GroupGame,
        reason: String,
    ) -> Result<Handle, Status> {
        if caller.role != Role::Judge {
            return Err(status::permission_denied(&["judge"]));
        }
        let ruling = Asked::Act(Act::ReplaceGame { game, reason, counted: true });
        let ruled = event.act(&caller.name, Referee, ruling).await;
        ruled.map_err(|error| match error {
            ActError::Stopped(StopReason::Elsewhere) => self.moved(event.id().as_str()),
            error => status::refused_in_event(&error),
        })?;
        self.tournaments.end_unneeded(&event).await;
        let tournaments = Arc::clone(&self.tournaments);
        let made = tokio::spawn(async move { tournaments.make_spare(&event, game).await }).await;
        let made = made.map_err(|_| status::halted(StopReason::Stopping))?;
        made.map_err(|error| status::not_made(&error))
    }

    /// Refuses a request for a game, or for the game that it is a spare of, that another server serves.
    fn reject_if_elsewhere(&self, game: &str, caller: &Caller) -> Result<(), Status> {
        if !self.games.directory().is_shared() || self.games.find(game).is_some() {
            return Ok(());
        }
        if let Some(redirect) = self.redirect(game, caller) {
            return Err(redirect);
        }
        let specs = self.games.specs();
        let replaced = specs.iter().find(|spec| spec.spare.as_deref() == Some(game));
        match replaced.map(|spec| self.games.directory().locate(&spec.id)) {
            Some(GameLocation::At { address }) => Err(status::elsewhere(game, Some(&address))),
            _ => Ok(()),
        }
    }

    /// Runs a start to its end without its caller. Otherwise a cancelled call could leave a game in the
    /// journal without a server, or an abandoned game without its spare.
    async fn to_its_end(
        &self,
        starting: impl Future<Output = Result<Handle, games::Error>> + Send + 'static,
    ) -> Result<Handle, Status> {
        let started = tokio::spawn(starting).await.map_err(|_| status::halted(StopReason::Stopping))?;
        started.map_err(|error| match error {
            games::Error::Elsewhere(game) => self.moved(&game),
            error => status::not_started(&error),
        })
    }

    fn entry(&self, game: &Handle) -> Option<GameEntry> {
        self.games.spec(game.id().as_str()).map(|spec| self.planned(&spec))
    }
}

/// Returns the caller if it is an organiser.
fn organiser<T>(request: &Request<T>) -> Result<Caller, Status> {
    let caller = caller(request)?;
    if caller.role == Role::Organiser { Ok(caller) } else { Err(status::permission_denied(&["organiser"])) }
}
