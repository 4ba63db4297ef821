//! Leagues (予選リーグ): the division of the present players (`TL`).

use alloc::vec::Vec;

use crate::id::{DrawNumber, LeagueId, PlayerId};

/// The present players with their draw numbers, fixed when the leagues are made (`TD7`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// The number of each roster line; `None` if absent (欠場).
    numbers: Vec<Option<DrawNumber>>,
}

impl Field {
    /// Returns the field of a roster: a number for each line, or `None` if absent.
    pub const fn new(numbers: Vec<Option<DrawNumber>>) -> Self {
        Self { numbers }
    }

    /// Returns the number of roster lines, including absent players.
    pub fn lines(&self) -> usize {
        self.numbers.len()
    }

    /// Returns a player's number; `None` if absent.
    pub fn number(&self, player: PlayerId) -> Option<DrawNumber> {
        self.numbers.get(player.index()).copied().flatten()
    }

    /// Returns the present players in roster order.
    pub fn present(&self) -> impl Iterator<Item = PlayerId> {
        let numbers = self.numbers.iter().enumerate();
        numbers.filter(|(_, number)| number.is_some()).map(|(line, _)| PlayerId::at(line))
    }

    /// Returns the present players by ascending number.
    pub fn by_number(&self) -> Vec<PlayerId> {
        let mut players: Vec<PlayerId> = self.present().collect();
        players.sort_unstable_by_key(|player| self.number(*player));
        players
    }
}

/// A player who moved to another league to make league sizes even (`TL2`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    pub player: PlayerId,
    pub from: LeagueId,
    pub to: LeagueId,
}

/// The division into leagues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    pub dealt: Vec<Vec<PlayerId>>,
    /// Moved players (`TL2`), in the order of the leagues.
    pub moves: Vec<Transfer>,
    pub leagues: Vec<Vec<PlayerId>>,
}

/// Fewer than two players per league (`TL3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFew {
    pub present: usize,
    pub least: usize,
}

/// Maximum size of a league that six rounds certainly reduce to one unbeaten player (`TL3`).
const LARGEST_SURE_LEAGUE: usize = 64;

impl Division {
    /// Deals the present players to `leagues` leagues and makes their sizes even (`TL1`, `TL2`). Without
    /// leagues, all are in the one pool (`TS1`).
    pub fn of(field: &Field, leagues: u8) -> Result<Self, TooFew> {
        let players = field.by_number();
        let count = usize::from(leagues);
        let least = (2 * count).max(2);
        if players.len() < least {
            return Err(TooFew { present: players.len(), least });
        }
        if count == 0 {
            return Ok(Self { dealt: Vec::new(), moves: Vec::new(), leagues: Vec::new() });
        }
        let mut dealt: Vec<Vec<PlayerId>> = (0..count).map(|_| Vec::new()).collect();
        for (at, player) in players.into_iter().enumerate() {
            dealt[at % count].push(player);
        }
        let mut leagues = dealt.clone();
        let mut moves = Vec::new();
        for first in (0..count.saturating_sub(1)).step_by(2) {
            let odd = |league: &Vec<PlayerId>| league.len() % 2 == 1;
            if odd(&leagues[first])
                && odd(&leagues[first + 1])
                && let Some(player) = leagues[first + 1].pop()
            {
                let to = &mut leagues[first];
                let place = to.partition_point(|other| field.number(*other) < field.number(player));
                to.insert(place, player);
                moves.push(Transfer { player, from: LeagueId::at(first + 1), to: LeagueId::at(first) });
            }
        }
        Ok(Self { dealt, moves, leagues })
    }

    /// Returns whether a league is so large that two players may be unbeaten after six rounds (`TL3`).
    pub fn is_oversized(&self) -> bool {
        self.leagues.iter().any(|league| league.len() > LARGEST_SURE_LEAGUE)
    }
}
