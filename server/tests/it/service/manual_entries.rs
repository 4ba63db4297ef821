//! Entries by hand (`G6`), carried and checked stones (`W4`), presence, practice.

use ishigaki_proto::AGENT;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::judge::confirm_lots_request::Choice;
use ishigaki_proto::organiser::{
    EnterBidsRequest, EnterCountRequest, EnterRebidRequest, EnterWallRequest, StartGameRequest,
};
use ishigaki_proto::watch::ListGamesRequest;
use ishigaki_proto::{judge, team, watch, wire};
use ishigaki_rules::{Fact, TeamId};
use tonic::{Code, Status};

use crate::service::fixture::{Participant, ServiceFixture, reason};

const BURNT: &str = "the laptop burnt";

/// A practice game that has started, and the real game, which waits.
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

fn list_by_hand(team: &str, bids: Vec<wire::Bid>) -> EnterBidsRequest {
    let (game, team, reason) = ("g".into(), team.into(), BURNT.into());
    EnterBidsRequest { game, team, round: 1, bids, reason, ..Default::default() }
}

impl ServiceFixture {
    async fn enter_bids(&self, name: &str, team: &str, bids: Vec<wire::Bid>) -> Result<(), Status> {
        let request = EnterBidsRequest { replaces_submitted: true, ..list_by_hand(team, bids) };
        self.link(name).organiser().enter_bids(request).await.map(drop)
    }

    async fn enter_count(&self, name: &str, count: Option<wire::WallCount>) -> Result<(), Status> {
        let request =
            EnterCountRequest { game: "g".into(), team: "a".into(), count, reason: "a tape".into() };
        self.link(name).organiser().enter_count(request).await.map(drop)
    }

    async fn tick(&self, name: &str, lots: &[&str], carried: bool) -> Result<(), Status> {
        let stones = lots.iter().map(|lot| first(lot)).collect();
        let request = judge::TickStonesRequest { game: "g".into(), stones, carried };
        self.link(name).judge().tick_stones(request).await.map(drop)
    }

    async fn presence(&self, game: &str) -> [judge::TeamPresence; 2] {
        let request = judge::ListPresenceRequest { game: game.into() };
        let answer = self.link("judge").judge().list_presence(request).await.unwrap();
        answer.into_inner().teams.try_into().unwrap()
    }

    async fn connected(&self, game: &str, team: usize, feeds: u32) {
        while self.presence(game).await[team].connections != feeds {
            tokio::task::yield_now().await;
        }
    }

