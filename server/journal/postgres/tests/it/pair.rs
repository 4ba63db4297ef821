//! Repeated failover from a lost primary to its synchronous standby: acknowledged appends are kept.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use ishigaki_journal::{
    Append, AppendError, DatabaseError, DatabaseFault, DatabaseUrl, Error, Expected, Journal as _, Sequence,
    StreamId,
};
use ishigaki_journal_postgres::PostgresJournal;
use ishigaki_journal_postgres::harness::Pair;
use tokio::task::JoinSet;

/// Default number of times that the primary is killed (`ISHIGAKI_PRIMARY_KILLS`).
const KILLS: usize = 3;

const WRITERS: usize = 6;

/// Delay before the journal is opened again after a failure.
const RETRY_DELAY: Duration = Duration::from_millis(10);

/// Sent appends and their acknowledgements, over all kills.
#[derive(Default)]
struct SentAppends {
    /// Acknowledged records by writer and sequence.
    answered: BTreeMap<(usize, Sequence), String>,
    /// All sent records, acknowledged or not.
    sent: BTreeSet<String>,
}

fn stream(writer: usize) -> StreamId {
    StreamId::new(format!("game {writer}")).unwrap()
}

/// Opens the journal, retrying until it succeeds.
async fn open(url: &DatabaseUrl) -> PostgresJournal {
    loop {
        match PostgresJournal::open(url, Expected::JournalOrNothing) {
            Ok(journal) => return journal,
            Err(error) => drop(error),
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }
}

/// Writes until the journal fails, with several appends in flight.
async fn write(
    journal: PostgresJournal,
    writer: usize,
    ledger: Arc<Mutex<SentAppends>>,
    count: Arc<AtomicUsize>,
) {
    let claim = journal.claim(stream(writer)).await.unwrap();
    let mut head = claim.head;
    loop {
        let append = |ahead| {
            let (expected, sequence) = (Sequence(head.0 + ahead - 1), Sequence(head.0 + ahead));
            let text = format!("{writer} {} {sequence}", claim.epoch);
            ledger.lock().unwrap().sent.insert(text.clone());
            let (ledger, count) = (Arc::clone(&ledger), Arc::clone(&count));
            let records = vec![Bytes::from(text.clone())];
            let append = Append { stream: stream(writer), epoch: claim.epoch, expected, records };
            let answer = journal.append(append);
            async move {
                let new = answer.await?;
                assert_eq!(new, sequence);
                ledger.lock().unwrap().answered.insert((writer, sequence), text);
                count.fetch_add(1, Ordering::Relaxed);
                Ok::<_, AppendError>(new)
            }
        };
        match tokio::join!(append(1), append(2), append(3)) {
            (Ok(_), Ok(_), Ok(last)) => head = last,
            _ => return,
        }
    }
}

async fn records(journal: &PostgresJournal) -> BTreeMap<(usize, Sequence), String> {
    let mut there = BTreeMap::new();
    for writer in 0..WRITERS {
        for record in journal.read(stream(writer), Sequence(1), usize::MAX).await.unwrap() {
            let text = String::from_utf8(record.bytes.to_vec()).unwrap();
            there.insert((writer, record.sequence), text);
        }
    }
    there
}

impl SentAppends {
    /// Checks the stored records against the sent and the acknowledged ones.
    fn check(&self, there: &BTreeMap<(usize, Sequence), String>) {
        for (place, text) in there {
            assert!(self.sent.contains(text), "{text} is there at {place:?}, and nobody sent it");
        }
        for (place, text) in &self.answered {
            assert_eq!(there.get(place), Some(text), "what was answered for {place:?} is there");
        }
        let different: BTreeSet<&String> = there.values().collect();
        assert_eq!(different.len(), there.len(), "nothing is there twice");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_answered_is_lost_however_often_the_primary_is_killed() {
    let Some(pair) = Pair::start_or_pass_over() else { return };
    let kills = std::env::var("ISHIGAKI_PRIMARY_KILLS").map_or(KILLS, |kills| kills.parse().unwrap());
    let (pair, ledger) = (Arc::new(pair), Arc::new(Mutex::new(SentAppends::default())));
    let url = pair.place();
    for kill in 1..=kills {
        let journal = open(&url).await;
        let count = Arc::new(AtomicUsize::new(0));
        let mut writers = JoinSet::new();
        for writer in 0..WRITERS {
            writers.spawn(write(journal.clone(), writer, Arc::clone(&ledger), Arc::clone(&count)));
        }
        while count.load(Ordering::Relaxed) < kill * 97 % 1_500 {
            tokio::task::yield_now().await;
        }
        pair.kill_primary().unwrap();
        while let Some(ended) = writers.join_next().await {
            ended.unwrap();
        }
        pair.promote().unwrap();
        let journal = open(&url).await;
        let there = records(&journal).await;
        ledger.lock().unwrap().check(&there);
        journal.close().await.unwrap();
        pair.rebuild().unwrap();
    }
    let ledger = ledger.lock().unwrap();
    println!("{kills} primaries killed: {} answered of {} sent", ledger.answered.len(), ledger.sent.len());
    assert!(ledger.answered.len() >= 97 * kills);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn standby_alone_is_rejected_as_read_only() {
    let Some(pair) = Pair::start_or_pass_over() else { return };
    let place = pair.place();
    open(&place).await.close().await.unwrap();
    let opened = PostgresJournal::open(&pair.by_standby(&place), Expected::JournalOrNothing);
    match opened {
        Err(Error::Database(DatabaseError { fault: DatabaseFault::ReadOnly, .. })) => {}
        other => panic!("{other:?}"),
    }
}
