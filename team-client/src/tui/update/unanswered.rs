//! What the feed tells of calls without an answer.

use std::time::Instant;

use ishigaki_rules::Revision;

use crate::tui::notice::{Notice, WallNotice};
use crate::tui::state::{Contact, State};
use crate::tui::unanswered::{Lost, Told, Unanswered};

use super::seal::{Pending, What};

/// No answer came to a sealing: the feed may have told of it already, else it is waited for.
pub(super) fn begin(state: &mut State, pending: Pending) {
    let told = sealed_as(state, &pending.what).filter(|revision| Some(*revision) > pending.replaces);
    if let Some(revision) = told {
        return tell(state, Told::Sealed(revision));
    }
    let lost = Lost::Sealing { what: pending.what, window: state.window_id() };
    state.unanswered.retain(Unanswered::is_wall);
    state.unanswered.push(Unanswered::new(lost, state.now));
    state.notice = None;
}

/// No answer came to a change of the wall.
pub(super) fn begin_wall(state: &mut State, sent: crate::workshop::Sent) {
    if state.workshop.as_ref().is_some_and(|workshop| sent.is_done(workshop.wall())) {
        return;
    }
    state.unanswered.retain(|unanswered| !unanswered.is_wall());
    state.unanswered.push(Unanswered::new(Lost::Wall(sent), state.now));
    state.notice = None;
}

/// Something new of the same kind is sent: whatever has become of the other one, this replaces it.
pub(super) fn forget(state: &mut State, is_wall: bool) {
    state.unanswered.retain(|unanswered| unanswered.is_wall() != is_wall);
}

/// Whether the draft that is sealed now is one of those that were sent.
pub(super) fn is_own(state: &State, is_it: impl Fn(&What) -> bool) -> bool {
    state
        .unanswered
        .iter()
        .any(|unanswered| matches!(&unanswered.lost, Lost::Sealing { what, .. } if is_it(what)))
}

/// The feed has brought a sealing of the team: that settles what became of the one without an answer.
pub(super) fn attend_sealing(state: &mut State) {
    let Some(at) = state.unanswered.iter().position(|unanswered| !unanswered.is_wall()) else { return };
    let unanswered = state.unanswered.remove(at);
    if let Lost::Sealing { what, .. } = &unanswered.lost
        && let Some(revision) = sealed_as(state, what)
    {
        tell(state, Told::Sealed(revision));
    }
}

/// The game has gone on.
pub(super) fn attend(state: &mut State) {
    let window = state.window_id();
    let wall = state.workshop.as_ref().map(|workshop| workshop.wall().clone());
    state.unanswered.retain(|unanswered| match (&unanswered.lost, &wall) {
        (Lost::Sealing { .. }, _) => !unanswered.is_past(window),
        (Lost::Wall(sent), Some(wall)) => !sent.is_done(wall),
        (Lost::Wall(_), None) => true,
    });
}

/// The feed is up to date again after it was lost: what it has not brought did not arrive.
pub(super) fn catch_up(state: &mut State) {
    settle(state, |_| true);
}

/// The feed is up to date still, long after the call.
pub(super) fn pass(state: &mut State, now: Instant) {
    if matches!(state.contact, Contact::Live) {
        settle(state, |unanswered| unanswered.is_settled_at(now));
    }
}

fn settle(state: &mut State, is_settled: impl Fn(&Unanswered) -> bool) {
    let settled: Vec<bool> =
        state.unanswered.iter().filter(|one| is_settled(one)).map(Unanswered::is_wall).collect();
    state.unanswered.retain(|unanswered| !is_settled(unanswered));
    for is_wall in settled {
        tell(state, if is_wall { Told::NotBuilt } else { Told::NotSealed });
    }
}

fn tell(state: &mut State, told: Told) {
    state.revision += 1;
    state.notice = Some(match told {
        Told::Sealed(revision) => Notice::SealedUnanswered { revision },
        Told::NotSealed => Notice::NotSealed,
        Told::NotBuilt => Notice::Wall(WallNotice::NotBuilt),
    });
}

/// As which revision this is sealed now, if it is.
fn sealed_as(state: &State, what: &What) -> Option<Revision> {
    match what {
        What::Bids(_) => {
            state.sealed_bids().filter(|sealed| what.is_bids(&sealed.lines)).map(|sealed| sealed.revision)
        }
        What::Raises(_) => {
            state.sealed_raises().filter(|sealed| what.is_raises(&sealed.lines)).map(|sealed| sealed.revision)
        }
    }
}
