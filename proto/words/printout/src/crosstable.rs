//! Crosstables: every player's rounds in leagues and placement league, and league tables made from them.

use ishigaki_othello::{Colour, Reason};
use ishigaki_tournament::{
    Decided, Division, Entry, Flow, LeagueId, PlayerId, PlayerState, ProvisionalRank, Slip, Tournament,
};

use crate::columns::ColumnKey;
use crate::edition::Edition;
use crate::printout::{Part, PrintCell, PrintKind, PrintTable, Printout};

/// The completed league rounds of all present players, independent of language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crosstable {
    pub rows: Vec<CrossRow>,
}

/// A player's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossRow {
    pub player: PlayerId,
    pub number: u32,
    /// Place in the order of the numbers, from 1; the smallest number has place 1.
    pub start: u32,
    /// The final place (`TE`), or the provisional one (`TR`) before there is a final one.
    pub place: u32,
    pub wins: u32,
    pub losses: u32,
    pub woman: bool,
    pub rounds: Vec<CrossRound>,
}

/// Round of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrossRound {
    pub entry: Entry,
    pub forfeit: bool,
    pub rated: bool,
    pub colour: Option<Colour>,
}

impl Crosstable {
    /// Returns the crosstable of an event; `None` before the leagues are made.
    pub fn of(tournament: &Tournament) -> Option<Self> {
        let flow = tournament.flow()?;
        let by_number = flow.field().by_number();
        let ranking = tournament.final_ranking();
        let rows = flow.standings().into_iter().enumerate().map(|(at, ProvisionalRank { player, keys })| {
            let start = by_number.iter().position(|other| *other == player).unwrap_or(0) + 1;
            let place = ranking.as_ref().and_then(|ranking| {
                ranking.rows.iter().find(|row| row.player == player).map(|row| row.place)
            });
            CrossRow {
                player,
                number: keys.number.0,
                start: u32::try_from(start).unwrap_or(u32::MAX),
                place: place.unwrap_or_else(|| u32::try_from(at + 1).unwrap_or(u32::MAX)),
                wins: keys.wins,
                losses: flow.history().losses(player),
                woman: tournament.roster().get(player.index()).is_some_and(|entrant| entrant.woman),
                rounds: rounds(tournament, flow, player),
            }
        });
        Some(Self { rows: rows.collect() })
    }

    /// Returns a player's row.
    pub fn row(&self, player: PlayerId) -> Option<&CrossRow> {
        self.rows.iter().find(|row| row.player == player)
    }
}

fn rounds(tournament: &Tournament, flow: &Flow, player: PlayerId) -> Vec<CrossRound> {
    let entries = flow.history().entries(player).enumerate();
    entries
        .map(|(at, entry)| {
            let slip = entry.opponent().and_then(|other| slip(tournament, at, player, other));
            CrossRound {
                entry,
                forfeit: slip.is_some_and(|slip| slip.reason == Reason::Forfeit),
                rated: slip.is_some_and(Slip::is_rated),
                colour: slip
                    .and_then(|slip| slip.black)
                    .map(|black| if black == player { Colour::Black } else { Colour::White }),
            }
        })
        .collect()
}

/// Returns the valid slip of a game in a round, counted from 0.
fn slip(tournament: &Tournament, round: usize, one: PlayerId, other: PlayerId) -> Option<&Slip> {
    let results = &tournament.rounds().get(round)?.results;
    results.get(&(one.min(other), one.max(other))).map(|Decided { slip, .. }| slip)
}

