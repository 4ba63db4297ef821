//! Submission of lists: questions, calls and answers.
//!
//! A list names the revision that it replaces, which is the base of the draft. Two laptops of a team can't
//! overwrite each other unseen.

use ishigaki_client::team::{Acknowledged, CallOutcome, SealAnswer, SealOutcome, Sealing, WindowId};
use ishigaki_client::{CallError, Ticket};
use ishigaki_proto::convert::bids_to_wire;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::Secret;

use super::obstacle::check_call;
use super::unanswered_calls;
use crate::tui::dialog::Dialog;
use crate::tui::event::Effect;
use crate::tui::notice::Notice;
use crate::tui::state::{State, Wait};
use ishigaki_strategy::doubt::{Doubt, doubts};

pub(super) fn begin(state: &mut State) -> Vec<Effect> {
    state.sheet.accept();
    state.raises.accept();
    if !check_seal(state) {
        return Vec::new();
    }
    if !state.differs() {
        state.notice = Some(Notice::Same);
        return Vec::new();
    }
    if !state.flaws().is_empty() {
        state.notice = Some(Notice::Faulty);
        return Vec::new();
    }
    if state.is_rebidding() && state.raises.raises().is_empty() {
        // A pass may be final at once (A7), and the key may have been meant for the list that was just
        // opened.
        state.notice = Some(Notice::NothingOffered);
        return Vec::new();
    }
    if !state.is_rebidding() && state.sheet.lines().is_empty() {
        state.dialog = Some(Dialog::Decline);
        return Vec::new();
    }
    let doubts = all_doubts(state);
    if doubts.is_empty() {
        return send(state, false);
    }
    state.dialog = Some(Dialog::Seal { doubts });
    Vec::new()
}

pub(super) fn begin_decline(state: &mut State) {
    if check_seal(state) {
        state.dialog = Some(Dialog::Decline);
    }
}

/// Asks again about new doubts.
pub(super) fn seal_anyway(state: &mut State, answered: &[Doubt]) -> Vec<Effect> {
    if !check_seal(state) {
        return Vec::new();
    }
    let doubts = all_doubts(state);
    if doubts.iter().any(|doubt| !answered.contains(doubt)) {
        state.dialog = Some(Dialog::Seal { doubts });
        return Vec::new();
    }
    send(state, false)
}

/// The draft stays, and may be submitted until the deadline.
pub(super) fn decline_now(state: &mut State) -> Vec<Effect> {
    if check_seal(state) { send(state, true) } else { Vec::new() }
}

/// Closes a question about a round or wave that is closed, even if the next is open.
pub(super) fn reconsider(state: &mut State, asked_in: Option<WindowId>) {
    let asks = matches!(state.dialog, Some(Dialog::Seal { .. } | Dialog::Decline | Dialog::TakeSealed));
    if asks && (!is_open(state) || state.window_id() != asked_in) {
        state.dialog = None;
        // The result of the round is more informative.
        state.notice.get_or_insert(Notice::NotNow);
    }
}

fn is_open(state: &State) -> bool {
    state.is_rebidding() || state.open_bidding().is_some()
}

fn check_seal(state: &mut State) -> bool {
    let (is_open, is_sealing) = (is_open(state), state.watched.session.is_sealing());
    if is_open && state.wait() == Some(Wait::Paused) {
        state.notice = Some(Notice::Refused(Box::new(Fault::new(ErrorReason::Paused))));
        return false;
    }
    check_call(state, is_open, is_sealing)
}

fn all_doubts(state: &State) -> Vec<Doubt> {
    let mut all = Vec::new();
    if let (Some(revision), true) = (state.revisions().0, state.is_overtaken()) {
        all.push(Doubt::Elsewhere { revision });
    }
    if state.is_rebidding() {
        return all;
    }
    if let Some((view, (round, offer, held))) = state.view().zip(state.terms()) {
        let submitted = state.sealed_bids().map(|sealed| &*sealed.lines).unwrap_or_default();
        let found = doubts(view.game, round, &offer, held, state.sheet.lines());
        all.extend(found.into_iter().filter(|doubt| !doubt.is_about_price_in(submitted)));
    }
    all
}

/// Callers have seen what it replaces.
fn send(state: &mut State, nothing: bool) -> Vec<Effect> {
    // The draft may have followed another computer while the question was open.
    if !nothing && !state.flaws().is_empty() {
        state.notice = Some(Notice::Faulty);
        return Vec::new();
    }
    let (sealed, _) = state.revisions();
    let sealing = if state.is_rebidding() {
        state.raises.rest_on(sealed);
        Sealing::Raises(if nothing { Vec::new() } else { state.raises.raises() })
    } else {
        state.sheet.rest_on(sealed);
        let bids = if nothing { &[] } else { state.sheet.lines() };
        let Some(setup) = state.watched.session.setup() else { return Vec::new() };
        Sealing::Bids(bids_to_wire(bids, setup))
    };
    let Some((ticket, request)) = state.watched.session.seal(sealing) else {
        return Vec::new();
    };
    state.notice = Some(Notice::Sent);
    vec![Effect::Seal { ticket, request: Secret(request) }]
}

pub(super) fn take_answer(state: &mut State, ticket: Ticket, answer: Result<SealAnswer, CallError>) {
    match state.watched.session.take_seal_answer(ticket, answer, state.surface.now()) {
        None => {}
        Some(SealOutcome::Sealed(sealed)) => take_sealed(state, *sealed),
        Some(SealOutcome::Refused(fault)) => state.notice = Some(Notice::refusal(fault)),
        Some(SealOutcome::Unanswered { confirmed: Some(revision), .. }) => {
            unanswered_calls::report(state, CallOutcome::Sealed(revision));
        }
        Some(SealOutcome::Unanswered { confirmed: None, .. }) => state.notice = None,
    }
}

fn take_sealed(state: &mut State, sealed: Acknowledged) {
    let Acknowledged { revision, round, attempt, wave, lines, receipt, .. } = sealed;
    // The feed may be in the next round or wave, with a newer list.
    let newer = state.revisions().0.is_none_or(|now| now <= revision);
    let is_open = match wave {
        None => state.open_bidding().is_some_and(|now| (now.round, now.attempt) == (round, attempt)),
        Some(wave) => state.raises.wave() == Some((round, attempt, wave)),
    };
    if is_open && newer {
        match wave {
            None => state.sheet.rest_on(Some(revision)),
            Some(_) => state.raises.rest_on(Some(revision)),
        }
    }
    match receipt {
        Ok(_) if is_open => state.notice = Some(Notice::Sealed { revision, lines }),
        // The window was closed by this list: below a tie the notice would read as if the re-bid were
        // submitted.
        Ok(_) => drop(state.notice.take_if(|notice| *notice == Notice::Sent)),
        Err(fault) => state.distrust(fault),
    }
}
