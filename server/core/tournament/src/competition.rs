//! Competitions: events of both kinds behind one type, so that server, wire and record need only one stream.

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
    Leagues(Box<Plan>),
    Groups(GroupPlan),
}

impl CompetitionPlan {
    /// Returns the plan of an event in leagues.
    pub const fn leagues(&self) -> Option<&Plan> {
        match self {
            Self::Leagues(plan) => Some(plan),
            Self::Groups(_) => None,
        }
    }

    /// Returns the plan of a contest in groups.
    pub const fn groups(&self) -> Option<&GroupPlan> {
        match self {
            Self::Leagues(_) => None,
            Self::Groups(plan) => Some(plan),
        }
    }

    /// Returns the lotteries that give the seed (`TD2`).
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
    Leagues(Box<Tournament>),
    Groups(GroupContest),
}

/// Reason why a command is rejected. A rejected command changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompetitionRejection {
    Leagues(Rejection),
    Groups(GroupRejection),
}

impl CompetitionRejection {
    /// Returns the number of the rule behind it.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Leagues(rejection) => rejection.rule(),
            Self::Groups(rejection) => rejection.rule(),
        }
    }

    /// Returns the field of the command that it concerns.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Leagues(rejection) => rejection.field(),
            Self::Groups(rejection) => rejection.field(),
        }
    }
}

impl Competition {
    /// Returns an event without facts.
    pub fn new(plan: CompetitionPlan) -> Self {
        match plan {
            CompetitionPlan::Leagues(plan) => Self::Leagues(Box::new(Tournament::new(*plan))),
            CompetitionPlan::Groups(plan) => Self::Groups(GroupContest::new(plan)),
        }
    }

    /// Judges a command and returns its events or a rejection. Total and deterministic.
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

    /// Returns the event if it is in leagues.
    pub fn leagues(&self) -> Option<&Tournament> {
        match self {
            Self::Leagues(tournament) => Some(tournament),
            Self::Groups(_) => None,
        }
    }

    /// Returns the contest if it is in groups.
    pub const fn groups(&self) -> Option<&GroupContest> {
        match self {
            Self::Leagues(_) => None,
            Self::Groups(contest) => Some(contest),
        }
    }

    /// Returns the commitment (`TV1`), if there is one.
    pub fn commitment(&self) -> Option<[u8; 32]> {
        match self {
            Self::Leagues(tournament) => tournament.commitment(),
            Self::Groups(contest) => contest.commitment(),
        }
    }

    /// Returns the number of lines of the roster.
    pub fn entrants(&self) -> usize {
        match self {
            Self::Leagues(tournament) => tournament.roster().len(),
            Self::Groups(contest) => contest.teams().len(),
        }
    }

    /// Returns the free-text rulings, in order.
    pub fn rulings(&self) -> &[String] {
        match self {
            Self::Leagues(tournament) => tournament.rulings(),
            Self::Groups(contest) => contest.rulings(),
        }
    }

    /// Returns whether the final ranking is declared.
    pub fn is_declared(&self) -> bool {
        match self {
            Self::Leagues(tournament) => tournament.stage() == Stage::Declared,
            Self::Groups(contest) => contest.phase() == GroupPhase::Declared,
        }
    }

    /// Returns whether the event was abandoned.
    pub fn is_abandoned(&self) -> bool {
        match self {
            Self::Leagues(tournament) => tournament.stage() == Stage::Abandoned,
            Self::Groups(contest) => contest.phase() == GroupPhase::Abandoned,
        }
    }

    /// Returns whether nothing more can happen.
    pub fn is_over(&self) -> bool {
        self.is_declared() || self.is_abandoned()
    }
}
