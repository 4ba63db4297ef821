//! Re-bids that nobody should send, and what was meant for another round, attempt or wave.

use ishigaki_client::{Feed, Mirror};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::team::{SubmitBidsRequest, SubmitRebidRequest};
use ishigaki_proto::{judge, wire};
use prost::Message as _;
use tonic::Status;

use crate::abuse::fixture::{AbuseFixture, follow, in_time};
use crate::abuse::wire::{Line, REBID, SUBMIT, head, message};

/// Somebody who watches game t.
struct Watcher {
    feed: Feed,
    mirror: Mirror,
}

impl Watcher {
    fn of(fixture: &AbuseFixture) -> Self {
        Self { feed: Feed::open(fixture.link("board"), "t", 1), mirror: Mirror::new() }
    }

    async fn until(&mut self, name: &str) {
        in_time(name, follow(&mut self.feed, &mut self.mirror, name)).await;
    }

    /// How much money each team has left.
    fn held(&self) -> Vec<u64> {
        let game = self.mirror.game().unwrap();
        game.setup().team_ids().map(|team| game.team(team).unwrap().held.0).collect()
    }
}

/// Game t in its first wave: a and b have both bid 20 for P, and c has bid for what nobody else wants.
async fn tied(fixture: &AbuseFixture) -> Watcher {
    let mut watcher = Watcher::of(fixture);
    fixture.open_round("t").await;
    fixture.bid("t", "a", 0, &[("P", 20), ("O", 9)]).await.unwrap();
    fixture.bid("t", "b", 0, &[("P", 20)]).await.unwrap();
    fixture.bid("t", "c", 0, &[("S", 5)]).await.unwrap();
    watcher.until("lists_opened").await;
    watcher
}

/// A re-bid of these lines for the first wave.
fn rebid(replaces_revision: u32, lines: &[(u32, u64)]) -> SubmitRebidRequest {
    let raise = |&(priority, price): &(u32, u64)| wire::Raise { priority, price };
    let raises = lines.iter().map(raise).collect();
    SubmitRebidRequest {
        game: "t".into(),
        round: 1,
        wave: 1,
        replaces_revision,
        raises,
        attempt: 1,
        padding: Vec::new(),
    }
}

async fn send(fixture: &AbuseFixture, team: &str, request: SubmitRebidRequest) -> Result<u32, ErrorReason> {
    let answer = fixture.link(team).team().submit_rebid(request).await;
    answer.map(|answer| answer.into_inner().revision).map_err(|refused| reason(&refused))
}

#[track_caller]
fn reason(refused: &Status) -> ErrorReason {
    Fault::from_status(refused).expect("a refusal has a reason").reason
}

async fn void(fixture: &AbuseFixture) {
    let request = judge::VoidRoundRequest { game: "t".into(), round: 1, reason: "a test".into(), attempt: 1 };
    fixture.link("judge").judge().void_round(request).await.unwrap();
}

