//! The clauses of the contract, each tested on an empty journal. The tests of every engine include this file
//! and generate their tests with [`clauses`].

use std::collections::BTreeSet;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use bytes::Bytes;
use ishigaki_journal::{
    Append, AppendError, Epoch, Error, Journal, Record, Sequence, StreamClaim, StreamId, SweepCursor,
};
use tokio::task::coop::consume_budget;

/// Makes each clause a test on a new journal, which is kept with its resources until the test ends.
macro_rules! clauses {
    ($name:ident, $new:expr) => {
        $crate::contract::clauses::listed! { $name, $new,
            records_come_back_in_order
            reading_starts_where_asked_and_stops_at_the_limit
            a_sweep_gives_every_stream_in_order_and_goes_on_at_its_mark
            a_sweep_ends_where_records_are_as_long_as_a_page
            checkpoint_replaces_the_former_and_stays_with_its_stream
            an_append_must_expect_the_head
            an_append_must_hold_the_latest_epoch
            a_second_claimer_fences_the_first
            a_claim_parts_the_appends_that_are_under_way
            claims_of_many_streams_are_each_as_it_would_be_alone
            a_claim_of_many_streams_parts_the_appends_of_each
            a_refused_append_leaves_nothing
            an_append_without_records_is_refused
            an_unclaimed_stream_is_unknown
            streams_do_not_touch_each_other
            records_may_be_empty_or_large
            appends_may_be_under_way_together
            a_reader_sees_the_appends_before_it_and_none_after
            readers_of_several_streams_see_each_as_it_is_at_their_turn
            a_task_that_has_used_up_its_time_keeps_its_order
            of_rival_appends_one_is_made
            many_writers_leave_no_gap
        }
    };
}

macro_rules! listed {
    ($name:ident, $new:expr, $($clause:ident)*) => {
        mod $name {
            use super::*;
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $clause() {
                    let made = $new;
                    let Some((journal, _home)) = made else { return };
                    crate::contract::clauses::$clause(Arc::new(journal)).await;
                }
            )*
        }
    };
}

pub(crate) use {clauses, listed};

pub(crate) fn stream(name: &str) -> StreamId {
    StreamId::new(name).unwrap()
}

pub(crate) fn append(stream: &StreamId, claim: StreamClaim, expected: Sequence, records: &[&str]) -> Append {
    let records = records.iter().map(|record| Bytes::copy_from_slice(record.as_bytes())).collect();
    Append { stream: stream.clone(), epoch: claim.epoch, expected, records }
}

pub(crate) async fn all(journal: &dyn Journal, stream: &StreamId) -> Vec<Record> {
    journal.read(stream.clone(), Sequence::START, usize::MAX).await.unwrap()
}

/// Checks that the stream has exactly these records, from 1 without a gap.
pub(crate) async fn check(journal: &dyn Journal, stream: &StreamId, expected: &[&str]) {
    let expected: Vec<_> = (1..)
        .map(Sequence)
        .zip(expected)
        .map(|(sequence, text)| Record { sequence, bytes: Bytes::copy_from_slice(text.as_bytes()) })
        .collect();
    // Compared outside `assert_eq`, because records don't implement `Debug` with their contents.
    assert!(all(journal, stream).await == expected, "stream {stream} does not hold the expected records");
    let head = Sequence(expected.len() as u64);
    assert!(journal.streams().await.unwrap().contains(&(stream.clone(), head)));
}

pub(crate) async fn records_come_back_in_order(journal: Arc<dyn Journal>) {
    let game = stream("game");
    let claim = journal.claim(game.clone()).await.unwrap();
    assert_eq!(claim, StreamClaim { epoch: Epoch(1), head: Sequence::START });
    let head = journal.append(append(&game, claim, Sequence(0), &["a"])).await.unwrap();
    assert_eq!(head, Sequence(1));
    let head = journal.append(append(&game, claim, head, &["b", "c", "d"])).await.unwrap();
    assert_eq!(head, Sequence(4));
    check(&*journal, &game, &["a", "b", "c", "d"]).await;
    assert_eq!(journal.claim(game).await.unwrap(), StreamClaim { epoch: Epoch(2), head });
}

