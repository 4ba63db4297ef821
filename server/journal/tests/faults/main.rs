//! The journal on a failing disk: every kind of fault at every change of the disk.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod corruption;
mod disk;

use std::collections::BTreeSet;
use std::future::poll_fn;
use std::path::PathBuf;
use std::task::Poll;

use bytes::Bytes;
use disk::{Disk, DiskFault, FileChange};
use futures_core::future::BoxFuture;
use ishigaki_journal::{
    Append, AppendError, Epoch, Error, FatalError, Journal as _, Sequence, SqliteJournal, StreamClaim,
    StreamId,
};
use tokio::runtime::{Builder, Runtime};

const STREAMS: [&str; 2] = ["game", "other"];

/// Recovery after a failure: reopening at once, or after a power cut with this seed.
const CUTS: [Option<u64>; 4] = [None, Some(0), Some(1), Some(2)];

fn runtime() -> Runtime {
    Builder::new_current_thread().build().unwrap()
}

/// The file is on the disk in memory, but its directory must exist.
fn file() -> PathBuf {
    std::env::temp_dir().join("journal-on-a-faulty-disk")
}

fn stream(name: &str) -> StreamId {
    StreamId::new(name).unwrap()
}

/// Returns one to four records of a stream's append. Their contents and lengths depend only on the append's
/// number.
fn records(name: &str, number: usize) -> Vec<Bytes> {
    (0..=number % 4)
        .map(|part| Bytes::from(format!("{name} {number} {part} ").repeat(1 + number * number * 37 % 500)))
        .collect()
}

/// The clients' view of the journal.
#[derive(Clone, Debug, Default)]
struct ClientKnowledge {
    /// Number of acknowledged appends to each stream.
    answered: [usize; 2],
    claimed: [u64; 2],
    failure: Option<String>,
}

impl ClientKnowledge {
    async fn play(&mut self, journal: &SqliteJournal, appends: usize) {
        let mut claims = Vec::new();
        for (index, name) in STREAMS.iter().enumerate() {
            match journal.claim(stream(name)).await {
                Ok(claim) => {
                    assert!(
                        claim.epoch.0 > self.claimed[index],
                        "the claims before are known: {claim:?} {self:?}"
                    );
                    self.claimed[index] = claim.epoch.0;
                    claims.push(claim);
                }
                Err(error) => {
                    assert!(matches!(error, Error::Failed(FatalError::Poisoned { .. })), "{error}");
                    self.failure = Some(error.to_string());
                    return;
                }
            }
        }
        // In sequence, so that every run makes the same disk changes.
        for number in 0..2 * appends {
            let index = number % 2;
            match journal.append(self.next(index, claims[index])).await {
                Ok(head) => {
                    claims[index].head = head;
                    self.answered[index] += 1;
                }
                Err(error) => {
                    assert!(matches!(error, AppendError::Failed(FatalError::Poisoned { .. })), "{error}");
                    self.failure = Some(error.to_string());
                    return;
                }
            }
        }
        // Waits for the work that the journal does after an answer, such as moving the log.
        if let Err(error) = journal.streams().await {
            self.failure = Some(error.to_string());
        }
    }

    fn next(&self, index: usize, claim: StreamClaim) -> Append {
        let records = records(STREAMS[index], self.answered[index]);
        Append { stream: stream(STREAMS[index]), epoch: claim.epoch, expected: claim.head, records }
    }

