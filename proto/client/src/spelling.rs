//! Spellings for scripts: of numbers, stones, bids and raises in arguments, and of phases in objects.

use std::str::FromStr;

use ishigaki_proto::wire;
use ishigaki_rules::Phase;

/// A number of digits only: no sign, no space.
pub fn number<N: FromStr>(text: &str) -> Option<N> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// A stone, `LOT-COPY`, its copy from 1. Whether there is such a lot is the server's to say.
pub fn stone(text: &str) -> Option<wire::Stone> {
    let (lot, copy) = text.rsplit_once('-').filter(|(lot, _)| !lot.is_empty())?;
    Some(wire::Stone { lot: lot.to_owned(), copy: number(copy).filter(|&copy| copy > 0)? })
}

/// A bid of a price, in TSUYAMA, on a lot.
pub fn bid(lot: &str, price: &str) -> Option<wire::Bid> {
    let lot = Some(lot).filter(|lot| !lot.is_empty())?;
    Some(wire::Bid { lot: lot.to_owned(), price: number(price)? })
}

/// A raise of a line, from 1, to a price in TSUYAMA.
pub fn raise(line: &str, price: &str) -> Option<wire::Raise> {
    let priority = number(line).filter(|&line| line > 0)?;
    Some(wire::Raise { priority, price: number(price)? })
}

/// A phase as every object names it.
pub fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Ready { .. } => "ready",
        Phase::Bidding { .. } => "bidding",
        Phase::Rebidding { .. } => "rebidding",
        Phase::Confirming => "confirming",
        Phase::Building => "building",
        Phase::Countdown { .. } => "countdown",
        Phase::Ended => "ended",
        Phase::Declared => "declared",
        Phase::Abandoned => "abandoned",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_digits_and_nothing_else() {
        assert_eq!(number::<u32>("12"), Some(12));
        for bad in ["", "-1", "+1", "1.5", " 1", "4294967296"] {
            assert_eq!(number::<u32>(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_stone_is_a_lot_and_a_copy() {
        assert_eq!(stone("big-L-2"), Some(wire::Stone { lot: "big-L".into(), copy: 2 }));
        for bad in ["L", "L-0", "L-", "-2", "L-x", ""] {
            assert_eq!(stone(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_bid_names_a_lot_and_a_raise_a_line() {
        assert_eq!(bid("L", "12"), Some(wire::Bid { lot: "L".into(), price: 12 }));
        assert_eq!(bid("", "12"), None);
        assert_eq!(raise("1", "14"), Some(wire::Raise { priority: 1, price: 14 }));
        assert_eq!(raise("0", "14"), None);
    }
}
