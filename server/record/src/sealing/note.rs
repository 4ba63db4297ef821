//! The length of notes: what only some are told of while the game goes on is boxed like a list, and all of a game alike.

use ishigaki_rules::Setup;

use super::Error;
use crate::json::quoted;

/// Bytes of the longest note beside the codes of teams: an announcement to all of them by name, with two texts of 200
/// characters and a question of 400, of 4 bytes each, and a token's name of 128 bytes.
const FIXED: usize = 3_452;
/// The most that notes are padded to, in bytes: 16 KiB, so that all notes of a game fit a verifier's memory. Only a set-up with
/// codes that nobody can read asks for more.
const LONGEST: usize = 1 << 14;

/// Returns how many bytes every note of this game is padded to: room for the longest one.
///
/// # Errors
/// [`Error::Unsealable`] if that is more than 16 KiB.
pub fn note_len(setup: &Setup) -> Result<usize, Error> {
    let code = setup.teams.iter().map(|team| quoted(&team.code).len()).max().unwrap_or(0);
    let length = setup.teams.len().saturating_mul(code.saturating_add(1)).saturating_add(FIXED);
    if length <= LONGEST { Ok(length) } else { Err(Error::Unsealable) }
}
