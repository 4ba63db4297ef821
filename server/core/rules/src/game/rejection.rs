//! Rejections of commands, each with its rule.

use alloc::vec::Vec;

use super::{Phase, SettlementDigest};
use crate::auction::{BidFault, RebidFault};
use crate::wall::WallFault;
use crate::{GameTime, LotId, MessageNo, QuestionNo, Revision, RoundNo, StoneId, TeamId, WaveNo};

/// Reason why a command is rejected. A rejected command changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    UnknownTeam {
        team: TeamId,
    },
    UnknownLot {
        lot: LotId,
    },
    NotYours {
        team: TeamId,
    },
    /// The team is disqualified, or is reinstated only from the next round (`E3`).
    Disqualified {
        team: TeamId,
    },
    /// It isn't possible in the game's phase (`A1`, `A3`, `A7`, `A10`, `E1`, `E4`, `W6`).
    WrongPhase {
        phase: Phase,
    },
    /// The game is paused (`T`).
    Paused,
    /// The game is not paused (`T`).
    NotPaused,
    /// It names the wrong round (`A1`, `A3`).
    WrongRound {
        named: RoundNo,
        current: RoundNo,
    },
    /// It names another attempt, because the round has been voided since (`G5`).
    WrongAttempt {
        named: u32,
        current: u32,
    },
    /// It names another wave than the open one (`A7`).
    WrongWave {
        named: WaveNo,
        current: WaveNo,
    },
    /// It came at or after the deadline of its window (`A3`, `A7`) or of the game (`W6`).
    Late {
        at: GameTime,
        deadline: GameTime,
    },
    /// The list is invalid and rejected as a whole (`A2`).
    InvalidList {
        faults: Vec<BidFault>,
    },
    /// The team has no tied line (`A7`).
    NotTied {
        team: TeamId,
    },
    /// The re-bid is invalid and rejected as a whole (`A7`).
    InvalidRebid {
        faults: Vec<RebidFault>,
    },
    /// The team has submitted since, perhaps from its other laptop (`A2`).
    Replaced {
        named: Option<Revision>,
        current: Option<Revision>,
    },
    /// The team has submitted a list or re-bid, which the organiser's entry isn't meant to replace (`G6`). It
    /// names no revision, because that a list was replaced is secret (`A4`).
    AlreadySubmitted {
        team: TeamId,
    },
    /// The wall has changed since, from the team's other laptop or by the organiser (`W4`).
    WallChanged {
        named: Option<Revision>,
        current: Option<Revision>,
    },
    /// The settlement isn't the one that the judge saw (`A10`).
    StaleSettlement {
        named: SettlementDigest,
        current: SettlementDigest,
    },
    /// Only the organiser enters something for a team, and only with a reason (`G6`).
    NotByHand,
    /// The manual count is impossible with this frame and these stones (`E2`).
    BadCount {
        figure: &'static str,
        counted: u32,
        least: u32,
        most: u32,
    },
    /// No stone is given (`W4`).
    NoStones,
    AlreadyConfirmed {
        lot: LotId,
    },
    /// The lot was not on offer in this round (`A10`).
    NotOnOffer {
        lot: LotId,
    },
    /// The team has not been handed this stone (`W4`).
    NotOwned {
        stone: StoneId,
    },
    /// The stone is not on the wall (`W4`).
    NotOnWall {
        stone: StoneId,
    },
    /// The wall would be invalid (`W2`, `W3`, `W5`).
    InvalidWall {
        faults: Vec<WallFault<StoneId>>,
    },
    /// A tied group has no janken result (`E4`).
    JankenOpen {
        groups: Vec<Vec<TeamId>>,
    },
    /// The order isn't exactly one tied group (`E2`).
    NotATiedGroup {
        groups: Vec<Vec<TeamId>>,
    },
    /// The team is disqualified already (`E3`).
    AlreadyDisqualified {
        team: TeamId,
    },
    /// The team is not disqualified (`E3`).
    NotDisqualified {
        team: TeamId,
    },
    /// The act requires a reason (`E3`, `T`, `G4`).
    NoReason {
        rule: &'static str,
    },
    /// There is no window or countdown to extend (`T`).
    NothingToExtend,
    /// The extension is zero or longer than an hour (`T`).
    BadExtension {
        millis: u64,
    },
    /// Too many questions of the team are unanswered (`T`).
    TooManyQuestions {
        team: TeamId,
        waiting: usize,
        most: usize,
    },
    /// The game has its maximum number of messages and marks (`T`).
    TooManyMessages {
        /// [`AskedQuestion::MOST_MESSAGES`](crate::AskedQuestion::MOST_MESSAGES), or
        /// [`AskedQuestion::MOST_BEFORE_MARK`](crate::AskedQuestion::MOST_BEFORE_MARK) for a mark.
        most: usize,
    },
    /// Unknown question of the team (`T`).
    UnknownQuestion {
        team: TeamId,
        question: QuestionNo,
    },
    /// The question has been answered since (`T`).
    AlreadyAnswered {
        team: TeamId,
        question: QuestionNo,
        /// Number of the answer to correct.
        named: Option<Revision>,
        current: Option<Revision>,
    },
    /// Unknown message of the team (`T`).
    UnknownMessage {
        team: TeamId,
        through: MessageNo,
        told: usize,
    },
}

impl Rejection {
    /// Returns the number of the rule behind it in the rule book.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::UnknownTeam { .. } => "G2",
            Self::UnknownLot { .. } => "G1",
            Self::NotYours { .. } | Self::NotByHand | Self::AlreadySubmitted { .. } => "G6",
            Self::WrongPhase { phase } => phase.rule(),
            Self::Paused
            | Self::NotPaused
            | Self::NothingToExtend
            | Self::BadExtension { .. }
            | Self::TooManyQuestions { .. }
            | Self::TooManyMessages { .. }
            | Self::UnknownQuestion { .. }
            | Self::AlreadyAnswered { .. }
            | Self::UnknownMessage { .. } => "T",
            Self::WrongRound { .. } => "A1",
            Self::WrongAttempt { .. } => "G5",
            Self::WrongWave { .. } | Self::NotTied { .. } | Self::InvalidRebid { .. } => "A7",
            Self::Late { .. } => "A3",
            Self::InvalidList { .. } | Self::Replaced { .. } => "A2",
            Self::AlreadyConfirmed { .. } | Self::NotOnOffer { .. } | Self::StaleSettlement { .. } => "A10",
            Self::NotOwned { .. } | Self::NotOnWall { .. } | Self::NoStones | Self::WallChanged { .. } => {
                "W4"
            }
            Self::InvalidWall { faults } => faults.first().map_or("W2", |fault| fault.code.rule()),
            Self::JankenOpen { .. } => "E4",
            Self::NotATiedGroup { .. } | Self::BadCount { .. } => "E2",
            Self::Disqualified { .. } | Self::AlreadyDisqualified { .. } | Self::NotDisqualified { .. } => {
                "E3"
            }
            Self::NoReason { rule } => rule,
        }
    }
}