impl Edition<'_> {
    /// Returns a table for each league as drawn, and one for the placement league, with every round (`TL`,
    /// `TF`). `None` before the leagues are made.
    pub fn leagues(&self) -> Option<Printout> {
        let flow = self.tournament.flow()?;
        let crosstable = Crosstable::of(self.tournament)?;
        let mut parts = Vec::new();
        for (at, league) in flow.dealt().iter().enumerate() {
            let letter = LeagueId::at(at).to_string();
            let heading = self.words.say("print-league", &[("league", letter.into())]);
            parts.push(Part::Table(self.league(heading, &crosstable, |row| league.contains(&row.player))));
        }
        // Without leagues, withdrawn players stay in the only table, as in the ranking.
        let in_placement =
            |row: &CrossRow| flow.state_of(row.player) == PlayerState::Placement || !self.has_leagues();
        if crosstable.rows.iter().any(in_placement) {
            let heading = self.placement_heading();
            parts.push(Part::Table(self.league(heading, &crosstable, in_placement)));
        }
        let mut notes = self.transfers(flow);
        notes.extend(self.firsts());
        notes.push(self.words.label("print-entries-note"));
        if self.has_leagues() {
            notes.push(self.words.label("print-leagues-note"));
        }
        let heading = match (flow.played().0, self.has_leagues()) {
            (0, true) => self.words.label("print-leagues-at-first"),
            (0, false) => self.words.label("print-crosstable-at-first"),
            (round, true) => self.words.say("print-leagues", &[("round", round.into())]),
            (round, false) => self.words.say("print-crosstable", &[("round", round.into())]),
        };
        Some(self.printout(PrintKind::Leagues, heading, parts, notes))
    }

    fn league(&self, heading: String, crosstable: &Crosstable, of: impl Fn(&CrossRow) -> bool) -> PrintTable {
        let members: Vec<&CrossRow> = crosstable.rows.iter().filter(|row| of(row)).collect();
        let played = members.iter().map(|row| row.rounds.len()).max().unwrap_or(0);
        let rounds = (1..).take(played).map(ColumnKey::Round);
        let before = [ColumnKey::Place, ColumnKey::Number, ColumnKey::Player];
        let before = before.into_iter().chain(self.rank_key());
        let after = [ColumnKey::Wins, ColumnKey::Losses, self.whereabouts_key()];
        let keys = before.chain(rounds).chain(after);
        let mut table = PrintTable::new(self.words, heading, keys);
        let flow = self.tournament.flow();
        let player_state = |player| flow.map(|flow| flow.state_of(player));
        // There are no places before the first game.
        let has_places = flow.is_some_and(|flow| flow.played().0 > 0);
        for (at, row) in members.into_iter().enumerate() {
            // Players of one pool can share a final place.
            let place = if self.has_leagues() { PrintCell::from(at + 1) } else { row.place.into() };
            let place = if has_places { place } else { PrintCell::Text(String::new()) };
            let mut cells = vec![place, row.number.into(), self.name(row.player).into()];
            cells.extend(self.rank_cell(row.player));
            let entries = row.rounds.iter().map(Some).chain(std::iter::repeat(None)).take(played);
            cells.extend(
                entries
                    .map(|round| PrintCell::Text(round.map(|round| self.entry(round)).unwrap_or_default())),
            );
            let place = player_state(row.player).map(|place| self.player_state(place)).unwrap_or_default();
            cells.extend([row.wins.into(), row.losses.into(), place.into()]);
            table.rows.push(cells);
        }
        table.without_empty(ColumnKey::Remark)
    }

    fn entry(&self, round: &CrossRound) -> String {
        let key = match round.entry {
            Entry::Won { .. } if round.forfeit => "print-entry-won-by-forfeit",
            Entry::Won { .. } => "print-entry-won",
            Entry::Lost { .. } if round.forfeit => "print-entry-lost-by-forfeit",
            Entry::Lost { .. } => "print-entry-lost",
            Entry::Bye => "print-entry-bye",
            Entry::FormalWin => "print-entry-formal-win",
            Entry::Missed => "print-entry-withdrawn",
            Entry::Excused => "print-entry-excused",
        };
        let number = round.entry.opponent().map(|other| self.number_text(other)).unwrap_or_default();
        self.words.say(key, &[("number", number.into())])
    }

    /// Returns players moved to make leagues even (`TL2`), and leagues that are too large (`TL3`).
    fn transfers(&self, flow: &Flow) -> Vec<String> {
        let Ok(division) = Division::of(flow.field(), flow.plan().leagues) else { return Vec::new() };
        let oversized = division.is_oversized().then(|| self.words.label("print-oversized"));
        let moves = division.moves.into_iter();
        moves
            .map(|transfer| {
                let gaps = [
                    ("player", self.player(transfer.player).into()),
                    ("from", transfer.from.to_string().into()),
                    ("to", transfer.to.to_string().into()),
                ];
                self.words.say("print-transfer", &gaps)
            })
            .chain(oversized)
            .collect()
    }
}
