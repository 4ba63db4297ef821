//! The judge's acts, and the facts that show they are done.

use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, Fact, Game, LotChoice, Phase, RoundNo, RoundRecord};

/// Act requested by the judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JudgeAct {
    /// An act in the game with a call in the judge's service; any other isn't sent.
    InGame(Act),
    /// Abandons the game if necessary, and starts its spare with the same teams (`G4`).
    Replace { reason: String },
}

impl From<Act> for JudgeAct {
    fn from(act: Act) -> Self {
        Self::InGame(act)
    }
}

impl JudgeAct {
    /// Returns the act for this game's rules; the spare is another game.
    pub fn to_rules(&self) -> Act {
        match self {
            Self::InGame(act) => act.clone(),
            Self::Replace { reason } => Act::Abandon { reason: reason.clone() },
        }
    }
}

/// Opens the next round (`A1`). Without a next round it opens the last one, which the rules reject with a
/// reason.
pub fn open_round(game: &Game) -> Act {
    let last = game.rounds().last().map_or(RoundNo::FIRST, |record| record.round);
    Act::OpenRound { round: if let Phase::Ready { next } = game.phase() { next } else { last } }
}

/// Confirms lots of the last round with its current settlement (`A10`).
pub fn confirm(game: &Game, lots: LotChoice) -> Act {
    let last = game.rounds().last();
    let (round, attempt) = last.map_or((RoundNo::FIRST, 1), |record| (record.round, record.attempt));
    let seen = game.current_round().and_then(RoundRecord::digest);
    Act::ConfirmLots { round, attempt, lots, seen }
}

/// Returns whether a fact results from this act, for acts that change the phase.
pub fn leads_to(act: &Act, fact: &Fact) -> bool {
    match (fact, act) {
        (Fact::RoundOpened { round, .. }, Act::OpenRound { round: meant })
        | (Fact::RoundFinalised { round }, Act::ConfirmLots { round: meant, .. }) => round == meant,
        (Fact::LotsConfirmed { .. }, Act::ConfirmLots { .. })
        | (Fact::EndSignalled { .. }, Act::SignalEnd)
        | (Fact::ResultDeclared, Act::DeclareResult) => true,
        _ => false,
    }
}

/// Returns whether a rejected act is only outdated: it has already been done, another judge was faster, or it
/// may be possible later.
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
