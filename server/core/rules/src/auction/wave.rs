//! One tied lot in one re-bid wave: winning offers and failures (`A8`).

use crate::Tsuyama;

/// Reason why copies failed (`A8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureReason {
    NoRebid,
    ShortRebid,
    TiedRebid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RebidOffer {
    pub(super) place: u32,
    pub(super) seat: u32,
    pub(super) price: Tsuyama,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TieOutcome {
    pub(super) winners: usize,
    pub(super) failed: Option<(u32, FailureReason)>,
    pub(super) equal_at: Option<Tsuyama>,
}

/// Settles a lot with `copies` contested copies. Offers are sorted by descending price, then team and
/// priority.
pub(super) fn contest(offers: &[RebidOffer], copies: u32) -> TieOutcome {
    let contested = copies as usize;
    let Some(margin) = contested.checked_sub(1).and_then(|last| offers.get(last)) else {
        let short = copies.saturating_sub(u32::try_from(offers.len()).unwrap_or(u32::MAX));
        let reason = if offers.is_empty() { FailureReason::NoRebid } else { FailureReason::ShortRebid };
        let failed = (short > 0).then_some((short, reason));
        return TieOutcome { winners: offers.len().min(contested), failed, equal_at: None };
    };
    let above = offers.partition_point(|offer| offer.price > margin.price);
    let end = offers.partition_point(|offer| offer.price >= margin.price);
    let of_one_team = offers[above..end].iter().all(|offer| offer.seat == margin.seat);
    if end == contested || of_one_team {
        return TieOutcome { winners: contested, failed: None, equal_at: None };
    }
    let failed = copies - u32::try_from(above).unwrap_or(copies);
    TieOutcome {
        winners: above,
        failed: Some((failed, FailureReason::TiedRebid)),
        equal_at: Some(margin.price),
    }
}
