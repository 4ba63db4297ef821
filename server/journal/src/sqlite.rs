//! The journal on a disk: one SQLite file, one thread that owns it.
//!
//! Knows how that thread is started; [`mod@file`] knows the file's format, [`committer`] how requests become
//! transactions.

mod committer;
mod file;
mod index;
mod other_log;
mod segments;
mod survey;

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use bytes::Bytes;
use futures_core::future::BoxFuture;

use crate::contract::{Checkpoints, Claims, Journal};
use crate::error::{AppendError, Error, Pending, StorageCause};
use crate::location::Expected;
use crate::queue::Requests;
use crate::stream::{Append, Record, Sequence, StreamClaim, StreamId, SweepCursor, SweepPage};
use committer::Committer;
use file::JournalFile;

/// A journal in one SQLite file.
///
/// One thread owns the file. It takes all requests that wait, up to a bound, into one transaction, and answers
/// them when that is synced to the disk (`synchronous=FULL` on a write-ahead log): so a thousand waiting writers
/// cost one sync, and nobody hears of a record, or of a refusal because of it, before it is durable.
///
/// The file is held exclusively, also against other processes, from [`open`](Self::open) until
/// [`close`](Journal::close) answers, or until shortly after the last handle is dropped. Beside it stands a `-wal`
/// file which is as much part of the journal as the file itself while it is open, or after a crash: copy or
/// move both or none. Clones are handles of the same journal.
///
/// While it is open, the process that holds it must not open the file by other means and close it again: on
/// Unix that would give up the hold.
#[derive(Clone)]
pub struct SqliteJournal {
    requests: Requests,
    file: Arc<Path>,
}

impl SqliteJournal {
    /// Opens the journal file, or makes it if there is none. Its folder must exist.
    ///
    /// Blocks while it reads, and for up to half a second while another journal holds the file, so that a
    /// successor can follow at once on a server that is just ending. Needs no runtime.
    ///
    /// The segments are read, and the records after the last of them held against their checksums; those in the
    /// places of segments are when they are read. A damaged stream does not keep the file from being opened, as long as it shows
    /// which streams are whole; [`read`](Journal::read) tells, and [`claim`](Journal::claim) of damage that is known by then.
    ///
    /// # Errors
    /// [`Error::InUse`], [`Error::Foreign`], [`Error::UnknownVersion`], [`Error::ReadOnly`] (a file or folder marked read-only
    /// is respected even if this user could write it anyway), [`Error::Broken`] or [`Error::Unopenable`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::serve(file::open(path.as_ref())?)
    }

    /// As [`open`](Self::open), where a journal may have to be there already.
    ///
    /// # Errors
    /// Those of [`open`](Self::open); and [`Error::Gone`] if there is no journal or nothing in it, and also if there is none
    /// and the log of one, which a new one would take for its own.
    pub fn open_expected(path: impl AsRef<Path>, expected: Expected) -> Result<Self, Error> {
        file::refuse_if_gone(path.as_ref(), expected)?;
        Self::open(path)
    }

    /// Returns the bytes that a journal's file takes of the disk, with the log and its index. Opens nothing.
    pub fn bytes(path: impl AsRef<Path>) -> u64 {
        file::parts(path.as_ref())
            .iter()
            .map(|part| std::fs::metadata(part).map_or(0, |part| part.len()))
            .sum()
    }

    fn serve(opened: JournalFile) -> Result<Self, Error> {
        let (requests, jobs) = Requests::channel();
        let file = opened.file.clone();
        let committer = Committer::new(opened);
        thread::Builder::new()
            .name("journal".into())
            .spawn(move || committer.run(jobs))
            .map_err(|error| Error::Unopenable { file: file.clone(), source: StorageCause::new(error) })?;
        Ok(Self { requests, file: file.into() })
    }
}

impl fmt::Debug for SqliteJournal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteJournal").finish_non_exhaustive()
    }
}

