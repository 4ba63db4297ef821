//! Rosters (名簿) from files: a spreadsheet with a head, or the JSON list that the server takes.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::Path;

use ishigaki_preset::{LONGEST_ID, RosterLine, Spreadsheet, SpreadsheetError, SpreadsheetFault};
use ishigaki_words::{Value as Gap, Words};
use serde::Deserialize as _;
use serde_json::{Map, Value};

/// The columns that the rules know (`TD4`).
pub(super) const COLUMNS: [&str; 6] = ["id", "name", "kana", "romaji", "seed", "woman"];

/// Why a file is no roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RosterTrouble {
    /// It cannot be read.
    File(Gap),
    /// Everything that is wrong with its table or list, at least one.
    Sheet(Vec<SpreadsheetError>),
}

impl RosterTrouble {
    /// Says what is wrong with this file in one line: of several faults the first, and how many more there are.
    pub(crate) fn say(&self, file: &str, words: Words) -> String {
        match self {
            Self::File(what) => words.say("cli-enter-file", &[("file", file.into()), ("what", what.clone())]),
            Self::Sheet(errors) => {
                let first =
                    errors.first().map(|error| words.message(&error.in_file(file))).unwrap_or_default();
                match errors.len() {
                    0 | 1 => first,
                    count => {
                        let gaps =
                            [("first", first.into()), ("more", (count - 1).into()), ("file", file.into())];
                        words.say("tournament-roster-faults", &gaps)
                    }
                }
            }
        }
    }
}

/// Everything that is wrong with this spreadsheet, a line each.
pub(crate) fn say_spreadsheet(file: &str, errors: &[SpreadsheetError], words: Words) -> String {
    errors.iter().map(|error| words.message(&error.in_file(file))).collect::<Vec<_>>().join("\n")
}

/// The JSON list of the roster in a file, or on standard input where it is `-`.
///
/// # Errors
/// As [`roster_json`], or if the file cannot be read.
pub(crate) fn read_roster(file: &Path, classes: &[String]) -> Result<String, RosterTrouble> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    let bytes = bytes.map_err(|error| RosterTrouble::File((&error).into()))?;
    roster_json(&bytes, classes).map_err(RosterTrouble::Sheet)
}

/// The JSON list of a roster (`TD4`), whose seeds are of these classes. Of a spreadsheet, the head names the members; an empty cell
/// is none, and columns that the rules do not know stay the organiser's own, but for those without a name.
///
/// # Errors
/// Returns everything that is wrong with its entries, by place. What is no JSON at all the server judges.
pub(crate) fn roster_json(bytes: &[u8], classes: &[String]) -> Result<String, Vec<SpreadsheetError>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let is_list = bytes.trim_ascii_start().starts_with(b"[");
    let (list, entries, mut errors) = match std::str::from_utf8(bytes).ok().filter(|_| is_list) {
        Some(list) => {
            let (entries, errors) = listed(list);
            (list.to_owned(), entries, errors)
        }
        None => tabulated(bytes)?,
    };
    errors.extend(entries.iter().flat_map(|entry| entry.errors(classes)));
    let mut first = BTreeMap::new();
    for (at, entry) in entries.iter().enumerate().filter(|(_, entry)| !entry.data.id.is_empty()) {
        let (before, line) = *first.entry(&entry.data.id).or_insert((at, entry.line));
        if before != at {
            let fault = SpreadsheetFault::Twice { id: entry.data.id.clone(), before: line };
            errors.push(entry.wrong("id", fault));
        }
    }
    errors.sort_by_key(|error| (error.line, error.column));
    if errors.is_empty() { Ok(list) } else { Err(errors) }
}

/// An entry of a roster with its place in the file.
struct RosterEntry {
    line: u64,
    /// The column at which it begins, from 1; of a spreadsheet, that of the id.
    column: usize,
    /// The columns of its members, if they have any of their own.
    columns: Vec<(&'static str, usize)>,
    data: RosterLine,
}

impl RosterEntry {
    fn wrong(&self, member: &str, fault: SpreadsheetFault) -> SpreadsheetError {
        let own = self.columns.iter().find(|(name, _)| *name == member);
        let column = own.map_or(self.column, |(_, column)| *column);
        SpreadsheetError { line: self.line, column, name: member.to_owned(), fault }
    }

