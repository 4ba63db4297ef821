//! The shipped files: they read, they say what is meant, and their frames can be filled.

use std::collections::BTreeMap;
use std::fs;

use ishigaki_rules::wall::{Placement, Placing, Spot, judge};
use ishigaki_rules::{
    Cell, ClosePolicy, Frame, LotId, Millis, Shape, StoneId, SupportRule, TeamSpec, Tsuyama, Turn,
};
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
fn every_shipped_scenario_makes_a_game() {
    for name in names() {
        let scenario = Scenario::find(name).unwrap();
        let setup = scenario.setup(vec![team("a"), team("b")]).unwrap();
        assert_eq!(setup.title, scenario.title);
        assert!(scenario.setup(vec![team("a"), team("a")]).is_err());
        assert!(scenario.setup(vec![team("a")]).is_err());
    }
}

#[test]
fn every_shipped_frame_can_be_filled_and_stands() {
    for name in names() {
        let scenario = Scenario::find(name).unwrap();
        let stones: BTreeMap<StoneId, &Shape> = scenario
            .lots
            .iter()
            .enumerate()
            .flat_map(|(at, lot)| {
                (1..=lot.copies).map(move |copy| (StoneId { lot: LotId::at(at), copy }, &lot.shape))
            })
            .collect();
        let wall = fill(&scenario.frame, &stones).unwrap_or_else(|| panic!("{name} cannot be filled"));
        let verdict = judge(&scenario.frame, &stones, &wall);
        assert!(verdict.faults.is_empty(), "{name}: {:?}", verdict.faults);
        let score = verdict.score.unwrap();
        assert_eq!((score.empty, score.top_gaps, score.lifted.len()), (0, 0, 0), "{name}");
    }
}

#[test]
fn two_teams_cannot_both_fill_the_tiny_frame() {
    // What makes it a game: the pool is more than one wall and less than two.
    let tiny = Scenario::find("tiny-2").unwrap();
    let pool: usize = tiny.lots.iter().map(|lot| lot.shape.area() * lot.copies as usize).sum();
    assert!(tiny.frame.area() < pool && pool < 2 * tiny.frame.area(), "{pool}");
    let copies: u32 = tiny.lots.iter().map(|lot| lot.copies).sum();
    let wins: u32 = tiny.rounds.iter().map(|round| round.max_wins).sum();
    assert!(wins < copies && copies <= 2 * wins, "one team cannot take all stones, both together can");
}

/// Some placements that fill the frame and stand, found by trying every stone at the lowest open square.
fn fill(frame: &Frame, stones: &BTreeMap<StoneId, &Shape>) -> Option<Vec<Placement<StoneId>>> {
    let open: Vec<Cell> = frame.cells().collect();
    let mut wall = Vec::new();
    search(frame, stones, &open, &mut wall).then_some(wall)
}

fn search(
    frame: &Frame,
    stones: &BTreeMap<StoneId, &Shape>,
    open: &[Cell],
    wall: &mut Vec<Placement<StoneId>>,
) -> bool {
    let Some(&target) = open.last() else {
        return judge(frame, stones, wall).faults.is_empty();
    };
    for (&stone, shape) in stones {
        // Copies are alike: only the first unused one is tried.
        let used = |stone| wall.iter().any(|placement: &Placement<StoneId>| placement.stone == stone);
        let before = StoneId { copy: stone.copy - 1, ..stone };
        if used(stone) || stone.copy > 1 && !used(before) {
            continue;
        }
        for turn in Turn::ALL {
            let turned = shape.turned(turn);
            // The target is the last open square, so it can only be covered by the stone's last one.
            let Some(&last) = turned.cells().last() else { continue };
            let at = Cell::new(target.row - last.row, target.col - last.col);
            let covers =
                |cell: &Cell| turned.cells().contains(&Cell::new(cell.row - at.row, cell.col - at.col));
            let left: Vec<Cell> = open.iter().copied().filter(|cell| !covers(cell)).collect();
            if open.len() - left.len() != turned.area() {
                continue;
            }
            wall.push(Placement { stone, placing: Placing::Turned(Spot { turn, at }) });
            if search(frame, stones, &left, wall) {
                return true;
            }
            wall.pop();
        }
    }
    false
}

#[test]
fn a_contest_names_scenarios_and_files_beside_it() {
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
fn lists_are_found_beside_their_scenario() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = Scenario::find("tour-4").unwrap();
    let lists = Lists::beside("tour-4", &scenario).unwrap().unwrap();
    let file = folder.path().join("copy.toml").to_string_lossy().into_owned();
    assert_eq!(Lists::beside(&file, &scenario).unwrap(), None);
    let text = ishigaki_scenarios::builtin_lists("tour-4").unwrap();
    fs::write(folder.path().join("copy.lists.toml"), text).unwrap();
    assert_eq!(Lists::beside(&file, &scenario).unwrap(), Some(lists));
    assert_eq!(Lists::beside("tiny-2", &Scenario::find("tiny-2").unwrap()).unwrap(), None);
}
