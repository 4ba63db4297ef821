//! The receipt of a submission: the server's signed statement that it has had exactly this list since this
//! moment. It doesn't depend on other teams.

pub mod batch;
pub mod stored_receipt;

use ishigaki_rules::{GameTime, RoundNo};
use serde::Serialize;

use crate::branch::Branch;
use crate::json::spelled;
use crate::sealing::Commitment;
use crate::signing::{self, PublicKey, SigningKey};

const VERSION: u32 = 3;

pub use batch::{InclusionPath, Leaf, LeafIndex, ReceiptSignature};
pub use stored_receipt::StoredReceipt;

/// Receipt of a submission. It contains the commitment, never the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The game and branch of the submission.
    pub branch: Branch,
    pub round: RoundNo,
    /// The attempt of the round, from 1 (`G5`).
    pub attempt: u32,
    /// The re-bid wave, from 1; 0 for a list (`A7`).
    pub wave: u32,
    pub team: String,
    /// Number of the team's lists and re-bids in this game, including this one.
    pub counter: u64,
    /// Time at which the server received it (`A3`).
    pub at: GameTime,
    pub commitment: Commitment,
}

impl Receipt {
    /// Returns the receipt's text.
    pub fn text(&self) -> String {
        spelled("", &ReceiptFields::of(self))
    }

    /// Returns its leaf in the tree of receipts signed together.
    pub fn leaf(&self) -> Leaf {
        Leaf::of(&self.text())
    }

    /// Signs it alone; [`batch::sign_all`] signs many.
    pub fn sign(&self, key: &SigningKey) -> ReceiptSignature {
        self.leaf().sign(key)
    }

    /// Checks its signature.
    pub fn verify(&self, key: &PublicKey, signature: &ReceiptSignature) -> Result<(), signing::Error> {
        self.leaf().verify(key, signature)
    }
}

/// The fields of a receipt in their order.
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
