//! The adviser's answers on the screen: what was asked, what it said, and what that is about. Advice is as secret as a
//! list (`A4`): nothing of it shows in debug output.
//!
//! What there is to be advised about, and so which advice is stale, the team's seat says; whether and when it is asked for is the
//! update's matter.

use std::fmt;

use ishigaki_client::Ticket;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::{Game, RoundNo, TeamId, Tsuyama, WaveNo};

use ishigaki_strategy::adviser::{Advice, RaiseAdvice, SearchEffort, advise, advise_raises};
use ishigaki_strategy::bot::View;

/// Question to the adviser: the game as the team knows it, its own sealed list included. It has no debug output.
#[derive(Clone, PartialEq, Eq)]
pub struct AdviserQuestion {
    pub game: Game,
    pub me: TeamId,
    /// Chance: another seed plans other walls.
    pub seed: u64,
}

impl AdviserQuestion {
    /// Returns what the adviser says; takes its time.
    pub fn answer(&self, effort: SearchEffort) -> AdviserAnswer {
        let view = View { game: &self.game, me: self.me };
        if let Some((_, _, raises)) = advise_raises(&view, self.seed) {
            return AdviserAnswer::Raises(raises);
        }
        advise(&view, effort, self.seed)
            .map_or(AdviserAnswer::Nothing, |advice| AdviserAnswer::List(Box::new(advice)))
    }
}

/// Answer of the adviser.
#[derive(Clone, PartialEq, Eq)]
pub enum AdviserAnswer {
    /// Advice on what to bid.
    List(Box<Advice>),
    /// Advice on what to offer in the open wave (`A7`); what is not in it is better given up.
    Raises(Vec<RaiseAdvice>),
    /// There is nothing to bid on.
    Nothing,
}

impl AdviserAnswer {
    /// The proposed list, the most wanted first.
    pub(crate) fn bids(&self) -> Option<Vec<Bid>> {
        match self {
            Self::List(advice) => Some(advice.list.iter().map(|line| line.bid).collect()),
            Self::Raises(_) | Self::Nothing => None,
        }
    }

    /// The proposed raises.
    pub(crate) fn raises(&self) -> Option<Vec<Raise>> {
        match self {
            Self::Raises(raises) => Some(raises.iter().map(|advice| advice.raise).collect()),
            Self::List(_) | Self::Nothing => None,
        }
    }

    /// Lines that it has to show, tables' heads not counted.
    pub(crate) fn rows(&self) -> usize {
        match self {
            Self::List(advice) => advice.list.len() + advice.lots.len(),
            Self::Raises(raises) => raises.len(),
            Self::Nothing => 0,
        }
    }
}

impl fmt::Debug for AdviserAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}

/// Subject of advice. Advice about another matter than the present one is stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AdviceSubject {
    pub(crate) round: RoundNo,
    /// A round that is voided begins anew, with other lists.
    pub(crate) attempt: u32,
    /// In a re-bid of the team: which.
    pub(crate) wave: Option<WaveNo>,
    /// TSUYAMA that the team holds, or in a re-bid may name in all.
    pub(crate) money: Tsuyama,
}

/// Advice that has come, and what it is about.
pub(crate) struct GivenAdvice {
    pub(crate) subject: AdviceSubject,
    pub(crate) answer: AdviserAnswer,
}

/// A question whose answer has not come yet.
pub(crate) struct Inquiry {
    pub(crate) ticket: Ticket,
    pub(crate) subject: AdviceSubject,
}
