//! A contest in groups on the real server: from the roster to the declared ranking, with restarts in between.

use ishigaki_client::{DeskClient, RefereeClient};
use ishigaki_proto::convert::{game_result_to_wire, group_game_to_wire};
use ishigaki_proto::watch::{EventKind, EventStage};
use ishigaki_proto::{event as wire, wire as shared};
use ishigaki_record::tournament::{complete, verify};
use ishigaki_record::verify::{Ending, Expected};
use ishigaki_rules::ranking::{Contender, Tally};
use ishigaki_rules::{TeamId, Tsuyama};
use ishigaki_tournament::{Finish, GameResult, GroupContest, GroupGame, GroupPhase, StageId};
use serde_json::json;

use super::fixture::{DIGITS, EventFixture, competition, facts, fault, reason};

/// Heats of six, a repechage, and a final with a guest. If `holds_heats`, the server holds the games of the heats.
/// The other stages name no scenario, so their games are played elsewhere.
fn settings(holds_heats: bool) -> String {
    let stage = |name: &str, rest: serde_json::Value| {
        let mut stage = json!({ "name": name, "per_group": 1 });
        stage.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        stage
    };
    let game = json!({ "teams": 6, "scenario": "rehearsal-8", "spare": "rehearsal-8" });
    let game = if holds_heats { vec![game] } else { Vec::new() };
    let lotteries = json!([
        { "name": "Cash 3", "digits": 3 },
        { "name": "Cash 4", "digits": 4 },
        { "name": "Numbers", "digits": 4 },
        { "name": "Daily 4", "digits": 4 },
    ]);
    let stages = json!([
        stage("heats", json!({ "roster": true, "target": 6, "game": game })),
        stage("repechage", json!({ "repechage": ["heats"], "target": 8 })),
        stage("final", json!({ "advanced": ["heats", "repechage"], "groups": 1 })),
    ]);
    let plan = json!({ "name": "own", "title": "A day", "lottery": lotteries, "stage": stages });
    json!({ "plan": plan, "title_ja": "一日", "lottery_date": "2026-12-05", "guests": { "final": ["guest"] }, "hall": "A" }).to_string()
}

fn roster() -> wire::SetRosterRequest {
    let lines = (1..=12).map(|line| json!({ "id": format!("t{line:02}"), "name": format!("石工{line}") }));
    let lines: Vec<_> = lines.chain([json!({ "id": "guest", "name": "Masons abroad" })]).collect();
    wire::SetRosterRequest { event: String::new(), roster: json!(lines).to_string() }
}

/// A result in which a smaller line has fewer empty squares. If `last_is_out`, the last team is disqualified.
fn result(teams: &[TeamId], last_is_out: bool) -> GameResult {
    let last = teams.iter().max().copied();
    let tally = |team: TeamId| Tally { empty: team.0, top_gaps: 0, held: Tsuyama(100), used: 9, unused: 0 };
    let contender = |team: &TeamId| Contender {
        team: *team,
        tally: (!last_is_out || Some(*team) != last).then(|| tally(*team)),
    };
    GameResult { contenders: teams.iter().map(contender).collect(), janken: Vec::new() }
}

struct Day {
    fixture: EventFixture,
}

impl Day {
    /// Opens an event with all games held elsewhere.
    async fn open() -> Self {
        Self { fixture: EventFixture::with(&settings(false)).await }
    }

    async fn contest(&self) -> GroupContest {
        competition(&self.fixture.items(1).await).groups().unwrap().clone()
    }

    async fn restart(&mut self) {
        let before = facts(&self.fixture.items(1).await);
        self.fixture.server.stop().await;
        self.fixture.server.resume().await;
        assert_eq!(facts(&self.fixture.items(1).await), before, "the same feed after a restart");
    }

    fn desk(&self) -> DeskClient {
        self.fixture.link("desk").desk()
    }

    fn referee(&self) -> RefereeClient {
        self.fixture.link("referee").referee()
    }

    async fn digits(&self) {
        let mut organiser = self.fixture.organiser();
        organiser.set_roster(roster()).await.unwrap();
        organiser.commit_roster(wire::CommitRosterRequest::default()).await.unwrap();
        let results = DIGITS.map(str::to_owned).into();
        organiser.enter_digits(wire::EnterDigitsRequest { event: String::new(), results }).await.unwrap();
    }

    async fn draw(&self, stage: u32) {
        let request = wire::DrawGroupsRequest { stage, ..Default::default() };
        self.fixture.organiser().draw_groups(request).await.unwrap();
    }

    async fn close(&self, stage: u32) {
        let request = wire::CloseStageRequest { event: String::new(), stage };
        self.fixture.organiser().close_stage(request).await.unwrap();
    }

