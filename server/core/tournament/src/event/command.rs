//! The commands: what somebody wants to happen.

use alloc::vec::Vec;

use ishigaki_rules::GameTime;

use super::actor::Actor;
use super::fact::Act;
use crate::group_game::KnownGame;

/// An act, who wants it, and when it was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    pub at: GameTime,
    pub by: Actor,
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
