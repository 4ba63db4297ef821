//! Places for overviews and the press, from the rankings as they are printed.

use ishigaki_printout::{ColumnKey, Part, PrintCell, Printout};
use ishigaki_words::Words;

/// A place in a ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placing {
    pub(crate) place: u32,
    pub(crate) name: String,
    /// Awards, titles and rank; empty without any.
    pub(crate) honours: Vec<String>,
}

impl Placing {
    /// Returns the place in one line: `1st Satō (Champion)`.
    pub(crate) fn line(&self, words: Words) -> String {
        let place = words.place(self.place);
        let gaps = [("place", place.as_str().into()), ("name", self.name.as_str().into())];
        let line = words.say("press-place", &gaps);
        // In Japanese, the award of the third and fourth is the place.
        let honours = words.list(self.honours.iter().filter(|honour| **honour != place).cloned());
        if honours.is_empty() {
            return line;
        }
        words.say("press-honoured", &[("line", line.into()), ("honours", honours.into())])
    }
}

/// Returns the places of a printed ranking; rows without a place are left out.
pub(crate) fn placings(ranking: &Printout) -> Vec<Placing> {
    let tables = ranking.parts.iter().filter_map(|part| match part {
        Part::Table(table) => Some(table),
        _ => None,
    });
    let Some(table) = tables.into_iter().next() else { return Vec::new() };
    let cell = |row: &[PrintCell], key: ColumnKey| {
        let at = table.columns.iter().position(|column| column.key == key)?;
        row.get(at).cloned()
    };
    let text = |row: &[PrintCell], key| match cell(row, key) {
        Some(PrintCell::Text(text)) if !text.is_empty() => Some(text),
        _ => None,
    };
    let placing = |row: &Vec<PrintCell>| {
        let Some(PrintCell::Figure(place)) = cell(row, ColumnKey::Place) else { return None };
        let name = text(row, ColumnKey::Player).or_else(|| text(row, ColumnKey::Team))?;
        let honours = [ColumnKey::Award, ColumnKey::Dan].into_iter().filter_map(|key| text(row, key));
        Some(Placing { place: u32::try_from(place).ok()?, name, honours: honours.collect() })
    };
    table.rows.iter().filter_map(placing).collect()
}
