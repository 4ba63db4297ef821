//! Makes an event's contest file from a spreadsheet's roster: CSV with a header row with the columns `id`,
//! `name`, `kana` and `romaji` in any order, for leagues also `seed` and `woman`. Other columns are ignored.

use std::fmt;
use std::path::PathBuf;

use ishigaki_preset::{EventConfig, Spreadsheet, SpreadsheetError, SpreadsheetFault, SpreadsheetRow};
use ishigaki_scenarios::LONGEST_TEAM_ID;
use ishigaki_tournament::Plan;

/// A spreadsheet's roster with its event.
#[derive(Clone, Debug)]
pub struct RosterFile {
    pub path: PathBuf,
    pub event: String,
    pub preset: String,
    pub lottery_date: String,
}

/// Error of an invalid roster file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterFileError {
    pub path: PathBuf,
    /// All errors with their positions, at least one.
    pub errors: Vec<SpreadsheetError>,
}

impl fmt::Display for RosterFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display().to_string();
        let lines: Vec<_> = self.errors.iter().map(|error| error.in_file(&path).to_string()).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for RosterFileError {}

/// The columns. The first two are required, the last two are only for leagues.
const COLUMNS: [&str; 6] = ["id", "name", "kana", "romaji", SEED, WOMAN];
const SEED: &str = "seed";
const WOMAN: &str = "woman";

impl RosterFile {
    /// Returns the contest file's text for this roster.
    ///
    /// # Errors
    ///
    /// Returns all errors, or only those of the header row.
    pub fn contest(&self, bytes: &[u8]) -> Result<String, RosterFileError> {
        self.read(bytes).map_err(|errors| RosterFileError { path: self.path.clone(), errors })
    }

    fn read(&self, bytes: &[u8]) -> Result<String, Vec<SpreadsheetError>> {
        let sheet = Spreadsheet::read(bytes)?;
        let (id_at, name_at) = match (sheet.needed_column(COLUMNS[0]), sheet.needed_column(COLUMNS[1])) {
            (Ok(id), Ok(name)) => (id, name),
            (id, name) => return Err([id.err(), name.err()].into_iter().flatten().collect()),
        };
        let leagues = self.leagues();
        let is_read = |column: &&str| leagues.is_some() || ![SEED, WOMAN].contains(column);
        let columns: Vec<(&str, usize)> = COLUMNS
            .into_iter()
            .filter(is_read)
            .filter_map(|name| Some((name, sheet.column(name)?)))
            .collect();
        let (mut contest, mut errors) = (self.event_table(), sheet.stray_cells().to_vec());
        for row in sheet.rows() {
            let error_at = |column, fault| sheet.error_at(row, column, fault);
            let empty = [id_at, name_at].into_iter().filter(|column| row.cell(*column).is_empty());
            errors.extend(empty.map(|column| error_at(column, SpreadsheetFault::Empty)));
            for (_, column) in &columns {
                let sign = row.cell(*column).chars().find(|sign| sign.is_control());
                errors.extend(sign.map(|sign| error_at(*column, SpreadsheetFault::control(sign))));
            }
            let id = row.cell(id_at);
            if !id.is_empty() && !is_team_id(id) {
                errors.push(error_at(id_at, SpreadsheetFault::BadId { id: id.to_owned() }));
            }
            contest += "\n[[team]]\n";
            for (name, column) in &columns {
                match member(&sheet, row, (name, *column), leagues.as_ref()) {
                    Ok(line) => contest += &line,
                    Err(error) => errors.push(error),
                }
            }
        }
        errors.extend(sheet.repeated(id_at));
        if sheet.rows().is_empty() {
            errors.push(SpreadsheetError::of_head(SpreadsheetFault::Nobody));
        }
        errors.sort_by_key(|error| (error.line, error.column));
        if errors.is_empty() { Ok(contest) } else { Err(errors) }
    }

    fn event_table(&self) -> String {
        let [id, preset, date] = [&self.event, &self.preset, &self.lottery_date].map(|text| quoted(text));
        format!("[event]\nid = {id}\npreset = {preset}\nlottery_date = {date}\n")
    }

    /// The event's plan if it is in leagues.
    fn leagues(&self) -> Option<Plan> {
        // An invalid plan is reported when the contest file is read.
        let config = EventConfig::of(&serde_json::json!({ "preset": self.preset })).ok()?;
        config.plan().leagues().cloned()
    }
}

fn is_team_id(id: &str) -> bool {
    let fits = |(at, byte): (usize, u8)| byte.is_ascii_alphanumeric() || at > 0 && b"-_".contains(&byte);
    (1..=LONGEST_TEAM_ID).contains(&id.len()) && id.bytes().enumerate().all(fits)
}

