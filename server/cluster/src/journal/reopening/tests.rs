//! A database that fails and comes back while a journal is open.

use std::time::Duration;

use bytes::Bytes;
use ishigaki_journal::{Append, Epoch};
use ishigaki_journal_postgres::harness::{Cluster, Deadline, Pair};

use super::*;

const LONG: Duration = Duration::from_hours(1);

/// Starts a separate cluster that can be stopped, or returns `None` without PostgreSQL.
fn cluster() -> Option<Cluster> {
    Cluster::shared().map(|_| Cluster::start("").unwrap())
}

fn open(location: &Location) -> Reopening {
    Reopening::open(location, Expected::JournalOrNothing).unwrap()
}

fn game() -> StreamId {
    StreamId::new("game").unwrap()
}

async fn append(
    journal: &Reopening,
    claim: StreamClaim,
    expected: Sequence,
) -> Result<Sequence, AppendError> {
    let records = vec![Bytes::from_static(b"a")];
    journal.append(Append { stream: game(), epoch: claim.epoch, expected, records }).await
}

async fn claim(journal: &Reopening) -> StreamClaim {
    journal.claim(game()).await.unwrap()
}

fn members(journal: &Reopening) -> &dyn Membership {
    journal.membership().unwrap()
}

#[tokio::test]
async fn journal_reopens_after_database_restart() {
    let Some(cluster) = cluster() else { return };
    let journal = open(&Location::Postgres(cluster.place()));
    let mut news = journal.news();
    assert_eq!(*news.borrow_and_update(), Generation { number: 1, member: None, is_open: true });
    let first = claim(&journal).await;
    let head = append(&journal, first, first.head).await.unwrap();
    cluster.stop();
    let error = append(&journal, first, head).await.unwrap_err();
    assert!(matches!(error, AppendError::Failed(FatalError::Poisoned { .. })), "{error}");
    news.changed().await.unwrap();
    assert_eq!(*news.borrow_and_update(), Generation { number: 1, member: None, is_open: false });
    // Until the database is back, every request fails at once with the same error.
    let again = journal.streams().await.unwrap_err();
    assert_eq!(again.to_string(), error.to_string());
    cluster.start_again();
    news.changed().await.unwrap();
    assert_eq!(*news.borrow_and_update(), Generation { number: 2, member: None, is_open: true });
    let second = claim(&journal).await;
    assert_eq!((second.epoch, second.head), (Epoch(2), head));
    append(&journal, second, head).await.unwrap();
    let late = append(&journal, first, head).await.unwrap_err();
    assert!(matches!(late, AppendError::Fenced { current: Epoch(2), .. }), "{late}");
    journal.close().await.unwrap();
    assert!(matches!(journal.streams().await, Err(Error::Failed(FatalError::Closed))));
}

#[tokio::test]
async fn member_rejoins_with_new_id_before_reopening() {
    let Some(cluster) = cluster() else { return };
    let journal = open(&Location::Postgres(cluster.place()));
    let mut news = journal.news();
    let one = members(&journal).join("hall:1", LONG).await.unwrap();
    assert!(!news.has_changed().unwrap(), "who joins knows it");
    assert_eq!(news.borrow().member, Some(one));
    claim(&journal).await;
    cluster.stop();
    while members(&journal).renew().await.is_ok() {}
    cluster.start_again();
    let Generation { member: Some(two), .. } = *news.wait_for(|news| news.number == 2).await.unwrap() else {
        panic!("it has joined before");
    };
    assert_ne!(one, two);
    let Renewal { members: seen, free } = members(&journal).renew().await.unwrap();
    assert_eq!(
        seen.iter().map(|member| (member.id, &*member.address)).collect::<Vec<_>>(),
        [(two, "hall:1")]
    );
    assert_eq!(free.iter().map(|holding| &holding.stream).collect::<Vec<_>>(), [&game()]);
    assert_eq!(claim(&journal).await.epoch, Epoch(2));
}

#[tokio::test]
async fn member_rejoins_after_lease_expires() {
    let Some(cluster) = Cluster::shared() else { return };
    let journal = open(&Location::Postgres(cluster.place()));
    let mut news = journal.news();
    let one = members(&journal).join("hall:1", Duration::from_millis(50)).await.unwrap();
    let held = claim(&journal).await;
    let over = loop {
        if let Err(error) = journal.claim(game()).await {
            break error;
        }
    };
    assert!(matches!(over, Error::Failed(FatalError::LeaseLost)), "{over}");
    let late = append(&journal, held, held.head).await;
    assert!(late.is_err(), "what it held is not served meanwhile, or was claimed since");
    let Generation { member: Some(two), .. } = *news.wait_for(|news| news.number == 2).await.unwrap() else {
        panic!("it has joined before");
    };
    assert!(two > one);
}

