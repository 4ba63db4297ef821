//! The hall's bell: rings when a window opens, shortly before it closes, and when it closes.

use ishigaki_rules::{Game, Millis, Phase, WaveNo};

const WARNING_TIME: Millis = Millis(10_000);

type WindowIdentity = (usize, Option<WaveNo>);

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bell {
    window: Option<WindowIdentity>,
    has_warned: bool,
}

impl Bell {
    pub(super) fn update_window(&mut self, game: &Game) -> bool {
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

    pub(super) fn update_warning(&mut self, left: Option<Millis>) -> bool {
        let is_near = self.window.is_some() && left.is_some_and(|left| left <= WARNING_TIME);
        let is_news = is_near && !self.has_warned;
        self.has_warned |= is_near;
        is_news
    }
}
