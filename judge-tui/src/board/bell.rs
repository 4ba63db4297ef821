//! The bell of the hall: when a window opens, shortly before it closes, and when it closes.

use ishigaki_rules::{Game, Millis, Phase, WaveNo};

/// So long before a window closes it rings.
const BEFORE: Millis = Millis(10_000);

/// Identity of a window: the attempt's place among all, and its wave if it is one for re-bids.
type WindowIdentity = (usize, Option<WaveNo>);

/// The facts that the bell has rung for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bell {
    window: Option<WindowIdentity>,
    /// Whether it has rung for the end of this window that is near.
    has_warned: bool,
}

impl Bell {
    /// Returns whether it rings for what has just happened in the game: a window has opened or closed.
    pub(super) fn hears(&mut self, game: &Game) -> bool {
        let attempt = game.rounds().len();
        let window = match game.phase() {
            Phase::Bidding { .. } => Some((attempt, None)),
            Phase::Rebidding { wave, .. } => Some((attempt, Some(wave))),
            _ => None,
        };
        let is_news = window != self.window;
        if is_news {
            *self = Self { window, has_warned: false };
        }
        is_news
    }

    /// Returns whether it rings because so little is left of the window.
    pub(super) fn warns(&mut self, left: Option<Millis>) -> bool {
        let is_near = self.window.is_some() && left.is_some_and(|left| left <= BEFORE);
        let is_news = is_near && !self.has_warned;
        self.has_warned |= is_near;
        is_news
    }
}
