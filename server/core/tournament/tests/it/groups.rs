//! A contest in groups from its roster to the last place, and its rejections with rule and figures.
#![expect(clippy::expect_used, reason = "helpers of tests may fail the test")]

use ishigaki_rules::ranking::{Contender, Criterion, Tally};
use ishigaki_rules::{FigureFault, Frame, GameTime, Millis, Setup, SupportRule, TeamId, Tsuyama};
use ishigaki_tournament::{
    Act, Actor, Command, DigitsFault, DrawnGroup, DrawnStage, Entrant, Finish, GameResult, GroupContest,
    GroupFault, GroupGame, GroupId, GroupPhase, GroupPlan, GroupRejection, GroupSize, GroupStage, KnownGame,
    Lottery, PathNext, Quota, Source, StageId, StageOutcome, Variant,
};

const HEATS: StageId = StageId(0);
const REPECHAGE: StageId = StageId(1);
const FINAL: StageId = StageId(2);

/// Heats in two groups of six, a repechage for the others except the best two, and a final with a guest.
fn plan() -> GroupPlan {
    let stage = |name: &str, from, size, (per_group, best_rest)| GroupStage {
        name: name.to_owned(),
        from,
        size,
        quota: Quota { per_group, best_rest },
        variants: Vec::new(),
    };
    let advanced = |name: &str| Source::Advanced(name.to_owned());
    let guests = Source::Guests(vec!["guest".to_owned()]);
    let repechage = vec![Source::Repechage("heats".to_owned())];
    let mut heats = stage("heats", vec![Source::Roster], GroupSize::Target(6), (1, 1));
    let variant = |teams, spare: Option<&str>| Variant {
        teams,
        scenario: format!("wall-{teams}"),
        spare: spare.map(str::to_owned),
    };
    heats.variants = vec![variant(6, Some("other-6")), variant(5, None)];
    let last = vec![advanced("heats"), advanced("repechage"), guests];
    GroupPlan {
        lotteries: vec![Lottery { name: "a lottery".to_owned(), digits: 15, zeros: 0, date: None }],
        stages: vec![
            heats,
            stage("repechage", repechage, GroupSize::Target(8), (1, 0)),
            stage("final", last, GroupSize::Groups(1), (0, 0)),
        ],
    }
    .check()
    .expect("a plan")
}

fn roster(teams: &[String]) -> Vec<Entrant> {
    teams.iter().map(Entrant::of).collect()
}

struct Course(GroupContest);

impl Course {
    /// Twelve teams and a guest, with known digits.
    fn drawn() -> Self {
        let mut course = Self(GroupContest::new(plan()));
        course.must(Act::SetRoster { roster: roster(&teams()) });
        course.must(Act::Commit { commitment: [1; 32] });
        course.must(Act::EnterDigits { results: vec!["407193205867741".to_owned()] });
        course
    }

    fn attempt(&mut self, by: Actor, act: Act) -> Result<(), GroupRejection> {
        self.attempt_with(Vec::new(), by, act)
    }

    /// Asks for an act, given these known games.
    fn attempt_with(&mut self, games: Vec<KnownGame>, by: Actor, act: Act) -> Result<(), GroupRejection> {
        for event in self.0.decide(&Command { games, ..Command::new(GameTime(0), by, act) })? {
            self.0.apply(&event);
        }
        Ok(())
    }

    fn must(&mut self, act: Act) {
        self.attempt(Actor::Referee, act).expect("possible");
    }

    fn refused(&mut self, by: Actor, act: Act) -> GroupRejection {
        let before = self.0.clone();
        let rejection = self.attempt(by, act).expect_err("refused");
        assert_eq!(self.0, before, "a refusal changes nothing");
        assert!(!rejection.rule().is_empty() && !rejection.field().is_empty());
        rejection
    }

    fn outcome(&self, team: TeamId, stage: StageId) -> StageOutcome {
        let steps = self.0.path(team).expect("a line of the roster").steps;
        steps.iter().find(|step| step.stage == stage).expect("a stage of the team").outcome
    }

