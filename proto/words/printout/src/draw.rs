//! The draw: the numbered roster, and how to verify it (`TD`, `TV1`).

use ishigaki_tournament::{
    Generator, LeagueId, Lottery, MODULUS, OverruledDigits, PlayerId, SeedMode, Shift, seed_value,
};
use ishigaki_words::Words;
use ishigaki_words::columns::clean;

use crate::columns::ColumnKey;
use crate::edition::Edition;
use crate::printout::{Part, PrintCell, PrintKind, PrintTable, Printout};

impl Edition<'_> {
    /// Returns the roster with 抽選予備番号, number derived from it and valid number, the lotteries' results, and
    /// how to check both. `None` while the results are unknown.
    pub fn draw(&self) -> Option<Printout> {
        let seed = self.tournament.seed()?;
        let parts = vec![Part::Table(self.lotteries(&seed)), Part::Table(self.roster()?)];
        let heading = self.words.label("print-draw");
        Some(self.printout(PrintKind::Draw, heading, parts, self.draw_notes(&seed)))
    }

    fn lotteries(&self, seed: &str) -> PrintTable {
        let heading = self.words.label("print-lotteries");
        let mut table =
            PrintTable::new(self.words, heading, [ColumnKey::Lottery, ColumnKey::Date, ColumnKey::Digits]);
        let mut rest = seed;
        for lottery in &self.tournament.plan().lotteries {
            let digits = usize::try_from(lottery.zeros.saturating_add(lottery.digits)).unwrap_or(usize::MAX);
            let (result, after) = rest.split_at_checked(digits).unwrap_or((rest, ""));
            table.rows.push(vec![
                lottery.name.clone().into(),
                lottery.date.clone().unwrap_or_default().into(),
                PrintCell::Text(result.to_owned()),
            ]);
            rest = after;
        }
        table
    }

    fn roster(&self) -> Option<PrintTable> {
        let lots = self.tournament.lots()?;
        let player = [ColumnKey::Line, ColumnKey::Player]
            .into_iter()
            .chain(self.affiliation_key())
            .chain(self.rank_key());
        let keys = player.chain([
            ColumnKey::X,
            ColumnKey::Base,
            ColumnKey::SeedClass,
            ColumnKey::Number,
            ColumnKey::Attendance,
        ]);
        let mut table = PrintTable::new(self.words, self.words.label("shared-roster"), keys);
        let classes = &self.tournament.plan().seed_classes;
        for (at, (lot, entrant)) in lots.iter().zip(self.tournament.roster()).enumerate() {
            let player = PlayerId::at(at);
            let class = entrant.seed.and_then(|class| classes.get(class));
            let absent = self.tournament.is_absent(player);
            let attendance = if absent { self.words.label("print-absent") } else { String::new() };
            let mut row = vec![(at + 1).into(), self.name(player).into()];
            row.extend(self.affiliation_cell(player));
            row.extend(self.rank_cell(player));
            row.extend([
                lot.x.into(),
                lot.base.0.into(),
                class.map(|class| class.name.clone()).unwrap_or_default().into(),
                PrintCell::figure_or_empty(lot.number.map(|number| number.0)),
                attendance.into(),
            ]);
            table.rows.push(row);
        }
        Some(table.without_empty(ColumnKey::SeedClass))
    }

    fn draw_notes(&self, seed: &str) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(commitment) = self.tournament.commitment() {
            let hash = hex::encode(commitment);
            notes.push(self.words.say("print-commitment", &[("hash", hash.into())]));
        }
        // Plain text without separators, so that the formula's figures can be typed.
        let modulus = MODULUS.to_string();
        if let Some(value) = seed_value(seed) {
            let start = Generator::from_seed(value, 0).standing().to_string();
            let gaps = [("seed", seed.into()), ("start", start.into()), ("modulus", modulus.as_str().into())];
            notes.push(self.words.say("print-seed", &gaps));
        }
        notes.extend(self.draw_rulings());
        notes.push(self.words.say("print-generator", &[("modulus", modulus.into())]));
        notes.push(match self.tournament.plan().seed_mode {
            SeedMode::Manual => self.words.label("print-numbers-by-slips"),
            SeedMode::Lcg => self.words.label("print-numbers-by-x"),
        });
        notes
    }
}

impl Edition<'_> {
    /// Returns the rulings that changed the draw: on lottery results (`TD8`) and attendance (`TD7`), each
    /// with the moved entrants.
    pub fn draw_rulings(&self) -> Vec<String> {
        let moved =
            |shifts: &[Shift]| self.words.moved_by_ruling(shifts.iter().map(|shift| self.shift(*shift)));
        let digits = self.tournament.overruled_digits().iter();
        let digits = digits.map(|ruling| digits_note(self.words, ruling, &moved(&ruling.moved)));
        let attendance = self.tournament.overruled_attendance().iter().map(|ruling| {
            let gaps = [
                ("player", self.player(ruling.player).into()),
                ("absent", u32::from(ruling.absent).into()),
                ("reason", ruling.reason.as_str().into()),
            ];
            let overruled = self.words.say("print-attendance-overruled", &gaps);
            format!("{overruled} – {}", moved(&ruling.moved))
        });
        digits.chain(attendance).collect()
    }

    fn shift(&self, shift: Shift) -> (String, String, String) {
        let league = |at| LeagueId::at(at).to_string();
        (self.player(shift.line), league(shift.from), league(shift.to))
    }
}

/// Returns the lotteries of the draw with their dates, in order (`TD2`, `TV1`).
pub fn lotteries_note(words: Words, lotteries: &[Lottery]) -> String {
    let name = |lottery: &Lottery| clean(&lottery.name).into_owned();
    let first = lotteries.first().and_then(|lottery| lottery.date.as_ref());
    if let Some(date) =
        first.filter(|date| lotteries.iter().all(|lottery| lottery.date.as_ref() == Some(date)))
    {
        let gaps =
            [("date", date.as_str().into()), ("lotteries", words.list(lotteries.iter().map(name)).into())];
        return words.say("print-lotteries-of-date", &gaps);
    }
    let named = lotteries.iter().map(|lottery| {
        let date = lottery.date.clone().unwrap_or_else(|| words.label("print-no-date"));
        words.say("print-lottery-of-date", &[("lottery", name(lottery).into()), ("date", date.into())])
    });
    words.say("print-lotteries-of-draw", &[("lotteries", words.list(named).into())])
}

/// A ruling on the lotteries' results (`TD8`), with the moved entrants.
pub(crate) fn digits_note(words: Words, ruling: &OverruledDigits, moved: &str) -> String {
    let gaps = [("results", ruling.results.join(" ").into()), ("reason", ruling.reason.as_str().into())];
    format!("{} – {moved}", words.say("print-digits-overruled", &gaps))
}
