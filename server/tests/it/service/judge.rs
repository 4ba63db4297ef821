//! Every act of the judge's over gRPC: what it does, and how it is refused (`A10`, `E1`–`E4`, `G4`, `G5`, `T`).

use crate::service::fixture::{Participant, ServiceFixture, reason};
use ishigaki_proto::fault::Fault;
use ishigaki_proto::{judge, wire};
use ishigaki_rules::{Fact, Phase, TeamId};
use tonic::{Code, Status};

const GAME: &str = "g";

/// A judge with a watch on the game.
struct Judge(Participant);

impl Judge {
    async fn pause(&self) -> Result<(), Status> {
        let request = judge::PauseGameRequest { game: GAME.into(), reason: "fire alarm".into() };
        self.0.link.judge().pause_game(request).await.map(drop)
    }

    async fn resume(&self) -> Result<(), Status> {
        self.0.link.judge().resume_game(judge::ResumeGameRequest { game: GAME.into() }).await.map(drop)
    }

    async fn extend(&self, by_ms: u64) -> Result<(), Status> {
        let request = judge::ExtendWindowRequest { game: GAME.into(), by_ms, reason: "slow network".into() };
        self.0.link.judge().extend_window(request).await.map(drop)
    }

    async fn void(&self, round: u32, why: &str) -> Result<(), Status> {
        let request = judge::VoidRoundRequest { game: GAME.into(), round, attempt: 0, reason: why.into() };
        self.0.link.judge().void_round(request).await.map(drop)
    }

    async fn abandon(&self) -> Result<(), Status> {
        let request = judge::AbandonGameRequest { game: GAME.into(), reason: "wrong problem".into() };
        self.0.link.judge().abandon_game(request).await.map(drop)
    }

    async fn disqualify(&self, team: &str, why: &str) -> Result<(), Status> {
        let (team, reason) = (team.into(), why.into());
        let request = judge::DisqualifyTeamRequest { game: GAME.into(), team, reason };
        self.0.link.judge().disqualify_team(request).await.map(drop)
    }

    async fn reinstate(&self, team: &str) -> Result<(), Status> {
        let (team, reason) = (team.into(), "it was a mistake".into());
        let request = judge::ReinstateTeamRequest { game: GAME.into(), team, reason };
        self.0.link.judge().reinstate_team(request).await.map(drop)
    }

    async fn janken(&self, order: &[&str]) -> Result<(), Status> {
        let order = order.iter().map(|team| (*team).to_owned()).collect();
        let request = judge::EnterJankenRequest { game: GAME.into(), order };
        self.0.link.judge().enter_janken(request).await.map(drop)
    }

    async fn signal_end(&self) -> Result<(), Status> {
        self.0.link.judge().signal_end(judge::SignalEndRequest { game: GAME.into() }).await.map(drop)
    }

    async fn declare(&self) -> Result<(), Status> {
        self.0.link.judge().declare_result(judge::DeclareResultRequest { game: GAME.into() }).await.map(drop)
    }

    async fn confirm_one(&self, round: u32, attempt: u32, lot: &str) -> Result<(), Status> {
        let choice = Some(judge::confirm_lots_request::Choice::Lot(lot.into()));
        let request =
            judge::ConfirmLotsRequest { game: GAME.into(), round, attempt, choice, settlement_digest: None };
        self.0.link.judge().confirm_lots(request).await.map(drop)
    }

    /// Plays a round in which nobody but A bids, for this.
    async fn round(&mut self, fixture: &ServiceFixture, a: &Participant, number: u32, bids: &[(&str, u64)]) {
        self.0.open_round(number).await.unwrap();
        a.bid(number, 0, bids).await.unwrap();
        fixture.wait(90_000);
        self.0.until("lists_opened").await;
        self.0.confirm_all(number, 1).await.unwrap();
        self.0.until("round_finalised").await;
    }

    /// From the end of the last round to the end of the game.
    async fn end(&mut self, fixture: &ServiceFixture) {
        self.signal_end().await.unwrap();
        self.0.until("end_signalled").await;
        fixture.wait(5_000);
        self.0.until("game_ended").await;
    }
}

