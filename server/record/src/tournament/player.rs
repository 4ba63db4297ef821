//! Spelling of players.

use ishigaki_tournament::PlayerId;
use serde::{Deserialize, Serialize};

use crate::transcript::Error;

/// A roster line, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Player(u32);

impl From<PlayerId> for Player {
    fn from(player: PlayerId) -> Self {
        Self(player.0.saturating_add(1))
    }
}

impl Player {
    pub(super) const fn line(self) -> u32 {
        self.0
    }

    pub(super) fn id(self) -> Result<PlayerId, Error> {
        numbered(self.0).map(PlayerId)
    }
}

/// Converts an index from 0 to a number from 1.
pub(super) fn numbered(number: u32) -> Result<u32, Error> {
    number.checked_sub(1).ok_or(Error::NoLine)
}
