//! Damaged records: which streams are stopped, and which go on.
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

/// A closed journal whose records stand in this order: a1 b1 c1 a2 b2 a3.
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

/// Opens the journal after the damage; tells what each stream says to a claim: its head, or the damage.
async fn claims(file: &Path, sql: &str) -> Result<Vec<Result<u64, Corruption>>, Error> {
    let connection = Connection::open(file).unwrap();
    connection.execute_batch(sql).unwrap();
    connection.close().unwrap();
    let journal = SqliteJournal::open(file)?;
    let mut heads = Vec::new();
    for name in ["a", "b", "c"] {
        heads.push(match journal.claim(stream(name)).await {
            Ok(claim) => Ok(claim.head.0),
            Err(Error::Damaged { stream: told, damage }) => {
                assert_eq!(told, stream(name));
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

/// Which of a stream's records a sweep gives.
async fn swept(journal: &SqliteJournal, name: &str) -> Vec<u64> {
    let mut sequences = Vec::new();
    let mut from = Some(SweepCursor::default());
    while let Some(mark) = from {
        let page = journal.sweep(mark, 2).await.unwrap();
        let own = page.records.iter().filter(|(told, _)| *told == stream(name));
        sequences.extend(own.map(|(_, record)| record.sequence.0));
        from = page.next;
    }
    sequences
}

/// Damages a fresh journal and holds the streams to these answers.
async fn check(sql: &str, expected: [Result<u64, (u64, CorruptionKind)>; 3]) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    braided(&file).await;
    let expected = expected
        .map(|answer| answer.map_err(|(sequence, kind)| Corruption { sequence: Sequence(sequence), kind }));
    assert_eq!(claims(&file, sql).await.unwrap(), expected, "{sql}");
    // The damage stays where it is, and is found again.
    assert_eq!(claims(&file, "").await.unwrap(), expected, "{sql}, opened again");
}

#[tokio::test]
async fn a_garbled_record_stops_its_stream_alone() {
    let garbled = |sequence| Err((sequence, CorruptionKind::Garbled));
    check("UPDATE records SET bytes = x'00' WHERE place = 4", [garbled(2), Ok(2), Ok(1)]).await;
    check("UPDATE records SET bytes = x'' WHERE place = 3", [Ok(3), Ok(2), garbled(1)]).await;
    check(
        "UPDATE records SET bytes = CAST(bytes || 'x' AS BLOB) WHERE place = 6",
        [garbled(3), Ok(2), Ok(1)],
    )
    .await;
    // The first of several counts.
    check("UPDATE records SET bytes = x'00' WHERE stream = 1", [garbled(1), Ok(2), Ok(1)]).await;
}

#[tokio::test]
async fn a_missing_record_stops_its_stream_alone_if_a_later_one_shows_whose_it_was() {
    let missing = |sequence| Err((sequence, CorruptionKind::Missing));
    check("DELETE FROM records WHERE place = 4", [missing(2), Ok(2), Ok(1)]).await;
    check("DELETE FROM records WHERE place IN (1, 4)", [missing(1), Ok(2), Ok(1)]).await;
    // Nothing a row says of itself is believed when its checksum does not bear it out.
    check("UPDATE records SET stream = 3 WHERE place = 4", [missing(2), Ok(2), Ok(1)]).await;
    check("UPDATE records SET sequence = 3 WHERE place = 4", [missing(2), Ok(2), Ok(1)]).await;
    check("UPDATE records SET sum = 7 WHERE place = 1", [missing(1), Ok(2), Ok(1)]).await;
}

#[tokio::test]
async fn streams_that_may_have_lost_their_last_records_are_held_in_doubt() {
    let doubtful = |sequence| Err((sequence, CorruptionKind::Doubtful));
    // It was b's second; but it might have been c's second as well. It was not a's: a's third comes later.
    check("DELETE FROM records WHERE place = 5", [Ok(3), doubtful(2), doubtful(2)]).await;
    check("UPDATE records SET stream = 1 WHERE place = 5", [Ok(3), doubtful(2), doubtful(2)]).await;
    // At the end of the file it might have been anybody's.
    check("UPDATE records SET sum = 7 WHERE place = 6", [doubtful(3), doubtful(3), doubtful(2)]).await;
    // What is known of a stream is not made less by doubt.
    check(
        "UPDATE records SET bytes = x'00' WHERE place = 3; DELETE FROM records WHERE place = 5",
        [Ok(3), doubtful(2), Err((1, CorruptionKind::Garbled))],
    )
    .await;
    // One of the two that are lost is explained, the other is not.
    check(
        "DELETE FROM records WHERE place IN (3, 4)",
        [Err((2, CorruptionKind::Missing)), Ok(2), doubtful(1)],
    )
    .await;
}

#[tokio::test]
async fn streams_beside_a_damaged_one_are_written_on() {
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
    // What stands before the damage can still be had.
    assert_eq!(journal.read(stream("a"), Sequence(1), 2).await.unwrap().len(), 2);
    let damaged = journal.read(stream("a"), Sequence(2), 2).await;
    let damage = Corruption { sequence: Sequence(3), kind: CorruptionKind::Garbled };
    assert!(matches!(damaged, Err(Error::Damaged { damage: found, .. }) if found == damage), "{damaged:?}");
    // Beyond what is there nothing is missing, but nobody can know that of a damaged stream.
    assert!(matches!(journal.read(stream("a"), Sequence(9), 1).await, Err(Error::Damaged { .. })));
}

#[tokio::test]
async fn a_row_that_cannot_be_believed_does_not_stand_in_the_way_of_new_ones() {
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
async fn a_damaged_list_of_streams_is_refused() {
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
        let Error::Broken { file: told, source } = &error else { panic!("{error} after {sql}") };
        assert!(*told == file && format!("{source:?}").starts_with(cause), "{sql}: {error:?}");
    }
}