/// A cell as a line of the team's table; empty if the cell is.
fn member(
    sheet: &Spreadsheet,
    row: &SpreadsheetRow,
    (name, column): (&str, usize),
    leagues: Option<&Plan>,
) -> Result<String, SpreadsheetError> {
    let cell = row.cell(column);
    if name == WOMAN {
        return Ok(if sheet.flag(row, column)? { format!("{name} = true\n") } else { String::new() });
    }
    if cell.is_empty() {
        return Ok(String::new());
    }
    if let Some(plan) = leagues.filter(|plan| name == SEED && plan.seed_class(cell).is_none()) {
        let names: Vec<&str> = plan.seed_classes.iter().map(|class| class.name.as_str()).collect();
        let fault = SpreadsheetFault::NoSeedClass { class: cell.to_owned(), known: names.join(", ") };
        return Err(sheet.error_at(row, column, fault));
    }
    Ok(format!("{name} = {}\n", quoted(cell)))
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use ishigaki_scenarios::{Contest, EntrantSpec};

    use super::*;

    pub(super) fn roster() -> RosterFile {
        RosterFile {
            path: "teams.csv".into(),
            event: "kosen-18".into(),
            preset: "ishigaki".into(),
            lottery_date: "2026-12-05".into(),
        }
    }

    fn refused(text: &str) -> String {
        roster().contest(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn spreadsheet_columns_are_read_in_any_order() {
        let plain = "id,name,kana\nt1,津山高専,ツヤマコウセン\nt2,\"Kosen, Two\",\n";
        let expected = "[event]\nid = \"kosen-18\"\npreset = \"ishigaki\"\nlottery_date = \"2026-12-05\"\n\n[[team]]\nid = \"t1\"\nname = \"津山高専\"\nkana = \
                        \"ツヤマコウセン\"\n\n[[team]]\nid = \"t2\"\nname = \"Kosen, Two\"\n";
        let excel = "\u{feff}Kana;club;NAME;ID\r\nツヤマコウセン;石垣;津山高専;t1\r\n;;\"Kosen, Two\"; t2 \r\n;;;\r\n";
        for text in [plain, excel] {
            assert_eq!(roster().contest(text.as_bytes()).unwrap(), expected);
        }
        let contest = Contest::parse("contest.toml", expected).unwrap();
        assert_eq!(contest.teams[1].name, "Kosen, Two");
        let entrants = contest.event.unwrap().entrants;
        assert_eq!(
            entrants.iter().map(|entrant| &entrant.kana[..]).collect::<Vec<_>>(),
            ["ツヤマコウセン", ""]
        );
    }

    #[test]
    fn seeds_and_women_are_read_only_for_leagues() {
        let sheet = "id,name,romaji,seed,woman\nP1,佐藤,Sato,A,○\nP2,Ito,,,no\n";
        let leagues = RosterFile { preset: "M42".into(), ..roster() };
        let text = leagues.contest(sheet.as_bytes()).unwrap();
        let entrants = Contest::parse("contest.toml", &text).unwrap().event.unwrap().entrants;
        let expected = EntrantSpec {
            romaji: "Sato".into(),
            seed: Some("A".into()),
            woman: true,
            ..EntrantSpec::default()
        };
        assert_eq!(entrants, [expected, EntrantSpec::default()]);
        let groups = roster().contest(sheet.as_bytes()).unwrap();
        assert!(!groups.contains("seed") && !groups.contains("woman"), "{groups}");
        let refused = |text: &str| leagues.contest(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(
            refused("id,name,seed\nP1,A,Z\n"),
            "teams.csv, line 2, column 3 (seed): unknown seed class \"Z\"; known: A"
        );
        assert_eq!(
            refused("id,name,woman\nP1,A,perhaps\n"),
            "teams.csv, line 2, column 3 (woman): expected yes or no, got \"perhaps\""
        );
    }

    #[test]
    fn roster_faults_name_line_and_column() {
        assert_eq!(refused("name,kana\nA,B\n"), "teams.csv, line 1, column 1: the header has no column id");
        assert_eq!(refused("id,kana\nA,B\n"), "teams.csv, line 1, column 1: the header has no column name");
        let twice = "teams.csv, line 1, column 3 (name): the header has this column twice";
        assert_eq!(refused("id,name,name\nA,B,C\n"), twice);
        assert_eq!(refused("id,name\n"), "teams.csv, line 1, column 1: no lines below the header");
        let both = ["id", "name"]
            .map(|name| format!("teams.csv, line 1, column 1: the header has no column {name}"));
        assert_eq!(refused(""), both.join("\n"));
        assert_eq!(
            refused("club,name,id\nx,A,t1\nx,,t2\n"),
            "teams.csv, line 3, column 2 (name): the cell is empty"
        );
        assert_eq!(refused("id,name\nt1\n"), "teams.csv, line 2, column 2 (name): the cell is empty");
        let control = "teams.csv, line 2, column 2 (name): the cell has the control character U+0009";
        assert_eq!(refused("id,name\nt1,B\tX\n"), control);
        let id = "teams.csv, line 2, column 1 (id): invalid id \"高専\": expected 1 to 16 characters: A-Z, a-z, 0-9 and, after the first, - and _";
        assert_eq!(refused("id,name\n高専,A\n"), id);
        assert_eq!(refused("id,name\n-x,A\n"), id.replace("高専", "-x"));
        let all = refused("id,name\n-x,A\nt1,\nt2,B\tX\nt1,C\n_y,\n");
        let places: Vec<&str> = all.lines().map(|line| line.split(" (").next().unwrap()).collect();
        let expected = [(2, 1), (3, 2), (4, 2), (5, 1), (6, 1), (6, 2)];
        let expected = expected.map(|(line, column)| format!("teams.csv, line {line}, column {column}"));
        assert_eq!(places, expected, "{all}");
        let before = "teams.csv, line 4, column 1 (id): \"t1\" is already on line 2";
        assert_eq!(refused("id,name\nt1,A\nt2,B\nt1,C\n"), before);
        assert_eq!(refused("\u{feff}id,name\r\nt1,A\r\nt2,B\r\nt1,C\r\n"), before);
        let after_blanks = before.replace("line 4", "line 6");
        assert_eq!(refused("id,name\r\nt1,A\r\n\r\n,\r\nt2,B\r\nt1,C\r\n"), after_blanks);
        let sjis = b"id,name\nt1,A\nt2,\x92\xc3\x8eR\n";
        let message = roster().contest(sjis).unwrap_err().to_string();
        assert_eq!(
            message,
            "teams.csv, line 3, column 2: this is not UTF-8; save the spreadsheet as CSV UTF-8"
        );
    }
}