    fn next(&self, team: TeamId) -> (PathNext, bool) {
        (self.0.path(team).expect("a line of the roster").next, self.0.may_play(team))
    }

    fn group(&self, stage: StageId, group: u32) -> Vec<TeamId> {
        self.0.drawn(stage).expect("drawn").groups[GroupId(group).index()].teams.clone()
    }

    /// Counts a group's game with the numbers of empty squares, in the order of the draw.
    fn count(&mut self, game: GroupGame, empty: &[u32]) {
        let teams = self.group(game.stage, game.group.0);
        self.must(Act::CountGame { game, result: result(&teams, empty) });
    }
}

fn teams() -> Vec<String> {
    let mut teams: Vec<String> = (1..=12).map(|team| format!("t{team}")).collect();
    teams.push("guest".to_owned());
    teams
}

const fn game(stage: StageId, group: u32) -> GroupGame {
    GroupGame { stage, group: GroupId(group), spare: false }
}

fn result(teams: &[TeamId], empty: &[u32]) -> GameResult {
    let tally = |empty| Tally { empty, top_gaps: 0, held: Tsuyama(0), used: 0, unused: 0 };
    let contender = |(team, empty): (&TeamId, &u32)| Contender { team: *team, tally: Some(tally(*empty)) };
    GameResult { contenders: teams.iter().zip(empty).map(contender).collect(), janken: Vec::new() }
}

/// A game on a frame of four squares.
fn known(game: GroupGame, is_over: Option<bool>) -> Vec<KnownGame> {
    let setup = Setup {
        title: String::new(),
        title_ja: String::new(),
        frame: Frame::parse(&["##", "##"]).expect("a frame"),
        lots: Vec::new(),
        teams: Vec::new(),
        initial: Tsuyama(0),
        rounds: Vec::new(),
        support: SupportRule::AtEnd,
        end_countdown: Millis(0),
    };
    vec![KnownGame { game, setup, is_over }]
}

fn reason() -> String {
    "seen by the referee".to_owned()
}

#[test]
fn roster_needs_unique_teams_and_all_guests() {
    let mut plan = plan();
    plan.stages[0].variants.clear();
    let mut course = Course(GroupContest::new(plan));
    let act = |teams: &[&str]| Act::SetRoster { roster: teams.iter().copied().map(Entrant::of).collect() };
    let bad = GroupRejection::BadTeam { team: TeamId(1) };
    assert_eq!(course.refused(Actor::Organiser, act(&["t1", "t1"])), bad);
    assert_eq!(course.refused(Actor::Organiser, act(&["t1", ""])), bad);
    let commit = Act::Commit { commitment: [1; 32] };
    let none = GroupRejection::TooFewTeams { teams: 0 };
    assert_eq!(course.refused(Actor::Organiser, commit.clone()), none);
    course.must(act(&["t1", "t2"]));
    let guest = GroupRejection::UnknownGuest { stage: FINAL, guest: 0 };
    assert_eq!((course.refused(Actor::Organiser, commit.clone()), guest.rule()), (guest, "TG5"));
    course.must(act(&["t1", "t2", "guest"]));
    course.must(commit);
    let late = course.refused(Actor::Organiser, act(&["t1", "t2"]));
    assert_eq!(late, GroupRejection::WrongPhase { phase: GroupPhase::Committed });
    let digits = Act::EnterDigits { results: vec!["40719320586774".to_owned()] };
    let bad = GroupRejection::BadDigits(DigitsFault::Result { field: 1, digits: 15 });
    assert_eq!(course.refused(Actor::Organiser, digits), bad);
}

