//! The rejections of commands: facts, each with the rule it stands on.

use super::slip::ResultFault;
use super::state::Stage;
use crate::draw::{DigitsFault, SlipFault};
use crate::id::{LeagueId, PlayerId, Round};
use crate::playoff::Bout;

/// Why a command is refused. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The event is at a stage at which this is not possible.
    WrongStage { stage: Stage },
    /// The act is one of a contest in groups (`TG`), and this event is played in leagues.
    OfGroups,
    /// Only the referee rules (`TV3`).
    NotTheReferee,
    /// The roster has no such line (`TD4`).
    UnknownPlayer { player: PlayerId },
    /// A line of the roster names a class of seeds that the plan does not have (`TD6`).
    UnknownSeedClass { player: PlayerId },
    /// The roster has fewer lines, or fewer players are there, than two a league (`TL3`).
    TooFew {
        /// How many there are.
        present: usize,
        /// How many it takes.
        least: usize,
    },
    /// Results of lotteries that make no seed (`TD2`).
    BadDigits(DigitsFault),
    /// The leagues are made from the digits that hold: they stand (`TD8`).
    DrawStands,
    /// The digits are known: only a ruling changes who is there (`TD7`).
    AttendanceStands { player: PlayerId },
    /// A slip that cannot have been drawn, or one that is left (`TD6`).
    BadSlip(SlipFault),
    /// Another round is meant than the one this could concern.
    WrongRound {
        /// The round that is meant.
        named: Round,
        /// The round it could concern.
        current: Round,
    },
    /// Results of the round are missing (`TP`).
    ResultsOpen { round: Round, games: usize },
    /// The two are not paired in the round.
    NotPaired { winner: PlayerId, loser: PlayerId },
    /// What stands on the slip contradicts itself or the rules of the game (`TO5`, `TO9`).
    BadResult(ResultFault),
    /// The game has a result: only a ruling can take its place (`TO9`).
    AlreadyEntered { entry: u32 },
    /// There is no such entry.
    NoSuchEntry { entry: u32 },
    /// A later game was paired by this one's result.
    BuiltUpon { bout: Bout },
    /// The player is absent, has withdrawn, or is a league's first (`TW1`).
    CannotWithdraw { player: PlayerId },
    /// Nobody of a league is left: the referee names its first (`TF4`).
    NobodyLeft { league: LeagueId },
    /// The league has no first to be confirmed, or needs none to be named (`TF4`).
    NothingToRule { league: LeagueId },
    /// The player cannot be a first: absent, withdrawn, first of another league or its only one unbeaten (`TF3`, `TF4`).
    CannotBeFirst { player: PlayerId },
    /// A ruling came without its reason (`TV3`).
    NoReason,
    /// A pool's gaps are too many and too different for its pairing.
    TooWide,
}

impl Rejection {
    /// The rule it stands on.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::WrongStage { stage } => stage.rule(),
            Self::OfGroups => "TG",
            Self::NotTheReferee | Self::NoReason => "TV3",
            Self::UnknownPlayer { .. } => "TD4",
            Self::UnknownSeedClass { .. } | Self::BadSlip(_) => "TD6",
            Self::TooFew { .. } => "TL3",
            Self::BadDigits(_) => "TD2",
            Self::AttendanceStands { .. } => "TD7",
            Self::DrawStands => "TD8",
            Self::WrongRound { .. } | Self::ResultsOpen { .. } => "TF5",
            Self::NotPaired { .. } | Self::AlreadyEntered { .. } | Self::NoSuchEntry { .. } => "TO9",
            Self::BadResult(fault) => fault.rule(),
            Self::BuiltUpon { .. } => "TK1",
            Self::CannotWithdraw { .. } => "TW1",
            Self::NobodyLeft { .. } | Self::NothingToRule { .. } | Self::CannotBeFirst { .. } => "TF4",
            Self::TooWide => "TP6",
        }
    }

    /// Returns what of the command it concerns.
    pub fn field(&self) -> &'static str {
        match self {
            Self::WrongStage { .. }
            | Self::OfGroups
            | Self::NotTheReferee
            | Self::ResultsOpen { .. }
            | Self::TooWide => "act",
            Self::UnknownPlayer { .. }
            | Self::AttendanceStands { .. }
            | Self::CannotWithdraw { .. }
            | Self::CannotBeFirst { .. } => "player",
            Self::UnknownSeedClass { .. } | Self::TooFew { .. } => "roster",
            Self::BadDigits(_) | Self::DrawStands => "results",
            Self::BadSlip(_) => "number",
            Self::WrongRound { .. } => "round",
            Self::NotPaired { .. } | Self::BadResult(_) | Self::AlreadyEntered { .. } => "slip",
            Self::NoSuchEntry { .. } | Self::BuiltUpon { .. } => "entry",
            Self::NobodyLeft { .. } | Self::NothingToRule { .. } => "league",
            Self::NoReason => "reason",
        }
    }
}
