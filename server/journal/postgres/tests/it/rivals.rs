//! Several writers of one journal, in processes or connections of their own: the last claimer is the only
//! writer, and pending appends of earlier writers are fenced.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use ishigaki_journal::{Append, AppendError, Epoch, Journal, Sequence, StreamId};
use ishigaki_journal_postgres::harness::Cluster;
use rustix::process::Signal;

use crate::rival::{self, ELSEWHERE, HeldRow, RivalProcess, append, await_waiting, open, place_of};

fn game() -> StreamId {
    StreamId::new("game").unwrap()
}

async fn texts(journal: &dyn Journal) -> Vec<String> {
    let records = journal.read(game(), Sequence(1), usize::MAX).await.unwrap();
    records.iter().map(|record| String::from_utf8(record.bytes.to_vec()).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn claim_by_other_connection_fences_pending_appends() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let (first, second) = (open(&url), open(&url));
    let claim = first.claim(game()).await.unwrap();
    let mut head = claim.head;
    for turn in 0..20 {
        let mut answers = Vec::new();
        let appends: Vec<_> = (0..8)
            .map(|place| append(&game(), claim, Sequence(head.0 + place), &format!("{turn}.{place}")))
            .map(|append| {
                tokio::spawn({
                    let first = first.clone();
                    async move { first.append(append).await }
                })
            })
            .collect();
        if turn == 19 {
            let taken = second.claim(game()).await.unwrap();
            assert_eq!(taken.epoch, Epoch(2));
            for append in appends {
                answers.push(append.await.unwrap());
            }
            // Acknowledged appends precede the claim, later ones are fenced, and there are no others.
            for answer in &answers {
                match answer {
                    Ok(head) => assert!(*head <= taken.head, "{head} is after {}", taken.head),
                    Err(
                        AppendError::Fenced { held: Epoch(1), current: Epoch(2) }
                        | AppendError::Conflict { .. },
                    ) => {}
                    Err(error) => panic!("{error}"),
                }
            }
            assert_eq!(texts(&second).await.len() as u64, taken.head.0);
            let late = first.append(append(&game(), claim, taken.head, "late")).await.unwrap_err();
            assert!(matches!(late, AppendError::Fenced { current: Epoch(2), .. }), "{late}");
            second.append(append(&game(), taken, taken.head, "after")).await.unwrap();
            assert_eq!(texts(&first).await.last().unwrap(), "after", "the fenced one may still read");
            return;
        }
        for append in appends {
            if let Ok(new) = append.await.unwrap() {
                head = head.max(new);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fenced_stream_of_a_batch_is_refused_and_others_written() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let (first, second) = (open(&url), open(&url));
    let [taken, one, many] = ["taken", "one", "many"].map(|name| StreamId::new(name).unwrap());
    let mut claims = Vec::new();
    for stream in [&taken, &one, &many] {
        claims.push(first.claim(stream.clone()).await.unwrap());
    }
    assert_eq!(second.claim(taken.clone()).await.unwrap().epoch, Epoch(2));
    let records = |texts: &[&str]| texts.iter().map(|text| bytes::Bytes::from((*text).to_owned())).collect();
    let append = |stream: &StreamId, place: usize, expected: u64, texts: &[&str]| {
        let (stream, epoch) = (stream.clone(), claims[place].epoch);
        first.append(Append { stream, epoch, expected: Sequence(expected), records: records(texts) })
    };
    let written = tokio::join!(
        append(&taken, 0, 0, &["a", "b", "c"]),
        append(&many, 2, 0, &["1", "2"]),
        append(&one, 1, 0, &[""]),
        append(&many, 2, 2, &["3"]),
        append(&taken, 0, 3, &["d"]),
    );
    assert!(matches!(written.0, Err(AppendError::Fenced { current: Epoch(2), .. })), "{written:?}");
    assert!(matches!(written.4, Err(AppendError::Fenced { current: Epoch(2), .. })), "{written:?}");
    let heads = [written.1, written.2, written.3].map(Result::unwrap);
    assert_eq!(heads, [2, 1, 3].map(Sequence));
    for (stream, expected) in [(&taken, &[][..]), (&one, &[""]), (&many, &["1", "2", "3"])] {
        let found = second.read(stream.clone(), Sequence(1), usize::MAX).await.unwrap();
        let found: Vec<_> = found.iter().map(|record| str::from_utf8(&record.bytes).unwrap()).collect();
        assert_eq!(found, expected, "{stream}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn claim_waits_for_an_append_under_way_and_counts_it() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = place_of(cluster, "held");
    let (first, second) = (open(&url), open(&url));
    let claim = first.claim(game()).await.unwrap();
    // The append is pending in the database when the claim arrives.
    let held = HeldRow::of(&url, "game");
    let written = tokio::spawn({
        let first = first.clone();
        async move { first.append(append(&game(), claim, claim.head, "a")).await }
    });
    await_waiting(cluster, "held", 1);
    let taken = tokio::spawn({
        let second = second.clone();
        async move { second.claim(game()).await }
    });
    await_waiting(cluster, "held", 2);
    held.release();
    // In either order nothing is lost, and nothing is written after the claim.
    let (written, taken) = (written.await.unwrap(), taken.await.unwrap().unwrap());
    match written {
        Ok(head) => assert_eq!(taken.head, head),
        Err(AppendError::Fenced { .. }) => assert_eq!(taken.head, Sequence(0)),
        Err(error) => panic!("{error}"),
    }
    assert_eq!(texts(&second).await.len() as u64, taken.head.0);
}

#[tokio::test]
#[ignore = "the other process of the tests here, which start it"]
async fn rival_process() {
    let Some(url) = rival::place() else { return };
    let journal = open(&url);
    let claim = journal.claim(game()).await.unwrap();
    let mut head = claim.head;
    loop {
        match journal.append(append(&game(), claim, head, &format!("{} {}", claim.epoch, head.next()))).await
        {
            Ok(new) => head = new,
            Err(error) => return println!("rival: {error}"),
        }
        println!("rival: {head}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopped_process_writes_nothing_after_a_takeover() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    for turn in 0..5 {
        let mut zombie = RivalProcess::start("rivals::rival_process", &[(ELSEWHERE, url.reveal())]);
        let mut acked = 0;
        for _ in 0..10 + 7 * turn {
            acked = zombie.message().unwrap().parse().unwrap();
        }
        zombie.signal(Signal::STOP);
        let journal = open(&url);
        let taken = journal.claim(game()).await.unwrap();
        assert!(taken.head.0 >= acked, "what was answered is there: {acked} of {}", taken.head);
        let head = journal.append(append(&game(), taken, taken.head, "taken over")).await.unwrap();
        zombie.signal(Signal::CONT);
        // It may still report records from before the takeover. Then it reports that it is fenced.
        let end = loop {
            match zombie.message().unwrap() {
                message if message.parse().is_ok_and(|sequence: u64| sequence <= taken.head.0) => {}
                message => break message,
            }
        };
        assert!(end.contains("is fenced"), "{end}");
        assert_eq!(journal.streams().await.unwrap(), [(game(), head)]);
        assert_eq!(texts(&journal).await.last().unwrap(), "taken over");
        journal.close().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connection_cut_at_any_moment_loses_no_answered_append() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = place_of(cluster, "cut");
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'cut' AND pid <> pg_backend_pid()";
    let mut answered = 0;
    for turn in 0..12 {
        let mut rival = RivalProcess::start("rivals::rival_process", &[(ELSEWHERE, url.reveal())]);
        for _ in 0..3 + turn {
            answered = rival.message().unwrap().parse().unwrap();
        }
        cluster.sql(cut);
        let end = loop {
            match rival.message().unwrap() {
                message if message.parse::<u64>().is_ok() => answered = message.parse().unwrap(),
                message => break message,
            }
        };
        // The outcome of the last append is unknown, so it isn't reported as rejected.
        assert!(end.contains("the journal failed"), "{end}");
        let journal = open(&url);
        let claim = journal.claim(game()).await.unwrap();
        assert!(
            claim.head.0 == answered || claim.head.0 == answered + 1,
            "{answered} answered, {} there",
            claim.head
        );
        assert_eq!(texts(&journal).await.len() as u64, claim.head.0);
        journal.close().await.unwrap();
    }
}
