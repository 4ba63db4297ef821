//! Members of one journal: a live member keeps its claimed streams. A dead one loses them, and all its calls
//! fail.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use bytes::Bytes;
use ishigaki_journal::{
    AppendError, DatabaseUrl, Epoch, Error, Expected, FatalError, Holding, Journal as _, Member, MemberId,
    Membership, Renewal, Sequence, SharedNote, StreamClaim, StreamId,
};
use ishigaki_journal_postgres::PostgresJournal;
use ishigaki_journal_postgres::harness::{Cluster, Deadline, sql};
use rustix::process::Signal;

use crate::rival::{self, ELSEWHERE, RivalProcess, append, open};

const LONG: Duration = Duration::from_hours(1);

fn stream(name: &str) -> StreamId {
    StreamId::new(name).unwrap()
}

fn members(journal: &PostgresJournal) -> &dyn Membership {
    journal.membership().unwrap()
}

/// A journal that stays a member for the whole test.
async fn joined(url: &DatabaseUrl, address: &str) -> (PostgresJournal, MemberId) {
    let journal = open(url);
    let member = members(&journal).join(address, LONG).await.unwrap();
    (journal, member)
}

async fn claim(journal: &PostgresJournal, name: &str) -> Result<StreamClaim, Error> {
    journal.claim(stream(name)).await
}

async fn renew(journal: &PostgresJournal) -> Renewal {
    members(journal).renew().await.unwrap()
}

fn is_held_by(claim: &Result<StreamClaim, Error>, member: MemberId) -> bool {
    matches!(claim, Err(Error::Held { holder, .. }) if *holder == member)
}

fn is_over<T>(answer: &Result<T, Error>) -> bool {
    matches!(answer, Err(Error::Failed(FatalError::LeaseLost)))
}

fn names(holdings: &[Holding]) -> Vec<&str> {
    holdings.iter().map(|holding| holding.stream.as_str()).collect()
}

#[tokio::test]
async fn members_see_each_other_and_their_holdings() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let (first, one) = joined(&url, "hall:1").await;
    let (second, two) = joined(&url, "hall:2").await;
    assert_ne!(one, two);
    for name in ["a", "b"] {
        claim(&first, name).await.unwrap();
    }
    claim(&second, "c").await.unwrap();
    let Renewal { members: seen, free } = renew(&second).await;
    let summary = |Member { id, address, is_alive, is_draining, held, .. }: &Member| {
        (*id, address.clone(), *is_alive, *is_draining, *held)
    };
    let expected = [(one, "hall:1".into(), true, false, 2), (two, "hall:2".into(), true, false, 1)];
    assert_eq!(seen.iter().map(summary).collect::<Vec<_>>(), expected);
    assert!(seen.iter().all(|member| member.seen < LONG));
    assert_eq!(free, []);
    let holdings = members(&first).holdings().await.unwrap();
    assert_eq!(names(&holdings), ["a", "b", "c"]);
    assert!(holdings.iter().all(|holding| holding.is_claimed && holding.head == Sequence::START));
    assert_eq!(holdings.iter().map(|holding| holding.holder).collect::<Vec<_>>(), [one, one, two].map(Some));
}

