//! Opening a journal in a database: requirements, errors, and damage.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod pooler;

use bytes::Bytes;
use ishigaki_journal::{
    Append, AppendError, CorruptionKind, DatabaseError, DatabaseFault, DatabaseUrl, Epoch, Error, Expected,
    FatalError, Journal as _, Sequence, StreamClaim, StreamId, SweepCursor,
};
use ishigaki_journal_postgres::PostgresJournal;
use ishigaki_journal_postgres::harness::{Cluster, Deadline, sql};

use pooler::Pooler;

fn open(url: &DatabaseUrl) -> Result<PostgresJournal, Error> {
    PostgresJournal::open(url, Expected::JournalOrNothing)
}

fn fault(url: &DatabaseUrl) -> DatabaseFault {
    match open(url) {
        Err(Error::Database(DatabaseError { fault, .. })) => fault,
        other => panic!("{other:?}"),
    }
}

fn stream(name: &str) -> StreamId {
    StreamId::new(name).unwrap()
}

async fn write(journal: &PostgresJournal, name: &str, records: usize) -> StreamClaim {
    let claim = journal.claim(stream(name)).await.unwrap();
    let records = (0..records).map(|number| Bytes::from(format!("{name} {number}"))).collect();
    let append = Append { stream: stream(name), epoch: claim.epoch, expected: claim.head, records };
    StreamClaim { head: journal.append(append).await.unwrap(), ..claim }
}

#[tokio::test]
async fn records_are_read_after_reopening() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let gone = PostgresJournal::open(&url, Expected::Journal).unwrap_err();
    assert!(matches!(gone, Error::Gone { is_empty: false, .. }), "{gone}");
    let journal = open(&url).unwrap();
    let gone = PostgresJournal::open(&url, Expected::Journal).unwrap_err();
    assert!(matches!(gone, Error::Gone { is_empty: true, .. }), "{gone}");
    write(&journal, "game", 3).await;
    journal.close().await.unwrap();
    assert!(matches!(journal.streams().await, Err(Error::Failed(FatalError::Closed))));
    let journal = PostgresJournal::open(&url, Expected::Journal).unwrap();
    assert_eq!(journal.streams().await.unwrap(), [(stream("game"), Sequence(3))]);
    assert_eq!(journal.claim(stream("game")).await.unwrap().head, Sequence(3));
}

#[tokio::test]
async fn foreign_or_unknown_version_is_rejected() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    sql(&url, "CREATE TABLE record (title text)");
    assert!(matches!(fault(&url), DatabaseFault::Foreign));
    let url = cluster.place();
    open(&url).unwrap().close().await.unwrap();
    sql(&url, "UPDATE journal SET format = 7");
    assert!(matches!(fault(&url), DatabaseFault::UnknownVersion { found: 7, known: 2 }));
    sql(&url, "DELETE FROM journal");
    assert!(matches!(fault(&url), DatabaseFault::Foreign));
}

/// Turns the tables into those of version 1, which had no members.
fn age(url: &DatabaseUrl) {
    sql(
        url,
        "DROP TABLE member, note; ALTER TABLE stream DROP holder, DROP is_claimed; UPDATE journal SET format = 1",
    );
}

#[tokio::test]
async fn tables_that_know_no_members_learn_of_them() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let journal = open(&url).unwrap();
    write(&journal, "game", 3).await;
    journal.close().await.unwrap();
    age(&url);
    // Only the owner may upgrade them.
    let schema = sql(&url, "SELECT current_schema()").remove(0);
    let role = format!("guest_of_{schema}");
    sql(
        &url,
        &format!(
            "CREATE ROLE {role} LOGIN; GRANT USAGE ON SCHEMA {schema} TO {role};
             GRANT SELECT ON journal TO {role}; GRANT SELECT, INSERT ON record TO {role};
             GRANT SELECT, INSERT, UPDATE ON stream TO {role}"
        ),
    );
    let guest = cluster.url(&format!("postgres://{role}@HOST/postgres?options=-csearch_path%3D{schema}"));
    assert!(matches!(fault(&guest), DatabaseFault::UnknownVersion { found: 1, known: 2 }));
    // Neither may a caller that only reads.
    let older = PostgresJournal::open(&url, Expected::JournalAsItIs).unwrap_err();
    assert!(
        matches!(
            &older,
            Error::Database(DatabaseError { fault: DatabaseFault::OlderVersion { found: 1, known: 2 }, .. })
        ),
        "{older}"
    );
    assert_eq!(sql(&url, "SELECT format FROM journal"), ["1"]);
    let journal = PostgresJournal::open(&url, Expected::Journal).unwrap();
    let members = journal.membership().unwrap();
    let member = members.join("hall:1", std::time::Duration::from_hours(1)).await.unwrap();
    assert_eq!(members.renew().await.unwrap().free.len(), 1, "nobody holds what was there before");
    assert_eq!(journal.claim(stream("game")).await.unwrap().head, Sequence(3));
    assert_eq!(members.holdings().await.unwrap().first().unwrap().holder, Some(member));
    // The role has only the permissions for the previous version.
    let DatabaseFault::Refused(why) = fault(&guest) else { panic!("it may not ask who is a member") };
    assert!(why.to_string().contains("member (SELECT)"), "{why}");
}

