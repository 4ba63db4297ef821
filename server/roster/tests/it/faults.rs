//! Refused files.

use ishigaki_roster::{RosterFault as Fault, RosterFileError};

use crate::fixture::{read, read_teams, windows, workbook};

fn places(result: Result<ishigaki_roster::RosterDraft, Vec<RosterFileError>>) -> Vec<(u64, usize, Fault)> {
    let errors = result.unwrap_err();
    errors.into_iter().map(|error| (error.line, error.column, error.fault)).collect()
}

fn empty() -> Fault {
    Fault::Empty
}

#[test]
fn each_fault_has_its_row_and_column() {
    let twice = |id: &str, before| Fault::Twice { id: id.into(), before };
    let control = |code: &str| Fault::Control { code: code.into() };
    for (sheet, line, column, fault) in [
        ("番号,氏名\n1,佐藤\n1,鈴木\n", 3, 1, twice("1", 2)),
        ("番号,氏名\n１,佐藤\n1,鈴木\n", 3, 1, twice("1", 2)),
        ("番号,氏名,段位\n1,,六段\n", 2, 2, empty()),
        ("番号,氏名\n1,佐藤\n,鈴木\n", 3, 1, empty()),
        ("番号,氏名,備考\n1,佐藤,\n2,,\n3,鈴木,\n合計,,2名\n", 3, 2, empty()),
        ("番号,氏名\n1,佐\u{200b}藤\n", 2, 2, control("U+200B")),
        ("番号,氏名\n1,佐\u{7}藤\n", 2, 2, control("U+0007")),
        ("番号,氏名\n1,\u{e000}藤\n", 2, 2, Fault::PrivateCharacter { code: "U+E000".into() }),
        ("番号,氏名,性別\n1,佐藤,？\n", 2, 3, Fault::UnknownSex { cell: "?".into() }),
        ("番号,氏名,女流\n1,佐藤,たぶん\n", 2, 3, Fault::NeitherYesNorNo { cell: "たぶん".into() }),
        ("番号,氏名,女流,性別\n1,佐藤,○,男\n", 2, 4, Fault::Contradiction { other: "女流".into() }),
        (
            "番号,氏名,シード\n1,佐藤,C\n",
            2,
            3,
            Fault::NoSeedClass { class: "C".into(), known: "A, B".into() },
        ),
        ("番号,氏名,選手名\n1,佐藤,佐藤\n", 1, 3, Fault::TwiceInHead { name: "氏名".into() }),
        ("番号,氏名,備考,備考\n1,佐藤,,\n", 1, 4, Fault::TwiceInHead { name: "備考".into() }),
        ("番号,氏名\n1,佐藤, 一郎\n", 2, 3, Fault::BehindHead),
        ("番号,氏名,,備考\n1,佐藤,一郎,\n", 2, 3, Fault::BehindHead),
        ("番号,氏名\n1,\"佐藤\n2,鈴木\n", 2, 2, Fault::OpenQuote),
        ("番号,氏名\n1,7\" disks\n", 2, 2, Fault::OpenQuote),
        ("番号,氏名\n", 1, 1, Fault::Nobody),
        ("番号,氏名\n1,\n2,\n", 2, 2, empty()),
        ("段位,所属地\n六段,東京\n", 1, 1, Fault::NoNames),
        ("", 1, 1, Fault::EmptyFile),
        ("%PDF-1.7\n", 1, 1, Fault::NoTable),
        ("[5]", 1, 2, Fault::NoEntry),
        ("[{\"id\": \"P1\"},\n {\"id\": \"P1\"}]", 2, 2, twice("P1", 1)),
        (
            "[{\"id\": \"P1\", \"seed\": \"C\"}]",
            1,
            2,
            Fault::NoSeedClass { class: "C".into(), known: "A, B".into() },
        ),
    ] {
        let found = places(read(sheet.as_bytes()));
        assert_eq!(found.first(), Some(&(line, column, fault)), "{sheet}: {found:?}");
    }
}

