//! Results of a round: the valid result of each game, and the rulings behind it (`TO9`, `TV3`).

use ishigaki_othello::Reason;
use ishigaki_tournament::{Decided, PairedRound, Round, Slip};

use crate::columns::ColumnKey;
use crate::edition::Edition;
use crate::pairings::TableSeating;
use crate::printout::{Part, PrintCell, PrintKind, PrintTable, Printout};

impl Edition<'_> {
    /// Returns a round's games with their valid results; cells of open games are empty. `None` for an
    /// unpaired round.
    pub fn results(&self, round: Round) -> Option<Printout> {
        let paired = self.paired(round)?;
        let keys = [
            ColumnKey::Table,
            ColumnKey::Pool,
            ColumnKey::Number,
            ColumnKey::Player,
            ColumnKey::Result,
            ColumnKey::OpponentNumber,
            ColumnKey::Opponent,
            ColumnKey::Discs,
            ColumnKey::Remark,
        ];
        let mut table = PrintTable::new(self.words, String::new(), keys);
        let mut notes = Vec::new();
        for seating in self.seatings(paired) {
            let pair = (seating.higher.min(seating.lower), seating.higher.max(seating.lower));
            let decided = paired.results.get(&pair);
            table.rows.push(self.result(&seating, decided));
            if let Some(reason) = decided.and_then(|decided| decided.ruling.as_deref()) {
                let gaps = [("table", seating.table.into()), ("text", reason.into())];
                notes.push(self.words.say("print-ruling-of-table", &gaps));
            }
        }
        notes.extend(self.byes(paired));
        let heading = self.round_heading("print-results", round);
        Some(self.printout(
            PrintKind::Results,
            heading,
            vec![Part::Table(table.without_empty(ColumnKey::Pool))],
            notes,
        ))
    }

    fn result(&self, seating: &TableSeating, decided: Option<&Decided>) -> Vec<PrintCell> {
        let slip = decided.map(|decided| &decided.slip);
        let result = slip.map(|slip| {
            self.words.label(if slip.winner == seating.higher { "print-won" } else { "print-lost" })
        });
        let is_ruling = decided.is_some_and(|decided| decided.ruling.is_some());
        let ruling = is_ruling.then(|| self.words.label("shared-ruled"));
        let remarks = slip.and_then(|slip| self.reason(slip.reason)).into_iter().chain(ruling);
        vec![
            seating.table.into(),
            seating.pool.clone().into(),
            self.number_cell(seating.higher),
            self.name(seating.higher).into(),
            result.unwrap_or_default().into(),
            self.number_cell(seating.lower),
            self.name(seating.lower).into(),
            slip.map(|slip| discs(slip, slip.winner == seating.higher)).unwrap_or_default().into(),
            self.words.list(remarks).into(),
        ]
    }

    /// Returns the reason for a game's end, unless it ended on the board.
    fn reason(&self, reason: Reason) -> Option<String> {
        (reason != Reason::Normal).then(|| self.words.game_end(reason))
    }

    fn byes(&self, paired: &PairedRound) -> Vec<String> {
        let byes = paired.pools.iter().filter_map(|pool| Some((pool.pool, pool.bye?)));
        byes.map(|(pool, player)| {
            let (pool, player) = (self.pool(pool), self.player(player));
            if pool.is_empty() {
                return self.words.say("print-bye-alone", &[("player", player.into())]);
            }
            self.words.say("print-bye-of", &[("pool", pool.into()), ("player", player.into())])
        })
        .collect()
    }
}

pub(crate) fn discs(slip: &Slip, first_won: bool) -> String {
    match slip.score {
        Some(score) if first_won => format!("{}–{}", score.winner, score.loser),
        Some(score) => format!("{}–{}", score.loser, score.winner),
        None => String::new(),
    }
}
