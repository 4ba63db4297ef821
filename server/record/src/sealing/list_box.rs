//! The box: one list, encrypted with its own key and padded to the length of all boxes of the game.

use ishigaki_rules::Setup;
use zeroize::Zeroizing;

use super::{Commitment, Error, ListKey, Nonce, cipher, commit};
use crate::json::quoted;

const NONCE: usize = 32;
const LENGTH: usize = 4;
/// Maximum padded length in bytes: 256 KiB, so that an opening of 16 such lists fits a line. Only unplayable
/// setups need more.
const LONGEST: usize = 1 << 18;

/// Returns the padded length of lists in this game: that of the longest valid list or re-bid of any round.
///
/// A round allows at most M lines and at most as many as there are copies, prices are at most the start
/// amount (`A2`), and re-bids have lines of a list (`A7`).
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
///
/// [`Error::TooLong`] if the text doesn't fit, and [`Error::Unsealable`] if the padded length exceeds 256
/// KiB.
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

/// Opens a box and returns its nonce and list text, after checking the commitment.
pub fn open(key: &ListKey, sealed: &[u8], commitment: &Commitment) -> Result<(Nonce, String), Error> {
    let plain = cipher::decrypt(&key.0, &commitment.0, sealed).ok_or(Error::WrongKey)?;
    let (nonce, text) = parted(&plain).ok_or(Error::Malformed)?;
    if commit(&nonce, text) == *commitment { Ok((nonce, text.into())) } else { Err(Error::WrongCommitment) }
}

/// Splits the plain text of a box into nonce and text; `None` if it is malformed.
fn parted(plain: &[u8]) -> Option<(Nonce, &str)> {
    let (nonce, rest) = plain.split_first_chunk::<NONCE>()?;
    let (length, rest) = rest.split_first_chunk::<LENGTH>()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    let (text, padding) = rest.split_at_checked(length)?;
    let is_blank = padding.iter().all(|byte| *byte == 0);
    is_blank.then_some((Nonce(*nonce), std::str::from_utf8(text).ok()?))
}
