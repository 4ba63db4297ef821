//! The contest file of an event, from a spreadsheet's roster: CSV with a head that names the columns `id`, `name` and `kana` in
//! any order. Other columns are the organiser's own and left out.

use std::collections::BTreeMap;
use std::path::PathBuf;

use csv::{ReaderBuilder, StringRecord, Trim};

/// A roster as it comes from a spreadsheet, and the event that is held with it.
#[derive(Clone, Debug)]
pub struct RosterFile {
    /// The file.
    pub path: PathBuf,
    /// The event's id.
    pub event: String,
    /// The shipped plan that it is held by.
    pub preset: String,
}

/// Why a file is no roster. Lines count from 1, and so do the columns of the table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}, line {line}, column {column}{}: {kind}", path.display(), named(name))]
pub struct RosterFileError {
    /// The file.
    pub path: PathBuf,
    /// The line.
    pub line: u64,
    /// The column.
    pub column: usize,
    /// What the head calls it; empty if it is the head that is wrong.
    pub name: &'static str,
    /// What is wrong there.
    pub kind: RosterFileErrorKind,
}

/// The kind of a [`RosterFileError`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RosterFileErrorKind {
    /// It is not text in UTF-8.
    #[error("this is not UTF-8; save the spreadsheet as CSV UTF-8")]
    NotUtf8,
    /// The head does not name a column that has to be there.
    #[error("the head has no column {0:?}")]
    NoColumn(&'static str),
    /// The head names a column twice.
    #[error("the head names this column twice")]
    TwiceInHead,
    /// The head has no line below it.
    #[error("there is no team")]
    Nobody,
    /// The cell is empty.
    #[error("the cell is empty")]
    Empty,
    /// The id is none.
    #[error("{0:?} is no id: it takes 1 to 16 of A-Z a-z 0-9 - and _")]
    BadId(String),
    /// The id stands above already.
    #[error("{id:?} stands in line {before} already")]
    Twice {
        /// The id.
        id: String,
        /// Its first line.
        before: u64,
    },
}

fn named(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(" ({name})") }
}

/// The columns that are read; the first two have to be there.
const COLUMNS: [&str; 3] = ["id", "name", "kana"];
/// The longest id of a team.
const LONGEST_ID: usize = 16;
/// What stands between cells, depending on the spreadsheet.
const DELIMITERS: [char; 3] = [',', ';', '\t'];

impl RosterFile {
    /// The contest file's text of these bytes of the roster.
    ///
    /// # Errors
    /// With the first thing that is wrong.
    pub fn contest(&self, bytes: &[u8]) -> Result<String, RosterFileError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let read = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let line = u64::try_from(read.split('\n').count()).unwrap_or(u64::MAX);
            let begun = read.rsplit('\n').next().unwrap_or_default();
            let column = begun.split(is_delimiter).count();
            self.wrong(line, column, "", RosterFileErrorKind::NotUtf8)
        })?;
        let text = text.trim_start_matches('\u{feff}');
        let head = text.lines().next().unwrap_or_default();
        let delimiter = head.chars().find(|sign| is_delimiter(*sign)).unwrap_or(',');
        let delimiter = u8::try_from(delimiter).unwrap_or(b',');
        let mut reader = ReaderBuilder::new();
        reader.trim(Trim::All).flexible(true).has_headers(false).delimiter(delimiter);
        let mut rows = reader.from_reader(text.as_bytes()).into_records().map_while(Result::ok);
        let columns = self.columns(&rows.next().unwrap_or_default())?;
        let mut contest = self.event_table();
        let mut seen = BTreeMap::new();
        for row in rows.filter(|row| row.iter().any(|cell| !cell.is_empty())) {
            let line = line_of(text, &row);
            let cell = |column: Option<usize>| column.and_then(|at| row.get(at)).unwrap_or_default();
            let [id, name, kana] = columns.map(cell);
            let wrong =
                |at: usize, kind| self.wrong(line, 1 + columns[at].unwrap_or_default(), COLUMNS[at], kind);
            for (at, text) in [id, name].into_iter().enumerate() {
                if text.is_empty() {
                    return Err(wrong(at, RosterFileErrorKind::Empty));
                }
            }
            if id.len() > LONGEST_ID
                || !id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
            {
                return Err(wrong(0, RosterFileErrorKind::BadId(id.to_owned())));
            }
            if let Some(before) = seen.insert(id.to_owned(), line) {
                return Err(wrong(0, RosterFileErrorKind::Twice { id: id.to_owned(), before }));
            }
            contest += &team_table([id, name, kana]);
        }
        if seen.is_empty() {
            return Err(self.wrong(1, 1, "", RosterFileErrorKind::Nobody));
        }
        Ok(contest)
    }

    /// Where the columns stand that are read.
    fn columns(&self, head: &StringRecord) -> Result<[Option<usize>; 3], RosterFileError> {
        let mut columns = [None; 3];
        for (at, named) in head.iter().enumerate() {
            let Some(column) = COLUMNS.iter().position(|column| named.eq_ignore_ascii_case(column)) else {
                continue;
            };
            if columns[column].replace(at).is_some() {
                return Err(self.wrong(1, at + 1, COLUMNS[column], RosterFileErrorKind::TwiceInHead));
            }
        }
        match columns {
            [None, ..] => Err(self.wrong(1, 1, "", RosterFileErrorKind::NoColumn(COLUMNS[0]))),
            [_, None, _] => Err(self.wrong(1, 1, "", RosterFileErrorKind::NoColumn(COLUMNS[1]))),
            found => Ok(found),
        }
    }

    fn event_table(&self) -> String {
        let [id, preset] = [&self.event, &self.preset].map(|text| quoted(text));
        format!("[event]\nid = {id}\npreset = {preset}\n")
    }

    fn wrong(
        &self,
        line: u64,
        column: usize,
        name: &'static str,
        kind: RosterFileErrorKind,
    ) -> RosterFileError {
        RosterFileError { path: self.path.clone(), line, column, name, kind }
    }
}