    /// Checks that the journal has every acknowledged append, only whole appends, and nothing else. Returns
    /// the number of appends to each stream.
    async fn check(&self, journal: &SqliteJournal, context: &str) -> [usize; 2] {
        let known: BTreeSet<StreamId> =
            journal.streams().await.unwrap().into_iter().map(|(name, _)| name).collect();
        let mut found = [0; 2];
        for (index, name) in STREAMS.iter().enumerate() {
            if !known.contains(&stream(name)) {
                assert_eq!((self.claimed[index], self.answered[index]), (0, 0), "{name} is lost, {context}");
                continue;
            }
            let read = journal.read(stream(name), Sequence(1), usize::MAX).await.unwrap();
            let mut rest = read.as_slice();
            while !rest.is_empty() {
                let whole = records(name, found[index]);
                assert!(rest.len() >= whole.len(), "half an append of {name}, {context}");
                let (append, after) = rest.split_at(whole.len());
                assert!(
                    append.iter().map(|record| &record.bytes).eq(&whole),
                    "another append of {name}, {context}"
                );
                found[index] += 1;
                rest = after;
            }
            assert!(
                found[index] >= self.answered[index],
                "{} appends of {name} were answered, {} are there, {context}",
                self.answered[index],
                found[index]
            );
        }
        found
    }
}

/// Checks that all requests after a failure return it and leave the disk unchanged.
async fn check_poisoned(disk: &Disk, journal: SqliteJournal, failure: &str, context: &str) {
    let changes = disk.changes().len();
    let append = Append {
        stream: stream("game"),
        epoch: Epoch::FIRST,
        expected: Sequence::START,
        records: vec![Bytes::from_static(b"more")],
    };
    assert_eq!(journal.append(append).await.unwrap_err().to_string(), failure, "{context}");
    assert_eq!(journal.claim(stream("game")).await.unwrap_err().to_string(), failure, "{context}");
    assert_eq!(
        journal.read(stream("game"), Sequence(1), 1).await.unwrap_err().to_string(),
        failure,
        "{context}"
    );
    assert_eq!(journal.streams().await.unwrap_err().to_string(), failure, "{context}");
    assert_eq!(journal.close().await.unwrap_err().to_string(), failure, "{context}");
    let after = disk.changes();
    assert!(
        after.len() == changes,
        "the disk was changed after the failure, {context}: {:?}",
        &after[changes..]
    );
}

/// A journal with some appends in the file and some in the log, and the clients' view of it.
async fn used(disk: &Disk) -> (SqliteJournal, ClientKnowledge) {
    disk.wipe();
    let mut ledger = ClientKnowledge::default();
    let journal = SqliteJournal::open(file()).unwrap();
    ledger.play(&journal, 3).await;
    journal.close().await.unwrap();
    (SqliteJournal::open(file()).unwrap(), ledger)
}

/// Returns the disk changes made by the appends.
fn changes_of(disk: &Disk, runtime: &Runtime, appends: usize) -> Vec<(String, FileChange)> {
    runtime.block_on(async {
        let (journal, mut ledger) = used(disk).await;
        disk.set(None);
        ledger.play(&journal, appends).await;
        assert_eq!(ledger.failure, None);
        let changes = disk.changes();
        journal.close().await.unwrap();
        changes
    })
}

/// Plays with the fault. Checks that the journal stops, and that reopening it finds everything acknowledged,
/// with and without a power cut.
fn check_fault(disk: &Disk, runtime: &Runtime, fault: DiskFault, appends: usize, cuts: &[Option<u64>]) {
    for &cut in cuts {
        let context = format!("{fault:?}, power cut {cut:?}");
        runtime.block_on(async {
            let (journal, mut ledger) = used(disk).await;
            disk.set(Some(fault));
            ledger.play(&journal, appends).await;
            let Some(failure) = ledger.failure.take() else { panic!("nothing failed, {context}") };
            assert!(failure.contains("must be reopened"), "{failure}");
            check_poisoned(disk, journal, &failure, &context).await;
            match cut {
                None => disk.set(None),
                Some(seed) => disk.cut(seed),
            }
            let journal = SqliteJournal::open(file()).unwrap_or_else(|error| panic!("{error}, {context}"));
            ledger.answered = ledger.check(&journal, &context).await;
            ledger.play(&journal, 2).await;
            assert_eq!(ledger.failure, None);
            ledger.check(&journal, &context).await;
            journal.close().await.unwrap();
        });
    }
}

