//! The text of lists and re-bids, which the commitment covers.

use std::borrow::Cow;

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::{Priority, Setup, Tsuyama};
use serde::{Deserialize, Serialize};

use super::Error;
use crate::json::spelled;

/// A list in priority order.
#[derive(Serialize, Deserialize)]
struct SpelledList<'t> {
    #[serde(borrow)]
    bids: Vec<BidFields<'t>>,
}

#[derive(Serialize, Deserialize)]
struct BidFields<'t> {
    #[serde(borrow)]
    lot: Cow<'t, str>,
    price: u64,
}

/// A re-bid in the order given.
#[derive(Serialize, Deserialize)]
struct SpelledRebid {
    raises: Vec<RaiseFields>,
}

#[derive(Serialize, Deserialize)]
struct RaiseFields {
    priority: u32,
    price: u64,
}

/// Returns the text of a list in priority order: `{"bids":[{"lot":"L","price":10}]}`. A decline has no bids.
///
/// # Errors
///
/// [`Error::Foreign`] if a lot is unknown.
pub fn bids_text(setup: &Setup, bids: &[Bid]) -> Result<String, Error> {
    let fields = |bid: &Bid| {
        let lot = setup.lot(bid.lot).ok_or(Error::Foreign)?;
        Ok(BidFields { lot: Cow::Borrowed(&lot.code), price: bid.price.0 })
    };
    let bids = bids.iter().map(fields).collect::<Result<_, Error>>()?;
    Ok(spelled("", &SpelledList { bids }))
}

/// Returns the text of a re-bid in the order given: `{"raises":[{"priority":1,"price":12}]}`. A pass has
/// none.
pub fn raises_text(raises: &[Raise]) -> String {
    let fields = |raise: &Raise| RaiseFields { priority: raise.priority.0, price: raise.price.0 };
    spelled("", &SpelledRebid { raises: raises.iter().map(fields).collect() })
}

/// Reads a list in the spelling of [`bids_text`].
///
/// # Errors
///
/// [`Error::NotAList`] for any other text, and [`Error::Foreign`] if a lot is unknown.
pub fn read_bids(setup: &Setup, text: &str) -> Result<Vec<Bid>, Error> {
    let SpelledList { bids } = serde_json::from_str(text).map_err(|_| Error::NotAList)?;
    let read = |fields: &BidFields<'_>| {
        let lot = setup.lot_by_code(&fields.lot).ok_or(Error::Foreign)?;
        Ok(Bid { lot, price: Tsuyama(fields.price) })
    };
    let bids: Vec<Bid> = bids.iter().map(read).collect::<Result<_, _>>()?;
    // Comparing with the canonical spelling also detects unknown fields.
    if bids_text(setup, &bids)? == text { Ok(bids) } else { Err(Error::NotAList) }
}

/// Reads a re-bid in the spelling of [`raises_text`].
pub fn read_raises(text: &str) -> Result<Vec<Raise>, Error> {
    let SpelledRebid { raises } = serde_json::from_str(text).map_err(|_| Error::NotAList)?;
    let read =
        |fields: &RaiseFields| Raise { priority: Priority(fields.priority), price: Tsuyama(fields.price) };
    let raises: Vec<Raise> = raises.iter().map(read).collect();
    if raises_text(&raises) == text { Ok(raises) } else { Err(Error::NotAList) }
}
