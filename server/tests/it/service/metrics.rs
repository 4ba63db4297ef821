//! Metrics: completeness, and no early information about sealed lists.

use ishigaki_proto::judge::{AnswerQuestionRequest, OpenRoundRequest, SignalEndRequest, VoidRoundRequest};
use ishigaki_proto::organiser::EnterBidsRequest;
use ishigaki_proto::{team, wire};

use crate::service::fixture::{Participant, ServiceFixture, reason};
use crate::service::sealings::Stream;

async fn bidding() -> (ServiceFixture, [Participant; 3]) {
    let fixture = ServiceFixture::open().await;
    let mut seats = [fixture.seat("a"), fixture.seat("b"), fixture.seat("board")];
    fixture.open_round_without_watching(1).await;
    for seat in &mut seats {
        seat.until("round_opened").await;
    }
    (fixture, seats)
}

impl ServiceFixture {
    async fn open_round_without_watching(&self, round: u32) {
        let request = OpenRoundRequest { game: "g".into(), round };
        self.link("judge").judge().open_round(request).await.unwrap();
    }

    async fn refusals(&self) -> Vec<String> {
        let (_, text) = self.server.metrics("/metrics").await;
        let lines = text.lines().filter(|line| line.starts_with("ishigaki_refusals_total{"));
        lines.map(str::to_owned).collect()
    }

    /// Returns the value of a metric, given its name and labels as written.
    async fn metric(&self, name: &str) -> Option<f64> {
        let (_, text) = self.server.metrics("/metrics").await;
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map(|value| value.parse().unwrap())
    }
}

