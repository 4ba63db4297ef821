//! The judge's service: the acts that run a game.

use ishigaki_engine::engine::Handle;
use ishigaki_engine::token::Role;
use ishigaki_proto::convert::JudgeRequest;
use ishigaki_proto::fault::Fault;
use ishigaki_proto::judge::{
    self, ListPresenceRequest, ListPresenceResponse, RevealRankingRequest, RevealRankingResponse,
    TeamPresence, UncoverOpeningRequest, UncoverOpeningResponse,
};
use ishigaki_proto::server::judge::JudgeService;
use ishigaki_proto::wire;
use ishigaki_rules::{Actor, TeamSpec};
use tonic::{Request, Response, Status};

use super::{Caller, Services, caller, status};

impl Services {
    /// Returns the presence of a game's teams, in the order of its set-up.
    fn teams_there(&self, game: &Handle) -> Vec<TeamPresence> {
        let mut practice = self.games.all();
        practice.retain(|game| self.games.is_practice(game.id().as_str()));
        let has_practised = |code: &str| practice.iter().any(|game| game.has_sealed(code));
        let team = |team: &TeamSpec| TeamPresence {
            team: team.code.clone(),
            connections: self.presence.feeds(&team.code, game.id().as_str()),
            seen: self.presence.is_seen(&team.code),
            practised: has_practised(&team.code),
            program: self.presence.program(&team.code),
        };
        game.setup().teams.iter().map(team).collect()
    }

    /// Performs a judge's request and returns the clock after it.
    async fn judged<R: JudgeRequest>(&self, request: Request<R>) -> Result<Option<wire::Clock>, Status> {
        let (caller, by) = judging(&request)?;
        let request = request.into_inner();
        let game = self.game(&caller, request.game()).await?;
        let act = request.act(game.setup()).map_err(|fault| status::status(&fault))?;
        self.perform(&caller, &game, by, act).await?;
        Ok(Some(game.feeds().face()))
    }
}

/// Returns the caller if it may judge, and the actor to record.
pub(super) fn judging<T>(request: &Request<T>) -> Result<(Caller, Actor), Status> {
    let caller = caller(request)?;
    let by = match caller.role {
        Role::Judge | Role::JudgeOf { .. } => Actor::Judge,
        Role::Organiser => Actor::Organiser,
        Role::Team { .. } | Role::Board | Role::Desk | Role::Referee | Role::Standby => {
            return Err(status::permission_denied(&["judge", "organiser"]));
        }
    };
    Ok((caller, by))
}

/// Defines the judge's acts, which are alike on the wire: a request that names its game, an answer with the
/// clock.
macro_rules! acts {
    ($($method:ident $request:ident $response:ident $act:ident { $($field:ident: $spelled:ident),* })*) => {
        #[tonic::async_trait]
        impl JudgeService for Services {
            async fn list_presence(
                &self,
                request: Request<ListPresenceRequest>,
            ) -> Result<Response<ListPresenceResponse>, Status> {
                let (caller, _) = judging(&request)?;
                let game = self.game(&caller, &request.into_inner().game).await?;
                Ok(Response::new(ListPresenceResponse { teams: self.teams_there(&game) }))
            }

            async fn reveal_ranking(
                &self,
                request: Request<RevealRankingRequest>,
            ) -> Result<Response<RevealRankingResponse>, Status> {
                let (caller, _) = judging(&request)?;
                let RevealRankingRequest { game, places } = request.into_inner();
                let game = self.game(&caller, &game).await?;
                let refused = |why| status::status(&Fault::of_rejection(&why, game.setup()));
                game.feeds().reveal(places).map_err(refused)?;
                let context = self.games.context();
                game.keep_reveal(&*context.journal, &context.key).await;
                Ok(Response::new(RevealRankingResponse { clock: Some(game.feeds().face()) }))
            }

            async fn uncover_opening(
                &self,
                request: Request<UncoverOpeningRequest>,
            ) -> Result<Response<UncoverOpeningResponse>, Status> {
                let (caller, _) = judging(&request)?;
                let UncoverOpeningRequest { game, opening, steps } = request.into_inner();
                let game = self.game(&caller, &game).await?;
                let refused = |fault: Fault| status::status(&fault);
                game.feeds().uncover(wire::Uncovering { opening, steps }).map_err(refused)?;
                Ok(Response::new(UncoverOpeningResponse { clock: Some(game.feeds().face()) }))
            }

            $(async fn $method(
                &self,
                request: Request<judge::$request>,
            ) -> Result<Response<judge::$response>, Status> {
                Ok(Response::new(judge::$response { clock: self.judged(request).await? }))
            })*
        }
    };
}

ishigaki_proto::judge_calls!(acts);
