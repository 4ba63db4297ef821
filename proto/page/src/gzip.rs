//! Gzip: shared data, compressed once for all clients that accept it.
//!
//! An event stream is one gzip stream per reader, with its own header: each event is compressed separately
//! and ends at a byte boundary, so that it is sent at once and is the same for all. It never ends, and needs
//! no checksum.

use std::fmt;
use std::io::Write as _;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use flate2::write::GzEncoder;
use flate2::{Compress, Compression, FlushCompress};
use hyper::header::{ACCEPT_ENCODING, HeaderMap};

pub(crate) const HEAD: Bytes = Bytes::from_static(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/// Smaller files are sent uncompressed.
const LEAST: usize = 1_000;

/// Part of a stream with its compressed form, which is made on first use. A clone is the same part.
/// `Debug` omits the text, which may be secret.
#[derive(Clone, Default)]
pub(crate) struct GzipPart {
    text: Bytes,
    compressed: Arc<OnceLock<Bytes>>,
}

impl GzipPart {
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(crate) fn bytes(&self, is_compressed: bool) -> Bytes {
        if !is_compressed {
            return self.text.clone();
        }
        self.compressed.get_or_init(|| deflated(&self.text)).clone()
    }
}

impl fmt::Debug for GzipPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GzipPart")
    }
}

impl From<String> for GzipPart {
    fn from(text: String) -> Self {
        Self { text: text.into(), compressed: Arc::default() }
    }
}

/// Compresses text as a self-contained piece of a deflate stream that ends at a byte boundary.
fn deflated(text: &[u8]) -> Bytes {
    let mut compress = Compress::new(Compression::default(), false);
    let mut out = Vec::with_capacity(text.len() / 4 + 64);
    loop {
        let taken = usize::try_from(compress.total_in()).unwrap_or(usize::MAX);
        let rest = text.get(taken..).unwrap_or_default();
        // It fails only without space, and each retry has more.
        drop(compress.compress_vec(rest, &mut out, FlushCompress::Sync));
        let is_done = usize::try_from(compress.total_in()).is_ok_and(|taken| taken == text.len());
        if is_done && out.len() < out.capacity() {
            return out.into();
        }
        out.reserve(out.capacity().max(64));
    }
}

/// Compresses a whole file; `None` if that doesn't make it smaller.
pub(crate) fn file(bytes: &[u8]) -> Option<Bytes> {
    if bytes.len() < LEAST {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 2), Compression::default());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok().filter(|short| short.len() < bytes.len()).map(Bytes::from)
}

pub(crate) fn is_taken(headers: &HeaderMap) -> bool {
    let offers = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    offers.flat_map(|offer| offer.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let is_refused = weight.trim().strip_prefix("q=").is_some_and(|weight| weight.parse() == Ok(0.0_f32));
        name.trim().eq_ignore_ascii_case("gzip") && !is_refused
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;
    use hyper::header::HeaderValue;

    use super::*;

    /// Reads the first `length` bytes of an unfinished stream.
    fn read(stream: &[u8], length: usize) -> String {
        let mut text = vec![0; length];
        let read = GzDecoder::new(stream).read_exact(&mut text);
        assert!(read.is_ok(), "{read:?}: of {length} bytes something is held back");
        String::from_utf8(text).expect("text")
    }

    #[test]
    fn each_part_is_readable_on_arrival() {
        let mut stream = HEAD.to_vec();
        let mut text = String::new();
        for length in [0, 1, 30, 1_000, 100_000, 3] {
            // Hard to compress, so that it needs more space than was reserved.
            let sign = |at: u64| char::from(b' ' + u8::try_from((at * at * 7 + at / 3) % 90).expect("small"));
            let part: String = (0..length).map(sign).collect();
            let sent = GzipPart::from(part.clone());
            assert_eq!(sent.bytes(false), part);
            stream.extend(sent.bytes(true));
            text.push_str(&part);
            assert_eq!(read(&stream, text.len()), text);
        }
    }

    #[test]
    fn file_is_compressed_only_if_shorter() {
        let text = "position: relative; ".repeat(400);
        let short = file(text.as_bytes()).expect("it is shorter");
        assert!(short.len() * 10 < text.len());
        assert_eq!(read(&short, text.len()), text);
        assert_eq!(file(b"body {}"), None);
    }

    #[test]
    fn gzip_is_used_only_if_accepted() {
        for (offer, taken) in [
            ("gzip, deflate, br, zstd", true),
            ("br;q=1.0, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip; q=0.0", false),
            ("identity", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(offer))]);
            assert_eq!(is_taken(&headers), taken, "{offer}");
        }
        assert!(!is_taken(&HeaderMap::new()));
    }
}
