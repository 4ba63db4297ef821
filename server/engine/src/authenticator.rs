//! Authentication of journal records under the key file. An attacker with write access to the journal but
//! without the key file can only remove the last records unnoticed; other changes, moves and insertions are
//! detected.
//!
//! Each record ends with an HMAC-SHA-256 over the previous record's tag, the game, the record's position and
//! its bytes. The chain ties a record to this journal: if two journals continue from one copy, neither
//! accepts records of the other.

use std::fmt;

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::hkdf::{HKDF_SHA256, Salt};
use aws_lc_rs::hmac::{self, HMAC_SHA256};
use bytes::Bytes;
use ishigaki_journal::{Record, Sequence, StreamId};

/// Prefix of an authenticated checkpoint. No record's text begins like this, because the first record's text
/// begins with zeros and every other one with a tag.
const CHECKPOINT: &[u8] = b"ishigaki checkpoint\n";

const PURPOSE: &[u8] = b"ishigaki journal record key\n";

/// Length of an authenticator in bytes.
const LENGTH: usize = 32;

/// Header of a record's last field, its authenticator: number, kind and length.
const FIELD: [u8; 2] = [13 << 3 | 2, 32];

/// The key that authenticates journal records. `Debug` omits it.
pub struct JournalKey(hmac::Key);

impl JournalKey {
    /// Derives the key from a secret of the key file.
    pub(crate) fn of(secret: &[u8; 32]) -> Self {
        let mut bytes = zeroize::Zeroizing::new([0; LENGTH]);
        let derived = Salt::new(HKDF_SHA256, &[]).extract(secret);
        // HKDF always returns the length of a hash.
        let filled = derived.expand(&[PURPOSE], HKDF_SHA256).and_then(|okm| okm.fill(&mut *bytes));
        debug_assert!(filled.is_ok(), "HKDF gives as many bytes as its hash has");
        Self(hmac::Key::new(HMAC_SHA256, &*bytes))
    }

    /// A stored checkpoint of a game: its encoded fields, followed by the tag.
    pub(crate) fn stamp_checkpoint(&self, game: &StreamId, mut bytes: Vec<u8>) -> Bytes {
        let tag = hmac::sign(&self.0, &checkpoint_text(game, &bytes));
        bytes.extend_from_slice(&FIELD);
        bytes.extend_from_slice(tag.as_ref());
        bytes.into()
    }

    /// The fields of a game's checkpoint; `None` if it isn't authentic.
    pub(crate) fn checked_checkpoint<'b>(&self, game: &StreamId, bytes: &'b [u8]) -> Option<&'b [u8]> {
        let (body, tag) = bytes.split_last_chunk::<LENGTH>()?;
        let body = body.strip_suffix(&FIELD)?;
        hmac::verify(&self.0, &checkpoint_text(game, body), tag).ok().map(|()| body)
    }
}

fn checkpoint_text(game: &StreamId, body: &[u8]) -> Vec<u8> {
    let mut text = CHECKPOINT.to_vec();
    add_game(game, &mut text);
    text.extend_from_slice(body);
    text
}

fn add_game(game: &StreamId, text: &mut Vec<u8>) {
    let game = game.as_str();
    text.extend_from_slice(&u64::try_from(game.len()).unwrap_or(u64::MAX).to_be_bytes());
    text.extend_from_slice(game.as_bytes());
}

/// Returns a record's tag, if it is long enough to have one.
pub(crate) fn tag_of(record: &Record) -> Option<&[u8; LENGTH]> {
    record.bytes.last_chunk::<LENGTH>()
}

impl fmt::Debug for JournalKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JournalKey(secret)")
    }
}

/// Authenticates the records of one game in order.
pub struct Authenticator {
    key: hmac::Key,
    game: Vec<u8>,
    last: Sequence,
    /// Tag of the last record; zeros before the first.
    before: [u8; LENGTH],
}

impl Authenticator {
    /// Returns the authenticator of a game without records.
    pub fn new(key: &JournalKey, game: &StreamId) -> Self {
        let mut text = Vec::new();
        add_game(game, &mut text);
        Self { key: key.0.clone(), game: text, last: Sequence::START, before: [0; LENGTH] }
    }

    pub(crate) fn last(&self) -> (Sequence, [u8; LENGTH]) {
        (self.last, self.before)
    }

