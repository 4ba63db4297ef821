//! Files as texts of at most [`MOST_BYTES`], because a pipe may be endless.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Maximum bytes of a file written by people: 16 MiB. A contest of ten thousand teams takes a tenth of it.
pub const MOST_BYTES: u64 = 16 << 20;

/// Reads a file or pipe as bytes.
///
/// # Errors
/// Errors of the system, and [`FileTooLarge`](io::ErrorKind::FileTooLarge) beyond [`MOST_BYTES`].
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    bytes_of(File::open(path)?)
}

/// Reads a file or pipe as text, without a byte order mark.
///
/// # Errors
/// As [`read_bytes`], and [`InvalidData`](io::ErrorKind::InvalidData) for invalid UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    text_of(read_bytes(path)?)
}

fn text_of(bytes: Vec<u8>) -> io::Result<String> {
    let text = String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8"))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn bytes_of(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let length = source.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if u64::try_from(length).is_ok_and(|length| length <= MOST_BYTES) {
        return Ok(bytes);
    }
    let what = format!("it has more than {MOST_BYTES} bytes, and no such file does");
    Err(io::Error::new(io::ErrorKind::FileTooLarge, what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_order_mark_is_no_part_of_a_text() {
        assert_eq!(text_of("\u{feff}team".into()).unwrap(), "team");
        assert_eq!(text_of("team\u{feff}".into()).unwrap(), "team\u{feff}");
    }

    #[test]
    fn endless_input_is_rejected_at_size_limit() {
        let error = bytes_of(io::repeat(b'#')).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "it has more than 16777216 bytes, and no such file does");
        assert_eq!(bytes_of(&b"abc"[..]).unwrap(), b"abc");
    }
}