pub(crate) async fn reading_starts_where_asked_and_stops_at_the_limit(journal: Arc<dyn Journal>) {
    let game = stream("game");
    let claim = journal.claim(game.clone()).await.unwrap();
    journal.append(append(&game, claim, claim.head, &["a", "b", "c", "d", "e"])).await.unwrap();
    for (from, limit, expected) in [
        (0, 2, &[1, 2][..]),
        (1, 2, &[1, 2]),
        (3, 2, &[3, 4]),
        (4, 9, &[4, 5]),
        (5, usize::MAX, &[5]),
        (6, 9, &[]),
        (u64::MAX, usize::MAX, &[]),
        (2, 0, &[]),
    ] {
        let read = journal.read(game.clone(), Sequence(from), limit).await.unwrap();
        let sequences: Vec<_> = read.iter().map(|record| record.sequence.0).collect();
        assert_eq!(sequences, expected, "from {from}, at most {limit}");
    }
}

/// Returns all records of a sweep in pages of `limit`.
pub(crate) async fn swept(journal: &dyn Journal, limit: usize) -> Vec<(StreamId, Record)> {
    let mut records = Vec::new();
    let mut from = Some(SweepCursor::default());
    while let Some(mark) = from {
        let page = journal.sweep(mark, limit).await.unwrap();
        assert!(page.records.len() <= limit);
        records.extend(page.records);
        from = page.next;
    }
    records
}

pub(crate) async fn checkpoint_replaces_the_former_and_stays_with_its_stream(journal: Arc<dyn Journal>) {
    let (game, other, unknown) = (stream("game"), stream("other"), stream("unknown"));
    for stream in [&game, &other] {
        journal.claim(stream.clone()).await.unwrap();
    }
    let requested = BTreeSet::from([game.clone(), other.clone(), unknown.clone()]);
    assert!(journal.checkpoints(requested.clone()).await.unwrap().is_empty());
    for checkpoint in ["first", "second, which is longer", "third"] {
        journal.keep_checkpoint(game.clone(), Bytes::from(checkpoint)).await.unwrap();
        let kept = journal.checkpoints(requested.clone()).await.unwrap();
        assert_eq!(kept.into_iter().collect::<Vec<_>>(), [(game.clone(), Bytes::from(checkpoint))]);
    }
    journal.keep_checkpoint(other.clone(), Bytes::from(vec![0, 255, 7])).await.unwrap();
    assert_eq!(journal.checkpoints(requested).await.unwrap().len(), 2);
    let kept = journal.checkpoints(BTreeSet::from([other.clone()])).await.unwrap();
    assert_eq!(kept.into_iter().collect::<Vec<_>>(), [(other.clone(), Bytes::from(vec![0, 255, 7]))]);
    let refused = journal.keep_checkpoint(unknown.clone(), Bytes::from("x")).await;
    assert!(matches!(refused, Err(Error::UnknownStream(stream)) if stream == unknown));
    check(&*journal, &game, &[]).await;
}

pub(crate) async fn a_sweep_gives_every_stream_in_order_and_goes_on_at_its_mark(journal: Arc<dyn Journal>) {
    assert!(swept(&*journal, 3).await.is_empty());
    let names = ["game", "other"].map(stream);
    let mut claims = Vec::new();
    for name in &names {
        claims.push(journal.claim(name.clone()).await.unwrap());
    }
    for turn in 0..6 {
        let (name, claim) = (&names[turn % 2], &mut claims[turn % 2]);
        claim.head =
            journal.append(append(name, *claim, claim.head, &["a", "b"][..=turn / 3])).await.unwrap();
    }
    for limit in [1, 2, 7, usize::MAX] {
        let mut found = swept(&*journal, limit).await;
        // The sort is stable, so records of one stream stay in the returned order.
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut expected = Vec::new();
        for name in &names {
            let records = all(&*journal, name).await;
            expected.extend(records.into_iter().map(|record| (name.clone(), record)));
        }
        assert!(found == expected, "by {limit}");
    }
}

