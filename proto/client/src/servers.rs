//! The servers that share a contest's games, and the organiser's calls about them.

use std::time::Duration;

use ishigaki_proto::organiser::{DrainServerRequest, ListServersRequest, MoveGameRequest, Server};

use crate::{CallError, Link};

/// A server of a contest, as known by the answering server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestServer {
    pub number: u64,
    pub address: String,
    pub is_alive: bool,
    pub is_draining: bool,
    pub seen: Duration,
    pub games: Vec<String>,
    pub is_this: bool,
}

/// Returns all servers of the contest's journal by id; empty if only one can open it.
///
/// # Errors
///
/// [`CallError`] if the server can't be reached or rejects the call.
pub async fn list(link: &Link) -> Result<Vec<ContestServer>, CallError> {
    let answer = link.organiser().list_servers(ListServersRequest {}).await?.into_inner();
    Ok(answer.servers.into_iter().map(ContestServer::from).collect())
}

/// Drains a server: each game moves as soon as it has no open window. With `undo` it accepts games again.
///
/// # Errors
///
/// [`CallError`] if the server can't be reached or rejects the call.
pub async fn drain(link: &Link, server: u64, undo: bool) -> Result<(), CallError> {
    link.organiser().drain_server(DrainServerRequest { server, undo }).await?;
    Ok(())
}

/// Moves a game, or an event with its games, to a server.
///
/// # Errors
///
/// [`CallError`] if the server can't be reached or rejects the call.
pub async fn move_game(link: &Link, game: String, server: u64) -> Result<(), CallError> {
    link.organiser().move_game(MoveGameRequest { game, server }).await?;
    Ok(())
}

impl From<Server> for ContestServer {
    fn from(server: Server) -> Self {
        let Server { server: number, address, is_alive, is_draining, seen_ms, games, is_this } = server;
        let seen = Duration::from_millis(seen_ms);
        Self { number, address, is_alive, is_draining, seen, games, is_this }
    }
}
