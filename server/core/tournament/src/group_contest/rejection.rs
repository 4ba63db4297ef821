//! Rejections in a contest in groups, each with its rule.

use ishigaki_rules::{FigureFault, TeamId};

use super::state::GroupPhase;
use crate::draw::DigitsFault;
use crate::event::NoticeFault;
use crate::group_game::GroupGame;
use crate::groups::GroupFault;
use crate::id::StageId;

/// Reason why a command is rejected. A rejected command changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupRejection {
    /// It isn't possible in the contest's phase.
    WrongPhase {
        phase: GroupPhase,
    },
    OtherStage {
        named: StageId,
        current: StageId,
    },
    /// The act belongs to events in leagues (`TL`), but this contest is in groups.
    OfLeagues,
    NotTheReferee,
    NoReason,
    /// A roster line has no id, or a repeated one.
    BadTeam {
        team: TeamId,
    },
    /// The roster has fewer than two teams (`TG1`).
    TooFewTeams {
        teams: usize,
    },
    /// A guest of a stage is not on the roster (`TG5`).
    UnknownGuest {
        stage: StageId,
        guest: usize,
    },
    /// The team isn't a guest, and no stage uses the roster (`TG5`).
    NeverPlays {
        team: TeamId,
    },
    /// The lottery results give no seed (`TD2`).
    BadDigits(DigitsFault),
    /// The first stage's groups are drawn from the digits that hold: they stand (`TD8`).
    DrawStands,
    /// The team is not on the stage's roster (`TG5`).
    NotOfStage {
        team: TeamId,
        stage: StageId,
    },
    /// The team was absent when the digits became known and can't be admitted later (`TD7`).
    AttendanceStands {
        team: TeamId,
    },
    /// The plan's groups don't fit this number of teams (`TG1`).
    BadGroups(GroupFault),
    /// Fewer than two of the stage's teams are present, though it has more (`TG1`).
    TooFewPresent {
        stage: StageId,
        present: usize,
        roster: usize,
    },
    /// The plan has no scenario for this number of teams (`TG1`).
    NoScenario {
        stage: StageId,
        teams: usize,
    },
    /// The game is unknown or replaced by its spare (`G4`).
    NoSuchGame {
        game: GroupGame,
    },
    /// The game has a result, which only a ruling can replace (`TO9`).
    AlreadyCounted {
        game: GroupGame,
    },
    /// The server serves the game, and counts it when its judge declares the result (`E4`).
    GameServed {
        game: GroupGame,
    },
    /// No wall of the game can have this figure (`E2`).
    BadFigure {
        team: TeamId,
        fault: FigureFault,
    },
    /// The result's teams aren't exactly the group's.
    OtherTeams {
        game: GroupGame,
    },
    /// An order of the result isn't one of a whole set of equal teams (`E2`).
    BadOrder {
        order: usize,
    },
    /// The game has no spare or is one (`G4`).
    NoSpare {
        game: GroupGame,
    },
    /// These teams don't need a janken (`TG4`).
    NoJanken {
        stage: StageId,
    },
    /// Games of the stage are not counted yet.
    GamesOpen {
        stage: StageId,
        games: usize,
    },
    /// One of the stage's games is still running, although it has all results (`TG4`).
    GameRunning {
        game: GroupGame,
    },
    /// Equal teams across a margin have no order (`TG4`).
    JankenMissing {
        stage: StageId,
        sets: usize,
    },
    /// A later stage was drawn from this one (`TG3`).
    StageBuiltUpon {
        stage: StageId,
    },
    /// A text of an announcement is missing or invalid (`TV4`).
    BadNotice(NoticeFault),
    TooManyMessages {
        most: usize,
    },
}

impl GroupRejection {
    /// Returns the number of the rule behind it.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::WrongPhase { phase } => phase.rule(),
            Self::OfLeagues => "TL",
            Self::NotTheReferee | Self::NoReason => "TV3",
            Self::BadNotice(_) | Self::TooManyMessages { .. } => "TV4",
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

    /// Returns the field of the command that it concerns.
    pub fn field(&self) -> &'static str {
        match self {
            Self::WrongPhase { .. }
            | Self::OfLeagues
            | Self::NotTheReferee
            | Self::TooManyMessages { .. } => "act",
            Self::OtherStage { .. }
            | Self::TooFewPresent { .. }
            | Self::GamesOpen { .. }
            | Self::GameRunning { .. }
            | Self::JankenMissing { .. }
            | Self::StageBuiltUpon { .. } => "stage",
            Self::NoReason => "reason",
            Self::BadNotice(fault) => fault.language,
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