#[tokio::test]
async fn unsafe_or_read_only_database_is_refused() {
    let Some(cluster) = Cluster::shared() else { return };
    for setting in ["fsync", "full_page_writes"] {
        let careless = Cluster::start(&format!("-c {setting}=off")).unwrap();
        let refused = fault(&careless.place());
        assert!(
            matches!(refused, DatabaseFault::Unsafe { setting: found, needed: "on", .. } if found == setting),
            "{refused}"
        );
    }
    let url = cluster.place();
    let schema = sql(&url, "SELECT current_schema()").remove(0);
    let options = format!("-csearch_path%3D{schema}%20-cdefault_transaction_read_only%3Don");
    let read_only = cluster.url(&format!("postgres://postgres@HOST/postgres?options={options}"));
    assert!(matches!(fault(&read_only), DatabaseFault::ReadOnly));
    // A session that wouldn't wait for the disk is changed to wait.
    let options = format!("-csearch_path%3D{schema}%20-csynchronous_commit%3Doff");
    open(&cluster.url(&format!("postgres://postgres@HOST/postgres?options={options}"))).unwrap();
}

#[tokio::test]
async fn denied_and_unreachable_database_are_distinguished() {
    let Some(cluster) = Cluster::shared() else { return };
    assert!(matches!(fault(&cluster.url("postgres://nobody@HOST/postgres")), DatabaseFault::Refused(_)));
    assert!(matches!(fault(&cluster.url("postgres://postgres@HOST/nosuch")), DatabaseFault::Refused(_)));
    cluster.sql("CREATE ROLE guest LOGIN");
    let may_make_nothing = cluster.url("postgres://guest@HOST/postgres?options=-csearch_path%3Dpublic");
    assert!(matches!(fault(&may_make_nothing), DatabaseFault::Refused(_)));
    let unreachable = cluster.url("postgres://postgres@127.0.0.1:1/postgres");
    assert!(matches!(fault(&unreachable), DatabaseFault::Unreachable(_)));
}

#[tokio::test]
async fn damage_stops_its_stream_alone_and_is_never_given() {
    let Some(cluster) = Cluster::shared() else { return };
    for (change, sequence, kind, is_seen_at_once) in [
        (
            "UPDATE record SET bytes = 'x' WHERE stream = 1 AND sequence = 2",
            2,
            CorruptionKind::Garbled,
            false,
        ),
        ("UPDATE record SET sum = 1 WHERE stream = 1 AND sequence = 3", 3, CorruptionKind::Garbled, false),
        ("DELETE FROM record WHERE stream = 1 AND sequence = 2", 2, CorruptionKind::Missing, true),
        ("DELETE FROM record WHERE stream = 1 AND sequence = 3", 3, CorruptionKind::Missing, true),
        ("UPDATE stream SET head = 2 WHERE number = 1", 3, CorruptionKind::Doubtful, true),
    ] {
        let url = cluster.place();
        let journal = open(&url).unwrap();
        write(&journal, "game", 3).await;
        write(&journal, "other", 3).await;
        journal.close().await.unwrap();
        sql(&url, change);
        let journal = open(&url).unwrap();
        let read = async |limit| journal.read(stream("game"), Sequence(1), limit).await;
        if is_seen_at_once {
            assert!(matches!(journal.claim(stream("game")).await, Err(Error::Damaged { .. })), "{change}");
        }
        let error = read(9).await.unwrap_err();
        assert!(
            matches!(error, Error::Damaged { damage, .. } if damage.sequence == Sequence(sequence) && damage.kind == kind),
            "{change}: {error}"
        );
        // Damage once found is reported by all calls, and the records before it can be read.
        assert!(matches!(journal.claim(stream("game")).await, Err(Error::Damaged { .. })), "{change}");
        let before = usize::try_from(sequence).unwrap() - 1;
        assert_eq!(read(before).await.unwrap().len(), before, "{change}");
        let swept = journal.sweep(SweepCursor::default(), 100).await.unwrap().records;
        let swept = swept.iter().filter(|(name, _)| *name == stream("game"));
        assert!(swept.clone().count() == before, "{change}: {}", swept.count());
        write(&journal, "other", 1).await;
    }
}

#[tokio::test]
async fn damaged_stream_list_is_rejected() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let journal = open(&url).unwrap();
    write(&journal, "game", 1).await;
    journal.close().await.unwrap();
    sql(&url, "UPDATE stream SET name = 'gane'");
    assert!(matches!(fault(&url), DatabaseFault::Broken(1)));
}

