//! Slips: entrants and games as the desk writes them down.

mod check;

use alloc::string::String;
use alloc::vec::Vec;

use ishigaki_othello::{Claim, Colour, Handicap, Reason};

use crate::id::PlayerId;

pub use check::ResultFault;

/// A line of the roster, without what the rules do not look at, such as a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entrant {
    /// What the organiser's roster calls it: a plan in groups names its guests so (`TG5`).
    pub id: String,
    /// The class of seeds, as a place among the plan's classes.
    pub seed: Option<usize>,
    /// Whether she may play in a women's final (`TK3`).
    pub woman: bool,
}

impl Entrant {
    /// A line with nothing but an id.
    pub fn of(id: impl Into<String>) -> Self {
        Self { id: id.into(), ..Self::default() }
    }
}

/// Discs at the end, as both players counted them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The winner's, empty squares included.
    pub winner: u32,
    pub loser: u32,
}

/// The record of a game (`TO9`). The card itself knows only ○ and ×; the rest is there if it was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    pub winner: PlayerId,
    pub loser: PlayerId,
    /// Why the game ended.
    pub reason: Reason,
    pub black: Option<PlayerId>,
    /// Who held the draw-win right (引き分け勝ち).
    pub draw_win: Option<PlayerId>,
    /// What was called of the hidden disc (伏せ石): the colour on top (`TO10`).
    pub call: Option<Colour>,
    pub handicap: Handicap,
    /// The moves, `f5d6…`.
    pub transcript: Option<String>,
    pub score: Option<Score>,
    /// Claims and their rulings.
    pub claims: Vec<Claim>,
    /// Whether the winner and the loser signed.
    pub signed: (bool, bool),
}

impl Slip {
    /// A slip that says only who won.
    pub const fn plain(winner: PlayerId, loser: PlayerId) -> Self {
        Self {
            winner,
            loser,
            reason: Reason::Normal,
            black: None,
            draw_win: None,
            call: None,
            handicap: Handicap::None,
            transcript: None,
            score: None,
            claims: Vec::new(),
            signed: (true, true),
        }
    }

    /// Returns whether it counts for ratings: not by forfeit, and not by both clocks (`TO7`, `TW2`).
    pub const fn is_rated(&self) -> bool {
        !matches!(self.reason, Reason::Forfeit | Reason::DoubleTime)
    }
}