#[test]
fn failed_disk_is_never_retried_and_loses_nothing_answered() {
    let (disk, runtime) = (Disk::new(), runtime());
    let changes = changes_of(&disk, &runtime, 6);
    assert!(changes.iter().filter(|(_, change)| *change == FileChange::Sync).count() >= 6, "{changes:?}");
    for at in 0..changes.len() {
        check_fault(&disk, &runtime, DiskFault::Once(at), 6, &CUTS);
    }
}

#[test]
fn full_disk_stops_the_journal_and_loses_nothing_answered() {
    let (disk, runtime) = (Disk::new(), runtime());
    let changes = changes_of(&disk, &runtime, 6);
    let last_write = changes.iter().rposition(|(_, change)| *change == FileChange::Write).unwrap();
    for from in 0..=last_write {
        check_fault(&disk, &runtime, DiskFault::Full(from), 6, &CUTS);
    }
}

#[test]
fn power_cut_at_any_change_keeps_confirmed_appends() {
    let (disk, runtime) = (Disk::new(), runtime());
    for at in 0..changes_of(&disk, &runtime, 6).len() {
        check_fault(&disk, &runtime, DiskFault::PowerCut(at), 6, &CUTS);
    }
}

/// The log is moved into the file when it is long, while the journal is serving.
#[test]
fn failed_checkpoints_of_the_log_stop_the_journal() {
    // Enough for the log to exceed SQLite's thousand pages.
    const APPENDS: usize = 300;
    let (disk, runtime) = (Disk::new(), runtime());
    let changes = changes_of(&disk, &runtime, APPENDS);
    let main = file().to_str().unwrap().to_owned();
    let moving: Vec<usize> = (0..changes.len()).filter(|at| changes[*at].0 == main).collect();
    assert!(moving.len() > 10, "the log was moved: {}", moving.len());
    // The first and last writes into the file, its sync, the log's sync before, and its restart after.
    let (first, last) = (moving[0], moving[moving.len() - 1]);
    let mut at = BTreeSet::from([first - 1, first, first + 1, last - 1, last, last + 1]);
    at.extend(moving.iter().step_by(331));
    for at in at {
        check_fault(&disk, &runtime, DiskFault::Once(at), APPENDS, &CUTS[1..3]);
        check_fault(&disk, &runtime, DiskFault::PowerCut(at), APPENDS, &CUTS[1..3]);
    }
}

#[test]
fn failed_opening_names_file_and_loses_nothing() {
    let (disk, runtime) = (Disk::new(), runtime());
    // A journal left by a killed process; opening it moves its log into the file.
    let killed = || {
        runtime.block_on(async {
            let (journal, mut ledger) = used(&disk).await;
            ledger.play(&journal, 2).await;
            disk.set(Some(DiskFault::PowerCut(0)));
            drop(journal.close().await);
            disk.set(None);
            ledger
        })
    };
    killed();
    runtime.block_on(SqliteJournal::open(file()).unwrap().close()).unwrap();
    // Closing changes the disk too, but opening doesn't report its failures.
    let mut refused = 0;
    for at in 0..disk.changes().len() {
        for fault in [DiskFault::Once(at), DiskFault::PowerCut(at)] {
            let ledger = killed();
            disk.set(Some(fault));
            match SqliteJournal::open(file()) {
                Ok(journal) => drop(runtime.block_on(journal.close())),
                Err(error) => {
                    refused += 1;
                    assert!(matches!(error, Error::Unopenable { .. }), "{fault:?}: {error}");
                    assert!(error.to_string().contains(file().to_str().unwrap()), "{error}");
                }
            }
            disk.cut(1);
            let journal = SqliteJournal::open(file()).unwrap();
            runtime.block_on(async {
                ledger.check(&journal, &format!("{fault:?} in opening")).await;
                journal.close().await.unwrap();
            });
        }
    }
    assert!(refused > 10, "opening was disturbed {refused} times");
}

