//! Standings: the history of games, and the provisional order (暫定順位) derived from it (`TR`).

use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::id::{DrawNumber, PlayerId};
use crate::league::Field;
use crate::plan::{ForfeitTiebreak, Plan};

/// Entry of one player in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Won {
        over: PlayerId,
        forfeit: bool,
    },
    Lost {
        to: PlayerId,
    },
    /// The bye of an odd pool (`TP1`, `TP2`).
    Bye,
    FormalWin,
    /// Withdrawn: a loss without an opponent (`TW1`).
    Missed,
    /// Excused by a ruling: a loss without an opponent (`TV3`).
    Excused,
}

impl Entry {
    /// Returns whether it counts as a win (`TR1`).
    pub const fn is_win(self) -> bool {
        matches!(self, Self::Won { .. } | Self::Bye | Self::FormalWin)
    }

    /// Returns the opponent, if there was one.
    pub const fn opponent(self) -> Option<PlayerId> {
        match self {
            Self::Won { over, .. } => Some(over),
            Self::Lost { to } => Some(to),
            Self::Bye | Self::FormalWin | Self::Missed | Self::Excused => None,
        }
    }
}

/// Games of leagues and placement league, round by round, without play-offs (`TR1`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// For each round, the entry of each roster line; `None` if absent.
    rounds: Vec<Vec<Option<Entry>>>,
}

/// Sort keys of a player (`TR1`-`TR4`). Larger is better; the first difference decides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Keys {
    pub wins: u32,
    pub before: u32,
    pub strength: Vec<i64>,
    pub number: DrawNumber,
}

/// A player in the provisional order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvisionalRank {
    pub player: PlayerId,
    pub keys: Keys,
}

impl History {
    /// Returns the number of rounds played.
    pub fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// Adds a round: an entry for each roster line, `None` if absent.
    pub fn push(&mut self, round: Vec<Option<Entry>>) {
        self.rounds.push(round);
    }

    /// Removes the last round and returns it.
    pub(crate) fn pop(&mut self) -> Option<Vec<Option<Entry>>> {
        self.rounds.pop()
    }

    /// Replaces a player's entry in a round, counted from 0, by a ruling.
    pub fn correct(&mut self, round: usize, player: PlayerId, entry: Entry) {
        let place = self.rounds.get_mut(round).and_then(|round| round.get_mut(player.index()));
        if let Some(place) = place {
            *place = Some(entry);
        }
    }

    /// Returns a player's entries, in round order.
    pub fn entries(&self, player: PlayerId) -> impl Iterator<Item = Entry> {
        self.rounds.iter().filter_map(move |round| round.get(player.index()).copied().flatten())
    }

    /// Returns a player's wins (`TR1`).
    pub fn wins(&self, player: PlayerId) -> u32 {
        count(self.entries(player).filter(|entry| entry.is_win()))
    }

    /// Returns a player's losses, including rounds after a withdrawal.
    pub fn losses(&self, player: PlayerId) -> u32 {
        count(self.entries(player).filter(|entry| !entry.is_win()))
    }

    /// Returns a player's byes (`TP5`). Formal wins and forfeits don't count.
    pub fn byes(&self, player: PlayerId) -> u32 {
        count(self.entries(player).filter(|entry| *entry == Entry::Bye))
    }

    /// Returns the number of games between two players, including forfeits (`TP5`).
    pub fn meetings(&self, player: PlayerId, other: PlayerId) -> u32 {
        count(self.entries(player).filter(|entry| entry.opponent() == Some(other)))
    }

    /// Returns the provisional order of the present players, best first (`TR`).
    pub fn standings(&self, field: &Field, plan: &Plan) -> Vec<ProvisionalRank> {
        let wins: Vec<u32> = (0..field.lines()).map(|line| self.wins(PlayerId::at(line))).collect();
        let mut standings: Vec<ProvisionalRank> = field
            .present()
            .filter_map(|player| {
                let number = field.number(player)?;
                Some(ProvisionalRank { player, keys: self.keys(player, number, &wins, plan) })
            })
            .collect();
        standings.sort_unstable_by(|a, b| b.keys.cmp(&a.keys));
        standings
    }

    fn keys(&self, player: PlayerId, number: DrawNumber, wins: &[u32], plan: &Plan) -> Keys {
        let own = wins.get(player.index()).copied().unwrap_or(0);
        let latest = self.entries(player).last().is_some_and(Entry::is_win);
        Keys {
            wins: own,
            before: own - u32::from(latest),
            strength: self.strength(player, wins, plan),
            number,
        }
    }

    /// `S_k` for k = 1..K: the wins of the k best opponents beaten and the k worst lost to, with one entry
    /// per game (`TR3`).
    fn strength(&self, player: PlayerId, wins: &[u32], plan: &Plan) -> Vec<i64> {
        const PHANTOM: i64 = -1;
        let of = |player: PlayerId| i64::from(wins.get(player.index()).copied().unwrap_or(0));
        let (mut beaten, mut lost_to) = (Vec::new(), Vec::new());
        for entry in self.entries(player) {
            match entry {
                Entry::Won { forfeit: true, .. } if plan.forfeit_tiebreak == ForfeitTiebreak::Phantom => {
                    beaten.push(PHANTOM);
                }
                Entry::Won { over, .. } => beaten.push(of(over)),
                Entry::Bye | Entry::FormalWin => beaten.push(PHANTOM),
                Entry::Lost { to } => lost_to.push(of(to)),
                Entry::Missed | Entry::Excused => {}
            }
        }
        beaten.sort_unstable_by_key(|wins| Reverse(*wins));
        lost_to.sort_unstable();
        let mut sum = 0;
        let depth = usize::try_from(plan.strength_depth).unwrap_or(0);
        let nth = |list: &[i64], k: usize| list.get(k).copied().unwrap_or(0);
        let step = |k| {
            sum += nth(&beaten, k) + nth(&lost_to, k);
            sum
        };
        (0..depth).map(step).collect()
    }
}

fn count<T>(entries: impl Iterator<Item = T>) -> u32 {
    u32::try_from(entries.count()).unwrap_or(u32::MAX)
}
