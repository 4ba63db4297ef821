//! What is entered by hand (`G6`), what is carried and checked (`W4`), who is there, practice.

use ishigaki_proto::AGENT;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::judge::confirm_lots_request::Choice;
use ishigaki_proto::organiser::{
    EnterBidsRequest, EnterCountRequest, EnterRebidRequest, EnterWallRequest, StartGameRequest,
};
use ishigaki_proto::watch::ListGamesRequest;
use ishigaki_proto::{judge, team, watch, wire};
use ishigaki_record::transcript;
use ishigaki_rules::{Fact, TeamId, WallCount};
use tonic::{Code, Status};

use crate::service::fixture::{Participant, ServiceFixture, reason};

const BURNT: &str = "the laptop burnt";

/// A practice game that has started, and the game itself, which waits.
const DAY: &str = r#"
    team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
    game = [
        { id = "try", scenario = "tiny-2", practice = true },
        { id = "g", scenario = "tiny-2", starts = "by-organiser" },
    ]
"#;

fn bid(lot: &str, price: u64) -> wire::Bid {
    wire::Bid { lot: lot.into(), price }
}

fn first(lot: &str) -> wire::Stone {
    wire::Stone { lot: lot.into(), copy: 1 }
}

impl ServiceFixture {
    async fn enter_bids(&self, name: &str, team: &str, bids: Vec<wire::Bid>) -> Result<(), Status> {
        let (game, team, reason) = ("g".into(), team.into(), BURNT.into());
        let request = EnterBidsRequest { game, team, round: 1, bids, reason, ..Default::default() };
        self.link(name).organiser().enter_bids(request).await.map(drop)
    }

    async fn enter_count(&self, count: Option<wire::WallCount>) -> Result<(), Status> {
        let request =
            EnterCountRequest { game: "g".into(), team: "a".into(), count, reason: "a tape".into() };
        self.link("organiser").organiser().enter_count(request).await.map(drop)
    }

    async fn tick(&self, name: &str, lots: &[&str], carried: bool) -> Result<(), Status> {
        let stones = lots.iter().map(|lot| first(lot)).collect();
        let request = judge::TickStonesRequest { game: "g".into(), stones, carried };
        self.link(name).judge().tick_stones(request).await.map(drop)
    }

    /// The presence of the two teams of a game.
    async fn presence(&self, game: &str) -> [judge::TeamPresence; 2] {
        let request = judge::ListPresenceRequest { game: game.into() };
        let answer = self.link("judge").judge().list_presence(request).await.unwrap();
        answer.into_inner().teams.try_into().unwrap()
    }

    /// Waits until so many feeds of a game are open for a team.
    async fn connected(&self, game: &str, team: usize, feeds: u32) {
        while self.presence(game).await[team].connections != feeds {
            tokio::task::yield_now().await;
        }
    }

    async fn start(&self, game: &str) {
        let request = StartGameRequest { game: game.into(), ..Default::default() };
        self.link("judge").organiser().start_game(request).await.unwrap();
    }

    /// The open lines of the record as one text.
    async fn record_text(&self) -> String {
        let request = watch::ReadRecordRequest { game: "g".into(), from_line: 0, limit: 0 };
        let lines = self.link("board").watch().read_record(request).await.unwrap().into_inner().lines;
        lines.iter().flat_map(|line| [line, "\n"]).collect()
    }

    /// Plays round 1: a wins P for 20, b wins O for 9.
    async fn play_round(&self) -> Participant {
        let (judge, a, b) = (self.seat("judge"), self.seat("a"), self.seat("b"));
        let mut board = self.seat("board");
        judge.open_round(1).await.unwrap();
        a.bid(1, 0, &[("P", 20)]).await.unwrap();
        b.bid(1, 0, &[("O", 9)]).await.unwrap();
        self.wait(90_000);
        board.until("lists_opened").await;
        judge.confirm_all(1, 1).await.unwrap();
        board.until("round_finalised").await;
        board
    }
}

