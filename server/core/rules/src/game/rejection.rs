//! The rejections of commands: facts, each with the rule it stands on.

use alloc::vec::Vec;

use super::{Phase, SettlementDigest};
use crate::auction::{BidFault, RebidFault};
use crate::wall::WallFault;
use crate::{GameTime, LotId, MessageNo, QuestionNo, Revision, RoundNo, StoneId, TeamId, WaveNo};

/// Reason for which a command is refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// There is no such team in this game.
    UnknownTeam { team: TeamId },
    /// There is no such lot in this game.
    UnknownLot { lot: LotId },
    /// A team acts for another one.
    NotYours {
        /// The team that acts.
        team: TeamId,
    },
    /// The team is disqualified, or comes back only with the next round (`E3`).
    Disqualified { team: TeamId },
    /// The game is in a phase in which this is not possible (`A1`, `A3`, `A7`, `A10`, `E1`, `E4`, `W6`).
    WrongPhase { phase: Phase },
    /// The game is paused (`T`).
    Paused,
    /// The game is not paused (`T`).
    NotPaused,
    /// Another round is meant than the one this could concern (`A1`, `A3`).
    WrongRound {
        /// The round that is meant.
        named: RoundNo,
        /// The round it could concern.
        current: RoundNo,
    },
    /// Another attempt of the round is meant: it has been voided since (`G5`).
    WrongAttempt {
        /// The attempt that is meant.
        named: u32,
        current: u32,
    },
    /// Another wave is meant than the one that is open (`A7`).
    WrongWave {
        /// The wave that is meant.
        named: WaveNo,
        current: WaveNo,
    },
    /// It came at or after the deadline of the window it was meant for (`A3`, `A7`), or of the game (`W6`).
    Late {
        /// Time at which it was received.
        at: GameTime,
        /// The deadline, or when the window closed early.
        deadline: GameTime,
    },
    /// The list is not valid, and is refused whole (`A2`).
    InvalidList {
        /// All that is wrong, at least one.
        faults: Vec<BidFault>,
    },
    /// The team has no tied line (`A7`).
    NotTied { team: TeamId },
    /// The re-bid is not valid, and is refused whole (`A7`).
    InvalidRebid {
        /// All that is wrong, at least one.
        faults: Vec<RebidFault>,
    },
    /// The team has sealed since: from its other laptop, perhaps (`A2`).
    Replaced {
        /// The revision the command replaces.
        named: Option<Revision>,
        /// The one that is sealed.
        current: Option<Revision>,
    },
    /// The wall has changed since: from the team's other laptop, or by the organiser's hand (`W4`).
    WallChanged {
        /// The wall the command is meant for.
        named: Option<Revision>,
        /// The one that stands.
        current: Option<Revision>,
    },
    /// The settlement is another one than the judge was looking at (`A10`).
    StaleSettlement {
        named: SettlementDigest,
        /// The one there is.
        current: SettlementDigest,
    },
    /// Only the organiser enters something for a team, and a team says nothing of the kind (`G6`).
    NotByHand,
    /// A count by hand that this frame and these stones do not allow (`E2`).
    BadCount {
        /// Name of the figure: `empty`, `top_gaps` or `used`.
        figure: &'static str,
        /// Number that was counted.
        counted: u32,
        /// The least that is possible.
        least: u32,
        /// The most that is possible.
        most: u32,
    },
    /// No stone is named (`W4`).
    NoStones,
    /// The lot is confirmed already (`A10`).
    AlreadyConfirmed { lot: LotId },
    /// The lot was not on offer in this round (`A10`).
    NotOnOffer { lot: LotId },
    /// The team has not been handed this stone (`W4`).
    NotOwned { stone: StoneId },
    /// The stone is not on the wall (`W4`).
    NotOnWall { stone: StoneId },
    /// The wall would not be valid (`W2`, `W3`, `W5`).
    InvalidWall {
        /// All that would be wrong, at least one.
        faults: Vec<WallFault<StoneId>>,
    },
    /// Not every tied group has its janken (`E4`).
    JankenOpen { groups: Vec<Vec<TeamId>> },
    /// The order is not exactly one group that is tied on all counts (`E2`).
    NotATiedGroup {
        /// The groups that are tied.
        groups: Vec<Vec<TeamId>>,
    },
    /// The team is disqualified already (`E3`).
    AlreadyDisqualified { team: TeamId },
    /// The team is not disqualified (`E3`).
    NotDisqualified { team: TeamId },
    /// An act that is recorded with its reason came without one (`E3`, `T`, `G4`).
    NoReason {
        /// The rule that asks for it.
        rule: &'static str,
    },
    /// Nothing is running that could be extended (`T`).
    NothingToExtend,
    /// An extension by no time at all, or by more than an hour (`T`).
    BadExtension {
        /// The extension asked for, in milliseconds.
        millis: u64,
    },
    /// So many questions of the team wait for an answer already (`T`).
    TooManyQuestions {
        team: TeamId,
        waiting: usize,
        /// Greatest number that may wait.
        most: usize,
    },
    /// The game has as many messages and marks as it may have (`T`).
    TooManyMessages {
        /// Greatest number that it may have:
        /// [`AskedQuestion::MOST_MESSAGES`](crate::AskedQuestion::MOST_MESSAGES), or
        /// [`AskedQuestion::MOST_BEFORE_MARK`](crate::AskedQuestion::MOST_BEFORE_MARK) for a mark.
        most: usize,
    },
    /// The team has asked no such question (`T`).
    UnknownQuestion {
        team: TeamId,
        /// The question that is meant.
        question: QuestionNo,
    },
    /// The question has another answer by now than the judge was looking at (`T`).
    AlreadyAnswered {
        team: TeamId,
        question: QuestionNo,
        /// The answer that was named as the one to correct, by its number.
        named: Option<Revision>,
        /// The one there is.
        current: Option<Revision>,
    },
    /// The team has no message of this number (`T`).
    UnknownMessage {
        team: TeamId,
        /// The message that is meant.
        through: MessageNo,
        /// Number that it was told.
        told: usize,
    },
}

impl Rejection {
    /// The rule it stands on, as the rule book numbers it.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::UnknownTeam { .. } => "G2",
            Self::UnknownLot { .. } => "G1",
            Self::NotYours { .. } | Self::NotByHand => "G6",
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
