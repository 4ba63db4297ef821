//! The set-up of a game, told to the teams before it begins (`G1`).

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::ranking::{Criterion, Tally};
use crate::{Frame, LotId, Millis, RoundNo, Shape, TeamId, Tsuyama};

/// The whole set-up of one game. It does not change once the game exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Title of the game, for people.
    pub title: String,
    /// The same in Japanese; empty if it has no other title there.
    pub title_ja: String,
    /// The frame that every team fills.
    pub frame: Frame,
    /// The stone types, in the order of the scenario. A [`LotId`] is a place in this list.
    pub lots: Vec<LotSpec>,
    /// The teams, in the order of the contest file. A [`TeamId`] is a place in this list.
    pub teams: Vec<TeamSpec>,
    /// TSUYAMA that every team holds at the start.
    pub initial: Tsuyama,
    /// The rounds in order; the first is round 1.
    pub rounds: Vec<RoundPlan>,
    /// Consequence of a move that leaves a stone unsupported (`W5`).
    pub support: SupportRule,
    /// Length of the countdown after the judge's end signal (`E1`).
    pub end_countdown: Millis,
}

/// One stone type (lot).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LotSpec {
    /// The short name people use, such as `L` or `T2`; unique in the game.
    pub code: String,
    /// The shape as it stands in the scenario, before any turn.
    pub shape: Shape,
    /// The least price of a bid.
    pub min_price: Tsuyama,
    /// Number of copies in the whole game, at least 1.
    pub copies: u32,
}

/// One team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamSpec {
    /// The short name used in calls and files; unique in the game.
    pub code: String,
    /// The name people read.
    pub name: String,
}

/// Plan of one round, fixed beforehand (`G1`, `A3`, `A7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundPlan {
    /// The most lines a list may have (最大入札石数, M).
    pub max_bids: u32,
    /// The most stones a team may win (最大落札石数, W).
    pub max_wins: u32,
    /// Time for which bidding is open.
    pub window: Millis,
    /// Time for which each re-bid wave is open.
    pub rebid_window: Millis,
    /// Whether bidding may close before its deadline.
    pub close: ClosePolicy,
}

/// Policy by which bidding closes (`A3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosePolicy {
    /// At the deadline only.
    AtDeadline,
    /// At the deadline, or as soon as every team that may bid has sealed a list.
    WhenAllSealed,
}

/// Demand of the wall rules on each single move (`W5`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SupportRule {
    /// A move that leaves any stone unsupported is refused.
    EachMove,
    /// Unsupported stones are only reported until the end.
    AtEnd,
}

/// A figure that no wall of a game can have, with its bounds (`E2`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureFault {
    /// Criterion among the ranked ones.
    pub criterion: Criterion,
    pub counted: u64,
    /// The largest that there can be; the smallest is nothing.
    pub most: u64,
}

/// Error of a set-up that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupFault {
    /// Fewer than 2 or more than 16 teams (`G2`).
    TeamCount {
        teams: usize,
    },
    /// Two teams share a code.
    DuplicateTeam {
        code: String,
    },
    /// There is no stone type at all.
    NoLots,
    /// Two lots share a code.
    DuplicateLot {
        code: String,
    },
    NoCopies {
        lot: LotId,
    },
    /// There is no round.
    NoRounds,
    /// A round allows no bids, no wins, or no time.
    EmptyRound {
        round: RoundNo,
    },
}

/// In English.
impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unplayable = "the scenario cannot be played";
        match self {
            Self::TeamCount { teams } => write!(f, "the game has {teams} team(s); it takes 2 to 16"),
            Self::DuplicateTeam { code } => write!(f, "team {code:?} is there twice"),
            Self::NoLots => write!(f, "{unplayable}: it has no stones"),
            Self::DuplicateLot { code } => write!(f, "{unplayable}: stone {code:?} is there twice"),
            Self::NoCopies { lot } => write!(f, "{unplayable}: stone type {} has no copy", lot.index() + 1),
            Self::NoRounds => write!(f, "{unplayable}: it has no round"),
            Self::EmptyRound { round } => {
                write!(f, "{unplayable}: round {} has no bids, no wins or no time", round.0)
            }
        }
    }
}

impl Setup {
    /// The first figure that no wall of this game can have (`E2`): more empty squares than the frame has, more gaps in the top row
    /// than that has or than there are empty squares, more money than the game begins with, more stones than there are or a team
    /// can win.
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

    /// Checks that a game can be played with this set-up; the first fault found.
    ///
    /// The scenario linter checks far more and says where in the file; this is the floor below which no
    /// game is started.
    ///
    /// # Errors
    /// The first [`SetupFault`].
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

    /// The lot with this id, if the game has it.
    pub fn lot(&self, lot: LotId) -> Option<&LotSpec> {
        self.lots.get(lot.index())
    }

    /// The team with this id, if the game has it.
    pub fn team(&self, team: TeamId) -> Option<&TeamSpec> {
        self.teams.get(team.index())
    }

    /// The plan of a round, if the game has that round.
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

    /// All teams' ids in order.
    pub fn team_ids(&self) -> impl Iterator<Item = TeamId> + use<> {
        (0..self.teams.len()).map(TeamId::at)
    }

    /// All lots' ids in order.
    pub fn lot_ids(&self) -> impl Iterator<Item = LotId> + use<> {
        (0..self.lots.len()).map(LotId::at)
    }

    fn numbered_rounds(&self) -> impl Iterator<Item = (RoundNo, &RoundPlan)> {
        (1..).map(RoundNo).zip(&self.rounds)
    }
}
