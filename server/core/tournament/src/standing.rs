//! Standings: what everybody has played, and the provisional order (暫定順位) that follows (`TR`).

use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::id::{DrawNumber, PlayerId};
use crate::league::Field;
use crate::plan::{ForfeitTiebreak, Plan};

/// Round of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Won {
        over: PlayerId,
        /// Whether by forfeit (`TW2`).
        forfeit: bool,
    },
    Lost {
        to: PlayerId,
    },
    /// Had the bye of an odd pool (`TP1`, `TP2`).
    Bye,
    /// Has qualified: a formal win (`TF3`).
    FormalWin,
    /// Has withdrawn: a loss without an opponent (`TW1`).
    Withdrawn,
}

impl Entry {
    /// Returns whether it counts as a win (`TR1`).
    pub const fn is_win(self) -> bool {
        matches!(self, Self::Won { .. } | Self::Bye | Self::FormalWin)
    }

    /// The opponent, if there was one.
    pub const fn opponent(self) -> Option<PlayerId> {
        match self {
            Self::Won { over, .. } => Some(over),
            Self::Lost { to } => Some(to),
            Self::Bye | Self::FormalWin | Self::Withdrawn => None,
        }
    }
}

/// Games that were played in leagues and placement league, round by round. Play-offs are not in it (`TR1`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Of each round: the entry of each line of the roster, `None` for whoever is absent.
    rounds: Vec<Vec<Option<Entry>>>,
}

/// Keys that a player is ranked by (`TR1`-`TR4`): larger is better, the first difference decides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Keys {
    /// Wins (`TR1`).
    pub wins: u32,
    /// Wins before the latest round (`TR2`).
    pub before: u32,
    /// `S_1`, `S_2`, ... `S_K` (`TR3`).
    pub strength: Vec<i64>,
    /// The draw number (`TR4`).
    pub number: DrawNumber,
}

/// A player in the provisional order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvisionalRank {
    pub player: PlayerId,
    /// Keys that place them.
    pub keys: Keys,
}

impl History {
    /// Rounds that were played.
    pub fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// Adds a round: an entry for each line of the roster, `None` for whoever is absent.
    pub fn push(&mut self, round: Vec<Option<Entry>>) {
        self.rounds.push(round);
    }

    /// Sets what a round, from 0, was for a player: a ruling took its result's place.
    pub fn correct(&mut self, round: usize, player: PlayerId, entry: Entry) {
        let place = self.rounds.get_mut(round).and_then(|round| round.get_mut(player.index()));
        if let Some(place) = place {
            *place = Some(entry);
        }
    }

    /// A player's entries, in the order of the rounds.
    pub fn entries(&self, player: PlayerId) -> impl Iterator<Item = Entry> {
        self.rounds.iter().filter_map(move |round| round.get(player.index()).copied().flatten())
    }

    /// A player's wins (`TR1`).
    pub fn wins(&self, player: PlayerId) -> u32 {
        count(self.entries(player).filter(|entry| entry.is_win()))
    }

    /// A player's losses, rounds after a withdrawal too.
    pub fn losses(&self, player: PlayerId) -> u32 {
        count(self.entries(player).filter(|entry| !entry.is_win()))
    }

    /// Byes a player has had (`TP5`): formal wins and forfeits are none.
    pub fn byes(&self, player: PlayerId) -> u32 {
        count(self.entries(player).filter(|entry| *entry == Entry::Bye))
    }

    /// Games two players have played against each other, forfeits too (`TP5`).
    pub fn meetings(&self, player: PlayerId, other: PlayerId) -> u32 {
        count(self.entries(player).filter(|entry| entry.opponent() == Some(other)))
    }

    /// The provisional order of those present, best first (`TR`).
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

    /// `S_k` for k = 1..K: the wins of the k best beaten and of the k worst lost to, one entry a game (`TR3`).
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
                Entry::Withdrawn => {}
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
