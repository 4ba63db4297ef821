//! The table of acts and facts: what can be asked of an event, and what can happen in it.

use alloc::string::String;
use alloc::vec::Vec;

use ishigaki_rules::GameTime;

use super::actor::Actor;
use super::slip::Entrant;
use crate::id::StageId;

/// A fact, when it happened and who brought it about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub at: GameTime,
    pub by: Actor,
    pub fact: Fact,
}

/// Hands the table of facts to the macro named `by_table`. A row has the fact with its name in files and logs, the act that
/// leads to it, and the fields of both; `with` the fields that the fact alone has, `if` a flag that the act alone has and that
/// every act of a fact that has happened could have set. Messages and lines of the record call the fields the same.
///
/// Whatever is done for every act or fact is made from this table: the enums, names, wire messages, record lines. `RosterSet`
/// is not in it: of a roster the wire and the record have more than the rules look at.
#[macro_export]
macro_rules! facts {
    ($by_table:ident) => {
        $by_table! {
            /// Plan and roster are fixed by the hash of both as entered, before the first lottery is drawn (`TV1`).
            Committed "committed" = Commit { commitment: [u8; 32] }
            /// The lotteries' results are known, as drawn and without the zeros written before them (`TD2`).
            DigitsEntered "digits_entered" = EnterDigits { results: Vec<String> }
            /// A ruling replaces the lotteries' results, as long as nothing is drawn from them (`TD8`, `TV3`).
            DigitsOverruled "digits_overruled" = OverruleDigits { results: Vec<String>, reason: String }
            /// In leagues: a player is absent, or there after all, until the digits are known (`TD7`).
            AttendanceMarked "attendance_marked" = MarkAttendance { player: $crate::PlayerId, absent: bool }
            /// In leagues: a ruling on who is there once the digits are known, until the leagues are made, because the gap
            /// closes up and moves others (`TD7`, `TV3`).
            AttendanceOverruled "attendance_overruled" = OverruleAttendance {
                player: $crate::PlayerId,
                absent: bool,
                reason: String,
            }
            /// A seed drew a slip at reception (`TD6`).
            SlipDrawn "slip_drawn" = DrawSlip { player: $crate::PlayerId, number: $crate::DrawNumber }
            /// Reception is over: the leagues follow from numbers and attendance (`TL`).
            LeaguesMade "leagues_made" = MakeLeagues
            /// The next round is paired (`TP`, `TK`). Who moved, qualified and left before it follows (`TF5`).
            RoundPaired "round_paired" = PairRound { round: $crate::Round } with {
                pools: Vec<$crate::PoolPairing>,
                games: Vec<($crate::Bout, $crate::PlayerId, $crate::PlayerId)>,
            }
            /// The result of a game of the current round is entered (`TO9`). Entries are numbered from 1 in the order of these
            /// facts.
            ResultEntered "result_entered" = EnterResult { round: $crate::Round, slip: $crate::Slip }
            /// A player leaves with the next pairing (`TW1`).
            PlayerWithdrew "player_withdrew" = Withdraw { player: $crate::PlayerId }
            /// A ruling replaces a result that was entered (`TV3`).
            ResultOverruled "result_overruled" = Overrule { entry: u32, slip: $crate::Slip, reason: String }
            /// The referee names the first of a league in which nobody is left (`TF4`, `TV3`).
            FirstNamed "first_named" = NameFirst {
                league: $crate::LeagueId,
                player: $crate::PlayerId,
                reason: String,
            }
            /// The referee confirms a league's first who was found by the ranking (`TF4`).
            FirstConfirmed "first_confirmed" = ConfirmFirst { league: $crate::LeagueId }
            /// In groups: a team is absent from a stage, or there after all, until its groups are drawn (`TD7`). Once the digits
            /// are known, the place of an absent team stays empty.
            TeamAttendanceMarked "team_attendance_marked" = MarkTeamAttendance {
                stage: $crate::StageId,
                team: $crate::TeamId,
                absent: bool,
            }
            /// A stage's groups are drawn (`TG2`, `TG3`). They follow from the digits, the stages before and, of the first
            /// stage, who was there when the digits became known; each group of two or more has a game now. A stage whose teams
            /// are absent but one, or all, is drawn only without a game (`TG1`).
            GroupsDrawn "groups_drawn" = DrawGroups { stage: $crate::StageId } if without_game
            /// A game's result is counted (`E4`).
            GameCounted "game_counted" = CountGame { game: $crate::GroupGame, result: $crate::GameResult }
            /// A ruling replaces a game by its spare; if it was counted, that holds no more (`G4`, `TV3`).
            GameReplaced "game_replaced" = ReplaceGame { game: $crate::GroupGame, reason: String }
            /// A ruling replaces a game's result, counted or not (`TV3`). If the stage was closed, it is open again.
            GameOverruled "game_overruled" = OverruleGame {
                game: $crate::GroupGame,
                result: $crate::GameResult,
                reason: String,
            }
            /// The whole set of equal teams across a margin has an order by janken, best first (`TG4`).
            JankenEntered "janken_entered" = EnterJanken { stage: $crate::StageId, order: Vec<$crate::TeamId> }
            /// A ruling replaces the order of a janken (`TV3`). If the stage was closed, it is open again.
            JankenOverruled "janken_overruled" = OverruleJanken {
                stage: $crate::StageId,
                order: Vec<$crate::TeamId>,
                reason: String,
            }
            /// A stage is over: who advances follows, and the next stage can be drawn (`TG4`).
            StageClosed "stage_closed" = CloseStage { stage: $crate::StageId }
            /// The referee decides something that the rules do not cover, in words (`TV3`).
            Ruled "ruled" = Rule { text: String }
            /// The final ranking is declared (`TE`, `E4`).
            RankingDeclared "ranking_declared" = Declare
            /// The event is given up: nothing follows.
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
        /// Fact: what can happen in an event, in leagues or in groups. A fact carries what cannot be worked out from those before
        /// it, and pairings. An event of one kind has no facts of the other.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Fact {
            /// The roster is set, in the place of any other, until it is committed.
            RosterSet { roster: Vec<Entrant> },
            $($(#[$doc])+ $fact $({ $($field: $type,)* $($($made: $made_type,)*)? })?,)*
        }

        /// Act that can be asked of an event, by the fact that it leads to. What only one kind of event knows, in leagues or in
        /// groups, the other one refuses.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Act {
            /// The roster is set, in the place of any other, until it is committed.
            SetRoster { roster: Vec<Entrant> },
            $($(#[$doc])+ $act $({ $($field: $type,)* $($flag: bool,)? })?,)*
        }

        impl Fact {
            /// Its name, as logs and records have it.
            pub const fn name(&self) -> &'static str {
                match self {
                    Self::RosterSet { .. } => "roster_set",
                    $(Self::$fact { .. } => $name,)*
                }
            }
        }

        /// The act that leads to a fact.
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
    /// Returns whether it is a ruling, which is the referee's (`TV3`).
    pub(crate) const fn is_ruling(&self) -> bool {
        matches!(
            self,
            Self::OverruleDigits { .. }
                | Self::OverruleAttendance { .. }
                | Self::Overrule { .. }
                | Self::NameFirst { .. }
                | Self::ConfirmFirst { .. }
                | Self::ReplaceGame { .. }
                | Self::OverruleGame { .. }
                | Self::OverruleJanken { .. }
                | Self::Rule { .. }
        )
    }

    /// The stage whose games the server has to know before the act can be decided.
    pub const fn played_stage(&self) -> Option<StageId> {
        match self {
            Self::CountGame { game, .. } | Self::OverruleGame { game, .. } => Some(game.stage),
            Self::CloseStage { stage } => Some(*stage),
            _ => None,
        }
    }

    /// The reason that it gives, or the ruling that it says in words, with the name of that field.
    pub fn reason(&self) -> Option<(&'static str, &str)> {
        match self {
            Self::Rule { text } => Some(("text", text)),
            Self::OverruleDigits { reason, .. }
            | Self::Overrule { reason, .. }
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
