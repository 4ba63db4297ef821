//! One tied lot in one re-bid wave: which offers win, and what fails (`A8`).

use crate::Tsuyama;

/// Reason for which copies failed (`A8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureReason {
    /// No valid offer at all.
    NoRebid,
    /// Fewer offers than copies.
    ShortRebid,
    /// Offers of two or more teams were equal at the margin.
    TiedRebid,
}

/// A valid new price for a tied line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RebidOffer {
    /// The tied line's place.
    pub(super) place: u32,
    pub(super) seat: u32,
    pub(super) price: Tsuyama,
}

/// Outcome of the offers for one lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TieOutcome {
    /// Number of the offers that win, from the first on.
    pub(super) winners: usize,
    /// Number of copies that fail, and the reason.
    pub(super) failed: Option<(u32, FailureReason)>,
    /// The price at which offers were equal at the margin.
    pub(super) equal_at: Option<Tsuyama>,
}

/// Settles a lot with `copies` contested copies. The offers come from the highest price down, at one price
/// by team, then priority.
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
