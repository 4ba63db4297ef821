//! The judge's acts: what a judge can want, and what shows that it was done. Whether it is possible, the rules know.

use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, Fact, Game, LotChoice, Phase, RoundNo, RoundRecord};

/// Act that the judge asks of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JudgeAct {
    /// An act in the game: one that a call of the judge's service asks for; any other is not sent.
    InGame(Act),
    /// Abandons the game, unless it is abandoned already, and starts its spare with the same teams (`G4`).
    Replace { reason: String },
}

impl From<Act> for JudgeAct {
    fn from(act: Act) -> Self {
        Self::InGame(act)
    }
}

impl JudgeAct {
    /// The act as the rules of this game know it: the spare is another game.
    pub fn to_rules(&self) -> Act {
        match self {
            Self::InGame(act) => act.clone(),
            Self::Replace { reason } => Act::Abandon { reason: reason.clone() },
        }
    }
}

/// Opens the round that is next in this game (`A1`); if none is, the last one, which the rules refuse with the reason.
pub fn open_round(game: &Game) -> Act {
    let last = game.rounds().last().map_or(RoundNo::FIRST, |record| record.round);
    Act::OpenRound { round: if let Phase::Ready { next } = game.phase() { next } else { last } }
}

/// Confirms lots of this game's last round as it is settled now (`A10`).
pub fn confirm(game: &Game, lots: LotChoice) -> Act {
    let last = game.rounds().last();
    let (round, attempt) = last.map_or((RoundNo::FIRST, 1), |record| (record.round, record.attempt));
    let seen = game.current_round().and_then(RoundRecord::digest);
    Act::ConfirmLots { round, attempt, lots, seen }
}

/// Returns whether a fact is one that this act leads to, of the acts that take a game from phase to phase.
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

/// Returns whether a refused act is only out of date: it has been carried out already and the answer got lost, somebody else was
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
