//! The journal in one SQLite file, owned by one thread.

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
/// One thread owns the file. It puts all waiting requests, up to a limit, into one transaction, and answers
/// them after the sync to disk (`synchronous=FULL` on a write-ahead log). A thousand waiting writers then
/// cost one sync, and no answer depends on a record that isn't durable yet.
///
/// The file is locked exclusively, even against other processes, from [`open`](Self::open) until
/// [`close`](Journal::close) ends, or until shortly after the last handle is dropped. The `-wal` file next to
/// it is part of the journal while it is open or after a crash: copy or move both or none. Clones are handles
/// of the same journal.
///
/// While it is open, its process must not open and close the file by other means, because on Unix that would
/// release the lock.
#[derive(Clone)]
pub struct SqliteJournal {
    requests: Requests,
    file: Arc<Path>,
}

impl SqliteJournal {
    /// Opens the journal file, or creates it. Its directory must exist.
    ///
    /// Blocks while reading, and for up to half a second while another journal has the file, so that a
    /// successor can follow a server that is about to end. Needs no runtime.
    ///
    /// The segments are read, and the records after the last segment are checked against their checksums;
    /// records in segments are checked when they are read. A damaged stream doesn't prevent opening if it is
    /// known which streams are whole; [`read`](Journal::read) reports it, and [`claim`](Journal::claim)
    /// reports damage known by then.
    ///
    /// # Errors
    ///
    /// [`Error::InUse`], [`Error::Foreign`], [`Error::UnknownVersion`], [`Error::ReadOnly`] (even if this
    /// user could write a file or directory marked read-only), [`Error::Broken`] or [`Error::Unopenable`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::serve(file::open(path.as_ref())?)
    }

    /// Opens a journal like [`open`](Self::open), with an expected state.
    ///
    /// # Errors
    ///
    /// Those of [`open`](Self::open), and [`Error::Gone`] if an expected journal is missing or empty, or only
    /// its log exists, which a new journal would take for its own.
    pub fn open_expected(path: impl AsRef<Path>, expected: Expected) -> Result<Self, Error> {
        file::refuse_if_gone(path.as_ref(), expected)?;
        Self::open(path)
    }

    /// Returns the size on disk of a journal's file with its log and index, without opening it.
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

    /// A journal on a disk with little free space.
    async fn cramped(path: &Path) -> (SqliteJournal, StreamClaim) {
        let opened = file::open(path).unwrap();
        opened.connection.pragma_update_and_check(None, "max_page_count", 16, |_| Ok(())).unwrap();
        let journal = SqliteJournal::serve(opened).unwrap();
        let claim = journal.claim(StreamId::new("game").unwrap()).await.unwrap();
        (journal, claim)
    }

    #[tokio::test]
    async fn full_disk_poisons_journal_with_cause() {
        let folder = tempfile::tempdir().unwrap();
        let (journal, claim) = cramped(&folder.path().join("journal")).await;
        let head = journal.append(append(claim, claim.head, 10)).await.unwrap();

        let first = journal.append(append(claim, head, 1 << 20)).await.unwrap_err();
        assert!(matches!(first, AppendError::Failed(FatalError::Poisoned { .. })), "{first}");
        assert!(format!("{first:?}").contains("DiskFull"), "{first:?}");

        // This one would fit, but the journal has failed for good.
        let later = journal.append(append(claim, head, 10)).await.unwrap_err();
        assert_eq!(later.to_string(), first.to_string());
        let stream = StreamId::new("game").unwrap();
        assert!(matches!(journal.claim(stream.clone()).await, Err(Error::Failed(_))));
        assert!(matches!(journal.read(stream, head, 1).await, Err(Error::Failed(_))));
        assert!(matches!(journal.streams().await, Err(Error::Failed(_))));
        assert!(matches!(journal.close().await, Err(Error::Failed(FatalError::Poisoned { .. }))));
    }

    #[tokio::test]
    async fn records_before_disk_failure_survive_reopening() {
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
    async fn damage_while_open_stops_only_its_stream() {
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
            // The first caller that meets the damage gets the error, and so do all later calls.
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
