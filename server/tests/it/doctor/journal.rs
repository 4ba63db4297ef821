//! The journal, and the key that it needs.

use std::fs;

use bytes::Bytes;
use ishigaki_journal::{Append, Journal as _, SqliteJournal, StreamId};

use super::fixture::{Fault, FolderFixture, find_each};

const FAULTS: &[Fault] = &[
    (
        "a server's key that others can read",
        FolderFixture::new,
        |fixture| fixture.expose("contest.key"),
        "error",
        "key-unusable",
        "chmod 600",
    ),
    (
        "no key, and a journal that needs it",
        FolderFixture::served,
        |fixture| fixture.remove("contest.key"),
        "error",
        "key-other",
        "",
    ),
    (
        "the key of another contest",
        FolderFixture::served,
        |fixture| fixture.mix_up("contest.key"),
        "error",
        "key-other",
        "",
    ),
    (
        "a journal that is gone",
        FolderFixture::served,
        |fixture| fixture.remove("contest.db"),
        "error",
        "journal-gone",
        "",
    ),
    (
        "a journal from before the last game",
        FolderFixture::served,
        |fixture| fixture.edit("contest.served", |text| text.replace("records = 1", "records = 9")),
        "error",
        "journal-cut",
        "",
    ),
    (
        "a journal that is something else",
        FolderFixture::served,
        |fixture| {
            fs::write(
                fixture.file("contest.db"),
                "The quick brown fox jumps over the lazy dog. ".repeat(400),
            )
            .unwrap();
        },
        "error",
        "journal-unusable",
        "",
    ),
    (
        "the log of the journal that was there before",
        FolderFixture::served,
        leave_other_log,
        "error",
        "journal-unusable",
        "contest.db-wal.old",
    ),
];

/// Leaves what a killed server left of another journal beside this one, which is whole.
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
