//! Debug output of messages that carry what is sealed (`A4`): that they do, and nothing else.

use std::fmt;

use crate::{journal, organiser, standby, team, wire};

macro_rules! silent {
    ($($message:ty),+ $(,)?) => {$(
        impl fmt::Debug for $message {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("sealed")
            }
        }
    )+};
}

silent!(
    wire::Bid,
    wire::Raise,
    wire::SealedBids,
    wire::SealedRaises,
    wire::SealReceipt,
    team::SubmitBidsRequest,
    team::SubmitBidsResponse,
    team::SubmitRebidRequest,
    team::SubmitRebidResponse,
    team::SealRefusal,
    organiser::EnterBidsRequest,
    organiser::EnterRebidRequest,
    journal::Seal,
    journal::Opening,
    standby::Records,
    standby::Tokens,
);

/// Faults of a refused list are as secret as a sealed one: the reason shows, the figures do not.
impl fmt::Debug for wire::Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Violation").field("reason", &self.reason()).finish_non_exhaustive()
    }
}
