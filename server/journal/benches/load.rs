//! The load all contenders are put under: so many writers, each of which waits for one append and makes the next.
//!
//! All writers live on one thread, so that on two cores the contender's own thread has one to itself.

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

/// Length of a record, in bytes: about that of a sealed list.
const RECORD: usize = 200;

/// Folder of the files unless something else is asked for: the build's own folder, as the usual one for
/// temporary files may be no disk.
pub(crate) const PLACE: &str = env!("CARGO_TARGET_TMPDIR");

/// Contender that is measured.
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

/// Number of appends under way, and of streams that they go to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoadCase {
    pub(crate) in_flight: u32,
    /// Number of streams that the appends are spread over; rivals have none.
    pub(crate) streams: u32,
}

impl LoadCase {
    /// All that are measured.
    pub(crate) const ALL: [Self; 6] = [
        Self { in_flight: 1, streams: 1 },
        Self { in_flight: 16, streams: 1 },
        Self { in_flight: 16, streams: 16 },
        Self { in_flight: 128, streams: 1 },
        Self { in_flight: 128, streams: 8 },
        Self { in_flight: 128, streams: 128 },
    ];
}

/// A contender on a fresh file, with the writers' end of it.
pub(crate) struct Stand {
    runtime: Runtime,
    log: Log,
    case: LoadCase,
    // Last, so that the contender lets go of its file first.
    _folder: TempDir,
}

#[derive(Clone)]
enum Log {
    Rival(RivalHandle),
    Journal(SqliteJournal, Arc<[Stream]>),
}

/// A stream the writers share. They also share a thread, so that what they expect comes in order.
struct Stream {
    id: StreamId,
    claim: StreamClaim,
    expected: AtomicU64,
}

impl Stand {
    /// Sets the contender up in a folder of its own.
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

    /// Puts the load on for as long as `goes_on`, given how many appends have been begun and what time has
    /// passed; tells how many appends were answered in what time.
    pub(crate) fn run(
        &self,
        goes_on: impl Fn(u64, Duration) -> bool + Copy + Send + 'static,
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
                    while goes_on(begun.fetch_add(1, Ordering::Relaxed), start.elapsed()) {
                        log.append(stream, record.clone()).await;
                        answered += 1;
                        // An answer may be there at once; the others are to have their appends under way, too.
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