#[test]
fn digits_are_overruled_until_the_first_stage_is_drawn() {
    let mut course = Course::drawn();
    let before = course.0.draw(HEATS);
    let act = || Act::OverruleDigits { results: vec!["407193205867714".to_owned()], reason: reason() };
    assert_eq!(course.refused(Actor::Organiser, act()), GroupRejection::NotTheReferee);
    course.must(act());
    assert_ne!(course.0.draw(HEATS), before, "the draw follows from what holds");
    let [ruling] = course.0.overruled_digits() else { panic!("one ruling") };
    assert_eq!(ruling.results, ["407193205867741"]);
    let group = |drawn: &DrawnStage, team| drawn.groups.iter().position(|group| group.teams.contains(&team));
    let after = course.0.draw(HEATS);
    for team in (0..12).map(TeamId) {
        let moved = ruling.moved.iter().any(|shift| shift.line.index() == team.index());
        assert_eq!(moved, group(&before, team) != group(&after, team), "{team:?}");
    }
    course.must(Act::DrawGroups { stage: HEATS, without_game: false });
    let stands = GroupRejection::DrawStands;
    assert_eq!(
        (course.refused(Actor::Referee, act()), stands.rule(), stands.field()),
        (stands, "TD8", "results")
    );
    course.count(game(HEATS, 0), &[0, 1, 2, 3, 4, 5]);
    course.count(game(HEATS, 1), &[6, 7, 8, 9, 10, 11]);
    course.must(Act::CloseStage { stage: HEATS });
    assert_eq!(course.refused(Actor::Referee, act()), stands, "at the next reception");
}

#[test]
fn roster_with_team_in_no_stage_is_rejected() {
    let mut alone = plan();
    alone.stages =
        vec![GroupStage { from: vec![Source::Guests(vec!["guest".to_owned()])], ..alone.stages[2].clone() }];
    let mut course = Course(GroupContest::new(alone.check().expect("a plan")));
    course.must(Act::SetRoster { roster: vec![Entrant::of("guest"), Entrant::of("t1")] });
    let never = GroupRejection::NeverPlays { team: TeamId(1) };
    assert_eq!(course.refused(Actor::Organiser, Act::Commit { commitment: [1; 32] }), never);
}

#[test]
fn stage_is_drawn_in_turn_and_absent_teams_leave_gaps() {
    let mut course = Course::drawn();
    let other = GroupRejection::OtherStage { named: REPECHAGE, current: HEATS };
    assert_eq!(
        course.refused(Actor::Organiser, Act::DrawGroups { stage: REPECHAGE, without_game: false }),
        other
    );
    // The guest isn't in the heats.
    let guest = Act::MarkTeamAttendance { stage: HEATS, team: TeamId(12), absent: true };
    let not_of = GroupRejection::NotOfStage { team: TeamId(12), stage: HEATS };
    assert_eq!(course.refused(Actor::Desk, guest), not_of);
    let before = course.0.draw(HEATS);
    course.must(Act::MarkTeamAttendance { stage: HEATS, team: TeamId(0), absent: true });
    course.must(Act::DrawGroups { stage: HEATS, without_game: false });
    let places = |drawn: &DrawnStage| {
        let of = |group: &DrawnGroup| {
            let mut teams = [group.teams.clone(), group.absent.clone()].concat();
            teams.sort_unstable();
            teams
        };
        drawn.groups.iter().map(of).collect::<Vec<_>>()
    };
    let drawn = course.0.drawn(HEATS).expect("drawn").clone();
    assert_eq!(places(&drawn), places(&before), "nobody moves up");
    let mut sizes = [course.group(HEATS, 0).len(), course.group(HEATS, 1).len()];
    sizes.sort_unstable();
    assert_eq!(sizes, [5, 6]);
    assert_eq!(course.0.drawn(HEATS).expect("drawn").x.len(), 12, "absent teams have their numbers");
    let five = u32::from(course.group(HEATS, 1).len() == 5);
    assert_eq!(course.0.scenario(game(HEATS, five)), Some("wall-5"));
    assert_eq!(game(HEATS, 1).name("2026", "heats"), "2026-heats-2");
}

