//! The `[[team]]` tables of contests and lists.

use std::collections::BTreeMap;

use ishigaki_rules::TeamSpec;
use toml::Spanned;
use toml::de::DeValue;

use crate::basis;
use crate::id::LONGEST_TEAM_ID;
use crate::page::{FORMAT, Page, Table, noun};
use crate::wording::Wording;
use ishigaki_catalogue::Value;

const TEAM_ID_PUNCTUATION: &str = "-_";
/// Texts of an entrant in an event's roster (`TD4`), of which the rules use only the seed.
pub const ENTRANT_TEXTS: [&str; 7] = ["kana", "romaji", "seed", "rank", "affiliation", "school", "division"];
const WOMAN: &str = "woman";
pub(crate) const DIVISION: &str = "division";

/// An entrant in an event's roster (`TD4`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantSpec {
    pub team: TeamSpec,
    /// Those of [`ENTRANT_TEXTS`] that the file has.
    pub texts: BTreeMap<&'static str, String>,
    /// True if she may play in a women's final (`TK3`).
    pub woman: bool,
}

pub(crate) struct ReadTeam<'t> {
    pub(crate) spec: TeamSpec,
    pub(crate) entrant: EntrantSpec,
    pub(crate) table: Table<'t>,
}

pub(crate) fn read_teams<'t>(page: &mut Page<'_>, root: &mut Table<'t>) -> Vec<ReadTeam<'t>> {
    let has_roster = root.has("event");
    let mut seen = Ids::new("team");
    let mut teams = Vec::new();
    for mut table in root.tables(page, "team") {
        let id = table.need(page, "id", FORMAT).and_then(|value| {
            let id = page.code("id", value, LONGEST_TEAM_ID, TEAM_ID_PUNCTUATION)?;
            seen.take(page, value, &id).then_some(id)
        });
        let name = table.need(page, "name", FORMAT).and_then(|value| page.title("name", value));
        for key in ENTRANT_TEXTS.into_iter().chain([WOMAN]).filter(|key| !has_roster && table.has(key)) {
            page.report(table.place(key), Wording::OfRoster { key: key.into() }, basis::EVENT_ROSTER);
        }
        let text = |key| Some((key, table.find(key).and_then(|value| page.title(key, value))?));
        let texts = ENTRANT_TEXTS.into_iter().filter_map(text).collect();
        let woman = table.find(WOMAN).and_then(|value| page.flag(WOMAN, value)).unwrap_or_default();
        table.close(page);
        if let (Some(code), Some(name)) = (id, name) {
            let spec = TeamSpec { code, name };
            let entrant = EntrantSpec { team: spec.clone(), texts, woman };
            teams.push(ReadTeam { spec, entrant, table });
        }
    }
    teams
}

pub(crate) struct Ids {
    noun: Value,
    taken: BTreeMap<String, usize>,
}

impl Ids {
    pub(crate) fn new(key: &'static str) -> Self {
        Self { noun: noun(key), taken: BTreeMap::new() }
    }

    pub(crate) fn take(&mut self, page: &mut Page<'_>, value: &Spanned<DeValue<'_>>, id: &str) -> bool {
        let place = value.span().start;
        if let Some(first) = self.taken.get(id) {
            let (noun, line) = (self.noun.clone(), page.line(*first).into());
            page.report(place, Wording::IdTaken { noun, id: id.into(), line }, basis::UNIQUE);
            return false;
        }
        self.taken.insert(id.to_owned(), place);
        true
    }
}
