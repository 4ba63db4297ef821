//! A team's list or re-bid as sent.

use std::fmt;

use ishigaki_proto::{convert, wire};
use ishigaki_record::sealing::{bids_text, raises_text};
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::{Game, Phase, RoundNo, Setup, WaveNo};

/// A sent list or re-bid. Debug output omits it (`A4`).
#[derive(Clone, PartialEq)]
pub enum Sealing {
    /// A list (`A2`) with lot codes, which the server checks.
    Bids(Vec<wire::Bid>),
    /// A re-bid (`A7`).
    Raises(Vec<Raise>),
}

/// The current window: round, attempt, wave, and whether lists are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowId {
    pub round: RoundNo,
    /// Its attempt, from 1.
    pub attempt: u32,
    /// The open wave (`A7`).
    pub wave: Option<WaveNo>,
    pub is_bidding: bool,
}

impl Sealing {
    /// Returns the number of lines or raises; 0 declines or passes.
    pub fn len(&self) -> usize {
        match self {
            Self::Bids(bids) => bids.len(),
            Self::Raises(raises) => raises.len(),
        }
    }

    /// Returns whether it declines or passes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether it is a re-bid.
    pub fn is_rebid(&self) -> bool {
        matches!(self, Self::Raises(_))
    }

    /// Returns whether it is this list, line by line.
    pub fn is_bids(&self, bids: &[Bid], setup: &Setup) -> bool {
        matches!(self, Self::Bids(sent) if *sent == convert::bids_to_wire(bids, setup))
    }

    /// Returns whether it is this re-bid, in any order.
    pub fn is_raises(&self, raises: &[Raise]) -> bool {
        matches!(self, Self::Raises(sent) if same_raises(sent, raises))
    }

    /// The committed text; `None` if it has an unknown lot, so that it can't be sealed.
    pub(super) fn text(&self, setup: &Setup) -> Option<String> {
        match self {
            Self::Bids(bids) => bids_text(setup, &convert::bids_from_wire(bids, setup).ok()?).ok(),
            Self::Raises(raises) => Some(raises_text(raises)),
        }
    }
}

/// Returns whether two re-bids have the same prices for the same lines, in any order.
pub fn same_raises(one: &[Raise], other: &[Raise]) -> bool {
    let sorted = |raises: &[Raise]| {
        let mut raises = raises.to_vec();
        raises.sort_unstable();
        raises
    };
    sorted(one) == sorted(other)
}

impl WindowId {
    /// Returns the window of a game; `None` between rounds.
    pub fn of(game: &Game) -> Option<Self> {
        let record = game.current_round()?;
        let wave = if let Phase::Rebidding { wave, .. } = game.phase() { Some(wave) } else { None };
        let is_bidding = matches!(game.phase(), Phase::Bidding { .. });
        Some(Self { round: record.round, attempt: record.attempt, wave, is_bidding })
    }
}

impl fmt::Debug for Sealing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}
