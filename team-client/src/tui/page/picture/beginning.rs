//! Start of the game by the program's clock, without the jitter between feed items.

use std::time::Instant;

use ishigaki_screen::{Contact, Uptime};

use super::super::model::WaitingState;
use crate::tui::state::State;

/// Tolerance within which the start counts as unchanged.
const CLOSING_TOLERANCE_MS: u64 = 300;

/// Negative before the program's start.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BeginningMoment {
    known: Option<i64>,
}

impl BeginningMoment {
    pub(super) fn waiting(&mut self, state: &State, uptime: Uptime, now: Instant) -> Option<WaitingState> {
        let waiting = state.waiting_at(Some(now))?;
        let began = signed(uptime.millis(now)).saturating_sub(signed(waiting.now.0));
        let known = self.known.get_or_insert(began);
        if known.abs_diff(began) > CLOSING_TOLERANCE_MS {
            *known = began;
        }
        let stands = matches!(state.watched.contact(), Contact::Stopped { .. });
        Some(WaitingState {
            since: known.saturating_add(signed(waiting.began.0)),
            game: *known,
            at: stands.then(|| known.saturating_add(signed(waiting.now.0))),
        })
    }
}

fn signed(millis: u64) -> i64 {
    i64::try_from(millis).unwrap_or(i64::MAX)
}
