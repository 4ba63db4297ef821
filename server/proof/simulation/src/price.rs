//! Prices that are recognisable in encoded bytes: canaries.
//!
//! A price is a fixed pattern followed by 14 bits, so its varint is two bytes of data and then [`NEEDLE`].
//! Each sealed window of a game has its own prices (the *stage*), so that a price shows its origin, and a
//! re-bid is always above the raised price; a stage has few *levels*, so that teams tie.

use std::sync::LazyLock;

use ishigaki_rules::Tsuyama;
use memchr::memmem::Finder;

/// Pattern after the first two bytes of every price.
const NEEDLE: [u8; 5] = [0xab, 0xd5, 0x9d, 0xea, 0x35];

static NEEDLES: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(&NEEDLE));

/// The bits of [`NEEDLE`] in a price: 35 of them, so that no hash contains them by accident.
const PATTERN: u64 = 0x2b | 0x55 << 7 | 0x1d << 14 | 0x6a << 21 | 0x35 << 28;

const BELOW: u32 = 14;

/// The price of stage 0 and level 0.
const LOWEST: u64 = PATTERN << BELOW;

/// The minimum price of every lot. It is public, so it must not match the pattern.
pub(crate) const LEAST: Tsuyama = Tsuyama(LOWEST - 1);

const DIGITS: usize = 15;

/// The common leading digits of all prices, for one text search.
static FIRST_DIGITS: LazyLock<Finder<'static>> = LazyLock::new(|| {
    let (least, most) = (LOWEST.to_string(), (LOWEST + (1 << BELOW) - 1).to_string());
    let same = least.bytes().zip(most.bytes()).take_while(|(one, other)| one == other).count();
    Finder::new(&least.as_bytes()[..same]).into_owned()
});

/// The price of a level (below 64) in a stage (below 256).
pub(crate) fn canary(stage: u64, level: u64) -> Tsuyama {
    Tsuyama(LOWEST | (stage.min(255) << 6) | level.min(63))
}

pub(crate) fn purse(stones: u64) -> Tsuyama {
    Tsuyama(LOWEST * stones + LOWEST / 2)
}

/// All prices in these bytes.
pub(crate) fn find(bytes: &[u8]) -> impl Iterator<Item = Tsuyama> + '_ {
    NEEDLES.find_iter(bytes).filter_map(|at| {
        let [.., low, high] = *bytes.get(..at)? else { return None };
        let figures = u64::from(low & 0x7f) | u64::from(high & 0x7f) << 7;
        Some(Tsuyama(LOWEST | figures))
    })
}

pub(crate) fn find_in_text(text: &str) -> impl Iterator<Item = Tsuyama> + '_ {
    let prices = LOWEST..LOWEST + (1 << BELOW);
    let number = |at: usize| {
        let (before, from) = text.split_at_checked(at)?;
        let is_whole = !before.ends_with(|sign: char| sign.is_ascii_digit());
        let length = from.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(from.len());
        if is_whole && length == DIGITS { from[..length].parse().ok() } else { None }
    };
    let starts = FIRST_DIGITS.find_iter(text.as_bytes());
    starts.filter_map(number).filter(move |price| prices.contains(price)).map(Tsuyama)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ishigaki_proto::wire;
    use prost::Message as _;

    fn encoded(price: Tsuyama) -> Vec<u8> {
        wire::Bid { lot: "L".into(), price: price.0 }.encode_to_vec()
    }

    /// Reference implementation that parses each number of a text.
    fn found_one_by_one(text: &str) -> Vec<Tsuyama> {
        let numbers =
            text.split(|sign: char| !sign.is_ascii_digit()).filter(|figures| figures.len() == DIGITS);
        let prices = LOWEST..LOWEST + (1 << BELOW);
        numbers
            .filter_map(|figures| figures.parse().ok())
            .filter(|price| prices.contains(price))
            .map(Tsuyama)
            .collect()
    }

    #[test]
    fn price_in_text_must_be_whole_number_token() {
        let [first, last] = [LOWEST, LOWEST + (1 << BELOW) - 1];
        for around in ["", "1", "0", "\"", " ", "é", ",", "-"] {
            for number in [first - 1, first, first + 77, last, last + 1] {
                for text in [
                    format!("{around}{number}{around}"),
                    format!("{around}{number}"),
                    format!("{number}{around}{number}"),
                    format!("{first}{around}{number}{around}{last}"),
                ] {
                    assert_eq!(find_in_text(&text).collect::<Vec<_>>(), found_one_by_one(&text), "{text}");
                }
            }
        }
        assert_eq!(found_one_by_one(&format!("[{first},{last}]")), [Tsuyama(first), Tsuyama(last)]);
    }

    #[test]
    fn every_price_in_encoded_bytes_is_found() {
        for stage in 0..256 {
            for level in [0, 1, 5, 63] {
                let price = canary(stage, level);
                assert_eq!(find(&encoded(price)).collect::<Vec<_>>(), [price]);
                let text = format!("{{\"price\":{price},\"lot\":\"L\"}}");
                assert_eq!(find_in_text(&text).collect::<Vec<_>>(), [price]);
                for stones in 0..8 {
                    for spent in 0..=stones {
                        let left = Tsuyama(purse(stones).0 - spent * price.0);
                        assert_eq!(find(&encoded(left)).count(), 0, "{left}");
                    }
                }
            }
        }
    }
}
