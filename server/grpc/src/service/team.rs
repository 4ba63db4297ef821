//! The teams' service: lists, re-bids and walls. A team's calls affect only that team.

use ishigaki_engine::engine::{Acceptance, Handle};
use ishigaki_engine::evidence::SealReceipt;
use ishigaki_engine::token::Role;
use ishigaki_proto::convert::act::{self, RequestedAct};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::padding::{ANSWER, pad};
use ishigaki_proto::server::team::TeamService;
use ishigaki_proto::team::{
    AskQuestionRequest, AskQuestionResponse, CheckStonesRequest, CheckStonesResponse, MarkReadRequest,
    MarkReadResponse, PlaceStoneRequest, PlaceStoneResponse, SealRequest, SubmitBidsRequest,
    SubmitBidsResponse, SubmitRebidRequest, SubmitRebidResponse, SubmitWallRequest, SubmitWallResponse,
    TakeOutStoneRequest, TakeOutStoneResponse,
};
use ishigaki_rules::{Actor, Fact, Setup, TeamId};
use tonic::{Request, Response, Status, Streaming};

use super::sealings::Sealings;
use super::{Caller, Services, caller, status};
use crate::limits::rate_limit::{RateLimit, RateLimiter};

#[tonic::async_trait]
impl TeamService for Services {
    async fn submit_bids(
        &self,
        request: Request<SubmitBidsRequest>,
    ) -> Result<Response<SubmitBidsResponse>, Status> {
        let caller = caller(&request)?;
        Ok(Response::new(self.seal_bids(&caller, request.into_inner()).await?))
    }

    async fn submit_rebid(
        &self,
        request: Request<SubmitRebidRequest>,
    ) -> Result<Response<SubmitRebidResponse>, Status> {
        let caller = caller(&request)?;
        Ok(Response::new(self.seal_rebid(&caller, request.into_inner()).await?))
    }

    type SealStream = Sealings;

    async fn seal(&self, request: Request<Streaming<SealRequest>>) -> Result<Response<Sealings>, Status> {
        let caller = caller(&request)?;
        let Role::Team { .. } = &caller.role else {
            return Err(status::permission_denied(&["team"]));
        };
        Ok(Response::new(Sealings::new(self.clone(), caller, request.into_inner())))
    }

    async fn place_stone(
        &self,
        request: Request<PlaceStoneRequest>,
    ) -> Result<Response<PlaceStoneResponse>, Status> {
        let (request, game, acceptance) =
            self.act_of_team(request, |request| &request.game, Self::pace_wall, act::place_stone).await?;
        let revision = wall_revision(request.replaces_revision, &acceptance);
        Ok(Response::new(PlaceStoneResponse { clock: Some(game.feeds().face()), revision }))
    }

    async fn take_out_stone(
        &self,
        request: Request<TakeOutStoneRequest>,
    ) -> Result<Response<TakeOutStoneResponse>, Status> {
        let (request, game, acceptance) =
            self.act_of_team(request, |request| &request.game, Self::pace_wall, act::take_out_stone).await?;
        let revision = wall_revision(request.replaces_revision, &acceptance);
        Ok(Response::new(TakeOutStoneResponse { clock: Some(game.feeds().face()), revision }))
    }

    async fn submit_wall(
        &self,
        request: Request<SubmitWallRequest>,
    ) -> Result<Response<SubmitWallResponse>, Status> {
        let (request, game, acceptance) =
            self.act_of_team(request, |request| &request.game, Self::pace_wall, act::submit_wall).await?;
        let revision = wall_revision(request.replaces_revision, &acceptance);
        Ok(Response::new(SubmitWallResponse { clock: Some(game.feeds().face()), revision }))
    }

    async fn check_stones(
        &self,
        request: Request<CheckStonesRequest>,
    ) -> Result<Response<CheckStonesResponse>, Status> {
        let (_, game, _) =
            self.act_of_team(request, |request| &request.game, Self::pace_wall, act::check_stones).await?;
        Ok(Response::new(CheckStonesResponse { clock: Some(game.feeds().face()) }))
    }

    async fn ask_question(
        &self,
        request: Request<AskQuestionRequest>,
    ) -> Result<Response<AskQuestionResponse>, Status> {
        let (_, game, acceptance) =
            self.act_of_team(request, |request| &request.game, Self::pace_message, act::ask_question).await?;
        let question = acceptance.events.iter().find_map(|event| match &event.fact {
            Fact::QuestionAsked { question, .. } => Some(question.0),
            _ => None,
        });
        let (clock, question) = (Some(game.feeds().face()), question.unwrap_or(0));
        Ok(Response::new(AskQuestionResponse { clock, question }))
    }

    async fn mark_read(
        &self,
        request: Request<MarkReadRequest>,
    ) -> Result<Response<MarkReadResponse>, Status> {
        let (_, game, _) =
            self.act_of_team(request, |request| &request.game, Self::pace_message, act::mark_read).await?;
        Ok(Response::new(MarkReadResponse { clock: Some(game.feeds().face()) }))
    }
}

impl Services {
    /// Returns the game that a team means, and its id there.
    pub(super) async fn seat(&self, caller: &Caller, game: &str) -> Result<(Handle, TeamId), Status> {
        let Role::Team { team } = &caller.role else {
            return Err(status::permission_denied(&["team"]));
        };
        let game = self.game(caller, game).await?;
        let id = game.setup().team_by_code(team).ok_or_else(|| status::unknown_game(game.id().as_str()))?;
        Ok((game, id))
    }
}

