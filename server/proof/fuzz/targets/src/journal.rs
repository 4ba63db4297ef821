//! The journal's file, and the records of a game in it.

use std::fs;

use ishigaki_engine::codec::reread;
use ishigaki_journal::{Append, Journal as _, Sequence, SqliteJournal, StreamId};

use crate::table;

const PAGE: usize = 64;

/// Opens a journal file. If that succeeds, it must return its records in order, accept another, and open
/// again.
pub fn journal_file(bytes: &[u8]) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.db");
    fs::write(&path, bytes).expect("room for a file");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let Ok(journal) = SqliteJournal::open(&path) else { return false };
    let written = runtime.block_on(used(journal));
    if let Some((stream, head)) = written {
        let journal = SqliteJournal::open(&path).expect("what was written opens again");
        runtime.block_on(async {
            let claim = journal.claim(stream).await.expect("the stream can be claimed");
            assert_eq!(claim.head, head, "a record is lost");
            journal.close().await.expect("it closes");
        });
    }
    true
}

/// Reads all streams, appends to the first and closes. Returns the appended stream and its head, if nothing
/// failed. A damaged file may fail at any time with an error.
async fn used(journal: SqliteJournal) -> Option<(StreamId, Sequence)> {
    let streams = journal.streams().await.ok()?;
    for (stream, head) in streams.iter().take(PAGE) {
        let records = journal.read(stream.clone(), Sequence(1), PAGE).await.ok()?;
        let numbers: Vec<u64> = records.iter().map(|record| record.sequence.0).collect();
        assert!(numbers.iter().copied().eq((1..=head.0).take(PAGE)), "{numbers:?} up to {head}");
    }
    let stream = match streams.into_iter().next() {
        Some((stream, _)) => stream,
        None => StreamId::new("game").ok()?,
    };
    let claim = journal.claim(stream.clone()).await.ok()?;
    let records = vec![vec![7; 3].into()];
    let append = Append { stream: stream.clone(), epoch: claim.epoch, expected: claim.head, records };
    let head = journal.append(append).await.ok()?;
    journal.close().await.ok()?;
    Some((stream, head))
}

/// Reads a record of the small game. Writing and reading it again returns an equal record.
pub fn record(bytes: &[u8]) -> bool {
    let setup = table::setup();
    let Ok(written) = reread(bytes, &setup) else { return false };
    if let Some(written) = written {
        let again = reread(&written, &setup).expect("what was written can be read");
        assert_eq!(again.as_ref(), Some(&written), "a record changes when written again");
    }
    true
}
