//! Standings: the provisional order with every criterion (`TR`).

use ishigaki_tournament::Standing;

use crate::columns::ColumnKey;
use crate::edition::Edition;
use crate::printout::{Part, PrintCell, PrintKind, PrintTable, Printout};

impl Edition<'_> {
    /// The provisional order after the rounds that are complete, with all it follows from. `None` before the leagues are
    /// made.
    pub fn standings(&self) -> Option<Printout> {
        let flow = self.tournament.flow()?;
        let depth = flow.plan().strength_depth;
        let keys =
            [ColumnKey::Place, ColumnKey::Player, ColumnKey::Whereabouts, ColumnKey::Wins, ColumnKey::Before];
        let keys = keys.into_iter().chain((1..=depth).map(ColumnKey::Strength)).chain([ColumnKey::Number]);
        let mut table = PrintTable::new(self.words, String::new(), keys);
        for (at, Standing { player, keys }) in flow.standings().iter().enumerate() {
            let mut row = vec![
                (at + 1).into(),
                self.name(*player).into(),
                self.whereabouts(flow.whereabouts(*player)).into(),
                keys.wins.into(),
                keys.before.into(),
            ];
            row.extend(keys.strength.iter().copied().map(PrintCell::Figure));
            row.push(keys.number.0.into());
            table.rows.push(row);
        }
        let heading = match flow.played().0 {
            0 => self.words.label("print-standings-at-first"),
            round => self.words.say("print-standings", &[("round", round.into())]),
        };
        let mut notes = vec![self.words.say("print-standings-note", &[("depth", depth.into())])];
        notes.extend(self.firsts());
        Some(self.printout(PrintKind::Standings, heading, vec![Part::Table(table)], notes))
    }
}
