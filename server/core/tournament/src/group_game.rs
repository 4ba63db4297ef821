//! Games of groups, and their results.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use ishigaki_rules::ranking::{Contender, rank};
use ishigaki_rules::{FigureFault, Setup, TeamId};

use crate::id::{GroupId, StageId};

/// A game of a contest in groups. Each group has one, and a spare game if it was abandoned (`G4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupGame {
    pub stage: StageId,
    pub group: GroupId,
    pub spare: bool,
}

impl GroupGame {
    /// Returns the game's name: event, stage and group number from 1, such as `2026-heats-3`, or
    /// `2026-heats-3-spare` for a spare game.
    pub fn name(self, event: &str, stage: &str) -> String {
        let number = u64::from(self.group.0) + 1;
        let spare = if self.spare { "-spare" } else { "" };
        format!("{event}-{stage}-{number}{spare}")
    }
}

/// A group's game, as far as the server knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownGame {
    pub game: GroupGame,
    /// Its actual or planned setup, which limits the figures of its teams (`E2`).
    pub setup: Setup,
    /// `None` if this server doesn't serve the game.
    pub is_over: Option<bool>,
}

/// A game's result: figures of each team of the group, and the janken orders of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameResult {
    /// Every team of the group once, in any order; without a tally if disqualified (`E3`).
    pub contenders: Vec<Contender>,
    /// Janken orders, best first, each of a whole set of teams with equal figures (`E2`).
    pub janken: Vec<Vec<TeamId>>,
}

impl GameResult {
    /// The first figure that is impossible with this setup, and its team.
    pub(crate) fn figure_fault(&self, setup: &Setup) -> Option<(TeamId, FigureFault)> {
        self.contenders.iter().find_map(|contender| {
            let fault = setup.figure_fault(contender.tally.as_ref()?)?;
            Some((contender.team, fault))
        })
    }

    pub(crate) fn is_of(&self, teams: &[TeamId]) -> bool {
        let mut counted: Vec<TeamId> = self.contenders.iter().map(|contender| contender.team).collect();
        let mut teams = teams.to_vec();
        counted.sort_unstable();
        teams.sort_unstable();
        counted == teams
    }

    /// Index of the first order that isn't of a whole set of equal teams.
    pub(crate) fn strange_order(&self) -> Option<usize> {
        let equals = rank(&self.contenders, &[]).janken_needed;
        self.janken.iter().position(|order| !equals.iter().any(|set| is_order_of(order, set)))
    }
}

/// Returns whether an order has exactly the teams of this set, which is sorted by id.
pub(crate) fn is_order_of(order: &[TeamId], set: &[TeamId]) -> bool {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    sorted == set
}
