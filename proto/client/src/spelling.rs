//! Spelling for scripts: numbers, stones, bids and raises in arguments, and phases in objects.

use std::str::FromStr;

use ishigaki_proto::convert::{phase_to_wire, script_name};
use ishigaki_proto::wire;
use ishigaki_rules::Phase;

/// Reads a number of digits only.
pub fn number<N: FromStr>(text: &str) -> Option<N> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Reads a stone, `LOT-COPY`, with the copy from 1. The server checks the lot.
pub fn stone(text: &str) -> Option<wire::Stone> {
    let (lot, copy) = text.rsplit_once('-').filter(|(lot, _)| !lot.is_empty())?;
    Some(wire::Stone { lot: lot.to_owned(), copy: number(copy).filter(|&copy| copy > 0)? })
}

/// Reads a bid of a price in TSUYAMA on a lot.
pub fn bid(lot: &str, price: &str) -> Option<wire::Bid> {
    let lot = Some(lot).filter(|lot| !lot.is_empty())?;
    Some(wire::Bid { lot: lot.to_owned(), price: number(price)? })
}

/// Reads a raise of a line, from 1, to a price in TSUYAMA.
pub fn raise(line: &str, price: &str) -> Option<wire::Raise> {
    let priority = number(line).filter(|&line| line > 0)?;
    Some(wire::Raise { priority, price: number(price)? })
}

/// Returns a phase's name in objects.
pub fn phase_name(phase: Phase) -> String {
    script_name(phase_to_wire(phase).as_str_name(), "PHASE_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_accepts_only_digits() {
        assert_eq!(number::<u32>("12"), Some(12));
        for bad in ["", "-1", "+1", "1.5", " 1", "4294967296"] {
            assert_eq!(number::<u32>(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn stone_is_lot_and_copy() {
        assert_eq!(stone("big-L-2"), Some(wire::Stone { lot: "big-L".into(), copy: 2 }));
        for bad in ["L", "L-0", "L-", "-2", "L-x", ""] {
            assert_eq!(stone(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn bid_names_lot_and_raise_names_line() {
        assert_eq!(bid("L", "12"), Some(wire::Bid { lot: "L".into(), price: 12 }));
        assert_eq!(bid("", "12"), None);
        assert_eq!(raise("1", "14"), Some(wire::Raise { priority: 1, price: 14 }));
        assert_eq!(raise("0", "14"), None);
    }
}