#[tokio::test]
#[expect(clippy::disallowed_methods, reason = "it measures how long a lease lasts")]
async fn stream_of_a_living_member_is_held_and_of_a_dead_one_free() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let first = open(&url);
    let (second, _) = joined(&url, "hall:2").await;
    let lease = Duration::from_secs(1);
    let start = Instant::now();
    let one = members(&first).join("hall:1", lease).await.unwrap();
    let held = claim(&first, "game").await.unwrap();
    let taken = loop {
        match claim(&second, "game").await {
            Ok(taken) => break taken,
            refused => assert!(is_held_by(&refused, one), "{refused:?}"),
        }
    };
    assert!(start.elapsed() >= lease, "it was held for as long as its holder's lease ran");
    assert_eq!(taken.epoch, Epoch(2), "refused claims leave the writer as it is");
    let seen = renew(&second).await.members;
    assert!(seen.iter().any(|member| member.id == one && !member.is_alive && member.held == 0), "{seen:?}");
    // All its calls fail with an expired lease, and its appends are fenced.
    let late = first.append(append(&stream("game"), held, held.head, "late")).await;
    assert!(matches!(late, Err(AppendError::Fenced { current: Epoch(2), .. })), "{late:?}");
    assert!(is_over(&members(&first).renew().await));
    assert!(is_over(&members(&first).release(vec![stream("game")], None).await));
    assert!(is_over(&members(&first).leave().await));
    assert!(is_over(&claim(&first, "another").await));
    assert!(is_over(&members(&first).join("hall:1", lease).await), "it is opened again first");
    // Calls that don't need a membership still work.
    assert_eq!(members(&first).holdings().await.unwrap().len(), 1);
    assert_eq!(first.streams().await.unwrap(), [(stream("game"), Sequence::START)]);
}

#[tokio::test]
async fn stream_is_not_free_while_holder_is_alive() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let (second, _) = joined(&url, "hall:2").await;
    // The race is only possible just when a lease expires, so it is tried several times.
    for round in 0..30 {
        let first = open(&url);
        let one = members(&first).join("hall:1", Duration::from_millis(40)).await.unwrap();
        let claimed = claim(&first, &format!("game{round}")).await;
        if is_over(&claimed) {
            // The machine was too slow, so this round proves nothing.
            first.close().await.unwrap();
            continue;
        }
        claimed.unwrap();
        loop {
            let Renewal { members: seen, free } = renew(&second).await;
            let is_alive = seen.iter().any(|member| member.id == one && member.is_alive);
            let is_free = free.iter().any(|holding| holding.holder == Some(one));
            assert!(!(is_alive && is_free), "{seen:?} {free:?}");
            if is_free {
                break;
            }
        }
        first.close().await.unwrap();
    }
}

#[tokio::test]
async fn member_seen_by_a_fast_clock_has_one_lease_to_renew() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let ((first, one), (second, _)) = (joined(&url, "hall:1").await, joined(&url, "hall:2").await);
    for name in ["kept", "lost"] {
        claim(&first, name).await.unwrap();
    }
    // Like a promoted standby with its clock ahead.
    let ahead = format!("UPDATE member SET seen = seen + 3 * lease WHERE number = {one}");
    sql(&url, &ahead);
    assert!(renew(&second).await.free.is_empty(), "one that lives loses nothing");
    assert!(renew(&first).await.members.iter().all(|member| member.is_alive));
    assert!(is_held_by(&claim(&second, "kept").await, one));
    sql(&url, &ahead);
    assert!(renew(&second).await.free.is_empty());
    // Two leases later.
    sql(&url, &format!("UPDATE member SET seen = seen - 2 * lease WHERE number = {one}"));
    assert_eq!(names(&renew(&second).await.free), ["kept", "lost"]);
    claim(&second, "lost").await.unwrap();
}

#[tokio::test]
async fn claim_after_lease_expiry_is_rejected() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let journal = open(&url);
    members(&journal).join("hall:1", Duration::from_millis(1)).await.unwrap();
    while claim(&journal, "game").await.is_ok() {}
    assert!(is_over(&claim(&journal, "other").await));
    assert!(journal.streams().await.unwrap().iter().all(|(name, _)| *name == stream("game")));
}

