//! Diplomas (賞状): one page per award or rank (`TE5`).

use ishigaki_rules::TeamId;
use ishigaki_tournament::{Award, FinalRow, Finish};
use ishigaki_words::{Lang, Words};

use crate::columns::ColumnKey;
use crate::edition::Edition;
use crate::groups::GroupEdition;
use crate::printout::{Part, PrintCard, PrintCell, PrintColumn, PrintKind, PrintTable, Printout};
use crate::vertical::kanji;

impl Edition<'_> {
    /// Returns a diploma for each award or awarded rank (段位), by place. `None` before all games are decided.
    pub fn diplomas(&self) -> Option<Printout> {
        let ranking = self.tournament.final_ranking()?;
        let is_honoured =
            |row: &&FinalRow| row.award.is_some() || self.dan(row).is_some() || self.is_womens_champion(row);
        let honoured = ranking.rows.iter().filter(is_honoured);
        let cards = honoured.map(|row| self.diploma(row)).collect();
        let heading = self.declared(self.words.label("print-diplomas"));
        let parts = vec![Part::Cards { per_page: 1, cards }];
        Some(self.printout(PrintKind::Diplomas, heading, parts, Vec::new()))
    }

    fn diploma(&self, row: &FinalRow) -> PrintCard {
        let words = self.words;
        let name = words.say("print-diploma-name", &[("name", self.name(row.player).into())]);
        let mut facts = vec![
            (ColumnKey::Player, name.into()),
            (ColumnKey::Affiliation, self.affiliation(row.player).into()),
            (ColumnKey::Place, place(words, row.place).into()),
            (ColumnKey::Award, self.award_on_diploma(row).into()),
            (ColumnKey::Titles, words.list(self.titles(row)).into()),
        ];
        if row.dan.is_some() {
            facts.push((ColumnKey::Dan, self.dan(row).unwrap_or_default().into()));
            facts.push((ColumnKey::Invited, self.invitation(row).into()));
        }
        // Cards are cut apart, so each needs the heading.
        card(words, self.declared(words.label("print-diploma")), facts)
    }

    /// Returns the award of a player, with the place if the award doesn't say it; empty without an award.
    fn award_on_diploma(&self, row: &FinalRow) -> String {
        let award = row.award.map(|award| match award {
            Award::Champion | Award::RunnerUp => self.award(award),
            Award::Third | Award::Fourth => place(self.words, row.place),
            Award::Prize => {
                let gaps =
                    [("award", self.award(award).into()), ("place", place(self.words, row.place).into())];
                self.words.say("print-diploma-prize", &gaps)
            }
        });
        self.words.list(award.into_iter().chain(self.womens_award(row)))
    }
}

impl GroupEdition<'_> {
    /// Returns a diploma for each team with a place in the last stage. `None` before that stage is over.
    pub fn diplomas(&self) -> Option<Printout> {
        let finishes = self.contest.finishes()?;
        let ranked = finishes.into_iter().filter_map(|(team, finish)| match finish {
            Finish::Ranked { place } => Some(self.diploma(team, place)),
            _ => None,
        });
        let parts = vec![Part::Cards { per_page: 1, cards: ranked.collect() }];
        let heading = self.declared(self.words.label("print-diplomas"));
        Some(self.printout(PrintKind::Diplomas, heading, parts, Vec::new()))
    }

    fn diploma(&self, team: TeamId, place: u32) -> PrintCard {
        let words = self.words;
        let name = words.say("print-diploma-name", &[("name", self.name(team).into())]);
        let facts =
            vec![(ColumnKey::Team, name.into()), (ColumnKey::Place, self::place(words, place).into())];
        card(words, self.declared(words.label("print-diploma")), facts)
    }
}

/// Returns a place as diplomas have it: `3rd`; 第三位.
pub(crate) fn place(words: Words, place: u32) -> String {
    let place = match words.lang() {
        Lang::Ja => kanji(place),
        Lang::En => words.place(place),
    };
    words.say("print-diploma-place", &[("place", place.into())])
}

fn card(words: Words, heading: String, mut facts: Vec<(ColumnKey, PrintCell)>) -> PrintCard {
    facts.extend([(ColumnKey::Date, PrintCell::Blank), (ColumnKey::Signature, PrintCell::Blank)]);
    let facts = facts.into_iter().map(|(key, value)| (PrintColumn::new(words, key), value)).collect();
    PrintCard {
        heading,
        facts,
        table: PrintTable::none(),
        text: words.label("print-diploma-text"),
        link: None,
    }
}
