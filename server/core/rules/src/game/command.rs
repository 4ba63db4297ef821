//! Commands: requested acts.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Actor, Announcement, Question, SettlementDigest, WallCount};
use crate::auction::{Bid, Raise};
use crate::wall::Placement;
use crate::{
    GameTime, LotId, MessageNo, Millis, QuestionNo, Revision, RoundNo, Secret, StoneId, TeamId, WaveNo,
};

/// An act, its actor, and when the server received it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Server time at which the whole decoded message was received (`A3`).
    pub at: GameTime,
    pub by: Actor,
    pub act: Act,
}

/// Selection of lots for a confirmation (`A10`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LotChoice {
    All,
    One(LotId),
}

/// An act that a command requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Closes what is due. It is never rejected, and has no effect if nothing is due.
    Tick,
    /// Opens the next round (`A1`).
    OpenRound {
        /// Must be the next round.
        round: RoundNo,
    },
    /// Submits a team's list (`A2`). An empty list declines explicitly.
    SubmitBids {
        team: TeamId,
        round: RoundNo,
        /// The attempt it is meant for; `None` for the current one. If it is given, the list can't end up in
        /// the next attempt when the round is voided at that moment.
        attempt: Option<u32>,
        /// The submitted list that it replaces; `None` for none. The organiser knows only whether there is one
        /// (`A4`), so a manual entry may name any revision of it.
        replaces: Option<Revision>,
        /// The lines in priority order.
        bids: Secret<Vec<Bid>>,
        /// Reason for entering it for the team. Required from the organiser, forbidden to all others (`G6`).
        by_hand: Option<String>,
    },
    /// Submits a team's re-bid (`A7`). Without raises it is a pass.
    SubmitRebid {
        team: TeamId,
        round: RoundNo,
        /// The attempt it is meant for; `None` for the current one. If it is given, the re-bid can't end up
        /// in the next attempt when the round is voided at that moment.
        attempt: Option<u32>,
        wave: WaveNo,
        replaces: Option<Revision>,
        raises: Secret<Vec<Raise>>,
        /// Reason for entering it for the team. Required from the organiser, forbidden to all others (`G6`).
        by_hand: Option<String>,
    },
    /// Confirms lots of a settled round (`A10`).
    ConfirmLots {
        round: RoundNo,
        /// Its attempt: 1 plus the number of times it was voided.
        attempt: u32,
        lots: LotChoice,
        /// The settlement that the judge saw; `None` for any. An outdated one is rejected.
        seen: Option<SettlementDigest>,
    },
    /// Places or moves a stone (`W4`).
    PlaceStone {
        team: TeamId,
        /// The revision of the wall it is meant for; `None` if it has never been changed.
        replaces: Option<Revision>,
        placement: Placement<StoneId>,
    },
    /// Removes a stone from the wall (`W4`).
    TakeOutStone {
        team: TeamId,
        /// The revision of the wall it is meant for; `None` if it has never been changed.
        replaces: Option<Revision>,
        stone: StoneId,
    },
    /// Replaces the whole wall in one step (`W5`).
    SubmitWall {
        team: TeamId,
        /// The revision of the wall it replaces; `None` if it has never been changed.
        replaces: Option<Revision>,
        placements: Vec<Placement<StoneId>>,
        /// Reason for entering it for the team. Required from the organiser, forbidden to all others (`G6`).
        by_hand: Option<String>,
    },
    /// Records a manual count of a team's wall, which replaces the computed one, or withdraws it (`E2`).
    CountWall {
        team: TeamId,
        /// `None` uses the computed count again.
        count: Option<WallCount>,
        reason: String,
    },
    /// Ticks stones as carried to their teams, or withdraws the tick (`W4`: information only).
    TickStones {
        stones: Vec<StoneId>,
        carried: bool,
    },
    /// Marks stones as received and checked by the team (`W4`: information only).
    CheckStones {
        team: TeamId,
        stones: Vec<StoneId>,
    },
    /// Records a remark, for example the reason of an act.
    Remark {
        text: String,
    },
    Announce {
        teams: Vec<TeamId>,
        text: Announcement,
        /// The question that it answers, quoted without its author.
        asked: Option<Question>,
        corrects: bool,
    },
    AskQuestion {
        team: TeamId,
        text: Question,
    },
    /// Answers a team's question, or corrects the answer.
    AnswerQuestion {
        team: TeamId,
        question: QuestionNo,
        /// Number of the answer that it corrects; `None` if the judge knows of none. It prevents two judges
        /// from answering the same question unnoticed.
        replaces: Option<Revision>,
        text: Announcement,
        /// True if question and answer are announced to all teams, without the author. Otherwise only the author
        /// gets the answer.
        to_all: bool,
    },
    MarkRead {
        team: TeamId,
        /// The last message that it has read; all before it count as read.
        through: MessageNo,
    },
    /// Starts the countdown to the end (`E1`).
    SignalEnd,
    /// Enters the result of a janken (`E2`).
    EnterJanken {
        order: Vec<TeamId>,
    },
    /// Disqualifies a team (`E3`).
    Disqualify {
        team: TeamId,
        reason: String,
    },
    /// Revokes a disqualification (`E3`).
    Reinstate {
        team: TeamId,
        reason: String,
    },
    /// Declares the final result (`E4`).
    DeclareResult,
    /// Stops the clocks (`T`).
    Pause {
        reason: String,
    },
    /// Resumes the clocks (`T`).
    Resume,
    /// Extends the current window (`T`).
    Extend {
        by: Millis,
        reason: String,
    },
    /// Voids a round that isn't final, so that it can run again (`G5`, `T`).
    VoidRound {
        round: RoundNo,
        /// The attempt it is meant for; `None` for the current one. If it is given, the next attempt can't be
        /// voided by mistake.
        attempt: Option<u32>,
        reason: String,
    },
    /// Abandons the game (`G4`).
    Abandon {
        reason: String,
    },
}

