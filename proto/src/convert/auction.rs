//! Lists and re-bids.

use ishigaki_rules::auction::{Bid, Raise, TeamList, TeamRaises};
use ishigaki_rules::{Priority, Setup, Tsuyama};

use super::Names;
use crate::fault::{ErrorReason, Fault, Violation};
use crate::wire;

/// The lines of a list.
pub fn bids_to_wire(bids: &[Bid], setup: &Setup) -> Vec<wire::Bid> {
    bids.iter().map(|bid| wire::Bid { lot: Names(setup).lot(bid.lot), price: bid.price.0 }).collect()
}

/// The lines of a list. All unknown lots are named at once, as violations of a list (`A2`).
pub fn bids_from_wire(bids: &[wire::Bid], setup: &Setup) -> Result<Vec<Bid>, Fault> {
    let mut known = Vec::with_capacity(bids.len());
    let mut violations = Vec::new();
    for (at, bid) in bids.iter().enumerate() {
        match setup.lot_by_code(&bid.lot) {
            Some(lot) => known.push(Bid { lot, price: Tsuyama(bid.price) }),
            None => violations.push(
                Violation::new(format!("bids[{at}].lot"), ErrorReason::UnknownLot, "A2")
                    .with("line", at.saturating_add(1))
                    .with("lot", &bid.lot),
            ),
        }
    }
    if violations.is_empty() {
        Ok(known)
    } else {
        Err(Fault::of_violations(ErrorReason::InvalidList, "A2", violations))
    }
}

/// New prices of tied lines.
pub fn raises_to_wire(raises: &[Raise]) -> Vec<wire::Raise> {
    raises.iter().map(|raise| wire::Raise { priority: raise.priority.0, price: raise.price.0 }).collect()
}

/// New prices of tied lines. A priority that is none is left for the rules to refuse (`A7`).
pub fn raises_from_wire(raises: &[wire::Raise]) -> Vec<Raise> {
    let raise =
        |raise: &wire::Raise| Raise { priority: Priority(raise.priority), price: Tsuyama(raise.price) };
    raises.iter().map(raise).collect()
}

/// A team's opened list.
pub(super) fn team_list_to_wire(list: &TeamList, setup: &Setup) -> wire::TeamList {
    wire::TeamList { team: Names(setup).team(list.team), bids: bids_to_wire(&list.bids, setup) }
}

/// A team's opened re-bid.
pub(super) fn team_raises_to_wire(sent: &TeamRaises, setup: &Setup) -> wire::TeamRaises {
    wire::TeamRaises { team: Names(setup).team(sent.team), raises: raises_to_wire(&sent.raises) }
}
