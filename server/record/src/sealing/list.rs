//! The text of lists and re-bids: what the commitment is of.

use std::borrow::Cow;

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::{Priority, Setup, Tsuyama};
use serde::Deserialize;

use super::Error;
use crate::json::quoted;

/// A list as it is spelled, in priority order: `{"bids":[{"lot":"L","price":10}]}`. A decline has no bids.
pub fn bids_text(setup: &Setup, bids: &[Bid]) -> Result<String, Error> {
    let mut text = String::with_capacity(13 + bids.len() * 32);
    text.push_str(r#"{"bids":["#);
    for (place, bid) in bids.iter().enumerate() {
        let lot = setup.lot(bid.lot).ok_or(Error::Foreign)?;
        text.push_str(if place == 0 { r#"{"lot":"# } else { r#",{"lot":"# });
        text.push_str(&quoted(&lot.code));
        text.push_str(r#","price":"#);
        text.push_str(&bid.price.0.to_string());
        text.push('}');
    }
    text.push_str("]}");
    Ok(text)
}

/// A re-bid as it is spelled, in the order given: `{"raises":[{"priority":1,"price":12}]}`. A pass has none.
pub fn raises_text(raises: &[Raise]) -> String {
    let spelled = |raise: &Raise| format!(r#"{{"priority":{},"price":{}}}"#, raise.priority, raise.price.0);
    let raises: Vec<String> = raises.iter().map(spelled).collect();
    format!(r#"{{"raises":[{}]}}"#, raises.join(","))
}

/// Reads a list back; takes no other spelling than [`bids_text`] makes.
pub fn read_bids(setup: &Setup, text: &str) -> Result<Vec<Bid>, Error> {
    #[derive(Deserialize)]
    struct List<'t> {
        #[serde(borrow)]
        bids: Vec<Line<'t>>,
    }
    #[derive(Deserialize)]
    struct Line<'t> {
        #[serde(borrow)]
        lot: Cow<'t, str>,
        price: u64,
    }
    let List { bids } = serde_json::from_str(text).map_err(|_| Error::NotAList)?;
    let read = |line: &Line<'_>| {
        let lot = setup.lot_by_code(&line.lot).ok_or(Error::Foreign)?;
        Ok(Bid { lot, price: Tsuyama(line.price) })
    };
    let bids: Vec<Bid> = bids.iter().map(read).collect::<Result<_, _>>()?;
    // Spelling it again is what shows every other spelling, also fields that no list has.
    if bids_text(setup, &bids)? == text { Ok(bids) } else { Err(Error::NotAList) }
}

/// Reads a re-bid back; takes no other spelling than [`raises_text`] makes.
pub fn read_raises(text: &str) -> Result<Vec<Raise>, Error> {
    #[derive(Deserialize)]
    struct Rebid {
        raises: Vec<Line>,
    }
    #[derive(Deserialize)]
    struct Line {
        priority: u32,
        price: u64,
    }
    let Rebid { raises } = serde_json::from_str(text).map_err(|_| Error::NotAList)?;
    let read = |line: &Line| Raise { priority: Priority(line.priority), price: Tsuyama(line.price) };
    let raises: Vec<Raise> = raises.iter().map(read).collect();
    if raises_text(&raises) == text { Ok(raises) } else { Err(Error::NotAList) }
}
