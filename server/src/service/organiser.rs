//! The organiser's service: which games of the contest are played (`G4`), and what is entered for teams by hand
//! (`G6`).
//!
//! An answer to a list or re-bid that was entered says that it counts, and nothing else: neither its revision nor its
//! receipt, since either would show whether it replaced something (`A4`).

use std::sync::Arc;

use ishigaki_proto::convert::act;
use ishigaki_proto::organiser::{
    CallerRole, EnterBidsRequest, EnterBidsResponse, EnterCountRequest, EnterCountResponse,
    EnterRebidRequest, EnterRebidResponse, EnterWallRequest, EnterWallResponse, GameEntry, GameState,
    ListGamesRequest, ListGamesResponse, ReadRecordRequest, ReplaceGameRequest, ReplaceGameResponse,
    StartGameRequest, StartGameResponse,
};
use ishigaki_proto::padding::request_len;
use ishigaki_proto::server::organiser::OrganiserService;
use ishigaki_proto::shared::ReadRecordResponse;
use ishigaki_proto::wire;
use ishigaki_rules::{Actor, TeamSpec};
use ishigaki_scenarios::GameSpec;
use tonic::{Request, Response, Status};

use super::judge::judging;
use super::team::wall_revision;
use super::{Caller, Services, caller, status};
use crate::engine::Handle;
use crate::games;
use crate::halt::Halt;
use crate::token::Role;

/// What is entered by hand is alike on the wire: a request that names its game and team, an act, an answer with the
/// clock.
macro_rules! entries {
    ($($method:ident($request:ident) -> $response:ident = $act:expr;)*) => {
        #[tonic::async_trait]
        impl OrganiserService for Services {
            async fn list_games(
                &self,
                request: Request<ListGamesRequest>,
            ) -> Result<Response<ListGamesResponse>, Status> {
                let (caller, _) = judging(&request)?;
                let contest = self.games.contest();
                let listed = |spec: &GameSpec| {
                    let planned = self.games.planned_teams(spec);
                    let served = self.games.get(&spec.id);
                    entry(spec, planned, served.as_ref(), self.games.is_damaged(&spec.id))
                };
                let team = |team: &TeamSpec| wire::Team { code: team.code.clone(), name: team.name.clone() };
                let role = match caller.role {
                    Role::Organiser => CallerRole::Organiser,
                    _ => CallerRole::Judge,
                };
                Ok(Response::new(ListGamesResponse {
                    games: contest.games().iter().filter(|spec| self.judges(&caller, &spec.id)).map(listed).collect(),
                    teams: contest.teams.iter().map(team).collect(),
                    caller: role.into(),
                }))
            }

            async fn start_game(
                &self,
                request: Request<StartGameRequest>,
            ) -> Result<Response<StartGameResponse>, Status> {
                let (caller, _) = judging(&request)?;
                let request = request.into_inner();
                self.may_judge(&caller, &request.game)?;
                let seats = usize::try_from(request.seats).ok().filter(|&seats| seats > 0);
                let games = Arc::clone(&self.games);
                let starting = async move { games.start(&request.game, &request.teams, seats).await };
                let game = to_its_end(starting).await?;
                Ok(Response::new(StartGameResponse { game: self.entry(&game) }))
            }

            async fn replace_game(
                &self,
                request: Request<ReplaceGameRequest>,
            ) -> Result<Response<ReplaceGameResponse>, Status> {
                let (caller, by) = judging(&request)?;
                let request = request.into_inner();
                self.may_judge(&caller, &request.game)?;
                let (games, name) = (Arc::clone(&self.games), caller.name.clone());
                let replacing = async move { games.replace(&request.game, by, &name, request.reason).await };
                let game = to_its_end(replacing).await?;
                Ok(Response::new(ReplaceGameResponse { game: self.entry(&game) }))
            }

            async fn read_record(
                &self,
                request: Request<ReadRecordRequest>,
            ) -> Result<Response<ReadRecordResponse>, Status> {
                let caller = organiser(&request)?;
                let ReadRecordRequest { game, from_line, limit } = request.into_inner();
                self.record(&caller, &game, from_line, limit).await.map(Response::new)
            }

            async fn enter_wall(
                &self,
                request: Request<EnterWallRequest>,
            ) -> Result<Response<EnterWallResponse>, Status> {
                let caller = organiser(&request)?;
                let request = request.into_inner();
                let game = self.named_game(&caller, &request.game)?;
                let act = act::enter_wall(&request, game.setup()).map_err(|fault| status::status(&fault))?;
                let receipt = self.perform(&caller, &game, Actor::Organiser, act).await?;
                let revision = wall_revision(request.replaces_revision, &receipt);
                Ok(Response::new(EnterWallResponse { clock: Some(game.feeds().face()), revision }))
            }

            $(async fn $method(&self, request: Request<$request>) -> Result<Response<$response>, Status> {
                let caller = organiser(&request)?;
                let request = request.into_inner();
                let game = self.named_game(&caller, &request.game)?;
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
    enter_count(EnterCountRequest) -> EnterCountResponse = act::enter_count;
}

impl Services {
    /// The game that is named; whoever enters something for a team names one.
    fn named_game(&self, caller: &Caller, game: &str) -> Result<Handle, Status> {
        if game.is_empty() { Err(status::missing_field("game")) } else { self.game(caller, game) }
    }

    /// Refuses who judges other games only: this one does not exist for them.
    fn may_judge(&self, caller: &Caller, game: &str) -> Result<(), Status> {
        if self.judges(caller, game) { Ok(()) } else { Err(status::unknown_game(game)) }
    }

    fn entry(&self, game: &Handle) -> Option<GameEntry> {
        let spec = self.games.contest().game(game.id().as_str())?;
        Some(entry(spec, Vec::new(), Some(game), false))
    }
}

/// The game that is started, whether or not its caller waits for it: one whose call is taken back halfway, or takes too
/// long, would be set up in the journal and served by nobody, or be abandoned without its spare.
async fn to_its_end(
    starting: impl Future<Output = Result<Handle, games::Error>> + Send + 'static,
) -> Result<Handle, Status> {
    let started = tokio::spawn(starting).await.map_err(|_| status::halted(Halt::Stopping))?;
    started.map_err(|error| status::not_started(&error))
}

/// Who calls, if it is an organiser.
fn organiser<T>(request: &Request<T>) -> Result<Caller, Status> {
    let caller = caller(request)?;
    if caller.role == Role::Organiser { Ok(caller) } else { Err(status::permission_denied("organiser")) }
}

/// A game of the contest file, who is to play it, and how it is served if it is.
fn entry(spec: &GameSpec, planned: Vec<TeamSpec>, served: Option<&Handle>, is_damaged: bool) -> GameEntry {
    let setup = served.map_or(&spec.setup, Handle::setup);
    let teams = served.map_or(planned, |game| game.setup().teams.clone());
    let state = match served {
        Some(_) => GameState::Started,
        None if is_damaged => GameState::Damaged,
        None => GameState::Waiting,
    };
    GameEntry {
        game: spec.id.clone(),
        title: setup.title.clone(),
        state: state.into(),
        teams: teams.into_iter().map(|team| team.code).collect(),
        seats: spec.seats.map_or(0, |seats| u32::try_from(seats).unwrap_or(u32::MAX)),
        spare: spec.spare.clone().unwrap_or_default(),
        clock: served.map(|game| game.feeds().face()),
        title_ja: setup.title_ja.clone(),
        practice: spec.practice,
        sealing_bytes: u32::try_from(request_len(setup)).unwrap_or(0),
    }
}
