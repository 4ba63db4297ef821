//! The commands: what somebody wants to happen.

use alloc::vec::Vec;

use ishigaki_rules::GameTime;

use super::fact::Act;
use crate::group_game::KnownGame;

/// An act, who wants it, and when it was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// When.
    pub at: GameTime,
    /// Who.
    pub by: Actor,
    /// What.
    pub act: Act,
    /// Games of the stage that the act concerns, as far as the server knows them when it decides. A client or a verifier
    /// knows none.
    pub games: Vec<KnownGame>,
}

impl Command {
    /// A command of which no game is known.
    pub const fn new(at: GameTime, by: Actor, act: Act) -> Self {
        Self { at, by, act, games: Vec::new() }
    }
}

ishigaki_othello::named! {
    /// Who acts. Whether somebody may act at all is the server's matter; the rules only keep rulings to the referee.
    pub enum Actor {
        /// The organiser (主催者).
        Organiser "organiser",
        /// The desk that takes result slips in.
        Desk "desk",
        /// The referee (審判員), who alone rules (`TV3`).
        Referee "referee",
        /// The server, which counts the games that it holds itself (`TG`).
        Server "server",
    }
}