#[tokio::test]
async fn released_stream_is_reserved_for_its_new_holder() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let (first, one) = joined(&url, "hall:1").await;
    let (second, two) = joined(&url, "hall:2").await;
    let (third, three) = joined(&url, "hall:3").await;
    for name in ["a", "b"] {
        claim(&first, name).await.unwrap();
    }
    claim(&third, "c").await.unwrap();
    let all = || ["a", "c", "nosuch"].map(stream).to_vec();
    members(&first).release(all(), Some(two)).await.unwrap();
    let handed =
        |name| Holding { stream: stream(name), head: Sequence::START, holder: Some(two), is_claimed: false };
    assert!(is_held_by(&claim(&third, "a").await, two));
    assert!(is_held_by(&claim(&first, "a").await, two), "who handed it over has to ask, too");
    assert!(is_held_by(&claim(&first, "c").await, three), "what another holds is not one's own to give");
    assert_eq!(renew(&third).await.free, []);
    assert_eq!(renew(&second).await.free, [handed("a")]);
    assert_eq!(claim(&second, "a").await.unwrap().epoch, Epoch(2));
    assert_eq!(renew(&second).await.free, []);
    assert!(is_held_by(&claim(&second, "b").await, one));
    // The second member leaves before it claims the handed stream, which is then free for all.
    members(&first).release(vec![stream("b")], Some(two)).await.unwrap();
    assert_eq!(renew(&second).await.free, [handed("b")]);
    members(&second).leave().await.unwrap();
    assert_eq!(names(&renew(&third).await.free), ["a", "b"]);
    assert_eq!(claim(&third, "b").await.unwrap().epoch, Epoch(2));
}

#[tokio::test]
async fn leaving_member_frees_its_streams() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let (first, one) = joined(&url, "hall:1").await;
    let (second, two) = joined(&url, "hall:2").await;
    for name in ["a", "b", "c"] {
        claim(&first, name).await.unwrap();
    }
    members(&first).release(vec![stream("b")], None).await.unwrap();
    assert_eq!(names(&renew(&second).await.free), ["b"]);
    members(&first).leave().await.unwrap();
    let Renewal { members: seen, free } = renew(&second).await;
    assert_eq!(names(&free), ["a", "b", "c"]);
    assert!(free.iter().all(|holding| holding.holder.is_none() && !holding.is_claimed));
    assert_eq!(seen.iter().map(|member| member.id).collect::<Vec<_>>(), [two]);
    assert!(!members(&second).drain(one, true).await.unwrap());
    assert!(is_over(&members(&first).renew().await));
    assert!(is_over(&claim(&first, "a").await), "it does not ask nobody now that it is nobody");
}

#[tokio::test]
async fn joining_with_same_address_replaces_member() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let (first, one) = joined(&url, "hall:1").await;
    claim(&first, "game").await.unwrap();
    let (again, two) = joined(&url, "hall:1").await;
    let Renewal { members: seen, free } = renew(&again).await;
    assert_eq!(seen.iter().map(|member| member.id).collect::<Vec<_>>(), [two]);
    assert_eq!(free.iter().map(|holding| holding.holder).collect::<Vec<_>>(), [Some(one)]);
    assert!(is_over(&members(&first).renew().await));
    assert_eq!(claim(&again, "game").await.unwrap().epoch, Epoch(2));
}

#[tokio::test]
async fn any_living_member_can_be_drained_and_that_be_undone() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let (first, one) = joined(&url, "hall:1").await;
    // The operator need not be a member.
    let operator = open(&url);
    for is_draining in [true, false] {
        assert!(members(&operator).drain(one, is_draining).await.unwrap());
        let seen = renew(&first).await.members;
        assert_eq!(seen.iter().map(|member| member.is_draining).collect::<Vec<_>>(), [is_draining]);
    }
    assert!(!members(&operator).drain(MemberId(one.0 + 1), true).await.unwrap());
}

