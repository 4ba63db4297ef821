//! The `check_bids` and `settle` requests.

use super::Misfit;

pub(super) fn check_bids(line: &str) -> Result<String, Misfit> {
    let _ = line;
    Err(Misfit::UnknownOp { op: "check_bids".to_owned() })
}

pub(super) fn settle(line: &str) -> Result<String, Misfit> {
    let _ = line;
    Err(Misfit::UnknownOp { op: "settle".to_owned() })
}
