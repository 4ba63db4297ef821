//! Standings: the provisional order with every criterion (`TR`).

use ishigaki_tournament::{LeagueId, ProvisionalRank, Whereabouts};

use crate::columns::ColumnKey;
use crate::edition::Edition;
use crate::printout::{Part, PrintCell, PrintKind, PrintTable, Printout};

impl Edition<'_> {
    /// The provisional order after the rounds that are complete, with all it follows from. `None` before the leagues are
    /// made.
    pub fn standings(&self) -> Option<Printout> {
        let table = self.standings_of(String::new(), |_| true)?;
        self.standings_in(vec![Part::Table(table)])
    }

    /// The same in a table for each league, in which its first stays, and one for the placement league; who has left the
    /// event is in none.
    pub fn league_standings(&self) -> Option<Printout> {
        let leagues = self.tournament.flow()?.dealt().len();
        let of_league = |at: usize| {
            let league = LeagueId::at(at);
            let heading = self.words.say("print-league", &[("league", league.to_string().into())]);
            self.standings_of(heading, |place| {
                place == Whereabouts::League(league) || place == Whereabouts::Qualified(league)
            })
        };
        let placement = self.words.label("print-placement-league");
        let placement = self.standings_of(placement, |place| place == Whereabouts::Placement);
        let tables = (0..leagues).filter_map(of_league).chain(placement);
        self.standings_in(tables.filter(|table| !table.rows.is_empty()).map(Part::Table).collect())
    }

    /// Those in the provisional order who are somewhere, with their places in the whole of it.
    fn standings_of(&self, heading: String, of: impl Fn(Whereabouts) -> bool) -> Option<PrintTable> {
        let flow = self.tournament.flow()?;
        let depth = flow.plan().strength_depth;
        let keys =
            [ColumnKey::Place, ColumnKey::Player, ColumnKey::Whereabouts, ColumnKey::Wins, ColumnKey::Before];
        let keys = keys.into_iter().chain((1..=depth).map(ColumnKey::Strength)).chain([ColumnKey::Number]);
        let mut table = PrintTable::new(self.words, heading, keys);
        // Before the first game nobody has a place.
        let has_places = flow.played().0 > 0;
        let standings = flow.standings();
        let standings = standings.iter().enumerate();
        for (at, ProvisionalRank { player, keys }) in
            standings.filter(|(_, standing)| of(flow.whereabouts(standing.player)))
        {
            let mut row = vec![
                if has_places { (at + 1).into() } else { PrintCell::Text(String::new()) },
                self.name(*player).into(),
                self.whereabouts(flow.whereabouts(*player)).into(),
                keys.wins.into(),
                keys.before.into(),
            ];
            row.extend(keys.strength.iter().copied().map(PrintCell::Figure));
            row.push(keys.number.0.into());
            table.rows.push(row);
        }
        Some(table)
    }

    fn standings_in(&self, parts: Vec<Part>) -> Option<Printout> {
        let flow = self.tournament.flow()?;
        let depth = flow.plan().strength_depth;
        let heading = match flow.played().0 {
            0 => self.words.label("print-standings-at-first"),
            round => self.words.say("print-standings", &[("round", round.into())]),
        };
        let mut notes = vec![self.words.say("print-standings-note", &[("depth", depth.into())])];
        notes.extend(self.firsts());
        Some(self.printout(PrintKind::Standings, heading, parts, notes))
    }
}
