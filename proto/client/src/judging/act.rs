//! The judge's acts: what a judge can want, and what shows that it was done. Whether it is possible, the rules know.

use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{
    Act, Fact, Game, LotChoice, Millis, Phase, RoundNo, RoundRecord, SettlementDigest, StoneId, TeamId,
};

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

impl JudgeAct {
    /// Opens the round that is next in this game (`A1`); if none is, the last one, which the rules refuse with the reason.
    pub fn open_round(game: &Game) -> Self {
        let last = game.rounds().last().map_or(RoundNo::FIRST, |record| record.round);
        Self::OpenRound { round: if let Phase::Ready { next } = game.phase() { next } else { last } }
    }

    /// Confirms lots of this game's last round as it is settled now (`A10`).
    pub fn confirm(game: &Game, lots: LotChoice) -> Self {
        let last = game.rounds().last();
        let (round, attempt) = last.map_or((RoundNo::FIRST, 1), |record| (record.round, record.attempt));
        let seen = game.current_round().and_then(RoundRecord::digest);
        Self::ConfirmLots { round, attempt, lots, seen }
    }

    /// Whether a fact is one that this act leads to, of the acts that take a game from phase to phase.
    pub fn leads_to(&self, fact: &Fact) -> bool {
        match (fact, self) {
            (Fact::RoundOpened { round, .. }, Self::OpenRound { round: meant })
            | (Fact::RoundFinalised { round }, Self::ConfirmLots { round: meant, .. }) => round == meant,
            (Fact::LotsConfirmed { .. }, Self::ConfirmLots { .. })
            | (Fact::EndSignalled { .. }, Self::SignalEnd)
            | (Fact::ResultDeclared, Self::DeclareResult) => true,
            _ => false,
        }
    }

    /// Whether a refused act is only out of date: it has been carried out already and the answer got lost, somebody else was
    /// faster, or it may be possible later. The feed shows what became of it.
    pub fn is_overtaken(fault: &Fault) -> bool {
        fault.is_passing()
            || matches!(
                fault.reason,
                ErrorReason::WrongPhase
                    | ErrorReason::WrongRound
                    | ErrorReason::WrongAttempt
                    | ErrorReason::AlreadyConfirmed
                    | ErrorReason::StaleSettlement
                    | ErrorReason::Paused
                    | ErrorReason::JankenOpen
                    | ErrorReason::NotATiedGroup
            )
    }

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
}
