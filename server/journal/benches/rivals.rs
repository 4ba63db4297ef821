//! The rivals of the journal in benchmarks: the least work for the same guarantee.
//!
//! Each rival has a committer thread that groups requests like the journal: it takes all waiting requests,
//! makes them durable with one sync, and then answers all. Rivals check nothing, have no streams and can't be
//! read.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::thread;

use bytes::Bytes;
use ishigaki_journal::engine::Gatherer;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

const GROUP: usize = 512;

type Job = (Bytes, oneshot::Sender<()>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grouping {
    Draining,
    /// Also takes requests that arrive shortly after, if the last group was larger, like the journal.
    Gathering,
}

/// A rival's handle. Dropping the last one ends the thread and frees its resources.
#[derive(Clone, Debug)]
pub(crate) struct RivalHandle {
    queue: mpsc::Sender<Job>,
}

impl RivalHandle {
    /// A plain file: joins the group's records, writes them with one `write` and syncs them with one
    /// `fdatasync`.
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

    /// Plain SQLite: a table of numbered blobs, a prepared insert per record and a transaction per group.
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

    /// A plain file filled with zeros ahead of the records, in blocks. A sync then writes only the records,
    /// because its length and extents stay the same.
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

    /// SQLite with the group's records joined into rows of at most `bytes` bytes, or of one record.
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

    pub(crate) async fn append(&self, record: Bytes) {
        let (reply, answer) = oneshot::channel();
        self.queue.send((record, reply)).await.unwrap();
        answer.await.unwrap();
    }
}

fn join(group: &[Job], joined: &mut Vec<u8>) {
    for (record, _) in group {
        // A length before each record separates them.
        joined.extend_from_slice(&u32::try_from(record.len()).unwrap().to_le_bytes());
        joined.extend_from_slice(record);
    }
}
