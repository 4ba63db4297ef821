//! Reads a file line by line, with a maximum line length.

use std::io::{self, BufRead, Read as _};

use crate::transcript::{Error, MOST_LINE, check_line};

pub(crate) struct Lines<R> {
    source: R,
    line: Vec<u8>,
    is_first: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(source: R) -> Self {
        Self { source, line: Vec::new(), is_first: true }
    }

    /// The next line without its line feed; `None` after the last one. Too long a line isn't read to its end,
    /// so no line can follow.
    pub(crate) fn next(&mut self) -> io::Result<Option<Result<&str, Error>>> {
        self.line.clear();
        // The line feed, and one byte too many.
        let most = u64::try_from(MOST_LINE).unwrap_or(u64::MAX).saturating_add(2);
        if self.source.by_ref().take(most).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        let is_first = std::mem::take(&mut self.is_first);
        let ended = self.line.strip_suffix(b"\n");
        let Some(line) = ended else {
            let is_long = self.line.len() > MOST_LINE;
            return Ok(Some(Err(if is_long { Error::LongLine } else { Error::Unterminated })));
        };
        let text = std::str::from_utf8(line).map_err(|_| Error::NotText);
        Ok(Some(text.and_then(|text| check_line(text, is_first))))
    }
}
