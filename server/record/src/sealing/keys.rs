//! The keys of boxes, and how the key of a round is kept. The record never shows the key of a round: an opening shows a
//! box's own key, and that it opens the box is all a verifier needs. The keys of a game's notes it shows at the game's end.

use std::collections::BTreeMap;

use hkdf::Hkdf;
use sha2::Sha256;

use super::{Error, ListKey, NoteKey, RoundKey, WrappingKey, cipher};
use crate::branch::Branch;

/// Purpose of the keys of lists.
const LIST: &[u8] = b"ishigaki list key\n";
/// Purpose of the key of an epoch's notes.
const NOTES: &[u8] = b"ishigaki note key\n";
/// Purpose of the keys of notes.
const NOTE: &[u8] = b"ishigaki note\n";
/// Purpose of the wrapped keys of rounds.
const ROUND: &str = "ishigaki round key\n";

impl RoundKey {
    /// The key of one box of this attempt: HKDF-SHA-256 over wave (0 for lists), the team's counter and its
    /// code.
    ///
    /// # Errors
    /// [`Error::Unsealable`], which a key of this length does not lead to.
    pub fn list_key(&self, team: &str, wave: u32, counter: u64) -> Result<ListKey, Error> {
        // Numbers of fixed length first: two different boxes never have the same information.
        let info = [LIST, &wave.to_be_bytes(), &counter.to_be_bytes(), team.as_bytes()];
        let mut key = ListKey([0; 32]);
        Hkdf::<Sha256>::new(None, &self.0)
            .expand_multi_info(&info, &mut key.0)
            .map_err(|_| Error::Unsealable)?;
        Ok(key)
    }
}

/// The keys of a game's notes, one for each epoch under which notes were sealed, by the epoch's number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteKeys(BTreeMap<u32, NoteKey>);

impl NoteKeys {
    /// The key of an epoch's notes, if it is there.
    pub fn of_epoch(&self, epoch: u32) -> Option<&NoteKey> {
        self.0.get(&epoch)
    }

    /// The keys with the numbers of their epochs, in that order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &NoteKey)> {
        self.0.iter().map(|(epoch, key)| (*epoch, key))
    }

    /// Keeps the key of one more epoch.
    pub fn insert(&mut self, epoch: u32, key: NoteKey) {
        self.0.insert(epoch, key);
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(u32, NoteKey)> for NoteKeys {
    fn from_iter<T: IntoIterator<Item = (u32, NoteKey)>>(keys: T) -> Self {
        Self(keys.into_iter().collect())
    }
}

impl NoteKey {
    /// The key of the notes that are sealed on a branch of a game in its last epoch: HKDF-SHA-256 of what the keys of rounds are wrapped
    /// with, over instance and tag. So it needs no keeping, and shown it opens nothing of another game, nor of another branch
    /// that goes on from the same journal.
    ///
    /// # Errors
    /// [`Error::Unsealable`], which a key of this length does not lead to.
    pub fn of(wrapping: &WrappingKey, branch: &Branch) -> Result<Self, Error> {
        let mut key = Self([0; 32]);
        Hkdf::<Sha256>::new(None, &wrapping.0)
            .expand_multi_info(&[NOTES, &branch.instance.0, &branch.tag.0], &mut key.0)
            .map_err(|_| Error::Unsealable)?;
        Ok(key)
    }

    /// The key of one note's box: HKDF-SHA-256 over the note's number, from 1.
    ///
    /// # Errors
    /// [`Error::Unsealable`], which a key of this length does not lead to.
    pub fn box_key(&self, number: u32) -> Result<ListKey, Error> {
        let mut key = ListKey([0; 32]);
        Hkdf::<Sha256>::new(None, &self.0)
            .expand_multi_info(&[NOTE, &number.to_be_bytes()], &mut key.0)
            .map_err(|_| Error::Unsealable)?;
        Ok(key)
    }
}

/// Wraps the key of a round for keeping; `context` says what it is for, such as game, round and attempt, and
/// it comes back for nothing else.
///
/// # Errors
/// [`Error::Unsealable`], which a key of this length does not lead to.
pub fn wrap(
    key: &RoundKey,
    wrapping: &WrappingKey,
    aead_nonce: [u8; 12],
    context: &str,
) -> Result<Vec<u8>, Error> {
    let context = format!("{ROUND}{context}");
    cipher::encrypt(&wrapping.0, aead_nonce, context.as_bytes(), &key.0).ok_or(Error::Unsealable)
}

/// Unwraps the key of a round.
///
/// # Errors
/// [`Error::WrongKey`]: another wrapping key, another context, or changed bytes.
pub fn unwrap(wrapped: &[u8], wrapping: &WrappingKey, context: &str) -> Result<RoundKey, Error> {
    let context = format!("{ROUND}{context}");
    let key = cipher::decrypt(&wrapping.0, context.as_bytes(), wrapped).ok_or(Error::WrongKey)?;
    key.as_slice().try_into().map(RoundKey).map_err(|_| Error::Malformed)
}
