//! The store of one game's record lines, spooled in chunks.
//!
//! Callers decide which lines may be read.

use std::io;

use ishigaki_proto::shared::EncodedLines;

use crate::spool::{Spool, SpoolSpan};

/// Size in bytes at which lines are spooled. Fewer bytes of a game stay in memory.
const CHUNK: usize = 32 * 1_024;

/// Initial capacity of a game's next chunks. Most lines fit behind the last chunk limit.
const ROOM: usize = CHUNK + 2 * 1_024;

/// Size in bytes at which an answer ends.
const MOST_BYTES: usize = 192 * 1_024;

/// Consecutive lines. Its space in the spool is freed on drop.
#[derive(Debug)]
pub(super) struct LineStore {
    spool: Spool,
    /// Chunks in the spool, in line order.
    chunks: Vec<LineChunk>,
    tail: EncodedLines,
    tail_first: u64,
    next: u64,
}

#[derive(Debug)]
struct LineChunk {
    first: u64,
    kept: SpoolSpan,
}

impl LineStore {
    pub(super) fn from(first: u64, spool: &Spool) -> Self {
        let (spool, chunks, tail) = (spool.clone(), Vec::new(), EncodedLines::default());
        Self { spool, chunks, tail, tail_first: first, next: first }
    }

    pub(super) fn next(&self) -> u64 {
        self.next
    }

    pub(super) fn add(&mut self, line: &str) {
        self.tail.push(line);
        self.next += 1;
        if self.tail.len() < CHUNK {
            return;
        }
        match self.spool.keep(self.tail.as_bytes()) {
            Ok(kept) => {
                self.chunks.push(LineChunk { first: self.tail_first, kept });
                (self.tail, self.tail_first) = (EncodedLines::with_capacity(ROOM), self.next);
            }
            Err(error) => tracing::warn!(%error, "can't move lines of the record out of memory"),
        }
    }

    /// Appends lines from number `from` up to `to` until the answer is full. Returns the number of the next
    /// line.
    pub(super) fn give(&self, from: u64, to: u64, lines: &mut EncodedLines) -> io::Result<u64> {
        let mut next = from;
        while next <= to && next < self.next && lines.len() < MOST_BYTES {
            let after = self.chunks.partition_point(|chunk| chunk.first <= next);
            let most = to - next + 1;
            let taken = if next >= self.tail_first {
                lines.extend(self.tail.as_bytes(), next - self.tail_first, most)
            } else {
                let Some(chunk) = self.chunks.get(after.saturating_sub(1)) else { break };
                lines.extend(&self.spool.read(chunk.kept)?, next - chunk.first, most)
            };
            next += taken.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        }
        Ok(next)
    }
}

impl Drop for LineStore {
    fn drop(&mut self) {
        for chunk in self.chunks.drain(..) {
            self.spool.give_back(chunk.kept);
        }
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_proto::shared::ReadRecordResponse;

    use super::*;

    #[test]
    fn lines_are_given_from_any_number_on_wherever_they_are_kept() {
        let spool = Spool::default();
        let mut store = LineStore::from(5, &spool);
        let text = |number: u64| format!("{number} {}", "x".repeat(usize::try_from(number).unwrap() % 700));
        for number in 5..1_005 {
            store.add(&text(number));
        }
        assert!(store.chunks.len() > 5, "{} chunks", store.chunks.len());
        for (from, to) in
            [(5, 5), (5, 2_000), (77, 90), (600, 1_004), (1_004, 1_004), (1_005, 1_005), (90, 80)]
        {
            let (mut next, mut given) = (from, Vec::new());
            loop {
                let mut lines = EncodedLines::default();
                let after = store.give(next, to, &mut lines).unwrap();
                if after == next {
                    break;
                }
                assert!(lines.len() < MOST_BYTES + CHUNK + 1_000);
                next = after;
                given.extend(ReadRecordResponse { lines, ..Default::default() }.texts().unwrap());
            }
            let expected: Vec<String> = (from..=to.min(1_004)).map(text).collect();
            assert_eq!(given, expected, "{from} to {to}");
        }
    }

    #[test]
    fn dropped_store_frees_its_spool_space() {
        let spool = Spool::default();
        let filled = || {
            let mut store = LineStore::from(1, &spool);
            while store.chunks.len() < 3 {
                store.add(&"x".repeat(500));
            }
            store
        };
        let places = |store: &LineStore| store.chunks.iter().map(|chunk| chunk.kept).collect::<Vec<_>>();
        let first = filled();
        let kept = places(&first);
        drop(first);
        assert_eq!(places(&filled()), kept);
    }
}
