//! The table of acts and facts of an event.

use alloc::string::String;
use alloc::vec::Vec;

use ishigaki_rules::GameTime;

use super::actor::Actor;
use super::slip::Entrant;
use crate::id::StageId;

/// A fact with its time and actor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub at: GameTime,
    pub by: Actor,
    pub fact: Fact,
}

/// Passes the table of facts to the macro `by_table`. A row has the fact with its name in files and logs, the
/// act that leads to it, and the fields of both; `with` introduces fields of the fact only, `if` a flag of
/// the act only, which every act behind a recorded fact could have set. Messages and record lines use the
/// same field names.
///
/// Enums, names, wire messages and record lines are generated from this table. `RosterSet` isn't in it,
/// because wire and record have more of a roster than the rules use.
#[macro_export]
macro_rules! facts {
    ($by_table:ident) => {
        $by_table! {
            /// The plan and roster are fixed by their hash, before the first lottery is drawn (`TV1`).
            Committed "committed" = Commit { commitment: [u8; 32] }
            /// The lottery results are entered as drawn, without leading zeros (`TD2`).
            DigitsEntered "digits_entered" = EnterDigits { results: Vec<String> }
            /// A ruling replaces the lottery results, as long as nothing is drawn from them (`TD8`, `TV3`).
            DigitsOverruled "digits_overruled" = OverruleDigits { results: Vec<String>, reason: String }
            /// In leagues: a player is marked absent or present, until the digits are known (`TD7`).
            AttendanceMarked "attendance_marked" = MarkAttendance { player: $crate::PlayerId, absent: bool }
            /// In leagues: a ruling on attendance after the digits are known and before the leagues are made.
            /// It moves other players, because the gap closes up (`TD7`, `TV3`).
            AttendanceOverruled "attendance_overruled" = OverruleAttendance {
                player: $crate::PlayerId,
                absent: bool,
                reason: String,
            }
            /// A seed drew a slip at reception (`TD6`).
            SlipDrawn "slip_drawn" = DrawSlip { player: $crate::PlayerId, number: $crate::DrawNumber }
            /// Reception is closed and the leagues are made (`TL`).
            LeaguesMade "leagues_made" = MakeLeagues
            /// The next round is paired (`TP`, `TK`). Moves, qualifications and withdrawals before it are
            /// derived (`TF5`).
            RoundPaired "round_paired" = PairRound { round: $crate::Round } with {
                pools: Vec<$crate::PoolPairing>,
                games: Vec<($crate::Bout, $crate::PlayerId, $crate::PlayerId)>,
            }
            /// A ruling takes back the pairing of the current round, as long as no game has a result (`TV3`).
            RoundUnpaired "round_unpaired" = UnpairRound { round: $crate::Round, reason: String }
            /// A ruling fixes pairs of the next round. The other players of their pools are paired as by the
            /// rules (`TP3`, `TV3`).
            RoundPairedByRuling "round_paired_by_ruling" = PairByRuling {
                round: $crate::Round,
                fixed: Vec<($crate::PlayerId, $crate::PlayerId)>,
                reason: String,
            } with {
                pools: Vec<$crate::PoolPairing>,
                games: Vec<($crate::Bout, $crate::PlayerId, $crate::PlayerId)>,
            }
            /// A ruling: a player misses the next round to be paired, which is a loss without an opponent
            /// (`TW1`, `TV3`).
            PlayerExcused "player_excused" = Excuse { player: $crate::PlayerId, reason: String }
            /// The result of a game of the current round is entered (`TO9`). Entries are numbered from 1 in
            /// the order of these facts.
            ResultEntered "result_entered" = EnterResult { round: $crate::Round, slip: $crate::Slip }
            /// A player withdraws from the next pairing on (`TW1`).
            PlayerWithdrew "player_withdrew" = Withdraw { player: $crate::PlayerId }
            /// A ruling replaces an entered result (`TV3`).
            ResultOverruled "result_overruled" = Overrule { entry: u32, slip: $crate::Slip, reason: String }
            /// A ruling takes back the result of a game of the current round, which is played again (`TV3`).
            GameReopened "game_reopened" = ReopenGame { entry: u32, reason: String }
            /// The referee names the first of an empty league (`TF4`, `TV3`).
            FirstNamed "first_named" = NameFirst {
                league: $crate::LeagueId,
                player: $crate::PlayerId,
                reason: String,
            }
            /// The referee confirms a league's first found by the ranking (`TF4`).
            FirstConfirmed "first_confirmed" = ConfirmFirst { league: $crate::LeagueId }
            /// In groups: a team is marked absent from a stage, or present, until its groups are drawn
            /// (`TD7`). Once the digits are known, the place of an absent team stays empty.
            TeamAttendanceMarked "team_attendance_marked" = MarkTeamAttendance {
                stage: $crate::StageId,
                team: $crate::TeamId,
                absent: bool,
            }
            /// A stage's groups are drawn (`TG2`, `TG3`). They follow from the digits, the previous stages
            /// and, for the first stage, the attendance when the digits became known. Each group of two or
            /// more teams now has a game. A stage with at most one present team is drawn only without a game
            /// (`TG1`).
            GroupsDrawn "groups_drawn" = DrawGroups { stage: $crate::StageId } if without_game
            /// A game's result is counted (`E4`).
            GameCounted "game_counted" = CountGame { game: $crate::GroupGame, result: $crate::GameResult }
            /// A ruling replaces a game by its spare. A counted result is dropped then, which the act must
            /// ask for explicitly (`G4`, `TV3`).
            GameReplaced "game_replaced" = ReplaceGame { game: $crate::GroupGame, reason: String } if counted
            /// A ruling replaces a game's result, counted or not (`TV3`). A closed stage is reopened.
            GameOverruled "game_overruled" = OverruleGame {
                game: $crate::GroupGame,
                result: $crate::GameResult,
                reason: String,
            }
            /// A whole set of equal teams across a margin gets a janken order, best first (`TG4`).
            JankenEntered "janken_entered" = EnterJanken { stage: $crate::StageId, order: Vec<$crate::TeamId> }
            /// A ruling replaces a janken order (`TV3`). A closed stage is reopened.
            JankenOverruled "janken_overruled" = OverruleJanken {
                stage: $crate::StageId,
                order: Vec<$crate::TeamId>,
                reason: String,
            }
            /// A stage is closed. The advance is derived, and the next stage can be drawn (`TG4`).
            StageClosed "stage_closed" = CloseStage { stage: $crate::StageId }
            /// The referee decides something that the rules don't cover, as free text (`TV3`).
            Ruled "ruled" = Rule { text: String }
            /// The staff announces something, in English, Japanese or both. An absent text is empty (`TV4`).
            NoticePosted "notice_posted" = PostNotice { english: String, japanese: String }
            /// In leagues: players are called to their table for an open game (`TV4`). Tables are numbered
            /// from 1 in the order of the round's games. An act without players calls both.
            PlayersCalled "players_called" = CallPlayers {
                round: $crate::Round,
                table: u32,
                players: Vec<$crate::PlayerId>,
            }
            /// The final ranking is declared (`TE`, `E4`).
            RankingDeclared "ranking_declared" = Declare
            /// The event is abandoned (`TV3`).
            EventAbandoned "event_abandoned" = Abandon { reason: String }
        }
    };
}