/// TG1, TD7: the first stage is drawn for the teams present when the digits became known.
#[test]
fn team_absent_at_the_digits_is_not_admitted_later() {
    let mut course = Course(GroupContest::new(plan()));
    course.must(Act::SetRoster { roster: roster(&teams()) });
    course.must(Act::Commit { commitment: [1; 32] });
    let mark = |team, absent| Act::MarkTeamAttendance { stage: HEATS, team: TeamId(team), absent };
    course.must(mark(0, true));
    course.must(mark(1, true));
    course.must(mark(1, false));
    course.must(Act::EnterDigits { results: vec!["407193205867741".to_owned()] });
    let stands = GroupRejection::AttendanceStands { team: TeamId(0) };
    for by in [Actor::Organiser, Actor::Desk, Actor::Referee] {
        assert_eq!((course.refused(by, mark(0, false)), stands.rule()), (stands, "TD7"));
    }
    course.must(mark(1, true));
    course.must(mark(1, false));
    course.must(Act::DrawGroups { stage: HEATS, without_game: false });
    let mut sizes = [course.group(HEATS, 0).len(), course.group(HEATS, 1).len()];
    sizes.sort_unstable();
    assert_eq!(sizes, [5, 6], "the gap of a team that was absent before closes up");
}

#[test]
fn commit_checks_the_size_and_the_scenarios_of_the_first_stage() {
    let refused = |size, teams: usize| {
        let mut plan = plan();
        plan.stages[0].size = size;
        let mut course = Course(GroupContest::new(plan.check().expect("a plan")));
        let names: Vec<String> = (0..teams).map(|team| format!("t{team}")).collect();
        course.must(Act::SetRoster { roster: roster(&[names, vec!["guest".to_owned()]].concat()) });
        course.refused(Actor::Organiser, Act::Commit { commitment: [1; 32] })
    };
    let bad = GroupRejection::BadGroups(GroupFault::Groups { groups: 7 });
    assert_eq!(refused(GroupSize::Groups(7), 12), bad);
    let none = GroupRejection::NoScenario { stage: HEATS, teams: 4 };
    assert_eq!(refused(GroupSize::Groups(3), 12), none);
    assert_eq!(refused(GroupSize::Target(6), 9), none, "groups of five and four");
}

/// TD7, TG5: an absent team hasn't lost a game of the stage, so it isn't in the repechage.
#[test]
fn team_absent_from_a_stage_is_not_in_its_repechage() {
    let mut course = Course::drawn();
    let absent = TeamId(0);
    course.must(Act::MarkTeamAttendance { stage: HEATS, team: absent, absent: true });
    course.must(Act::DrawGroups { stage: HEATS, without_game: false });
    for group in 0..2 {
        let teams = u32::try_from(course.group(HEATS, group).len()).expect("few");
        // All teams differ, so that no janken is needed.
        let empty: Vec<u32> = (0..teams).map(|team| 2 * team + group).collect();
        course.count(game(HEATS, group), &empty);
    }
    course.must(Act::CloseStage { stage: HEATS });
    let roster = course.0.stage_roster(REPECHAGE);
    assert!(!roster.is_empty() && !roster.contains(&absent), "{roster:?}");
}

/// If absences make the planned number of groups impossible, the nearest possible number is used.
#[test]
fn groups_that_do_not_fit_are_the_nearest_number_that_does() {
    let mut plan = plan();
    plan.stages[0].size = GroupSize::Groups(6);
    plan.stages[0].variants.clear();
    let mut course = Course(GroupContest::new(plan.check().expect("a plan")));
    course.must(Act::SetRoster { roster: roster(&teams()) });
    course.must(Act::Commit { commitment: [1; 32] });
    course.must(Act::MarkTeamAttendance { stage: HEATS, team: TeamId(3), absent: true });
    course.must(Act::EnterDigits { results: vec!["407193205867741".to_owned()] });
    course.must(Act::DrawGroups { stage: HEATS, without_game: false });
    assert_eq!(course.0.drawn(HEATS).expect("drawn").groups.len(), 5);
}

