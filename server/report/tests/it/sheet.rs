//! The sheets of a recorded game match its state under the rules.
#![expect(clippy::unwrap_used, reason = "sheets that cannot be made are a failed test")]

use std::collections::BTreeMap;

use ishigaki_printout::{EntrantName, Part, PrintCell};
use ishigaki_record::transcript;
use ishigaki_record::verify::Expected;
use ishigaki_report::{GameExport, GameSheet, NamesError, Particulars};
use ishigaki_words::Lang;

const RECORD: &str = include_str!("../../../record/tests/golden/small.jsonl");

fn particulars() -> Particulars {
    Particulars {
        title: Some("18th KOSEN contest".into()),
        title_ja: Some("第18回高専プロコン".into()),
        date: Some("2026-11-23".into()),
        names: BTreeMap::from([(
            "a".into(),
            EntrantName {
                name: "チームa".into(), romaji: Some("Team <A>".into()), ..EntrantName::default()
            },
        )]),
    }
}

fn sheets(lang: Lang) -> Vec<GameSheet> {
    GameExport::of(RECORD, &Expected::default()).unwrap().sheets(&particulars(), lang)
}

#[test]
fn result_sheet_matches_snapshot_in_both_languages() {
    insta::assert_snapshot!("result_en", sheets(Lang::En)[0].printout.text());
    insta::assert_snapshot!("result_ja", sheets(Lang::Ja)[0].printout.text());
}

#[test]
fn certificate_and_team_sheets_match_snapshots() {
    insta::assert_snapshot!("certificates_ja", sheets(Lang::Ja)[1].printout.text());
    insta::assert_snapshot!("team_en", sheets(Lang::En)[2].printout.text());
}

#[test]
fn writes_team_sheets_and_certificates_of_ranked_teams() {
    let game = transcript::read(RECORD).unwrap().fold();
    let sheets = sheets(Lang::En);
    let files: Vec<&str> = sheets.iter().map(|sheet| sheet.file.as_str()).collect();
    assert_eq!(files, ["results", "certificates", "team-a", "team-b"]);
    let Part::Cards { cards, .. } = &sheets[1].printout.parts[0] else { panic!("cards") };
    assert_eq!(cards.len(), game.standings().iter().filter(|row| row.tally.is_some()).count());
    assert!(!cards.is_empty());
}

#[test]
fn walls_are_drawn_completely_and_names_are_escaped() {
    let game = transcript::read(RECORD).unwrap().fold();
    let printout = &sheets(Lang::En)[0].printout;
    let Some(Part::Walls(walls)) = printout.parts.iter().find(|part| matches!(part, Part::Walls(_))) else {
        panic!("walls");
    };
    let drawn: usize = walls.iter().flat_map(|wall| &wall.stones).map(|stone| stone.cells.len()).sum();
    let laid = game.setup().team_ids().flat_map(|team| game.team(team).unwrap().laid.keys());
    let squares: usize = laid.map(|stone| game.shape(*stone).unwrap().area()).sum();
    assert_eq!(drawn, squares);
    let page = printout.html();
    assert!(page.contains("Team &lt;A&gt;") && !page.contains("Team <A>"), "{page}");
    assert_eq!(page.matches("<svg").count(), walls.len());
    assert_eq!(
        page.matches("<path").count(),
        page.matches("</path>").count(),
        "an open path hides those behind it"
    );
    for outside in ["<script", "<link", "url(", "@import", "http"] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn undeclared_result_has_no_certificates() {
    let declared = RECORD.lines().position(|line| line.contains("\"result_declared\"")).unwrap();
    let lines: Vec<&str> = RECORD.lines().take(declared).collect();
    let open = transcript::complete(&(lines.join("\n") + "\n")).unwrap();
    let export = GameExport::of(&open, &Expected::default()).unwrap();
    assert!(!export.is_declared());
    let sheets = export.sheets(&particulars(), Lang::En);
    assert!(sheets.iter().all(|sheet| sheet.name != "certificates"));
    let tables = export.tables(&particulars(), Lang::En);
    assert!(tables.iter().find(|table| table.name == "certificates").unwrap().rows.is_empty());
    assert!(sheets[0].printout.heading.contains("not declared"), "{}", sheets[0].printout.heading);
}

#[test]
fn record_cut_before_its_ranking_has_no_places_or_figures() {
    let is_early = |line: &&str| !line.contains("\"fact\":\"game_ended\"");
    let lines: String = RECORD.split_inclusive('\n').take_while(is_early).collect();
    let export = GameExport::of(&transcript::complete(&lines).unwrap(), &Expected::default()).unwrap();
    let results = export.tables(&particulars(), Lang::En).into_iter().find(|table| table.name == "results");
    assert!(results.unwrap().rows.is_empty());
    for sheet in export.sheets(&particulars(), Lang::En) {
        let text = sheet.printout.text();
        assert!(!text.contains("1st") && !text.contains("empty squares left"), "{text}");
        let Some(Part::Table(table)) = sheet.printout.parts.first() else { continue };
        let has_figure = |cell: &PrintCell| matches!(cell, PrintCell::Figure(_));
        assert!(!table.rows.iter().flatten().any(has_figure), "{text}");
    }
}

#[test]
fn names_are_read_as_rosters_have_them() {
    let names =
        Particulars::read_names("\u{feff}ID,kana,name,romaji\na,x,甲,Kou\nb,,乙,\n".as_bytes()).unwrap();
    let expected = |name: &str, romaji: Option<&str>| EntrantName {
        name: name.into(),
        romaji: romaji.map(Into::into),
        ..EntrantName::default()
    };
    assert_eq!((&names["a"], &names["b"]), (&expected("甲", Some("Kou")), &expected("乙", None)));
    let table =
        GameExport::of(RECORD, &Expected::default()).unwrap().tables(&particulars(), Lang::En).pop().unwrap();
    let row = table.rows.iter().find(|row| row[3] == PrintCell::Text("a".into()));
    if let Some(row) = row {
        assert_eq!(row[4..6], [PrintCell::Text("Team <A>".into()), PrintCell::Text("チームa".into())]);
    }
    assert!(matches!(Particulars::read_names(b"id,name\n"), Err(NamesError::NoColumn("romaji"))));
    let empty = Particulars::read_names(b"id,name,romaji\na,A,\nb,,B\n");
    assert!(matches!(empty, Err(NamesError::Empty { row: 2, column: "name" })));
}
