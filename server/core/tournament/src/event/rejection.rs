//! Rejections of commands, each with its rule.

use super::message::NoticeFault;
use super::slip::ResultFault;
use super::state::Stage;
use crate::draw::{DigitsFault, SlipFault};
use crate::id::{LeagueId, PlayerId, Round};
use crate::pairing::PairFault;
use crate::playoff::Bout;

/// Reason why a command is rejected. A rejected command changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// It isn't possible at the event's stage.
    WrongStage {
        stage: Stage,
    },
    /// The act belongs to contests in groups (`TG`), but this event is in leagues.
    OfGroups,
    NotTheReferee,
    UnknownPlayer {
        player: PlayerId,
    },
    /// A roster line has an unknown seed class (`TD6`).
    UnknownSeedClass {
        player: PlayerId,
    },
    /// The roster or the attendance has fewer than two players per league (`TL3`).
    TooFew {
        present: usize,
        least: usize,
    },
    /// The roster has more players than can meet in the rounds of a round robin (`TS2`).
    TooMany {
        players: usize,
        most: usize,
    },
    /// The lottery results give no seed (`TD2`).
    BadDigits(DigitsFault),
    DrawStands,
    /// The digits are known, so that only a ruling can change attendance (`TD7`).
    AttendanceStands {
        player: PlayerId,
    },
    /// The slip is impossible or missing (`TD6`).
    BadSlip(SlipFault),
    WrongRound {
        named: Round,
        current: Round,
    },
    ResultsOpen {
        round: Round,
        games: usize,
    },
    /// The pairing can't be taken back, because games of the round have results (`TV3`).
    ResultsEntered {
        round: Round,
        games: usize,
    },
    /// The pairs of a ruling are impossible.
    BadPairs(PairFault),
    /// The two are not paired in the round.
    NotPaired {
        winner: PlayerId,
        loser: PlayerId,
    },
    /// The slip contradicts itself or the rules of the game (`TO5`, `TO9`).
    BadResult(ResultFault),
    /// The game has a result, which only a ruling can replace (`TO9`).
    AlreadyEntered {
        entry: u32,
    },
    NoSuchEntry {
        entry: u32,
    },
    BuiltUpon {
        bout: Bout,
    },
    /// The player is absent, withdrawn, or a league's first (`TW1`).
    CannotWithdraw {
        player: PlayerId,
    },
    /// A league is empty, so the referee must name its first (`TF4`).
    NobodyLeft {
        league: LeagueId,
    },
    /// The league has no first to confirm, or needs none to be named (`TF4`).
    NothingToRule {
        league: LeagueId,
    },
    /// The player can't be a first: absent, withdrawn, first of another league or its only unbeaten player
    /// (`TF3`, `TF4`).
    CannotBeFirst {
        player: PlayerId,
    },
    /// A ruling has taken back the result of the entry (`TV3`).
    EntryTakenBack {
        entry: u32,
    },
    /// A later round is paired, so that the result can only be corrected (`TV3`).
    LaterRoundPaired {
        round: Round,
        current: Round,
    },
    NoReason,
    /// The round has no such table.
    UnknownTable {
        table: u32,
    },
    /// The called player plays at another table.
    NotAtTable {
        player: PlayerId,
        table: u32,
    },
    /// A text of an announcement is missing or invalid.
    BadNotice(NoticeFault),
    TooManyMessages {
        most: usize,
    },
    /// The gaps of a pool don't fit into its pairing's weights.
    TooWide,
}

impl Rejection {
    /// Returns the number of the rule behind it.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::WrongStage { stage } => stage.rule(),
            Self::OfGroups => "TG",
            Self::NotTheReferee
            | Self::NoReason
            | Self::ResultsEntered { .. }
            | Self::EntryTakenBack { .. }
            | Self::LaterRoundPaired { .. } => "TV3",
            Self::BadPairs(_) => "TP",
            Self::UnknownPlayer { .. } => "TD4",
            Self::UnknownSeedClass { .. } | Self::BadSlip(_) => "TD6",
            Self::TooFew { .. } => "TL3",
            Self::TooMany { .. } => "TS2",
            Self::BadDigits(_) => "TD2",
            Self::AttendanceStands { .. } => "TD7",
            Self::DrawStands => "TD8",
            Self::WrongRound { .. } | Self::ResultsOpen { .. } => "TF5",
            Self::NotPaired { .. } | Self::AlreadyEntered { .. } | Self::NoSuchEntry { .. } => "TO9",
            Self::BadResult(fault) => fault.rule(),
            Self::BuiltUpon { .. } => "TK1",
            Self::CannotWithdraw { .. } => "TW1",
            Self::NobodyLeft { .. } | Self::NothingToRule { .. } | Self::CannotBeFirst { .. } => "TF4",
            Self::UnknownTable { .. }
            | Self::NotAtTable { .. }
            | Self::BadNotice(_)
            | Self::TooManyMessages { .. } => "TV4",
            Self::TooWide => "TP6",
        }
    }

    /// Returns the field of the command that it concerns.
    pub fn field(&self) -> &'static str {
        match self {
            Self::WrongStage { .. }
            | Self::OfGroups
            | Self::NotTheReferee
            | Self::ResultsOpen { .. }
            | Self::ResultsEntered { .. }
            | Self::TooManyMessages { .. }
            | Self::TooWide => "act",
            Self::UnknownPlayer { .. }
            | Self::AttendanceStands { .. }
            | Self::CannotWithdraw { .. }
            | Self::CannotBeFirst { .. } => "player",
            Self::UnknownSeedClass { .. } | Self::TooFew { .. } | Self::TooMany { .. } => "roster",
            Self::BadDigits(_) | Self::DrawStands => "results",
            Self::BadSlip(_) => "number",
            Self::WrongRound { .. } => "round",
            Self::NotPaired { .. } | Self::BadResult(_) | Self::AlreadyEntered { .. } => "slip",
            Self::NoSuchEntry { .. }
            | Self::EntryTakenBack { .. }
            | Self::LaterRoundPaired { .. }
            | Self::BuiltUpon { .. } => "entry",
            Self::NobodyLeft { .. } | Self::NothingToRule { .. } => "league",
            Self::BadPairs(_) => "fixed",
            Self::NoReason => "reason",
            Self::UnknownTable { .. } => "table",
            Self::NotAtTable { .. } => "players",
            Self::BadNotice(fault) => fault.language,
        }
    }
}