macro_rules! by_table {
    ($(
        $(#[$doc:meta])+
        $fact:ident $name:literal = $act:ident $({ $($field:ident: $type:ty),* $(,)? }
            $(with { $($made:ident: $made_type:ty),* $(,)? })? $(if $flag:ident)?)?
    )*) => {
        /// A fact of an event, in leagues or in groups. A fact contains pairings and everything that earlier facts
        /// don't imply. Events of one kind don't have facts of the other.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Fact {
            /// The roster is set or replaced, until it is committed.
            RosterSet { roster: Vec<Entrant> },
            $($(#[$doc])+ $fact $({ $($field: $type,)* $($($made: $made_type,)*)? })?,)*
        }

        /// An act that a command requests, named after its fact. Acts of the other kind of event are
        /// rejected.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Act {
            /// The roster is set or replaced, until it is committed.
            SetRoster { roster: Vec<Entrant> },
            $($(#[$doc])+ $act $({ $($field: $type,)* $($flag: bool,)? })?,)*
        }

        impl Fact {
            /// Returns its name, as logs and records have it.
            pub const fn name(&self) -> &'static str {
                match self {
                    Self::RosterSet { .. } => "roster_set",
                    $(Self::$fact { .. } => $name,)*
                }
            }
        }

        /// Returns the act behind a fact.
        pub fn cause(fact: &Fact) -> Act {
            match fact.clone() {
                Fact::RosterSet { roster } => Act::SetRoster { roster },
                $(Fact::$fact { $($($field,)*)? .. } => Act::$act { $($($field,)* $($flag: true)?)? },)*
            }
        }
    };
}

facts!(by_table);

impl Act {
    /// Returns whether it is a ruling, which only the referee may make (`TV3`).
    pub const fn is_ruling(&self) -> bool {
        matches!(
            self,
            Self::OverruleDigits { .. }
                | Self::OverruleAttendance { .. }
                | Self::UnpairRound { .. }
                | Self::PairByRuling { .. }
                | Self::Excuse { .. }
                | Self::Overrule { .. }
                | Self::ReopenGame { .. }
                | Self::NameFirst { .. }
                | Self::ConfirmFirst { .. }
                | Self::ReplaceGame { .. }
                | Self::OverruleGame { .. }
                | Self::OverruleJanken { .. }
                | Self::Rule { .. }
        )
    }

    /// Returns whether it is an announcement or a call, which the referee may make too (`TV4`).
    pub const fn is_message(&self) -> bool {
        matches!(self, Self::PostNotice { .. } | Self::CallPlayers { .. })
    }

    /// Returns the stage of the act if the server must know its games to decide the act.
    pub const fn played_stage(&self) -> Option<StageId> {
        match self {
            Self::CountGame { game, .. } | Self::OverruleGame { game, .. } => Some(game.stage),
            Self::CloseStage { stage } => Some(*stage),
            _ => None,
        }
    }

    /// Returns its reason or free-text ruling, with the name of that field.
    pub fn reason(&self) -> Option<(&'static str, &str)> {
        match self {
            Self::Rule { text } => Some(("text", text)),
            Self::OverruleDigits { reason, .. }
            | Self::UnpairRound { reason, .. }
            | Self::PairByRuling { reason, .. }
            | Self::Excuse { reason, .. }
            | Self::Overrule { reason, .. }
            | Self::ReopenGame { reason, .. }
            | Self::NameFirst { reason, .. }
            | Self::OverruleAttendance { reason, .. }
            | Self::ReplaceGame { reason, .. }
            | Self::OverruleGame { reason, .. }
            | Self::OverruleJanken { reason, .. }
            | Self::Abandon { reason } => Some(("reason", reason)),
            _ => None,
        }
    }
}
