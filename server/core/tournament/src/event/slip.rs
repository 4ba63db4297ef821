//! Slips: entrants and games as the desk records them.

mod check;

use alloc::string::String;
use alloc::vec::Vec;

use ishigaki_othello::{Claim, Colour, Handicap, Reason};

use crate::id::PlayerId;

pub use check::ResultFault;

/// A line of the roster, without data that the rules don't use, such as the name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entrant {
    /// Id in the organiser's roster. A plan in groups names its guests by it (`TG5`).
    pub id: String,
    pub seed: Option<usize>,
    /// True if the player may play in a women's final (`TK3`).
    pub woman: bool,
}

impl Entrant {
    /// Returns a line with only an id.
    pub fn of(id: impl Into<String>) -> Self {
        Self { id: id.into(), ..Self::default() }
    }
}

/// Final disc counts, as both players agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    pub winner: u32,
    pub loser: u32,
}

/// The record of a game (`TO9`). The card has only ○ and ×; everything else is optional.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    pub winner: PlayerId,
    pub loser: PlayerId,
    pub reason: Reason,
    pub black: Option<PlayerId>,
    pub draw_win: Option<PlayerId>,
    /// Call on the hidden disc (伏せ石): the colour on top (`TO10`).
    pub call: Option<Colour>,
    pub handicap: Handicap,
    pub transcript: Option<String>,
    pub score: Option<Score>,
    pub claims: Vec<Claim>,
    pub signed: (bool, bool),
}

impl Slip {
    /// Returns a slip with only the winner.
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

    /// Returns whether the game is rated: not won by forfeit or on both clocks (`TO7`, `TW2`).
    pub const fn is_rated(&self) -> bool {
        !matches!(self.reason, Reason::Forfeit | Reason::DoubleTime)
    }
}
