//! The `rank` request.

use super::Misfit;

pub(super) fn answer(line: &str) -> Result<String, Misfit> {
    let _ = line;
    Err(Misfit::UnknownOp { op: "rank".to_owned() })
}
