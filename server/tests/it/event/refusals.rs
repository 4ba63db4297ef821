//! Permissions and refusals, with rule, field and figure.

use std::time::Duration;

use ishigaki_proto::event as wire;
use tonic::Code;

use super::fixture::{DIGITS, EventFixture, card, fault, reason, roster};

const AT_ONCE: Duration = Duration::from_secs(10);

#[tokio::test]
async fn acts_of_another_role_are_denied_with_needed_roles() {
    let fixture = EventFixture::open().await;
    let needs = |status: tonic::Status| {
        assert_eq!((status.code(), reason(&status)), (Code::PermissionDenied, "PERMISSION_DENIED"));
        fault(&status).figure("needs").unwrap().to_owned()
    };
    for name in ["judge", "a", "board", "desk", "referee", "standby"] {
        let refused = fixture.link(name).event_organiser().set_roster(roster(8)).await.unwrap_err();
        assert_eq!(needs(refused), "organiser", "{name}");
    }
    let absent = wire::MarkAttendanceRequest { player: 1, absent: true, ..Default::default() };
    for name in ["judge", "a", "board", "referee", "standby"] {
        let refused = fixture.link(name).desk().mark_attendance(absent.clone()).await.unwrap_err();
        assert_eq!(needs(refused), "desk organiser", "{name}");
    }
    let ruling = wire::AddRulingRequest { text: "10 minutes more".into(), ..Default::default() };
    for name in ["organiser", "a", "board", "desk", "standby"] {
        let refused = fixture.link(name).referee().add_ruling(ruling.clone()).await.unwrap_err();
        assert_eq!(needs(refused), "referee judge", "{name}");
    }
    for name in ["judge", "referee"] {
        fixture.link(name).referee().add_ruling(ruling.clone()).await.unwrap();
    }
}

#[tokio::test]
async fn referee_and_desk_and_organiser_can_announce() {
    let fixture = EventFixture::open().await;
    let notice = wire::PostNoticeRequest { english: "Lunch until 13:00".into(), ..Default::default() };
    for name in ["organiser", "desk", "referee", "judge"] {
        fixture.link(name).desk().post_notice(notice.clone()).await.unwrap();
    }
    for name in ["a", "board", "standby"] {
        let refused = fixture.link(name).desk().post_notice(notice.clone()).await.unwrap_err();
        assert_eq!(reason(&refused), "PERMISSION_DENIED", "{name}");
    }
    let mut desk = fixture.link("desk").desk();
    let mut refused = Vec::new();
    for english in ["", "a\u{7}", &"a".repeat(201)] {
        let notice = wire::PostNoticeRequest { english: english.into(), ..Default::default() };
        refused.push(refusal(&desk.post_notice(notice).await.unwrap_err()));
    }
    let call = wire::CallPlayersRequest { round: 1, table: 1, ..Default::default() };
    refused.push(refusal(&desk.call_players(call).await.unwrap_err()));
    assert_eq!(
        refused,
        [
            "MISSING_FIELD TV4 field=english",
            "BAD_FIELD TV4 field=english place=2 sign=U+0007",
            "BAD_FIELD TV4 characters=201 field=english most=200",
            "WRONG_STAGE TV1 field=act stage=ROSTER",
        ]
    );
}

fn refusal(status: &tonic::Status) -> String {
    let fault = fault(status);
    assert!(!status.message().contains("fault-"), "{}", status.message());
    let figures: Vec<String> = fault.metadata.iter().map(|(key, value)| format!("{key}={value}")).collect();
    format!("{} {} {}", reason(status), fault.rule.unwrap_or_default(), figures.join(" "))
}

fn digits(results: [&str; 4]) -> wire::EnterDigitsRequest {
    let results = results.map(str::to_owned).into();
    wire::EnterDigitsRequest { results, ..Default::default() }
}

#[tokio::test]
async fn draw_rejections_name_rule_field_and_value() {
    let fixture = EventFixture::open().await;
    let mut organiser = fixture.organiser();
    let mut refused = Vec::new();
    refused.push(organiser.commit_roster(wire::CommitRosterRequest::default()).await.unwrap_err());
    organiser.set_roster(roster(24)).await.unwrap();
    refused.push(organiser.enter_digits(digits(DIGITS)).await.unwrap_err());
    organiser.commit_roster(wire::CommitRosterRequest::default()).await.unwrap();
    refused.push(organiser.enter_digits(digits(["407", "193", "0586", "7741"])).await.unwrap_err());
    organiser.enter_digits(digits(DIGITS)).await.unwrap();
    let mut desk = fixture.link("desk").desk();
    for (player, number) in [(4, 1), (3, 9), (99, 1)] {
        let slip = wire::DrawSlipRequest { player, number, ..Default::default() };
        refused.push(desk.draw_slip(slip).await.unwrap_err());
    }
    refused.push(organiser.make_leagues(wire::MakeLeaguesRequest::default()).await.unwrap_err());
    assert_eq!(
        refused.iter().map(refusal).collect::<Vec<_>>(),
        [
            "TOO_FEW_PLAYERS TL3 fewest=8 field=roster present=0",
            "WRONG_STAGE TV1 field=act stage=ROSTER",
            "BAD_DIGITS TD2 digits=4 field=results nth=2",
            "BAD_SLIP TD6 field=number player=4 why=NOT_A_SEED",
            "BAD_SLIP TD6 field=number number=9 player=3 why=NOT_A_SLIP",
            "UNKNOWN_PLAYER TD4 field=player player=99",
            "BAD_SLIP TD6 field=number player=3 why=LEFT",
        ]
    );
}

