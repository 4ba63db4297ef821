//! The rejections in a contest in groups: facts, each with the rule it stands on.

use ishigaki_rules::{FigureFault, TeamId};

use super::state::GroupPhase;
use crate::draw::DigitsFault;
use crate::group_game::GroupGame;
use crate::groups::GroupFault;
use crate::id::StageId;

/// Reason for which a command is refused. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupRejection {
    /// The contest is at a point at which this is not possible.
    WrongPhase {
        /// Phase of the contest.
        phase: GroupPhase,
    },
    /// Another stage is meant than the one this could concern.
    OtherStage {
        /// The stage that is meant.
        named: StageId,
        /// The stage it could concern.
        current: StageId,
    },
    /// The act is one of an event in leagues (`TL`), and this contest is played in groups.
    OfLeagues,
    /// Only the referee rules (`TV3`).
    NotTheReferee,
    /// A ruling came without its reason (`TV3`).
    NoReason,
    /// A line of the roster has no id, or that of a line above.
    BadTeam { team: TeamId },
    /// The roster has fewer than two teams (`TG1`).
    TooFewTeams {
        /// Number of its teams.
        teams: usize,
    },
    /// A guest of a stage is not on the roster (`TG5`).
    UnknownGuest {
        stage: StageId,
        /// Index of the guest, from 0.
        guest: usize,
    },
    /// A team is no guest, and no stage takes the roster (`TG5`).
    NeverPlays { team: TeamId },
    /// Results of lotteries that make no seed (`TD2`).
    BadDigits(DigitsFault),
    /// The first stage's groups are drawn from the digits that hold: they stand (`TD8`).
    DrawStands,
    /// The team is not on the stage's roster (`TG5`).
    NotOfStage { team: TeamId, stage: StageId },
    /// The team was absent when the digits became known, and is not admitted later (`TD7`).
    AttendanceStands { team: TeamId },
    /// So many teams cannot be grouped as the plan says (`TG1`).
    BadGroups(GroupFault),
    /// Fewer than two of the stage's teams are there, though it has more (`TG1`).
    TooFewPresent {
        stage: StageId,
        /// Number of teams that are there.
        present: usize,
        /// Number of teams of the stage's roster.
        roster: usize,
    },
    /// The stage's plan has no scenario for a game of so many teams (`TG1`).
    NoScenario {
        stage: StageId,
        /// Teams of the game.
        teams: usize,
    },
    /// There is no such game, or its spare is played in its place (`G4`).
    NoSuchGame { game: GroupGame },
    /// The game has a result: only a ruling can take its place (`TO9`).
    AlreadyCounted { game: GroupGame },
    /// The server serves the game, and counts it when its judge declares the result (`E4`).
    GameServed { game: GroupGame },
    /// No wall of the game can have this figure (`E2`).
    BadFigure {
        /// The team that counts it.
        team: TeamId,
        fault: FigureFault,
    },
    /// The result is not of exactly the group's teams.
    OtherTeams { game: GroupGame },
    /// An order of the result is not one of a whole set of equal teams (`E2`).
    BadOrder {
        /// Index of the order, from 0.
        order: usize,
    },
    /// The game has no spare, or is one (`G4`).
    NoSpare { game: GroupGame },
    /// No janken is needed between exactly these teams (`TG4`).
    NoJanken { stage: StageId },
    /// Games of the stage are not counted yet.
    GamesOpen { stage: StageId, games: usize },
    /// The stage has its results, and one of its games still runs (`TG4`).
    GameRunning { game: GroupGame },
    /// Equal teams stand across a margin without an order (`TG4`).
    JankenMissing {
        stage: StageId,
        /// Number of sets of equal teams.
        sets: usize,
    },
    /// A later stage was drawn from this one (`TG3`).
    StageBuiltUpon { stage: StageId },
}

impl GroupRejection {
    /// The rule it stands on.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::WrongPhase { phase } => phase.rule(),
            Self::OfLeagues => "TL",
            Self::NotTheReferee | Self::NoReason => "TV3",
            Self::TooFewTeams { .. }
            | Self::BadGroups(_)
            | Self::TooFewPresent { .. }
            | Self::NoScenario { .. } => "TG1",
            Self::BadTeam { .. } => "TG2",
            Self::OtherStage { .. } | Self::StageBuiltUpon { .. } => "TG3",
            Self::GamesOpen { .. }
            | Self::GameRunning { .. }
            | Self::JankenMissing { .. }
            | Self::NoJanken { .. } => "TG4",
            Self::UnknownGuest { .. } | Self::NeverPlays { .. } | Self::NotOfStage { .. } => "TG5",
            Self::BadDigits(_) => "TD2",
            Self::AttendanceStands { .. } => "TD7",
            Self::DrawStands => "TD8",
            Self::NoSuchGame { .. } | Self::NoSpare { .. } => "G4",
            Self::AlreadyCounted { .. } => "TO9",
            Self::GameServed { .. } => "E4",
            Self::BadFigure { fault, .. } => fault.criterion.rule(),
            Self::OtherTeams { .. } | Self::BadOrder { .. } => "E2",
        }
    }

    /// Returns what of the command it concerns.
    pub fn field(&self) -> &'static str {
        match self {
            Self::WrongPhase { .. } | Self::OfLeagues | Self::NotTheReferee => "act",
            Self::OtherStage { .. }
            | Self::TooFewPresent { .. }
            | Self::GamesOpen { .. }
            | Self::GameRunning { .. }
            | Self::JankenMissing { .. }
            | Self::StageBuiltUpon { .. } => "stage",
            Self::NoReason => "reason",
            Self::BadTeam { .. } | Self::TooFewTeams { .. } | Self::NeverPlays { .. } => "teams",
            Self::UnknownGuest { .. } => "guests",
            Self::BadDigits(_) | Self::DrawStands => "results",
            Self::NotOfStage { .. } | Self::AttendanceStands { .. } => "team",
            Self::BadGroups(_) | Self::NoScenario { .. } => "groups",
            Self::NoSuchGame { .. }
            | Self::AlreadyCounted { .. }
            | Self::GameServed { .. }
            | Self::NoSpare { .. } => "game",
            Self::OtherTeams { .. } | Self::BadFigure { .. } => "result",
            Self::BadOrder { .. } | Self::NoJanken { .. } => "order",
        }
    }
}