    async fn start(&self, game: &str) {
        let request = StartGameRequest { game: game.into(), ..Default::default() };
        self.link("judge").organiser().start_game(request).await.unwrap();
    }

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
async fn list_by_hand_counts_and_is_known_to_its_team_only() {
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
        let bodies = seat.items.iter().map(|item| format!("{:?}", item.body));
        bodies.filter(|text| text.contains("BidsSealed") && text.contains(r#"team: "a""#)).count()
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
async fn answer_to_a_list_by_hand_hides_whether_it_replaced_one() {
    let fixture = ServiceFixture::open().await;
    fixture.seat("judge").open_round(1).await.unwrap();
    fixture.seat("a").bid(1, 0, &[("P", 33)]).await.unwrap();
    let mut board = fixture.seat("board");
    let answer = async |team: &str| {
        let request = EnterBidsRequest { replaces_submitted: true, ..list_by_hand(team, vec![bid("P", 12)]) };
        fixture.link("organiser").organiser().enter_bids(request).await.unwrap().into_inner()
    };
    let (replacing, first) = (answer("a").await, answer("b").await);
    assert_eq!(replacing, first);
    board.until("bids_sealed").await;
    board.until("bids_sealed").await;
    assert_eq!(board.items.last().unwrap().sequence, 4, "set-up, round opened, a sealed, b sealed");
}

#[tokio::test]
async fn stale_list_by_hand_is_rejected_without_a_revision() {
    let fixture = ServiceFixture::open().await;
    fixture.seat("judge").open_round(1).await.unwrap();
    let (a, mut organiser) = (fixture.seat("a"), fixture.link("organiser").organiser());
    let mut refused = async || {
        let refused = organiser.enter_bids(list_by_hand("a", vec![bid("P", 12)])).await.unwrap_err();
        assert_eq!((refused.code(), reason(&refused)), (Code::Aborted, "ERROR_REASON_ALREADY_SUBMITTED"));
        Fault::from_status(&refused).unwrap()
    };
    a.bid(1, 0, &[("P", 33)]).await.unwrap();
    let once = refused().await;
    assert_eq!(once.metadata.iter().collect::<Vec<_>>(), [(&"team".to_owned(), &"a".to_owned())]);
    a.bid(1, 1, &[("P", 34)]).await.unwrap();
    assert_eq!(refused().await, once, "that a list was replaced is not told (A4)");
    let declined = organiser.enter_bids(list_by_hand("b", Vec::new())).await;
    assert!(declined.is_ok(), "b has no list: {declined:?}");
}

#[tokio::test]
async fn bids_by_hand_need_organiser_team_and_reason() {
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
    let unknown_team =
        organiser.enter_bids(EnterBidsRequest { team: "zz".into(), ..request }).await.unwrap_err();
    assert_eq!(reason(&unknown_team), "ERROR_REASON_UNKNOWN_TEAM");
    let dear = fixture.enter_bids("organiser", "a", vec![bid("P", 61)]).await.unwrap_err();
    assert_eq!(reason(&dear), "ERROR_REASON_OVER_BUDGET", "judged like the team's own");
}

#[tokio::test]
async fn walls_counts_and_ticks_by_hand_reach_the_game() {
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
    fixture.link("organiser").organiser().enter_wall(request).await.unwrap();
    let Fact::WallReplaced { by_hand, .. } = board.until("wall_replaced").await else {
        panic!("wall_replaced")
    };
    assert_eq!(by_hand.as_deref(), Some("built on the table"));
    assert_eq!(board.game().standings()[0].team, TeamId(1), "b has built");
    let empty = u32::try_from(area).unwrap() - 5;
    let count = wire::WallCount { empty, top_gaps: 0, used: 1 };
    let bad_count =
        fixture.enter_count("judge", Some(wire::WallCount { used: 2, ..count })).await.unwrap_err();
    assert_eq!((bad_count.code(), reason(&bad_count)), (Code::InvalidArgument, "ERROR_REASON_BAD_COUNT"));
    let denied = fixture.enter_count("a", Some(count)).await.unwrap_err();
    assert_eq!(denied.code(), Code::PermissionDenied);
    fixture.enter_count("judge", Some(count)).await.unwrap();
    board.until("wall_counted").await;
    assert_eq!(board.game().standings()[0].team, TeamId(0), "what was counted counts");
    fixture.enter_count("organiser", None).await.unwrap();
    board.until("wall_counted").await;
    assert_eq!(board.game().standings()[0].team, TeamId(1));
    fixture.tick("judge", &["P", "O"], true).await.unwrap();
    assert_eq!(reason(&fixture.tick("judge", &["T"], true).await.unwrap_err()), "ERROR_REASON_NOT_OWNED");
    let request = team::CheckStonesRequest { game: "g".into(), stones: vec![first("P")] };
    fixture.link("a").team().check_stones(request).await.unwrap();
    board.until("stones_checked").await;
    fixture.tick("organiser", &["O"], false).await.unwrap();
    board.until("stones_ticked").await;
    let [a, b] = [TeamId(0), TeamId(1)].map(|team| board.game().team(team).unwrap().clone());
    assert_eq!((a.carried.len(), a.checked.len(), b.carried.len()), (1, 1, 0));
}

#[tokio::test]
async fn confirming_stale_settlement_is_rejected() {
    let fixture = ServiceFixture::open().await;
    let (judge, a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
    let mut board = fixture.seat("board");
    judge.open_round(1).await.unwrap();
    a.bid(1, 0, &[("P", 20)]).await.unwrap();
    b.bid(1, 0, &[("P", 20)]).await.unwrap();
    fixture.wait(90_000);
    board.until("lists_opened").await;
    let before = board.game().current_round().unwrap().digest().unwrap();
    b.raise(1, 1, &[(1, 21)]).await.unwrap();
    let request = EnterRebidRequest {
        game: "g".into(),
        team: "a".into(),
        round: 1,
        wave: 1,
        raises: vec![wire::Raise { priority: 1, price: 22 }],
        reason: BURNT.into(),
        ..Default::default()
    };
    fixture.link("organiser").organiser().enter_rebid(request).await.unwrap();
    board.until("rebids_opened").await;
    let awards = board.game().current_round().unwrap().settlement.as_ref().unwrap().awards();
    assert_eq!((awards[0].team, awards[0].price.0), (TeamId(0), 22), "by hand");
    let after = board.game().current_round().unwrap().digest().unwrap();
    let sent = board.items.last().unwrap().derived.as_ref().unwrap();
    let bodies = sent.settlement.as_ref().unwrap().digest;
    assert_eq!(bodies, after.0, "clients that do not have the rules are told");
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
async fn remark_is_recorded_and_invalid_text_is_rejected() {
    let fixture = ServiceFixture::open().await;
    let remark = |text: &str| judge::AddRemarkRequest { game: "g".into(), text: text.into() };
    let mut judge = fixture.link("judge").judge();
    judge.add_remark(remark(" it rains ")).await.unwrap();
    assert_eq!(reason(&judge.add_remark(remark(" ")).await.unwrap_err()), "ERROR_REASON_NO_REASON");
    // A remark or reason must be visible and fit on the screen.
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
    for (text, why) in [(" ", "ERROR_REASON_MISSING_FIELD"), ("a\nb", "ERROR_REASON_BAD_FIELD")] {
        let request = team::AskQuestionRequest { game: "g".into(), text: text.into(), ..Default::default() };
        assert_eq!(reason(&fixture.link("a").team().ask_question(request).await.unwrap_err()), why);
        let text = Some(wire::Announcement { english: text.into(), japanese: String::new() });
        let request = judge::AnnounceRequest { game: "g".into(), text, ..Default::default() };
        assert_eq!(reason(&judge.announce(request).await.unwrap_err()), why);
    }
    assert!(fixture.record_text().await.contains(r#"{"fact":"remarked","text":"it rains"}"#));
}

#[tokio::test]
async fn judge_sees_seen_and_connected_teams() {
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
async fn team_moves_from_practice_to_game_without_game_id() {
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