#[test]
fn all_faults_of_a_file_are_reported_in_order() {
    let long = "x".repeat(65);
    let sheet = format!(
        "番号,氏名,シード,女流\nP1,a,C,perhaps\n,b,,\nP1,c,,\n{long},d,,\nP5,e,,yes,stray\nP6,f\u{7},A,yes\n"
    );
    let found = places(read(sheet.as_bytes()));
    let at: Vec<_> = found.iter().map(|(line, column, _)| (*line, *column)).collect();
    assert_eq!(at, [(2, 3), (2, 4), (3, 1), (4, 1), (5, 1), (6, 5), (7, 2)]);
    assert_eq!(found[4].2, Fault::LongId { characters: 65 });
    let at = |sheet: &[u8]| {
        places(read(sheet)).into_iter().map(|(line, column, _)| (line, column)).collect::<Vec<_>>()
    };
    let windows = windows("名人戦,,\n番号,氏名,性別\n1,佐藤,？\n1,,女\n");
    assert_eq!(at(&windows), [(3, 3), (4, 1), (4, 2)], "rows are counted in the file");
    let sheet = "名人戦\n\n番号,氏名,性別\n1,佐藤,？\n\n1,鈴木,女\n";
    assert_eq!(at(&workbook(&[("名簿", sheet)])), [(4, 3), (6, 1)]);
}

#[test]
fn table_much_larger_than_a_roster_is_refused() {
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_string(0, 0, "氏名").unwrap();
    sheet.write_string(1_048_575, 16_383, "x").unwrap();
    assert_eq!(places(read(&book.save_to_buffer().unwrap())), [(1_048_576, 16_384, Fault::TooLarge)]);
    let text = format!("番号,氏名\n{}", "1,佐藤\n".repeat(20_000));
    assert_eq!(places(read(text.as_bytes())), [(10_001, 1, Fault::TooLarge)]);
}

#[test]
fn codes_of_teams_are_letters_and_digits() {
    for id in ["高専", "-x", "a b", &"x".repeat(17)] {
        let found = places(read_teams(format!("id,name\n{id},A\n").as_bytes()));
        assert_eq!(found, [(2, 1, Fault::BadId { id: id.to_owned() })]);
    }
    assert_eq!(places(read_teams(b"id,kana\nt1,a\n")), [(1, 1, Fault::NoNames)]);
}

#[test]
fn workbooks_with_doubtful_cells_are_refused() {
    use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (at, name) in ["番号", "氏名", "段位"].into_iter().enumerate() {
        sheet.write_string(0, u16::try_from(at).unwrap(), name).unwrap();
    }
    let date = ExcelDateTime::from_ymd(2026, 1, 2).unwrap();
    sheet.write_datetime_with_format(1, 0, &date, &Format::new().set_num_format("m-d")).unwrap();
    sheet.write_string(1, 1, "佐藤").unwrap();
    sheet.write_number(2, 0, 2).unwrap();
    sheet
        .write_formula(2, 1, rust_xlsxwriter::Formula::new("=VLOOKUP(1,A9:B9,2)").set_result("#N/A"))
        .unwrap();
    let found = places(read(&book.save_to_buffer().unwrap()));
    let error = Fault::CellError { error: "#N/A".into() };
    assert_eq!(found, [(2, 1, Fault::Date), (3, 2, error)]);
}

#[test]
fn workbook_with_two_rosters_or_damage_is_refused() {
    let players = "番号,氏名\n1,佐藤\n";
    let two = workbook(&[("一般", players), ("学生", players)]);
    assert_eq!(places(read(&two)), [(1, 1, Fault::SeveralSheets { names: "一般, 学生".into() })]);
    let cut = workbook(&[("名簿", players)])[..900].to_vec();
    assert!(matches!(places(read(&cut))[..], [(1, 1, Fault::Workbook { .. })]));
    let empty = workbook(&[("名簿", "")]);
    assert_eq!(places(read(&empty)), [(1, 1, Fault::NoNames)]);
}

#[test]
fn damaged_text_is_refused_at_its_place() {
    let damaged = [b"id,name\n1,A\n2,".as_slice(), "佐藤鈴木".as_bytes(), b"\xff\n"].concat();
    assert_eq!(places(read(&damaged)), [(3, 2, Fault::Undecodable)]);
    let question = "番号,氏名\n1,佐\u{fffd}\n".as_bytes();
    assert_eq!(places(read(question)), [(2, 2, Fault::Undecodable)]);
}
