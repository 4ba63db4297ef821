//! Golden files: a full wall for each frame, and results of fixed lists.
//!
//! `ISHIGAKI_BLESS=1 cargo test -p ishigaki-scenarios --test it golden::` writes the results of the lists
//! again, after an intended change of lists or rules; check the difference before you commit it.
#![expect(clippy::unwrap_used, reason = "helpers of tests may panic as tests do")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use ishigaki_rules::wall::{Placement, Placing, judge};
use ishigaki_rules::{Cell, LotId, Shape, StoneId};
use ishigaki_scenarios::{Lists, PlayedRound, Scenario, builtin_lists, names, replay, results};

fn golden(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(file)
}

/// The lists of a scenario: those it is played by, or those kept for this test.
fn lists(name: &str) -> Option<String> {
    let kept = golden(&format!("{name}.lists.toml"));
    builtin_lists(name).map(str::to_owned).or_else(|| fs::read_to_string(kept).ok())
}

#[test]
fn golden_walls_fill_shipped_frames() {
    for name in names() {
        let text = fs::read_to_string(golden(&format!("{name}.wall.toml"))).unwrap();
        assert_filled(name, &Scenario::find(name).unwrap(), &text);
    }
}

const PLANNED: [&str; 4] = ["heat-7", "heat-9", "rehearsal-8", "final-6"];

#[test]
fn golden_walls_fill_shipped_plan_variants() {
    for name in PLANNED.into_iter().flat_map(|name| [name.to_owned(), format!("{name}-spare")]) {
        for teams in 4..=8 {
            let own = fs::read_to_string(golden(&format!("{name}-{teams}.wall.toml")));
            let text = own.or_else(|_| fs::read_to_string(golden(&format!("{name}.wall.toml")))).unwrap();
            let variant = Scenario::find(&name).unwrap().variant(teams);
            assert_filled(&format!("{name} with {teams} teams"), &variant, &text);
        }
    }
}

#[track_caller]
fn assert_filled(name: &str, scenario: &Scenario, text: &str) {
    let (shapes, wall) = wall(scenario, text);
    let stones = shapes.iter().map(|(&stone, shape)| (stone, shape)).collect();
    let verdict = judge(&scenario.frame, &stones, &wall);
    assert!(verdict.faults.is_empty(), "{name}: {:?}", verdict.faults);
    let score = verdict.score.unwrap();
    assert_eq!((score.empty, score.top_gaps, score.lifted.len()), (0, 0, 0), "{name}");

    // This many stones can be won, and paid at their minimum prices.
    let wins: u32 = scenario.rounds.iter().map(|round| round.max_wins).sum();
    let price: u64 = shapes.keys().map(|stone| scenario.lots[stone.lot.index()].min_price.0).sum();
    assert!(score.used <= wins && price <= scenario.money.0, "{name}: {} for {price}", score.used);
}

/// Reads a drawn wall: its stones, each within the copies there are, and where they lie.
fn wall(scenario: &Scenario, text: &str) -> (BTreeMap<StoneId, Shape>, Vec<Placement<StoneId>>) {
    let table: toml::Table = text.parse().unwrap();
    let mut squares: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    for (row, signs) in (0..).zip(table["wall"].as_str().unwrap().lines()) {
        for (col, sign) in (0..).zip(signs.chars()).filter(|&(_, sign)| sign != '.') {
            squares.entry(sign).or_default().push(Cell::new(row, col));
        }
    }
    let (mut shapes, mut wall) = (BTreeMap::new(), Vec::new());
    for (code, signs) in table["stones"].as_table().unwrap() {
        let lot = scenario.lots.iter().position(|lot| lot.code == *code).unwrap();
        let spec = &scenario.lots[lot];
        for (copy, sign) in (1..).zip(signs.as_str().unwrap().chars()) {
            assert!(copy <= spec.copies, "{code}");
            let stone = StoneId { lot: LotId::at(lot), copy };
            shapes.insert(stone, spec.shape.clone());
            wall.push(Placement { stone, placing: Placing::Cells(squares.remove(&sign).unwrap()) });
        }
    }
    assert!(squares.is_empty(), "a sign that is no stone");
    (shapes, wall)
}

#[test]
fn fixed_lists_come_out_as_kept() {
    let bless = std::env::var_os("ISHIGAKI_BLESS").is_some();
    let mut seen = 0;
    for name in names() {
        let Some(text) = lists(name) else { continue };
        let scenario = Scenario::find(name).unwrap();
        let lists = Lists::parse(&format!("{name}.lists.toml"), &text, &scenario).unwrap();
        let setup = scenario.setup(lists.teams.clone()).unwrap();
        let rounds = replay(&setup, &lists).unwrap();
        let results_text = results(name, &setup, &rounds);
        let file = golden(&format!("{name}.results.toml"));
        if bless {
            fs::write(&file, &results_text).unwrap();
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), results_text, "{name}");
        seen += 1;
    }
    assert_eq!(seen, names().count() - 1, "all but tiny-2 have lists");
}

#[test]
fn kept_lists_hold_ties_copies_and_waves() {
    for name in names().filter(|name| *name != "tiny-2") {
        let scenario = Scenario::find(name).unwrap();
        let lists = Lists::parse(name, &lists(name).unwrap(), &scenario).unwrap();
        let setup = scenario.setup(lists.teams.clone()).unwrap();
        let rounds = replay(&setup, &lists).unwrap();
        assert!(rounds.iter().any(|round| round.settlement.waves_held() > 0), "{name}: waves");
        let copies = |round: &PlayedRound| {
            let awards = round.settlement.awards();
            awards.windows(2).any(|pair| pair[0].lot == pair[1].lot)
        };
        assert!(rounds.iter().any(copies), "{name}: copies");
    }
}
