//! What is asked before an act of the judge: its reason, and how grave it is.

use ishigaki_client::judging::JudgeAct;
use ishigaki_rules::{Game, LotChoice, Phase, RoundNo, TeamId};

/// An act that still lacks its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Draft {
    /// Voiding this attempt of a round.
    VoidRound {
        /// The round.
        round: RoundNo,
        /// The attempt.
        attempt: u32,
    },
    /// Disqualifying a team.
    Disqualify {
        /// The team.
        team: TeamId,
    },
    /// Reinstating a team.
    Reinstate {
        /// The team.
        team: TeamId,
    },
    /// Abandoning the game.
    Abandon,
    /// Replacing the game with its spare.
    Replace,
    /// A remark: its text is all there is.
    Remark,
}

/// How much an act weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// It can be taken back, or harms nobody: done at once.
    Light,
    /// It cannot be taken back: asked once.
    Final,
    /// It takes something away from teams, or ends everything: asked once, and answered with a key that is
    /// not pressed by accident.
    Grave,
}

impl Draft {
    /// The act with its reason.
    pub fn with_reason(self, reason: String) -> JudgeAct {
        match self {
            Self::VoidRound { round, attempt } => JudgeAct::VoidRound { round, attempt, reason },
            Self::Disqualify { team } => JudgeAct::Disqualify { team, reason },
            Self::Reinstate { team } => JudgeAct::Reinstate { team, reason },
            Self::Abandon => JudgeAct::Abandon { reason },
            Self::Replace => JudgeAct::Replace { reason },
            Self::Remark => JudgeAct::Remark { text: reason },
        }
    }

    /// What was typed for an act, and what it was typed for: a refusal loses nothing of it. `None` if nothing was.
    pub fn of(act: &JudgeAct) -> Option<(Self, &str)> {
        Some(match act {
            JudgeAct::VoidRound { round, attempt, reason } => {
                (Self::VoidRound { round: *round, attempt: *attempt }, reason)
            }
            JudgeAct::Disqualify { team, reason } => (Self::Disqualify { team: *team }, reason),
            JudgeAct::Reinstate { team, reason } => (Self::Reinstate { team: *team }, reason),
            JudgeAct::Abandon { reason } => (Self::Abandon, reason),
            JudgeAct::Replace { reason } => (Self::Replace, reason),
            JudgeAct::Remark { text } => (Self::Remark, text),
            JudgeAct::OpenRound { .. }
            | JudgeAct::ConfirmLots { .. }
            | JudgeAct::Pause { .. }
            | JudgeAct::Resume
            | JudgeAct::Extend { .. }
            | JudgeAct::SignalEnd
            | JudgeAct::EnterJanken { .. }
            | JudgeAct::TickStones { .. }
            | JudgeAct::DeclareResult => return None,
        })
    }
}

impl Weight {
    /// How much an act weighs in this game. Confirming is light until it makes the round final (`A10`, `G5`).
    pub fn of(act: &JudgeAct, game: &Game) -> Self {
        match act {
            JudgeAct::OpenRound { .. }
            | JudgeAct::Pause { .. }
            | JudgeAct::Resume
            | JudgeAct::Extend { .. }
            | JudgeAct::TickStones { .. }
            | JudgeAct::Reinstate { .. }
            | JudgeAct::Remark { .. } => Self::Light,
            JudgeAct::ConfirmLots { lots, .. } if !completes(game, *lots) => Self::Light,
            JudgeAct::ConfirmLots { .. } | JudgeAct::EnterJanken { .. } => Self::Final,
            // All that was grave about it has been done.
            JudgeAct::Replace { .. } if game.phase() == Phase::Abandoned => Self::Final,
            JudgeAct::VoidRound { .. }
            | JudgeAct::Disqualify { .. }
            | JudgeAct::SignalEnd
            | JudgeAct::DeclareResult
            | JudgeAct::Abandon { .. }
            | JudgeAct::Replace { .. } => Self::Grave,
        }
    }
}

/// Whether nothing is left to confirm after this.
fn completes(game: &Game, lots: LotChoice) -> bool {
    let open = game.current_round().map(ishigaki_rules::RoundRecord::unconfirmed).unwrap_or_default();
    match lots {
        LotChoice::All => true,
        LotChoice::One(lot) => open == [lot],
    }
}
