//! The organiser's service: which games of the contest are played (`G4`).

use ishigaki_proto::organiser::{
    GameEntry, GameState, ListGamesRequest, ListGamesResponse, ReadRecordRequest, ReadRecordResponse,
    ReplaceGameRequest, ReplaceGameResponse, StartGameRequest, StartGameResponse,
};
use ishigaki_proto::server::organiser::OrganiserService;
use ishigaki_scenarios::GameSpec;
use tonic::{Request, Response, Status};

use super::{Services, caller, status};
use crate::archive::Page;
use crate::engine::Handle;
use crate::token::{Principal, Role};

#[tonic::async_trait]
impl OrganiserService for Services {
    async fn list_games(
        &self,
        request: Request<ListGamesRequest>,
    ) -> Result<Response<ListGamesResponse>, Status> {
        organiser(&request)?;
        let games = self.games.contest().games();
        let games = games.iter().map(|spec| entry(spec, self.games.get(&spec.id).as_ref())).collect();
        Ok(Response::new(ListGamesResponse { games }))
    }

    async fn start_game(
        &self,
        request: Request<StartGameRequest>,
    ) -> Result<Response<StartGameResponse>, Status> {
        organiser(&request)?;
        let request = request.into_inner();
        let started = self.games.start(&request.game, &request.teams).await;
        let game = started.map_err(|error| status::not_started(&error))?;
        Ok(Response::new(StartGameResponse { game: self.entry(&game) }))
    }

    async fn replace_game(
        &self,
        request: Request<ReplaceGameRequest>,
    ) -> Result<Response<ReplaceGameResponse>, Status> {
        let caller = organiser(&request)?;
        let request = request.into_inner();
        let replaced = self.games.replace(&request.game, &caller.name, request.reason).await;
        let game = replaced.map_err(|error| status::not_started(&error))?;
        Ok(Response::new(ReplaceGameResponse { game: self.entry(&game) }))
    }

    async fn read_record(
        &self,
        request: Request<ReadRecordRequest>,
    ) -> Result<Response<ReadRecordResponse>, Status> {
        let caller = organiser(&request)?;
        let ReadRecordRequest { game, from_line, limit } = request.into_inner();
        let Page { lines, next_line, is_complete } = self.record(&caller, &game, from_line, limit).await?;
        Ok(Response::new(ReadRecordResponse { lines, next_line, is_complete }))
    }
}

impl Services {
    fn entry(&self, game: &Handle) -> Option<GameEntry> {
        self.games.contest().game(game.id().as_str()).map(|spec| entry(spec, Some(game)))
    }
}

/// Who calls, if it is an organiser.
fn organiser<T>(request: &Request<T>) -> Result<Principal, Status> {
    let caller = caller(request)?;
    if caller.role == Role::Organiser { Ok(caller) } else { Err(status::permission_denied("organiser")) }
}

/// A game of the contest file, and how it is served if it is.
fn entry(spec: &GameSpec, served: Option<&Handle>) -> GameEntry {
    let setup = served.map_or(&spec.setup, Handle::setup);
    let state = if served.is_some() { GameState::Started } else { GameState::Waiting };
    GameEntry {
        game: spec.id.clone(),
        title: setup.title.clone(),
        state: state.into(),
        teams: setup.teams.iter().map(|team| team.code.clone()).collect(),
        seats: spec.seats.map_or(0, |seats| u32::try_from(seats).unwrap_or(u32::MAX)),
        spare: spec.spare.clone().unwrap_or_default(),
        clock: served.map(|game| game.feeds().face()),
    }
}
