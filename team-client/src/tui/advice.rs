//! The adviser's answers on the screen. Advice is as secret as a list (`A4`), so `Debug` omits it.

use std::fmt;

use ishigaki_client::Ticket;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::{Game, RoundNo, TeamId, Tsuyama, WaveNo};

use ishigaki_strategy::adviser::{Advice, RaiseAdvice, SearchEffort, advise, advise_raises};
use ishigaki_strategy::bot::View;

/// Question to the adviser: the game as the team knows it, its own sealed list included. It has no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct AdviserQuestion {
    pub game: Game,
    pub me: TeamId,
    pub seed: u64,
}

impl AdviserQuestion {
    /// Returns the adviser's answer; takes time.
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
    List(Box<Advice>),
    /// Offers in the open wave (`A7`); other tied lines should be given up.
    Raises(Vec<RaiseAdvice>),
    Nothing,
}

impl AdviserAnswer {
    pub(crate) fn bids(&self) -> Option<Vec<Bid>> {
        match self {
            Self::List(advice) => Some(advice.list.iter().map(|line| line.bid).collect()),
            Self::Raises(_) | Self::Nothing => None,
        }
    }

    pub(crate) fn raises(&self) -> Option<Vec<Raise>> {
        match self {
            Self::Raises(raises) => Some(raises.iter().map(|advice| advice.raise).collect()),
            Self::List(_) | Self::Nothing => None,
        }
    }

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

/// Subject of advice, which becomes stale with another subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AdviceSubject {
    pub(crate) round: RoundNo,
    pub(crate) attempt: u32,
    pub(crate) wave: Option<WaveNo>,
    pub(crate) money: Tsuyama,
}

pub(crate) struct GivenAdvice {
    pub(crate) subject: AdviceSubject,
    pub(crate) answer: AdviserAnswer,
}

pub(crate) struct Inquiry {
    pub(crate) ticket: Ticket,
    pub(crate) subject: AdviceSubject,
}