#[tokio::test]
async fn a_list_by_hand_counts_and_until_the_opening_only_its_team_learns_of_it() {
    let fixture = ServiceFixture::open().await;
    let judge = fixture.seat("judge");
    let (mut a, mut b, mut board) = (fixture.seat("a"), fixture.seat("b"), fixture.seat("board"));
    judge.open_round(1).await.unwrap();
    a.bid(1, 0, &[("P", 33)]).await.unwrap();
    fixture.enter_bids("organiser", "a", vec![bid("O", 11)]).await.unwrap();
    fixture.enter_bids("organiser", "b", vec![bid("P", 12)]).await.unwrap();
    a.until("bids_sealed").await;
    let Fact::BidsSealed { team: TeamId(0), sealed: Some(sealed) } = a.until("bids_sealed").await else {
        panic!("a's second list");
    };
    assert_eq!((sealed.revision.0, sealed.by_hand.as_deref()), (2, Some(BURNT)));
    fixture.wait(90_000);
    let Fact::ListsOpened { lists, .. } = board.until("lists_opened").await else { panic!("lists_opened") };
    assert_eq!(lists.iter().map(|list| list.bids[0].price.0).collect::<Vec<_>>(), [11, 12]);
    b.until("lists_opened").await;
    let sealed_by_a = |seat: &Participant| {
        let told = seat.items.iter().map(|item| format!("{:?}", item.body));
        told.filter(|text| text.contains("BidsSealed") && text.contains(r#"team: "a""#)).count()
    };
    assert_eq!([&board, &b].map(sealed_by_a), [1, 1], "that a list was replaced is not told");
    let shown = format!("{:?}", board.items);
    assert!(!shown.contains(BURNT), "no feed but the team's own says why");
    let record = fixture.record_text().await;
    assert_eq!(record.matches(&format!(r#","by_hand":"{BURNT}""#)).count(), 2);
    assert!(
        record
            .contains(r#""by":"organiser","principal":"organiser","fact":{"fact":"bids_sealed","team":"a""#)
    );
}

#[tokio::test]
async fn the_answer_to_a_list_by_hand_is_the_same_whether_it_replaced_one_or_not() {
    let fixture = ServiceFixture::open().await;
    fixture.seat("judge").open_round(1).await.unwrap();
    fixture.seat("a").bid(1, 0, &[("P", 33)]).await.unwrap();
    let mut board = fixture.seat("board");
    let answer = async |team: &str| {
        let (team, bids, reason) = (team.into(), vec![bid("P", 12)], BURNT.into());
        let request =
            EnterBidsRequest { game: "g".into(), team, round: 1, bids, reason, ..Default::default() };
        fixture.link("organiser").organiser().enter_bids(request).await.unwrap().into_inner()
    };
    let (replacing, first) = (answer("a").await, answer("b").await);
    assert_eq!(replacing, first);
    board.until("bids_sealed").await;
    board.until("bids_sealed").await;
    assert_eq!(board.items.last().unwrap().sequence, 4, "set-up, round opened, a sealed, b sealed");
}

#[tokio::test]
async fn only_the_organisers_token_enters_by_hand_and_says_for_whom_and_why() {
    let fixture = ServiceFixture::open().await;
    fixture.seat("judge").open_round(1).await.unwrap();
    for name in ["judge", "a", "board"] {
        let refused = fixture.enter_bids(name, "a", Vec::new()).await.unwrap_err();
        assert_eq!(
            (refused.code(), reason(&refused)),
            (Code::PermissionDenied, "ERROR_REASON_PERMISSION_DENIED")
        );
    }
    let mut organiser = fixture.link("organiser").organiser();
    let request = EnterBidsRequest { game: "g".into(), team: "a".into(), round: 1, ..Default::default() };
    let unsaid = organiser.enter_bids(request.clone()).await.unwrap_err();
    assert_eq!(reason(&unsaid), "ERROR_REASON_NO_REASON");
    let unnamed = EnterBidsRequest { game: String::new(), ..request.clone() };
    let unnamed = organiser.enter_bids(unnamed).await.unwrap_err();
    assert_eq!(reason(&unnamed), "ERROR_REASON_MISSING_FIELD");
    let nobody = organiser.enter_bids(EnterBidsRequest { team: "zz".into(), ..request }).await.unwrap_err();
    assert_eq!(reason(&nobody), "ERROR_REASON_UNKNOWN_TEAM");
    let dear = fixture.enter_bids("organiser", "a", vec![bid("P", 61)]).await.unwrap_err();
    assert_eq!(reason(&dear), "ERROR_REASON_OVER_BUDGET", "judged like the team's own");
}

#[tokio::test]
async fn a_rebid_by_hand_decides_the_wave() {
    let fixture = ServiceFixture::open().await;
    let (judge, a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
    let mut board = fixture.seat("board");
    judge.open_round(1).await.unwrap();
    a.bid(1, 0, &[("P", 20)]).await.unwrap();
    b.bid(1, 0, &[("P", 20)]).await.unwrap();
    fixture.wait(90_000);
    board.until("lists_opened").await;
    b.raise(1, 1, &[(1, 21)]).await.unwrap();
    let request = EnterRebidRequest {
        game: "g".into(),
        team: "a".into(),
        round: 1,
        attempt: 1,
        wave: 1,
        raises: vec![wire::Raise { priority: 1, price: 22 }],
        reason: BURNT.into(),
        ..Default::default()
    };
    fixture.link("organiser").organiser().enter_rebid(request).await.unwrap();
    board.until("rebids_opened").await;
    let awards = board.game().current_round().unwrap().settlement.as_ref().unwrap().awards();
    assert_eq!((awards[0].team, awards[0].price.0), (TeamId(0), 22));
}

#[tokio::test]
async fn a_wall_by_hand_stands_and_a_count_by_hand_goes_before_it_in_the_ranking() {
    let fixture = ServiceFixture::open().await;
    let mut board = fixture.play_round().await;
    let area = board.game().setup().frame.area();
    let spot = wire::Spot { quarter_turns: 0, row: 2, col: 1 };
    let placement =
        wire::Placement { stone: Some(first("O")), placing: Some(wire::placement::Placing::Spot(spot)) };
    let request = EnterWallRequest {
        game: "g".into(),
        team: "b".into(),
        placements: vec![placement],
        reason: "built on the table".into(),
        replaces_revision: 0,
    };
    let enter = async |request| fixture.link("organiser").organiser().enter_wall(request).await;
    assert_eq!(enter(request.clone()).await.unwrap().into_inner().revision, 1);
    let overtaken = enter(request).await.unwrap_err();
    assert_eq!((overtaken.code(), reason(&overtaken)), (Code::Aborted, "ERROR_REASON_WALL_CHANGED"));
    let Fact::WallReplaced { by_hand, .. } = board.until("wall_replaced").await else {
        panic!("wall_replaced")
    };
    assert_eq!(by_hand.as_deref(), Some("built on the table"));
    assert_eq!(board.game().standings()[0].team, TeamId(1), "b has built");
    let empty = u32::try_from(area).unwrap() - 5;
    let count = wire::WallCount { empty, top_gaps: 0, used: 1 };
    let wrong = fixture.enter_count(Some(wire::WallCount { used: 2, ..count })).await.unwrap_err();
    assert_eq!((wrong.code(), reason(&wrong)), (Code::InvalidArgument, "ERROR_REASON_BAD_COUNT"));
    fixture.enter_count(Some(count)).await.unwrap();
    let Fact::WallCounted { count, .. } = board.until("wall_counted").await else { panic!("wall_counted") };
    assert_eq!(count, Some(WallCount { empty, top_gaps: 0, used: 1 }));
    assert_eq!(board.game().standings()[0].team, TeamId(0), "what was counted counts");
    fixture.enter_count(None).await.unwrap();
    board.until("wall_counted").await;
    assert_eq!(board.game().standings()[0].team, TeamId(1));
}

#[tokio::test]
async fn a_confirmation_of_an_outdated_settlement_is_refused() {
    let fixture = ServiceFixture::open().await;
    let (judge, a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
    let mut board = fixture.seat("board");
    judge.open_round(1).await.unwrap();
    a.bid(1, 0, &[("P", 20)]).await.unwrap();
    b.bid(1, 0, &[("P", 20)]).await.unwrap();
    fixture.wait(90_000);
    board.until("lists_opened").await;
    let before = board.game().current_round().unwrap().digest().unwrap();
    a.raise(1, 1, &[(1, 21)]).await.unwrap();
    b.raise(1, 1, &[]).await.unwrap();
    board.until("rebids_opened").await;
    let after = board.game().current_round().unwrap().digest().unwrap();
    let sent = board.items.last().unwrap().derived.as_ref().unwrap();
    let told = sent.settlement.as_ref().unwrap().digest;
    assert_eq!(told, after.0, "clients that do not have the rules are told");
    let confirm = async |digest: u64| {
        let request = judge::ConfirmLotsRequest {
            game: "g".into(),
            round: 1,
            attempt: 1,
            choice: Some(Choice::All(judge::AllLots {})),
            settlement_digest: Some(digest),
        };
        fixture.link("judge").judge().confirm_lots(request).await
    };
    let stale = confirm(before.0).await.unwrap_err();
    assert_eq!((stale.code(), reason(&stale)), (Code::Aborted, "ERROR_REASON_STALE_SETTLEMENT"));
    confirm(after.0).await.unwrap();
}

#[tokio::test]
async fn stones_are_ticked_by_the_judge_and_checked_by_their_team() {
    let fixture = ServiceFixture::open().await;
    let mut board = fixture.play_round().await;
    fixture.tick("judge", &["P", "O"], true).await.unwrap();
    board.until("stones_ticked").await;
    assert_eq!(reason(&fixture.tick("judge", &["T"], true).await.unwrap_err()), "ERROR_REASON_NOT_OWNED");
    assert_eq!(reason(&fixture.tick("judge", &[], true).await.unwrap_err()), "ERROR_REASON_NO_STONES");
    assert_eq!(fixture.tick("a", &["P"], true).await.unwrap_err().code(), Code::PermissionDenied);
    let check = async |lot: &str| {
        let request = team::CheckStonesRequest { game: "g".into(), stones: vec![first(lot)] };
        fixture.link("a").team().check_stones(request).await
    };
    check("P").await.unwrap();
    assert_eq!(reason(&check("O").await.unwrap_err()), "ERROR_REASON_NOT_OWNED");
    board.until("stones_checked").await;
    fixture.tick("organiser", &["O"], false).await.unwrap();
    board.until("stones_ticked").await;
    let [a, b] = [TeamId(0), TeamId(1)].map(|team| board.game().team(team).unwrap().clone());
    assert_eq!((a.carried.len(), a.checked.len(), b.carried.len()), (1, 1, 0));
}

#[tokio::test]
async fn a_remark_is_put_on_record() {
    let fixture = ServiceFixture::open().await;
    let remark = |text: &str| judge::AddRemarkRequest { game: "g".into(), text: text.into() };
    let mut judge = fixture.link("judge").judge();
    judge.add_remark(remark(" it rains ")).await.unwrap();
    assert_eq!(reason(&judge.add_remark(remark(" ")).await.unwrap_err()), "ERROR_REASON_NO_REASON");
    // What no screen has room for, or shows nothing, is no remark; nor is it a reason.
    let long = "x".repeat(201);
    for (text, figure) in [(long.as_str(), ("characters", "201")), ("\u{200b}", ("invisible", "1"))] {
        let refused = Fault::from_status(&judge.add_remark(remark(text)).await.unwrap_err()).unwrap();
        assert_eq!((refused.reason, &refused.metadata["field"][..]), (ErrorReason::BadField, "text"));
        assert_eq!(refused.metadata[figure.0], figure.1);
        let pause = judge::PauseGameRequest { game: "g".into(), reason: text.into() };
        let refused = Fault::from_status(&judge.pause_game(pause).await.unwrap_err()).unwrap();
        assert_eq!((refused.reason, &refused.metadata["field"][..]), (ErrorReason::BadField, "reason"));
    }
    judge.add_remark(remark(&"石".repeat(200))).await.unwrap();
    assert_eq!(
        fixture.link("a").judge().add_remark(remark("x")).await.unwrap_err().code(),
        Code::PermissionDenied
    );
    assert!(fixture.record_text().await.contains(r#"{"fact":"remarked","text":"it rains"}"#));
}

#[tokio::test]
async fn an_announcement_is_told_to_whom_it_is_for_and_stands_in_the_record() {
    let fixture = ServiceFixture::open().await;
    let announce = async |name: &str, teams: &[&str], english: &str, japanese: &str| {
        let text = Some(wire::Announcement { english: english.into(), japanese: japanese.into() });
        let teams = teams.iter().map(|team| (*team).into()).collect();
        fixture
            .link(name)
            .judge()
            .announce(judge::AnnounceRequest {
                game: "g".into(),
                teams,
                text,
                asked: String::new(),
                corrects: false,
                ..Default::default()
            })
            .await
    };
    let denied = announce("a", &[], "x", "").await.unwrap_err();
    assert_eq!(denied.code(), Code::PermissionDenied);
    for (teams, english, why) in [
        (&["z"][..], "x", "ERROR_REASON_UNKNOWN_TEAM"),
        (&[], " ", "ERROR_REASON_MISSING_FIELD"),
        (&[], "a\tb", "ERROR_REASON_BAD_FIELD"),
    ] {
        assert_eq!(reason(&announce("judge", teams, english, "").await.unwrap_err()), why);
    }
    announce("judge", &["a"], " come here ", "").await.unwrap();
    announce("organiser", &[], "to all", "全員へ").await.unwrap();
    let heard = async |name: &str| {
        let mut seat = fixture.seat(name);
        let mut heard = Vec::new();
        while heard.last() != Some(&"to all".to_owned()) {
            let Fact::Announced { text, .. } = seat.until("announced").await else { unreachable!() };
            heard.push(text.english().unwrap().to_owned());
        }
        heard
    };
    for name in ["a", "judge", "organiser"] {
        assert_eq!(heard(name).await, ["come here", "to all"], "{name}");
    }
    for name in ["b", "board", "desk", "referee"] {
        assert_eq!(heard(name).await, ["to all"], "{name}");
    }
    let record = fixture.record_text().await;
    assert!(!record.contains("come here") && record.matches("note_sealed").count() == 1, "{record}");
    let both = r#"{"fact":"announced","teams":[],"english":"to all","japanese":"全員へ","corrects":false}"#;
    assert!(record.contains(both), "{record}");
    let abandon = judge::AbandonGameRequest { game: "g".into(), reason: "rain".into() };
    fixture.link("judge").judge().abandon_game(abandon).await.unwrap();
    let record = fixture.record_text().await;
    assert!(
        record.contains(r#""fact":{"fact":"game_abandoned","reason":"rain","note_keys":[{"epoch":1,"key":""#),
        "{record}"
    );
    let game = transcript::read(&transcript::complete(&record).unwrap()).unwrap().fold();
    let told: Vec<_> = game.messages(TeamId(0)).filter_map(|message| message.text.english()).collect();
    assert_eq!(told, ["come here", "to all"]);
}

#[tokio::test]
async fn a_question_is_told_to_the_judge_and_its_answer_to_whom_it_is_for() {
    let fixture = ServiceFixture::open().await;
    let ask = async |name: &str, text: &str| {
        let request = team::AskQuestionRequest { game: "g".into(), text: text.into(), ..Default::default() };
        fixture.link(name).team().ask_question(request).await
    };
    let answer = async |name: &str, question: u32, replaces_revision: u32, english: &str, to_all: bool| {
        let text = Some(wire::Announcement { english: english.into(), japanese: String::new() });
        let (game, team) = ("g".into(), "a".into());
        let request = judge::AnswerQuestionRequest {
            game,
            team,
            question,
            replaces_revision,
            text,
            to_all,
            ..Default::default()
        };
        fixture.link(name).judge().answer_question(request).await
    };
    let mark = |through: u32| team::MarkReadRequest { game: "g".into(), through, ..Default::default() };
    let read = async |name: &str, through: u32| fixture.link(name).team().mark_read(mark(through)).await;
    assert_eq!(ask("judge", "x").await.unwrap_err().code(), Code::PermissionDenied);
    for (text, why) in [(" ", "ERROR_REASON_MISSING_FIELD"), ("a\nb", "ERROR_REASON_BAD_FIELD")] {
        assert_eq!(reason(&ask("a", text).await.unwrap_err()), why);
    }
    for number in 1..=5 {
        assert_eq!(ask("a", &format!("why {number}?")).await.unwrap().into_inner().question, number);
    }
    assert_eq!(reason(&ask("a", "more?").await.unwrap_err()), "ERROR_REASON_TOO_MANY_QUESTIONS");
    assert_eq!(answer("a", 1, 0, "x", true).await.unwrap_err().code(), Code::PermissionDenied);
    answer("judge", 1, 0, "alone", false).await.unwrap();
    let again = answer("organiser", 1, 0, "x", false).await.unwrap_err();
    assert_eq!((again.code(), reason(&again)), (Code::Aborted, "ERROR_REASON_ALREADY_ANSWERED"));
    answer("organiser", 1, 1, "corrected", false).await.unwrap();
    assert_eq!(
        reason(&answer("judge", 9, 0, "x", false).await.unwrap_err()),
        "ERROR_REASON_UNKNOWN_QUESTION"
    );
    assert_eq!(reason(&read("a", 3).await.unwrap_err()), "ERROR_REASON_UNKNOWN_MESSAGE");
    read("a", 2).await.unwrap();
    read("a", 1).await.unwrap();
    answer("judge", 2, 0, "to all", true).await.unwrap();
    let heard = async |name: &str| {
        let (mut seat, mut heard) = (fixture.seat(name), Vec::new());
        while heard.last() != Some(&"announced") {
            heard.push(seat.fact().await.name());
        }
        heard
    };
    let own = [&["question_asked"; 5][..], &["question_answered"; 2], &["messages_read"]].concat();
    let all = [&own[..], &["question_answered", "announced"]].concat();
    for name in ["a", "judge", "organiser"] {
        assert_eq!(heard(name).await, all, "{name}");
    }
    for name in ["b", "board"] {
        assert_eq!(heard(name).await, ["announced"], "{name}");
    }
}

#[tokio::test]
async fn the_judge_sees_who_was_seen_and_who_is_connected() {
    let fixture = ServiceFixture::open().await;
    let there = |team: &str, connections, program: &str| judge::TeamPresence {
        team: team.into(),
        connections,
        seen: !program.is_empty(),
        practised: false,
        program: program.into(),
    };
    assert_eq!(fixture.presence("g").await, [there("a", 0, ""), there("b", 0, "")]);
    fixture.link("b").watch().list_games(ListGamesRequest {}).await.unwrap();
    let [_, b] = fixture.presence("g").await;
    let program = b.program;
    assert!(program.starts_with(AGENT), "{program}");
    let (first, second) = (fixture.seat("a"), fixture.seat("a"));
    fixture.connected("g", 0, 2).await;
    assert_eq!(fixture.presence("g").await, [there("a", 2, &program), there("b", 0, &program)]);
    drop(first);
    fixture.connected("g", 0, 1).await;
    drop(second);
    fixture.connected("g", 0, 0).await;
    assert!(fixture.presence("g").await[0].seen);
    let request = judge::ListPresenceRequest { game: "g".into() };
    for name in ["a", "board"] {
        let refused = fixture.link(name).judge().list_presence(request.clone()).await.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied, "{name}");
    }
}

#[tokio::test]
async fn a_team_goes_from_practice_to_its_game_without_naming_either() {
    let mut fixture = ServiceFixture::with(DAY).await;
    let listed =
        fixture.link("judge").watch().list_games(ListGamesRequest {}).await.unwrap().into_inner().games;
    let practice: Vec<_> = listed.iter().map(|game| (game.game.as_str(), game.practice)).collect();
    assert_eq!(practice, [("try", true), ("g", false)]);
    assert!(!listed[0].title_ja.is_empty());
    let mut judging = fixture.link("judge").judge();
    judging.open_round(judge::OpenRoundRequest { game: String::new(), round: 1 }).await.unwrap();
    let mut a = fixture.link("a").team();
    let request = team::SubmitBidsRequest { round: 1, bids: vec![bid("P", 20)], ..Default::default() };
    a.submit_bids(request.clone()).await.unwrap();
    assert_eq!(fixture.presence("try").await.map(|team| team.practised), [true, false]);
    let abandon = judge::AbandonGameRequest { game: "try".into(), reason: "practised enough".into() };
    judging.abandon_game(abandon).await.unwrap();
    let between = a.submit_bids(request.clone()).await.unwrap_err();
    assert_eq!(reason(&between), "ERROR_REASON_UNKNOWN_GAME", "practice is over, the game has not started");
    fixture.start("g").await;
    judging.open_round(judge::OpenRoundRequest { game: String::new(), round: 1 }).await.unwrap();
    a.submit_bids(request).await.unwrap();
    let seen = fixture.link("a").watch().list_games(ListGamesRequest {}).await.unwrap().into_inner().games;
    let seen: Vec<_> = seen.iter().map(|game| (game.game.as_str(), game.practice)).collect();
    assert_eq!(seen, [("try", true), ("g", false)]);
    let mut seat = Participant::take(fixture.link("b"));
    seat.until("bids_sealed").await;
    let practised = fixture.presence("g").await.map(|team| team.practised);
    assert_eq!(practised, [true, false], "a list in the game itself is no practice");
    drop(seat);
    fixture.server.stop().await;
    fixture.server.resume().await;
    let after = fixture.presence("g").await.map(|team| (team.practised, team.seen));
    assert_eq!(after, [(true, false), (false, false)], "the journal knows who has practised");
}

#[tokio::test]
async fn when_all_is_over_the_only_game_is_the_one_that_was_played() {
    let fixture = ServiceFixture::with(DAY).await;
    fixture.start("g").await;
    let request = watch::ListRoundsRequest::default();
    let mut judging = fixture.link("judge").judge();
    let both = fixture.link("judge").watch().list_rounds(request.clone()).await.unwrap_err();
    assert_eq!(reason(&both), "ERROR_REASON_MISSING_FIELD");
    let games = Fault::from_status(&both).unwrap().metadata["games"].clone();
    assert_eq!(games, "g try", "it is said what could be meant");
    fixture
        .link("judge")
        .judge()
        .open_round(judge::OpenRoundRequest { game: "g".into(), round: 1 })
        .await
        .unwrap();
    let bids = vec![wire::Bid { lot: "P".into(), price: 20 }];
    let list = team::SubmitBidsRequest { round: 1, bids, ..Default::default() };
    let sealed = fixture.link("a").team().submit_bids(list).await.unwrap().into_inner();
    assert!(sealed.revision == 1, "a team means its game, not the practice beside it");
    for game in ["try", "g"] {
        let abandon = judge::AbandonGameRequest { game: game.into(), reason: "enough".into() };
        judging.abandon_game(abandon).await.unwrap();
    }
    let request = watch::ReadRecordRequest::default();
    let line = fixture.link("judge").watch().read_record(request).await.unwrap().into_inner().lines.remove(0);
    assert!(line.contains(r#""game":"g""#), "{line}");
}
