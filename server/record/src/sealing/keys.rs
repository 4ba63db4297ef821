//! The keys of boxes, and wrapping of a round's key. The record never shows a round's key: a verifier only
//! needs a box's own key, which an opening shows. It shows the keys of a game's notes at the end.

use std::collections::BTreeMap;

use hkdf::Hkdf;
use sha2::Sha256;

use super::{Error, ListKey, NoteKey, RoundKey, WrappingKey, cipher};
use crate::branch::Branch;

const LIST: &[u8] = b"ishigaki list key\n";
const NOTES: &[u8] = b"ishigaki note key\n";
const NOTE: &[u8] = b"ishigaki note\n";
const ROUND: &str = "ishigaki round key\n";

impl RoundKey {
    /// Returns the key of one box of this attempt: HKDF-SHA-256 over wave (0 for lists), the team's counter
    /// and its code.
    ///
    /// # Errors
    ///
    /// [`Error::Unsealable`], which can't happen with this key length.
    pub fn list_key(&self, team: &str, wave: u32, counter: u64) -> Result<ListKey, Error> {
        // Numbers of fixed length come first, so that different boxes never have the same info.
        let info = [LIST, &wave.to_be_bytes(), &counter.to_be_bytes(), team.as_bytes()];
        let mut key = ListKey([0; 32]);
        Hkdf::<Sha256>::new(None, &self.0)
            .expand_multi_info(&info, &mut key.0)
            .map_err(|_| Error::Unsealable)?;
        Ok(key)
    }
}

/// The keys of a game's notes by epoch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteKeys(BTreeMap<u32, NoteKey>);

impl NoteKeys {
    /// Returns the key of an epoch's notes.
    pub fn of_epoch(&self, epoch: u32) -> Option<&NoteKey> {
        self.0.get(&epoch)
    }

    /// Returns the keys with their epochs, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &NoteKey)> {
        self.0.iter().map(|(epoch, key)| (*epoch, key))
    }

    /// Adds the key of an epoch.
    pub fn insert(&mut self, epoch: u32, key: NoteKey) {
        self.0.insert(epoch, key);
    }

    /// Returns whether there are no keys.
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
    /// Returns the key of the notes sealed on a branch in its last epoch: HKDF-SHA-256 of the wrapping key over
    /// instance and tag. It therefore needn't be stored, and after it is shown it opens nothing of another game or
    /// branch.
    ///
    /// # Errors
    ///
    /// [`Error::Unsealable`], which can't happen with this key length.
    pub fn of(wrapping: &WrappingKey, branch: &Branch) -> Result<Self, Error> {
        let mut key = Self([0; 32]);
        Hkdf::<Sha256>::new(None, &wrapping.0)
            .expand_multi_info(&[NOTES, &branch.instance.0, &branch.tag.0], &mut key.0)
            .map_err(|_| Error::Unsealable)?;
        Ok(key)
    }

    /// Returns the key of one note's box: HKDF-SHA-256 over the note's number, from 1.
    ///
    /// # Errors
    ///
    /// [`Error::Unsealable`], which can't happen with this key length.
    pub fn box_key(&self, number: u32) -> Result<ListKey, Error> {
        let mut key = ListKey([0; 32]);
        Hkdf::<Sha256>::new(None, &self.0)
            .expand_multi_info(&[NOTE, &number.to_be_bytes()], &mut key.0)
            .map_err(|_| Error::Unsealable)?;
        Ok(key)
    }
}

/// Wraps the key of a round for storage. It can be unwrapped only with the same `context`, such as game,
/// round and attempt.
///
/// # Errors
///
/// [`Error::Unsealable`], which can't happen with this key length.
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
pub fn unwrap(wrapped: &[u8], wrapping: &WrappingKey, context: &str) -> Result<RoundKey, Error> {
    let context = format!("{ROUND}{context}");
    let key = cipher::decrypt(&wrapping.0, context.as_bytes(), wrapped).ok_or(Error::WrongKey)?;
    key.as_slice().try_into().map(RoundKey).map_err(|_| Error::Malformed)
}