#[tokio::test]
async fn a_pause_holds_the_window_and_a_resume_gives_the_rest_of_it() {
    let fixture = ServiceFixture::open().await;
    let (mut judge, a) = (Judge(fixture.seat("judge")), fixture.seat("a"));
    judge.0.open_round(1).await.unwrap();
    fixture.wait(60_000);
    judge.pause().await.unwrap();
    assert_eq!(reason(&judge.pause().await.unwrap_err()), "ERROR_REASON_PAUSED");
    assert_eq!(reason(&a.bid(1, 0, &[]).await.unwrap_err()), "ERROR_REASON_PAUSED");
    fixture.wait(300_000);
    judge.resume().await.unwrap();
    assert_eq!(reason(&judge.resume().await.unwrap_err()), "ERROR_REASON_NOT_PAUSED");
    fixture.wait(29_999);
    a.bid(1, 0, &[]).await.unwrap();
    fixture.wait(1);
    judge.0.until("lists_opened").await;
}

#[tokio::test]
async fn an_extension_moves_the_deadline_for_everybody() {
    let fixture = ServiceFixture::open().await;
    let (mut judge, a) = (Judge(fixture.seat("judge")), fixture.seat("a"));
    assert_eq!(reason(&judge.extend(1_000).await.unwrap_err()), "ERROR_REASON_NOTHING_TO_EXTEND");
    judge.0.open_round(1).await.unwrap();
    assert_eq!(reason(&judge.extend(0).await.unwrap_err()), "ERROR_REASON_BAD_EXTENSION");
    judge.extend(10_000).await.unwrap();
    let Fact::WindowExtended { closes_at, reason } = judge.0.until("window_extended").await else {
        panic!("window_extended");
    };
    assert_eq!((closes_at.0, reason.as_str()), (100_000, "slow network"));
    fixture.wait(99_999);
    a.bid(1, 0, &[]).await.unwrap();
}

#[tokio::test]
async fn a_voided_round_is_run_again_and_old_confirmations_do_not_count() {
    let fixture = ServiceFixture::open().await;
    let (mut judge, a) = (Judge(fixture.seat("judge")), fixture.seat("a"));
    judge.0.open_round(1).await.unwrap();
    a.bid(1, 0, &[("P", 20)]).await.unwrap();
    fixture.wait(90_000);
    judge.0.until("lists_opened").await;
    assert_eq!(reason(&judge.void(1, " ").await.unwrap_err()), "ERROR_REASON_NO_REASON");
    assert_eq!(reason(&judge.void(2, "x").await.unwrap_err()), "ERROR_REASON_WRONG_ROUND");
    judge.void(1, "power cut").await.unwrap();
    judge.0.open_round(1).await.unwrap();
    fixture.wait(90_000);
    judge.0.until("lists_opened").await;
    assert_eq!(reason(&judge.0.confirm_all(1, 1).await.unwrap_err()), "ERROR_REASON_WRONG_ATTEMPT");
    judge.0.confirm_all(1, 2).await.unwrap();
    judge.0.until("round_finalised").await;
    assert_eq!(judge.0.game().team(TeamId(0)).unwrap().held.0, 60, "nothing of the void attempt is charged");
}

#[tokio::test]
async fn lots_are_confirmed_one_by_one_and_the_last_one_makes_the_round_final() {
    let fixture = ServiceFixture::open().await;
    let (mut judge, a) = (Judge(fixture.seat("judge")), fixture.seat("a"));
    judge.0.open_round(1).await.unwrap();
    assert_eq!(reason(&judge.confirm_one(1, 1, "P").await.unwrap_err()), "ERROR_REASON_WRONG_PHASE");
    a.bid(1, 0, &[("P", 20)]).await.unwrap();
    fixture.wait(90_000);
    judge.0.until("lists_opened").await;
    judge.confirm_one(1, 1, "P").await.unwrap();
    assert_eq!(reason(&judge.confirm_one(1, 1, "P").await.unwrap_err()), "ERROR_REASON_ALREADY_CONFIRMED");
    assert_eq!(reason(&judge.confirm_one(1, 1, "Q").await.unwrap_err()), "ERROR_REASON_UNKNOWN_LOT");
    for lot in ["I", "O", "L", "T", "S", "V", "D"] {
        judge.confirm_one(1, 1, lot).await.unwrap();
    }
    judge.0.until("round_finalised").await;
    assert_eq!(judge.0.game().team(TeamId(0)).unwrap().held.0, 40);
}