    /// Everything that is wrong with it by itself.
    fn errors(&self, classes: &[String]) -> Vec<SpreadsheetError> {
        let RosterLine { id, name, kana, romaji, seed, .. } = &self.data;
        let mut errors = Vec::new();
        let characters = id.chars().count();
        if characters == 0 {
            errors.push(self.wrong("id", SpreadsheetFault::Empty));
        } else if characters > LONGEST_ID {
            errors.push(self.wrong("id", SpreadsheetFault::LongId { characters }));
        }
        for (member, text) in [("id", id), ("name", name), ("kana", kana), ("romaji", romaji)] {
            let control = text.chars().find(|sign| sign.is_control());
            errors.extend(control.map(|sign| self.wrong(member, SpreadsheetFault::control(sign))));
        }
        if let Some(class) = seed.clone().filter(|class| !classes.contains(class)) {
            let known = if classes.is_empty() { "-".to_owned() } else { classes.join(", ") };
            errors.push(self.wrong("seed", SpreadsheetFault::NoSeedClass { class, known }));
        }
        errors
    }
}

/// The entries of a spreadsheet, their JSON list, and what is wrong with its cells.
fn tabulated(
    bytes: &[u8],
) -> Result<(String, Vec<RosterEntry>, Vec<SpreadsheetError>), Vec<SpreadsheetError>> {
    let sheet = Spreadsheet::read(bytes)?;
    let id = sheet.needed_column("id").map_err(|error| vec![error])?;
    let known = COLUMNS.into_iter().filter_map(|name| Some((name, sheet.column(name)? + 1)));
    let columns: Vec<_> = known.collect();
    let mut errors = sheet.stray_cells().to_vec();
    if sheet.rows().is_empty() {
        errors.push(SpreadsheetError::of_head(SpreadsheetFault::Nobody));
    }
    let (mut lines, mut entries) = (Vec::new(), Vec::new());
    for row in sheet.rows() {
        let mut line = Map::new();
        for (at, name) in sheet.head().iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            let name = known_name(name);
            let value = match row.cell(at) {
                "" => continue,
                _ if name == "woman" => match sheet.flag(row, at) {
                    Ok(flag) => flag.into(),
                    Err(error) => {
                        errors.push(error);
                        continue;
                    }
                },
                cell => cell.into(),
            };
            line.insert(name, value);
        }
        line.entry("id").or_insert_with(|| "".into());
        let line = Value::Object(line);
        let data = RosterLine::deserialize(&line).unwrap_or_default();
        entries.push(RosterEntry { line: row.line, column: id + 1, columns: columns.clone(), data });
        lines.push(line);
    }
    Ok((Value::Array(lines).to_string(), entries, errors))
}

/// The entries of a JSON list, and those elements that are none.
fn listed(list: &str) -> (Vec<RosterEntry>, Vec<SpreadsheetError>) {
    let (mut entries, mut errors) = (Vec::new(), Vec::new());
    let elements: Vec<Value> = serde_json::from_str(list).unwrap_or_default();
    for (element, (line, column)) in elements.iter().zip(element_places(list)) {
        if let Ok(data) = RosterLine::deserialize(element) {
            entries.push(RosterEntry { line, column, columns: Vec::new(), data });
        } else {
            let (name, fault) = (String::new(), SpreadsheetFault::NoEntry);
            errors.push(SpreadsheetError { line, column, name, fault });
        }
    }
    (entries, errors)
}

/// Returns where the elements of a JSON list begin, by line and column from 1.
fn element_places(list: &str) -> Vec<(u64, usize)> {
    let (mut places, mut depth, mut line, mut column) = (Vec::new(), 0_u32, 1, 0);
    let (mut in_text, mut is_escaped, mut is_awaited) = (false, false, false);
    for sign in list.chars() {
        column += 1;
        if sign == '\n' {
            (line, column) = (line + 1, 0);
        }
        if in_text {
            in_text = is_escaped || sign != '"';
            is_escaped = !is_escaped && sign == '\\';
            continue;
        }
        if is_awaited && !sign.is_whitespace() && sign != ']' {
            places.push((line, column));
            is_awaited = false;
        }
        match sign {
            '"' => in_text = true,
            '[' | '{' => {
                depth += 1;
                is_awaited = depth == 1;
            }
            ']' | '}' => depth = depth.saturating_sub(1),
            ',' => is_awaited = depth == 1,
            _ => {}
        }
    }
    places
}

/// A column's name as the rules know it, if they do.
fn known_name(name: &str) -> String {
    COLUMNS.into_iter().find(|own| own.eq_ignore_ascii_case(name)).unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests {
    use ishigaki_words::Lang;
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> Value {
        serde_json::from_str(&roster_json(text.as_bytes(), &["A".to_owned()]).unwrap()).unwrap()
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
            say_spreadsheet("players.csv", &roster_json(bytes, &[]).unwrap_err(), Words::new(lang))
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

    /// Member, line and column of each fault.
    fn places(text: &str) -> Vec<(String, u64, usize)> {
        let errors = roster_json(text.as_bytes(), &["A".to_owned()]).unwrap_err();
        errors.into_iter().map(|error| (error.name, error.line, error.column)).collect()
    }

    #[test]
    fn roster_faults_are_all_named_with_their_places() {
        let long = "x".repeat(65);
        let sheet = format!(
            "id,name,seed,woman\nP1,a,B,perhaps\n,b,,\nP1,c,,\n{long},d,,\nP5,e,,yes,stray\nP6,f\u{7},A,yes\n"
        );
        let expected = [
            ("seed", 2, 3),
            ("woman", 2, 4),
            ("id", 3, 1),
            ("id", 4, 1),
            ("id", 5, 1),
            ("", 6, 5),
            ("name", 7, 2),
        ];
        assert_eq!(places(&sheet), expected.map(|(name, line, column)| (name.to_owned(), line, column)));
        let list = format!(
            "\u{feff}[\n  {{\"id\": \"P1\", \"club\": [{{}}, \"]\\\",\"]}},\n  {{\"id\": \"\"}}, {{\"id\": \"P1\"}},\n  5,\n  \
             {{\"id\": \"{long}\", \"seed\": \"B\"}}\n]"
        );
        let expected = [("id", 3, 3), ("id", 3, 15), ("", 4, 3), ("id", 5, 3), ("seed", 5, 3)];
        assert_eq!(places(&list), expected.map(|(name, line, column)| (name.to_owned(), line, column)));
    }

    #[test]
    fn roster_faults_on_a_screen_are_the_first_and_a_count() {
        let trouble = RosterTrouble::Sheet(roster_json(b"id\n\"\",x\nP1,x\n", &[]).unwrap_err());
        let said = trouble.say("players.csv", Words::new(Lang::En));
        assert!(said.contains("line 2") && said.contains(" 2 more"), "{said}");
    }
}
