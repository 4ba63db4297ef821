//! The board's service: what is public, for hall and spectators.

use ishigaki_proto::board::{
    ListGamesRequest, ListGamesResponse, ListRoundsRequest, ReadRecordRequest, WatchGameRequest,
};
use ishigaki_proto::server::board::BoardService;
use ishigaki_proto::shared::{ListRoundsResponse, ReadRecordResponse};
use tonic::{Request, Response, Status};

use super::watching::Answers;
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
        self.opened_rounds(&caller, &request.game, request.round).map(Response::new)
    }

    async fn read_record(
        &self,
        request: Request<ReadRecordRequest>,
    ) -> Result<Response<ReadRecordResponse>, Status> {
        let caller = caller(&request)?;
        let ReadRecordRequest { game, from_line, limit } = request.into_inner();
        self.record(&caller, &game, from_line, limit).await.map(Response::new)
    }

    async fn watch_game(
        &self,
        request: Request<WatchGameRequest>,
    ) -> Result<Response<Self::WatchGameStream>, Status> {
        let caller = caller(&request)?;
        let request = request.into_inner();
        let game = self.game(&caller, &request.game)?;
        self.stream(&caller, &game, Audience::Public, request.from_sequence).map(Response::new)
    }
}
