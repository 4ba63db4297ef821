//! The screen's questions. Knows what is open, not how it is painted.

use super::event::GameChoice;
use super::keymap::Context;
use ishigaki_strategy::doubt::Doubt;
use ishigaki_strategy::workshop::StoneLayout;

/// An open question. While one is open, keys answer it and do nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    Help {
        /// The page, from 0.
        page: usize,
    },
    /// Question for one of these games.
    Games {
        games: Vec<GameChoice>,
        /// The one that is chosen.
        at: usize,
    },
    /// Seal the draft in spite of all this?
    Seal {
        /// Doubts about it; at least one.
        doubts: Vec<Doubt>,
    },
    /// Decline the round, or pass in the re-bid?
    Decline,
    /// Throw the draft away for what is sealed?
    TakeSealed,
    /// Throw the draft away for what the adviser proposes?
    TakeAdvice,
    /// Replace a wall that was changed from elsewhere, by the draft?
    ReplaceWall {
        /// The wall that is asked about.
        seen: StoneLayout,
        /// Whether the whole draft is to be sent, or one stone of it.
        is_whole: bool,
    },
    /// Throw the draft of the wall away for the wall that the server knows?
    TakeWall,
    /// Leave? Asked because something may be lost.
    Quit,
}

impl Dialog {
    /// Returns the keys that answer it.
    pub const fn context(&self) -> Context {
        match self {
            Self::Help { .. } => Context::Help,
            Self::Games { .. } => Context::Games,
            Self::Seal { .. }
            | Self::Decline
            | Self::TakeSealed
            | Self::TakeAdvice
            | Self::ReplaceWall { .. }
            | Self::TakeWall
            | Self::Quit => Context::Ask,
        }
    }
}
