//! The rivals that the journal is measured against: the least that can be done for the same promise.
//!
//! Each rival has a committer thread of the journal's grouping: it takes all that waits, makes it durable by one
//! sync, then answers all. They check nothing, know no streams and cannot be read.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::thread;

use bytes::Bytes;
use ishigaki_journal::engine::Gatherer;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

/// As many as the journal lets share a transaction.
const GROUP: usize = 512;

/// One append, and where its answer goes.
type Job = (Bytes, oneshot::Sender<()>);

/// Strategy by which a committer thread makes its groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grouping {
    /// Requests that wait in the queue.
    Draining,
    /// That, and what comes in a moment more if the last group was larger, as the journal does it.
    Gathering,
}

/// A rival's handle. The thread ends, and with it everything it holds, with the last of them.
#[derive(Clone, Debug)]
pub(crate) struct RivalHandle {
    queue: mpsc::Sender<Job>,
}

impl RivalHandle {
    /// A plain file: the group's records are joined, written by one `write` and synced by one `fdatasync`.
    pub(crate) fn raw(folder: &Path, grouping: Grouping) -> Self {
        let mut file = File::create(folder.join("raw")).unwrap();
        let mut joined = Vec::new();
        Self::start(grouping, move |group| {
            joined.clear();
            join(group, &mut joined);
            file.write_all(&joined).unwrap();
            file.sync_data().unwrap();
        })
    }

    /// Bare SQLite: a table of numbered blobs, a prepared insert per record, a transaction per group.
    pub(crate) fn sqlite(folder: &Path) -> Self {
        let connection = Connection::open(folder.join("sqlite")).unwrap();
        let set = |name, value| connection.pragma_update_and_check(None, name, value, |_| Ok(())).unwrap();
        set("locking_mode", "EXCLUSIVE");
        set("journal_mode", "WAL");
        connection.pragma_update(None, "synchronous", "FULL").unwrap();
        connection.execute_batch("CREATE TABLE records (number INTEGER PRIMARY KEY, bytes BLOB)").unwrap();
        let mut number = 0_i64;
        Self::start(Grouping::Draining, move |group| {
            connection.prepare_cached("BEGIN").unwrap().execute([]).unwrap();
            {
                let mut insert = connection.prepare_cached("INSERT INTO records VALUES (?1, ?2)").unwrap();
                for (record, _) in group {
                    number += 1;
                    insert.execute((number, &record[..])).unwrap();
                }
            }
            connection.prepare_cached("COMMIT").unwrap().execute([]).unwrap();
        })
    }

    /// A plain file that is filled with zeros ahead of the records, a stretch at a time: a sync then writes the
    /// records alone, as neither the file's length nor its extents change.
    pub(crate) fn filled_ahead(folder: &Path) -> Self {
        const STRETCH: u64 = 8 << 20;
        let mut file = File::create(folder.join("filled")).unwrap();
        let (mut written, mut filled) = (0, 0);
        let mut joined = Vec::new();
        Self::start(Grouping::Gathering, move |group| {
            joined.clear();
            join(group, &mut joined);
            if written + joined.len() as u64 > filled {
                file.seek(SeekFrom::Start(filled)).unwrap();
                file.write_all(&vec![0; usize::try_from(STRETCH).unwrap()]).unwrap();
                file.sync_all().unwrap();
                filled += STRETCH;
            }
            file.seek(SeekFrom::Start(written)).unwrap();
            file.write_all(&joined).unwrap();
            written += joined.len() as u64;
            file.sync_data().unwrap();
        })
    }

    /// SQLite with the group's records joined into rows of at most so many bytes, or of one record.
    pub(crate) fn rows_of(bytes: usize, folder: &Path) -> Self {
        let connection = Connection::open(folder.join("rows")).unwrap();
        let set = |name, value| connection.pragma_update_and_check(None, name, value, |_| Ok(())).unwrap();
        set("locking_mode", "EXCLUSIVE");
        set("journal_mode", "WAL");
        connection.pragma_update(None, "synchronous", "FULL").unwrap();
        connection.execute_batch("CREATE TABLE rows (number INTEGER PRIMARY KEY, records BLOB)").unwrap();
        let mut number = 0_i64;
        let mut joined = Vec::new();
        Self::start(Grouping::Gathering, move |mut group| {
            connection.prepare_cached("BEGIN").unwrap().execute([]).unwrap();
            {
                let mut insert = connection.prepare_cached("INSERT INTO rows VALUES (?1, ?2)").unwrap();
                while !group.is_empty() {
                    let mut room = bytes;
                    let fits = |(record, _): &&Job| {
                        let fits = record.len() + 4 <= room;
                        room = room.saturating_sub(record.len() + 4);
                        fits
                    };
                    let (row, rest) = group.split_at(group.iter().take_while(fits).count().max(1));
                    joined.clear();
                    join(row, &mut joined);
                    number += 1;
                    insert.execute((number, &joined[..])).unwrap();
                    group = rest;
                }
            }
            connection.prepare_cached("COMMIT").unwrap().execute([]).unwrap();
        })
    }

    fn start(grouping: Grouping, mut commit: impl FnMut(&[Job]) + Send + 'static) -> Self {
        let (queue, mut jobs) = mpsc::channel::<Job>(1_024);
        thread::spawn(move || {
            let mut group = Vec::with_capacity(GROUP);
            let mut gatherer = Gatherer::new(24, 64);
            while jobs.blocking_recv_many(&mut group, GROUP) > 0 {
                if grouping == Grouping::Gathering {
                    gatherer.gather(&mut jobs, &mut group);
                }
                commit(&group);
                for (_, reply) in group.drain(..) {
                    reply.send(()).unwrap();
                }
            }
        });
        Self { queue }
    }

    /// Answers when the record is durable.
    pub(crate) async fn append(&self, record: Bytes) {
        let (reply, answer) = oneshot::channel();
        self.queue.send((record, reply)).await.unwrap();
        answer.await.unwrap();
    }
}

/// Puts the records one after the other.
fn join(group: &[Job], joined: &mut Vec<u8>) {
    for (record, _) in group {
        // A length before each, as nobody could tell them apart otherwise.
        joined.extend_from_slice(&u32::try_from(record.len()).unwrap().to_le_bytes());
        joined.extend_from_slice(record);
    }
}
