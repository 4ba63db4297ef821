//! A team's calls that change something: requests as values, and their way to the server.

use ishigaki_proto::convert::placement_to_wire;
use ishigaki_proto::team::seal_request::Sealing;
use ishigaki_proto::{convert, team, wire};
use ishigaki_rules::wall::{Placement, Placing};
use ishigaki_rules::{GameTime, Revision, Setup};

use super::wall::WallChange;
use crate::receipts::SentReceipt;
use crate::{CallError, Link};

/// List or re-bid to be sealed, as it goes over the wire. It has no debug output (`A4`).
#[derive(Clone, PartialEq)]
pub enum SealRequest {
    /// A list (`A2`).
    Bids(team::SubmitBidsRequest),
    /// A re-bid (`A7`).
    Rebid(team::SubmitRebidRequest),
}

/// The server's answer to a sealing.
#[derive(Clone, Debug, PartialEq)]
pub struct SealAnswer {
    /// Number of the revision, from 1.
    pub revision: Revision,
    /// Time at which the server held the whole message (`A3`).
    pub received_at: GameTime,
    /// The server's receipt, not checked yet.
    pub receipt: Option<Box<wire::SealReceipt>>,
    /// Its signature, not checked yet.
    pub signature: Option<Box<wire::ReceiptSignature>>,
}

impl SealAnswer {
    pub(super) fn sent_receipt(&self) -> SentReceipt<'_> {
        SentReceipt { receipt: self.receipt.as_deref(), signature: self.signature.as_deref() }
    }
}

/// A change of the wall, as it goes over the wire.
#[derive(Clone, Debug, PartialEq)]
pub enum WallRequest {
    /// A stone is laid or moved (`W4`).
    Place(team::PlaceStoneRequest),
    /// A stone is taken out (`W4`).
    TakeOut(team::TakeOutStoneRequest),
    /// The whole wall is replaced (`W5`).
    Submit(team::SubmitWallRequest),
}

impl SealRequest {
    /// Makes the call.
    ///
    /// # Errors
    /// What the server refuses, or no answer.
    pub async fn send(self, link: &Link) -> Result<SealAnswer, CallError> {
        Ok(match self {
            Self::Bids(request) => link.team().submit_bids(request).await?.into_inner().into(),
            Self::Rebid(request) => link.team().submit_rebid(request).await?.into_inner().into(),
        })
    }

    /// The game that it names; empty: the only one.
    pub(super) fn game(&self) -> &str {
        match self {
            Self::Bids(request) => &request.game,
            Self::Rebid(request) => &request.game,
        }
    }

    /// The same as a request of a stream.
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
    /// The call that makes a change of the wall with this revision; 0: it has never been changed.
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

    /// Makes the call; gives the revision of the wall, `None` if the server does not say it.
    ///
    /// # Errors
    /// What the server refuses, or no answer.
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
