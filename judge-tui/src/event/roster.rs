//! Rosters (名簿) from files: a spreadsheet with a head, or the JSON list that the server takes.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use ishigaki_preset::{Spreadsheet, SpreadsheetError};
use ishigaki_words::{Value as Gap, Words};
use serde_json::{Map, Value};

/// The columns that the rules know (`TD4`).
pub(super) const COLUMNS: [&str; 6] = ["id", "name", "kana", "romaji", "seed", "woman"];

/// Why a file is no roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RosterTrouble {
    /// It cannot be read.
    File(Gap),
    /// It is no table, or no cell of `woman` says yes or no.
    Sheet(SpreadsheetError),
}

impl RosterTrouble {
    /// What is wrong with this file, for people.
    pub(crate) fn say(&self, file: &str, words: Words) -> String {
        match self {
            Self::File(what) => words.say("cli-enter-file", &[("file", file.into()), ("what", what.clone())]),
            Self::Sheet(error) => say_spreadsheet(file, error, words),
        }
    }
}

/// What is wrong with this spreadsheet, for people.
pub(crate) fn say_spreadsheet(file: &str, error: &SpreadsheetError, words: Words) -> String {
    let SpreadsheetError { line, column, name, fault } = error;
    let (key, gaps) = fault.key();
    let gaps: Vec<_> = gaps.into_iter().map(|(name, gap)| (name, gap.into())).collect();
    let name = if name.is_empty() { String::new() } else { format!(" ({name})") };
    let located = [
        ("path", file.into()),
        ("line", line.to_string().into()),
        ("column", (*column).into()),
        ("name", name.into()),
        ("what", words.say(key, &gaps).into()),
    ];
    words.say("sheet-located", &located)
}

/// The JSON list of the roster in a file, or on standard input where it is `-`.
///
/// # Errors
/// As [`roster_json`], or if the file cannot be read.
pub(crate) fn read_roster(file: &Path) -> Result<String, RosterTrouble> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    roster_json(&bytes.map_err(|error| RosterTrouble::File((&error).into()))?).map_err(RosterTrouble::Sheet)
}

/// The JSON list of a roster (`TD4`). Of a spreadsheet, the head names the members; an empty cell is none, and columns that the
/// rules do not know stay the organiser's own, but for those without a name.
///
/// # Errors
/// If it is no table, `woman` is neither yes nor no, or a spreadsheet has an id twice, of which the server could not tell the
/// lines; it judges everything else.
pub(crate) fn roster_json(bytes: &[u8]) -> Result<String, SpreadsheetError> {
    let is_list = bytes.trim_ascii_start().starts_with(b"[");
    if let Some(list) = std::str::from_utf8(bytes).ok().filter(|_| is_list) {
        return Ok(list.to_owned());
    }
    let sheet = Spreadsheet::read(bytes)?;
    if let Some(id) = sheet.column("id") {
        sheet.unique(id)?;
    }
    let mut lines = Vec::new();
    for row in sheet.rows() {
        let mut line = Map::new();
        for (at, name) in sheet.head().iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            let name = known(name);
            let value = match row.cell(at) {
                "" => continue,
                _ if name == "woman" => sheet.flag(row, at)?.into(),
                cell => cell.into(),
            };
            line.insert(name, value);
        }
        lines.push(Value::Object(line));
    }
    Ok(Value::Array(lines).to_string())
}

/// A column's name as the rules know it, if they do.
fn known(name: &str) -> String {
    COLUMNS.into_iter().find(|own| own.eq_ignore_ascii_case(name)).unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests {
    use ishigaki_words::Lang;
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> Value {
        serde_json::from_str(&roster_json(text.as_bytes()).unwrap()).unwrap()
    }

    #[test]
    fn a_spreadsheet_becomes_the_list_that_the_server_takes() {
        let text = "\u{feff}ID;name;seed;woman;club;\nP1;佐藤;A;○;石垣;\nP2;\"Ito; Ken\";;no;;\n";
        let expected = json!([
            { "id": "P1", "name": "佐藤", "seed": "A", "woman": true, "club": "石垣" },
            { "id": "P2", "name": "Ito; Ken", "woman": false },
        ]);
        assert_eq!(read(text), expected);
        assert_eq!(read(&expected.to_string()), expected, "a list is taken as it is");
    }

    #[test]
    fn what_is_wrong_is_told_by_line_and_column_in_both_languages() {
        let told = |lang, bytes: &[u8]| {
            let trouble = RosterTrouble::Sheet(roster_json(bytes).unwrap_err());
            trouble.say("players.csv", Words::new(lang))
        };
        let woman = "id,woman\nP1,perhaps\n".as_bytes();
        assert_eq!(
            told(Lang::En, woman),
            "players.csv, line 2, column 2 (woman): \"perhaps\" is neither yes nor no"
        );
        assert_eq!(
            told(Lang::Ja, woman),
            "players.csvの2行2列 (woman)：「perhaps」は「はい」でも「いいえ」でもありません"
        );
        let twice = told(Lang::En, b"name,id\nA,P1\nB,P2\nC,P1\n");
        assert!(
            twice.starts_with("players.csv, line 4, column 2 (id): ") && twice.contains("line 2"),
            "{twice}"
        );
        let sjis = told(Lang::En, b"id,name\nP1,\x92\xc3\x8eR\n");
        assert!(sjis.contains("line 2, column 2") && sjis.contains("CSV UTF-8"), "{sjis}");
    }
}