#[tokio::test]
async fn promoted_standby_continues_same_journal() {
    let Some(pair) = Pair::start_or_pass_over() else { return };
    let journal = open(&Location::Postgres(pair.place()));
    let mut news = journal.news();
    members(&journal).join("hall:1", LONG).await.unwrap();
    let first = claim(&journal).await;
    let head = append(&journal, first, first.head).await.unwrap();
    pair.fail_over().unwrap();
    while members(&journal).renew().await.is_ok() {}
    news.wait_for(|news| news.number == 2).await.unwrap();
    let second = claim(&journal).await;
    assert_eq!((second.epoch, second.head), (Epoch(2), head));
    append(&journal, second, head).await.unwrap();
}

#[tokio::test]
async fn journal_with_lost_tables_is_not_recreated() {
    let Some(cluster) = cluster() else { return };
    let url = cluster.place();
    let journal = open(&Location::Postgres(url.clone()));
    let mut news = journal.news();
    let held = claim(&journal).await;
    append(&journal, held, held.head).await.unwrap();
    let kill =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ishigaki-journal'";
    let sql = |statement: &str| ishigaki_journal_postgres::harness::sql(&url, statement);
    sql(
        "ALTER TABLE record RENAME TO away; ALTER TABLE journal RENAME TO gone; ALTER TABLE stream RENAME TO lost",
    );
    sql(kill);
    journal.streams().await.unwrap_err();
    news.changed().await.unwrap();
    // Reopening is retried. The first attempt would create an empty journal if that were allowed.
    tokio::time::timeout(Duration::from_millis(500), news.changed()).await.unwrap_err();
    sql(
        "ALTER TABLE away RENAME TO record; ALTER TABLE gone RENAME TO journal; ALTER TABLE lost RENAME TO stream",
    );
    news.changed().await.unwrap();
    assert_eq!(claim(&journal).await.head, Sequence(1));
}

#[tokio::test]
async fn stream_without_acknowledged_records_is_rejected_by_all() {
    let Some(cluster) = cluster() else { return };
    let url = cluster.place();
    let location = Location::Postgres(url.clone());
    let journal = open(&location);
    let mut news = journal.news();
    members(&journal).join("hall:1", LONG).await.unwrap();
    let other = StreamId::new("other").unwrap();
    journal.claim(other.clone()).await.unwrap();
    let held = claim(&journal).await;
    let mut head = held.head;
    for _ in 0..3 {
        head = append(&journal, held, head).await.unwrap();
    }
    // A second copy that was absent when the last record was acknowledged looks like this.
    let cut = "DELETE FROM record WHERE sequence = 3; UPDATE stream SET head = 2 WHERE name = 'game'; \
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'ishigaki-journal%'";
    ishigaki_journal_postgres::harness::sql(&url, cut);
    while members(&journal).renew().await.is_ok() {}
    news.wait_for(|news| news.number == 2).await.unwrap();
    let late = open(&location);
    members(&late).join("hall:2", LONG).await.unwrap();
    let is_refused = |claim: &Result<StreamClaim, Error>| {
        let noted = match claim {
            Err(Error::Damaged { damage, .. }) => Some(damage.sequence),
            _ => None,
        };
        noted == Some(Sequence(3))
    };
    for journal in [&journal, &late] {
        let alone = journal.claim(game()).await;
        assert!(is_refused(&alone), "{alone:?}");
        let mut all = journal.claim_all([game(), other.clone()].into()).await.unwrap();
        assert!(is_refused(&all.remove(&game()).unwrap()));
        let sound = all.remove(&other).unwrap();
        assert_eq!(sound.unwrap().head, Sequence::START, "the others go on");
        members(journal).release(vec![other.clone()], None).await.unwrap();
    }
}

#[tokio::test]
async fn earlier_claimer_sees_a_noted_loss_at_next_renewal() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let journal = open(&Location::Postgres(url.clone()));
    members(&journal).join("hall:1", LONG).await.unwrap();
    let held = claim(&journal).await;
    let head = append(&journal, held, held.head).await.unwrap();
    members(&journal).renew().await.unwrap();
    assert!(members(&journal).losses().is_empty());
    let note = "INSERT INTO note (name, version, bytes) VALUES ('lost', 1, '{\"game\": 1}')";
    ishigaki_journal_postgres::harness::sql(&url, note);
    members(&journal).renew().await.unwrap();
    let lost = Corruption { sequence: head.next(), kind: ishigaki_journal::CorruptionKind::Missing };
    assert_eq!(members(&journal).losses(), [(game(), lost)].into());
}