/// An unreadable disk isn't reported as a damaged file, because an operator would then restore an old copy.
#[test]
fn unreadable_disk_on_opening_differs_from_a_damaged_file() {
    let (disk, runtime) = (Disk::new(), runtime());
    runtime.block_on(async {
        let (journal, _) = used(&disk).await;
        journal.close().await.unwrap();
    });
    for fault in [DiskFault::Unreadable, DiskFault::Misread] {
        for reads in 0.. {
            disk.set(Some(fault(reads)));
            match SqliteJournal::open(file()) {
                Err(error) => {
                    assert!(matches!(error, Error::Unopenable { .. }), "after {reads} reads: {error:?}");
                }
                Ok(journal) => {
                    assert!(reads >= 5, "only {reads} reads");
                    let first = runtime.block_on(journal.claim(stream("game")));
                    assert!(first.is_ok(), "after {reads} reads: {first:?}");
                    drop(runtime.block_on(journal.close()));
                    break;
                }
            }
        }
    }
}

#[test]
fn power_cut_during_creation_allows_new_journal() {
    let (disk, runtime) = (Disk::new(), runtime());
    runtime.block_on(SqliteJournal::open(file()).unwrap().close()).unwrap();
    let changes = disk.changes().len();
    assert!(changes > 5);
    for at in 0..changes {
        for seed in 0..8 {
            disk.wipe();
            disk.set(Some(DiskFault::PowerCut(at)));
            if let Ok(journal) = SqliteJournal::open(file()) {
                drop(runtime.block_on(journal.close()));
            }
            disk.cut(seed);
            let journal = SqliteJournal::open(file())
                .unwrap_or_else(|error| panic!("{error} after a power cut at {at}, seed {seed}"));
            runtime.block_on(async {
                ClientKnowledge::default().play(&journal, 1).await;
                journal.close().await.unwrap();
            });
        }
    }
}

#[test]
fn records_read_after_kill_survive_power_cut() {
    let (disk, runtime) = (Disk::new(), runtime());
    runtime.block_on(async {
        let (journal, ledger) = used(&disk).await;
        // The process is killed between a write and its sync, so the data is only in the system's cache.
        let mut unanswered = ledger.clone();
        let syncs_of = |changes: &[(String, FileChange)]| {
            changes.iter().position(|(_, change)| *change == FileChange::Sync).unwrap()
        };
        let mut probe = ledger.clone();
        disk.set(None);
        let claims = changes_of_claims(&journal, &disk).await;
        disk.set(None);
        probe.play(&journal, 1).await;
        let first_sync_of_append = claims + syncs_of(&disk.changes()[claims..]);
        journal.close().await.unwrap();

        let (journal, _) = used(&disk).await;
        changes_of_claims(&journal, &disk).await;
        disk.set(Some(DiskFault::PowerCut(first_sync_of_append)));
        unanswered.claimed = [0; 2];
        unanswered.play(&journal, 1).await;
        assert!(unanswered.failure.is_some());
        drop(journal.close().await);
        disk.set(None);

        let journal = SqliteJournal::open(file()).unwrap();
        let read = ledger.check(&journal, "before the power cut").await;
        assert!(read > ledger.answered, "the append that was never answered is there to be read: {read:?}");
        disk.set(Some(DiskFault::PowerCut(0)));
        drop(journal.close().await);
        disk.cut(0);
        let journal = SqliteJournal::open(file()).unwrap();
        let kept = ClientKnowledge { answered: read, ..ledger }.check(&journal, "after the power cut").await;
        assert_eq!(kept, read);
        journal.close().await.unwrap();
    });
}

/// Claims both streams and returns the number of changes.
async fn changes_of_claims(journal: &SqliteJournal, disk: &Disk) -> usize {
    disk.set(None);
    for name in STREAMS {
        journal.claim(stream(name)).await.unwrap();
    }
    disk.changes().len()
}

