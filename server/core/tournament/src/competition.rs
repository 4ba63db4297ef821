//! Competitions: events of either kind behind one face, so that server, wire and record have one stream for both.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::event::{Command, Event, Rejection, Stage, Tournament, decide};
use crate::group_contest::{GroupContest, GroupPhase, GroupRejection};
use crate::group_plan::GroupPlan;
use crate::pairing::Matcher;
use crate::plan::{Lottery, Plan};

/// Plan of an event of either kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompetitionPlan {
    /// In leagues (`TL`).
    Leagues(Box<Plan>),
    /// In groups (`TG`).
    Groups(GroupPlan),
}

impl CompetitionPlan {
    /// The plan of an event in leagues, if it is one.
    pub const fn leagues(&self) -> Option<&Plan> {
        match self {
            Self::Leagues(plan) => Some(plan),
            Self::Groups(_) => None,
        }
    }

    /// The plan of a contest in groups, if it is one.
    pub const fn groups(&self) -> Option<&GroupPlan> {
        match self {
            Self::Leagues(_) => None,
            Self::Groups(plan) => Some(plan),
        }
    }

    /// Returns the lotteries whose results make the seed (`TD2`).
    pub fn lotteries(&self) -> &[Lottery] {
        match self {
            Self::Leagues(plan) => &plan.lotteries,
            Self::Groups(plan) => &plan.lotteries,
        }
    }
}

/// An event of either kind, folded event by event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Competition {
    /// In leagues (`TL`).
    Leagues(Box<Tournament>),
    /// In groups (`TG`).
    Groups(GroupContest),
}

/// Reason for which a command is refused. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompetitionRejection {
    /// By an event in leagues.
    Leagues(Rejection),
    /// By a contest in groups.
    Groups(GroupRejection),
}

impl CompetitionRejection {
    /// The rule it stands on.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Leagues(rejection) => rejection.rule(),
            Self::Groups(rejection) => rejection.rule(),
        }
    }

    /// Returns what of the command it concerns.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Leagues(rejection) => rejection.field(),
            Self::Groups(rejection) => rejection.field(),
        }
    }
}

impl Competition {
    /// An event of which only the plan is known.
    pub fn new(plan: CompetitionPlan) -> Self {
        match plan {
            CompetitionPlan::Leagues(plan) => Self::Leagues(Box::new(Tournament::new(*plan))),
            CompetitionPlan::Groups(plan) => Self::Groups(GroupContest::new(plan)),
        }
    }

    /// Judges a command: the events it leads to, or why it is refused. Total and deterministic.
    ///
    /// # Errors
    /// With the first thing that stands against it.
    pub fn decide(
        &self,
        command: &Command,
        matcher: &impl Matcher,
    ) -> Result<Vec<Event>, CompetitionRejection> {
        match self {
            Self::Leagues(tournament) => {
                decide(tournament, command, matcher).map_err(CompetitionRejection::Leagues)
            }
            Self::Groups(contest) => contest.decide(command).map_err(CompetitionRejection::Groups),
        }
    }

    /// Folds one event into the state. It cannot fail: a fact that does not fit changes nothing.
    pub fn apply(&mut self, event: &Event) {
        match self {
            Self::Leagues(tournament) => tournament.apply(event),
            Self::Groups(contest) => contest.apply(event),
        }
    }

    /// The event, if it is one in leagues.
    pub fn leagues(&self) -> Option<&Tournament> {
        match self {
            Self::Leagues(tournament) => Some(tournament),
            Self::Groups(_) => None,
        }
    }

    /// The contest, if it is one in groups.
    pub const fn groups(&self) -> Option<&GroupContest> {
        match self {
            Self::Leagues(_) => None,
            Self::Groups(contest) => Some(contest),
        }
    }

    /// The commitment, once there is one (`TV1`).
    pub fn commitment(&self) -> Option<[u8; 32]> {
        match self {
            Self::Leagues(tournament) => tournament.commitment(),
            Self::Groups(contest) => contest.commitment(),
        }
    }

    /// Lines of the roster.
    pub fn entrants(&self) -> usize {
        match self {
            Self::Leagues(tournament) => tournament.roster().len(),
            Self::Groups(contest) => contest.teams().len(),
        }
    }

    /// Rulings in words, in order.
    pub fn rulings(&self) -> &[String] {
        match self {
            Self::Leagues(tournament) => tournament.rulings(),
            Self::Groups(contest) => contest.rulings(),
        }
    }

    /// Returns whether the final ranking stands.
    pub fn is_declared(&self) -> bool {
        match self {
            Self::Leagues(tournament) => tournament.stage() == Stage::Declared,
            Self::Groups(contest) => contest.phase() == GroupPhase::Declared,
        }
    }

    /// Returns whether it was given up.
    pub fn is_abandoned(&self) -> bool {
        match self {
            Self::Leagues(tournament) => tournament.stage() == Stage::Abandoned,
            Self::Groups(contest) => contest.phase() == GroupPhase::Abandoned,
        }
    }

    /// Returns whether nothing follows.
    pub fn is_over(&self) -> bool {
        self.is_declared() || self.is_abandoned()
    }
}