#[tokio::test]
async fn a_disqualified_team_can_do_nothing_until_it_is_taken_back() {
    let fixture = ServiceFixture::open().await;
    let (mut judge, a) = (Judge(fixture.seat("judge")), fixture.seat("a"));
    judge.0.open_round(1).await.unwrap();
    a.bid(1, 0, &[("P", 20)]).await.unwrap();
    judge.disqualify("a", "obstruction").await.unwrap();
    assert_eq!(reason(&judge.disqualify("a", "x").await.unwrap_err()), "ERROR_REASON_ALREADY_DISQUALIFIED");
    assert_eq!(reason(&judge.disqualify("zz", "x").await.unwrap_err()), "ERROR_REASON_UNKNOWN_TEAM");
    assert_eq!(reason(&a.bid(1, 0, &[]).await.unwrap_err()), "ERROR_REASON_DISQUALIFIED");
    fixture.wait(90_000);
    let Fact::ListsOpened { lists, .. } = judge.0.until("lists_opened").await else {
        panic!("lists_opened");
    };
    assert!(lists.is_empty(), "its unopened list is withdrawn");
    judge.reinstate("a").await.unwrap();
    assert_eq!(reason(&judge.reinstate("a").await.unwrap_err()), "ERROR_REASON_NOT_DISQUALIFIED");
    judge.0.confirm_all(1, 1).await.unwrap();
    judge.0.open_round(2).await.unwrap();
    a.bid(2, 0, &[("P", 20)]).await.unwrap();
}

#[tokio::test]
async fn the_end_is_counted_down_and_the_result_waits_for_the_janken() {
    let fixture = ServiceFixture::open().await;
    let (mut judge, a) = (Judge(fixture.seat("judge")), fixture.seat("a"));
    assert_eq!(reason(&judge.signal_end().await.unwrap_err()), "ERROR_REASON_WRONG_PHASE");
    judge.round(&fixture, &a, 1, &[]).await;
    judge.round(&fixture, &a, 2, &[]).await;
    judge.end(&fixture).await;
    assert_eq!(reason(&judge.declare().await.unwrap_err()), "ERROR_REASON_JANKEN_OPEN");
    assert_eq!(reason(&judge.janken(&["a"]).await.unwrap_err()), "ERROR_REASON_NOT_A_TIED_GROUP");
    judge.janken(&["b", "a"]).await.unwrap();
    judge.declare().await.unwrap();
    judge.0.until("result_declared").await;
    let order: Vec<u32> = judge.0.game().ranking().rows.iter().map(|row| row.team.0).collect();
    assert_eq!(order, [1, 0]);
    assert_eq!(reason(&judge.abandon().await.unwrap_err()), "ERROR_REASON_WRONG_PHASE", "the result stands");
}

#[tokio::test]
async fn stones_are_placed_until_the_end_and_not_after() {
    let fixture = ServiceFixture::open().await;
    let (mut judge, a) = (Judge(fixture.seat("judge")), fixture.seat("a"));
    assert_eq!(reason(&a.place(0, "O", 0, 2, 0).await.unwrap_err()), "ERROR_REASON_NOT_OWNED");
    judge.round(&fixture, &a, 1, &[("O", 9)]).await;
    assert_eq!(reason(&a.place(0, "O", 0, 0, 2).await.unwrap_err()), "ERROR_REASON_INVALID_WALL");
    assert_eq!(a.place(0, "O", 0, 2, 1).await.unwrap(), 1);
    let overtaken = a.place(0, "O", 0, 2, 2).await.unwrap_err();
    assert_eq!((overtaken.code(), reason(&overtaken)), (Code::Aborted, "ERROR_REASON_WALL_CHANGED"));
    judge.round(&fixture, &a, 2, &[]).await;
    judge.signal_end().await.unwrap();
    judge.0.until("end_signalled").await;
    fixture.wait(4_999);
    assert_eq!(a.place(1, "O", 0, 2, 2).await.unwrap(), 2);
    fixture.wait(1);
    judge.0.until("game_ended").await;
    let late = a.place(2, "O", 0, 2, 1).await.unwrap_err();
    assert_eq!(reason(&late), "ERROR_REASON_WRONG_PHASE");
    assert!(late.message().contains("W6"), "{}", late.message());
    let tally = judge.0.game().tally(TeamId(0)).unwrap();
    assert_eq!((tally.used, tally.empty), (1, 16));
}

#[tokio::test]
async fn an_abandoned_game_is_kept_and_takes_nothing_more() {
    let fixture = ServiceFixture::open().await;
    let (mut judge, a) = (Judge(fixture.seat("judge")), fixture.seat("a"));
    judge.0.open_round(1).await.unwrap();
    judge.abandon().await.unwrap();
    judge.0.until("game_abandoned").await;
    assert_eq!(judge.0.phase(), Phase::Abandoned);
    assert_eq!(reason(&a.bid(1, 0, &[]).await.unwrap_err()), "ERROR_REASON_WRONG_PHASE");
    assert_eq!(reason(&judge.0.open_round(1).await.unwrap_err()), "ERROR_REASON_WRONG_PHASE");
    let mut board = fixture.seat("board");
    board.until("game_abandoned").await;
}

