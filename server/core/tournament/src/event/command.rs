use alloc::vec::Vec;

use ishigaki_rules::GameTime;

use super::actor::Actor;
use super::fact::Act;
use crate::group_game::KnownGame;

/// An act, its actor, and when the server received it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    pub at: GameTime,
    pub by: Actor,
    pub act: Act,
    /// The games of the act's stage, as far as the server knows them. Clients and verifiers know none.
    pub games: Vec<KnownGame>,
}

impl Command {
    /// Returns a command without known games.
    pub const fn new(at: GameTime, by: Actor, act: Act) -> Self {
        Self { at, by, act, games: Vec::new() }
    }
}
