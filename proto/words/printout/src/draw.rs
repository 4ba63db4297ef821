//! The draw: the roster with its numbers, and how anybody can check them (`TD`, `TV1`).

use ishigaki_tournament::{Generator, MODULUS, OverruledDigits, PlayerId, SeedMode, seed_value};
use ishigaki_words::Words;

use crate::columns::ColumnKey;
use crate::edition::Edition;
use crate::printout::{Part, PrintCell, PrintKind, PrintTable, Printout};

impl Edition<'_> {
    /// The roster with 抽選予備番号, number by it and number that holds; the lotteries' results; how to check both.
    /// `None` while the results are not known.
    pub fn draw(&self) -> Option<Printout> {
        let seed = self.tournament.seed()?;
        let parts = vec![Part::Table(self.lotteries(&seed)), Part::Table(self.roster()?)];
        let heading = self.words.label("print-draw");
        Some(self.printout(PrintKind::Draw, heading, parts, self.draw_notes(&seed)))
    }

    fn lotteries(&self, seed: &str) -> PrintTable {
        let heading = self.words.label("print-lotteries");
        let mut table = PrintTable::new(self.words, heading, [ColumnKey::Lottery, ColumnKey::Digits]);
        let mut rest = seed;
        for lottery in &self.tournament.plan().lotteries {
            let digits = usize::try_from(lottery.zeros.saturating_add(lottery.digits)).unwrap_or(usize::MAX);
            let (result, after) = rest.split_at_checked(digits).unwrap_or((rest, ""));
            table.rows.push(vec![PrintCell::Text(lottery.name.clone()), PrintCell::Text(result.to_owned())]);
            rest = after;
        }
        table
    }

    fn roster(&self) -> Option<PrintTable> {
        let lots = self.tournament.lots()?;
        let keys = [
            ColumnKey::Line,
            ColumnKey::Player,
            ColumnKey::X,
            ColumnKey::Base,
            ColumnKey::SeedClass,
            ColumnKey::Number,
            ColumnKey::Attendance,
        ];
        let mut table = PrintTable::new(self.words, self.words.label("print-roster"), keys);
        let classes = &self.tournament.plan().seed_classes;
        for (at, (lot, entrant)) in lots.iter().zip(self.tournament.roster()).enumerate() {
            let player = PlayerId::at(at);
            let class = entrant.seed.and_then(|class| classes.get(class));
            let absent = self.tournament.is_absent(player);
            let attendance = if absent { self.words.label("print-absent") } else { String::new() };
            table.rows.push(vec![
                (at + 1).into(),
                self.name(player).into(),
                lot.x.into(),
                lot.base.0.into(),
                class.map(|class| class.name.clone()).unwrap_or_default().into(),
                PrintCell::figure_or_empty(lot.number.map(|number| number.0)),
                attendance.into(),
            ]);
        }
        Some(table)
    }

    fn draw_notes(&self, seed: &str) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(commitment) = self.tournament.commitment() {
            let hash = hex::encode(commitment);
            notes.push(self.words.say("print-commitment", &[("hash", hash.into())]));
        }
        // Figures of the formula are text: with separators nobody could type them again.
        let modulus = MODULUS.to_string();
        if let Some(value) = seed_value(seed) {
            let start = Generator::from_seed(value, 0).standing().to_string();
            let gaps = [("seed", seed.into()), ("start", start.into()), ("modulus", modulus.as_str().into())];
            notes.push(self.words.say("print-seed", &gaps));
        }
        notes.extend(digits_notes(self.words, self.tournament.overruled_digits()));
        notes.push(self.words.say("print-generator", &[("modulus", modulus.into())]));
        notes.push(match self.tournament.plan().seed_mode {
            SeedMode::Manual => self.words.label("print-numbers-by-slips"),
            SeedMode::Lcg => self.words.label("print-numbers-by-x"),
        });
        notes
    }
}

/// The rulings on the lotteries' results (`TD8`).
pub(crate) fn digits_notes(words: Words, overruled: &[OverruledDigits]) -> Vec<String> {
    let note = |digits: &OverruledDigits| {
        let gaps = [("results", digits.results.join(" ").into()), ("reason", digits.reason.as_str().into())];
        words.say("print-digits-overruled", &gaps)
    };
    overruled.iter().map(note).collect()
}
