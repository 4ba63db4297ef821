//! What can be asked of a contest in groups.

use alloc::string::String;
use alloc::vec::Vec;

use ishigaki_rules::TeamId;

use super::game::{GameResult, GroupGame};
use crate::id::StageId;

/// What can be asked of a contest in groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupAct {
    /// Sets the roster, or another one in its place, until it is committed.
    SetTeams {
        /// The teams' ids, in the order of the roster; guests too (`TG5`).
        teams: Vec<String>,
    },
    /// Fixes plan and roster, before the first lottery is drawn (`TV1`).
    Commit {
        /// SHA-256 of both as they were entered.
        commitment: [u8; 32],
    },
    /// Enters the lotteries' results (`TD2`).
    EnterDigits {
        /// As drawn, without the zeros that are written before them.
        results: Vec<String>,
    },
    /// Says which team is there for a stage, until its groups are drawn (`TD7`). All are until somebody says otherwise.
    MarkAttendance {
        /// The stage.
        stage: StageId,
        /// The team.
        team: TeamId,
        /// Whether it is absent.
        absent: bool,
    },
    /// Names how many groups a stage has, where the plan's setting does not fit those who are there: a ruling (`TG1`,
    /// `TV3`).
    NameGroups {
        /// The stage.
        stage: StageId,
        /// How many.
        groups: u32,
        /// Why.
        reason: String,
    },
    /// Draws a stage's groups (`TG2`, `TG3`).
    DrawGroups {
        /// Which one is meant; must be the next.
        stage: StageId,
    },
    /// Counts a game: its result stands (`E4`).
    CountGame {
        /// The game.
        game: GroupGame,
        /// What it came to.
        result: GameResult,
    },
    /// Replaces a game by its spare: a ruling (`G4`, `TV3`).
    ReplaceGame {
        /// The game.
        game: GroupGame,
        /// Why.
        reason: String,
    },
    /// Puts a result in the place of a game's, counted or not: a ruling (`TV3`).
    OverruleGame {
        /// The game.
        game: GroupGame,
        /// What holds instead.
        result: GameResult,
        /// Why.
        reason: String,
    },
    /// Enters the janken of equal teams across a margin (`TG4`).
    EnterJanken {
        /// The stage.
        stage: StageId,
        /// The whole set of equal teams, best first.
        order: Vec<TeamId>,
    },
    /// Puts an order in the place of a janken's: a ruling (`TV3`).
    OverruleJanken {
        /// The stage.
        stage: StageId,
        /// The whole set of equal teams, best first.
        order: Vec<TeamId>,
        /// Why.
        reason: String,
    },
    /// Closes a stage: who advances stands, and the next stage can be drawn (`TG4`).
    CloseStage {
        /// Which one is meant; must be the one that is played.
        stage: StageId,
    },
    /// Decides what the rules do not cover, in words (`TV3`).
    Rule {
        /// The ruling.
        text: String,
    },
    /// Declares the final ranking.
    Declare,
    /// Gives the contest up.
    Abandon {
        /// Why.
        reason: String,
    },
}
