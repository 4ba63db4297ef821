//! Lists and re-bids.

use ishigaki_rules::auction::{Bid, Raise, TeamList, TeamRaises};
use ishigaki_rules::{Priority, Setup, Tsuyama};

use super::{LotReader, Names};
use crate::fault::Fault;
use crate::wire;

/// Returns the lines of a list.
pub fn bids_to_wire(bids: &[Bid], setup: &Setup) -> Vec<wire::Bid> {
    bids.iter().map(|bid| wire::Bid { lot: Names(setup).lot(bid.lot), price: bid.price.0 }).collect()
}

/// Returns the lines of an accepted list, with known lots.
///
/// # Errors
///
/// [`Fault`] with the first line that has no lot or an unknown one.
pub fn bids_from_wire(bids: &[wire::Bid], setup: &Setup) -> Result<Vec<Bid>, Fault> {
    let bid = |(at, bid): (usize, &wire::Bid)| {
        let lot = Names(setup)
            .find_lot(&bid.lot, "lot")
            .map_err(|fault| fault.within(format_args!("bids[{at}]")))?;
        Ok(Bid { lot, price: Tsuyama(bid.price) })
    };
    bids.iter().enumerate().map(bid).collect()
}

pub(super) fn requested_bids(bids: &[wire::Bid], lots: &mut LotReader<'_>) -> Vec<Bid> {
    bids.iter().map(|bid| Bid { lot: lots.read(&bid.lot), price: Tsuyama(bid.price) }).collect()
}

/// Returns the wire form of the new prices of tied lines.
pub fn raises_to_wire(raises: &[Raise]) -> Vec<wire::Raise> {
    raises.iter().map(|raise| wire::Raise { priority: raise.priority.0, price: raise.price.0 }).collect()
}

/// Returns the new prices of tied lines. Invalid priorities are left to the rules, which refuse them (`A7`).
pub fn raises_from_wire(raises: &[wire::Raise]) -> Vec<Raise> {
    let raise =
        |raise: &wire::Raise| Raise { priority: Priority(raise.priority), price: Tsuyama(raise.price) };
    raises.iter().map(raise).collect()
}

pub(super) fn team_list_to_wire(list: &TeamList, setup: &Setup) -> wire::TeamList {
    wire::TeamList { team: Names(setup).team(list.team), bids: bids_to_wire(&list.bids, setup) }
}

pub(super) fn team_raises_to_wire(sent: &TeamRaises, setup: &Setup) -> wire::TeamRaises {
    wire::TeamRaises { team: Names(setup).team(sent.team), raises: raises_to_wire(&sent.raises) }
}
