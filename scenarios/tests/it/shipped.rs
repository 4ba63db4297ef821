//! The shipped files: they read, they say what is meant, and the linter has nothing against them.

use std::fs;

use ishigaki_rules::{Cell, ClosePolicy, Millis, Shape, SupportRule, TeamSpec, Tsuyama};
use ishigaki_scenarios::lint::{self, Level};
use ishigaki_scenarios::{AfterOutage, Contest, Lists, Scenario, builtin, names};

fn team(code: &str) -> TeamSpec {
    TeamSpec { code: code.to_owned(), name: code.to_uppercase() }
}

#[test]
fn tiny_2_reads_as_it_is_drawn() {
    let tiny = Scenario::find("tiny-2").unwrap();
    assert_eq!(tiny.name, "tiny-2");
    assert_eq!(tiny.title, "Tiny: two teams, two rounds");
    assert_eq!(tiny.title_ja.as_deref(), Some("小さな石垣：2チーム、2回の入札"));
    assert_eq!(tiny.frame.rows(), ["..####", ".#####", ".#####", "######"]);
    assert_eq!(tiny.money, Tsuyama(60));
    assert_eq!((tiny.support, tiny.end_countdown), (SupportRule::EachMove, Millis(5_000)));
    assert_eq!(tiny.rounds.len(), 2);
    for round in &tiny.rounds {
        assert_eq!((round.max_bids, round.max_wins), (5, 3));
        assert_eq!((round.window, round.rebid_window), (Millis(90_000), Millis(30_000)));
        assert_eq!(round.close, ClosePolicy::WhenAllSealed);
    }
    let lots: Vec<_> = tiny
        .lots
        .iter()
        .map(|lot| (lot.code.as_str(), lot.shape.area(), lot.copies, lot.min_price.0))
        .collect();
    let stones = [
        ("P", 5, 1, 5),
        ("I", 4, 1, 4),
        ("O", 4, 1, 4),
        ("L", 4, 1, 4),
        ("T", 4, 1, 4),
        ("S", 4, 1, 2),
        ("V", 3, 1, 3),
        ("D", 2, 3, 1),
    ];
    assert_eq!(lots, stones);
    let l = [(0, 0), (1, 0), (2, 0), (2, 1)].map(|(row, col)| Cell::new(row, col));
    assert_eq!(tiny.lots[3].shape, Shape::new(l).unwrap());
}

#[test]
fn shipped_scenarios_make_valid_setup() {
    for name in names() {
        let scenario = Scenario::find(name).unwrap();
        let setup = scenario.setup(vec![team("a"), team("b")]).unwrap();
        assert_eq!(setup.title, scenario.title);
        assert!(scenario.setup(vec![team("a"), team("a")]).is_err());
        assert!(scenario.setup(vec![team("a")]).is_err());
    }
}

#[test]
fn linter_reports_only_notes_for_shipped_scenarios() {
    for name in names() {
        let report = lint::scenario(name, builtin(name).unwrap());
        assert_eq!((report.count(Level::Error), report.count(Level::Warning)), (0, 0), "{report}");
    }
}

#[test]
fn rehearsal_scenario_has_contest_day_size() {
    let rehearsal = Scenario::find("rehearsal-8").unwrap();
    assert_eq!((rehearsal.made_for, rehearsal.rounds.len()), (Some(8), 10));
    assert!(rehearsal.rounds.iter().all(|round| (round.max_bids, round.max_wins) == (10, 4)));
    assert!((120..=160).contains(&rehearsal.frame.area()));
    assert!(rehearsal.lots.iter().map(|lot| lot.copies).sum::<u32>() >= 60);
    let areas: Vec<usize> = rehearsal.lots.iter().map(|lot| lot.shape.area()).collect();
    assert_eq!((areas.iter().min(), areas.iter().max()), (Some(&1), Some(&8)));
}

#[test]
fn real_scenarios_close_at_the_deadline_and_have_spares() {
    for name in ["rehearsal-8", "final-6", "heat-7", "heat-9"] {
        let scenario = Scenario::find(name).unwrap();
        let spare = Scenario::find(&format!("{name}-spare")).unwrap();
        for round in scenario.rounds.iter().chain(&spare.rounds) {
            assert_eq!(round.close, ClosePolicy::AtDeadline, "{name}");
        }
        assert_eq!((scenario.made_for, scenario.rounds.len()), (spare.made_for, spare.rounds.len()));
        assert_ne!(scenario.frame, spare.frame, "{name}");
        assert_ne!(scenario.lots, spare.lots, "{name}");
    }
}

#[test]
fn tiny_frame_cannot_be_filled_by_both_teams() {
    // The pool is more than one wall and less than two.
    let tiny = Scenario::find("tiny-2").unwrap();
    let pool: usize = tiny.lots.iter().map(|lot| lot.shape.area() * lot.copies as usize).sum();
    assert!(tiny.frame.area() < pool && pool < 2 * tiny.frame.area(), "{pool}");
    let copies: u32 = tiny.lots.iter().map(|lot| lot.copies).sum();
    let wins: u32 = tiny.rounds.iter().map(|round| round.max_wins).sum();
    assert!(wins < copies && copies <= 2 * wins, "one team cannot take all stones, both together can");
}

#[test]
fn contest_resolves_shipped_and_local_scenarios() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.toml"), builtin("tiny-2").unwrap()).unwrap();
    let text = r#"
[server]
after_outage = "wait"
[[team]]
id = "a"
name = "A"
[[team]]
id = "b"
name = "B"
[[team]]
id = "c"
name = "C"
[[game]]
id = "heat-1"
scenario = "mine.toml"
teams = ["c", "a"]
close = "deadline"
[[game]]
id = "heat-2"
scenario = "tour-4"
"#;
    let path = folder.path().join("contest.toml");
    fs::write(&path, text).unwrap();
    let contest = Contest::load(&path).unwrap();
    assert_eq!(contest.after_outage, AfterOutage::Wait);
    assert_eq!(contest.teams.len(), 3);
    let [first, second] = contest.games() else { panic!("two games") };
    assert_eq!((first.id.as_str(), second.id.as_str()), ("heat-1", "heat-2"));
    let codes: Vec<_> = first.setup.teams.iter().map(|team| team.code.as_str()).collect();
    assert_eq!(codes, ["c", "a"]);
    assert!(first.setup.rounds.iter().all(|round| round.close == ClosePolicy::AtDeadline));
    assert_eq!(second.setup.teams.len(), 3);
    assert!(second.setup.rounds.iter().all(|round| round.close == ClosePolicy::WhenAllSealed));
}

#[test]
fn lists_are_found_next_to_scenario() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = Scenario::find("tour-4").unwrap();
    let lists = Lists::find_next_to("tour-4", &scenario).unwrap().unwrap();
    let file = folder.path().join("copy.toml").to_string_lossy().into_owned();
    assert_eq!(Lists::find_next_to(&file, &scenario).unwrap(), None);
    let text = ishigaki_scenarios::builtin_lists("tour-4").unwrap();
    fs::write(folder.path().join("copy.lists.toml"), text).unwrap();
    assert_eq!(Lists::find_next_to(&file, &scenario).unwrap(), Some(lists));
    assert_eq!(Lists::find_next_to("tiny-2", &Scenario::find("tiny-2").unwrap()).unwrap(), None);
}
