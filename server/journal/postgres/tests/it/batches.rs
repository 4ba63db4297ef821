//! Claims and appends of a hundred streams, each batch in one statement, at the same time. Each stream gets
//! one writer, and a fenced writer's batch changes nothing.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use std::collections::BTreeSet;
use std::time::Duration;

use bytes::Bytes;
use ishigaki_journal::{
    Append, AppendError, Claims, Epoch, Error, FatalError, Journal as _, Sequence, StreamClaim, StreamId,
};
use ishigaki_journal_postgres::PostgresJournal;
use ishigaki_journal_postgres::harness::{Cluster, sql};

use crate::rival::{HeldRow, await_waiting, open, place_of};

/// Names of a hundred games in order of their numbers in the database.
fn games() -> Vec<StreamId> {
    (0..100).map(|number| StreamId::new(format!("game {number:02}")).unwrap()).collect()
}

async fn claim_all(journal: &PostgresJournal) -> Result<Claims, Error> {
    journal.claim_all(games().into_iter().collect()).await
}

/// Sends one append to each game with its claim, all at once, and returns the results.
async fn append_to_all(journal: PostgresJournal, claims: Claims) -> Vec<Result<Sequence, AppendError>> {
    let mut under_way = Vec::new();
    for (game, claim) in claims {
        let claim: StreamClaim = claim.unwrap();
        let records = vec![Bytes::from_static(b"a")];
        let append = Append { stream: game, epoch: claim.epoch, expected: claim.head, records };
        let journal = journal.clone();
        under_way.push(tokio::spawn(async move { journal.append(append).await }));
    }
    let mut outcomes = Vec::new();
    for append in under_way {
        outcomes.push(append.await.unwrap());
    }
    outcomes
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn claim_of_many_waits_for_a_batch_under_way_and_counts_it() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = place_of(cluster, "counts");
    let (zombie, next) = (open(&url), open(&url));
    let claims = claim_all(&zombie).await.unwrap();
    // Half of the batch is written when the claim arrives.
    let held = HeldRow::of(&url, "game 50");
    let written = tokio::spawn(append_to_all(zombie, claims));
    await_waiting(cluster, "counts", 1);
    let taken = tokio::spawn({
        let next = next.clone();
        async move { claim_all(&next).await.unwrap() }
    });
    await_waiting(cluster, "counts", 2);
    held.release();
    let (written, taken) = (written.await.unwrap(), taken.await.unwrap());
    for ((game, taken), written) in taken.into_iter().zip(written) {
        let taken = taken.unwrap();
        assert_eq!(taken.epoch, Epoch(2));
        // Some of the hundred may be in a second statement after the claim.
        match written {
            Ok(head) => assert_eq!(taken.head, head, "{game}"),
            Err(AppendError::Fenced { current: Epoch(2), .. }) => {
                assert_eq!(taken.head, Sequence(0), "{game}");
            }
            Err(error) => panic!("{error}"),
        }
        let found = next.read(game, Sequence(1), 9).await.unwrap();
        assert_eq!(found.len() as u64, taken.head.0, "nothing was written behind the claim's back");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn batch_after_competing_claim_is_fenced_and_writes_nothing() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = place_of(cluster, "behind");
    let (zombie, next) = (open(&url), open(&url));
    let claims = claim_all(&zombie).await.unwrap();
    // Holds the last row, so that no append is sent before the claim has locked its game's row.
    let held = HeldRow::of(&url, "game 99");
    let taken = tokio::spawn({
        let next = next.clone();
        async move { claim_all(&next).await.unwrap() }
    });
    await_waiting(cluster, "behind", 1);
    let written = tokio::spawn(append_to_all(zombie, claims));
    await_waiting(cluster, "behind", 2);
    held.release();
    let taken = taken.await.unwrap();
    assert!(taken.values().all(|taken| taken.as_ref().unwrap().head == Sequence(0)));
    let fenced = |written: &Result<_, _>| {
        matches!(written, Err(AppendError::Fenced { held: Epoch(1), current: Epoch(2) }))
    };
    let written = written.await.unwrap();
    assert!(written.iter().all(fenced), "{written:?}");
    assert_eq!(sql(&url, "SELECT count(*) FROM record"), ["0"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn claims_of_a_dying_member_are_fenced_by_the_next() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = place_of(cluster, "dies");
    let (zombie, next) = (open(&url), open(&url));
    for game in games() {
        next.claim(game).await.unwrap();
    }
    let lease = Duration::from_millis(500);
    zombie.membership().unwrap().join("hall:1", lease).await.unwrap();
    let member = next.membership().unwrap().join("hall:2", Duration::from_hours(1)).await.unwrap();
    let held = HeldRow::of(&url, "game 50");
    let stolen = tokio::spawn({
        let zombie = zombie.clone();
        async move { claim_all(&zombie).await }
    });
    await_waiting(cluster, "dies", 1);
    // Its lease expires while its claims wait.
    let is_dead = "SELECT number FROM member WHERE address = 'hall:1' AND seen + lease < clock_timestamp()";
    while sql(&url, is_dead).is_empty() {}
    let taken = tokio::spawn({
        let next = next.clone();
        async move { claim_all(&next).await.unwrap() }
    });
    await_waiting(cluster, "dies", 2);
    held.release();
    let stolen = stolen.await.unwrap().unwrap();
    let taken = taken.await.unwrap();
    for claims in stolen.values().zip(taken.values()) {
        let (Ok(stolen), Ok(taken)) = claims else { panic!("{claims:?}") };
        assert_eq!((stolen.epoch, taken.epoch), (Epoch(2), Epoch(3)));
    }
    let holders: BTreeSet<_> =
        next.membership().unwrap().holdings().await.unwrap().iter().map(|held| held.holder).collect();
    assert_eq!(holders, [Some(member)].into());
    let written = append_to_all(zombie.clone(), stolen).await;
    let fenced =
        |written: &Result<_, _>| matches!(written, Err(AppendError::Fenced { current: Epoch(3), .. }));
    assert!(written.iter().all(fenced), "{written:?}");
    let over = claim_all(&zombie).await;
    assert!(matches!(over, Err(Error::Failed(FatalError::LeaseLost))), "{over:?}");
    assert!(append_to_all(next, taken).await.iter().all(Result::is_ok));
}
