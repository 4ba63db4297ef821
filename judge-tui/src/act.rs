//! The judge's acts. Knows what the judge can want and how grave it is; whether it is possible, the rules know.

use ishigaki_rules::{Act, Game, LotChoice, Millis, Phase, RoundNo, SettlementDigest, StoneId, TeamId};

/// What the judge asks of the server: one for each call of the judge's service that changes something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JudgeAct {
    /// Opens the next round (`A1`).
    OpenRound {
        /// The round the judge means.
        round: RoundNo,
    },
    /// Confirms lots (`A10`).
    ConfirmLots {
        /// The round the judge was looking at.
        round: RoundNo,
        /// Its attempt.
        attempt: u32,
        /// Which lots.
        lots: LotChoice,
        /// The settlement the judge was looking at; any other is refused, here and by the server.
        seen: Option<SettlementDigest>,
    },
    /// Stops the clocks (`T`).
    Pause {
        /// Why.
        reason: String,
    },
    /// Lets them go on (`T`).
    Resume,
    /// Gives the running window more time (`T`).
    Extend {
        /// How much.
        by: Millis,
        /// Why.
        reason: String,
    },
    /// Voids the round that is under way (`G5`).
    VoidRound {
        /// The round the judge means.
        round: RoundNo,
        /// The attempt the judge was looking at.
        attempt: u32,
        /// Why.
        reason: String,
    },
    /// Starts the countdown to the end (`E1`).
    SignalEnd,
    /// Disqualifies a team (`E3`).
    Disqualify {
        /// The team.
        team: TeamId,
        /// Why.
        reason: String,
    },
    /// Takes a disqualification back (`E3`).
    Reinstate {
        /// The team.
        team: TeamId,
        /// Why.
        reason: String,
    },
    /// Enters a janken (`E2`).
    EnterJanken {
        /// The whole tied group, best first.
        order: Vec<TeamId>,
    },
    /// Ticks stones as carried to their teams, or takes the ticks back (`W4`: information only).
    TickStones {
        /// The stones; at least one.
        stones: Vec<StoneId>,
        /// Whether they have been carried.
        carried: bool,
    },
    /// Declares the final result (`E4`).
    DeclareResult,
    /// Abandons the game (`G4`).
    Abandon {
        /// Why.
        reason: String,
    },
    /// Abandons the game, unless it is abandoned already, and starts its spare with the same teams (`G4`).
    Replace {
        /// Why.
        reason: String,
    },
    /// Puts a remark on record.
    Remark {
        /// What it says.
        text: String,
    },
}

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

impl JudgeAct {
    /// The act as the rules know it.
    pub fn to_rules(&self) -> Act {
        match self {
            Self::OpenRound { round } => Act::OpenRound { round: *round },
            Self::ConfirmLots { round, attempt, lots, seen } => {
                Act::ConfirmLots { round: *round, attempt: *attempt, lots: *lots, seen: *seen }
            }
            Self::Pause { reason } => Act::Pause { reason: reason.clone() },
            Self::Resume => Act::Resume,
            Self::Extend { by, reason } => Act::Extend { by: *by, reason: reason.clone() },
            Self::VoidRound { round, attempt, reason } => {
                Act::VoidRound { round: *round, attempt: Some(*attempt), reason: reason.clone() }
            }
            Self::SignalEnd => Act::SignalEnd,
            Self::Disqualify { team, reason } => Act::Disqualify { team: *team, reason: reason.clone() },
            Self::Reinstate { team, reason } => Act::Reinstate { team: *team, reason: reason.clone() },
            Self::EnterJanken { order } => Act::EnterJanken { order: order.clone() },
            Self::TickStones { stones, carried } => {
                Act::TickStones { stones: stones.clone(), carried: *carried }
            }
            Self::DeclareResult => Act::DeclareResult,
            // What is judged within the game; the spare is another.
            Self::Abandon { reason } | Self::Replace { reason } => Act::Abandon { reason: reason.clone() },
            Self::Remark { text } => Act::Remark { text: text.clone() },
        }
    }

    /// How much it weighs in this game. Confirming is light until it makes the round final (`A10`, `G5`).
    pub fn weight(&self, game: &Game) -> Weight {
        match self {
            Self::OpenRound { .. }
            | Self::Pause { .. }
            | Self::Resume
            | Self::Extend { .. }
            | Self::TickStones { .. }
            | Self::Reinstate { .. }
            | Self::Remark { .. } => Weight::Light,
            Self::ConfirmLots { lots, .. } if !completes(game, *lots) => Weight::Light,
            Self::ConfirmLots { .. } | Self::EnterJanken { .. } => Weight::Final,
            // All that was grave about it has been done.
            Self::Replace { .. } if game.phase() == Phase::Abandoned => Weight::Final,
            Self::VoidRound { .. }
            | Self::Disqualify { .. }
            | Self::SignalEnd
            | Self::DeclareResult
            | Self::Abandon { .. }
            | Self::Replace { .. } => Weight::Grave,
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