#[test]
fn unreadable_disk_poisons_journal() {
    let (disk, runtime) = (Disk::new(), runtime());
    runtime.block_on(async {
        disk.wipe();
        let journal = SqliteJournal::open(file()).unwrap();
        let mut claim = journal.claim(stream("game")).await.unwrap();
        // More than SQLite's cache.
        for _ in 0..5 {
            let records = vec![Bytes::from(vec![7; 1 << 20])];
            let append = Append { stream: stream("game"), epoch: claim.epoch, expected: claim.head, records };
            claim.head = journal.append(append).await.unwrap();
        }
        disk.set(Some(DiskFault::Unreadable(0)));
        let error = journal.read(stream("game"), Sequence(1), 5).await.unwrap_err();
        assert!(
            matches!(error, Error::Failed(FatalError::Poisoned { doing: "while reading", .. })),
            "{error:?}"
        );
        disk.set(None);
        check_poisoned(&disk, journal, &error.to_string(), "after a failed read").await;
        let journal = SqliteJournal::open(file()).unwrap();
        assert_eq!(journal.read(stream("game"), Sequence(1), 9).await.unwrap().len(), 5);
        journal.close().await.unwrap();
    });
}

#[test]
fn many_appends_under_way_share_a_sync() {
    const UNDER_WAY: u64 = 400;
    let disk = Disk::new();
    // The writers continue while the journal's thread waits in a sync.
    let runtime = runtime();
    runtime.block_on(async {
        let journal = SqliteJournal::open(file()).unwrap();
        let mut claims = Vec::new();
        for number in 0..UNDER_WAY {
            let name = stream(&format!("game {number}"));
            claims.push((journal.claim(name.clone()).await.unwrap(), name));
        }
        let held = journal.claim(stream("held")).await.unwrap();
        disk.set(None);
        disk.hold(true);
        let append = move |claim: StreamClaim, name: StreamId| Append {
            stream: name,
            epoch: claim.epoch,
            expected: claim.head,
            records: vec![Bytes::from_static(b"record")],
        };
        let mut first = journal.append(append(held, stream("held")));
        assert!(poll_once(&mut first).await.is_none());
        disk.wait_for_sync();
        let mut others: Vec<_> =
            claims.into_iter().map(|(claim, name)| journal.append(append(claim, name))).collect();
        for other in &mut others {
            assert!(poll_once(other).await.is_none());
        }
        disk.hold(false);
        assert_eq!(first.await.unwrap(), Sequence(1));
        for other in others {
            assert_eq!(other.await.unwrap(), Sequence(1));
        }
        // One sync for the delayed append, one for all others together.
        assert_eq!(disk.syncs(), 2, "for {UNDER_WAY} appends");
        journal.close().await.unwrap();
    });
}

/// Polls the future once and returns its answer, if it is ready.
async fn poll_once<T>(future: &mut BoxFuture<'_, T>) -> Option<T> {
    poll_fn(|context| {
        Poll::Ready(match future.as_mut().poll(context) {
            Poll::Ready(answer) => Some(answer),
            Poll::Pending => None,
        })
    })
    .await
}