#[test]
fn game_is_counted_once_with_teams_of_its_group() {
    let mut course = Course::drawn();
    course.must(Act::DrawGroups { stage: HEATS, without_game: false });
    let (own, others) = (course.group(HEATS, 0), course.group(HEATS, 1));
    let first = game(HEATS, 0);
    let count = |teams: &[TeamId]| Act::CountGame { game: first, result: result(teams, &[1, 2, 3, 4, 5, 5]) };
    let other_teams = GroupRejection::OtherTeams { game: first };
    assert_eq!(course.refused(Actor::Server, count(&others)), other_teams);
    assert_eq!(course.refused(Actor::Server, count(&own[1..])), other_teams);
    let mut janken = result(&own, &[1, 2, 3, 4, 5, 5]);
    janken.janken = vec![vec![own[5], own[4]], vec![own[0], own[1]]];
    let bad = Act::CountGame { game: first, result: janken };
    assert_eq!(course.refused(Actor::Server, bad), GroupRejection::BadOrder { order: 1 });
    let spare = GroupGame { spare: true, ..first };
    let no_game = Act::CountGame { game: spare, result: result(&own, &[1, 2, 3, 4, 5, 6]) };
    assert_eq!(course.refused(Actor::Server, no_game), GroupRejection::NoSuchGame { game: spare });
    course.must(count(&own));
    let again = GroupRejection::AlreadyCounted { game: first };
    assert_eq!((course.refused(Actor::Server, count(&own)), again.rule()), (again, "TO9"));
    let open = GroupRejection::GamesOpen { stage: HEATS, games: 1 };
    assert_eq!(course.refused(Actor::Organiser, Act::CloseStage { stage: HEATS }), open);
}

#[test]
fn game_is_replaced_by_spare_game_once() {
    let mut course = Course::drawn();
    course.must(Act::DrawGroups { stage: HEATS, without_game: false });
    let first = game(HEATS, 0);
    course.count(first, &[1, 2, 3, 4, 5, 6]);
    let replace = |game, reason: &str| Act::ReplaceGame { game, reason: reason.to_owned(), counted: true };
    let unaware = Act::ReplaceGame { game: first, reason: "a wrong drawing".to_owned(), counted: false };
    let counted = GroupRejection::AlreadyCounted { game: first };
    assert_eq!(course.refused(Actor::Referee, unaware), counted, "its result would be given up");
    assert_eq!(
        course.refused(Actor::Organiser, replace(first, "a wrong drawing")),
        GroupRejection::NotTheReferee
    );
    assert_eq!(course.refused(Actor::Referee, replace(first, " ")), GroupRejection::NoReason);
    course.must(replace(first, "a wrong drawing"));
    let spare = GroupGame { spare: true, ..first };
    assert_eq!(course.0.drawn(HEATS).expect("drawn").open(), 2, "what was counted holds no more");
    assert_eq!(course.0.scenario(spare), Some("other-6"));
    assert_eq!(spare.name("2026", "heats"), "2026-heats-1-spare");
    let none = GroupRejection::NoSpare { game: spare };
    assert_eq!(course.refused(Actor::Referee, replace(first, "again")), none, "there is one spare");
    assert_eq!((course.refused(Actor::Referee, replace(spare, "again")), none.rule()), (none, "G4"));
}