/// The line on which a row begins, from 1. By its place: of lines that end as on Windows the reader counts the first half.
fn line_of(text: &str, row: &StringRecord) -> u64 {
    let begin = row.position().and_then(|position| usize::try_from(position.byte()).ok()).unwrap_or_default();
    let (before, rest) = text.split_at_checked(begin).unwrap_or((text, ""));
    let breaks = &rest[..rest.len() - rest.trim_start_matches(['\r', '\n']).len()];
    u64::try_from(1 + before.matches('\n').count() + breaks.matches('\n').count()).unwrap_or(u64::MAX)
}

fn is_delimiter(sign: char) -> bool {
    DELIMITERS.contains(&sign)
}

/// A team as contest files have it.
fn team_table(cells: [&str; 3]) -> String {
    let member = |(name, text): (&str, &str)| format!("{name} = {}\n", quoted(text));
    let members: String =
        COLUMNS.into_iter().zip(cells).filter(|(_, text)| !text.is_empty()).map(member).collect();
    format!("\n[[team]]\n{members}")
}

/// A string of TOML.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use ishigaki_scenarios::Contest;

    use super::*;

    fn roster() -> RosterFile {
        RosterFile { path: "teams.csv".into(), event: "kosen-18".into(), preset: "ishigaki".into() }
    }

    fn refused(text: &str) -> String {
        roster().contest(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn a_spreadsheet_becomes_a_contest_file_whatever_the_order_of_its_columns() {
        let plain = "id,name,kana\nt1,津山高専,ツヤマコウセン\nt2,\"Kosen, Two\",\n";
        let expected = "[event]\nid = \"kosen-18\"\npreset = \"ishigaki\"\n\n[[team]]\nid = \"t1\"\nname = \"津山高専\"\nkana = \
                        \"ツヤマコウセン\"\n\n[[team]]\nid = \"t2\"\nname = \"Kosen, Two\"\n";
        let excel = "\u{feff}Kana;club;NAME;ID\r\nツヤマコウセン;石垣;津山高専;t1\r\n;;\"Kosen, Two\"; t2 \r\n;;;\r\n";
        for text in [plain, excel] {
            assert_eq!(roster().contest(text.as_bytes()).unwrap(), expected);
        }
        let contest = Contest::parse("contest.toml", expected).unwrap();
        assert_eq!(contest.teams[1].name, "Kosen, Two");
        assert_eq!(contest.event.unwrap().kana, ["ツヤマコウセン", ""]);
    }

    #[test]
    fn what_is_wrong_is_named_by_line_and_column() {
        assert_eq!(refused("name,kana\nA,B\n"), "teams.csv, line 1, column 1: the head has no column \"id\"");
        assert_eq!(refused("id,kana\nA,B\n"), "teams.csv, line 1, column 1: the head has no column \"name\"");
        let twice = "teams.csv, line 1, column 3 (name): the head names this column twice";
        assert_eq!(refused("id,name,name\nA,B,C\n"), twice);
        assert_eq!(refused("id,name\n"), "teams.csv, line 1, column 1: there is no team");
        assert_eq!(refused(""), "teams.csv, line 1, column 1: the head has no column \"id\"");
        assert_eq!(
            refused("club,name,id\nx,A,t1\nx,,t2\n"),
            "teams.csv, line 3, column 2 (name): the cell is empty"
        );
        assert_eq!(refused("id,name\nt1\n"), "teams.csv, line 2, column 2 (name): the cell is empty");
        let id =
            "teams.csv, line 2, column 1 (id): \"高専\" is no id: it takes 1 to 16 of A-Z a-z 0-9 - and _";
        assert_eq!(refused("id,name\n高専,A\n"), id);
        let before = "teams.csv, line 4, column 1 (id): \"t1\" stands in line 2 already";
        assert_eq!(refused("id,name\nt1,A\nt2,B\nt1,C\n"), before);
        assert_eq!(refused("\u{feff}id,name\r\nt1,A\r\nt2,B\r\nt1,C\r\n"), before);
        let after_blanks = before.replace("line 4", "line 6");
        assert_eq!(refused("id,name\r\nt1,A\r\n\r\n,\r\nt2,B\r\nt1,C\r\n"), after_blanks);
        let sjis = b"id,name\nt1,A\nt2,\x92\xc3\x8eR\n";
        let told = roster().contest(sjis).unwrap_err().to_string();
        assert_eq!(told, "teams.csv, line 3, column 2: this is not UTF-8; save the spreadsheet as CSV UTF-8");
    }
}