pub(crate) async fn a_sweep_ends_where_records_are_as_long_as_a_page(journal: Arc<dyn Journal>) {
    let game = stream("game");
    let claim = journal.claim(game.clone()).await.unwrap();
    let large = "\u{0}石\u{ff}".repeat(1_000_000);
    journal.append(append(&game, claim, claim.head, &[&large, "", &large])).await.unwrap();
    let records: Vec<_> = swept(&*journal, usize::MAX).await.into_iter().map(|(_, record)| record).collect();
    assert!(records == all(&*journal, &game).await);
}

pub(crate) async fn an_append_must_expect_the_head(journal: Arc<dyn Journal>) {
    let game = stream("game");
    let claim = journal.claim(game.clone()).await.unwrap();
    journal.append(append(&game, claim, Sequence(0), &["a", "b"])).await.unwrap();
    for expected in [0, 1, 3, u64::MAX].map(Sequence) {
        let error = journal.append(append(&game, claim, expected, &["x"])).await.unwrap_err();
        assert!(
            matches!(error, AppendError::Conflict { expected: reported, head: Sequence(2) } if reported == expected),
            "{error}"
        );
    }
    check(&*journal, &game, &["a", "b"]).await;
}

pub(crate) async fn an_append_must_hold_the_latest_epoch(journal: Arc<dyn Journal>) {
    let game = stream("game");
    let claim = journal.claim(game.clone()).await.unwrap();
    for held in [0, 2, u64::MAX].map(Epoch) {
        let stale = StreamClaim { epoch: held, ..claim };
        let error = journal.append(append(&game, stale, claim.head, &["x"])).await.unwrap_err();
        assert!(
            matches!(error, AppendError::Fenced { held: reported, current: Epoch(1) } if reported == held),
            "{error}"
        );
    }
    check(&*journal, &game, &[]).await;
}

pub(crate) async fn a_second_claimer_fences_the_first(journal: Arc<dyn Journal>) {
    let game = stream("game");
    let first = journal.claim(game.clone()).await.unwrap();
    let head = journal.append(append(&game, first, first.head, &["a"])).await.unwrap();
    let second = journal.claim(game.clone()).await.unwrap();
    assert!(second.epoch > first.epoch);
    assert_eq!(second.head, head);

    let error = journal.append(append(&game, first, head, &["late"])).await.unwrap_err();
    assert!(
        matches!(error, AppendError::Fenced { held, current } if held == first.epoch && current == second.epoch),
        "{error}"
    );
    journal.append(append(&game, second, head, &["b"])).await.unwrap();
    check(&*journal, &game, &["a", "b"]).await;
}

pub(crate) async fn a_claim_parts_the_appends_that_are_under_way(journal: Arc<dyn Journal>) {
    let game = stream("game");
    let first = journal.claim(game.clone()).await.unwrap();
    let (before, second, after) = tokio::join!(
        biased;
        journal.append(append(&game, first, Sequence(0), &["a"])),
        journal.claim(game.clone()),
        journal.append(append(&game, first, Sequence(1), &["x"])),
    );
    assert_eq!(before.unwrap(), Sequence(1));
    assert_eq!(second.unwrap(), StreamClaim { epoch: Epoch(2), head: Sequence(1) });
    assert!(matches!(after, Err(AppendError::Fenced { held: Epoch(1), current: Epoch(2) })));
    check(&*journal, &game, &["a"]).await;
}