#[test]
fn contest_runs_from_heats_through_repechage_to_final() {
    let mut course = Course::drawn();
    course.must(Act::DrawGroups { stage: HEATS, without_game: false });
    course.count(game(HEATS, 0), &[0, 3, 5, 6, 7, 8]);
    let early = Act::EnterJanken { stage: HEATS, order: vec![course.group(HEATS, 0)[1]] };
    let open = GroupRejection::GamesOpen { stage: HEATS, games: 1 };
    assert_eq!(course.refused(Actor::Desk, early), open, "who is equal is known when all are counted");
    // The second teams of both groups are equal, and one of them is the best of the rest.
    course.count(game(HEATS, 1), &[1, 3, 5, 6, 7, 8]);
    let equal = vec![course.group(HEATS, 0)[1], course.group(HEATS, 1)[1]];
    let missing = GroupRejection::JankenMissing { stage: HEATS, sets: 1 };
    let close = |stage| Act::CloseStage { stage };
    assert_eq!((course.refused(Actor::Organiser, close(HEATS)), missing.rule()), (missing, "TG4"));
    let others = vec![course.group(HEATS, 0)[2], course.group(HEATS, 1)[2]];
    let janken = |order: &[TeamId]| Act::EnterJanken { stage: HEATS, order: order.to_vec() };
    assert_eq!(course.refused(Actor::Desk, janken(&others)), GroupRejection::NoJanken { stage: HEATS });
    course.must(janken(&equal));
    course.must(close(HEATS));
    let mut expected: Vec<TeamId> = (0..12).map(TeamId).collect();
    expected.retain(|team| ![course.group(HEATS, 0)[0], course.group(HEATS, 1)[0], equal[0]].contains(team));
    assert_eq!(
        course.0.stage_roster(REPECHAGE),
        expected,
        "all who did not advance, in the order of the roster"
    );
    course.must(Act::DrawGroups { stage: REPECHAGE, without_game: false });
    // Once a later stage is drawn, no ruling can change the heats.
    let late = Act::OverruleJanken { stage: HEATS, order: vec![equal[1], equal[0]], reason: reason() };
    let built_upon = GroupRejection::StageBuiltUpon { stage: REPECHAGE };
    assert_eq!((course.refused(Actor::Referee, late), built_upon.rule()), (built_upon, "TG3"));
    let groups = course.0.drawn(REPECHAGE).expect("drawn").groups.len();
    for group in 0..groups {
        let first = game(REPECHAGE, u32::try_from(group).expect("few"));
        course.count(first, &[1, 2, 3, 4, 5, 6, 7, 8]);
    }
    course.must(close(REPECHAGE));
    course.must(Act::DrawGroups { stage: FINAL, without_game: false });
    let finalists = course.group(FINAL, 0);
    assert!(finalists.contains(&TeamId(12)), "the guest");
    assert_eq!(finalists.len(), 3 + groups + 1);
    let empty: Vec<u32> = (0..).take(finalists.len()).collect();
    course.count(game(FINAL, 0), &empty);
    course.must(close(FINAL));
    assert_eq!(course.0.phase(), GroupPhase::Over);
    // Until the ranking is declared, a ruling reopens the last stage.
    let mut turned = result(&finalists, &empty);
    turned.contenders[0].tally = None;
    course.must(Act::OverruleGame { game: game(FINAL, 0), result: turned, reason: reason() });
    assert_eq!(course.0.phase(), GroupPhase::Playing { stage: FINAL });
    course.must(close(FINAL));
    course.must(Act::Declare);
    let finishes = course.0.finishes().expect("declared");
    let (winner, out) = (finalists[1], finalists[0]);
    assert_eq!(finishes[0], (winner, Finish::Ranked { place: 1 }));
    assert!(finishes.contains(&(out, Finish::Disqualified { stage: FINAL })));
    let eliminated = finishes.iter().filter(|(_, finish)| *finish == Finish::Eliminated { stage: REPECHAGE });
    assert_eq!(eliminated.count(), 13 - finalists.len());
    let again = course.refused(Actor::Organiser, Act::Declare);
    assert_eq!(again, GroupRejection::WrongPhase { phase: GroupPhase::Declared });
}

/// E2: an order covers exactly one set of equal teams.
#[test]
fn janken_order_holds_for_the_whole_set_of_equals() {
    let mut course = Course::drawn();
    course.must(Act::DrawGroups { stage: HEATS, without_game: false });
    course.count(game(HEATS, 0), &[0, 3, 5, 6, 7, 8]);
    course.count(game(HEATS, 1), &[1, 3, 5, 6, 7, 8]);
    let equal = vec![course.group(HEATS, 0)[1], course.group(HEATS, 1)[1]];
    course.must(Act::EnterJanken { stage: HEATS, order: equal.clone() });
    assert_eq!(course.0.jankens_held(HEATS), [&equal[..]]);
    // A ruling that makes a third team equal suspends the order, and the next ruling restores it.
    let second = course.group(HEATS, 1);
    let overrule = |empty: &[u32]| Act::OverruleGame {
        game: game(HEATS, 1),
        result: result(&second, empty),
        reason: reason(),
    };
    course.must(overrule(&[1, 3, 3, 6, 7, 8]));
    assert!(course.0.jankens_held(HEATS).is_empty(), "it was of two, and three are equal");
    assert_eq!(course.0.janken_needed(HEATS).len(), 1);
    course.must(overrule(&[1, 3, 5, 6, 7, 8]));
    let turned: Vec<TeamId> = equal.iter().rev().copied().collect();
    course.must(Act::OverruleJanken { stage: HEATS, order: turned.clone(), reason: reason() });
    assert_eq!(course.0.jankens_held(HEATS), [&turned[..]], "of several of one set the last");
}