#[tokio::test]
async fn non_member_claim_succeeds_without_holder() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let (first, _) = joined(&url, "hall:1").await;
    claim(&first, "game").await.unwrap();
    let alone = open(&url);
    assert_eq!(claim(&alone, "game").await.unwrap().epoch, Epoch(2));
    assert_eq!(members(&alone).holdings().await.unwrap().iter().map(|held| held.holder).next(), Some(None));
    assert!(is_over(&members(&alone).renew().await));
    assert!(is_over(&members(&alone).leave().await));
    assert_eq!(names(&renew(&first).await.free), ["game"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_claims_have_one_winner() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let mut rivals = Vec::new();
    for number in 0..4 {
        rivals.push(joined(&url, &format!("hall:{number}")).await);
    }
    for turn in 0..10 {
        let game = format!("game {turn}");
        let claims = rivals.iter().map(|(journal, _)| {
            let (journal, game) = (journal.clone(), stream(&game));
            tokio::spawn(async move { journal.claim(game).await })
        });
        let mut holder = None;
        let mut refused = Vec::new();
        for (claim, (_, member)) in claims.collect::<Vec<_>>().into_iter().zip(&rivals) {
            match claim.await.unwrap() {
                Ok(StreamClaim { epoch, .. }) => {
                    assert_eq!(epoch, Epoch(1));
                    assert_eq!(holder.replace(*member), None, "two have it");
                }
                Err(Error::Held { holder, .. }) => refused.push(holder),
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(refused, [holder.unwrap(); 3]);
    }
}

fn hundred() -> BTreeSet<StreamId> {
    (0..100).map(|number| stream(&format!("game {number}"))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn members_claiming_the_same_hundred_share_them() {
    let Some(cluster) = Cluster::shared() else { return };
    for turn in 0..5 {
        let url = cluster.place();
        let (dead, holder) = joined(&url, "hall:0").await;
        // In an order other than by name, and some of them unknown to the database.
        for game in hundred().into_iter().rev().skip(turn * 5) {
            dead.claim(game).await.unwrap();
        }
        let mut rivals = Vec::new();
        for number in 1..4 {
            rivals.push(joined(&url, &format!("hall:{number}")).await);
        }
        let claims = rivals[0].0.claim_all(hundred()).await.unwrap();
        let held = claims.values().filter(|claim| is_held_by(claim, holder)).count();
        assert_eq!(held, 100 - turn * 5, "who is alive holds what it has");
        members(&dead).leave().await.unwrap();
        let mut claims = Vec::new();
        for (journal, member) in &rivals {
            let journal = journal.clone();
            claims.push((*member, tokio::spawn(async move { journal.claim_all(hundred()).await })));
        }
        let mut holders: BTreeMap<StreamId, Vec<MemberId>> = BTreeMap::new();
        for (member, claims) in claims {
            let claims = claims.await.unwrap().unwrap();
            assert_eq!(claims.len(), 100);
            for (game, claim) in claims {
                match claim {
                    Ok(_) => holders.entry(game).or_default().push(member),
                    Err(Error::Held { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        }
        assert_eq!(holders.len(), 100);
        for holding in members(&rivals[0].0).holdings().await.unwrap() {
            assert_eq!(holders[&holding.stream], [holding.holder.unwrap()], "{}", holding.stream);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn claim_all_takes_only_free_streams() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let (first, one) = joined(&url, "hall:1").await;
    let (second, two) = joined(&url, "hall:2").await;
    for game in ["a", "b", "c"] {
        claim(&first, game).await.unwrap();
    }
    members(&first).release(vec![stream("b")], None).await.unwrap();
    members(&first).release(vec![stream("c")], Some(two)).await.unwrap();
    let requested: BTreeSet<StreamId> = ["a", "b", "c", "d"].map(stream).into();
    let claims = second.claim_all(requested.clone()).await.unwrap();
    assert!(is_held_by(&claims[&stream("a")], one));
    let epochs = ["b", "c", "d"].map(|game| claims[&stream(game)].as_ref().unwrap().epoch);
    assert_eq!(epochs, [Epoch(2), Epoch(2), Epoch(1)]);
    members(&second).leave().await.unwrap();
    assert!(is_over(&second.claim_all(requested).await), "who has left takes nothing");
    assert_eq!(names(&renew(&first).await.free), ["b", "c", "d"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn note_write_needs_current_version() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let (first, second) = (open(&url), open(&url));
    let note = async |journal: &PostgresJournal| members(journal).note("tokens", 0).await.unwrap();
    let write = async |journal: &PostgresJournal, known, text: &'static str| {
        members(journal).write_note("tokens", known, Bytes::from_static(text.as_bytes())).await.unwrap()
    };
    assert_eq!(note(&first).await, None);
    assert!(!write(&first, 1, "there is none yet").await);
    assert!(write(&first, 0, "a").await);
    assert!(!write(&second, 0, "b").await);
    assert_eq!(note(&second).await, Some(SharedNote { version: 1, bytes: "a".into() }));
    assert!(write(&second, 1, "b").await);
    assert!(!write(&first, 1, "c").await);
    assert!(!write(&first, u64::MAX, "c").await);
    assert_eq!(note(&first).await, Some(SharedNote { version: 2, bytes: "b".into() }));
    for (known, is_news) in [(1, true), (2, false), (3, true)] {
        let found = members(&second).note("tokens", known).await.unwrap();
        assert_eq!(found.is_some(), is_news, "version 2, and {known} is known");
    }
    // Concurrent additions are all kept.
    let add = async |journal: PostgresJournal| {
        for _ in 0..20 {
            loop {
                let SharedNote { version, bytes } =
                    members(&journal).note("tokens", 0).await.unwrap().unwrap();
                let more = [&bytes[..], b"."].concat().into();
                if members(&journal).write_note("tokens", version, more).await.unwrap() {
                    break;
                }
            }
        }
    };
    tokio::join!(add(first.clone()), add(second.clone()));
    let SharedNote { version, bytes } = note(&first).await.unwrap();
    assert_eq!((version, bytes.len()), (42, 41));
    assert_eq!(members(&first).note("another\0", 0).await.unwrap(), None);
}

/// Waits until `count` sessions wait for a second copy.
async fn copy_waits(cluster: &Cluster, count: usize) {
    let deadline = Deadline::begin();
    while cluster.waiting_for_copy() < count {
        deadline.lasts("sessions that wait for a second copy");
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lease_is_renewed_while_appends_wait_for_copy() {
    if Cluster::shared().is_none() {
        return;
    }
    // A separate cluster, because the setting affects all its writers.
    let cluster = Cluster::start("").unwrap();
    let (journal, _) = joined(&cluster.place(), "hall:1").await;
    let game = stream("game");
    let held = claim(&journal, "game").await.unwrap();
    cluster.demand_copy(true);
    let appended = journal.clone();
    let appended = tokio::spawn(async move { appended.append(append(&game, held, held.head, "a")).await });
    copy_waits(&cluster, 1).await;
    for _ in 0..3 {
        renew(&journal).await;
    }
    assert!(!appended.is_finished());
    cluster.demand_copy(false);
    assert_eq!(appended.await.unwrap().unwrap(), Sequence(1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn leases_are_renewed_while_changes_wait_for_a_second_copy() {
    if Cluster::shared().is_none() {
        return;
    }
    let cluster = Cluster::start("").unwrap();
    let url = cluster.place();
    let (first, one) = joined(&url, "hall:1").await;
    let (second, two) = joined(&url, "hall:2").await;
    claim(&first, "game").await.unwrap();
    cluster.demand_copy(true);
    for drained in [one, two] {
        assert!(members(&first).drain(drained, true).await.unwrap(), "it waits for nothing");
    }
    let journal = first.clone();
    let released = tokio::spawn(async move { members(&journal).release(vec![stream("game")], None).await });
    let journal = second.clone();
    let noted = tokio::spawn(async move { members(&journal).write_note("tokens", 0, Bytes::new()).await });
    copy_waits(&cluster, 2).await;
    for _ in 0..3 {
        for journal in [&first, &second] {
            assert!(renew(journal).await.members.iter().all(|member| member.is_alive && member.is_draining));
            assert_eq!(names(&members(journal).holdings().await.unwrap()), ["game"]);
            assert_eq!(members(journal).note("tokens", 0).await.unwrap(), None, "it is not there yet");
        }
    }
    assert!(!released.is_finished() && !noted.is_finished());
    cluster.demand_copy(false);
    released.await.unwrap().unwrap();
    assert!(noted.await.unwrap().unwrap());
}

#[tokio::test]
async fn head_update_touches_no_index() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let (journal, _) = joined(&url, "hall:1").await;
    let mut held = claim(&journal, "game").await.unwrap();
    for _ in 0..100 {
        held.head = journal.append(append(&stream("game"), held, held.head, "a")).await.unwrap();
    }
    journal.close().await.unwrap();
    // A session reports its statistics when it ends.
    let updates = "SELECT n_tup_upd FROM pg_stat_user_tables WHERE relname = 'stream'
        AND schemaname = current_schema() AND n_tup_upd >= 100 AND n_tup_hot_upd = n_tup_upd";
    let deadline = Deadline::begin();
    while sql(&url, updates).is_empty() {
        deadline.lasts("the figures of a session that has ended");
    }
}

#[tokio::test]
async fn closed_journal_rejects_membership_renewal() {
    let Some(cluster) = Cluster::shared() else { return };
    let (journal, _) = joined(&cluster.place(), "hall:1").await;
    journal.close().await.unwrap();
    let answer = members(&journal).renew().await;
    assert!(matches!(answer, Err(Error::Failed(_))) && !is_over(&answer), "{answer:?}");
}

#[tokio::test]
#[ignore = "the other process of the tests here, which start it"]
async fn rival_process() {
    let Some(url) = rival::place() else { return };
    let journal = PostgresJournal::open(&url, Expected::JournalOrNothing).unwrap();
    let lease = std::env::var(LEASE).unwrap().parse().map(Duration::from_millis).unwrap();
    let member = members(&journal).join(&format!("rival:{}", std::process::id()), lease).await.unwrap();
    println!("rival: {member}");
    let held = claim(&journal, "game").await.unwrap();
    let mut head = held.head;
    loop {
        match journal.append(append(&stream("game"), held, head, "its own")).await {
            Ok(new) => head = new,
            Err(error) => break println!("rival: {error}"),
        }
        // It renews rarely, so an append is the first call to fail.
        if head.0.is_multiple_of(8) {
            drop(members(&journal).renew().await);
        }
        println!("rival: {head}");
    }
    println!("rival: {}", members(&journal).renew().await.unwrap_err());
}

/// Environment variable with the other process's lease in milliseconds.
const LEASE: &str = "ISHIGAKI_RIVAL_LEASE";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopped_member_loses_its_streams_and_writes_nothing_later() {
    let Some(cluster) = Cluster::shared() else { return };
    for turn in 0..3 {
        let url = cluster.place();
        let (journal, _) = joined(&url, "hall:1").await;
        let mut zombie =
            RivalProcess::start("members::rival_process", &[(ELSEWHERE, url.reveal()), (LEASE, "1000")]);
        let member = MemberId(zombie.message().unwrap().parse().unwrap());
        let mut acked = 0;
        for _ in 0..20 + 7 * turn {
            acked = zombie.message().unwrap().parse().unwrap();
        }
        assert!(is_held_by(&claim(&journal, "game").await, member));
        zombie.signal(Signal::STOP);
        let taken = loop {
            match claim(&journal, "game").await {
                Ok(taken) => break taken,
                refused => assert!(is_held_by(&refused, member), "{refused:?}"),
            }
        };
        assert!(taken.head.0 >= acked, "what was answered is there: {acked} of {}", taken.head);
        zombie.signal(Signal::CONT);
        let end = loop {
            match zombie.message().unwrap() {
                message if message.parse().is_ok_and(|sequence: u64| sequence <= taken.head.0) => {}
                message => break message,
            }
        };
        assert!(end.contains("is fenced"), "{end}");
        assert_eq!(zombie.message().unwrap(), FatalError::LeaseLost.to_string());
        assert_eq!(journal.streams().await.unwrap(), [(stream("game"), taken.head)]);
    }
}