#[tokio::test]
async fn impossible_rebids_are_refused_whole_and_displace_nothing() {
    let fixture = AbuseFixture::within("sealing_per_second = 0");
    let mut watcher = tied(&fixture).await;
    assert_eq!(send(&fixture, "a", rebid(0, &[(1, 21)])).await, Ok(1));
    for (lines, expected) in [
        // Not above what it is tied at, not at all, and what a negative number becomes.
        (&[(1, 20)][..], ErrorReason::NotAbove),
        (&[(1, 0)], ErrorReason::NotAbove),
        (&[(1, (-5_i64).cast_unsigned())], ErrorReason::OverRebidBudget),
        (&[(1, 61)], ErrorReason::OverRebidBudget),
        (&[(1, u64::MAX)], ErrorReason::OverRebidBudget),
        // Twice, also so that the sum would be small again.
        (&[(1, 22), (1, 23)], ErrorReason::DuplicateLine),
        (&[(1, u64::MAX), (1, 30)], ErrorReason::DuplicateLine),
        // A line that is not tied, lines that there are not, and one of each.
        (&[(2, 22)], ErrorReason::LineNotTied),
        (&[(3, 22)], ErrorReason::LineNotTied),
        (&[(u32::MAX, 22)], ErrorReason::LineNotTied),
        (&[(1, 22), (2, 22)], ErrorReason::LineNotTied),
    ] {
        assert_eq!(send(&fixture, "a", rebid(1, lines)).await, Err(expected), "{lines:?}");
    }
    assert!(send(&fixture, "a", rebid(1, &[(0, 22)])).await.is_err(), "priorities begin with 1");
    assert!(send(&fixture, "a", rebid(1, &[(1, 22); 1_000])).await.is_err());
    // The same once more, one that replaces what has been replaced, and one that there is not yet.
    assert_eq!(send(&fixture, "a", rebid(0, &[(1, 21)])).await, Err(ErrorReason::Replaced));
    assert_eq!(send(&fixture, "a", rebid(1, &[(1, 22)])).await, Ok(2), "only what was valid has counted");
    assert_eq!(send(&fixture, "a", rebid(1, &[(1, 23)])).await, Err(ErrorReason::Replaced));
    assert_eq!(send(&fixture, "a", rebid(9, &[(1, 23)])).await, Err(ErrorReason::Replaced));
    // Who is not tied has nothing to say, not even that they pass.
    for lines in [&[(1, 30)][..], &[]] {
        assert_eq!(send(&fixture, "c", rebid(0, lines)).await, Err(ErrorReason::NotTied));
    }
    assert_eq!(send(&fixture, "b", rebid(0, &[])).await, Ok(1));
    watcher.until("rebids_opened").await;
    // The wave is over: what comes now is late, whatever it replaces.
    for team in ["a", "b", "c"] {
        for replaces in [0, 1, 2] {
            let late = send(&fixture, team, rebid(replaces, &[(1, 40)])).await;
            assert_eq!(late, Err(ErrorReason::Late), "{team} replaces {replaces}");
        }
    }
    fixture.confirm("t", 1).await.unwrap();
    watcher.until("round_finalised").await;
    assert_eq!(watcher.held(), [60 - 22 - 9, 60, 60 - 5]);
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn what_is_meant_for_another_round_attempt_or_wave_is_refused() {
    let fixture = AbuseFixture::within("sealing_per_second = 0");
    let mut watcher = tied(&fixture).await;
    let right = rebid(0, &[(1, 21)]);
    for (wrong, expected) in [
        (SubmitRebidRequest { wave: 0, ..right.clone() }, ErrorReason::MissingField),
        (SubmitRebidRequest { wave: 2, ..right.clone() }, ErrorReason::WrongWave),
        (SubmitRebidRequest { wave: u32::MAX, ..right.clone() }, ErrorReason::WrongWave),
        (SubmitRebidRequest { round: 0, ..right.clone() }, ErrorReason::MissingField),
        (SubmitRebidRequest { round: 2, ..right.clone() }, ErrorReason::WrongRound),
        (SubmitRebidRequest { attempt: 2, ..right.clone() }, ErrorReason::WrongAttempt),
        (SubmitRebidRequest { attempt: u32::MAX, ..right.clone() }, ErrorReason::WrongAttempt),
        // There a list is due, or nothing at all.
        (SubmitRebidRequest { game: "n".into(), ..right.clone() }, ErrorReason::WrongPhase),
        (SubmitRebidRequest { game: "o".into(), ..right.clone() }, ErrorReason::UnknownGame),
    ] {
        assert_eq!(send(&fixture, "a", wrong.clone()).await, Err(expected), "{wrong:?}");
    }
    let list = fixture.bid("t", "a", 1, &[("P", 30)]).await.unwrap_err();
    assert_eq!(reason(&list), ErrorReason::Late, "no list while re-bids are due");
    // The round is voided under the hands of whoever was about to re-bid, and tied again.
    void(&fixture).await;
    assert_eq!(send(&fixture, "a", right.clone()).await, Err(ErrorReason::WrongPhase));
    watcher.until("round_voided").await;
    let mut watcher = tied(&fixture).await;
    watcher.until("lists_opened").await;
    assert_eq!(send(&fixture, "a", right.clone()).await, Err(ErrorReason::WrongAttempt));
    assert_eq!(send(&fixture, "a", SubmitRebidRequest { attempt: 2, ..right }).await, Ok(1));
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn what_was_sent_before_counts_in_no_later_round() {
    let fixture = AbuseFixture::within("sealing_per_second = 0");
    let mut watcher = Watcher::of(&fixture);
    fixture.open_round("t").await;
    // What a listener on the line would have: the very bytes. `attempt` is left open, as a simple client does.
    let list = SubmitBidsRequest {
        game: "t".into(),
        round: 1,
        bids: vec![wire::Bid { lot: "P".into(), price: 20 }],
        ..Default::default()
    };
    let (list, raise) = (message(&list.encode_to_vec()), message(&rebid(0, &[(1, 21)]).encode_to_vec()));
    let mut line = Line::open(&fixture).await;
    let token = fixture.token("a");
    assert_eq!(line.call(head(SUBMIT, Some(token)), list.clone()).await.code(), tonic::Code::Ok);
    let again = line.call(head(SUBMIT, Some(token)), list.clone()).await;
    assert_eq!(again.reason(), ErrorReason::Replaced, "in the same round");
    fixture.bid("t", "b", 0, &[("P", 20)]).await.unwrap();
    fixture.bid("t", "c", 0, &[]).await.unwrap();
    watcher.until("lists_opened").await;
    assert_eq!(line.call(head(REBID, Some(token)), raise.clone()).await.code(), tonic::Code::Ok);
    assert_eq!(line.call(head(REBID, Some(token)), raise.clone()).await.reason(), ErrorReason::Replaced);
    send(&fixture, "b", rebid(0, &[])).await.unwrap();
    watcher.until("rebids_opened").await;
    fixture.confirm("t", 1).await.unwrap();
    let next = judge::OpenRoundRequest { game: "t".into(), round: 2 };
    fixture.link("judge").judge().open_round(next).await.unwrap();
    watcher.until("round_opened").await;
    assert_eq!(line.call(head(SUBMIT, Some(token)), list).await.reason(), ErrorReason::WrongRound);
    assert_eq!(line.call(head(REBID, Some(token)), raise).await.reason(), ErrorReason::WrongRound);
    assert_eq!(watcher.held(), [60 - 21, 60, 60]);
    fixture.a_normal_game_still_runs().await;
}
