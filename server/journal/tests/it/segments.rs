//! Files with segments: opening them without reading their records, and damaged segments.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use std::path::Path;

use bytes::Bytes;
use ishigaki_journal::{
    Append, Corruption, CorruptionKind, Error, Journal as _, Sequence, SqliteJournal, StreamClaim, StreamId,
};
use rusqlite::Connection;

const STREAMS: [&str; 3] = ["a", "b", "c"];

fn stream(name: &str) -> StreamId {
    StreamId::new(name).unwrap()
}

fn text(name: &str, sequence: u64) -> Bytes {
    Bytes::from(format!("{name} {sequence}"))
}

/// Appends `records` records to each stream, some at a time and in turn.
async fn write(journal: &SqliteJournal, records: u64) {
    let mut claims: Vec<(&str, StreamClaim)> = Vec::new();
    for name in STREAMS {
        claims.push((name, journal.claim(stream(name)).await.unwrap()));
    }
    let mut left = records;
    while left > 0 {
        let count = left.min(250);
        left -= count;
        for (name, claim) in &mut claims {
            let first = claim.head.0 + 1;
            let records = (first..first + count).map(|sequence| text(name, sequence)).collect();
            let append = Append { stream: stream(name), epoch: claim.epoch, expected: claim.head, records };
            claim.head = journal.append(append).await.unwrap();
        }
    }
}

/// Checks that each stream has exactly `records` records, as written.
async fn check(journal: &SqliteJournal, records: u64) {
    for name in STREAMS {
        let found = journal.read(stream(name), Sequence(1), usize::MAX).await.unwrap();
        assert_eq!(found.len() as u64, records, "{name}");
        for (sequence, record) in (1..).zip(found) {
            assert!(
                record.sequence.0 == sequence && record.bytes == text(name, sequence),
                "{name} {sequence}"
            );
        }
    }
}

async fn write_many(file: &Path) {
    let journal = SqliteJournal::open(file).unwrap();
    write(&journal, 30_000).await;
    journal.close().await.unwrap();
}

fn sql<T: rusqlite::types::FromSql>(file: &Path, query: &str) -> T {
    Connection::open(file).unwrap().query_row(query, [], |row| row.get(0)).unwrap()
}

fn change(file: &Path, sql: &str) {
    Connection::open(file).unwrap().execute_batch(sql).unwrap();
}

#[tokio::test]
async fn file_with_segments_reopens_and_accepts_appends() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    write_many(&file).await;
    assert!(sql::<i64>(&file, "SELECT count(*) FROM segments") > 0);
    for records in [30_000, 60_000] {
        let journal = SqliteJournal::open(&file).unwrap();
        check(&journal, records).await;
        write(&journal, 30_000).await;
        check(&journal, records + 30_000).await;
        journal.close().await.unwrap();
    }
    // Without segments, or without the last one, all records are still found.
    for lost in ["DELETE FROM segments WHERE number > 1", "UPDATE segments SET sum = sum + 1"] {
        change(&file, lost);
        let journal = SqliteJournal::open(&file).unwrap();
        check(&journal, 90_000).await;
        journal.close().await.unwrap();
    }
}

#[tokio::test]
async fn record_damaged_under_a_segment_stops_its_stream_when_read() {
    let of_b = "stream = 2 AND sequence = 20000";
    for (change_of_b, kind) in [
        (format!("DELETE FROM records WHERE {of_b}"), CorruptionKind::Missing),
        (format!("UPDATE records SET bytes = x'00' WHERE {of_b}"), CorruptionKind::Garbled),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("journal");
        write_many(&file).await;
        change(&file, &change_of_b);
        let journal = SqliteJournal::open(&file).unwrap();
        let damage = Corruption { sequence: Sequence(20_000), kind };
        let read = journal.read(stream("b"), Sequence(1), usize::MAX).await;
        assert!(
            matches!(read, Err(Error::Damaged { damage: reported, .. }) if reported == damage),
            "{change_of_b}"
        );
        assert!(matches!(journal.claim(stream("b")).await, Err(Error::Damaged { .. })));
        assert_eq!(journal.read(stream("b"), Sequence(19_999), 1).await.unwrap().len(), 1);
        for name in ["a", "c"] {
            assert_eq!(journal.claim(stream(name)).await.unwrap().head, Sequence(30_000));
            assert_eq!(journal.read(stream(name), Sequence(1), usize::MAX).await.unwrap().len(), 30_000);
        }
        journal.close().await.unwrap();
    }
}

#[tokio::test]
async fn loss_after_last_segment_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    write_many(&file).await;
    let last = sql::<i64>(&file, "SELECT max(last) FROM segments");
    assert!(last < 90_000, "{last}");
    change(&file, "DELETE FROM records WHERE stream = 3 AND sequence = 29999");
    let journal = SqliteJournal::open(&file).unwrap();
    let claim = journal.claim(stream("c")).await;
    assert!(matches!(claim, Err(Error::Damaged { damage, .. }) if damage.sequence == Sequence(29_999)));
    journal.claim(stream("a")).await.unwrap();
    journal.close().await.unwrap();
}
