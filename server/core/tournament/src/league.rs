//! Leagues (予選リーグ): the division of those present (`TL`).

use alloc::vec::Vec;

use crate::id::{DrawNumber, LeagueId, PlayerId};

/// Those present, with their draw numbers. Fixed when the leagues are made (`TD7`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// The number of each line of the roster; `None`: absent (欠場).
    numbers: Vec<Option<DrawNumber>>,
}

impl Field {
    /// The field of a roster: a number for each line, `None` for whoever is absent.
    pub const fn new(numbers: Vec<Option<DrawNumber>>) -> Self {
        Self { numbers }
    }

    /// Lines of the roster, absent ones too.
    pub fn lines(&self) -> usize {
        self.numbers.len()
    }

    /// A player's number; `None` if absent.
    pub fn number(&self, player: PlayerId) -> Option<DrawNumber> {
        self.numbers.get(player.index()).copied().flatten()
    }

    /// Those present, in roster order.
    pub fn present(&self) -> impl Iterator<Item = PlayerId> {
        let numbers = self.numbers.iter().enumerate();
        numbers.filter(|(_, number)| number.is_some()).map(|(line, _)| PlayerId::at(line))
    }

    /// Those present, by number ascending.
    pub fn by_number(&self) -> Vec<PlayerId> {
        let mut players: Vec<PlayerId> = self.present().collect();
        players.sort_unstable_by_key(|player| self.number(*player));
        players
    }
}

/// A player whom parity moved from one league into another (`TL2`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    pub player: PlayerId,
    pub from: LeagueId,
    pub to: LeagueId,
}

/// The division into leagues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// As they were dealt (`TL1`), each by number.
    pub dealt: Vec<Vec<PlayerId>>,
    /// Players that moved (`TL2`), in the order of the leagues.
    pub moves: Vec<Transfer>,
    /// As they are played, each by number.
    pub leagues: Vec<Vec<PlayerId>>,
}

/// Fewer players than two a league (`TL3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFew {
    pub present: usize,
    /// Number of players that it takes.
    pub least: usize,
}

/// The most players of a league of which six rounds leave one unbeaten for sure (`TL3`).
const LARGEST_SURE_LEAGUE: usize = 64;

impl Division {
    /// Deals those present to `leagues` leagues and mends parity (`TL1`, `TL2`).
    ///
    /// # Errors
    /// If there are fewer than two a league (`TL3`).
    pub fn of(field: &Field, leagues: u8) -> Result<Self, TooFew> {
        let players = field.by_number();
        let count = usize::from(leagues);
        if players.len() < 2 * count {
            return Err(TooFew { present: players.len(), least: 2 * count });
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

    /// Returns whether a league is so large that six rounds may leave two unbeaten (`TL3`).
    pub fn is_oversized(&self) -> bool {
        self.leagues.iter().any(|league| league.len() > LARGEST_SURE_LEAGUE)
    }
}