    async fn open_games(&self) -> Vec<(GroupGame, Vec<TeamId>)> {
        let contest = self.contest().await;
        let open = contest.games().filter(|(_, group)| group.is_open());
        open.map(|(game, group)| (game, group.teams.clone())).collect()
    }

    async fn count(&self, game: GroupGame, result: &GameResult) -> Result<(), tonic::Status> {
        let request = wire::CountGameRequest {
            event: String::new(),
            game: group_game_to_wire(game),
            result: game_result_to_wire(result),
        };
        self.fixture.organiser().count_game(request).await.map(drop)
    }

    async fn overrule(&self, game: GroupGame, result: &GameResult) {
        let overrule = wire::OverruleGameRequest {
            event: String::new(),
            game: group_game_to_wire(game),
            result: game_result_to_wire(result),
            reason: "a stone was turned over".into(),
        };
        self.referee().overrule_game(overrule).await.unwrap();
    }

    async fn play(&self) {
        for (game, teams) in self.open_games().await {
            self.count(game, &result(&teams, false)).await.unwrap();
        }
    }
}

#[tokio::test]
async fn contest_in_groups_runs_from_roster_to_declared_ranking() {
    let mut day = Day { fixture: EventFixture::with(&settings(true)).await };
    day.digits().await;
    day.restart().await;
    let listed = &day.fixture.listed().await[0];
    assert_eq!((listed.kind(), listed.stage()), (EventKind::Groups, EventStage::Reception));
    assert_eq!((listed.group_stage, listed.group_stage_name.as_str(), listed.entrants), (1, "heats", 13));
    day.draw(1).await;
    day.restart().await;
    let open = day.open_games().await;
    assert_eq!(open.iter().map(|(_, teams)| teams.len()).collect::<Vec<_>>(), [6, 6]);
    // One game is replaced by its spare. The referee rules on the spare once, and on the other game twice.
    let reason = "a stone was missing".to_owned();
    let game = group_game_to_wire(open[0].0);
    let request = wire::ReplaceGameRequest { game, reason, ..Default::default() };
    day.referee().replace_game(request).await.unwrap();
    let spare = GroupGame { spare: true, ..open[0].0 };
    day.overrule(spare, &result(&open[0].1, true)).await;
    day.overrule(open[1].0, &result(&open[1].1, false)).await;
    day.restart().await;
    day.overrule(open[1].0, &result(&open[1].1, true)).await;
    day.close(1).await;
    let absent = day.contest().await.stage_roster(StageId(1))[0];
    let absent =
        wire::MarkTeamAttendanceRequest { event: String::new(), stage: 2, team: absent.0 + 1, absent: true };
    day.desk().mark_team_attendance(absent).await.unwrap();
    day.restart().await;
    day.draw(2).await;
    day.play().await;
    day.close(2).await;
    day.draw(3).await;
    day.play().await;
    day.close(3).await;
    day.fixture.organiser().declare_ranking(wire::DeclareRankingRequest::default()).await.unwrap();
    day.restart().await;
    let contest = day.contest().await;
    assert_eq!(contest.phase(), GroupPhase::Declared);
    let finishes = contest.finishes().unwrap();
    assert_eq!((finishes.len(), finishes[0].1), (13, Finish::Ranked { place: 1 }));
    let record = complete(&day.fixture.lines().await).unwrap();
    let report = verify(record.as_bytes(), &Expected::default()).unwrap();
    assert_eq!((report.ending, report.stages, report.results, report.players), (Ending::Declared, 3, 4, 13));
    assert_eq!(report.ranking.first(), Some(&(1, finishes[0].0.0 + 1)));
}

/// Formats a refusal with its rule and figures, and asserts that the catalogue has its sentence.
fn message(status: &tonic::Status) -> String {
    let fault = fault(status);
    assert!(!status.message().contains("fault-"), "{}", status.message());
    let figures = fault.metadata.iter().map(|(key, value)| format!("{key}={value}"));
    let figures: Vec<String> = figures.collect();
    format!("{} {} {}", reason(status), fault.rule.unwrap_or_default(), figures.join(" "))
}

