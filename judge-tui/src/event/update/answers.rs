//! Answers of the server and of files.

use ishigaki_client::{CallError, Ticket};
use ishigaki_proto::watch::ListEventsResponse;
use ishigaki_roster::RosterDraft;
use ishigaki_tournament::Act;
use ishigaki_words::Value;

use super::super::form::{FieldName, Form, FormPurpose};
use super::super::state::{Dialog, Notice, State};
use std::mem;

use super::super::{Effect, EventAnswer, EventCall, Panel, RosterError};
use super::{is_over, open_event};

pub(super) fn take_list(state: &mut State, listed: Result<ListEventsResponse, CallError>) -> Vec<Effect> {
    state.listing.is_pending = false;
    state.surface.touch();
    let listed = match listed {
        Ok(listed) => listed,
        Err(trouble) => {
            state.listing.trouble = Some(trouble);
            return Vec::new();
        }
    };
    state.listing.trouble = None;
    state.listing.audience = Some(listed.audience());
    let before = mem::replace(&mut state.listing.events, listed.events);
    if let Some(Dialog::Events { at }) = &mut state.dialog {
        // The choice stays with the event.
        let marked = before.get(*at).map(|entry| &entry.event);
        let place = state.listing.events.iter().position(|entry| Some(&entry.event) == marked);
        *at = place.unwrap_or(0);
    }
    if state.event.is_some() {
        return Vec::new();
    }
    let events = &state.listing.events;
    let running: Vec<_> = events.iter().filter(|entry| !is_over(entry.stage())).collect();
    let only = match (&running[..], &events[..]) {
        ([only], _) => Some(only.event.clone()),
        ([], [only]) => Some(only.event.clone()),
        _ => None,
    };
    let has_several = events.len() > 1;
    match (only, state.dialog.is_none()) {
        (Some(event), true) => open_event(state, event),
        (None, true) if has_several && !state.listing.is_offered => {
            state.listing.is_offered = true;
            state.dialog = Some(Dialog::Events { at: 0 });
            Vec::new()
        }
        _ => Vec::new(),
    }
}

fn pending_form(state: &State, ticket: Ticket) -> Option<&Form> {
    match &state.dialog {
        Some(Dialog::Form(form)) if form.pending_ticket == Some(ticket) => Some(form),
        _ => None,
    }
}

/// A form keeps its text after a rejection.
pub(super) fn take_answer(
    state: &mut State,
    ticket: Ticket,
    answer: Result<EventAnswer, CallError>,
) -> Vec<Effect> {
    state.surface.touch();
    let form = pending_form(state, ticket).cloned();
    let remarks = mem::take(&mut state.roster_remarks);
    match answer {
        Ok(_) => {
            let key = state.done_key.take_if(|(sent, _)| *sent == ticket).map(|(_, key)| key);
            state.notice =
                if remarks.is_empty() { key.map(Notice::Done) } else { Some(Notice::Remarked(remarks)) };
            if form.is_some() {
                state.dialog = None;
            }
            match form.map(|form| form.purpose) {
                Some(FormPurpose::Create) => {
                    let created = state.created.take();
                    return created.map(|event| open_event(state, event)).unwrap_or_default();
                }
                // After pairing a round or declaring the ranking, show it.
                Some(FormPurpose::Ask(EventCall::Act(act)) | FormPurpose::Act(act)) => match act {
                    Act::PairRound { .. } | Act::DrawGroups { .. } | Act::CloseStage { .. } => {
                        show_panel(state, Panel::Round);
                    }
                    Act::Declare => show_panel(state, Panel::Ranking),
                    Act::MakeLeagues => show_panel(state, Panel::Leagues),
                    Act::EnterDigits { .. } | Act::OverruleDigits { .. } => show_panel(state, Panel::Roster),
                    _ => {}
                },
                _ => {}
            }
        }
        Err(trouble) => {
            if let Some(Dialog::Form(form)) = &mut state.dialog
                && form.pending_ticket == Some(ticket)
            {
                (form.pending_ticket, form.is_confirming) = (None, false);
            }
            state.notice = Some(match trouble {
                CallError::Refused(fault) => Notice::Refused(fault),
                CallError::Unanswered { code } | CallError::Unknown { code } => {
                    Notice::Silent { code: format!("{code:?}") }
                }
            });
        }
    }
    Vec::new()
}

fn show_panel(state: &mut State, panel: Panel) {
    (state.panel, state.round, state.is_stale) = (panel, None, true);
}

pub(super) fn take_roster(
    state: &mut State,
    ticket: Ticket,
    roster: Result<RosterDraft, RosterError>,
) -> Vec<Effect> {
    state.surface.touch();
    let Some(file) = pending_form(state, ticket).map(|form| form.typed(FieldName::File)) else {
        return Vec::new();
    };
    match roster {
        Ok(roster) => {
            state.roster_remarks.clone_from(&roster.remarks);
            let call = EventCall::SetRoster(roster);
            state.done_key = Some((ticket, call.done_key()));
            vec![Effect::Call { ticket, call }]
        }
        Err(trouble) => {
            if let Some(Dialog::Form(form)) = &mut state.dialog {
                form.pending_ticket = None;
            }
            state.notice = Some(Notice::Roster { file, trouble });
            Vec::new()
        }
    }
}

pub(super) fn take_printout(state: &mut State, file: String, trouble: Option<Value>) {
    state.surface.touch();
    state.notice = Some(match trouble {
        None => Notice::Printed { file, command: state.printing.clone() },
        Some(what) => Notice::File { file, what },
    });
}
