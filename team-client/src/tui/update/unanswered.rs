//! The feed's news of calls without an answer.

use std::time::Instant;

use ishigaki_client::team::CallOutcome;

use crate::tui::notice::{Notice, WallNotice};
use crate::tui::state::State;
use ishigaki_screen::Contact;

/// The feed is up to date again after it was lost.
pub(super) fn catch_up(state: &mut State) {
    for told in state.watched.session.catch_up() {
        tell(state, told);
    }
}

/// The feed is up to date still, long after the call.
pub(super) fn pass(state: &mut State, now: Instant) {
    if matches!(state.watched.contact(), Contact::Live) {
        for told in state.watched.session.pass(now) {
            tell(state, told);
        }
    }
}

pub(super) fn tell(state: &mut State, told: CallOutcome) {
    state.surface.touch();
    state.notice = Some(match told {
        CallOutcome::Sealed(revision) => Notice::SealedUnanswered { revision },
        CallOutcome::NotSealed => Notice::NotSealed,
        CallOutcome::NotBuilt => Notice::Wall(WallNotice::NotBuilt),
    });
}
