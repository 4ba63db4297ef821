//! Standings: the provisional order with every criterion (`TR`).

use ishigaki_tournament::{LeagueId, PlayerState, ProvisionalRank};

use crate::columns::ColumnKey;
use crate::edition::Edition;
use crate::printout::{Part, PrintCell, PrintKind, PrintTable, Printout};

impl Edition<'_> {
    /// Returns the provisional order after the complete rounds, with all its criteria. `None` before the
    /// leagues are made.
    pub fn standings(&self) -> Option<Printout> {
        let table = self.standings_of(String::new(), |_| true)?;
        self.standings_in(vec![Part::Table(table)])
    }

    /// Returns the same in one table per league, including its first, and one for the placement league,
    /// without withdrawn players of leagues.
    pub fn league_standings(&self) -> Option<Printout> {
        let leagues = self.tournament.flow()?.dealt().len();
        let of_league = |at: usize| {
            let league = LeagueId::at(at);
            let heading = self.words.say("print-league", &[("league", league.to_string().into())]);
            self.standings_of(heading, |place| {
                place == PlayerState::League(league) || place == PlayerState::Qualified(league)
            })
        };
        let is_placed = |place| place == PlayerState::Placement || !self.has_leagues();
        let placement = self.standings_of(self.placement_heading(), is_placed);
        let tables = (0..leagues).filter_map(of_league).chain(placement);
        self.standings_in(tables.filter(|table| !table.rows.is_empty()).map(Part::Table).collect())
    }

    /// Returns players of the provisional order at some places of the event, with their overall places.
    fn standings_of(&self, heading: String, of: impl Fn(PlayerState) -> bool) -> Option<PrintTable> {
        let flow = self.tournament.flow()?;
        let depth = flow.plan().strength_depth;
        let player = [ColumnKey::Place, ColumnKey::Player].into_iter().chain(self.rank_key());
        let keys = player.chain([self.whereabouts_key(), ColumnKey::Wins, ColumnKey::Before]);
        let keys = keys.chain((1..=depth).map(ColumnKey::Strength)).chain([ColumnKey::Number]);
        let mut table = PrintTable::new(self.words, heading, keys);
        // There are no places before the first game.
        let has_places = flow.played().0 > 0;
        let standings = flow.standings();
        let standings = standings.iter().enumerate();
        for (at, ProvisionalRank { player, keys }) in
            standings.filter(|(_, standing)| of(flow.state_of(standing.player)))
        {
            let mut row = vec![
                if has_places { (at + 1).into() } else { PrintCell::Text(String::new()) },
                self.name(*player).into(),
            ];
            row.extend(self.rank_cell(*player));
            row.extend([
                self.player_state(flow.state_of(*player)).into(),
                keys.wins.into(),
                keys.before.into(),
            ]);
            row.extend(keys.strength.iter().copied().map(PrintCell::Figure));
            row.push(keys.number.0.into());
            table.rows.push(row);
        }
        Some(table.without_empty(ColumnKey::Remark))
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
