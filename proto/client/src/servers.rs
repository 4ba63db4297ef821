//! The servers that share a contest's games, and the organiser's calls about them. Knows the wire; shows nothing.

use std::time::Duration;

use ishigaki_proto::organiser::{DrainServerRequest, ListServersRequest, MoveGameRequest, Server};

use crate::{CallError, Link};

/// Server of a contest, as the one that was asked knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestServer {
    /// Its number; another one with every start.
    pub number: u64,
    /// Address at which clients reach it, `HOST:PORT`; foreign text.
    pub address: String,
    /// Whether it is alive.
    pub is_alive: bool,
    /// Whether it gives away what it has, and takes nothing.
    pub is_draining: bool,
    /// Time since it was seen.
    pub seen: Duration,
    /// The ids of the games and events that it has.
    pub games: Vec<String>,
    /// Whether it is the one that has answered.
    pub is_this: bool,
}

/// All servers over the contest's journal, by their numbers; none where only one can have the journal open.
///
/// # Errors
/// [`CallError`]: the server cannot be reached, or refuses the call.
pub async fn list(link: &Link) -> Result<Vec<ContestServer>, CallError> {
    let answer = link.organiser().list_servers(ListServersRequest {}).await?.into_inner();
    Ok(answer.servers.into_iter().map(ContestServer::from).collect())
}

/// Lets a server give away what it has, each game as soon as no window of it is open; or, to `undo` that, take games again.
///
/// # Errors
/// [`CallError`]: the server cannot be reached, or refuses the call.
pub async fn drain(link: &Link, server: u64, undo: bool) -> Result<(), CallError> {
    link.organiser().drain_server(DrainServerRequest { server, undo }).await?;
    Ok(())
}

/// Lets a server have a game, or an event with its games, from now on.
///
/// # Errors
/// [`CallError`]: the server cannot be reached, or refuses the call.
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
