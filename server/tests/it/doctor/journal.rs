//! The journal, and the key that it needs.

use std::fs;

use bytes::Bytes;
use ishigaki_journal::{Append, Journal as _, SqliteJournal, StreamId};

use super::fixture::{Fault, FolderFixture, error, find_each};

const FAULTS: &[Fault] = &[
    error("key-unusable", "chmod 600", |day| day.expose("contest.key")),
    error("key-other", "", |day| day.remove("contest.key")).of(FolderFixture::served),
    error("key-other", "", |day| day.mix_up("contest.key")).of(FolderFixture::served),
    error("journal-gone", "", |day| day.remove("contest.db")).of(FolderFixture::served),
    error("journal-cut", "", |day| {
        day.edit("contest.served", |text| text.replace("records = 1", "records = 9"));
    })
    .of(FolderFixture::served),
    error("journal-unusable", "", |day| {
        fs::write(day.file("contest.db"), "The quick brown fox jumps over the lazy dog. ".repeat(400))
            .unwrap();
    })
    .of(FolderFixture::served),
    error("journal-unusable", "contest.db-wal.old", leave_other_log).of(FolderFixture::served),
];

/// Puts the WAL of another, killed server's journal next to this intact journal.
fn leave_other_log(fixture: &FolderFixture) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        SqliteJournal::open(fixture.file("contest.db")).unwrap().close().await.unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let journal = SqliteJournal::open(elsewhere.path().join("other")).unwrap();
        let stream = StreamId::new("another").unwrap();
        let claim = journal.claim(stream.clone()).await.unwrap();
        let records = (0..500).map(|number| Bytes::from(format!("record {number}"))).collect();
        let append = Append { stream, epoch: claim.epoch, expected: claim.head, records };
        journal.append(append).await.unwrap();
        fs::copy(elsewhere.path().join("other-wal"), fixture.file("contest.db-wal")).unwrap();
    });
}

#[test]
fn faults_of_journal_and_key_are_found() {
    find_each(FAULTS);
}