#[tokio::test]
async fn the_organiser_may_act_as_the_judge_and_is_named_as_who_did() {
    let fixture = ServiceFixture::open().await;
    let organiser = Judge(fixture.seat("organiser"));
    let mut board = fixture.seat("board");
    organiser.0.open_round(1).await.unwrap();
    board.until("round_opened").await;
    let Some(wire::feed_item::Body::Event(event)) = &board.items.last().unwrap().body else {
        panic!("an event");
    };
    assert_eq!(event.by.as_ref().unwrap().kind(), wire::ActorKind::Organiser);
}

#[tokio::test]
async fn an_opening_is_uncovered_for_boards_as_far_as_the_judge_says() {
    let fixture = ServiceFixture::open().await;
    let (mut judge, a) = (Judge(fixture.seat("judge")), fixture.seat("a"));
    let uncover = async |name: &str, opening: u32, steps: u32| {
        let request = judge::UncoverOpeningRequest { game: GAME.into(), opening, steps };
        fixture.link(name).judge().uncover_opening(request).await.map(tonic::Response::into_inner)
    };
    // The next opening can be held before there was any, and let go again.
    for opening in [1, 0] {
        let told = uncover("judge", opening, 0).await.unwrap().clock.unwrap().uncovering;
        assert_eq!(told, Some(wire::Uncovering { opening, steps: 0 }));
    }
    judge.round(&fixture, &a, 1, &[]).await;
    let answer = uncover("judge", 1, 2).await.unwrap();
    let told = Some(wire::Uncovering { opening: 1, steps: 2 });
    assert_eq!(answer.clock.unwrap().uncovering, told);
    uncover("judge", 2, 0).await.unwrap();
    let far = uncover("judge", 3, 0).await.unwrap_err();
    assert_eq!(reason(&far), "ERROR_REASON_BAD_FIELD", "nobody knows what comes before it");
    let figures = Fault::from_status(&far).unwrap().metadata;
    assert_eq!([&figures["field"], &figures["value"], &figures["most"]], ["opening", "3", "2"]);
    uncover("judge", 1, 2).await.unwrap();
    // Whoever comes later is told as well, and what happens next changes nothing of it.
    judge.round(&fixture, &a, 2, &[]).await;
    let mut late = fixture.seat("board");
    late.until("lists_opened").await;
    assert_eq!(late.mirror.clock().unwrap().uncovering, told);
    assert_eq!(uncover("board", 1, 1).await.unwrap_err().code(), Code::PermissionDenied);
    let never = uncover("judge", 3, 0).await.unwrap_err();
    assert_eq!(reason(&never), "ERROR_REASON_WRONG_PHASE", "no opening is to come any more");
}

#[tokio::test]
async fn a_declared_ranking_is_revealed_to_boards_place_by_place() {
    let fixture = ServiceFixture::open().await;
    let (mut judge, a) = (Judge(fixture.seat("judge")), fixture.seat("a"));
    let reveal = async |name: &str, places: u32| {
        let request = judge::RevealRankingRequest { game: GAME.into(), places };
        fixture.link(name).judge().reveal_ranking(request).await.map(tonic::Response::into_inner)
    };
    let early = reveal("judge", 1).await.unwrap_err();
    assert_eq!(reason(&early), "ERROR_REASON_WRONG_PHASE", "nothing is declared");
    judge.round(&fixture, &a, 1, &[]).await;
    judge.round(&fixture, &a, 2, &[]).await;
    judge.end(&fixture).await;
    judge.janken(&["b", "a"]).await.unwrap();
    judge.declare().await.unwrap();
    let mut board = fixture.seat("board");
    board.until("result_declared").await;
    assert_eq!(board.mirror.clock().unwrap().revealed_places, None);
    let answer = reveal("judge", 1).await.unwrap();
    assert_eq!(answer.clock.unwrap().revealed_places, Some(1));
    // Whoever comes later is told as well.
    let mut late = fixture.seat("board");
    late.until("result_declared").await;
    assert_eq!(late.mirror.clock().unwrap().revealed_places, Some(1));
    assert_eq!(reveal("board", 2).await.unwrap_err().code(), Code::PermissionDenied);
}
