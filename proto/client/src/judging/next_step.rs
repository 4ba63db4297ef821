//! The judge's next step, derived from the game alone.

use ishigaki_rules::{Act, Game, LotChoice, Phase, RoundNo, TeamId};

use super::act::{confirm, open_round};
use crate::listing::Listed;

/// Step to take or to wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// The feed hasn't brought the game yet.
    AwaitFeed,
    Resume,
    /// Open this round (`A1`).
    OpenRound {
        round: RoundNo,
    },
    /// Wait for lists (`A3`).
    AwaitLists {
        sealed: usize,
        of: usize,
    },
    /// Wait for re-bids (`A7`).
    AwaitRebids {
        teams: Vec<TeamId>,
    },
    /// Confirm (`A10`).
    Confirm {
        open: usize,
        of: usize,
    },
    /// Let the teams build for 30 to 60 seconds, then signal the end (`E1`).
    SignalEnd,
    /// Wait for the end (`E1`).
    AwaitEnd,
    /// Hold and enter a janken (`E2`).
    EnterJanken {
        teams: Vec<TeamId>,
    },
    /// Declare the result (`E4`).
    Declare,
    Reveal,
    /// Start the spare of the abandoned game, or switch to it (`G4`).
    Replace {
        spare: String,
        started: bool,
    },
    Over,
}

impl NextStep {
    /// Returns the judge's next step in a game; `spare` is its spare, if known.
    pub fn of(game: Option<&Game>, spare: Option<&Listed>) -> Self {
        let Some(game) = game else {
            return Self::AwaitFeed;
        };
        if game.paused_since().is_some() {
            return Self::Resume;
        }
        match game.phase() {
            Phase::Ready { next } => Self::OpenRound { round: next },
            Phase::Bidding { .. } => {
                let may_bid = game.setup().team_ids().filter(|&team| game.takes_part(team)).count();
                let sealed = game.current_round().map_or(0, |record| record.sealed.len());
                Self::AwaitLists { sealed, of: may_bid }
            }
            Phase::Rebidding { .. } => {
                Self::AwaitRebids { teams: game.awaited_in_wave().unwrap_or_default() }
            }
            Phase::Confirming => {
                let record = game.current_round();
                let open = record.map_or(0, |record| record.unconfirmed().len());
                Self::Confirm { open, of: record.map_or(0, |record| record.lots().count()) }
            }
            Phase::Building => Self::SignalEnd,
            Phase::Countdown { .. } => Self::AwaitEnd,
            Phase::Ended => match game.ranking().janken_needed.into_iter().next() {
                Some(teams) => Self::EnterJanken { teams },
                None => Self::Declare,
            },
            Phase::Abandoned => match spare {
                Some(spare) => Self::Replace { spare: spare.game.clone(), started: spare.has_started() },
                None => Self::Over,
            },
            Phase::Declared => Self::Over,
        }
    }

    /// Returns the act of this step. `None` if there is nothing to do, or if it needs input: a janken order,
    /// or the reason of a replacement.
    pub fn act(&self, game: &Game) -> Option<Act> {
        match self {
            Self::Resume => Some(Act::Resume),
            Self::OpenRound { .. } => Some(open_round(game)),
            Self::Confirm { .. } => Some(confirm(game, LotChoice::All)),
            Self::SignalEnd => Some(Act::SignalEnd),
            Self::Declare => Some(Act::DeclareResult),
            Self::AwaitFeed
            | Self::AwaitLists { .. }
            | Self::AwaitRebids { .. }
            | Self::AwaitEnd
            | Self::EnterJanken { .. }
            | Self::Reveal
            | Self::Replace { .. }
            | Self::Over => None,
        }
    }
}
