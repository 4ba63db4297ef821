//! Reopening a journal with a million records of a thousand streams, and reading all of them, stream by
//! stream and in one sweep.
//!
//! `cargo bench -p ishigaki-journal --bench reopen`. Add `-- 100000` to change the number of records. Their
//! order in the file is that of a thousand concurrent games: each stream's next record is a thousand places
//! after its last. The file has just been written, so the system has it in memory if possible.
#![expect(clippy::print_stdout, reason = "the figures are what this is for")]
#![expect(clippy::disallowed_methods, reason = "it measures time, and nothing it measures depends on it")]
#![expect(clippy::unwrap_used, reason = "a failed step fails the measurement")]

#[path = "load/processor.rs"]
mod processor;

use std::path::Path;
use std::time::Instant;

use bytes::Bytes;
use ishigaki_journal::{Append, Journal as _, Sequence, SqliteJournal, StreamId, SweepCursor};
use tokio::runtime::Builder;
use tokio::task::JoinSet;

const STREAMS: usize = 1_000;

/// Length of a record in bytes: about that of a sealed list.
const RECORD: usize = 200;

const PAGE: usize = 1_024;

const SWEPT: usize = 16_384;

fn main() {
    let records = std::env::args().find_map(|arg| arg.parse::<usize>().ok()).unwrap_or(1_000_000);
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = folder.path().join("journal");
    let runtime = Builder::new_current_thread().build().unwrap();
    runtime.block_on(fill(&file, records / STREAMS));
    for _ in 0..3 {
        let (journal, opened) = timed(|| SqliteJournal::open(&file).unwrap());
        let (read, by_stream) = timed(|| runtime.block_on(read(&journal)));
        let (swept, at_once) = timed(|| runtime.block_on(sweep(&journal)));
        runtime.block_on(journal.close()).unwrap();
        assert_eq!((read, swept), (records / STREAMS * STREAMS, read));
        println!(
            "{read} records of {RECORD} bytes in {STREAMS} streams, by the clock and in processor time: opened in \
             {opened}; claimed and read stream by stream in {by_stream}; swept in {at_once}"
        );
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, String) {
    let (begin, before) = (Instant::now(), processor::time());
    let done = work();
    (done, format!("{:.2} s ({:.2} s)", begin.elapsed().as_secs_f64(), processor::time() - before))
}

async fn fill(file: &Path, each: usize) {
    let journal = SqliteJournal::open(file).unwrap();
    let mut writers = JoinSet::new();
    for number in 0..STREAMS {
        let journal = journal.clone();
        writers.spawn(async move {
            let stream = StreamId::new(format!("game-{number}")).unwrap();
            let mut claim = journal.claim(stream.clone()).await.unwrap();
            for _ in 0..each {
                let append = Append {
                    stream: stream.clone(),
                    epoch: claim.epoch,
                    expected: claim.head,
                    records: vec![Bytes::from(vec![u8::try_from(number % 256).unwrap(); RECORD])],
                };
                claim.head = journal.append(append).await.unwrap();
            }
        });
    }
    writers.join_all().await;
    journal.close().await.unwrap();
}

/// Claims all streams and reads them to their ends concurrently, like a server. Returns the number of
/// records.
async fn read(journal: &SqliteJournal) -> usize {
    let mut readers = JoinSet::new();
    for (stream, _) in journal.streams().await.unwrap() {
        let journal = journal.clone();
        readers.spawn(async move {
            let head = journal.claim(stream.clone()).await.unwrap().head;
            let mut read = Sequence::START;
            let mut records = 0;
            while read < head {
                let page = journal.read(stream.clone(), read.next(), PAGE).await.unwrap();
                read = page.last().unwrap().sequence;
                records += page.len();
            }
            records
        });
    }
    readers.join_all().await.into_iter().sum()
}

async fn sweep(journal: &SqliteJournal) -> usize {
    let mut records = 0;
    let mut from = Some(SweepCursor::default());
    while let Some(mark) = from {
        let page = journal.sweep(mark, SWEPT).await.unwrap();
        records += page.records.len();
        from = page.next;
    }
    records
}