impl Journal for SqliteJournal {
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
        self.requests.claim(stream)
    }

    fn claim_all(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Claims> {
        self.requests.claim_all(streams)
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        self.requests.append(append)
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        self.requests.read(stream, from, limit)
    }

    fn sweep(&self, from: SweepCursor, limit: usize) -> Pending<'_, SweepPage> {
        self.requests.sweep(from, limit)
    }

    fn keep_checkpoint(&self, stream: StreamId, checkpoint: Bytes) -> Pending<'_, ()> {
        self.requests.keep_checkpoint(stream, checkpoint)
    }

    fn checkpoints(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Checkpoints> {
        self.requests.checkpoints(streams)
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        self.requests.streams()
    }

    fn close(&self) -> Pending<'_, ()> {
        self.requests.close()
    }

    fn file(&self) -> Option<&Path> {
        Some(&self.file)
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::error::{Corruption, CorruptionKind, FatalError};

    fn append(claim: StreamClaim, expected: Sequence, length: usize) -> Append {
        Append {
            stream: StreamId::new("game").unwrap(),
            epoch: claim.epoch,
            expected,
            records: vec![Bytes::from(vec![7; length])],
        }
    }

    /// A journal on a disk that has room for very little.
    async fn cramped(path: &Path) -> (SqliteJournal, StreamClaim) {
        let opened = file::open(path).unwrap();
        opened.connection.pragma_update_and_check(None, "max_page_count", 16, |_| Ok(())).unwrap();
        let journal = SqliteJournal::serve(opened).unwrap();
        let claim = journal.claim(StreamId::new("game").unwrap()).await.unwrap();
        (journal, claim)
    }

    #[tokio::test]
    async fn a_full_disk_poisons_the_journal_and_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let (journal, claim) = cramped(&folder.path().join("journal")).await;
        let head = journal.append(append(claim, claim.head, 10)).await.unwrap();

        let first = journal.append(append(claim, head, 1 << 20)).await.unwrap_err();
        assert!(matches!(first, AppendError::Failed(FatalError::Poisoned { .. })), "{first}");
        assert!(format!("{first:?}").contains("DiskFull"), "{first:?}");

        // This one would fit; but nothing is tried as if nothing had happened.
        let later = journal.append(append(claim, head, 10)).await.unwrap_err();
        assert_eq!(later.to_string(), first.to_string());
        let stream = StreamId::new("game").unwrap();
        assert!(matches!(journal.claim(stream.clone()).await, Err(Error::Failed(_))));
        assert!(matches!(journal.read(stream, head, 1).await, Err(Error::Failed(_))));
        assert!(matches!(journal.streams().await, Err(Error::Failed(_))));
        assert!(matches!(journal.close().await, Err(Error::Failed(FatalError::Poisoned { .. }))));
    }

    #[tokio::test]
    async fn what_was_durable_before_a_failure_is_there_after_reopening() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (journal, claim) = cramped(&path).await;
        let head = journal.append(append(claim, claim.head, 10)).await.unwrap();
        journal.append(append(claim, head, 1 << 20)).await.unwrap_err();
        journal.close().await.unwrap_err();

        let journal = SqliteJournal::open(&path).unwrap();
        let stream = StreamId::new("game").unwrap();
        let claim = journal.claim(stream.clone()).await.unwrap();
        assert_eq!(claim.head, head);
        assert_eq!(journal.read(stream, Sequence(1), 9).await.unwrap().len(), 1);
        journal.append(append(claim, head, 1 << 20)).await.unwrap();
    }

    #[tokio::test]
    async fn damage_that_comes_while_the_file_is_open_stops_its_stream_alone() {
        for (sql, kind) in [
            ("DELETE FROM records WHERE sequence = 2 AND stream = 1", CorruptionKind::Missing),
            ("UPDATE records SET bytes = x'00' WHERE sequence = 2 AND stream = 1", CorruptionKind::Garbled),
            ("UPDATE records SET sum = 1 WHERE sequence = 2 AND stream = 1", CorruptionKind::Garbled),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("journal");
            let journal = SqliteJournal::open(&path).unwrap();
            let (game, other) = (StreamId::new("game").unwrap(), StreamId::new("other").unwrap());
            let mut claim = journal.claim(game.clone()).await.unwrap();
            let mut others = journal.claim(other.clone()).await.unwrap();
            for _ in 0..3 {
                claim.head = journal.append(append(claim, claim.head, 10)).await.unwrap();
                others.head = journal
                    .append(Append { stream: other.clone(), ..append(others, others.head, 10) })
                    .await
                    .unwrap();
            }
            journal.close().await.unwrap();

            let opened = file::open(&path).unwrap();
            assert_eq!(opened.connection.execute(sql, []).unwrap(), 1);
            let journal = SqliteJournal::serve(opened).unwrap();
            assert_eq!(journal.read(game.clone(), Sequence(1), 1).await.unwrap().len(), 1);
            let expected = Corruption { sequence: Sequence(2), kind };
            // Whoever meets it hears of it, and so does everybody after, on every way.
            for limit in [9, 2] {
                let error = journal.read(game.clone(), Sequence(1), limit).await.unwrap_err();
                assert!(
                    matches!(error, Error::Damaged { ref stream, damage } if *stream == game && damage == expected),
                    "{error}"
                );
            }
            assert!(matches!(journal.claim(game.clone()).await, Err(Error::Damaged { .. })));
            let error = journal.append(append(claim, claim.head, 10)).await.unwrap_err();
            assert!(matches!(error, AppendError::Damaged { damage, .. } if damage == expected), "{error}");
            assert_eq!(journal.read(game.clone(), Sequence(1), 1).await.unwrap().len(), 1);

            others.head = journal
                .append(Append { stream: other.clone(), ..append(others, others.head, 10) })
                .await
                .unwrap();
            assert_eq!(journal.read(other, Sequence(1), 9).await.unwrap().len(), 4);
        }
    }
}
