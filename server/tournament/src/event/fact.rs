//! The facts: what happened.

use alloc::string::String;
use alloc::vec::Vec;

use ishigaki_rules::{GameTime, TeamId};

use super::command::Actor;
use super::slip::{Entrant, Slip};
use crate::group_game::{GameResult, GroupGame};
use crate::id::{DrawNumber, LeagueId, PlayerId, Round, StageId};
use crate::playoff::Bout;
use crate::round::PoolPairing;

/// A fact, when it happened and who brought it about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// When.
    pub at: GameTime,
    /// Who.
    pub by: Actor,
    /// What.
    pub fact: Fact,
}

/// Fact: what can happen in an event, in leagues or in groups. A fact carries what cannot be worked out from those before it, and
/// pairings. An event of one kind has no facts of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The roster was set, in the place of any other.
    RosterSet {
        /// Its lines.
        roster: Vec<Entrant>,
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
    /// A ruling took the place of the results that were entered (`TD8`, `TV3`).
    DigitsOverruled {
        /// What holds, as drawn.
        results: Vec<String>,
        /// Why.
        reason: String,
    },
    /// In leagues: somebody is absent, or there after all (`TD7`).
    AttendanceMarked {
        /// Who.
        player: PlayerId,
        /// Whether they are absent.
        absent: bool,
    },
    /// A ruling on who is there, after the digits (`TD7`, `TV3`). Who moves by it follows.
    AttendanceOverruled {
        /// Who.
        player: PlayerId,
        /// Whether they are absent.
        absent: bool,
        /// Why.
        reason: String,
    },
    /// A seed drew a slip (`TD6`).
    SlipDrawn {
        /// Who.
        player: PlayerId,
        /// What stands on it.
        number: DrawNumber,
    },
    /// Reception is over: the leagues follow from numbers and attendance (`TL`).
    LeaguesMade,
    /// A round was paired; who moved, qualified and left before it follows (`TF5`).
    RoundPaired {
        /// The round.
        round: Round,
        /// Its pools; what they cost is in them (`TV2`).
        pools: Vec<PoolPairing>,
        /// Its play-off games.
        games: Vec<(Bout, PlayerId, PlayerId)>,
    },
    /// A game's result was entered (`TO9`). Entries are numbered from 1 in the order of these facts.
    ResultEntered {
        /// The round.
        round: Round,
        /// The slip.
        slip: Slip,
    },
    /// A player leaves with the next pairing (`TW1`).
    PlayerWithdrew {
        /// Who.
        player: PlayerId,
    },
    /// A ruling took an entry's place (`TV3`).
    ResultOverruled {
        /// The entry.
        entry: u32,
        /// What holds.
        slip: Slip,
        /// Why.
        reason: String,
    },
    /// The referee named a league's first (`TF4`, `TV3`).
    FirstNamed {
        /// The league.
        league: LeagueId,
        /// Who.
        player: PlayerId,
        /// Why.
        reason: String,
    },
    /// The referee confirmed a first who was found by the ranking (`TF4`).
    FirstConfirmed {
        /// The league.
        league: LeagueId,
    },
    /// In groups: a team is absent from a stage, or there after all (`TD7`).
    TeamAttendanceMarked {
        /// The stage.
        stage: StageId,
        /// The team.
        team: TeamId,
        /// Whether it is absent.
        absent: bool,
    },
    /// A stage's groups are drawn: they follow from the digits, the stages before and, of the first stage, who was there when
    /// the digits became known (`TG2`, `TG3`). Each group of two or more has a game now.
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
    /// The final ranking stands (`TE`, `E4`).
    RankingDeclared,
    /// The event was given up: nothing follows.
    EventAbandoned {
        /// Why.
        reason: String,
    },
}

/// The table of an event's facts: each with its name in files and logs, and its fields with their types. Messages and lines of
/// the record call the fields the same. Hands the rows to the macro it is given; whatever is done for every fact goes through
/// it, so that a fact is in one place only. `RosterSet` is not in it: of a roster the wire and the record have more than the
/// rules look at.
#[macro_export]
macro_rules! facts {
    ($by_table:ident) => {
        $by_table! {
            Committed "committed" { commitment: [u8; 32] }
            DigitsEntered "digits_entered" { results: Vec<String> }
            DigitsOverruled "digits_overruled" { results: Vec<String>, reason: String }
            AttendanceMarked "attendance_marked" { player: $crate::PlayerId, absent: bool }
            AttendanceOverruled "attendance_overruled" { player: $crate::PlayerId, absent: bool, reason: String }
            SlipDrawn "slip_drawn" { player: $crate::PlayerId, number: $crate::DrawNumber }
            LeaguesMade "leagues_made" {}
            RoundPaired "round_paired" {
                round: $crate::Round,
                pools: Vec<$crate::PoolPairing>,
                games: Vec<($crate::Bout, $crate::PlayerId, $crate::PlayerId)>
            }
            ResultEntered "result_entered" { round: $crate::Round, slip: $crate::Slip }
            PlayerWithdrew "player_withdrew" { player: $crate::PlayerId }
            ResultOverruled "result_overruled" { entry: u32, slip: $crate::Slip, reason: String }
            FirstNamed "first_named" { league: $crate::LeagueId, player: $crate::PlayerId, reason: String }
            FirstConfirmed "first_confirmed" { league: $crate::LeagueId }
            TeamAttendanceMarked "team_attendance_marked" {
                stage: $crate::StageId,
                team: $crate::TeamId,
                absent: bool
            }
            GroupsDrawn "groups_drawn" { stage: $crate::StageId }
            GameCounted "game_counted" { game: $crate::GroupGame, result: $crate::GameResult }
            GameReplaced "game_replaced" { game: $crate::GroupGame, reason: String }
            GameOverruled "game_overruled" {
                game: $crate::GroupGame,
                result: $crate::GameResult,
                reason: String
            }
            JankenEntered "janken_entered" { stage: $crate::StageId, order: Vec<$crate::TeamId> }
            JankenOverruled "janken_overruled" {
                stage: $crate::StageId,
                order: Vec<$crate::TeamId>,
                reason: String
            }
            StageClosed "stage_closed" { stage: $crate::StageId }
            Ruled "ruled" { text: String }
            RankingDeclared "ranking_declared" {}
            EventAbandoned "event_abandoned" { reason: String }
        }
    };
}

macro_rules! names {
    ($($fact:ident $name:literal { $($field:ident: $type:ty),* })*) => {
        impl Fact {
            /// Its name, as logs and records have it.
            pub const fn name(&self) -> &'static str {
                match self {
                    Self::RosterSet { .. } => "roster_set",
                    $(Self::$fact { .. } => $name,)*
                }
            }
        }
    };
}

facts!(names);