#[tokio::test]
async fn losses_of_earlier_connection_are_ignored() {
    let Some(cluster) = cluster() else { return };
    let journal = open(&Location::Postgres(cluster.place()));
    let mut news = journal.news();
    members(&journal).join("hall:1", LONG).await.unwrap();
    claim(&journal).await;
    let failed = journal.0.opening().unwrap();
    cluster.stop();
    while members(&journal).renew().await.is_ok() {}
    cluster.start_again();
    news.wait_for(|news| news.number == 2).await.unwrap();
    // A late answer from the first database.
    failed.losses.learn(&SharedNote { version: 7, bytes: Bytes::from_static(b"{\"game\": 0}") });
    assert!(members(&journal).losses().is_empty());
    claim(&journal).await;
}

/// Removes the game's last record, as if a second copy lacked it, and ends all connections of journals.
fn cut(cluster: &Cluster, url: &ishigaki_journal::DatabaseUrl) {
    // This change doesn't wait for a second copy.
    let cut = "SET synchronous_commit = local; BEGIN; DELETE FROM record WHERE sequence = 1; \
        UPDATE stream SET head = 0 WHERE name = 'game'; COMMIT";
    ishigaki_journal_postgres::harness::sql(url, cut);
    cluster.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'ishigaki-journal%'",
    );
}

/// Opens a journal as a member that has only seen another process's record in it.
async fn onlooker(url: &ishigaki_journal::DatabaseUrl) -> Reopening {
    let onlooker = open(&Location::Postgres(url.clone()));
    members(&onlooker).join("hall:2", LONG).await.unwrap();
    assert_eq!(members(&onlooker).holdings().await.unwrap()[0].head, Sequence(1));
    onlooker
}

async fn opened_again(journal: &Reopening) {
    let mut news = journal.news();
    while members(journal).renew().await.is_ok() {}
    news.wait_for(|news| news.number == 2).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn durable_record_seen_but_not_claimed_counts_as_lost() {
    let Some(cluster) = cluster() else { return };
    let url = cluster.place();
    let writer = open(&Location::Postgres(url.clone()));
    let held = claim(&writer).await;
    append(&writer, held, held.head).await.unwrap();
    let onlooker = onlooker(&url).await;
    let deadline = Deadline::begin();
    while !onlooker.0.witness.knows(&game(), Sequence(1)) {
        deadline.lasts("a head that is durable");
        tokio::task::yield_now().await;
    }
    cut(&cluster, &url);
    opened_again(&onlooker).await;
    let refused = onlooker.claim(game()).await;
    assert!(matches!(refused, Err(Error::Damaged { .. })), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn unconfirmed_record_lost_in_failover_is_no_loss() {
    let Some(cluster) = cluster() else { return };
    let url = cluster.place();
    let writer = open(&Location::Postgres(url.clone()));
    let held = claim(&writer).await;
    let watched = open(&Location::Postgres(url.clone()));
    members(&watched).join("hall:2", LONG).await.unwrap();
    cluster.demand_copy(true);
    let writing = writer.clone();
    let written = tokio::spawn(async move { append(&writing, held, held.head).await });
    let (cancel, deadline) = (
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
        Deadline::begin(),
    );
    while cluster.sql(cancel).is_empty() {
        deadline.lasts("a write that waits for a second copy");
    }
    written.await.unwrap().unwrap_err();
    // The record is visible, but the copy that will take over lacks it.
    while members(&watched).holdings().await.unwrap()[0].head != Sequence(1) {
        deadline.lasts("a record whose wait was cancelled");
    }
    cut(&cluster, &url);
    cluster.demand_copy(false);
    opened_again(&watched).await;
    assert_eq!(claim(&watched).await.head, Sequence::START, "it goes on without it");
}

#[tokio::test]
async fn closed_or_departed_journal_is_not_reopened() {
    let Some(cluster) = cluster() else { return };
    let location = Location::Postgres(cluster.place());
    let (left, closed) = (open(&location), open(&location));
    members(&left).join("hall:1", LONG).await.unwrap();
    members(&left).leave().await.unwrap();
    closed.close().await.unwrap();
    cluster.stop();
    for journal in [left, closed] {
        let news = journal.news();
        for _ in 0..2 {
            assert!(matches!(journal.streams().await, Err(Error::Failed(_))));
        }
        assert!(!news.has_changed().unwrap());
        assert_eq!(news.borrow().number, 1);
    }
}

#[tokio::test]
async fn file_journal_is_used_without_membership() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("contest.db");
    let journal = open(&Location::File(file.clone()));
    assert_eq!(journal.file(), Some(&*file));
    assert!(journal.membership().is_none());
    let held = claim(&journal).await;
    assert_eq!(append(&journal, held, held.head).await.unwrap(), Sequence(1));
    journal.close().await.unwrap();
    assert!(journal.streams().await.is_err());
    assert!(journal.news().borrow().is_open);
}
