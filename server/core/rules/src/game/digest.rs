//! A short name for a settlement, so that an act can say which one it means (`A10`).

use core::fmt;

use crate::RoundNo;
use crate::auction::{FailureReason, Settlement};

/// Names one settlement of one attempt of a round: 64 bits of FNV-1a. It tells settlements apart that follow on
/// one another; it does not protect against a forger.
///
/// It is taken over these numbers, each as 8 bytes, least significant first: the round, the attempt, the number
/// of awards, per award its lot's and team's place in the set-up, its priority and its price; the number of
/// failures, per failure its lot's place, its copies and its reason (1 no re-bid, 2 too few, 3 tied again). The
/// order is that of [`Settlement::awards`](crate::auction::Settlement::awards) and
/// [`Settlement::failures`](crate::auction::Settlement::failures).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SettlementDigest(pub u64);

impl fmt::Display for SettlementDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl SettlementDigest {
    /// The name of what the lists of an attempt of a round have come to.
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

/// FNV-1a with 64 bits.
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
