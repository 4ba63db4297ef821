//! The setup of a game, announced to the teams before it begins (`G1`).

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use crate::ranking::{Criterion, Tally};
use crate::{Frame, LotId, Millis, RoundNo, Shape, TeamId, Tsuyama};

/// The setup of one game. It never changes once the game exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    pub title: String,
    pub title_ja: String,
    pub frame: Frame,
    /// The stone types in the order of the scenario, indexed by [`LotId`].
    pub lots: Vec<LotSpec>,
    /// The teams in the order of the contest file, indexed by [`TeamId`].
    pub teams: Vec<TeamSpec>,
    pub initial: Tsuyama,
    /// The rounds in order, starting with round 1.
    pub rounds: Vec<RoundPlan>,
    /// Consequence of a move that leaves a stone unsupported (`W5`).
    pub support: SupportRule,
    /// Length of the countdown after the judge's end signal (`E1`).
    pub end_countdown: Millis,
}

/// One stone type (lot).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LotSpec {
    /// Short name for people, such as `L` or `T2`; unique in the game.
    pub code: String,
    /// The shape in the scenario, before any rotation.
    pub shape: Shape,
    /// Minimum bid.
    pub min_price: Tsuyama,
    /// Number of copies in the whole game, at least 1.
    pub copies: u32,
}

/// One team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamSpec {
    /// Short name in calls and files; unique in the game.
    pub code: String,
    pub name: String,
}

/// Plan of one round, fixed before the game (`G1`, `A3`, `A7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundPlan {
    /// Maximum number of lines in a list (最大入札石数, M).
    pub max_bids: u32,
    /// Maximum number of stones that a team may win (最大落札石数, W).
    pub max_wins: u32,
    pub window: Millis,
    pub rebid_window: Millis,
    /// Rule for closing bids before the deadline.
    pub close: ClosePolicy,
}

/// When bidding closes (`A3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosePolicy {
    /// At the deadline only.
    AtDeadline,
    /// At the deadline, or as soon as every team that may bid has submitted a list.
    WhenAllSealed,
}

/// Rule for moves that leave stones unsupported (`W5`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SupportRule {
    EachMove,
    /// Unsupported stones are only reported until the end.
    AtEnd,
}

/// A figure that no wall of a game can have, with its limits (`E2`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureFault {
    pub criterion: Criterion,
    pub counted: u64,
    pub most: u64,
}

/// Error of a setup that can't be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupFault {
    /// Fewer than 2 or more than 16 teams (`G2`).
    TeamCount {
        teams: usize,
    },
    DuplicateTeam {
        code: String,
    },
    NoLots,
    DuplicateLot {
        code: String,
    },
    NoCopies {
        lot: LotId,
    },
    NoRounds,
    /// A round allows no bids, no wins, or no time.
    EmptyRound {
        round: RoundNo,
    },
}

impl Setup {
    /// Returns the first figure that no wall of this game can have (`E2`): more empty squares than the frame,
    /// more top gaps than the top row or than empty squares, more money than the start amount, or more stones
    /// than exist or than a team can win.
    pub fn figure_fault(&self, tally: &Tally) -> Option<FigureFault> {
        let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let squares = count(self.frame.area());
        let top = count(self.frame.cells().filter(|cell| cell.row == self.frame.top_row()).count());
        let copies: u64 = self.lots.iter().map(|lot| u64::from(lot.copies)).sum();
        let wins: u64 = self.rounds.iter().map(|round| u64::from(round.max_wins)).sum();
        let stones = copies.min(wins);
        let [empty, used] = [tally.empty, tally.used].map(u64::from);
        let bounds = [
            (Criterion::Empty, squares),
            (Criterion::TopGaps, top.min(empty)),
            (Criterion::Held, self.initial.0),
            // Each stone covers a square.
            (Criterion::Used, stones.min(squares.saturating_sub(empty))),
            (Criterion::Unused, stones.saturating_sub(used)),
        ];
        let mut faults = bounds.into_iter().filter_map(|(criterion, most)| {
            let counted = tally.figure(criterion)?;
            (counted > most).then_some(FigureFault { criterion, counted, most })
        });
        faults.next()
    }

    /// Checks the minimum requirements for a game and returns the first fault. The scenario linter checks far
    /// more and gives positions in the file.
    pub fn check(&self) -> Result<(), SetupFault> {
        if !(2..=16).contains(&self.teams.len()) {
            return Err(SetupFault::TeamCount { teams: self.teams.len() });
        }
        let mut codes = BTreeSet::new();
        if let Some(team) = self.teams.iter().find(|team| !codes.insert(&team.code)) {
            return Err(SetupFault::DuplicateTeam { code: team.code.clone() });
        }
        if self.lots.is_empty() {
            return Err(SetupFault::NoLots);
        }
        codes.clear();
        if let Some(lot) = self.lots.iter().find(|lot| !codes.insert(&lot.code)) {
            return Err(SetupFault::DuplicateLot { code: lot.code.clone() });
        }
        if let Some(at) = self.lots.iter().position(|lot| lot.copies == 0) {
            return Err(SetupFault::NoCopies { lot: LotId::at(at) });
        }
        if self.rounds.is_empty() {
            return Err(SetupFault::NoRounds);
        }
        let empty = |plan: &RoundPlan| {
            plan.max_bids == 0 || plan.max_wins == 0 || plan.window.0 == 0 || plan.rebid_window.0 == 0
        };
        if let Some((round, _)) = self.numbered_rounds().find(|(_, plan)| empty(plan)) {
            return Err(SetupFault::EmptyRound { round });
        }
        Ok(())
    }

    /// Returns the lot with this id.
    pub fn lot(&self, lot: LotId) -> Option<&LotSpec> {
        self.lots.get(lot.index())
    }

    /// Returns the team with this id.
    pub fn team(&self, team: TeamId) -> Option<&TeamSpec> {
        self.teams.get(team.index())
    }

    /// Returns the plan of a round.
    pub fn round(&self, round: RoundNo) -> Option<&RoundPlan> {
        if round.0 == 0 { None } else { self.rounds.get(round.index()) }
    }

    /// Finds a lot by its code.
    pub fn lot_by_code(&self, code: &str) -> Option<LotId> {
        self.lots.iter().position(|lot| lot.code == code).map(LotId::at)
    }

    /// Finds a team by its code.
    pub fn team_by_code(&self, code: &str) -> Option<TeamId> {
        self.teams.iter().position(|team| team.code == code).map(TeamId::at)
    }

    /// Returns all teams' ids in order.
    pub fn team_ids(&self) -> impl Iterator<Item = TeamId> + use<> {
        (0..self.teams.len()).map(TeamId::at)
    }

    /// Returns all lots' ids in order.
    pub fn lot_ids(&self) -> impl Iterator<Item = LotId> + use<> {
        (0..self.lots.len()).map(LotId::at)
    }

    fn numbered_rounds(&self) -> impl Iterator<Item = (RoundNo, &RoundPlan)> {
        (1..).map(RoundNo).zip(&self.rounds)
    }
}