#[test]
fn team_alone_wins_its_stage_and_no_team_makes_no_group() {
    let mut course = Course::drawn();
    for team in 1..12 {
        course.must(Act::MarkTeamAttendance { stage: HEATS, team: TeamId(team), absent: true });
    }
    let few = GroupRejection::TooFewPresent { stage: HEATS, present: 1, roster: 12 };
    let drawn = course.attempt(Actor::Organiser, Act::DrawGroups { stage: HEATS, without_game: false });
    assert_eq!(drawn, Err(few), "whoever wants that has to say so");
    assert_eq!((few.rule(), few.field()), ("TG1", "stage"));
    course.must(Act::DrawGroups { stage: HEATS, without_game: true });
    assert_eq!(course.0.games().count(), 0, "nobody to play against");
    course.must(Act::CloseStage { stage: HEATS });
    // No team is left for the repechage.
    course.must(Act::DrawGroups { stage: REPECHAGE, without_game: false });
    assert!(course.0.drawn(REPECHAGE).expect("drawn").groups.is_empty());
    course.must(Act::CloseStage { stage: REPECHAGE });
    assert_eq!(course.0.stage_roster(FINAL), [TeamId(0), TeamId(12)]);
}

#[test]
fn server_game_is_counted_only_by_server() {
    let mut course = Course::drawn();
    course.must(Act::DrawGroups { stage: HEATS, without_game: false });
    let heat = game(HEATS, 0);
    let count =
        || Act::CountGame { game: heat, result: result(&course.group(HEATS, 0), &[0, 1, 2, 2, 3, 4]) };
    let (count, by_hand) = (count(), count());
    let served = GroupRejection::GameServed { game: heat };
    assert_eq!(course.attempt_with(known(heat, Some(true)), Actor::Organiser, by_hand), Err(served));
    assert_eq!((served.rule(), served.field()), ("E4", "game"));
    assert_eq!(course.attempt_with(known(heat, Some(true)), Actor::Server, count), Ok(()));
}

#[test]
fn impossible_figure_is_rejected() {
    let mut course = Course::drawn();
    course.must(Act::DrawGroups { stage: HEATS, without_game: false });
    let heat = game(HEATS, 0);
    let teams = course.group(HEATS, 0);
    let result = |most| result(&teams, &[0, 1, 2, 3, 4, most]);
    let fault = FigureFault { criterion: Criterion::Empty, counted: 5, most: 4 };
    let bad = GroupRejection::BadFigure { team: teams[5], fault };
    let count = |most| Act::CountGame { game: heat, result: result(most) };
    let overrule = Act::OverruleGame { game: heat, result: result(5), reason: reason() };
    assert_eq!(course.attempt_with(known(heat, None), Actor::Organiser, count(5)), Err(bad));
    assert_eq!(course.attempt_with(known(heat, Some(false)), Actor::Referee, overrule), Err(bad));
    assert_eq!((bad.rule(), bad.field()), ("E2 (1)", "result"));
    assert_eq!(course.attempt_with(known(heat, None), Actor::Organiser, count(4)), Ok(()));
}

