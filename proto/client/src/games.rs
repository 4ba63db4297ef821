//! The list of games, for programs that are for some audiences only.

use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::watch::{
    Audience, GameEntry, GameState, ListEventsRequest, ListEventsResponse, ListGamesRequest,
    ListGamesResponse,
};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tonic::Status;

use crate::Link;

/// Lists the games that the caller can see.
///
/// Everybody may watch, and sees what is for them; a program that acts for one audience asks this before anything else.
///
/// Where several servers share the games, each is asked for its own, and every game has the address of the server that serves
/// it. Those of a server that does not tell in time stay [`GameState::Elsewhere`].
///
/// # Errors
/// The server's status; [`ErrorReason::PermissionDenied`] if it takes the caller for none of these audiences, of which the
/// first is named as the one it takes.
pub async fn list_games(link: &Link, audiences: &[Audience]) -> Result<ListGamesResponse, Status> {
    let mut answer = link.watch().list_games(ListGamesRequest {}).await?.into_inner();
    if !audiences.is_empty() && !audiences.contains(&answer.audience()) {
        return Err(denied(audiences));
    }
    if !answer.servers.is_empty() {
        link.learn(&answer.servers);
        let home = link.home().unwrap_or_default();
        place(&mut answer.games, &home);
        let others = answer.servers.iter().filter(|server| **server != home);
        let asked = of_each(link, others, |link| async move {
            Ok(link.watch().list_games(ListGamesRequest {}).await?.into_inner().games)
        });
        for (server, mut games) in asked.await {
            place(&mut games, &server);
            merge(&mut answer.games, games);
        }
    }
    Ok(answer)
}

/// Lists the events of all servers, in the order of their ids where there are several.
pub(crate) async fn list_events(link: &Link) -> Result<ListEventsResponse, Status> {
    let mut answer = link.watch().list_events(ListEventsRequest {}).await?.into_inner();
    let home = link.home().unwrap_or_default();
    let servers = link.servers();
    let others = servers.iter().filter(|server| **server != home);
    let asked = of_each(link, others, |link| async move {
        Ok(link.watch().list_events(ListEventsRequest {}).await?.into_inner().events)
    });
    for event in asked.await.into_iter().flat_map(|(_, events)| events) {
        if answer.events.iter().all(|known| known.event != event.event) {
            answer.events.push(event);
        }
    }
    if servers.len() > 1 {
        answer.events.sort_by(|one, other| one.event.cmp(&other.event));
    }
    Ok(answer)
}

/// Returns what each of these servers answers in time, in this order.
async fn of_each<T, F>(
    link: &Link,
    servers: impl Iterator<Item = &String>,
    ask: impl Fn(Link) -> F,
) -> Vec<(String, T)>
where
    T: Send + 'static,
    F: Future<Output = Result<T, Status>> + Send + 'static,
{
    let (mut asked, within) = (JoinSet::new(), link.listing());
    for (place, server) in servers.enumerate() {
        if let Some(only) = link.only(server) {
            let (asking, server) = (ask(only), server.clone());
            asked.spawn(async move { (place, server, timeout(within, asking).await) });
        }
    }
    let mut told = Vec::new();
    while let Some(answer) = asked.join_next().await {
        if let Ok((place, server, Ok(Ok(answer)))) = answer {
            told.push((place, server, answer));
        }
    }
    told.sort_by_key(|(place, ..)| *place);
    told.into_iter().map(|(_, server, answer)| (server, answer)).collect()
}

/// Names the server that has told of games in those that it serves itself.
fn place(games: &mut [GameEntry], server: &str) {
    for game in games.iter_mut().filter(|game| game.state() == GameState::Started) {
        server.clone_into(&mut game.address);
    }
}

/// Takes in what another server has told: whoever serves a game knows most of it.
fn merge(games: &mut Vec<GameEntry>, told: Vec<GameEntry>) {
    for entry in told {
        match games.iter_mut().find(|known| known.game == entry.game) {
            Some(known) if knows(known) < knows(&entry) => *known = entry,
            Some(_) => {}
            None => games.push(entry),
        }
    }
}

/// Returns how much an entry says of its game.
fn knows(entry: &GameEntry) -> u8 {
    match entry.state() {
        GameState::Unspecified => 0,
        GameState::Waiting => 1,
        GameState::Elsewhere => 2,
        GameState::Damaged => 3,
        GameState::Started => 4,
    }
}

/// The refusal of whoever is none of these audiences, as the server puts it: with all roles that may.
fn denied(needed: &[Audience]) -> Status {
    let role = |audience: &Audience| match audience {
        Audience::Unspecified | Audience::Board => "board",
        Audience::Team => "team",
        Audience::Judge => "judge",
        Audience::Organiser => "organiser",
        Audience::Desk => "desk",
        Audience::Referee => "referee",
    };
    let roles: Vec<&str> = needed.iter().map(role).collect();
    let fault = Fault::new(ErrorReason::PermissionDenied).with("needs", roles.join(" "));
    fault.to_status(format!("this takes the token of another audience: {}", roles.join(", ")))
}
