//! Lotteries as preset files write them.

use ishigaki_tournament::Lottery;
use serde::Deserialize;

/// A lottery of a preset file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LotteryTable {
    name: String,
    digits: u32,
    #[serde(default)]
    zeros: u32,
}

impl From<LotteryTable> for Lottery {
    fn from(LotteryTable { name, digits, zeros }: LotteryTable) -> Self {
        Self { name, digits, zeros }
    }
}