impl Services {
    pub(super) async fn seal_bids(
        &self,
        caller: &Caller,
        request: SubmitBidsRequest,
    ) -> Result<SubmitBidsResponse, Status> {
        let (_, game, acceptance) = self
            .act_of(caller, request, |request| &request.game, Self::pace_sealing, act::submit_bids)
            .await?;
        let answer = SubmitBidsResponse {
            revision: revision(&acceptance),
            received_at_ms: acceptance.received_at.0,
            clock: Some(game.feeds().face()),
            receipt: acceptance.sealed.as_ref().map(SealReceipt::to_wire),
            receipt_signature: acceptance.sealed.as_ref().map(SealReceipt::signature_to_wire),
            padding: Vec::new(),
        };
        Ok(pad(answer, ANSWER))
    }

    /// Submits a re-bid or a pass.
    pub(super) async fn seal_rebid(
        &self,
        caller: &Caller,
        request: SubmitRebidRequest,
    ) -> Result<SubmitRebidResponse, Status> {
        let act = |request: &SubmitRebidRequest, team, _: &Setup| act::submit_rebid(request, team);
        let (_, game, acceptance) =
            self.act_of(caller, request, |request| &request.game, Self::pace_sealing, act).await?;
        let answer = SubmitRebidResponse {
            revision: revision(&acceptance),
            received_at_ms: acceptance.received_at.0,
            clock: Some(game.feeds().face()),
            receipt: acceptance.sealed.as_ref().map(SealReceipt::to_wire),
            receipt_signature: acceptance.sealed.as_ref().map(SealReceipt::signature_to_wire),
            padding: Vec::new(),
        };
        Ok(pad(answer, ANSWER))
    }

    /// Performs a team's request in its own game, within its rate limit.
    async fn act_of_team<R, A: Into<RequestedAct>>(
        &self,
        request: Request<R>,
        game: fn(&R) -> &str,
        pace: fn(&Self, &Caller) -> Result<(), Status>,
        act: impl FnOnce(&R, TeamId, &Setup) -> Result<A, Fault>,
    ) -> Result<(R, Handle, Acceptance), Status> {
        let caller = caller(&request)?;
        self.act_of(&caller, request.into_inner(), game, pace, act).await
    }

    /// Performs the request of a known caller.
    async fn act_of<R, A: Into<RequestedAct>>(
        &self,
        caller: &Caller,
        request: R,
        game: fn(&R) -> &str,
        pace: fn(&Self, &Caller) -> Result<(), Status>,
        act: impl FnOnce(&R, TeamId, &Setup) -> Result<A, Fault>,
    ) -> Result<(R, Handle, Acceptance), Status> {
        let seated = self.seat(caller, game(&request)).await;
        // On a stream a refusal costs its sender little, so it counts. A client that looks for its game's
        // server may retry freely.
        if !seated.as_ref().is_err_and(is_of_servers) {
            pace(self, caller)?;
        }
        let (game, team) = seated?;
        let act = act(&request, team, game.setup()).map_err(|fault| status::status(&fault))?.into();
        let acceptance = self.perform(caller, &game, Actor::Team(team), act).await?;
        Ok((request, game, acceptance))
    }

    /// Refuses a team that submits too often. Rejected lists count too.
    pub(super) fn pace_sealing(&self, caller: &Caller) -> Result<(), Status> {
        self.pace(&self.sealings, self.limits.sealing(), caller)
    }

    /// Refuses a team that changes its wall too often.
    fn pace_wall(&self, caller: &Caller) -> Result<(), Status> {
        self.pace(&self.walls, self.limits.wall(), caller)
    }

    /// Refuses a team that sends questions or read marks too often.
    fn pace_message(&self, caller: &Caller) -> Result<(), Status> {
        self.pace(&self.messages, self.limits.message(), caller)
    }

    fn pace(&self, limiter: &RateLimiter, pace: RateLimit, caller: &Caller) -> Result<(), Status> {
        let Role::Team { team } = &caller.role else { return Ok(()) };
        limiter.admit(team, pace, self.clock.now()).map_err(|wait| status::too_fast(pace, wait))
    }
}

/// Returns whether a refusal only says that this server doesn't serve the game now.
fn is_of_servers(refusal: &Status) -> bool {
    let of_servers = [ErrorReason::GameElsewhere, ErrorReason::ServerStopping];
    Fault::from_status(refusal).is_some_and(|fault| of_servers.contains(&fault.reason))
}

/// Returns the revision of a wall after an accepted change.
pub(super) fn wall_revision(replaced: u32, acceptance: &Acceptance) -> u32 {
    let changes = acceptance.events.iter().filter(|event| event.fact.changes_a_wall()).count();
    replaced.saturating_add(u32::try_from(changes).unwrap_or(u32::MAX))
}

/// Returns the revision of the accepted list or re-bid.
fn revision(acceptance: &Acceptance) -> u32 {
    let revision = acceptance.events.iter().find_map(|event| match &event.fact {
        Fact::BidsSealed { sealed, .. } => sealed.as_ref().map(|sealed| sealed.revision),
        Fact::RebidSealed { sealed, .. } => sealed.as_ref().map(|sealed| sealed.revision),
        _ => None,
    });
    revision.map_or(0, |revision| revision.0)
}
