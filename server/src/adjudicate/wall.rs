//! The `wall` request.

use super::Misfit;

pub(super) fn answer(line: &str) -> Result<String, Misfit> {
    let _ = line;
    Err(Misfit::UnknownOp { op: "wall".to_owned() })
}