#[tokio::test]
async fn cancelled_wait_for_copy_poisons_journal() {
    if Cluster::shared().is_none() {
        return;
    }
    // A separate cluster, because the setting affects all its writers.
    let cluster = Cluster::start("").unwrap();
    let url = cluster.place();
    let journal = open(&url).unwrap();
    let claim = journal.claim(stream("game")).await.unwrap();
    cluster.demand_copy(true);
    let append = Append {
        stream: stream("game"),
        epoch: claim.epoch,
        expected: claim.head,
        records: vec!["a".into()],
    };
    let appended = journal.clone();
    let appended = tokio::spawn(async move { appended.append(append).await });
    cancel_waits(&cluster).await;
    let error = appended.await.unwrap().unwrap_err();
    assert!(
        matches!(error, AppendError::Failed(FatalError::Poisoned { doing: "while writing", .. })),
        "{error}"
    );
    let later = journal.streams().await.unwrap_err();
    assert_eq!(later.to_string(), error.to_string(), "nothing is tried as if nothing had happened");

    let journal = open(&url).unwrap();
    let claimed = journal.clone();
    let claimed = tokio::spawn(async move { claimed.claim(stream("game")).await });
    cancel_waits(&cluster).await;
    let error = claimed.await.unwrap().unwrap_err();
    assert!(matches!(error, Error::Failed(FatalError::Poisoned { doing: "while claiming", .. })), "{error}");

    // When the second copy is back, both turn out to be written.
    cluster.demand_copy(false);
    let claim = open(&url).unwrap().claim(stream("game")).await.unwrap();
    assert_eq!((claim.epoch, claim.head), (Epoch(3), Sequence(1)));
}

/// Waits until a session waits for a second copy, and cancels the wait, as an operator might do.
async fn cancel_waits(cluster: &Cluster) {
    let cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    let deadline = Deadline::begin();
    while cluster.sql(cancel).is_empty() {
        deadline.lasts("a session that waits for a second copy");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn several_writable_hosts_are_rejected() {
    let Some(cluster) = Cluster::shared() else { return };
    let rival = Cluster::start("").unwrap();
    let host = |cluster: &Cluster| {
        let url = cluster.url("postgres://postgres@HOST/postgres");
        url.reveal().split(['@', '/']).nth(3).unwrap().to_owned()
    };
    let place = cluster.place();
    let both = |second: &str| {
        let hosts = format!("{},{second}", host(cluster));
        cluster.url(&place.reveal().replace(&host(cluster), &hosts))
    };
    let hosts = refused_rivals(&both(&host(&rival)));
    assert_eq!(hosts.split(", ").count(), 2, "{hosts}");
    // Two names of one server aren't rivals. A host that doesn't answer or is read-only isn't a rival either.
    open(&both(&host(cluster))).unwrap();
    rival.sql("ALTER SYSTEM SET default_transaction_read_only = on");
    rival.sql("SELECT pg_reload_conf()");
    while rival.sql("SHOW default_transaction_read_only") != ["on"] {}
    open(&both(&host(&rival))).unwrap();
    rival.stop();
    open(&both(&host(&rival))).unwrap();
}

#[tokio::test]
async fn hosts_given_by_address_are_compared_too() {
    if Cluster::shared().is_none() {
        return;
    }
    let (one, other) = (Cluster::start_in_network().unwrap(), Cluster::start_in_network().unwrap());
    let (port, rival) = (one.port().unwrap(), other.port().unwrap());
    let by_address = |ports: [u16; 2]| {
        let [first, second] = ports;
        let addresses = "hostaddr=127.0.0.1,127.0.0.1";
        one.url(&format!("postgres:///postgres?user=postgres&{addresses}&port={first},{second}"))
    };
    let hosts = refused_rivals(&by_address([port, rival]));
    let mut both = [port, rival].map(|port| format!("127.0.0.1:{port}"));
    both.sort();
    assert_eq!(hosts, both.join(", "));
    open(&by_address([port, port])).unwrap();
}

/// Returns the hosts of a URL that is rejected because both accept changes. Retries, because a slow host
/// doesn't count as a rival.
fn refused_rivals(url: &DatabaseUrl) -> String {
    let deadline = Deadline::begin();
    loop {
        match open(url) {
            Err(Error::Database(DatabaseError { fault: DatabaseFault::Rivals { hosts }, .. })) => {
                return hosts;
            }
            other => deadline.lasts(&format!("a refusal of both, which take changes: {other:?}")),
        }
    }
}

#[tokio::test]
async fn pooler_by_transaction_is_refused_and_one_by_session_is_not() {
    if Cluster::shared().is_none() {
        return;
    }
    let cluster = Cluster::start_in_network().unwrap();
    for (mode, is_refused) in [("transaction", true), ("statement", true), ("session", false)] {
        let Some(pooler) = Pooler::start_or_pass_over(&cluster, mode) else { return };
        let url = pooler.url(&cluster);
        if is_refused {
            assert!(matches!(fault(&url), DatabaseFault::Pooled), "{mode}");
            assert_eq!(
                cluster.sql("SELECT count(*) FROM pg_tables WHERE tablename = 'record'"),
                ["0"],
                "{mode}"
            );
        } else {
            let journal = open(&url).unwrap();
            write(&journal, "game", 2).await;
            journal.close().await.unwrap();
        }
    }
}
