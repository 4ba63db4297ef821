//! The tables of a recorded game match the record and the rules' figures.
#![expect(clippy::unwrap_used, reason = "tables that cannot be made are a failed test")]

use std::collections::BTreeMap;

use ishigaki_printout::EntrantName;
use ishigaki_record::transcript;
use ishigaki_record::verify::Expected;
use ishigaki_report::{GameExport, GameTable, NAMES, Particulars};
use ishigaki_rules::{Fact, RoundState};
use ishigaki_words::Lang;
use serde_json::Value;

const RECORD: &str = include_str!("../../../record/tests/golden/small.jsonl");

fn tables(lang: Lang) -> Vec<GameTable> {
    GameExport::of(RECORD, &Expected::default()).unwrap().tables(&Particulars::default(), lang)
}

fn table(name: &str) -> GameTable {
    tables(Lang::En).into_iter().find(|table| table.name == name).unwrap()
}

fn rows(name: &str) -> Vec<Value> {
    table(name).json().as_array().unwrap().clone()
}

#[test]
fn tables_match_names_and_rows_have_all_columns() {
    let tables = tables(Lang::Ja);
    assert_eq!(tables.iter().map(|table| table.name).collect::<Vec<_>>(), NAMES);
    for table in &tables {
        // The game has no messages.
        assert_eq!(table.rows.is_empty(), table.name == "messages", "{} is empty", table.name);
        for row in &table.rows {
            assert_eq!(row.len(), table.columns.len(), "{}: {row:?}", table.name);
        }
        let csv = String::from_utf8(table.csv().unwrap().bytes).unwrap();
        assert!(csv.starts_with(&format!("\u{feff}{}", table.columns.join(","))), "{csv}");
        assert_eq!(csv.lines().count(), table.rows.len() + 1);
    }
}

#[test]
fn results_money_and_awards_are_those_of_the_game() {
    let record = transcript::read(RECORD).unwrap();
    let game = record.fold();
    let standings = game.standings();
    let results = rows("results");
    assert_eq!(results.len(), standings.len());
    for (row, standing) in results.iter().zip(&standings) {
        let team = game.setup().team(standing.team).unwrap();
        assert_eq!(
            (row["team"].as_str().unwrap(), row["place"].as_u64().unwrap()),
            (&*team.code, standing.place.into())
        );
        let figures = ["empty", "top_gaps", "held", "used", "unused"].map(|name| row[name].as_u64());
        // A disqualified team has no figures (E3).
        let known = standing.tally.map(|tally| tally.figures().map(Some));
        assert_eq!(figures, known.unwrap_or_default(), "{row}");
    }
    // The money left after the last final round is the team's money at the end.
    let mut left = BTreeMap::new();
    for row in rows("money").iter().filter(|row| row["state"] == "final") {
        assert_eq!(
            row["held"].as_u64().unwrap(),
            row["spent"].as_u64().unwrap() + row["left"].as_u64().unwrap(),
            "{row}"
        );
        left.insert(row["team"].as_str().unwrap().to_owned(), row["left"].as_u64().unwrap());
    }
    for team in game.setup().team_ids() {
        let held = game.team(team).unwrap().held.0;
        assert_eq!(left[&game.setup().team(team).unwrap().code], held);
    }
    let handed: usize = game
        .rounds()
        .iter()
        .filter(|record| record.state == RoundState::Final)
        .map(|record| record.handed.len())
        .sum();
    let named =
        rows("awards").iter().filter(|row| row["state"] == "final" && row["stone"].is_string()).count();
    assert_eq!(named, handed);
    let rounds =
        record.entries.iter().filter(|entry| matches!(entry.event.fact, Fact::RoundFinalised { .. })).count();
    assert_eq!(rows("standings").len(), rounds * standings.len());
}

#[test]
fn opened_bids_and_placed_stones_each_have_row() {
    let game = transcript::read(RECORD).unwrap().fold();
    let lines: usize =
        game.rounds().iter().flat_map(|record| &record.lists).map(|list| list.bids.len()).sum();
    assert_eq!(rows("lists").len(), lines);
    let won = rows("lists").iter().filter(|row| row["won"] == 1).count();
    let awards: usize = game
        .rounds()
        .iter()
        .filter_map(|record| record.settlement.as_ref())
        .map(|settled| settled.awards().len())
        .sum();
    assert_eq!(won, awards);
    let laid: usize = game.setup().team_ids().map(|team| game.team(team).unwrap().laid.len()).sum();
    assert_eq!(rows("walls").len(), laid);
}

#[test]
fn altered_record_yields_no_tables() {
    let changed = RECORD.replacen("\"price\":", "\"price\":1", 1);
    assert_ne!(changed, RECORD);
    assert!(GameExport::of(&changed, &Expected::default()).is_err());
}

/// Mail merge prints cells unchanged, so names get no protective apostrophe even if they look like a formula.
#[test]
fn certificates_have_no_apostrophe_before_a_name() {
    let particulars = Particulars {
        names: [("a".to_owned(), EntrantName { name: "-石垣".to_owned(), ..EntrantName::default() })].into(),
        ..Particulars::default()
    };
    let export = GameExport::of(RECORD, &Expected::default()).unwrap();
    let csv = |name: &str| {
        let mut tables = export.tables(&particulars, Lang::Ja).into_iter();
        let table = tables.find(|table| table.name == name).unwrap();
        String::from_utf8(table.csv().unwrap().bytes).unwrap()
    };
    let certificates = csv("certificates");
    assert!(certificates.contains(", -石垣,") && !certificates.contains('\''), "{certificates}");
}
