//! Advice: requests, answers, and proposals in the draft. Nothing is submitted.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use ishigaki_client::Ticket;
use ishigaki_rules::Secret;

use crate::tui::advice::{AdviserAnswer, AdviserQuestion, GivenAdvice, Inquiry};
use crate::tui::dialog::Dialog;
use crate::tui::event::Effect;
use crate::tui::notice::Notice;
use crate::tui::panel::Panel;
use crate::tui::state::State;

pub(super) fn open(state: &mut State) -> Vec<Effect> {
    let now = state.subject();
    let given = state.advice.as_ref().map(|given| given.subject);
    if now.is_none() || given == now || state.aids_off.adviser { Vec::new() } else { ask(state) }
}

pub(super) fn ask(state: &mut State) -> Vec<Effect> {
    if state.aids_off.adviser {
        state.notice = Some(Notice::AdviserOff);
        return Vec::new();
    }
    let Some((subject, view)) = state.subject().zip(state.view()) else {
        state.notice = Some(Notice::NoAdvice);
        return Vec::new();
    };
    if state.inquiry.as_ref().is_some_and(|inquiry| inquiry.subject == subject) {
        return Vec::new();
    }
    let (game, me) = (view.game.clone(), view.me);
    let ticket = state.next_ticket();
    let question = AdviserQuestion { game, me, seed: seed(state, ticket) };
    state.inquiry = Some(Inquiry { ticket, subject });
    vec![Effect::Advise { ticket, question: Secret(Box::new(question)) }]
}

/// Depends on when this screen heard what, so that rivals with the same program and game can't compute this
/// team's advice.
fn seed(state: &State, ticket: Ticket) -> u64 {
    let since = state.first.zip(state.surface.now()).map(|(first, now)| now.saturating_duration_since(first));
    let mut hasher = DefaultHasher::new();
    (ticket.0, since).hash(&mut hasher);
    hasher.finish()
}

pub(super) fn take_answer(state: &mut State, ticket: Ticket, answer: AdviserAnswer) {
    if let Some(inquiry) = state.inquiry.take_if(|inquiry| inquiry.ticket == ticket) {
        // The question was about the previous proposal.
        state.dialog.take_if(|dialog| matches!(dialog, Dialog::TakeAdvice));
        state.advice = Some(GivenAdvice { subject: inquiry.subject, answer });
        state.set_place(Panel::Advice, 0);
    }
}

pub(super) fn reconsider(state: &mut State) {
    if matches!(state.dialog, Some(Dialog::TakeAdvice)) && state.is_advice_stale() {
        state.dialog = None;
        state.notice = Some(Notice::AdviceStale);
    }
}

pub(super) fn take(state: &mut State) {
    if state.aids_off.adviser {
        state.notice = Some(Notice::AdviserOff);
        return;
    }
    let Some(draft) = draft(state) else { return };
    match draft {
        DraftComparison::Empty => take_now(state),
        DraftComparison::Same => state.notice = Some(Notice::AdviceSame),
        DraftComparison::Other => state.dialog = Some(Dialog::TakeAdvice),
    }
}

pub(super) fn take_now(state: &mut State) {
    if draft(state).is_none() {
        return;
    }
    let answer = state.advice.as_ref().map(|given| given.answer.clone());
    match answer {
        Some(AdviserAnswer::Raises(raises)) => {
            state.raises.propose(&raises.iter().map(|advice| advice.raise).collect::<Vec<_>>());
        }
        Some(answer) => state.sheet.propose(answer.bids().unwrap_or_default()),
        None => {}
    }
    state.panel = Panel::Sheet;
    state.notice = Some(Notice::AdviceTaken);
}

enum DraftComparison {
    Empty,
    Same,
    Other,
}

fn draft(state: &mut State) -> Option<DraftComparison> {
    if state.is_advice_stale() {
        state.notice = Some(Notice::AdviceStale);
        return None;
    }
    let answer = state.advice.as_ref().map(|given| &given.answer);
    let found = if let Some(raises) = answer.and_then(AdviserAnswer::raises) {
        Some((state.raises.says(&raises), state.raises.is_blank()))
    } else {
        let bids = answer.and_then(AdviserAnswer::bids);
        bids.map(|bids| (state.sheet.says(&bids), state.sheet.lines().is_empty()))
    };
    match found {
        Some((true, _)) => Some(DraftComparison::Same),
        Some((false, true)) => Some(DraftComparison::Empty),
        Some((false, false)) => Some(DraftComparison::Other),
        None => {
            state.notice = Some(Notice::NoAdvice);
            None
        }
    }
}