pub(crate) async fn claims_of_many_streams_are_each_as_it_would_be_alone(journal: Arc<dyn Journal>) {
    let (old, new, other) = (stream("old"), stream("new"), stream("other"));
    let first = journal.claim(old.clone()).await.unwrap();
    let head = journal.append(append(&old, first, first.head, &["a", "b"])).await.unwrap();
    let others = journal.claim(other.clone()).await.unwrap();
    assert!(journal.claim_all(BTreeSet::new()).await.unwrap().is_empty());

    let claims = journal.claim_all([&new, &old].map(Clone::clone).into()).await.unwrap();
    let claims: Vec<_> = claims.into_iter().map(|(stream, claim)| (stream, claim.unwrap())).collect();
    let [fresh, taken] =
        [StreamClaim { epoch: Epoch(1), head: Sequence(0) }, StreamClaim { epoch: Epoch(2), head }];
    assert_eq!(claims, [(new.clone(), fresh), (old.clone(), taken)]);

    let error = journal.append(append(&old, first, head, &["late"])).await.unwrap_err();
    assert!(matches!(error, AppendError::Fenced { held: Epoch(1), current: Epoch(2) }), "{error}");
    journal.append(append(&old, taken, head, &["c"])).await.unwrap();
    journal.append(append(&new, fresh, Sequence(0), &["n"])).await.unwrap();
    journal.append(append(&other, others, Sequence(0), &["o"])).await.unwrap();
    check(&*journal, &old, &["a", "b", "c"]).await;
    check(&*journal, &new, &["n"]).await;
    check(&*journal, &other, &["o"]).await;
}

pub(crate) async fn a_claim_of_many_streams_parts_the_appends_of_each(journal: Arc<dyn Journal>) {
    let games: Vec<StreamId> = (0..100).map(|number| stream(&format!("game {number}"))).collect();
    let firsts = journal.claim_all(games.iter().cloned().collect()).await.unwrap();
    let mut under_way = Vec::new();
    for (game, first) in &firsts {
        let append = append(game, *first.as_ref().unwrap(), Sequence(0), &["a"]);
        let journal = Arc::clone(&journal);
        under_way.push((game.clone(), tokio::spawn(async move { journal.append(append).await })));
    }
    let seconds = journal.claim_all(games.iter().cloned().collect()).await.unwrap();
    for (game, appended) in under_way {
        let Ok(StreamClaim { epoch: Epoch(2), head }) = seconds[&game] else {
            panic!("{:?}", seconds[&game])
        };
        match appended.await.unwrap() {
            Ok(written) => assert_eq!((written, head), (Sequence(1), Sequence(1)), "{game}"),
            Err(AppendError::Fenced { held: Epoch(1), current: Epoch(2) }) => {
                assert_eq!(head, Sequence(0), "{game}");
            }
            Err(error) => panic!("{error}"),
        }
        check(&*journal, &game, &["a"][..usize::try_from(head.0).unwrap()]).await;
    }
}

pub(crate) async fn a_refused_append_leaves_nothing(journal: Arc<dyn Journal>) {
    let game = stream("game");
    let claim = journal.claim(game.clone()).await.unwrap();
    journal.append(append(&game, claim, Sequence(1), &["x", "y", "z"])).await.unwrap_err();
    check(&*journal, &game, &[]).await;
    journal.append(append(&game, claim, Sequence(0), &["a"])).await.unwrap();
    check(&*journal, &game, &["a"]).await;
}

pub(crate) async fn an_append_without_records_is_refused(journal: Arc<dyn Journal>) {
    let game = stream("game");
    let claim = journal.claim(game.clone()).await.unwrap();
    let error = journal.append(append(&game, claim, claim.head, &[])).await.unwrap_err();
    assert!(matches!(error, AppendError::Empty), "{error}");
    check(&*journal, &game, &[]).await;
}

