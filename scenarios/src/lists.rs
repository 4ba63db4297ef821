//! Lists files: fixed lists of a scenario, so that a game can be played by script.
//!
//! The rules decide whether a list is rejected, tied or wins. Such lists are public from the start.

use std::collections::BTreeMap;
use std::path::Path;

use ishigaki_rules::auction::{BidFault, Raise};
use ishigaki_rules::{Priority, TeamSpec, Tsuyama};
use toml::Spanned;
use toml::de::DeValue;

use crate::contest::report_setup;
use crate::page::{FORMAT, Page, Table};
use crate::scenario::{is_path, read_file};
use crate::shipped::builtin_lists;
use crate::team::read_teams;
use crate::wording::Wording;
use crate::{Error, Located, Scenario, basis};

/// Lists of all teams in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists {
    pub teams: Vec<TeamSpec>,
    pub rounds: Vec<RoundLists>,
}

/// Lists of the teams in one round, by code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundLists {
    /// Lists that are submitted before the real ones, in this order.
    pub first: Vec<FirstTry>,
    /// List of each team at the closing. An empty one is an explicit decline; an absent team submits nothing
    /// (`A2`, `A4`).
    pub lists: BTreeMap<String, Vec<Line>>,
    /// Raises of the tied teams in each re-bid wave. An empty entry is a pass; an absent team is silent
    /// (`A7`).
    pub waves: Vec<BTreeMap<String, Vec<Raise>>>,
}

/// A list that a team submits before the real one (`A2`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstTry {
    pub team: String,
    pub list: Vec<Line>,
    /// `None` if it is accepted, and replaced later.
    pub refused: Option<RefusalCode>,
}

/// A line of a list. The lot is a code, because a list that must be rejected may name an unknown one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub lot: String,
    pub price: Tsuyama,
}

/// Reason of the rejection of a list (`A2`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RefusalCode {
    TooManyBids,
    TooManyOfLot,
    UnknownLot,
    BelowMin,
    OverBudget,
}

impl RefusalCode {
    /// Returns the code in files, such as `OVER_BUDGET`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TooManyBids => "TOO_MANY_BIDS",
            Self::TooManyOfLot => "TOO_MANY_OF_LOT",
            Self::UnknownLot => "UNKNOWN_LOT",
            Self::BelowMin => "BELOW_MIN",
            Self::OverBudget => "OVER_BUDGET",
        }
    }

    /// Returns the code of a fault.
    pub const fn of(fault: &BidFault) -> Self {
        match fault {
            BidFault::TooManyBids { .. } => Self::TooManyBids,
            BidFault::TooManyOfLot { .. } => Self::TooManyOfLot,
            BidFault::UnknownLot { .. } => Self::UnknownLot,
            BidFault::BelowMin { .. } => Self::BelowMin,
            BidFault::OverBudget { .. } => Self::OverBudget,
        }
    }
}

impl Lists {
    /// Parses lists for a scenario.
    ///
    /// Lots of real lists must exist in the scenario, and every round must be present.
    ///
    /// # Errors
    /// All faults, with their locations.
    pub fn parse(file: &str, text: &str, scenario: &Scenario) -> Result<Self, Vec<Located>> {
        Page::read(file, text, |page, root| Some(read(page, root, scenario).0))
    }

    /// Reads the lists of a scenario named as in [`Scenario::find`]: `NAME.lists.toml` in the same directory.
    /// `None` if the file doesn't exist.
    ///
    /// # Errors
    /// If the file can't be read or is invalid.
    pub fn find_next_to(name_or_path: &str, scenario: &Scenario) -> Result<Option<Self>, Error> {
        let (file, text) = if is_path(name_or_path) {
            let path = Path::new(name_or_path).with_extension("lists.toml");
            if !path.exists() {
                return Ok(None);
            }
            (path.to_string_lossy().into_owned(), read_file(&path)?)
        } else {
            let Some(text) = builtin_lists(name_or_path) else { return Ok(None) };
            (format!("{name_or_path}.lists.toml"), text.to_owned())
        };
        Self::parse(&file, &text, scenario).map(Some).map_err(Error::faulty)
    }
}

struct ListNames<'a> {
    teams: &'a [TeamSpec],
    scenario: &'a Scenario,
}

impl ListNames<'_> {
    fn team(&self, page: &mut Page<'_>, at: usize, id: &str) -> bool {
        let known = self.teams.iter().any(|team| team.code == id);
        if !known {
            let ids: Vec<&str> = self.teams.iter().map(|team| team.code.as_str()).collect();
            let what = Wording::UnknownTeamOf { team: id.into(), known: ids.join(", ").into() };
            page.report(at, what, FORMAT);
        }
        known
    }
}

pub(crate) struct RoundTables<'t> {
    pub(crate) round: Table<'t>,
    pub(crate) first: Vec<Table<'t>>,
    pub(crate) lists: Option<Table<'t>>,
    pub(crate) waves: Vec<Table<'t>>,
}

pub(crate) fn read<'t>(
    page: &mut Page<'_>,
    mut root: Table<'t>,
    scenario: &Scenario,
) -> (Lists, Vec<RoundTables<'t>>) {
    let teams: Vec<TeamSpec> = read_teams(page, &mut root).into_iter().map(|team| team.spec).collect();
    if let Err(fault) = scenario.setup(teams.clone()) {
        report_setup(page, 0, &fault);
    }
    let known = ListNames { teams: &teams, scenario };
    let tables = root.tables(page, "round");
    let (has, wanted) = (tables.len(), scenario.rounds.len());
    if has != wanted {
        let at = tables.get(wanted).or(tables.last()).map_or(0, Table::start);
        let scenario = (&scenario.name).into();
        let what = Wording::Rounds { rounds: has.into(), scenario, wanted: wanted.into() };
        page.report(at, what, basis::ROUNDS_FIXED);
    }
    let (rounds, places) = tables.into_iter().map(|table| read_round(page, table, &known)).unzip();
    root.close(page);
    (Lists { teams, rounds }, places)
}

