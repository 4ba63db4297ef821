//! Every act of the judge over gRPC. Effects and refusals are tested with the rules.

use crate::service::fixture::{Participant, ServiceFixture, reason};
use ishigaki_proto::fault::Fault;
use ishigaki_proto::{judge, wire};
use ishigaki_rules::{Fact, Phase, TeamId};
use tonic::{Code, Status};

const GAME: &str = "g";

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

    /// Plays a round in which only A bids.
    async fn round(&mut self, fixture: &ServiceFixture, a: &Participant, number: u32, bids: &[(&str, u64)]) {
        self.0.open_round(number).await.unwrap();
        a.bid(number, 0, bids).await.unwrap();
        fixture.wait(90_000);
        self.0.until("lists_opened").await;
        self.0.confirm_all(number, 1).await.unwrap();
        self.0.until("round_finalised").await;
    }

    /// Plays from the end of the last round to the end of the game.
    async fn end(&mut self, fixture: &ServiceFixture) {
        self.signal_end().await.unwrap();
        self.0.until("end_signalled").await;
        fixture.wait(5_000);
        self.0.until("game_ended").await;
    }
}

#[tokio::test]
async fn judge_acts_are_applied_to_game() {
    let fixture = ServiceFixture::open().await;
    let (mut judge, a) = (Judge(fixture.seat("judge")), fixture.seat("a"));
    judge.disqualify("a", "obstruction").await.unwrap();
    assert_eq!(reason(&judge.disqualify("zz", "x").await.unwrap_err()), "ERROR_REASON_UNKNOWN_TEAM");
    judge.reinstate("a").await.unwrap();
    judge.0.open_round(1).await.unwrap();
    assert_eq!(reason(&judge.void(1, " ").await.unwrap_err()), "ERROR_REASON_NO_REASON");
    judge.void(1, "power cut").await.unwrap();
    judge.0.open_round(1).await.unwrap();
    fixture.wait(60_000);
    judge.pause().await.unwrap();
    assert_eq!(reason(&a.bid(1, 0, &[]).await.unwrap_err()), "ERROR_REASON_PAUSED");
    fixture.wait(300_000);
    judge.resume().await.unwrap();
    judge.extend(10_000).await.unwrap();
    let Fact::WindowExtended { closes_at, reason: why } = judge.0.until("window_extended").await else {
        panic!("window_extended");
    };
    assert_eq!((closes_at.0, why.as_str()), (400_000, "slow network"));
    fixture.wait(39_999);
    a.bid(1, 0, &[("P", 20)]).await.unwrap();
    fixture.wait(1);
    judge.0.until("lists_opened").await;
    assert_eq!(reason(&judge.confirm_one(1, 1, "P").await.unwrap_err()), "ERROR_REASON_WRONG_ATTEMPT");
    assert_eq!(reason(&judge.confirm_one(1, 2, "Q").await.unwrap_err()), "ERROR_REASON_UNKNOWN_LOT");
    for lot in ["P", "I", "O", "L", "T", "S", "V", "D"] {
        judge.confirm_one(1, 2, lot).await.unwrap();
    }
    judge.0.until("round_finalised").await;
    assert_eq!(judge.0.game().team(TeamId(0)).unwrap().held.0, 40);
    judge.abandon().await.unwrap();
    let mut board = fixture.seat("board");
    board.until("game_abandoned").await;
    assert_eq!(board.phase(), Phase::Abandoned);
}

#[tokio::test]
async fn organiser_acting_as_judge_is_recorded_as_organiser() {
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
async fn opening_is_uncovered_to_step_set_by_judge() {
    let fixture = ServiceFixture::open().await;
    let (mut judge, a) = (Judge(fixture.seat("judge")), fixture.seat("a"));
    let uncover = async |name: &str, opening: u32, steps: u32| {
        let request = judge::UncoverOpeningRequest { game: GAME.into(), opening, steps };
        fixture.link(name).judge().uncover_opening(request).await.map(tonic::Response::into_inner)
    };
    // The judge can hold back the next opening before the first one, and release it again.
    for opening in [1, 0] {
        let uncovering = uncover("judge", opening, 0).await.unwrap().clock.unwrap().uncovering;
        assert_eq!(uncovering, Some(wire::Uncovering { opening, steps: 0 }));
    }
    judge.round(&fixture, &a, 1, &[]).await;
    let answer = uncover("judge", 1, 2).await.unwrap();
    let expected = Some(wire::Uncovering { opening: 1, steps: 2 });
    assert_eq!(answer.clock.unwrap().uncovering, expected);
    uncover("judge", 2, 0).await.unwrap();
    let far = uncover("judge", 3, 0).await.unwrap_err();
    assert_eq!(reason(&far), "ERROR_REASON_BAD_FIELD", "nobody knows what comes before it");
    let figures = Fault::from_status(&far).unwrap().metadata;
    assert_eq!([&figures["field"], &figures["value"], &figures["most"]], ["opening", "3", "2"]);
    uncover("judge", 1, 2).await.unwrap();
    // Later watchers also see this state, and later events don't change it.
    judge.round(&fixture, &a, 2, &[]).await;
    let mut late = fixture.seat("board");
    late.until("lists_opened").await;
    assert_eq!(late.mirror.clock().unwrap().uncovering, expected);
    assert_eq!(uncover("board", 1, 1).await.unwrap_err().code(), Code::PermissionDenied);
    let never = uncover("judge", 3, 0).await.unwrap_err();
    assert_eq!(reason(&never), "ERROR_REASON_WRONG_PHASE", "no opening is to come any more");
}

#[tokio::test]
async fn declared_ranking_is_revealed_place_by_place() {
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
    assert_eq!(reason(&judge.declare().await.unwrap_err()), "ERROR_REASON_JANKEN_OPEN");
    assert_eq!(reason(&judge.janken(&["a"]).await.unwrap_err()), "ERROR_REASON_NOT_A_TIED_GROUP");
    judge.janken(&["b", "a"]).await.unwrap();
    judge.declare().await.unwrap();
    let mut board = fixture.seat("board");
    board.until("result_declared").await;
    assert_eq!(board.mirror.clock().unwrap().revealed_places, None);
    let answer = reveal("judge", 1).await.unwrap();
    assert_eq!(answer.clock.unwrap().revealed_places, Some(1));
    // Later watchers also see this state.
    let mut late = fixture.seat("board");
    late.until("result_declared").await;
    assert_eq!(late.mirror.clock().unwrap().revealed_places, Some(1));
    assert_eq!(reveal("board", 2).await.unwrap_err().code(), Code::PermissionDenied);
}