#[tokio::test]
async fn metrics_show_phase_and_number_of_sealed_teams() {
    let (fixture, seats) = bidding().await;
    assert_eq!(fixture.metric(r#"ishigaki_games{phase="bidding"}"#).await, Some(1.0));
    assert_eq!(fixture.metric(r#"ishigaki_game_phase{game="g",phase="bidding"}"#).await, Some(1.0));
    assert_eq!(fixture.metric(r#"ishigaki_game_round{game="g"}"#).await, Some(1.0));
    assert_eq!(fixture.metric(r#"ishigaki_game_sealed_teams{game="g"}"#).await, Some(0.0));
    seats[0].bid(1, 0, &[("P", 20)]).await.unwrap();
    assert_eq!(fixture.metric(r#"ishigaki_game_sealed_teams{game="g"}"#).await, Some(1.0));
    assert_eq!(fixture.metric(r#"ishigaki_watchers{audience="team"}"#).await, Some(2.0));
    assert_eq!(fixture.metric(r#"ishigaki_watchers{audience="public"}"#).await, Some(1.0));
    let team_link = fixture.link("a");
    let refused = team_link.judge().signal_end(SignalEndRequest { game: "g".into() }).await;
    refused.unwrap_err();
    assert_eq!(fixture.metric(r#"ishigaki_refusals_total{reason="PERMISSION_DENIED"}"#).await, Some(1.0));
}

#[tokio::test]
async fn metrics_port_serves_health_and_404_otherwise() {
    let fixture = ServiceFixture::open().await;
    let (status, body) = fixture.server.metrics("/healthz").await;
    assert_eq!((status.as_str(), body.as_str()), ("HTTP/1.1 200 OK", "ok\n"));
    let (status, _) = fixture.server.metrics("/").await;
    assert_eq!(status, "HTTP/1.1 404 Not Found");
}

#[derive(Clone, Copy)]
enum SealingRoute {
    Calls,
    Stream,
}

/// Lets team a seal these lists in order, including refused ones, and then team b seal one. Returns the metrics
/// before the void, in the second attempt and after the opening.
async fn world(lists: &[&[(&str, u64)]], way: SealingRoute, by_hand: bool) -> [String; 3] {
    let (fixture, mut seats) = bidding().await;
    let mut stream = Stream::open(&fixture.link("a")).await.unwrap();
    let mut revision = 0;
    for list in lists {
        let sealed = match way {
            SealingRoute::Calls => seats[0].bid(1, revision, list).await,
            SealingRoute::Stream => stream.bid(1, revision, list).await,
        };
        if let Ok(sealed) = sealed {
            revision = sealed;
        }
    }
    if by_hand {
        let bids = vec![wire::Bid { lot: "O".into(), price: 33 }];
        let (game, team, reason) = ("g".into(), "a".into(), "burnt".into());
        let replaces_submitted = true;
        let request =
            EnterBidsRequest { game, team, round: 1, bids, reason, replaces_submitted, ..Default::default() };
        fixture.link("organiser").organiser().enter_bids(request).await.unwrap();
    }
    seats[1].bid(1, 0, &[("O", 9)]).await.unwrap();
    fixture.wait(20_000);
    for _ in 0..2 {
        seats[2].until("bids_sealed").await;
    }
    let sealed = fixture.server.steady_metrics().await;
    let request =
        VoidRoundRequest { game: "g".into(), round: 1, reason: "a bell".into(), ..Default::default() };
    fixture.link("judge").judge().void_round(request).await.unwrap();
    fixture.open_round_without_watching(1).await;
    seats[2].until("round_opened").await;
    let voided = fixture.server.steady_metrics().await;
    fixture.wait(90_000);
    seats[2].until("lists_opened").await;
    [sealed, voided, fixture.server.steady_metrics().await]
}

#[tokio::test]
async fn metrics_do_not_tell_sealings_before_the_opening() {
    let lists: [&[_]; 6] =
        [&[("P", 21)], &[("P", 99)], &[("P", 20), ("nosuch", 5)], &[("O", 20)], &[], &[("P", 22), ("O", 9)]];
    let undisturbed = world(&[&[("P", 20)]], SealingRoute::Calls, false).await;
    let busy = world(&lists, SealingRoute::Calls, true).await;
    let streamed = world(&lists, SealingRoute::Stream, true).await;
    for busy in [&busy, &streamed] {
        assert_eq!(undisturbed[0], busy[0]);
        assert_eq!(undisturbed[1], busy[1], "a void releases nothing");
        assert_ne!(undisturbed[2], busy[2], "what is opened may be counted");
    }
    assert!(undisturbed[0].contains("ishigaki_sealing_seconds_count 0\n"), "{}", undisturbed[0]);
    // Once the record is open, lists of a voided attempt are counted like all others.
    assert!(undisturbed[2].contains("ishigaki_sealing_seconds_count 2\n"), "{}", undisturbed[2]);
    for busy in [busy, streamed] {
        assert!(busy[2].contains("ishigaki_sealing_seconds_count 8\n"), "{}", busy[2]);
        let refused = r#"ishigaki_refusals_total{reason="OVER_BUDGET"} 1"#;
        assert!(busy[2].contains(refused), "{}", busy[2]);
    }
}

#[tokio::test]
async fn refused_stream_of_sealings_is_counted_after_the_opening() {
    let (fixture, mut seats) = bidding().await;
    Stream::open(&fixture.link("judge")).await.err().expect("a judge seals nothing");
    let stream = Stream::open(&fixture.link("a")).await.unwrap();
    assert_eq!(fixture.refusals().await, [""; 0], "whoever opens one wants to seal, and mostly has before");
    fixture.wait(90_000);
    seats[2].until("lists_opened").await;
    assert_eq!(fixture.refusals().await, [r#"ishigaki_refusals_total{reason="PERMISSION_DENIED"} 1"#]);
    assert_eq!(fixture.metric("ishigaki_sealing_seconds_count").await, Some(0.0), "nothing was sealed");
    drop(stream);
}

#[tokio::test]
async fn rejected_messages_are_not_counted_in_metrics() {
    let fixture = ServiceFixture::open().await;
    let before = fixture.refusals().await;
    let unanswered_question =
        team::AskQuestionRequest { game: "g".into(), text: "why?".into(), ..Default::default() };
    for _ in 0..5 {
        fixture.link("a").team().ask_question(unanswered_question.clone()).await.unwrap();
    }
    let why = fixture.link("a").team().ask_question(unanswered_question).await.unwrap_err();
    assert_eq!(reason(&why), "ERROR_REASON_TOO_MANY_QUESTIONS");
    let mark = team::MarkReadRequest { game: "g".into(), through: 9, ..Default::default() };
    let why = fixture.link("a").team().mark_read(mark).await.unwrap_err();
    assert_eq!(reason(&why), "ERROR_REASON_UNKNOWN_MESSAGE");
    for (question, replaces_revision, why) in
        [(9, 0, "ERROR_REASON_UNKNOWN_QUESTION"), (1, 3, "ERROR_REASON_ALREADY_ANSWERED")]
    {
        let text = Some(wire::Announcement { english: "so".into(), ..Default::default() });
        let (game, team) = ("g".into(), "a".into());
        let answer =
            AnswerQuestionRequest { game, team, question, replaces_revision, text, ..Default::default() };
        let refused = fixture.link("judge").judge().answer_question(answer).await.unwrap_err();
        assert_eq!(reason(&refused), why);
    }
    assert_eq!(fixture.refusals().await, before);
    // Other refusals are still counted.
    fixture.link("a").judge().signal_end(SignalEndRequest { game: "g".into() }).await.unwrap_err();
    assert_ne!(fixture.refusals().await, before);
}

#[tokio::test]
async fn reference_page_lists_exported_metrics() {
    let (fixture, _seats) = bidding().await;
    let listed = include_str!("../../../../docs/reference/metrics-and-limits.md");
    fixture.link("a").judge().signal_end(SignalEndRequest { game: "g".into() }).await.unwrap_err();
    let (_, text) = fixture.server.metrics("/metrics").await;
    let named = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next());
    for name in named {
        assert!(
            listed.contains(&format!("| `{name}`")),
            "{name} is not in docs/reference/metrics-and-limits.md"
        );
    }
    assert!(text.ends_with("# EOF\n"));
}
