//! The receipt that a team gets for a sealing: the server's signed word that it holds exactly this list since this
//! moment. Nothing in it depends on other teams.

pub mod batch;
pub mod stored;

use ishigaki_rules::{GameTime, RoundNo};
use serde::Serialize;

use crate::branch::Branch;
use crate::json::spelled;
use crate::sealing::Commitment;
use crate::signing::{self, PublicKey, SigningKey};

/// The version of how receipts are spelled.
const VERSION: u32 = 3;

pub use batch::{InclusionPath, Leaf, LeafIndex, ReceiptSignature};
pub use stored::StoredReceipt;

/// Receipt of what the server holds. It shows the commitment only, never the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The game, and the branch of it on which the list was sealed.
    pub branch: Branch,
    pub round: RoundNo,
    /// The attempt of the round, from 1 (`G5`).
    pub attempt: u32,
    /// The re-bid wave, from 1; 0 for a list (`A7`).
    pub wave: u32,
    pub team: String,
    /// Number of lists and re-bids that the team has sealed in this game, this one included.
    pub counter: u64,
    /// Time at which the server had received it (`A3`).
    pub at: GameTime,
    /// Commitment of both sides to the list and its nonce.
    pub commitment: Commitment,
}

impl Receipt {
    /// The receipt as it is spelled.
    pub fn text(&self) -> String {
        spelled("", &ReceiptFields::of(self))
    }

    /// Its leaf in the tree of receipts that are signed together.
    pub fn leaf(&self) -> Leaf {
        Leaf::of(&self.text())
    }

    /// Signs it alone; [`batch::sign_all`] signs many.
    pub fn sign(&self, key: &SigningKey) -> ReceiptSignature {
        self.leaf().sign(key)
    }

    /// Checks its signature.
    ///
    /// # Errors
    /// [`signing::Error::BadKey`] or [`signing::Error::WrongSignature`].
    pub fn verify(&self, key: &PublicKey, signature: &ReceiptSignature) -> Result<(), signing::Error> {
        self.leaf().verify(key, signature)
    }
}

/// The fields of a receipt as they are spelled, in their order.
#[derive(Serialize)]
struct ReceiptFields<'r> {
    receipt: u32,
    #[serde(flatten)]
    branch: &'r Branch,
    round: u32,
    attempt: u32,
    wave: u32,
    team: &'r str,
    counter: u64,
    at_ms: u64,
    commitment: Commitment,
}

impl<'r> ReceiptFields<'r> {
    fn of(receipt: &'r Receipt) -> Self {
        let Receipt { branch, round, attempt, wave, team, counter, at, commitment } = receipt;
        Self {
            receipt: VERSION,
            branch,
            round: round.0,
            attempt: *attempt,
            wave: *wave,
            team,
            counter: *counter,
            at_ms: at.0,
            commitment: *commitment,
        }
    }
}
