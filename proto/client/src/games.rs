//! The list of games, for programs that are for some audiences only.

use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::watch::{Audience, ListGamesRequest, ListGamesResponse};
use tonic::Status;

use crate::Link;

/// Lists the games that the caller can see. Fails with [`ErrorReason::PermissionDenied`] if the server takes the caller for
/// none of these audiences, of which the first is named as the one it takes.
///
/// Everybody may watch, and sees what is for them; a program that acts for one audience asks this before anything else.
pub async fn list_games(link: &Link, audiences: &[Audience]) -> Result<ListGamesResponse, Status> {
    let answer = link.watch().list_games(ListGamesRequest {}).await?.into_inner();
    match audiences.first() {
        Some(first) if !audiences.contains(&answer.audience()) => Err(denied(*first)),
        _ => Ok(answer),
    }
}

/// The refusal of whoever is not this audience, as the server puts it.
fn denied(needed: Audience) -> Status {
    let role = match needed {
        Audience::Unspecified | Audience::Board => "board",
        Audience::Team => "team",
        Audience::Judge => "judge",
        Audience::Organiser => "organiser",
        Audience::Desk => "desk",
        Audience::Referee => "referee",
    };
    let fault = Fault::new(ErrorReason::PermissionDenied).with("needs", role);
    fault.to_status(format!("this takes the token of another audience: {role}"))
}
