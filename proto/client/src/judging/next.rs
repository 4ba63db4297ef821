//! The one thing the judge has to do next. Worked out from the game alone.

use ishigaki_rules::{Act, Game, LotChoice, Phase, RoundNo, TeamId};

use super::act::{confirm, open_round};
use crate::listing::Listed;

/// Step that is to be done, or waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// Nothing is known yet: the feed has not brought the game.
    AwaitFeed,
    /// The clocks stand: let them go on.
    Resume,
    /// Open this round (`A1`).
    OpenRound { round: RoundNo },
    /// Wait for lists (`A3`).
    AwaitLists {
        /// Teams that have sealed.
        sealed: usize,
        of: usize,
    },
    /// Wait for re-bids (`A7`).
    AwaitRebids { teams: Vec<TeamId> },
    /// Confirm (`A10`).
    Confirm {
        /// Lots that are not confirmed.
        open: usize,
        /// All lots of the round.
        of: usize,
    },
    /// Let the teams build for 30 to 60 seconds, then signal the end (`E1`).
    SignalEnd,
    /// Wait for the end (`E1`).
    AwaitEnd,
    /// Hold and enter a janken (`E2`).
    EnterJanken { teams: Vec<TeamId> },
    /// Declare the result (`E4`).
    Declare,
    /// Reveal the ranking that has been declared.
    Reveal,
    /// Start the spare of the abandoned game, or go over to it (`G4`).
    Replace {
        spare: String,
        /// Whether somebody has started it already.
        started: bool,
    },
    /// Nothing: the game is over.
    Over,
}

impl NextStep {
    /// Returns what a game asks of its judge; `spare` is the game that is played instead of it, if it is known.
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

    /// The act that does it in this game. `None` if there is nothing to do, and if it takes more than the game to say what:
    /// the order that a janken came out in, the reason of a replacement.
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
