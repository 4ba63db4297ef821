//! The list of games, for programs of certain audiences.

use ishigaki_proto::convert::script_name;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::watch::{
    Audience, GameEntry, GameState, ListEventsRequest, ListEventsResponse, ListGamesRequest,
    ListGamesResponse,
};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tonic::Status;

use crate::Link;

/// Lists the games visible to the caller.
///
/// Everyone may watch; a program for one audience calls this first to check its role. Several servers are
/// each asked for their own games, and every game has its server's address. Games of a server that doesn't
/// answer in time stay [`GameState::Elsewhere`].
///
/// # Errors
///
/// The server's status; [`ErrorReason::PermissionDenied`], naming the first audience, if the caller has none
/// of these.
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
        let lists = of_each(link, others, |link| async move {
            Ok(link.watch().list_games(ListGamesRequest {}).await?.into_inner().games)
        });
        for (server, mut games) in lists.await {
            place(&mut games, &server);
            merge(&mut answer.games, games);
        }
    }
    Ok(answer)
}

/// Lists the events of all servers, by id if there are several servers.
pub(crate) async fn list_events(link: &Link) -> Result<ListEventsResponse, Status> {
    let mut answer = link.watch().list_events(ListEventsRequest {}).await?.into_inner();
    let home = link.home().unwrap_or_default();
    let servers = link.servers();
    let others = servers.iter().filter(|server| **server != home);
    let lists = of_each(link, others, |link| async move {
        Ok(link.watch().list_events(ListEventsRequest {}).await?.into_inner().events)
    });
    for event in lists.await.into_iter().flat_map(|(_, events)| events) {
        if answer.events.iter().all(|known| known.event != event.event) {
            answer.events.push(event);
        }
    }
    if servers.len() > 1 {
        answer.events.sort_by(|one, other| one.event.cmp(&other.event));
    }
    Ok(answer)
}

/// Returns the answers of these servers that come in time, in order.
async fn of_each<T, F>(
    link: &Link,
    servers: impl Iterator<Item = &String>,
    ask: impl Fn(Link) -> F,
) -> Vec<(String, T)>
where
    T: Send + 'static,
    F: Future<Output = Result<T, Status>> + Send + 'static,
{
    let (mut lists, within) = (JoinSet::new(), link.listing());
    for (place, server) in servers.enumerate() {
        if let Some(only) = link.only(server) {
            let (asking, server) = (ask(only), server.clone());
            lists.spawn(async move { (place, server, timeout(within, asking).await) });
        }
    }
    let mut answers = Vec::new();
    while let Some(answer) = lists.join_next().await {
        if let Ok((place, server, Ok(Ok(answer)))) = answer {
            answers.push((place, server, answer));
        }
    }
    answers.sort_by_key(|(place, ..)| *place);
    answers.into_iter().map(|(_, server, answer)| (server, answer)).collect()
}

fn place(games: &mut [GameEntry], server: &str) {
    for game in games.iter_mut().filter(|game| game.state() == GameState::Started) {
        server.clone_into(&mut game.address);
    }
}

/// Merges another server's list. The server of a game knows most of it.
fn merge(games: &mut Vec<GameEntry>, entries: Vec<GameEntry>) {
    for entry in entries {
        match games.iter_mut().find(|known| known.game == entry.game) {
            Some(known) if knows(known) < knows(&entry) => *known = entry,
            Some(_) => {}
            None => games.push(entry),
        }
    }
}

fn knows(entry: &GameEntry) -> u8 {
    match entry.state() {
        GameState::Unspecified => 0,
        GameState::Waiting => 1,
        GameState::Elsewhere => 2,
        GameState::Damaged => 3,
        GameState::Started => 4,
    }
}

/// The rejection of a caller with none of these audiences, worded like the server's.
fn denied(needed: &[Audience]) -> Status {
    let role = |audience: &Audience| script_name(audience.as_str_name(), "AUDIENCE_");
    let roles: Vec<String> = needed.iter().map(role).collect();
    let fault = Fault::new(ErrorReason::PermissionDenied).with("needs", roles.join(" "));
    fault.to_status(format!("this takes the token of another audience: {}", roles.join(", ")))
}
