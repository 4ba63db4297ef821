//! The particulars on a certificate that a game's record does not have: contest, date, names in Latin
//! letters.

use std::collections::BTreeMap;

use ishigaki_catalogue::Message;
use ishigaki_printout::EntrantName;
use ishigaki_rules::Setup;
use ishigaki_words::Lang;

/// Particulars of a contest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Particulars {
    pub title: Option<String>,
    pub title_ja: Option<String>,
    pub date: Option<String>,
    pub names: BTreeMap<String, EntrantName>,
}

/// Error of a file that is no list of names.
#[derive(Debug, thiserror::Error, Message)]
#[message("names")]
pub enum NamesError {
    Csv(#[from] csv::Error),
    NoColumn(#[message("column")] &'static str),
    Empty {
        /// The row, from 1, without the head.
        row: usize,
        column: &'static str,
    },
}

impl Particulars {
    /// Reads names of teams from CSV as rosters of events have it: the columns `id`, `name` and `romaji`, others are left alone.
    ///
    /// # Errors
    /// If it is no table, or lacks one of them, or a row has no id or name.
    pub fn read_names(bytes: &[u8]) -> Result<BTreeMap<String, EntrantName>, NamesError> {
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(bytes);
        let head = reader.headers()?.clone();
        let place = |column: &'static str| {
            let at = head.iter().position(|name| name.eq_ignore_ascii_case(column));
            at.ok_or(NamesError::NoColumn(column))
        };
        let (id, name, romaji) = (place("id")?, place("name")?, place("romaji")?);
        let mut names = BTreeMap::new();
        for (row, record) in (1..).zip(reader.records()) {
            let record = record?;
            let cell = |at: usize| record.get(at).unwrap_or_default().to_owned();
            let needed = |at: usize, column| {
                Some(cell(at)).filter(|text| !text.is_empty()).ok_or(NamesError::Empty { row, column })
            };
            let romaji = Some(cell(romaji)).filter(|text| !text.is_empty());
            names.insert(
                needed(id, "id")?,
                EntrantName { name: needed(name, "name")?, romaji, ..EntrantName::default() },
            );
        }
        Ok(names)
    }

    /// Returns the contest's name in a language, if that is known.
    pub(super) fn contest(&self, lang: Lang) -> Option<&str> {
        let (own, other) = match lang {
            Lang::En => (&self.title, &self.title_ja),
            Lang::Ja => (&self.title_ja, &self.title),
        };
        own.as_deref().or(other.as_deref())
    }

    /// The names of a game's teams, in its order.
    pub(super) fn names(&self, setup: &Setup) -> Vec<EntrantName> {
        let own = |name: &str| EntrantName { name: name.to_owned(), ..EntrantName::default() };
        let teams = setup.teams.iter();
        teams.map(|team| self.names.get(&team.code).cloned().unwrap_or_else(|| own(&team.name))).collect()
    }
}
