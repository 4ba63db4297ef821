//! The branch of a game that every signature is bound to.
//!
//! A game is founded once, with a random [`Instance`], which distinguishes it from others of the same name.
//! Whenever a server opens a game from a journal it starts an **epoch** with a random [`EpochTag`], so that
//! signatures distinguish two servers that continue from copies of one journal.

use serde::Serialize;

use crate::bytes::open_bytes;

open_bytes! {
    /// Identifies a game among all others, even of the same name: 16 random bytes drawn at its foundation, in
    /// lower-case hexadecimal.
    Instance, 16
}

open_bytes! {
    /// Identifies an epoch among others with the same number: 16 random bytes drawn when a server opens the
    /// game, in lower-case hexadecimal.
    EpochTag, 16
}

/// The branch of a signature. Every signed text contains its fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Branch {
    pub game: String,
    pub instance: Instance,
    /// 1 plus the number of times that a server opened the game again.
    pub epoch: u32,
    /// The tag of this epoch; in the first one it is the instance.
    pub tag: EpochTag,
}

impl Branch {
    /// Returns the first branch of a game.
    pub fn first(game: impl Into<String>, instance: Instance) -> Self {
        Self { game: game.into(), instance, epoch: 1, tag: EpochTag(instance.0) }
    }

    /// Returns the next branch, with this tag.
    #[must_use]
    pub fn next(&self, tag: EpochTag) -> Self {
        Self { epoch: self.epoch.saturating_add(1), tag, ..self.clone() }
    }
}