#[tokio::test]
async fn repeated_attendance_is_granted_and_answered_at_once() {
    let fixture = EventFixture::open().await;
    fixture.organiser().set_roster(roster(24)).await.unwrap();
    fixture.organiser().commit_roster(wire::CommitRosterRequest::default()).await.unwrap();
    let items = fixture.items(1).await.len();
    let mark = async |absent| {
        let request = wire::MarkAttendanceRequest { player: 1, absent, ..Default::default() };
        let answer = fixture.link("desk").desk().mark_attendance(request).await;
        answer.expect("an acceptance").into_inner().item
    };
    let marked = tokio::time::timeout(AT_ONCE, async {
        [mark(false).await, mark(true).await, mark(true).await, mark(false).await]
    });
    let last = u64::try_from(items).unwrap();
    assert_eq!(marked.await.expect("answers"), [last, last + 1, last + 1, last + 2]);
    assert_eq!(fixture.items(1).await.len(), items + 2, "what was so already is no fact");
}

#[tokio::test]
async fn refused_results_are_named_with_rule_field_and_figure() {
    let fixture = EventFixture::open().await;
    fixture.draw().await;
    let (mut organiser, mut desk) = (fixture.organiser(), fixture.link("desk").desk());
    let (a, b) = fixture.pair(1).await[0];
    let result = |round, slip| wire::EnterResultRequest { round, slip, ..Default::default() };
    let mut refused = Vec::new();
    refused.push(desk.enter_result(result(1, Some(card(a, a)))).await.unwrap_err());
    refused.push(desk.enter_result(result(2, Some(card(a, b)))).await.unwrap_err());
    let discs = |winner, loser| Some(wire::DiscCount { winner, loser });
    let slip = wire::Slip { discs: discs(40, 20), ..card(a, b) };
    refused.push(desk.enter_result(result(1, Some(slip))).await.unwrap_err());
    let slip = wire::Slip { transcript: "f5d6".into(), ..card(a, b) };
    refused.push(desk.enter_result(result(1, Some(slip))).await.unwrap_err());
    desk.enter_result(result(1, Some(card(a, b)))).await.unwrap();
    refused.push(desk.enter_result(result(1, Some(card(b, a)))).await.unwrap_err());
    let next = wire::PairRoundRequest { round: 2, ..Default::default() };
    refused.push(organiser.pair_round(next).await.unwrap_err());
    let overrule = |entry, reason: &str| wire::OverruleResultRequest {
        entry,
        slip: Some(card(b, a)),
        reason: reason.into(),
        ..Default::default()
    };
    let mut referee = fixture.link("referee").referee();
    refused.push(referee.overrule_result(overrule(1, " ")).await.unwrap_err());
    refused.push(referee.overrule_result(overrule(7, "the card was swapped")).await.unwrap_err());
    referee.overrule_result(overrule(1, "the card was swapped")).await.unwrap();
    assert_eq!(
        refused.iter().map(refusal).collect::<Vec<_>>(),
        [
            &format!("NOT_PAIRED TO9 field=slip loser={a} winner={a}"),
            "WRONG_ROUND TF5 current=1 field=round named=2",
            "BAD_RESULT TO5 field=slip sum=60 why=NOT_64",
            "BAD_RESULT TO4 field=slip moves=2 why=NOT_FINISHED",
            "ALREADY_ENTERED TO9 entry=1 field=slip",
            "RESULTS_OPEN TF5 field=act open=11 round=1",
            "NO_REASON TV3 field=reason",
            "NO_SUCH_ENTRY TO9 entry=7 field=entry",
        ]
    );
}