#[tokio::test]
async fn refused_draws_of_groups_are_named_with_rule_and_figure() {
    let day = Day::open().await;
    let mut organiser = day.fixture.organiser();
    let mut all = Vec::new();
    let mut tell = |status: tonic::Status| all.push(message(&status));
    let leagues = wire::MakeLeaguesRequest::default();
    tell(organiser.make_leagues(leagues).await.unwrap_err());
    tell(organiser.commit_roster(wire::CommitRosterRequest::default()).await.unwrap_err());
    let unknown_teams =
        wire::SetRosterRequest { roster: r#"[{"id":"a"},{"id":"b"}]"#.into(), ..Default::default() };
    organiser.set_roster(unknown_teams).await.unwrap();
    tell(organiser.commit_roster(wire::CommitRosterRequest::default()).await.unwrap_err());
    day.digits().await;
    let draw = |stage| wire::DrawGroupsRequest { stage, ..Default::default() };
    tell(organiser.draw_groups(draw(2)).await.unwrap_err());
    tell(organiser.draw_groups(draw(0)).await.unwrap_err());
    let close = wire::CloseStageRequest { event: String::new(), stage: 1 };
    tell(organiser.close_stage(close.clone()).await.unwrap_err());
    let guest = wire::MarkTeamAttendanceRequest { event: String::new(), stage: 1, team: 13, absent: true };
    tell(day.desk().mark_team_attendance(guest).await.unwrap_err());
    for team in 2..=12 {
        let absent = wire::MarkTeamAttendanceRequest { event: String::new(), stage: 1, team, absent: true };
        day.desk().mark_team_attendance(absent).await.unwrap();
    }
    tell(organiser.draw_groups(draw(1)).await.unwrap_err());
    for team in 2..=12 {
        let present = wire::MarkTeamAttendanceRequest { event: String::new(), stage: 1, team, absent: false };
        day.desk().mark_team_attendance(present).await.unwrap();
    }
    day.draw(1).await;
    tell(organiser.close_stage(close).await.unwrap_err());
    assert_eq!(
        all,
        [
            "OF_ANOTHER_KIND TL field=act kind=GROUPS",
            "TOO_FEW_TEAMS TG1 fewest=2 field=teams teams=0",
            "UNKNOWN_GUEST TG5 field=guests guest=1 stage=3",
            "OTHER_STAGE TG3 current=1 field=stage named=2",
            "MISSING_FIELD  field=stage least=1",
            "WRONG_STAGE TD7 field=act group_stage=1 stage=RECEPTION",
            "NOT_OF_STAGE TG5 field=team stage=1 team=13",
            "BAD_GROUPS TG1 fewest=2 field=stage of=12 stage=1 teams=1",
            "GAMES_OPEN TG4 field=stage open=2 stage=1",
        ]
    );
}

/// TG1: if all teams but one have left, the organiser can continue the event.
#[tokio::test]
async fn stage_of_one_team_is_drawn_without_a_game_on_request() {
    let day = Day::open().await;
    day.digits().await;
    for team in 2..=12 {
        let absent = wire::MarkTeamAttendanceRequest { event: String::new(), stage: 1, team, absent: true };
        day.desk().mark_team_attendance(absent).await.unwrap();
    }
    let request = wire::DrawGroupsRequest { stage: 1, without_game: true, ..Default::default() };
    day.fixture.organiser().draw_groups(request).await.unwrap();
    assert_eq!(day.open_games().await.len(), 0);
    day.close(1).await;
    // No team is left in the repechage, so no request is needed.
    day.draw(2).await;
    day.close(2).await;
    day.draw(3).await;
    assert_eq!(day.open_games().await.len(), 1, "the guest has come");
}

#[tokio::test]
async fn results_that_are_none_of_a_group_are_refused() {
    let day = Day::open().await;
    day.digits().await;
    day.draw(1).await;
    let open = day.open_games().await;
    let mut all = Vec::new();
    let mut tell = |status: tonic::Status| all.push(message(&status));
    tell(day.count(open[0].0, &result(&open[1].1, false)).await.unwrap_err());
    let mut equal = result(&open[0].1, false);
    equal.janken = vec![open[0].1.clone()];
    tell(day.count(open[0].0, &equal).await.unwrap_err());
    let spare = GroupGame { spare: true, ..open[0].0 };
    tell(day.count(spare, &result(&open[0].1, false)).await.unwrap_err());
    day.count(open[0].0, &result(&open[0].1, false)).await.unwrap();
    tell(day.count(open[0].0, &result(&open[0].1, false)).await.unwrap_err());
    let janken = wire::EnterJankenRequest { event: String::new(), stage: 1, order: vec![1, 2] };
    tell(day.desk().enter_janken(janken).await.unwrap_err());
    let incomplete = wire::CountGameRequest {
        event: String::new(),
        game: group_game_to_wire(open[1].0),
        result: Some(wire::GameResult {
            contenders: vec![wire::Contender { team: 0, tally: Some(shared::Tally::default()) }],
            janken: Vec::new(),
        }),
    };
    tell(day.fixture.organiser().count_game(incomplete).await.unwrap_err());
    assert_eq!(
        all,
        [
            "OTHER_TEAMS E2 field=result group=1 stage=1",
            "BAD_ORDER E2 field=order order=1",
            "NO_GROUP_GAME G4 field=game group=1 stage=1",
            "ALREADY_COUNTED TO9 field=game group=1 stage=1",
            "GAMES_OPEN TG4 field=stage open=1 stage=1",
            "MISSING_FIELD  field=result.contenders[0].team least=1",
        ]
    );
}
