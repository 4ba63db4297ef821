//! A day in one contest file: starts, teams, and spares.
#![expect(clippy::unwrap_used, reason = "helpers of tests may panic as tests do")]

use std::path::Path;

use ishigaki_rules::{Setup, SetupFault, TeamSpec};
use ishigaki_scenarios::lint::{self, Level};
use ishigaki_scenarios::{Contest, GameSpec, Scenario, Start};

fn day() -> Contest {
    Contest::parse("contest-day.toml", include_str!("../../contest-day.toml")).unwrap()
}

fn codes(game: &GameSpec) -> Vec<&str> {
    game.setup.teams.iter().map(|team| team.code.as_str()).collect()
}

#[test]
fn example_has_two_heats_and_final_with_spare_games() {
    let day = day();
    let plan: Vec<_> =
        day.games().iter().map(|game| (game.id.as_str(), game.start, game.spare.as_deref())).collect();
    assert_eq!(
        plan,
        [
            ("heat-1", Start::Now, Some("heat-1-spare")),
            ("heat-1-spare", Start::ByOrganiser, None),
            ("heat-2", Start::ByOrganiser, Some("heat-2-spare")),
            ("heat-2-spare", Start::ByOrganiser, None),
            ("final", Start::ByOrganiser, Some("final-again")),
            ("final-again", Start::ByOrganiser, None),
        ]
    );
    assert!(
        day.games().iter().all(|game| game.spare.as_deref().is_none_or(|spare| day.game(spare).is_some()))
    );
}

#[test]
fn game_title_is_the_contest_files_or_else_the_scenarios() {
    let text = |own: &str| {
        format!(
            r#"
            team = [{{ id = "a", name = "A" }}, {{ id = "b", name = "B" }}]
            game = [{{ id = "g", {own} scenario = "tiny-2", spare = "tour-4" }}]
            "#
        )
    };
    let titles = |own: &str| -> Vec<[String; 2]> {
        let contest = Contest::parse("contest.toml", &text(own)).unwrap();
        contest.games().iter().map(|game| [game.setup.title.clone(), game.setup.title_ja.clone()]).collect()
    };
    let scenario = |name: &str| {
        let found = Scenario::find(name).unwrap();
        [found.title, found.title_ja.unwrap_or_default()]
    };
    assert_eq!(titles(""), [scenario("tiny-2"), scenario("tour-4")]);
    assert_eq!(
        titles("title = \"Heat 1\", title_ja = \"第1試合\","),
        [["Heat 1", "第1試合"], ["Heat 1 (spare)", "第1試合（予備）"]]
    );
    assert_eq!(titles("title = \"Heat 1\","), [["Heat 1", ""], ["Heat 1 (spare)", ""]]);
    for (own, what) in
        [("title = \" \",", " lint-empty key=title "), ("title_ja = \"第1試合\",", " lint-title-missing ")]
    {
        let found = Contest::parse("contest.toml", &text(own)).unwrap_err();
        assert!(found.iter().any(|fault| fault.code().contains(what)), "{own} {found:?}");
    }
}

#[test]
fn spare_of_practice_game_is_practice() {
    let text = r#"
        team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
        game = [
            { id = "try", scenario = "tiny-2", practice = true, spare = "tour-4" },
            { id = "g", scenario = "tiny-2", starts = "by-organiser", practice = false },
        ]
    "#;
    let contest = Contest::parse("contest.toml", text).unwrap();
    let practice: Vec<_> = contest.games().iter().map(|game| (game.id.as_str(), game.practice)).collect();
    assert_eq!(practice, [("try", true), ("try-spare", true), ("g", false)]);
    assert!(!day().games().iter().any(|game| game.practice), "a game counts unless told");
}

#[test]
fn spare_game_has_same_teams_and_other_frame() {
    let day = day();
    for (game, spare) in [("heat-1", "heat-1-spare"), ("heat-2", "heat-2-spare"), ("final", "final-again")] {
        let (game, spare) = (day.game(game).unwrap(), day.game(spare).unwrap());
        assert_eq!((codes(game), game.seats), (codes(spare), spare.seats));
        assert_ne!(game.setup.frame, spare.setup.frame);
    }
    assert_eq!((codes(day.game("heat-1").unwrap()).len(), codes(day.game("heat-2").unwrap()).len()), (7, 9));
}

#[test]
fn finalists_are_named_at_the_start() {
    let day = day();
    let last = day.game("final").unwrap();
    assert_eq!((last.seats, codes(last).len()), (Some(6), 0));
    assert_eq!(last.setup.check(), Err(SetupFault::TeamCount { teams: 0 }));
    let finalists: Vec<TeamSpec> = day.teams.iter().step_by(3).cloned().collect();
    let setup = last.seat(finalists.clone()).unwrap();
    let scenario = Scenario::find("final-6").unwrap().setup(finalists.clone()).unwrap();
    let (title, title_ja) = ("Final".into(), "決勝".into());
    assert_eq!(setup, Setup { title, title_ja, ..scenario });
    let twice = vec![finalists[0].clone(), finalists[0].clone()];
    assert!(matches!(last.seat(twice), Err(SetupFault::DuplicateTeam { .. })));
}

#[test]
fn linter_reports_only_notes_for_example() {
    let report = lint::file(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/contest-day.toml")));
    assert_eq!((report.count(Level::Error), report.count(Level::Warning)), (0, 0), "{report}");
}
