//! The load on each contender: a number of writers that send an append each, wait for its answer, and repeat.
//! answered.
//!
//! All writers share one thread, so on two cores the contender's thread has a core of its own.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use ishigaki_journal::{Append, Journal, Sequence, SqliteJournal, StreamClaim, StreamId};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio::task::{JoinSet, yield_now};

use crate::rivals::{Grouping, RivalHandle};

/// Length of a record in bytes: about that of a sealed list.
const RECORD: usize = 200;

/// Default directory of the files. The system's temporary directory may be in memory, so this one is in the
/// build directory.
pub(crate) const PLACE: &str = env!("CARGO_TARGET_TMPDIR");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BenchedJournal {
    Raw,
    RawGathering,
    Sqlite,
    Pages,
    Groups,
    FilledAhead,
    Journal,
}

impl BenchedJournal {
    pub(crate) const ALL: [Self; 7] = [
        Self::Raw,
        Self::RawGathering,
        Self::Sqlite,
        Self::Pages,
        Self::Groups,
        Self::FilledAhead,
        Self::Journal,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::RawGathering => "raw, gathering",
            Self::Sqlite => "bare SQLite",
            Self::Pages => "SQLite, rows of a page",
            Self::Groups => "SQLite, a row per group",
            Self::FilledAhead => "filled ahead",
            Self::Journal => "journal",
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct LoadCase {
    pub(crate) in_flight: u32,
    /// Number of streams that share the appends; rivals have none.
    pub(crate) streams: u32,
}

impl LoadCase {
    pub(crate) const ALL: [Self; 6] = [
        Self { in_flight: 1, streams: 1 },
        Self { in_flight: 16, streams: 1 },
        Self { in_flight: 16, streams: 16 },
        Self { in_flight: 128, streams: 1 },
        Self { in_flight: 128, streams: 8 },
        Self { in_flight: 128, streams: 128 },
    ];
}

pub(crate) struct BenchSetup {
    runtime: Runtime,
    log: Log,
    case: LoadCase,
    // Last, so that the contender closes its file first.
    _folder: TempDir,
}

#[derive(Clone)]
enum Log {
    Rival(RivalHandle),
    Journal(SqliteJournal, Arc<[Stream]>),
}

/// A stream shared by writers on one thread, so their expected heads are in order.
struct Stream {
    id: StreamId,
    claim: StreamClaim,
    expected: AtomicU64,
}

impl BenchSetup {
    pub(crate) fn new(contender: BenchedJournal, case: LoadCase, place: &Path) -> Self {
        let folder = tempfile::tempdir_in(place).unwrap();
        let runtime = Builder::new_current_thread().build().unwrap();
        let log = match contender {
            BenchedJournal::Raw => Log::Rival(RivalHandle::raw(folder.path(), Grouping::Draining)),
            BenchedJournal::RawGathering => Log::Rival(RivalHandle::raw(folder.path(), Grouping::Gathering)),
            BenchedJournal::Sqlite => Log::Rival(RivalHandle::sqlite(folder.path())),
            BenchedJournal::Pages => Log::Rival(RivalHandle::rows_of(4_000, folder.path())),
            BenchedJournal::Groups => Log::Rival(RivalHandle::rows_of(usize::MAX, folder.path())),
            BenchedJournal::FilledAhead => Log::Rival(RivalHandle::filled_ahead(folder.path())),
            BenchedJournal::Journal => runtime.block_on(open(folder.path(), case.streams)),
        };
        Self { runtime, log, case, _folder: folder }
    }

    /// Runs the load while `continues`, given the number of started appends and the elapsed time, is true.
    /// Returns the number of answered appends and the elapsed time.
    pub(crate) fn run(
        &self,
        continues: impl Fn(u64, Duration) -> bool + Copy + Send + 'static,
    ) -> (u64, Duration) {
        let start = Instant::now();
        let begun = Arc::new(AtomicU64::new(0));
        let answered = self.runtime.block_on(async {
            let mut writers = JoinSet::new();
            for writer in 0..self.case.in_flight {
                let (log, begun) = (self.log.clone(), Arc::clone(&begun));
                let stream = (writer % self.case.streams) as usize;
                let record = Bytes::from(vec![u8::try_from(writer).unwrap(); RECORD]);
                writers.spawn(async move {
                    let mut answered = 0;
                    while continues(begun.fetch_add(1, Ordering::Relaxed), start.elapsed()) {
                        log.append(stream, record.clone()).await;
                        answered += 1;
                        // The answer may be immediate, but the other writers must get to send their appends
                        // too.
                        yield_now().await;
                    }
                    answered
                });
            }
            writers.join_all().await.into_iter().sum()
        });
        (answered, start.elapsed())
    }
}

async fn open(folder: &Path, streams: u32) -> Log {
    let journal = SqliteJournal::open(folder.join("journal")).unwrap();
    let mut claimed = Vec::new();
    for number in 0..streams {
        let id = StreamId::new(format!("game-{number}")).unwrap();
        let claim = journal.claim(id.clone()).await.unwrap();
        claimed.push(Stream { id, claim, expected: AtomicU64::new(claim.head.0) });
    }
    Log::Journal(journal, claimed.into())
}

impl Log {
    async fn append(&self, stream: usize, record: Bytes) {
        match self {
            Self::Rival(rival) => rival.append(record).await,
            Self::Journal(journal, streams) => {
                let stream = &streams[stream];
                let expected = Sequence(stream.expected.fetch_add(1, Ordering::Relaxed));
                let append = Append {
                    stream: stream.id.clone(),
                    epoch: stream.claim.epoch,
                    expected,
                    records: vec![record],
                };
                assert_eq!(journal.append(append).await.unwrap(), expected.next());
            }
        }
    }
}
