//! Damaged records: affected streams stop, other streams continue.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use std::path::Path;

use bytes::Bytes;
use ishigaki_journal::{
    Append, Corruption, CorruptionKind, Error, Journal as _, Sequence, SqliteJournal, StreamClaim, StreamId,
    SweepCursor,
};
use rusqlite::Connection;

fn stream(name: &str) -> StreamId {
    StreamId::new(name).unwrap()
}

async fn write(journal: &SqliteJournal, name: &str, claim: &mut StreamClaim) {
    let records = vec![Bytes::from(format!("{name} {}", claim.head.next()))];
    let append = Append { stream: stream(name), epoch: claim.epoch, expected: claim.head, records };
    claim.head = journal.append(append).await.unwrap();
}

/// A closed journal with its records in this order: a1 b1 c1 a2 b2 a3.
async fn braided(file: &Path) {
    let journal = SqliteJournal::open(file).unwrap();
    let mut claims = Vec::new();
    for name in ["a", "b", "c"] {
        claims.push(journal.claim(stream(name)).await.unwrap());
    }
    for index in [0, 1, 2, 0, 1, 0] {
        write(&journal, ["a", "b", "c"][index], &mut claims[index]).await;
    }
    journal.close().await.unwrap();
}

/// Opens the journal after the damage. Returns the result of claiming each stream: its head or its damage.
async fn claims(file: &Path, sql: &str) -> Result<Vec<Result<u64, Corruption>>, Error> {
    let connection = Connection::open(file).unwrap();
    connection.execute_batch(sql).unwrap();
    connection.close().unwrap();
    let journal = SqliteJournal::open(file)?;
    let mut heads = Vec::new();
    for name in ["a", "b", "c"] {
        heads.push(match journal.claim(stream(name)).await {
            Ok(claim) => Ok(claim.head.0),
            Err(Error::Damaged { stream: reported, damage }) => {
                assert_eq!(reported, stream(name));
                Err(damage)
            }
            Err(error) => panic!("{error}"),
        });
    }
    for (name, head) in ["a", "b", "c"].into_iter().zip(&heads) {
        let sound = head.as_ref().map_or_else(|damage| damage.sequence.0 - 1, |head| *head);
        assert_eq!(swept(&journal, name).await, (1..=sound).collect::<Vec<u64>>(), "{name}: {head:?}");
    }
    journal.close().await.unwrap();
    Ok(heads)
}

/// Returns the sequences of a stream's records that a sweep returns.
async fn swept(journal: &SqliteJournal, name: &str) -> Vec<u64> {
    let mut sequences = Vec::new();
    let mut from = Some(SweepCursor::default());
    while let Some(mark) = from {
        let page = journal.sweep(mark, 2).await.unwrap();
        let own = page.records.iter().filter(|(reported, _)| *reported == stream(name));
        sequences.extend(own.map(|(_, record)| record.sequence.0));
        from = page.next;
    }
    sequences
}

/// Damages a new journal and checks the result of claiming each stream.
async fn check(sql: &str, expected: [Result<u64, (u64, CorruptionKind)>; 3]) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    braided(&file).await;
    let expected = expected
        .map(|answer| answer.map_err(|(sequence, kind)| Corruption { sequence: Sequence(sequence), kind }));
    assert_eq!(claims(&file, sql).await.unwrap(), expected, "{sql}");
    // Reopening finds the same damage.
    assert_eq!(claims(&file, "").await.unwrap(), expected, "{sql}, opened again");
}

#[tokio::test]
async fn garbled_record_stops_only_its_stream() {
    let garbled = |sequence| Err((sequence, CorruptionKind::Garbled));
    check("UPDATE records SET bytes = x'00' WHERE place = 4", [garbled(2), Ok(2), Ok(1)]).await;
    check("UPDATE records SET bytes = x'' WHERE place = 3", [Ok(3), Ok(2), garbled(1)]).await;
    check(
        "UPDATE records SET bytes = CAST(bytes || 'x' AS BLOB) WHERE place = 6",
        [garbled(3), Ok(2), Ok(1)],
    )
    .await;
    // The first of several damaged records is reported.
    check("UPDATE records SET bytes = x'00' WHERE stream = 1", [garbled(1), Ok(2), Ok(1)]).await;
}

#[tokio::test]
async fn missing_record_stops_its_stream_alone() {
    let missing = |sequence| Err((sequence, CorruptionKind::Missing));
    check("DELETE FROM records WHERE place = 4", [missing(2), Ok(2), Ok(1)]).await;
    check("DELETE FROM records WHERE place IN (1, 4)", [missing(1), Ok(2), Ok(1)]).await;
    // A row with a wrong checksum is ignored.
    check("UPDATE records SET stream = 3 WHERE place = 4", [missing(2), Ok(2), Ok(1)]).await;
    check("UPDATE records SET sequence = 3 WHERE place = 4", [missing(2), Ok(2), Ok(1)]).await;
    check("UPDATE records SET sum = 7 WHERE place = 1", [missing(1), Ok(2), Ok(1)]).await;
}

