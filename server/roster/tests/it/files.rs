//! Accepted files.

use ishigaki_roster::RosterRemark;

use crate::fixture::{lines, read, read_teams, unicode_text, windows, workbook};

const PLAYERS: &str = "番号,氏名,ふりがな,段位,所属\n1,髙橋 一郎,たかはし いちろう,六段,東京\n2,﨑山 花子,さきやま はなこ,,大阪\n";
const READ: [&str; 2] = ["1|髙橋 一郎|たかはし いちろう|六段|東京", "2|﨑山 花子|さきやま はなこ|大阪"];

#[test]
fn same_roster_is_read_from_every_format() {
    let mac = PLAYERS.replace('\n', "\r");
    for (format, bytes) in [
        ("CSV UTF-8", PLAYERS.as_bytes().to_vec()),
        ("CSV UTF-8 of Excel", format!("\u{feff}{}", PLAYERS.replace('\n', "\r\n")).into_bytes()),
        ("CSV of Japanese Windows", windows(PLAYERS)),
        ("Unicode text", unicode_text(PLAYERS)),
        ("semicolons", PLAYERS.replace(',', ";").into_bytes()),
        ("tabs", PLAYERS.replace(',', "\t").into_bytes()),
        ("declared separator", format!("sep=;\n{}", PLAYERS.replace(',', ";")).into_bytes()),
        ("declared bar", format!("\"sep=|\"\r\n{}", PLAYERS.replace(',', "|")).into_bytes()),
        ("old Macintosh", mac.into_bytes()),
        ("Excel", workbook(&[("名簿", PLAYERS)])),
        (
            "Excel with other sheets",
            workbook(&[("表紙", "第41回 名人戦\n"), ("名簿", PLAYERS), ("メモ", "会場,公民館\n")]),
        ),
        (
            "title above",
            format!("第41回名人戦 参加者名簿,,,,\n2026年12月5日現在,,,,\n,,,,\n{PLAYERS}").into_bytes(),
        ),
        ("title above in Windows", windows(&format!("第41回名人戦,,,,\n{PLAYERS}"))),
        ("title above in Excel", workbook(&[("Sheet1", &format!("名人戦\n\n{PLAYERS}"))])),
        ("Excel before 2007", include_bytes!("../data/players.xls").to_vec()),
        ("OpenDocument", include_bytes!("../data/players.ods").to_vec()),
        ("empty lines and columns", PLAYERS.replace('\n', ",,\n,,,,,,\n").into_bytes()),
        ("numbers prepared for more", format!("{PLAYERS}3,,,,\n4,,,,\n").into_bytes()),
    ] {
        let draft = read(&bytes).unwrap_or_else(|errors| panic!("{format}: {errors:?}"));
        assert_eq!(lines(&draft), READ, "{format}");
        assert_eq!(draft.remarks, [], "{format}");
    }
}

#[test]
fn usual_columns_and_cells_are_understood() {
    for (sheet, expected) in [
        ("id,name\nP1,A\n", "P1|A"),
        ("Kana;NAME;ID\nｻﾄｳ;佐藤; P1 \n", "P1|佐藤|サトウ"),
        ("Ｎｏ．,選手名,ﾌﾘｶﾞﾅ\n１,佐藤,サトウ\n", "1|佐藤|サトウ"),
        ("№,氏　名,よみがな\n①,佐藤,さとう\n", "1|佐藤|さとう"),
        (",氏名,所属\n1,佐藤,東京\n", "1|佐藤|東京"),
        ("番号,姓,名,せい,めい\n1,佐藤,一郎,さとう,いちろう\n", "1|佐藤 一郎|さとう いちろう"),
        ("番号,姓,名,姓（ふりがな）\n1,佐藤,,さとう\n", "1|佐藤|さとう"),
        ("No,First Name,Last Name\n1,Ken,Ito\n", "1|Ito Ken"),
        ("番号,氏名,性別\n1,佐藤,女\n", "1|佐藤|woman"),
        ("番号,氏名,性別\n1,佐藤,男性\n", "1|佐藤"),
        ("番号,氏名,性別\n1,佐藤,\n", "1|佐藤"),
        ("番号,氏名,女流,性別\n1,佐藤,○,女\n", "1|佐藤|woman"),
        ("番号,氏名,女流\n1,佐藤,はい\n", "1|佐藤|woman"),
        ("番号,氏名,シード\n1,佐藤,Ａ\n", "1|佐藤|A"),
        ("番号,氏名,シード\n1,佐藤,Aシード\n", "1|佐藤|A"),
        ("番号,氏名,シード\n1,佐藤,b\n", "1|佐藤|B"),
        ("番号,氏名,シード\n1,佐藤,なし\n", "1|佐藤"),
        ("番号,氏名,段位\n1,佐藤,６\n", "1|佐藤|6段"),
        ("番号,氏名,段位,級\n1,佐藤,,3\n", "1|佐藤|3級"),
        ("番号,氏名,段級位\n1,佐藤,初段\n", "1|佐藤|初段"),
        ("番号,氏名,区分,学校名\n1,佐藤,小学生以下,第一小学校\n", "1|佐藤|第一小学校|小学生以下"),
        ("番号,学校名\n1,津山高専\n", "1|津山高専|津山高専"),
        ("番号,チーム名,学校\n1,石垣,津山高専\n", "1|石垣|津山高専"),
        ("番号,氏名,ローマ字\n1,佐藤,Ｓａｔｏ\n", "1|佐藤|Sato"),
        ("番号,なまえ\n1,佐藤\n", "1|佐藤"),
        ("番号,氏名※必須\n1,佐藤\n", "1|佐藤"),
        ("番号,氏名（漢字）\n1,葛\u{e0100}西\n", "1|葛\u{e0100}西"),
        ("id,name\n1,か\u{3099}っつ\n", "1|がっつ"),
        ("id,name\n1,\"Ito, \"\"Ken\"\"\"\n", "1|Ito, \"Ken\""),
        ("[{\"id\": \"P1\", \"name\": \"佐藤\", \"woman\": true}]", "P1|佐藤|woman"),
        ("\u{feff}[{\"id\": \"P1\"}]", "P1"),
    ] {
        let draft = read(sheet.as_bytes()).unwrap_or_else(|errors| panic!("{sheet}: {errors:?}"));
        assert_eq!(lines(&draft), [expected], "{sheet}");
    }
}

