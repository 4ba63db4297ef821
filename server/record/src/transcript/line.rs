//! The three kinds of lines, as they are spelled.

use serde::{Deserialize, Serialize};

use super::fact::FactLine;
use super::setup::SetupLine;
use crate::result::GameResult;

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Line {
    Game { format: u32, game: String, setup: SetupLine },
    Event { sequence: u64, at_ms: u64, by: String, fact: FactLine },
    Result(GameResult),
}
