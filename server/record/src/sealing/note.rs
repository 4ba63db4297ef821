//! The length of notes: restricted messages are boxed like lists, all of a game with the same length.

use ishigaki_rules::Setup;

use super::Error;
use crate::json::quoted;

/// Bytes of the longest note without team codes: an announcement to all teams by name, with two texts of 200
/// characters and a question of 400, of 4 bytes each, and a token name of 128 bytes.
const FIXED: usize = 3_452;
/// Maximum padded length of notes in bytes: 16 KiB, so that all notes of a game fit a verifier's memory. Only
/// setups with unreadably long codes need more.
const LONGEST: usize = 1 << 14;

/// Returns the padded length of this game's notes.
///
/// # Errors
///
/// [`Error::Unsealable`] if it exceeds 16 KiB.
pub fn note_len(setup: &Setup) -> Result<usize, Error> {
    let code = setup.teams.iter().map(|team| quoted(&team.code).len()).max().unwrap_or(0);
    let length = setup.teams.len().saturating_mul(code.saturating_add(1)).saturating_add(FIXED);
    if length <= LONGEST { Ok(length) } else { Err(Error::Unsealable) }
}
