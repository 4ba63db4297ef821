//! A team's calls that change something, as values, and how they are sent.

use ishigaki_proto::convert::placement_to_wire;
use ishigaki_proto::team::seal_request::Sealing;
use ishigaki_proto::{convert, team, wire};
use ishigaki_rules::wall::{Placement, Placing};
use ishigaki_rules::{GameTime, Revision, Setup};

use super::wall::WallChange;
use crate::receipts::SentReceipt;
use crate::{CallError, Link};

/// List or re-bid to submit, as a message. It has no debug output (`A4`).
#[derive(Clone, PartialEq)]
pub enum SealRequest {
    /// A list (`A2`).
    Bids(team::SubmitBidsRequest),
    /// A re-bid (`A7`).
    Rebid(team::SubmitRebidRequest),
}

/// The server's answer to a submission.
#[derive(Clone, Debug, PartialEq)]
pub struct SealAnswer {
    /// Number of the revision, from 1.
    pub revision: Revision,
    /// Time at which the server had the whole message (`A3`).
    pub received_at: GameTime,
    pub receipt: Option<Box<wire::SealReceipt>>,
    pub signature: Option<Box<wire::ReceiptSignature>>,
}

impl SealAnswer {
    pub(super) fn sent_receipt(&self) -> SentReceipt<'_> {
        SentReceipt { receipt: self.receipt.as_deref(), signature: self.signature.as_deref() }
    }
}

/// A change of the wall, as a message.
#[derive(Clone, Debug, PartialEq)]
pub enum WallRequest {
    /// A stone is placed or moved (`W4`).
    Place(team::PlaceStoneRequest),
    /// A stone is removed (`W4`).
    TakeOut(team::TakeOutStoneRequest),
    /// The whole wall is replaced (`W5`).
    Submit(team::SubmitWallRequest),
}

impl SealRequest {
    /// Makes the call.
    pub async fn send(self, link: &Link) -> Result<SealAnswer, CallError> {
        Ok(match self {
            Self::Bids(request) => link.team().submit_bids(request).await?.into_inner().into(),
            Self::Rebid(request) => link.team().submit_rebid(request).await?.into_inner().into(),
        })
    }

    /// Its game; empty means the only one.
    pub(super) fn game(&self) -> &str {
        match self {
            Self::Bids(request) => &request.game,
            Self::Rebid(request) => &request.game,
        }
    }

    pub(super) fn to_wire(&self) -> team::SealRequest {
        let sealing = match self.clone() {
            Self::Bids(request) => Sealing::Bids(request),
            Self::Rebid(request) => Sealing::Rebid(request),
        };
        team::SealRequest { sealing: Some(sealing) }
    }
}

impl From<team::SubmitBidsResponse> for SealAnswer {
    fn from(answer: team::SubmitBidsResponse) -> Self {
        let (revision, received_at) = (Revision(answer.revision), GameTime(answer.received_at_ms));
        let (receipt, signature) = (answer.receipt.map(Box::new), answer.receipt_signature.map(Box::new));
        Self { revision, received_at, receipt, signature }
    }
}

impl From<team::SubmitRebidResponse> for SealAnswer {
    fn from(answer: team::SubmitRebidResponse) -> Self {
        let (revision, received_at) = (Revision(answer.revision), GameTime(answer.received_at_ms));
        let (receipt, signature) = (answer.receipt.map(Box::new), answer.receipt_signature.map(Box::new));
        Self { revision, received_at, receipt, signature }
    }
}

impl WallRequest {
    /// Returns the call for a change of the wall with this revision; 0 if it never changed.
    pub(super) fn of(change: &WallChange, game: String, setup: &Setup, replaces_revision: u32) -> Self {
        let placement =
            |stone, spot| placement_to_wire(&Placement { stone, placing: Placing::Turned(spot) }, setup);
        match change {
            WallChange::Lay { stone, spot } => {
                let placement = Some(placement(*stone, *spot));
                Self::Place(team::PlaceStoneRequest { game, placement, replaces_revision })
            }
            WallChange::TakeOut { stone } => {
                let stone = Some(convert::stone_to_wire(*stone, setup));
                Self::TakeOut(team::TakeOutStoneRequest { game, stone, replaces_revision })
            }
            WallChange::Replace(wall) => {
                let placements = wall.iter().map(|(&stone, &spot)| placement(stone, spot)).collect();
                Self::Submit(team::SubmitWallRequest { game, placements, replaces_revision })
            }
        }
    }

    /// Makes the call; returns the wall's revision, if the server sends it.
    pub async fn send(self, link: &Link) -> Result<Option<Revision>, CallError> {
        let mut client = link.team();
        let revision = match self {
            Self::Place(request) => client.place_stone(request).await?.into_inner().revision,
            Self::TakeOut(request) => client.take_out_stone(request).await?.into_inner().revision,
            Self::Submit(request) => client.submit_wall(request).await?.into_inner().revision,
        };
        Ok((revision > 0).then_some(Revision(revision)))
    }
}
