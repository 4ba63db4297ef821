//! A short id of a settlement, so that an act can name the one it means (`A10`).

use core::fmt;

use crate::RoundNo;
use crate::auction::{FailureReason, Settlement};

/// Identifies one settlement of one attempt of a round: 64 bits of FNV-1a. It distinguishes successive
/// settlements and is no protection against forgery.
///
/// The input is this sequence of numbers, each as 8 bytes, least significant first: the round; the attempt;
/// the number of awards; for each award the indices of its lot and team in the setup, its priority and its
/// price; the number of failures; for each failure the index of its lot, its copies and its reason (1 no
/// re-bid, 2 too few, 3 tied again). Awards and failures are in the order of
/// [`Settlement::awards`](crate::auction::Settlement::awards) and
/// [`Settlement::failures`](crate::auction::Settlement::failures).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SettlementDigest(pub u64);

impl fmt::Display for SettlementDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl SettlementDigest {
    pub(super) fn of(round: RoundNo, attempt: u32, settlement: &Settlement) -> Self {
        let mut hash = Fnv::new();
        hash.add(round.0);
        hash.add(attempt);
        hash.count(settlement.awards().len());
        for award in settlement.awards() {
            hash.add(award.lot.0);
            hash.add(award.team.0);
            hash.add(award.priority.0);
            hash.add(award.price.0);
        }
        hash.count(settlement.failures().len());
        for failure in settlement.failures() {
            hash.add(failure.lot.0);
            hash.add(failure.copies);
            hash.add(match failure.reason {
                FailureReason::NoRebid => 1_u8,
                FailureReason::ShortRebid => 2,
                FailureReason::TiedRebid => 3,
            });
        }
        Self(hash.0)
    }
}

struct Fnv(u64);

impl Fnv {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, number: impl Into<u64>) {
        for byte in number.into().to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn count(&mut self, number: usize) {
        self.add(u64::try_from(number).unwrap_or(u64::MAX));
    }
}
