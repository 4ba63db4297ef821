//! Questions of the screen.

use super::event::GameChoice;
use super::keymap::Context;
use ishigaki_strategy::doubt::Doubt;
use ishigaki_strategy::workshop::StoneLayout;

/// An open question. While one is open, keys only answer it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    Help {
        page: usize,
    },
    Games {
        games: Vec<GameChoice>,
        at: usize,
    },
    Seal {
        doubts: Vec<Doubt>,
    },
    Decline,
    TakeSealed,
    TakeAdvice,
    ReplaceWall {
        seen: StoneLayout,
        is_whole: bool,
    },
    TakeWall,
    /// Asked because something may be lost.
    Quit,
}

impl Dialog {
    /// Returns the context of its keys.
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
