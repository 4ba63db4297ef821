//! Gzip: what is sent to all, compressed once, for whoever takes it so.
//!
//! A stream of events is one gzip stream per reader, of which only the head is the reader's own: each event is compressed by itself and
//! ends at a whole byte, so that nothing is held back and the bytes are the same for all. It never ends, and needs no sum of it.

use std::io::Write as _;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use flate2::write::GzEncoder;
use flate2::{Compress, Compression, FlushCompress};
use hyper::header::{ACCEPT_ENCODING, HeaderMap};

/// What a stream begins with: deflate, no name, no time, no system.
pub(crate) const HEAD: Bytes = Bytes::from_static(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/// A file of fewer bytes is sent as it is.
const LEAST: usize = 1_000;

/// Part of a stream, and the same compressed, which is made when it is first asked for. A clone is the same part.
#[derive(Clone, Debug, Default)]
pub(crate) struct GzipPart {
    text: Bytes,
    compressed: Arc<OnceLock<Bytes>>,
}

impl GzipPart {
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// What is sent of it.
    pub(crate) fn bytes(&self, is_compressed: bool) -> Bytes {
        if !is_compressed {
            return self.text.clone();
        }
        self.compressed.get_or_init(|| deflated(&self.text)).clone()
    }
}

impl From<String> for GzipPart {
    fn from(text: String) -> Self {
        Self { text: text.into(), compressed: Arc::default() }
    }
}

/// Text as a piece of a deflate stream that refers to nothing before it and ends with a whole byte.
fn deflated(text: &[u8]) -> Bytes {
    let mut compress = Compress::new(Compression::default(), false);
    let mut out = Vec::with_capacity(text.len() / 4 + 64);
    loop {
        let taken = usize::try_from(compress.total_in()).unwrap_or(usize::MAX);
        let rest = text.get(taken..).unwrap_or_default();
        // It only fails where there is no room, of which there is more each time.
        drop(compress.compress_vec(rest, &mut out, FlushCompress::Sync));
        let is_done = usize::try_from(compress.total_in()).is_ok_and(|taken| taken == text.len());
        if is_done && out.len() < out.capacity() {
            return out.into();
        }
        out.reserve(out.capacity().max(64));
    }
}

/// A whole file compressed; `None` where that is no gain.
pub(crate) fn file(bytes: &[u8]) -> Option<Bytes> {
    if bytes.len() < LEAST {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 2), Compression::default());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok().filter(|short| short.len() < bytes.len()).map(Bytes::from)
}

/// Whether whoever sends such a head takes gzip.
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

    /// What can be read of such a stream so far.
    fn read(stream: &[u8], length: usize) -> String {
        let mut text = vec![0; length];
        let read = GzDecoder::new(stream).read_exact(&mut text);
        assert!(read.is_ok(), "{read:?}: of {length} bytes something is held back");
        String::from_utf8(text).expect("text")
    }

    #[test]
    fn each_part_can_be_read_once_it_has_come() {
        let mut stream = HEAD.to_vec();
        let mut text = String::new();
        for length in [0, 1, 30, 1_000, 100_000, 3] {
            // Hard to compress, so that it takes more room than was reserved.
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
    fn a_file_is_shorter_or_stays() {
        let text = "position: relative; ".repeat(400);
        let short = file(text.as_bytes()).expect("it is shorter");
        assert!(short.len() * 10 < text.len());
        assert_eq!(read(&short, text.len()), text);
        assert_eq!(file(b"body {}"), None);
    }

    #[test]
    fn it_is_taken_where_it_is_named_and_not_refused() {
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
