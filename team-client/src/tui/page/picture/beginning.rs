//! The moment at which the game began, by the program's time: the same as long as it wavers by less than anybody sees.

use std::time::Instant;

use ishigaki_screen::{Contact, Uptime};

use super::super::model::WaitingState;
use crate::tui::state::State;

/// So many milliseconds nobody sees.
const WAVERING: u64 = 300;

/// Moment at which the game began, as far as was worked out last; before the program did, if it is negative.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BeginningMoment {
    known: Option<i64>,
}

impl BeginningMoment {
    /// The clock without a deadline, if that is what is shown.
    pub(super) fn waiting(&mut self, state: &State, uptime: Uptime, now: Instant) -> Option<WaitingState> {
        let waiting = state.waiting_at(Some(now))?;
        let began = signed(uptime.millis(now)).saturating_sub(signed(waiting.now.0));
        let known = self.known.get_or_insert(began);
        if known.abs_diff(began) > WAVERING {
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
