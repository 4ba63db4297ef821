//! The board's service: what is public, for hall and spectators.

use ishigaki_proto::board::{
    ListGamesRequest, ListGamesResponse, ListRoundsRequest, ListRoundsResponse, WatchGameRequest,
};
use ishigaki_proto::server::board::BoardService;
use tonic::{Request, Response, Status};

use super::watching::{Answers, stream};
use super::{Services, caller};
use crate::feed::Audience;

#[tonic::async_trait]
impl BoardService for Services {
    type WatchGameStream = Answers;

    async fn list_games(
        &self,
        request: Request<ListGamesRequest>,
    ) -> Result<Response<ListGamesResponse>, Status> {
        let caller = caller(&request)?;
        Ok(Response::new(ListGamesResponse { games: self.summaries(&caller) }))
    }

    async fn list_rounds(
        &self,
        request: Request<ListRoundsRequest>,
    ) -> Result<Response<ListRoundsResponse>, Status> {
        let caller = caller(&request)?;
        let request = request.into_inner();
        let rounds = self.opened_rounds(&caller, &request.game, request.round)?;
        Ok(Response::new(ListRoundsResponse { rounds }))
    }

    async fn watch_game(
        &self,
        request: Request<WatchGameRequest>,
    ) -> Result<Response<Self::WatchGameStream>, Status> {
        let caller = caller(&request)?;
        let request = request.into_inner();
        let game = self.game(&caller, &request.game)?;
        stream(&game, Audience::Public, request.from_sequence).map(Response::new)
    }
}
