//! Lotteries in preset files.

use ishigaki_tournament::Lottery;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LotteryTable {
    name: String,
    digits: u32,
    #[serde(default)]
    zeros: u32,
    date: Option<String>,
}

/// Returns whether a text is a date such as `2026-12-05`.
pub(crate) fn is_date(text: &str) -> bool {
    let has_shape = text.len() == 10
        && text.bytes().enumerate().all(|(at, sign)| match at {
            4 | 7 => sign == b'-',
            _ => sign.is_ascii_digit(),
        });
    let mut parts = text.split('-').filter_map(|part| part.parse::<u32>().ok());
    let (Some(year), Some(month), Some(day), true) = (parts.next(), parts.next(), parts.next(), has_shape)
    else {
        return false;
    };
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

impl From<LotteryTable> for Lottery {
    fn from(LotteryTable { name, digits, zeros, date }: LotteryTable) -> Self {
        Self { name, digits, zeros, date }
    }
}
