//! News of the feed about unanswered calls.

use std::time::Instant;

use ishigaki_client::team::CallOutcome;

use crate::tui::notice::{Notice, WallNotice};
use crate::tui::state::State;
use ishigaki_screen::Contact;

pub(super) fn catch_up(state: &mut State) {
    for outcome in state.watched.session.catch_up() {
        report(state, outcome);
    }
}

pub(super) fn pass(state: &mut State, now: Instant) {
    if matches!(state.watched.contact(), Contact::Live) {
        for outcome in state.watched.session.pass(now) {
            report(state, outcome);
        }
    }
}

pub(super) fn report(state: &mut State, outcome: CallOutcome) {
    state.surface.touch();
    state.notice = Some(match outcome {
        CallOutcome::Sealed(revision) => Notice::SealedUnanswered { revision },
        CallOutcome::NotSealed => Notice::NotSealed,
        CallOutcome::NotBuilt => Notice::Wall(WallNotice::NotBuilt),
    });
}
