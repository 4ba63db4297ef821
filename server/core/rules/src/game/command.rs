//! The commands: what somebody wants to happen.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Actor, Announcement, Question, SettlementDigest, WallCount};
use crate::auction::{Bid, Raise};
use crate::wall::Placement;
use crate::{
    GameTime, LotId, MessageNo, Millis, QuestionNo, Revision, RoundNo, Secret, StoneId, TeamId, WaveNo,
};

/// An act, who wants it, and when the server received it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The server's stamp: when it held the whole decoded message (`A3`).
    pub at: GameTime,
    /// Party that wants it.
    pub by: Actor,
    /// Act that is wanted.
    pub act: Act,
}

/// Choice of lots for a confirmation (`A10`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LotChoice {
    /// All that are not confirmed yet.
    All,
    One(LotId),
}

/// Act that can be asked of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Time has passed: closes what is due. Never refused; without anything due it leads to nothing.
    Tick,
    /// Opens the next round (`A1`).
    OpenRound {
        /// The round the judge means; must be the next one.
        round: RoundNo,
    },
    /// Seals a team's list (`A2`). An empty list is an explicit decline.
    SubmitBids {
        team: TeamId,
        /// The round it is meant for.
        round: RoundNo,
        /// The attempt it is meant for; `None`: whichever is under way. Named, it cannot land in the next
        /// attempt when the round is voided at that very moment.
        attempt: Option<u32>,
        /// The sealed list it replaces: `None` if the team knows of none in this round.
        replaces: Option<Revision>,
        /// The lines in priority order.
        bids: Secret<Vec<Bid>>,
        /// Reason for which somebody enters it for the team; the organiser has to say, and nobody else may
        /// (`G6`).
        by_hand: Option<String>,
    },
    /// Seals a team's re-bid (`A7`). No raises: a pass.
    SubmitRebid {
        team: TeamId,
        /// The round it is meant for.
        round: RoundNo,
        /// The attempt it is meant for; `None`: whichever is under way. Named, it cannot land in the next
        /// attempt when the round is voided at that very moment.
        attempt: Option<u32>,
        /// The wave it is meant for.
        wave: WaveNo,
        /// The sealed re-bid it replaces, if any.
        replaces: Option<Revision>,
        /// New prices of tied lines.
        raises: Secret<Vec<Raise>>,
        /// Reason for which somebody enters it for the team; the organiser has to say, and nobody else may
        /// (`G6`).
        by_hand: Option<String>,
    },
    /// Confirms lots of a settled round (`A10`).
    ConfirmLots {
        /// The round the judge was looking at.
        round: RoundNo,
        /// Its attempt: 1, and one more for each time it was voided.
        attempt: u32,
        /// Lots that are confirmed.
        lots: LotChoice,
        /// The settlement the judge was looking at; `None`: whatever it is. Named, an outdated one is refused.
        seen: Option<SettlementDigest>,
    },
    /// Lays a stone that is not on the wall, or moves one that is (`W4`).
    PlaceStone {
        /// Team that the wall belongs to.
        team: TeamId,
        /// The wall it is meant for: `None` if it has never been changed.
        replaces: Option<Revision>,
        /// The stone and where it shall lie.
        placement: Placement<StoneId>,
    },
    /// Takes a stone off the wall (`W4`).
    TakeOutStone {
        /// Team that the wall belongs to.
        team: TeamId,
        /// The wall it is meant for: `None` if it has never been changed.
        replaces: Option<Revision>,
        stone: StoneId,
    },
    /// Replaces the whole wall in one step (`W5`).
    SubmitWall {
        /// Team that the wall belongs to.
        team: TeamId,
        /// The wall it replaces: `None` if it has never been changed.
        replaces: Option<Revision>,
        /// All stones that shall lie on it.
        placements: Vec<Placement<StoneId>>,
        /// Reason for which somebody enters it for the team; the organiser has to say, and nobody else may
        /// (`G6`).
        by_hand: Option<String>,
    },
    /// Enters what was counted on a team's wall by hand, in place of what lies on it here; or takes that back
    /// (`E2`).
    CountWall {
        /// Team that the wall belongs to.
        team: TeamId,
        /// Count of the wall; `None`: the wall that lies here counts again.
        count: Option<WallCount>,
        reason: String,
    },
    /// Ticks stones as carried to their teams, or takes the tick back (`W4`: information only).
    TickStones {
        /// The stones, at least one.
        stones: Vec<StoneId>,
        /// Whether they have been carried.
        carried: bool,
    },
    /// A team marks stones as received and checked (`W4`: information only).
    CheckStones {
        /// Team that the stones belong to.
        team: TeamId,
        /// The stones, at least one.
        stones: Vec<StoneId>,
    },
    /// Puts a remark on record: why something was done, what was seen.
    Remark { text: String },
    /// Announces something to teams.
    Announce {
        /// The teams that it is for; none: all of them.
        teams: Vec<TeamId>,
        /// Text of the announcement; recorded.
        text: Announcement,
        /// A question that it answers, quoted without who asked it; `None`: it quotes none.
        asked: Option<Question>,
        /// Whether it corrects what was announced before.
        corrects: bool,
    },
    /// Asks the judge something.
    AskQuestion {
        /// The team that asks.
        team: TeamId,
        /// Text of the question; recorded.
        text: Question,
    },
    /// Answers a question of a team, or corrects the answer to it.
    AnswerQuestion {
        /// The team that asked.
        team: TeamId,
        /// Number of the question among the team's that is answered.
        question: QuestionNo,
        /// The answer that this one corrects, by its number; `None` if the judge knows of none. So two judges cannot answer
        /// the same question unseen.
        replaces: Option<Revision>,
        /// Text of the answer; recorded.
        text: Announcement,
        /// Whether question and answer are announced to all teams, without who asked; otherwise the asker alone is told.
        to_all: bool,
    },
    /// Marks messages of a team as read.
    MarkRead {
        team: TeamId,
        /// The last one that it has read, and with it all before.
        through: MessageNo,
    },
    /// Starts the countdown to the end (`E1`).
    SignalEnd,
    /// Enters the result of a janken (`E2`).
    EnterJanken {
        /// The whole tied group, best first.
        order: Vec<TeamId>,
    },
    /// Disqualifies a team (`E3`).
    Disqualify { team: TeamId, reason: String },
    /// Takes a disqualification back (`E3`).
    Reinstate { team: TeamId, reason: String },
    /// Declares the final result (`E4`).
    DeclareResult,
    /// Stops the clocks (`T`).
    Pause { reason: String },
    /// Lets the clocks go on (`T`).
    Resume,
    /// Gives the running window more time (`T`).
    Extend {
        /// Time that is added.
        by: Millis,
        reason: String,
    },
    /// Voids a round that is not final, so that it can run again (`G5`, `T`).
    VoidRound {
        /// The round the judge means.
        round: RoundNo,
        /// The attempt it is meant for; `None`: whichever is under way. Named, it cannot land in the next
        /// attempt when the round is voided at that very moment.
        attempt: Option<u32>,
        reason: String,
    },
    /// Abandons the game (`G4`).
    Abandon { reason: String },
}

impl Act {
    /// The kind of act in snake case, such as `open_round`: for logs and reports, never a figure.
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

    /// The reason that it gives, or the remark that it makes, with the name of that field.
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
