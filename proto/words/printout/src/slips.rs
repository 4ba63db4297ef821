//! Result slips of a round, to be filled in at the table and signed by both (`TO9`, `TO10`).

use ishigaki_othello::{Handicap, Reason};
use ishigaki_tournament::{PlayerId, Round};

use crate::columns::ColumnKey;
use crate::edition::Edition;
use crate::pairings::TableSeating;
use crate::printout::{Part, PrintCard, PrintCell, PrintColumn, PrintKind, PrintTable, Printout};

/// Slips on an A4 page.
const SLIPS_PER_PAGE: usize = 4;
const REASONS: [Reason; 5] =
    [Reason::Normal, Reason::Time, Reason::DoubleTime, Reason::Forfeit, Reason::Referee];

impl Edition<'_> {
    /// Returns a slip for each game of a round, four to a page. `None` for an unpaired round.
    pub fn slips(&self, round: Round) -> Option<Printout> {
        let paired = self.paired(round)?;
        let cards = self.seatings(paired).iter().map(|seating| self.slip(round, seating)).collect();
        let parts = vec![Part::Cards { per_page: SLIPS_PER_PAGE, cards }];
        let heading = self.round_heading("print-slips", round);
        Some(self.printout(PrintKind::Slips, heading, parts, Vec::new()))
    }

    fn slip(&self, round: Round, seating: &TableSeating) -> PrintCard {
        let words = self.words;
        let label = |key: &str| words.label(key);
        let gaps = [("round", round.0.into()), ("table", seating.table.into())];
        let (heading, pool) = match seating.bout {
            Some(_) => {
                let bout = ("bout", seating.pool.as_str().into());
                (words.say("print-slip-bout", &[gaps[0].clone(), bout, gaps[1].clone()]), String::new())
            }
            None => (words.say("print-slip", &gaps), seating.pool.clone()),
        };
        let numbers = || {
            let number = |player| self.number_text(player);
            PrintCell::Choice(vec![number(seating.higher), number(seating.lower)])
        };
        let handicaps = Handicap::ALL.map(|handicap| match handicap {
            Handicap::None => label("print-handicap-none"),
            other => words.say("print-handicap", &[("discs", u32::from(other.discs()).into())]),
        });
        let calls = vec![label("print-call-black"), label("print-call-white")];
        let reasons = REASONS.map(|reason| words.game_end(reason));
        let facts = [
            (ColumnKey::RoundOf, round.0.into()),
            (ColumnKey::Table, seating.table.into()),
            (ColumnKey::Pool, pool.into()),
            (ColumnKey::HiddenDisc, PrintCell::Choice(calls)),
            (ColumnKey::Caller, numbers()),
            (ColumnKey::DrawWin, numbers()),
            (ColumnKey::Black, numbers()),
            (ColumnKey::Handicap, PrintCell::Choice(handicaps.to_vec())),
            (ColumnKey::Reason, PrintCell::Choice(reasons.to_vec())),
        ];
        let facts = facts.into_iter().map(|(key, value)| (PrintColumn::new(words, key), value)).collect();
        PrintCard {
            heading,
            facts,
            table: self.both_players(seating),
            text: label("print-slips-note"),
            link: None,
        }
    }

    fn both_players(&self, seating: &TableSeating) -> PrintTable {
        let keys =
            [ColumnKey::Number, ColumnKey::Player, ColumnKey::Result, ColumnKey::Discs, ColumnKey::Signature];
        let mut table = PrintTable::new(self.words, String::new(), keys);
        let row = |player: PlayerId| {
            let result =
                PrintCell::Choice(vec![self.words.label("print-won"), self.words.label("print-lost")]);
            // A card is too narrow for columns of ranks and clubs.
            let texts = [self.name(player), self.rank(player), self.affiliation(player)];
            let name = texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("  ");
            vec![self.number_cell(player), name.into(), result, PrintCell::Blank, PrintCell::Blank]
        };
        table.rows.extend([row(seating.higher), row(seating.lower)]);
        table
    }
}