pub(crate) async fn an_unclaimed_stream_is_unknown(journal: Arc<dyn Journal>) {
    let unclaimed = stream("nobody's");
    let claim = StreamClaim { epoch: Epoch(1), head: Sequence::START };
    let error = journal.append(append(&unclaimed, claim, claim.head, &["x"])).await.unwrap_err();
    assert!(matches!(error, AppendError::UnknownStream(ref reported) if *reported == unclaimed), "{error}");
    let error = journal.read(unclaimed.clone(), Sequence(1), 1).await.unwrap_err();
    assert!(matches!(error, Error::UnknownStream(ref reported) if *reported == unclaimed), "{error}");
    assert_eq!(journal.streams().await.unwrap(), []);
}

pub(crate) async fn streams_do_not_touch_each_other(journal: Arc<dyn Journal>) {
    // Names that are nearly equal, and claimed in another order than by name.
    let names = ["b", "a", "A", " a", "石垣", "a\0", "%"].map(stream);
    let mut claims = Vec::new();
    for name in &names {
        claims.push(journal.claim(name.clone()).await.unwrap());
    }
    for (name, claim) in names.iter().zip(claims) {
        assert_eq!(claim.epoch, Epoch(1));
        journal.append(append(name, claim, claim.head, &[name.as_str(), "end"])).await.unwrap();
    }
    for name in &names {
        check(&*journal, name, &[name.as_str(), "end"]).await;
    }
    let mut sorted = names.to_vec();
    sorted.sort();
    let listed: Vec<_> = journal.streams().await.unwrap().into_iter().map(|(name, _)| name).collect();
    assert_eq!(listed, sorted);
}

pub(crate) async fn records_may_be_empty_or_large(journal: Arc<dyn Journal>) {
    let game = stream("game");
    let claim = journal.claim(game.clone()).await.unwrap();
    let large = "\u{0}石\u{ff}".repeat(200_000);
    journal.append(append(&game, claim, claim.head, &["", &large, ""])).await.unwrap();
    check(&*journal, &game, &["", &large, ""]).await;
}

pub(crate) async fn appends_may_be_under_way_together(journal: Arc<dyn Journal>) {
    let game = stream("game");
    let claim = journal.claim(game.clone()).await.unwrap();
    let (first, refused, second, third) = tokio::join!(
        biased;
        journal.append(append(&game, claim, Sequence(0), &["a", "b"])),
        journal.append(append(&game, claim, Sequence(9), &["x"])),
        journal.append(append(&game, claim, Sequence(2), &["c"])),
        journal.append(append(&game, claim, Sequence(3), &["d"])),
    );
    assert_eq!([first.unwrap(), second.unwrap(), third.unwrap()], [Sequence(2), Sequence(3), Sequence(4)]);
    assert!(matches!(refused, Err(AppendError::Conflict { .. })));
    check(&*journal, &game, &["a", "b", "c", "d"]).await;
}

pub(crate) async fn a_reader_sees_the_appends_before_it_and_none_after(journal: Arc<dyn Journal>) {
    let game = stream("game");
    let claim = journal.claim(game.clone()).await.unwrap();
    let (first, read, second, listed) = tokio::join!(
        biased;
        journal.append(append(&game, claim, Sequence(0), &["a"])),
        journal.read(game.clone(), Sequence(1), 9),
        journal.append(append(&game, claim, Sequence(1), &["b"])),
        journal.streams(),
    );
    assert_eq!((first.unwrap(), second.unwrap()), (Sequence(1), Sequence(2)));
    let sequences: Vec<_> = read.unwrap().iter().map(|record| record.sequence.0).collect();
    assert_eq!(sequences, [1]);
    assert_eq!(listed.unwrap(), [(game, Sequence(2))]);
}

