//! Checksums, which show that a row is unchanged.
//!
//! SQLite has checksums in its log and none in the file. A record's checksum combines two: one over its
//! position, and one over position and bytes. This distinguishes damage to the bytes from damage to the
//! position; in the first case the record's stream is certain. CRC-32 detects accidents, not forgery.

use crc32fast::Hasher;

/// Result of checking a row against its checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowTrust {
    Sound,
    /// Its position is certain, but its bytes are changed.
    Garbled,
    Stray,
}

/// Returns the checksum of a record at a place in the file, with its stream's number and its sequence.
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

/// Compares a record with its stored checksum.
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

/// Returns the checksum of a stream's own row.
pub fn stream(number: i64, name: &str, epoch: u64) -> i64 {
    let mut hasher = Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(&epoch.to_le_bytes());
    hasher.update(name.as_bytes());
    hasher.finalize().into()
}

fn join(upper: u32, lower: u32) -> i64 {
    (i64::from(upper) << 32) | i64::from(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksum_detects_any_flipped_bit() {
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
            // If only the lower half of the checksum is damaged, the record's stream is still certain.
            let expected = if bit < 32 { RowTrust::Garbled } else { RowTrust::Stray };
            assert_eq!(trust(found ^ flipped, 5, 3, 7, &bytes), expected, "bit {bit} of the checksum");
        }
        for bit in 0..bytes.len() * 8 {
            let mut garbled = bytes;
            garbled[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(trust(found, 5, 3, 7, &garbled), RowTrust::Garbled, "bit {bit} of the bytes");
        }
        assert_eq!(trust(found, 5, 3, 7, &bytes[1..]), RowTrust::Garbled);
    }

    #[test]
    fn stream_checksum_covers_number_name_and_epoch() {
        let sum = stream(1, "game", 1);
        for other in [stream(2, "game", 1), stream(1, "gamf", 1), stream(1, "game", 2)] {
            assert_ne!(sum, other);
        }
    }
}