/// TV1: without a lottery date, the organiser could choose a drawing afterwards.
#[tokio::test]
async fn event_without_valid_lottery_date_is_rejected() {
    let fixture = EventFixture::open().await;
    for config in [r#"{"preset":"O18"}"#, r#"{"preset":"O18","lottery_date":"2026-02-30"}"#] {
        let request = wire::CreateEventRequest { event: "oza".into(), config: config.into() };
        let fault = fault(&fixture.organiser().create_event(request).await.unwrap_err());
        assert_eq!(ishigaki_proto::fault::reason_name(fault.reason), "BAD_CONFIG", "{config}");
        assert_eq!(fault.figure("field"), Some("config.lottery_date"), "{config}");
    }
}

#[tokio::test]
async fn settings_rosters_and_ids_that_are_none_are_refused() {
    let fixture = EventFixture::open().await;
    let create = async |event: &str, config: &str| {
        let request = wire::CreateEventRequest { event: event.into(), config: config.into() };
        fault(&fixture.organiser().create_event(request).await.unwrap_err())
    };
    for (event, config, expected, field) in [
        ("meijin", r#"{"preset":"M42","lottery_date":"2026-12-05"}"#, "EVENT_EXISTS", None),
        ("g", r#"{"preset":"M42","lottery_date":"2026-12-05"}"#, "EVENT_EXISTS", None),
        ("Meijin!", r#"{"preset":"M42","lottery_date":"2026-12-05"}"#, "BAD_FIELD", Some("event")),
        ("-oza", r#"{"preset":"M42","lottery_date":"2026-12-05"}"#, "BAD_FIELD", Some("event")),
        (&"x".repeat(33), r#"{"preset":"M42","lottery_date":"2026-12-05"}"#, "BAD_FIELD", Some("event")),
        ("", r#"{"preset":"M42"}"#, "MISSING_FIELD", Some("event")),
        ("oza", r#"{"preset":"M43"}"#, "BAD_CONFIG", Some("config.preset")),
        ("oza", r#"{"preset":"M42","seed_numbers":{"A":[1,1]}}"#, "BAD_CONFIG", Some("config.seeds.numbers")),
        ("oza", r#"{"preset":"M42","share":0.5}"#, "BAD_CONFIG", Some("config")),
        ("oza", "[]", "BAD_CONFIG", Some("config")),
    ] {
        let fault = create(event, config).await;
        assert_eq!(ishigaki_proto::fault::reason_name(fault.reason), expected, "{event} {config}");
        if field.is_some() {
            assert_eq!(fault.figure("field"), field, "{event} {config}");
        }
    }
    for (roster, field, line) in [
        ("{}", "roster", None),
        ("[]", "roster", None),
        (r#"[{"id":"a"},{"id":"a"}]"#, "roster.id", Some("2")),
        (r#"[{"id":"a","name":"\u001b[2J"}]"#, "roster.name", Some("1")),
        (r#"[{"id":"a","seed":"Z"}]"#, "roster.seed", Some("1")),
    ] {
        let request = wire::SetRosterRequest { event: String::new(), roster: roster.into() };
        let refused = fixture.organiser().set_roster(request).await.unwrap_err();
        assert_eq!(reason(&refused), "BAD_ROSTER", "{roster}");
        let fault = fault(&refused);
        assert_eq!((fault.figure("field"), fault.figure("line")), (Some(field), line), "{roster}");
    }
    // The list and the object use two of 64 levels. Deeper nesting would make a record that no verifier reads.
    for (levels, is_taken) in [(63, false), (200, false), (62, true)] {
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        let roster = format!(r#"[{{"id":"a","own":{open}{close}}},{{"id":"b"}}]"#);
        let request = wire::SetRosterRequest { event: String::new(), roster };
        match fixture.organiser().set_roster(request).await {
            Ok(_) => assert!(is_taken, "{levels} levels"),
            Err(refused) => assert!(!is_taken && reason(&refused) == "BAD_ROSTER", "{levels}: {refused:?}"),
        }
    }
    // A team's code appears in its game's notes, and the boxes for it have this width.
    for (characters, is_taken) in [(65, false), (64, true)] {
        let roster = format!(r#"[{{"id":"{}"}},{{"id":"b"}}]"#, "石".repeat(characters));
        let request = wire::SetRosterRequest { event: String::new(), roster };
        match fixture.organiser().set_roster(request).await {
            Ok(_) => assert!(is_taken, "{characters}"),
            Err(refused) => {
                let fault = fault(&refused);
                assert!(!is_taken && reason(&refused) == "BAD_ROSTER", "{characters}: {refused:?}");
                let figures = ["field", "line", "characters", "most"].map(|key| fault.figure(key));
                assert_eq!(figures, [Some("roster.id"), Some("1"), Some("65"), Some("64")]);
            }
        }
    }
    let unknown = wire::MakeLeaguesRequest { event: "nosuch".into() };
    assert_eq!(reason(&fixture.organiser().make_leagues(unknown).await.unwrap_err()), "UNKNOWN_EVENT");
}