#[test]
fn failed_sync_fails_all_requests_of_its_group() {
    let (disk, runtime) = (Disk::new(), runtime());
    runtime.block_on(async {
        let journal = SqliteJournal::open(file()).unwrap();
        let claim = journal.claim(stream("game")).await.unwrap();
        let append = |expected| Append {
            stream: stream("game"),
            epoch: claim.epoch,
            expected,
            records: vec![Bytes::from_static(b"record")],
        };
        disk.set(None);
        disk.hold(true);
        let mut first = journal.append(append(Sequence(0)));
        assert!(poll_once(&mut first).await.is_none());
        disk.wait_for_sync();
        // These form the next group; its sync fails.
        let mut second = journal.append(append(Sequence(1)));
        let mut third = journal.append(append(Sequence(2)));
        let mut refused = journal.append(append(Sequence(2)));
        let mut claimed = journal.claim(stream("other"));
        let mut read = journal.read(stream("game"), Sequence(1), 9);
        let mut listed = journal.streams();
        for append in [&mut second, &mut third, &mut refused] {
            assert!(poll_once(append).await.is_none());
        }
        assert!(poll_once(&mut claimed).await.is_none());
        assert!(poll_once(&mut read).await.is_none());
        assert!(poll_once(&mut listed).await.is_none());
        disk.fail_second_sync();
        disk.hold(false);
        assert_eq!(first.await.unwrap(), Sequence(1));
        let failure = second.await.unwrap_err();
        let is_reported =
            matches!(failure, AppendError::Failed(FatalError::Poisoned { doing: "while committing", .. }));
        assert!(is_reported, "{failure:?}");
        let failure = failure.to_string();
        assert_eq!(third.await.unwrap_err().to_string(), failure);
        // Its rejection would depend on appends with an unknown outcome.
        assert_eq!(refused.await.unwrap_err().to_string(), failure);
        assert_eq!(claimed.await.unwrap_err().to_string(), failure);
        assert_eq!(read.await.unwrap_err().to_string(), failure);
        assert_eq!(listed.await.unwrap_err().to_string(), failure);
        check_poisoned(&disk, journal, &failure, "a failed group").await;
        disk.cut(0);
        let journal = SqliteJournal::open(file()).unwrap();
        assert_eq!(journal.streams().await.unwrap(), [(stream("game"), Sequence(1))]);
        journal.close().await.unwrap();
    });
}

#[test]
fn failure_names_its_file_and_cause() {
    let (disk, runtime) = (Disk::new(), runtime());
    for (fault, cause) in [(DiskFault::Full(0), "DiskFull"), (DiskFault::Once(0), "DiskUnsound")] {
        runtime.block_on(async {
            let (journal, _) = used(&disk).await;
            disk.set(Some(fault));
            let error = journal.claim(stream("game")).await.unwrap_err();
            let message = format!("{error:?}");
            assert!(
                message.contains(cause) && message.contains(file().to_str().unwrap()),
                "{fault:?}: {message}"
            );
            drop(journal.close().await);
        });
    }
}

#[test]
fn append_is_not_confirmed_before_sync() {
    let disk = Disk::new();
    let runtime = runtime();
    runtime.block_on(async {
        let journal = SqliteJournal::open(file()).unwrap();
        let claim = journal.claim(stream("game")).await.unwrap();
        disk.set(None);
        disk.hold(true);
        let append = |expected| Append {
            stream: stream("game"),
            epoch: claim.epoch,
            expected,
            records: vec![Bytes::from_static(b"record")],
        };
        let mut made = journal.append(append(Sequence(0)));
        assert!(poll_once(&mut made).await.is_none());
        // A rejection and a read that depend on the unsynced append wait too.
        let mut refused = journal.append(append(Sequence(0)));
        let mut read = journal.read(stream("game"), Sequence(1), 1);
        assert!(poll_once(&mut refused).await.is_none());
        assert!(poll_once(&mut read).await.is_none());
        disk.wait_for_sync();
        for _ in 0..100 {
            tokio::task::yield_now().await;
            assert!(poll_once(&mut made).await.is_none(), "answered while the sync lasts");
            assert!(poll_once(&mut refused).await.is_none(), "refused while the sync lasts");
            assert!(poll_once(&mut read).await.is_none(), "read while the sync lasts");
        }
        disk.hold(false);
        assert_eq!(made.await.unwrap(), Sequence(1));
        assert!(matches!(refused.await, Err(AppendError::Conflict { head: Sequence(1), .. })));
        assert_eq!(read.await.unwrap().len(), 1);
        journal.close().await.unwrap();
    });
}