fn read_round<'t>(
    page: &mut Page<'_>,
    mut table: Table<'t>,
    known: &ListNames<'_>,
) -> (RoundLists, RoundTables<'t>) {
    let mut first_tables = table.tables(page, "first");
    let first = first_tables.iter_mut().filter_map(|table| read_first(page, table, known)).collect();
    let list_table = table.find("lists").and_then(|value| Table::of(page, "lists", value));
    let lists = list_table.as_ref().map(|lists| {
        by_team(page, lists, known, |page, team, value| read_list(page, team, value, Some(known.scenario)))
    });
    let wave_tables = table.tables(page, "wave");
    let waves = wave_tables.iter().map(|wave| by_team(page, wave, known, read_raises)).collect();
    table.close(page);
    let tables = RoundTables { round: table, first: first_tables, lists: list_table, waves: wave_tables };
    (RoundLists { first, lists: lists.unwrap_or_default(), waves }, tables)
}

fn read_first(page: &mut Page<'_>, table: &mut Table<'_>, known: &ListNames<'_>) -> Option<FirstTry> {
    let team = table.need(page, "team", FORMAT).and_then(|value| {
        let id = *page.text("team", value)?.get_ref();
        known.team(page, value.span().start, id).then(|| id.to_owned())
    });
    let refused = table.find("refused").map(|value| {
        let codes = [
            RefusalCode::TooManyBids,
            RefusalCode::TooManyOfLot,
            RefusalCode::UnknownLot,
            RefusalCode::BelowMin,
            RefusalCode::OverBudget,
        ];
        page.choice("refused", value, &codes.map(|code| (code.as_str(), code)), basis::REFUSED)
    });
    let must_know = if refused.is_some() { None } else { Some(known.scenario) };
    let list = table.need(page, "list", FORMAT).and_then(|value| read_list(page, "list", value, must_know));
    table.close(page);
    let refused = match refused {
        Some(code) => Some(code?),
        None => None,
    };
    Some(FirstTry { team: team?, list: list?, refused })
}

fn by_team<T>(
    page: &mut Page<'_>,
    table: &Table<'_>,
    known: &ListNames<'_>,
    mut read: impl FnMut(&mut Page<'_>, &str, &Spanned<DeValue<'_>>) -> Option<T>,
) -> BTreeMap<String, T> {
    let mut entries = BTreeMap::new();
    for (team, value) in table.entries() {
        let id = team.get_ref().as_ref();
        let is_known = known.team(page, team.span().start, id);
        if let Some(entry) = read(page, id, value).filter(|_| is_known) {
            entries.insert(id.to_owned(), entry);
        }
    }
    entries
}

fn read_list(
    page: &mut Page<'_>,
    key: &str,
    value: &Spanned<DeValue<'_>>,
    must_know: Option<&Scenario>,
) -> Option<Vec<Line>> {
    let lines = page.texts(key, value)?;
    let read = lines.iter().map(|text| {
        let pair = two_words(text.get_ref());
        let line = pair
            .and_then(|(lot, price)| Some(Line { lot: lot.to_owned(), price: Tsuyama(price.parse().ok()?) }));
        let at = text.span().start;
        match &line {
            None => page.report(at, Wording::NoLine { text: (*text.get_ref()).into() }, basis::LINE),
            Some(line) => {
                let unknown = |scenario: &Scenario| scenario.lots.iter().all(|lot| lot.code != line.lot);
                if let Some(scenario) = must_know.filter(|scenario| unknown(scenario)) {
                    let (scenario, stone) = ((&scenario.name).into(), (&line.lot).into());
                    page.report(at, Wording::UnknownStone { scenario, stone }, basis::LINE);
                }
            }
        }
        line
    });
    // Every line is checked before the first fault ends it.
    let read: Vec<Option<Line>> = read.collect();
    read.into_iter().collect()
}

fn read_raises(page: &mut Page<'_>, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Vec<Raise>> {
    let raises = page.texts(key, value)?;
    let read = raises.iter().map(|text| {
        let raise = two_words(text.get_ref()).and_then(|(priority, price)| {
            let priority = priority.parse().ok().filter(|&priority| priority > 0)?;
            Some(Raise { priority: Priority(priority), price: Tsuyama(price.parse().ok()?) })
        });
        if raise.is_none() {
            let what = Wording::NoRaise { text: (*text.get_ref()).into() };
            page.report(text.span().start, what, basis::RAISE);
        }
        raise
    });
    let read: Vec<Option<Raise>> = read.collect();
    read.into_iter().collect()
}

fn two_words(text: &str) -> Option<(&str, &str)> {
    if let Some(pair) = text.trim().rsplit_once(':').filter(|(lot, price)| is_word(lot) && is_word(price)) {
        return Some(pair);
    }
    let mut words = text.split_whitespace();
    let pair = (words.next()?, words.next()?);
    words.next().is_none().then_some(pair)
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_is_two_words_or_has_a_colon() {
        for text in ["L 12", " L  12 ", "L:12"] {
            assert_eq!(two_words(text), Some(("L", "12")), "{text:?}");
        }
        assert_eq!(two_words("a:b 12"), Some(("a:b", "12")));
        for bad in ["L", "L:", ":12", "L 12 13", ""] {
            assert_eq!(two_words(bad), None, "{bad:?}");
        }
    }
}