    /// Returns the next record to store: its encoded fields, followed by the tag.
    pub(crate) fn stamp(&mut self, mut bytes: Vec<u8>) -> Bytes {
        self.last = self.last.next();
        self.before = self.tag(&bytes);
        bytes.extend_from_slice(&FIELD);
        bytes.extend_from_slice(&self.before);
        bytes.into()
    }

    /// Returns whether this is the authentic next record.
    pub fn check(&mut self, record: &Record) -> bool {
        if record.sequence != self.last.next() {
            return false;
        }
        self.last = record.sequence;
        let Some((body, tag)) = record.bytes.split_last_chunk::<LENGTH>() else { return false };
        let Some(body) = body.strip_suffix(&FIELD) else { return false };
        if verify_slices_are_equal(&self.tag(body), tag).is_err() {
            return false;
        }
        self.before = *tag;
        true
    }

    fn tag(&self, body: &[u8]) -> [u8; LENGTH] {
        let mut place = Vec::with_capacity(LENGTH + self.game.len() + size_of::<u64>());
        place.extend_from_slice(&self.before);
        place.extend_from_slice(&self.game);
        place.extend_from_slice(&self.last.0.to_be_bytes());
        let mut text = hmac::Context::with_key(&self.key);
        text.update(&place);
        text.update(body);
        let mut bytes = [0; LENGTH];
        bytes.copy_from_slice(text.sign().as_ref());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_proto::journal;
    use prost::Message as _;

    use super::*;

    fn game(id: &str) -> StreamId {
        StreamId::new(id).expect("it is an id")
    }

    fn stamped(key: &JournalKey, id: &str, principals: &[&str]) -> Vec<Record> {
        let mut authenticator = Authenticator::new(key, &game(id));
        let record = |(sequence, principal): (u64, &&str)| {
            let record = journal::Record { principal: (*principal).into(), ..Default::default() };
            Record { sequence: Sequence(sequence), bytes: authenticator.stamp(record.encode_to_vec()) }
        };
        (1..).zip(principals).map(record).collect()
    }

    /// Returns the number of records that are accepted before one is rejected.
    fn taken(key: &JournalKey, id: &str, records: &[Record]) -> usize {
        let mut authenticator = Authenticator::new(key, &game(id));
        records.iter().take_while(|record| authenticator.check(record)).count()
    }

    #[test]
    fn authenticated_record_is_accepted_and_unchanged() {
        let key = JournalKey::of(&[1; 32]);
        let records = stamped(&key, "g", &["a", "b", "c"]);
        assert_eq!(taken(&key, "g", &records), 3);
        let read = journal::Record::decode(&records[1].bytes[..]).expect("it can be read");
        assert_eq!((read.principal.as_str(), read.authenticator.len()), ("b", LENGTH));
    }

    #[test]
    fn any_other_byte_place_game_key_or_order_is_refused() {
        let key = JournalKey::of(&[1; 32]);
        let records = stamped(&key, "g", &["a", "b", "c"]);
        for byte in 0..records[1].bytes.len() {
            let mut changed = records.clone();
            let mut bytes = changed[1].bytes.to_vec();
            bytes[byte] ^= 1;
            changed[1].bytes = bytes.into();
            assert_eq!(taken(&key, "g", &changed), 1, "byte {byte}");
        }
        assert_eq!(taken(&key, "h", &records), 0);
        assert_eq!(taken(&JournalKey::of(&[2; 32]), "g", &records), 0);
        let at =
            |place: usize, bytes: &Bytes| Record { sequence: Sequence(place as u64), bytes: bytes.clone() };
        let moved = [at(1, &records[0].bytes), at(2, &records[2].bytes), at(3, &records[1].bytes)];
        assert_eq!(taken(&key, "g", &moved), 1);
        let doubled = [at(1, &records[0].bytes), at(2, &records[0].bytes)];
        assert_eq!(taken(&key, "g", &doubled), 1);
        // The last record is from a journal that continued differently after the same first record.
        let other = stamped(&key, "g", &["a", "x", "c"]);
        let spliced = [records[0].clone(), records[1].clone(), other[2].clone()];
        assert_eq!(taken(&key, "g", &spliced), 2);
    }
}