impl Act {
    /// Returns the kind of act in snake case, such as `open_round`, for logs and reports.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Tick => "tick",
            Self::OpenRound { .. } => "open_round",
            Self::SubmitBids { .. } => "submit_bids",
            Self::SubmitRebid { .. } => "submit_rebid",
            Self::ConfirmLots { .. } => "confirm_lots",
            Self::PlaceStone { .. } => "place_stone",
            Self::TakeOutStone { .. } => "take_out_stone",
            Self::SubmitWall { .. } => "submit_wall",
            Self::CountWall { .. } => "count_wall",
            Self::TickStones { .. } => "tick_stones",
            Self::CheckStones { .. } => "check_stones",
            Self::Remark { .. } => "remark",
            Self::Announce { .. } => "announce",
            Self::AskQuestion { .. } => "ask_question",
            Self::AnswerQuestion { .. } => "answer_question",
            Self::MarkRead { .. } => "mark_read",
            Self::SignalEnd => "signal_end",
            Self::EnterJanken { .. } => "enter_janken",
            Self::Disqualify { .. } => "disqualify",
            Self::Reinstate { .. } => "reinstate",
            Self::DeclareResult => "declare_result",
            Self::Pause { .. } => "pause",
            Self::Resume => "resume",
            Self::Extend { .. } => "extend",
            Self::VoidRound { .. } => "void_round",
            Self::Abandon { .. } => "abandon",
        }
    }

    /// Returns its reason or remark, with the name of that field.
    pub fn reason(&self) -> Option<(&'static str, &str)> {
        match self {
            Self::Remark { text } => Some(("text", text)),
            Self::CountWall { reason, .. }
            | Self::Disqualify { reason, .. }
            | Self::Reinstate { reason, .. }
            | Self::Pause { reason }
            | Self::Extend { reason, .. }
            | Self::VoidRound { reason, .. }
            | Self::Abandon { reason } => Some(("reason", reason)),
            Self::SubmitBids { by_hand, .. }
            | Self::SubmitRebid { by_hand, .. }
            | Self::SubmitWall { by_hand, .. } => by_hand.as_deref().map(|reason| ("reason", reason)),
            Self::Tick
            | Self::OpenRound { .. }
            | Self::ConfirmLots { .. }
            | Self::PlaceStone { .. }
            | Self::TakeOutStone { .. }
            | Self::TickStones { .. }
            | Self::CheckStones { .. }
            | Self::Announce { .. }
            | Self::AskQuestion { .. }
            | Self::AnswerQuestion { .. }
            | Self::MarkRead { .. }
            | Self::SignalEnd
            | Self::EnterJanken { .. }
            | Self::DeclareResult
            | Self::Resume => None,
        }
    }
}
