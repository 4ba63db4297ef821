//! Games of groups, and what is counted of them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use ishigaki_rules::ranking::{Contender, rank};
use ishigaki_rules::{FigureFault, Setup, TeamId};

use crate::id::{GroupId, StageId};

/// A game of a contest in groups: each group has one, and after an abandoned one its spare (`G4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupGame {
    pub stage: StageId,
    pub group: GroupId,
    /// Whether it replaces the group's first game.
    pub spare: bool,
}

impl GroupGame {
    /// The game's name in an event: the event's, the stage's and the group's number from 1, such as `2026-heats-3`; of a
    /// spare `2026-heats-3-spare`.
    pub fn name(self, event: &str, stage: &str) -> String {
        let number = u64::from(self.group.0) + 1;
        let spare = if self.spare { "-spare" } else { "" };
        format!("{event}-{stage}-{number}{spare}")
    }
}

/// A group's game as the server knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownGame {
    pub game: GroupGame,
    /// Set-up that it is played with, or would be: it bounds what its teams can count (`E2`).
    pub setup: Setup,
    /// Whether the game is over; `None` if the server does not serve it.
    pub is_over: Option<bool>,
}

/// A game's result: what each team of the group counts, and the orders of equal teams that were found in the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameResult {
    /// Every team of the group once, in any order; without a tally if it is disqualified (`E3`).
    pub contenders: Vec<Contender>,
    /// Orders by janken, best first, each of a whole set of teams that are equal on all five counts (`E2`).
    pub janken: Vec<Vec<TeamId>>,
}

impl GameResult {
    /// The first figure that no wall of a game with this set-up can have, and whose it is.
    pub(crate) fn figure_fault(&self, setup: &Setup) -> Option<(TeamId, FigureFault)> {
        self.contenders.iter().find_map(|contender| {
            let fault = setup.figure_fault(contender.tally.as_ref()?)?;
            Some((contender.team, fault))
        })
    }

    /// Returns whether it is of exactly these teams.
    pub(crate) fn is_of(&self, teams: &[TeamId]) -> bool {
        let mut counted: Vec<TeamId> = self.contenders.iter().map(|contender| contender.team).collect();
        let mut teams = teams.to_vec();
        counted.sort_unstable();
        teams.sort_unstable();
        counted == teams
    }

    /// An order that is not one of a whole set of equal teams, by its place among the orders, from 0.
    pub(crate) fn strange_order(&self) -> Option<usize> {
        let equals = rank(&self.contenders, &[]).janken_needed;
        self.janken.iter().position(|order| !equals.iter().any(|set| is_order_of(order, set)))
    }
}

/// Returns whether an order is one of exactly this set, which stands by team.
pub(crate) fn is_order_of(order: &[TeamId], set: &[TeamId]) -> bool {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    sorted == set
}