#[test]
fn closing_stage_with_running_game_is_rejected() {
    let mut course = Course::drawn();
    course.must(Act::DrawGroups { stage: HEATS, without_game: false });
    for group in 0..2 {
        course.count(game(HEATS, group), &[0, 1, 2, 3, 4, 5 + group]);
    }
    let heat = game(HEATS, 1);
    let close = Act::CloseStage { stage: HEATS };
    let running = GroupRejection::GameRunning { game: heat };
    assert_eq!(course.attempt_with(known(heat, Some(false)), Actor::Organiser, close.clone()), Err(running));
    assert_eq!((running.rule(), running.field()), ("TG4", "stage"));
    assert_ne!(course.attempt_with(known(heat, Some(true)), Actor::Organiser, close), Err(running));
}

/// TG4, TG5: a team's next step follows the results, and it may play as long as a ruling could give it a game.
#[test]
fn path_leads_a_team_through_stages_until_none_is_left() {
    let guest = TeamId(12);
    let (draw, results) = (|stage| PathNext::Draw { stage }, |stage| PathNext::Results { stage });
    let mut course = Course(GroupContest::new(plan()));
    assert_eq!(course.0.path(guest), None, "the roster is empty");
    course = Course::drawn();
    assert_eq!([TeamId(0), guest].map(|team| course.next(team)), [(draw(HEATS), true), (draw(FINAL), true)]);
    course.must(Act::MarkTeamAttendance { stage: HEATS, team: TeamId(3), absent: true });
    course.must(Act::DrawGroups { stage: HEATS, without_game: false });
    assert_eq!(course.next(TeamId(3)), (PathNext::End, false));
    assert_eq!(course.outcome(TeamId(3), HEATS), StageOutcome::Absent);
    let at = usize::from(course.group(HEATS, 0).len() < 6);
    let six = GroupGame { stage: HEATS, group: GroupId::at(at), spare: false };
    let mates = course.group(HEATS, six.group.0);
    assert_eq!(course.next(mates[0]), (PathNext::Game(six), true));
    course.count(six, &[0, 30, 31, 32, 33, 34]);
    assert_eq!(course.next(mates[0]), (results(HEATS), true));
    course.must(Act::ReplaceGame { game: six, reason: reason(), counted: true });
    let spare = GroupGame { spare: true, ..six };
    assert_eq!(course.next(mates[0]), (PathNext::Game(spare), true));
    let order = [0, 30, 31, 32, 33, 34];
    course.must(Act::CountGame { game: spare, result: result(&mates, &order) });
    course.count(game(HEATS, u32::from(at == 0)), &[1, 2, 41, 42, 43]);
    course.must(Act::CloseStage { stage: HEATS });
    assert_eq!(course.outcome(mates[0], HEATS), StageOutcome::Advanced);
    assert_eq!(course.next(mates[0]), (draw(FINAL), true));
    assert_eq!(course.outcome(mates[5], HEATS), StageOutcome::Repechage);
    assert_eq!(course.next(mates[5]), (draw(REPECHAGE), true));
    course.must(Act::DrawGroups { stage: REPECHAGE, without_game: false });
    let second = course.group(REPECHAGE, 0);
    course.count(game(REPECHAGE, 0), &[0, 1, 2, 3, 4, 5, 6, 7]);
    course.must(Act::CloseStage { stage: REPECHAGE });
    let last = second[second.len() - 1];
    assert_eq!(course.outcome(last, REPECHAGE), StageOutcome::Eliminated);
    assert_eq!(course.next(last), (PathNext::End, true), "a ruling may still reopen the stage");
    course.must(Act::DrawGroups { stage: FINAL, without_game: false });
    assert_eq!(course.next(last), (PathNext::End, false));
    let finalists = course.group(FINAL, 0);
    let empty: Vec<u32> = (0..).take(finalists.len()).collect();
    course.count(game(FINAL, 0), &empty);
    course.must(Act::CloseStage { stage: FINAL });
    assert_eq!(course.outcome(finalists[1], FINAL), StageOutcome::Ranked { place: 2 });
    assert_eq!(course.next(finalists[1]), (PathNext::End, true));
    course.must(Act::Declare);
    assert_eq!(course.next(finalists[1]), (PathNext::End, false));
}
