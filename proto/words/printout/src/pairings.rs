//! Posted pairings of a round: by table, by player, with the pools' certificates (`TP`, `TV2`).

use ishigaki_tournament::{Bout, Certificate, Entry, PairedRound, PlayerId, PlayerState, PoolId, Round};

use crate::columns::ColumnKey;
use crate::edition::Edition;
use crate::printout::{Part, PrintCell, PrintKind, PrintTable, Printout};

/// A game of a round.
#[derive(Clone, Debug)]
pub struct TableSeating {
    /// The table, from 1 in the order of the round's games.
    pub table: u32,
    /// Pool, or the bout's name.
    pub pool: String,
    pub bout: Option<Bout>,
    pub higher: PlayerId,
    pub lower: PlayerId,
}

impl Edition<'_> {
    /// Returns a round's pairings by table and by player, with their certificate. `None` for an unpaired
    /// round.
    pub fn pairings(&self, round: Round) -> Option<Printout> {
        let paired = self.paired(round)?;
        let seatings = self.seatings(paired);
        let mut parts =
            vec![Part::Table(self.by_table(&seatings)), Part::Table(self.by_player(paired, &seatings))];
        let mut notes = Vec::new();
        let certificates = self.certificates(paired);
        if !certificates.rows.is_empty() {
            parts.push(Part::Table(certificates));
            notes.push(self.words.label("print-certificates-note"));
        }
        Some(self.printout(PrintKind::Pairings, self.round_heading("print-pairings", round), parts, notes))
    }

    pub(crate) fn paired(&self, round: Round) -> Option<&PairedRound> {
        self.tournament.rounds().iter().find(|paired| paired.round == round)
    }

    /// Returns the games of a round by table.
    pub fn seatings(&self, paired: &PairedRound) -> Vec<TableSeating> {
        let pools =
            paired.pools.iter().flat_map(|pool| pool.pairs.iter().map(|_| (self.pool(pool.pool), None)));
        let bouts = paired.bouts.iter().map(|(bout, _, _)| (self.bout(*bout), Some(*bout)));
        let games = paired.games().zip(pools.chain(bouts));
        let seating =
            |(table, ((_, higher, lower), (pool, bout)))| TableSeating { table, pool, bout, higher, lower };
        (1..).zip(games).map(seating).collect()
    }

    fn by_table(&self, seatings: &[TableSeating]) -> PrintTable {
        let keys = [
            ColumnKey::Table,
            ColumnKey::Pool,
            ColumnKey::Number,
            ColumnKey::Player,
            ColumnKey::OpponentNumber,
            ColumnKey::Opponent,
        ];
        let mut table = PrintTable::new(self.words, self.words.label("print-by-table"), keys);
        for seating in seatings {
            table.rows.push(vec![
                seating.table.into(),
                seating.pool.clone().into(),
                self.number_cell(seating.higher),
                self.name(seating.higher).into(),
                self.number_cell(seating.lower),
                self.name(seating.lower).into(),
            ]);
        }
        table.without_empty(ColumnKey::Pool)
    }

    fn by_player(&self, paired: &PairedRound, seatings: &[TableSeating]) -> PrintTable {
        let keys = [
            ColumnKey::Number,
            ColumnKey::Player,
            ColumnKey::Table,
            ColumnKey::Pool,
            ColumnKey::OpponentNumber,
            ColumnKey::Opponent,
        ];
        let mut table = PrintTable::new(self.words, self.words.label("print-by-player"), keys);
        let players = self.tournament.flow().map(|flow| flow.field().by_number()).unwrap_or_default();
        for player in players {
            let game = seatings.iter().find(|seating| seating.higher == player || seating.lower == player);
            let (at, pool, number, opponent) = match game {
                Some(seating) => {
                    let other = if seating.higher == player { seating.lower } else { seating.higher };
                    let pool = seating.pool.clone();
                    (seating.table.into(), pool, self.number_cell(other), self.name(other))
                }
                None => match self.idle(paired, player) {
                    Some((pool, why)) => (PrintCell::empty(), pool, PrintCell::empty(), why),
                    None => continue,
                },
            };
            let name = self.name(player).into();
            table.rows.push(vec![self.number_cell(player), name, at, pool.into(), number, opponent.into()]);
        }
        table.without_empty(ColumnKey::Pool)
    }

    fn idle(&self, paired: &PairedRound, player: PlayerId) -> Option<(String, String)> {
        let bye = paired.pools.iter().find(|pool| pool.bye == Some(player));
        if let Some(pool) = bye {
            return Some((self.pool(pool.pool), self.words.label("print-bye")));
        }
        let flow = self.tournament.flow()?;
        if paired.round > flow.plan().last_round {
            return None;
        }
        let at = usize::try_from(paired.round.0).ok()?.checked_sub(1)?;
        match (flow.history().entries(player).nth(at), flow.state_of(player)) {
            (Some(Entry::FormalWin) | None, PlayerState::Qualified(league)) => {
                Some((self.pool(PoolId::League(league)), self.words.label("print-formal-win")))
            }
            (Some(Entry::Missed), _) | (None, PlayerState::Withdrawn) => {
                Some((String::new(), self.words.label("print-withdrawn")))
            }
            (Some(Entry::Excused), _) => Some((String::new(), self.words.label("print-absent"))),
            (None, _) if flow.is_excused(player) => Some((String::new(), self.words.label("print-absent"))),
            _ => None,
        }
    }

    fn certificates(&self, paired: &PairedRound) -> PrintTable {
        let keys = [ColumnKey::Pool, ColumnKey::Byes, ColumnKey::Rematches, ColumnKey::Gaps];
        let mut table = PrintTable::new(self.words, self.words.label("print-certificates"), keys);
        for pool in &paired.pools {
            if let Some(Certificate { byes, rematches, gaps }) = &pool.certificate {
                let gaps = (0_u32..).zip(gaps).filter(|(_, pairs)| **pairs > 0);
                let gaps = gaps.map(|(gap, pairs)| {
                    self.words.say("print-gap", &[("gap", gap.into()), ("pairs", (*pairs).into())])
                });
                let gaps = self.words.list(gaps);
                table.rows.push(vec![
                    self.pool(pool.pool).into(),
                    (*byes).into(),
                    (*rematches).into(),
                    gaps.into(),
                ]);
            }
        }
        table.without_empty(ColumnKey::Pool)
    }
}
