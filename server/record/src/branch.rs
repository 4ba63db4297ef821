//! The branch that every signature is bound to: which game it is, and which of the branches that went on from it.
//!
//! A game is set up once, under a random [`Instance`]: a second game of the same name has another one. Whenever a server
//! takes a game up again from a journal it starts an **epoch** with a random [`EpochTag`], so that two servers that go on
//! from copies of one journal are told apart by what they sign.

use serde::Serialize;

use crate::bytes::open_bytes;

open_bytes! {
    /// Tells a game from every other game, also from one of the same name: 16 random bytes, drawn when it is set up.
    /// Spelled in lower-case hexadecimal.
    Instance, 16
}

open_bytes! {
    /// Tells an epoch from every other one of the same number: 16 random bytes, drawn when the game is taken up. Spelled
    /// in lower-case hexadecimal.
    EpochTag, 16
}

/// The branch of a game that a signature is of. Its fields stand for it in every text that is signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Branch {
    pub game: String,
    /// The instance of that game.
    pub instance: Instance,
    /// Number of times that the game was set up or taken up, this time included; from 1.
    pub epoch: u32,
    /// The tag of this epoch; of the first one it is the instance.
    pub tag: EpochTag,
}

impl Branch {
    /// The branch on which a game starts.
    pub fn first(game: impl Into<String>, instance: Instance) -> Self {
        Self { game: game.into(), instance, epoch: 1, tag: EpochTag(instance.0) }
    }

    /// The branch on which the game goes on once it is taken up under this tag.
    #[must_use]
    pub fn next(&self, tag: EpochTag) -> Self {
        Self { epoch: self.epoch.saturating_add(1), tag, ..self.clone() }
    }
}
