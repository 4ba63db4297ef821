//! The final ranking with awards (`TE`).

use ishigaki_tournament::{Award, FinalRow};
use ishigaki_words::columns::clean;

use crate::columns::ColumnKey;
use crate::edition::{Edition, EntrantName};
use crate::printout::{Part, PrintCell, PrintKind, PrintTable, Printout};

impl Edition<'_> {
    /// Returns all places with wins, losses and awards. `None` before all games are decided.
    pub fn ranking(&self) -> Option<Printout> {
        let ranking = self.tournament.final_ranking()?;
        let has_diplomas = self.tournament.plan().diplomas.is_some();
        let keys =
            [ColumnKey::Place, ColumnKey::Number, ColumnKey::Player, ColumnKey::Wins, ColumnKey::Losses];
        let keys = keys.into_iter().chain([ColumnKey::Before, ColumnKey::Award]);
        let diplomas = [ColumnKey::Dan, ColumnKey::Invited].into_iter().filter(|_| has_diplomas);
        let mut table = PrintTable::new(self.words, String::new(), keys.chain(diplomas));
        let standings = self.tournament.flow()?.standings();
        for row in &ranking.rows {
            let standing = standings.iter().find(|standing| standing.player == row.player);
            let mut cells = vec![
                row.place.into(),
                self.number_cell(row.player),
                self.name(row.player).into(),
                row.wins.into(),
                row.losses.into(),
                PrintCell::figure_or_empty(standing.map(|standing| standing.keys.before)),
                self.awards(row).into(),
            ];
            if has_diplomas {
                cells.extend([self.dan(row).unwrap_or_default().into(), self.invitation(row).into()]);
            }
            table.rows.push(cells);
        }
        let mut notes = vec![self.words.label("print-ranking-note")];
        notes.extend(self.dans_held(&ranking.rows));
        notes.extend(self.tournament.plan().titles.notes.iter().map(|note| clean(note).into_owned()));
        notes.extend(self.playoff_notes(&self.tournament.playoffs()));
        notes.extend(self.firsts());
        notes.extend(self.rulings());
        let heading = self.declared(self.words.label("print-ranking"));
        Some(self.printout(PrintKind::Ranking, heading, vec![Part::Table(table)], notes))
    }

    /// Returns all awards and titles of a player; empty without any.
    pub(crate) fn awards(&self, row: &FinalRow) -> String {
        let titles = &self.tournament.plan().titles;
        let award = row.award.map(|award| (self.award(award), titles.of(award)));
        let womens = || (self.words.label("print-award-womens-champion"), &*titles.womens_champion);
        let womens = self.is_womens_champion(row).then(womens);
        let all = award.into_iter().chain(womens).flat_map(|(award, titles)| {
            [award].into_iter().chain(titles.iter().map(|title| clean(title).into_owned()))
        });
        self.words.list(all)
    }

    pub(crate) fn is_womens_champion(&self, row: &FinalRow) -> bool {
        self.tournament.playoffs().womens_champion == Some(row.player)
    }

    fn award(&self, award: Award) -> String {
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
