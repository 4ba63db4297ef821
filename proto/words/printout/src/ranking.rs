//! The final ranking with awards (`TE`).

use ishigaki_tournament::{Award, FinalRow, PlaceCriterion};
use ishigaki_words::columns::clean;
use ishigaki_words::{Lang, Words};

use crate::columns::ColumnKey;
use crate::edition::{Edition, EntrantName};
use crate::printout::{Part, PrintCell, PrintKind, PrintTable, Printout};

/// Titles and notes of the shipped presets, which are in Japanese.
const KNOWN: [&str; 5] = [
    "print-title-mh",
    "print-title-woc",
    "print-title-hasegawa",
    "print-note-certificate-fee",
    "print-note-woc-cancelled",
];

/// Returns a title, or a note on titles, in a language; an organiser's own one as written.
fn title_text(words: Words, text: &str) -> String {
    let japanese = Words::new(Lang::Ja);
    let key = KNOWN.into_iter().find(|key| japanese.label(key) == text);
    key.map_or_else(|| clean(text).into_owned(), |key| words.label(key))
}

impl Edition<'_> {
    /// Returns all places with wins, losses and awards. `None` before all games are decided.
    pub fn ranking(&self) -> Option<Printout> {
        let ranking = self.tournament.final_ranking()?;
        let has_diplomas = self.tournament.plan().diplomas.is_some();
        let flow = self.tournament.flow()?;
        let depth = self.deciding_depth();
        let keys = [ColumnKey::Place, ColumnKey::Number, ColumnKey::Player]
            .into_iter()
            .chain(self.affiliation_key())
            .chain([ColumnKey::Wins, ColumnKey::Losses, ColumnKey::Before])
            .chain((1..=depth).map(ColumnKey::Strength))
            .chain([ColumnKey::Award]);
        let diplomas = [ColumnKey::Dan, ColumnKey::Invited].into_iter().filter(|_| has_diplomas);
        let mut table = PrintTable::new(self.words, String::new(), keys.chain(diplomas));
        let standings = flow.standings();
        for row in &ranking.rows {
            let keys =
                standings.iter().find(|standing| standing.player == row.player).map(|found| &found.keys);
            let mut cells =
                vec![row.place.into(), self.number_cell(row.player), self.name(row.player).into()];
            cells.extend(self.affiliation_cell(row.player));
            cells.extend([
                row.wins.into(),
                row.losses.into(),
                PrintCell::figure_or_empty(keys.map(|keys| keys.before)),
            ]);
            let strength = |at: usize| keys.and_then(|keys| keys.strength.get(at).copied());
            let depth = usize::try_from(depth).unwrap_or_default();
            cells.extend((0..depth).map(|at| strength(at).map_or_else(PrintCell::empty, PrintCell::Figure)));
            cells.push(self.awards(row).into());
            if has_diplomas {
                cells.extend([self.dan(row).unwrap_or_default().into(), self.invitation(row).into()]);
            }
            table.rows.push(cells);
        }
        let mut notes = Vec::new();
        if self.tournament.plan().knock_out.is_some() {
            notes.push(self.words.label("print-ranking-note"));
        }
        if depth > 0 {
            notes.push(self.words.say("print-standings-note", &[("depth", depth.into())]));
        }
        notes.extend(self.dans_held(&ranking.rows));
        notes.extend(self.tournament.plan().titles.notes.iter().map(|note| title_text(self.words, note)));
        notes.extend(self.playoff_notes(&self.tournament.playoffs()));
        notes.extend(self.firsts());
        notes.extend(self.rulings());
        let heading = self.declared(self.words.label("print-ranking"));
        Some(self.printout(PrintKind::Ranking, heading, vec![Part::Table(table)], notes))
    }

    /// Returns the number of S columns that decide places; 0 if the provisional order decides none.
    fn deciding_depth(&self) -> u32 {
        let plan = self.tournament.plan();
        if plan.criteria.contains(&PlaceCriterion::Provisional) { plan.strength_depth } else { 0 }
    }

    /// Returns all awards and titles of a player; empty without any.
    fn awards(&self, row: &FinalRow) -> String {
        let award = row.award.map(|award| self.award(award));
        self.words.list(award.into_iter().chain(self.womens_award(row)).chain(self.titles(row)))
    }

    /// Returns the titles and prizes of a player.
    pub(crate) fn titles(&self, row: &FinalRow) -> impl Iterator<Item = String> {
        let titles = &self.tournament.plan().titles;
        let award = row.award.map(|award| titles.of(award));
        let womens = self.is_womens_champion(row).then_some(&*titles.womens_champion);
        award.into_iter().chain(womens).flatten().map(|title| title_text(self.words, title))
    }

    pub(crate) fn womens_award(&self, row: &FinalRow) -> Option<String> {
        self.is_womens_champion(row).then(|| self.words.label("print-award-womens-champion"))
    }

    pub(crate) fn is_womens_champion(&self, row: &FinalRow) -> bool {
        self.tournament.playoffs().womens_champion == Some(row.player)
    }

    pub(crate) fn award(&self, award: Award) -> String {
        self.words.label(match award {
            Award::Champion => "print-award-champion",
            Award::RunnerUp => "print-award-runner-up",
            Award::Third => "print-award-third",
            Award::Fourth => "print-award-fourth",
            Award::Prize => "print-award-prize",
        })
    }

    /// Returns the awarded rank, if it is above the rank held.
    pub(crate) fn dan(&self, row: &FinalRow) -> Option<String> {
        let dan = row.dan.filter(|dan| *dan > self.dan_held(row))?;
        Some(self.words.say("print-dan", &[("dan", dan.into())]))
    }

    /// Returns whether a player may play in the next event; empty if not.
    pub(crate) fn invitation(&self, row: &FinalRow) -> String {
        if row.invited == Some(true) { self.words.label("print-invited") } else { String::new() }
    }

    fn dan_held(&self, row: &FinalRow) -> u32 {
        self.names.get(row.player.index()).map_or(0, EntrantName::dan)
    }

    /// Returns a note if a player gets no rank because of the rank held.
    fn dans_held(&self, rows: &[FinalRow]) -> Option<String> {
        let is_held = |row: &FinalRow| row.dan.is_some_and(|dan| dan > 0 && dan <= self.dan_held(row));
        rows.iter().any(is_held).then(|| self.words.label("print-dan-held"))
    }
}
