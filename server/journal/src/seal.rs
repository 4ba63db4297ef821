//! Checksums: what shows that a row is as it was written.
//!
//! SQLite has checksums in its log and none in the file. A record's checksum is two in one number: one over where it
//! belongs, one over that and its bytes. So damage to the bytes is told from damage to the place: in the first case
//! it is certain whose record it is. Knows numbers and bytes only. CRC-32 finds accidents, not forgers.

use crc32fast::Hasher;

/// Trust in a row: the degree to which it can be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowTrust {
    /// It is as it was written.
    Sound,
    /// It belongs where it says; what it says is not what was written.
    Garbled,
    /// Nothing it says is certain.
    Stray,
}

/// The checksum of a record at a place in the file, from its stream's number and its sequence.
pub fn record(place: i64, stream: i64, sequence: u64, bytes: &[u8]) -> i64 {
    let mut hasher = Hasher::new();
    let mut address = [0; 24];
    address[..8].copy_from_slice(&place.to_le_bytes());
    address[8..16].copy_from_slice(&stream.to_le_bytes());
    address[16..].copy_from_slice(&sequence.to_le_bytes());
    hasher.update(&address);
    let address = hasher.clone().finalize();
    hasher.update(bytes);
    join(address, hasher.finalize())
}

/// Holds a record against the checksum found with it.
pub fn trust(found: i64, place: i64, stream: i64, sequence: u64, bytes: &[u8]) -> RowTrust {
    let expected = record(place, stream, sequence, bytes);
    if found == expected {
        RowTrust::Sound
    } else if found >> 32 == expected >> 32 {
        RowTrust::Garbled
    } else {
        RowTrust::Stray
    }
}

/// The checksum of a stream's own row.
pub fn stream(number: i64, name: &str, epoch: u64) -> i64 {
    let mut hasher = Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(&epoch.to_le_bytes());
    hasher.update(name.as_bytes());
    hasher.finalize().into()
}

/// The first in the upper half.
fn join(upper: u32, lower: u32) -> i64 {
    (i64::from(upper) << 32) | i64::from(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_counts() {
        let bytes = *b"sealed list";
        let found = record(5, 3, 7, &bytes);
        assert_eq!(trust(found, 5, 3, 7, &bytes), RowTrust::Sound);
        for bit in 0..64 {
            let flipped = 1_i64 << bit;
            assert_eq!(trust(found, 5 ^ flipped, 3, 7, &bytes), RowTrust::Stray, "bit {bit} of the place");
            assert_eq!(trust(found, 5, 3 ^ flipped, 7, &bytes), RowTrust::Stray, "bit {bit} of the stream");
            assert_eq!(
                trust(found, 5, 3, 7 ^ flipped.cast_unsigned(), &bytes),
                RowTrust::Stray,
                "bit {bit} of the sequence"
            );
            // A checksum damaged in its lower half still tells whose record it is.
            let told = if bit < 32 { RowTrust::Garbled } else { RowTrust::Stray };
            assert_eq!(trust(found ^ flipped, 5, 3, 7, &bytes), told, "bit {bit} of the checksum");
        }
        for bit in 0..bytes.len() * 8 {
            let mut garbled = bytes;
            garbled[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(trust(found, 5, 3, 7, &garbled), RowTrust::Garbled, "bit {bit} of the bytes");
        }
        assert_eq!(trust(found, 5, 3, 7, &bytes[1..]), RowTrust::Garbled);
    }

    #[test]
    fn a_streams_number_name_and_epoch_count() {
        let sum = stream(1, "game", 1);
        for other in [stream(2, "game", 1), stream(1, "gamf", 1), stream(1, "game", 2)] {
            assert_ne!(sum, other);
        }
    }
}