pub(crate) async fn readers_of_several_streams_see_each_as_it_is_at_their_turn(journal: Arc<dyn Journal>) {
    let (a, b) = (stream("a"), stream("b"));
    let (ours, theirs) = (journal.claim(a.clone()).await.unwrap(), journal.claim(b.clone()).await.unwrap());
    journal.append(append(&b, theirs, Sequence(0), &["1", "2"])).await.unwrap();
    let read = |stream: &StreamId| journal.read(stream.clone(), Sequence(1), 9);
    let (_, early, _, middle, _, late, none, last) = tokio::join!(
        biased;
        journal.append(append(&a, ours, Sequence(0), &["1"])),
        read(&b),
        journal.append(append(&b, theirs, Sequence(2), &["3"])),
        read(&a),
        journal.append(append(&a, ours, Sequence(1), &["2"])),
        read(&b),
        read(&stream("none")),
        read(&a),
    );
    let lengths = [early, middle, late, last].map(|read| read.unwrap().len());
    assert_eq!(lengths, [2, 1, 3, 2]);
    assert!(matches!(none, Err(Error::UnknownStream(_))));
}

pub(crate) async fn a_task_that_has_used_up_its_time_keeps_its_order(journal: Arc<dyn Journal>) {
    let game = stream("game");
    let claim = journal.claim(game.clone()).await.unwrap();
    let mut first = journal.append(append(&game, claim, Sequence(0), &["a"]));
    let mut early = None;
    poll_fn(|context| {
        // Tokio makes a task yield when its budget is used up.
        while pin!(consume_budget()).poll(context).is_ready() {}
        if let Poll::Ready(answer) = first.as_mut().poll(context) {
            early = Some(answer);
        }
        Poll::Ready(())
    })
    .await;
    let second = journal.append(append(&game, claim, Sequence(1), &["b"])).await;
    assert_eq!(second.unwrap(), Sequence(2));
    let first = match early {
        Some(answer) => answer,
        None => first.await,
    };
    assert_eq!(first.unwrap(), Sequence(1));
    check(&*journal, &game, &["a", "b"]).await;
}

pub(crate) async fn of_rival_appends_one_is_made(journal: Arc<dyn Journal>) {
    let game = stream("game");
    let claim = journal.claim(game.clone()).await.unwrap();
    let rivals: Vec<_> = (0..50)
        .map(|rival: u32| {
            let (journal, append) =
                (Arc::clone(&journal), append(&game, claim, claim.head, &[&rival.to_string()]));
            tokio::spawn(async move { journal.append(append).await })
        })
        .collect();
    let mut made = Vec::new();
    for (rival, task) in rivals.into_iter().enumerate() {
        match task.await.unwrap() {
            Ok(head) => made.push((rival, head)),
            Err(error) => {
                assert!(matches!(error, AppendError::Conflict { head: Sequence(1), .. }), "{error}");
            }
        }
    }
    let [(winner, Sequence(1))] = made[..] else { panic!("made: {made:?}") };
    check(&*journal, &game, &[&winner.to_string()]).await;
}

pub(crate) async fn many_writers_leave_no_gap(journal: Arc<dyn Journal>) {
    const STREAMS: usize = 8;
    const APPENDS: usize = 50;
    let writers: Vec<_> = (0..STREAMS)
        .map(|number| {
            let journal = Arc::clone(&journal);
            tokio::spawn(async move {
                let name = stream(&format!("game {number}"));
                let claim = journal.claim(name.clone()).await.unwrap();
                let mut head = claim.head;
                let mut written = Vec::new();
                for turn in 0..APPENDS {
                    let records: Vec<_> =
                        (0..=turn % 3).map(|part| format!("{number}.{turn}.{part}")).collect();
                    let texts: Vec<_> = records.iter().map(String::as_str).collect();
                    head = journal.append(append(&name, claim, head, &texts)).await.unwrap();
                    written.extend(records);
                    assert_eq!(head.0, written.len() as u64);
                }
                (name, written)
            })
        })
        .collect();
    for writer in writers {
        let (name, written) = writer.await.unwrap();
        check(&*journal, &name, &written.iter().map(String::as_str).collect::<Vec<_>>()).await;
    }
}
