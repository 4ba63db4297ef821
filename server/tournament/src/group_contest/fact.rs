//! What happened in a contest in groups.

use alloc::string::String;
use alloc::vec::Vec;

use ishigaki_rules::TeamId;

use super::game::{GameResult, GroupGame};
use crate::id::StageId;

/// What can happen in a contest in groups. A fact carries what cannot be worked out from those before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupFact {
    /// The roster was set, in the place of any other.
    TeamsSet {
        /// The teams' ids.
        teams: Vec<String>,
    },
    /// Plan and roster are fixed (`TV1`).
    Committed {
        /// SHA-256 of both as they were entered.
        commitment: [u8; 32],
    },
    /// The lotteries' results are known (`TD2`).
    DigitsEntered {
        /// As drawn.
        results: Vec<String>,
    },
    /// A team is absent from a stage, or there after all (`TD7`).
    AttendanceMarked {
        /// The stage.
        stage: StageId,
        /// The team.
        team: TeamId,
        /// Whether it is absent.
        absent: bool,
    },
    /// The referee named how many groups a stage has (`TG1`, `TV3`).
    GroupsNamed {
        /// The stage.
        stage: StageId,
        /// How many.
        groups: u32,
        /// Why.
        reason: String,
    },
    /// A stage's groups are drawn: they follow from the digits, the stages before and who is there (`TG2`, `TG3`). Each
    /// group of two or more has a game now.
    GroupsDrawn {
        /// The stage.
        stage: StageId,
    },
    /// A game's result stands.
    GameCounted {
        /// The game.
        game: GroupGame,
        /// What it came to.
        result: GameResult,
    },
    /// A game was replaced by its spare; if it was counted, that holds no more (`G4`, `TV3`).
    GameReplaced {
        /// The game that was replaced.
        game: GroupGame,
        /// Why.
        reason: String,
    },
    /// A ruling took the place of a game's result (`TV3`). If the stage was closed, it is open again.
    GameOverruled {
        /// The game.
        game: GroupGame,
        /// What holds.
        result: GameResult,
        /// Why.
        reason: String,
    },
    /// Equal teams across a margin have an order (`TG4`).
    JankenEntered {
        /// The stage.
        stage: StageId,
        /// The whole set, best first.
        order: Vec<TeamId>,
    },
    /// A ruling took the place of a janken (`TV3`). If the stage was closed, it is open again.
    JankenOverruled {
        /// The stage.
        stage: StageId,
        /// The whole set, best first.
        order: Vec<TeamId>,
        /// Why.
        reason: String,
    },
    /// A stage is over: who advances follows (`TG4`).
    StageClosed {
        /// The stage.
        stage: StageId,
    },
    /// The referee decided something that the rules do not cover (`TV3`).
    Ruled {
        /// What.
        text: String,
    },
    /// The final ranking stands.
    RankingDeclared,
    /// The contest was given up: nothing follows.
    EventAbandoned {
        /// Why.
        reason: String,
    },
}