#[test]
fn cells_of_workbooks_are_read_as_they_look() {
    let draft = read(&workbook(&[("名簿", "\n,番号,氏名,段位\n,001,佐藤,6\n,2,鈴木,\n")])).unwrap();
    assert_eq!(lines(&draft), ["1|佐藤|6段", "2|鈴木"]);
}

#[test]
fn teams_without_ids_are_numbered() {
    let draft = read_teams("学校名,シード\n津山高専,A\n神戸高専,\n".as_bytes()).unwrap();
    assert_eq!(lines(&draft), ["1|津山高専|津山高専", "2|神戸高専|神戸高専"]);
    let expected = [RosterRemark::LeftOut { name: "シード".into() }, RosterRemark::Numbered];
    assert_eq!(draft.remarks, expected, "only leagues have seeds");
}

#[test]
fn row_with_total_is_left_out_with_remark() {
    let draft = read("番号,氏名\n1,佐藤\n2,鈴木\n合計,2名\n".as_bytes()).unwrap();
    assert_eq!(lines(&draft), ["1|佐藤", "2|鈴木"]);
    assert_eq!(draft.remarks, [RosterRemark::TotalRow { line: 4 }]);
}

#[test]
fn private_columns_are_left_out_with_remark() {
    let draft = read("番号,氏名,電話番号,備考\n1,佐藤,090-0000-0000,遅刻\n".as_bytes()).unwrap();
    let left_out = ["電話番号", "備考"].map(|name| RosterRemark::LeftOut { name: name.into() });
    assert_eq!(draft.remarks, left_out);
    assert!(!draft.json.contains("090"), "{}", draft.json);
}

#[test]
fn unreadable_ranks_are_remarked() {
    let draft = read("番号,氏名,段級位\n1,佐藤,三段\n2,鈴木,強い\n3,林,3dan\n".as_bytes()).unwrap();
    assert_eq!(draft.remarks, [RosterRemark::UnknownRank { rank: "強い".into(), line: 3 }]);
}

#[test]
fn names_that_can_be_confused_are_remarked() {
    for (one, other) in [
        ("高橋 一郎", "髙橋一郎"),
        ("山崎", "山﨑"),
        ("ロボ", "口ボ"),
        ("林 太一", "林\u{3000}太一"),
        ("Sato", "ＳＡＴＯ"),
    ] {
        let draft = read(format!("番号,氏名\n1,{one}\n2,鈴木\n3,{other}\n").as_bytes()).unwrap();
        let remark = RosterRemark::AlikeName { name: other.into(), other: one.into(), line: 4, before: 2 };
        assert_eq!(draft.remarks, [remark], "{one}");
    }
    let draft = read("番号,氏名\n1,佐藤\n2,佐藤\n".as_bytes()).unwrap();
    assert_eq!(draft.remarks, [RosterRemark::SameName { name: "佐藤".into(), line: 3, before: 2 }]);
}
