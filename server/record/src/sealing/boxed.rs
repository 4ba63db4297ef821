//! The box: one list, encrypted under its own key, as long as every other box of the game.

use ishigaki_rules::Setup;
use zeroize::Zeroizing;

use super::{Commitment, Error, ListKey, Nonce, cipher, commit};
use crate::json::quoted;

/// The sealing's nonce, in front of the list.
const NONCE: usize = 32;
/// The length of the list, in front of it.
const LENGTH: usize = 4;
/// The most a list is padded to, in bytes: 256 KiB, so that an opening of 16 such lists is a line of the record. Only a
/// set-up that nobody can play asks for more.
const LONGEST: usize = 1 << 18;

/// Returns how many bytes a list is padded to in this game: room for the longest valid list or re-bid of any round.
///
/// No round allows more lines than M or than there are copies, no price is above what a team starts with
/// (`A2`), and a re-bid names lines of a list (`A7`).
pub fn padded_len(setup: &Setup) -> usize {
    let digits = |number: u64| number.to_string().len();
    let most_bids = setup.rounds.iter().map(|plan| plan.max_bids).max().unwrap_or(0);
    let copies: u64 = setup.lots.iter().map(|lot| u64::from(lot.copies)).sum();
    let most = usize::try_from(copies.min(u64::from(most_bids))).unwrap_or(usize::MAX);
    let code = setup.lots.iter().map(|lot| quoted(&lot.code).len()).max().unwrap_or(0);
    let price = digits(setup.initial.0);
    let bid = r#"{"lot":,"price":},"#.len() + code + price;
    let raise = r#"{"priority":,"price":},"#.len() + digits(u64::from(most_bids)) + price;
    r#"{"raises":[]}"#.len().saturating_add(most.saturating_mul(bid.max(raise)))
}

/// Seals a list text: the cipher's nonce, then nonce, length, text and zeros up to `padded_len`, encrypted,
/// with the commitment as associated data.
///
/// # Errors
/// [`Error::TooLong`] if the text has no room there, and [`Error::Unsealable`] if that is more than 256 KiB.
pub fn seal(
    key: &ListKey,
    aead_nonce: [u8; 12],
    nonce: &Nonce,
    text: &str,
    padded_len: usize,
) -> Result<Vec<u8>, Error> {
    if padded_len > LONGEST {
        return Err(Error::Unsealable);
    }
    let too_long = Error::TooLong { length: text.len(), room: padded_len };
    let padding = padded_len.checked_sub(text.len()).ok_or(too_long)?;
    let length = u32::try_from(text.len()).map_err(|_| too_long)?;
    let mut plain = Zeroizing::new(Vec::with_capacity(NONCE + LENGTH + padded_len));
    plain.extend_from_slice(&nonce.0);
    plain.extend_from_slice(&length.to_be_bytes());
    plain.extend_from_slice(text.as_bytes());
    plain.extend(std::iter::repeat_n(0, padding));
    cipher::encrypt(&key.0, aead_nonce, &commit(nonce, text).0, &plain).ok_or(Error::Unsealable)
}

/// Opens a box: its nonce and its list text, which the commitment is of.
///
/// # Errors
/// [`Error::WrongKey`], [`Error::Malformed`] or [`Error::WrongCommitment`].
pub fn open(key: &ListKey, sealed: &[u8], commitment: &Commitment) -> Result<(Nonce, String), Error> {
    let plain = cipher::decrypt(&key.0, &commitment.0, sealed).ok_or(Error::WrongKey)?;
    let (nonce, text) = parted(&plain).ok_or(Error::Malformed)?;
    if commit(&nonce, text) == *commitment { Ok((nonce, text.into())) } else { Err(Error::WrongCommitment) }
}

/// Nonce and text of what was in a box; `None` if it is not made like one.
fn parted(plain: &[u8]) -> Option<(Nonce, &str)> {
    let (nonce, rest) = plain.split_first_chunk::<NONCE>()?;
    let (length, rest) = rest.split_first_chunk::<LENGTH>()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    let (text, padding) = rest.split_at_checked(length)?;
    let is_blank = padding.iter().all(|byte| *byte == 0);
    is_blank.then_some((Nonce(*nonce), std::str::from_utf8(text).ok()?))
}
