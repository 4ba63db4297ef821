//! Rosters (名簿) from files: a spreadsheet with a header, or the server's JSON list.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::Path;

use ishigaki_preset::{LONGEST_ID, RosterLine, Spreadsheet, SpreadsheetError, SpreadsheetFault};
use ishigaki_words::{Value as Gap, Words};
use serde::Deserialize as _;
use serde_json::{Map, Value};

/// The columns of the rules (`TD4`).
pub(super) const COLUMNS: [&str; 6] = ["id", "name", "kana", "romaji", "seed", "woman"];

/// Error of a roster file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RosterError {
    File(Gap),
    Sheet(Vec<SpreadsheetError>),
}

impl RosterError {
    pub(crate) fn sentence(&self, file: &str, words: Words) -> String {
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

pub(crate) fn spreadsheet_sentences(file: &str, errors: &[SpreadsheetError], words: Words) -> String {
    errors.iter().map(|error| words.message(&error.in_file(file))).collect::<Vec<_>>().join("\n")
}

pub(crate) fn read_roster(file: &Path, classes: &[String]) -> Result<String, RosterError> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    let bytes = bytes.map_err(|error| RosterError::File((&error).into()))?;
    roster_json(&bytes, classes).map_err(RosterError::Sheet)
}

/// Returns the JSON list of a roster (`TD4`) with these classes of seeds. In a spreadsheet the header names
/// the members; empty cells are omitted, and named columns that the rules don't know are kept.
///
/// # Errors
/// All faults of its entries, with their positions. The server reports invalid JSON.
pub(crate) fn roster_json(bytes: &[u8], classes: &[String]) -> Result<String, Vec<SpreadsheetError>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let is_list = bytes.trim_ascii_start().starts_with(b"[");
    let (list, entries, mut errors) = match std::str::from_utf8(bytes).ok().filter(|_| is_list) {
        Some(list) => {
            let (entries, errors) = read_list(list);
            (list.to_owned(), entries, errors)
        }
        None => read_spreadsheet(bytes)?,
    };
    errors.extend(entries.iter().flat_map(|entry| entry.errors(classes)));
    let mut first = BTreeMap::new();
    for (at, entry) in entries.iter().enumerate().filter(|(_, entry)| !entry.data.id.is_empty()) {
        let (before, line) = *first.entry(&entry.data.id).or_insert((at, entry.line));
        if before != at {
            let fault = SpreadsheetFault::Twice { id: entry.data.id.clone(), before: line };
            errors.push(entry.error_of("id", fault));
        }
    }
    errors.sort_by_key(|error| (error.line, error.column));
    if errors.is_empty() { Ok(list) } else { Err(errors) }
}

struct RosterEntry {
    line: u64,
    column: usize,
    columns: Vec<(&'static str, usize)>,
    data: RosterLine,
}

impl RosterEntry {
    fn error_of(&self, member: &str, fault: SpreadsheetFault) -> SpreadsheetError {
        let own = self.columns.iter().find(|(name, _)| *name == member);
        let column = own.map_or(self.column, |(_, column)| *column);
        SpreadsheetError { line: self.line, column, name: member.to_owned(), fault }
    }

    fn errors(&self, classes: &[String]) -> Vec<SpreadsheetError> {
        let RosterLine { id, name, kana, romaji, seed, .. } = &self.data;
        let mut errors = Vec::new();
        let characters = id.chars().count();
        if characters == 0 {
            errors.push(self.error_of("id", SpreadsheetFault::Empty));
        } else if characters > LONGEST_ID {
            errors.push(self.error_of("id", SpreadsheetFault::LongId { characters }));
        }
        for (member, text) in [("id", id), ("name", name), ("kana", kana), ("romaji", romaji)] {
            let control = text.chars().find(|character| character.is_control());
            errors
                .extend(control.map(|character| self.error_of(member, SpreadsheetFault::control(character))));
        }
        if let Some(class) = seed.clone().filter(|class| !classes.contains(class)) {
            let known = if classes.is_empty() { "-".to_owned() } else { classes.join(", ") };
            errors.push(self.error_of("seed", SpreadsheetFault::NoSeedClass { class, known }));
        }
        errors
    }
}

fn read_spreadsheet(
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
            let name = canonical_name(name);
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

fn read_list(list: &str) -> (Vec<RosterEntry>, Vec<SpreadsheetError>) {
    let (mut entries, mut errors) = (Vec::new(), Vec::new());
    let elements: Vec<Value> = serde_json::from_str(list).unwrap_or_default();
    for (element, (line, column)) in elements.iter().zip(element_positions(list)) {
        if let Ok(data) = RosterLine::deserialize(element) {
            entries.push(RosterEntry { line, column, columns: Vec::new(), data });
        } else {
            let (name, fault) = (String::new(), SpreadsheetFault::NoEntry);
            errors.push(SpreadsheetError { line, column, name, fault });
        }
    }
    (entries, errors)
}

fn element_positions(list: &str) -> Vec<(u64, usize)> {
    let (mut places, mut depth, mut line, mut column) = (Vec::new(), 0_u32, 1, 0);
    let (mut in_text, mut is_escaped, mut awaits_element) = (false, false, false);
    for character in list.chars() {
        column += 1;
        if character == '\n' {
            (line, column) = (line + 1, 0);
        }
        if in_text {
            in_text = is_escaped || character != '"';
            is_escaped = !is_escaped && character == '\\';
            continue;
        }
        if awaits_element && !character.is_whitespace() && character != ']' {
            places.push((line, column));
            awaits_element = false;
        }
        match character {
            '"' => in_text = true,
            '[' | '{' => {
                depth += 1;
                awaits_element = depth == 1;
            }
            ']' | '}' => depth = depth.saturating_sub(1),
            ',' => awaits_element = depth == 1,
            _ => {}
        }
    }
    places
}

fn canonical_name(name: &str) -> String {
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
    fn spreadsheet_is_converted_to_roster_json() {
        let text = "\u{feff}ID;name;seed;woman;club;\nP1;佐藤;A;○;石垣;\nP2;\"Ito; Ken\";;no;;\n";
        let expected = json!([
            { "id": "P1", "name": "佐藤", "seed": "A", "woman": true, "club": "石垣" },
            { "id": "P2", "name": "Ito; Ken", "woman": false },
        ]);
        assert_eq!(read(text), expected);
        assert_eq!(read(&expected.to_string()), expected, "a list is taken as it is");
    }

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
        let error = RosterError::Sheet(roster_json(b"id\n\"\",x\nP1,x\n", &[]).unwrap_err());
        let sentence = error.sentence("players.csv", Words::new(Lang::En));
        assert!(sentence.contains("line 2") && sentence.contains(" 2 more"), "{sentence}");
    }
}