#[tokio::test]
async fn streams_that_may_lack_their_last_records_are_in_doubt() {
    let doubtful = |sequence| Err((sequence, CorruptionKind::Doubtful));
    // It was b2, but it might have been c2. It can't be a record of a, because a3 follows.
    check("DELETE FROM records WHERE place = 5", [Ok(3), doubtful(2), doubtful(2)]).await;
    check("UPDATE records SET stream = 1 WHERE place = 5", [Ok(3), doubtful(2), doubtful(2)]).await;
    // A damaged last row might belong to any stream.
    check("UPDATE records SET sum = 7 WHERE place = 6", [doubtful(3), doubtful(3), doubtful(2)]).await;
    // Certain damage is reported instead of doubtful damage.
    check(
        "UPDATE records SET bytes = x'00' WHERE place = 3; DELETE FROM records WHERE place = 5",
        [Ok(3), doubtful(2), Err((1, CorruptionKind::Garbled))],
    )
    .await;
    // The gap in a explains only one of the two lost records.
    check(
        "DELETE FROM records WHERE place IN (3, 4)",
        [Err((2, CorruptionKind::Missing)), Ok(2), doubtful(1)],
    )
    .await;
}

#[tokio::test]
async fn streams_next_to_damaged_one_stay_writable() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    braided(&file).await;
    assert!(claims(&file, "UPDATE records SET bytes = x'00' WHERE place = 6").await.unwrap()[0].is_err());
    let journal = SqliteJournal::open(&file).unwrap();
    let mut b = journal.claim(stream("b")).await.unwrap();
    let mut new = journal.claim(stream("new")).await.unwrap();
    for _ in 0..3 {
        write(&journal, "b", &mut b).await;
        write(&journal, "new", &mut new).await;
    }
    journal.close().await.unwrap();

    let journal = SqliteJournal::open(&file).unwrap();
    let heads: Vec<_> = journal.streams().await.unwrap().into_iter().map(|(_, head)| head.0).collect();
    assert_eq!(heads, [3, 5, 1, 3], "of a, b, c and new");
    assert_eq!(journal.read(stream("b"), Sequence(1), 9).await.unwrap().len(), 5);
    // The records before the damage can be read.
    assert_eq!(journal.read(stream("a"), Sequence(1), 2).await.unwrap().len(), 2);
    let damaged = journal.read(stream("a"), Sequence(2), 2).await;
    let damage = Corruption { sequence: Sequence(3), kind: CorruptionKind::Garbled };
    assert!(matches!(damaged, Err(Error::Damaged { damage: found, .. }) if found == damage), "{damaged:?}");
    // Beyond the head nothing is missing, but that is unknown for a damaged stream.
    assert!(matches!(journal.read(stream("a"), Sequence(9), 1).await, Err(Error::Damaged { .. })));
}

#[tokio::test]
async fn unbelievable_row_does_not_block_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    braided(&file).await;
    assert!(
        claims(&file, "UPDATE records SET sum = 7 WHERE place = 6").await.unwrap().iter().all(Result::is_err)
    );
    let journal = SqliteJournal::open(&file).unwrap();
    let mut new = journal.claim(stream("new")).await.unwrap();
    write(&journal, "new", &mut new).await;
    journal.close().await.unwrap();
    let journal = SqliteJournal::open(&file).unwrap();
    assert_eq!(journal.claim(stream("new")).await.unwrap().head, Sequence(1));
    assert!(matches!(journal.claim(stream("a")).await, Err(Error::Damaged { .. })));
}

#[tokio::test]
async fn damaged_stream_list_is_rejected() {
    for (sql, cause) in [
        ("UPDATE streams SET name = 'B' WHERE number = 2", "Stream(2)"),
        ("UPDATE streams SET epoch = 9 WHERE number = 3", "Stream(3)"),
        ("DELETE FROM streams WHERE number = 1", "Stream(1)"),
        ("DELETE FROM streams WHERE number = 3", "Nameless(3)"),
        ("DELETE FROM streams; VACUUM", "Nameless(1)"),
        ("DROP TABLE streams", "Sqlite("),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("journal");
        braided(&file).await;
        let error = claims(&file, sql).await.unwrap_err();
        let Error::Broken { file: reported, source } = &error else { panic!("{error} after {sql}") };
        assert!(*reported == file && format!("{source:?}").starts_with(cause), "{sql}: {error:?}");
    }
}
