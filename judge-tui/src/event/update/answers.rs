//! Answers: of the server, of files.

use ishigaki_client::{CallError, Ticket};
use ishigaki_proto::watch::ListEventsResponse;
use ishigaki_tournament::Act;
use ishigaki_words::Value;

use super::super::form::{FieldName, Form, FormPurpose};
use super::super::state::{Dialog, Notice, State};
use super::super::{Effect, EventAnswer, EventCall, Panel, RosterTrouble};
use super::{choose, is_over};

/// The server has said which events there are. If no event is chosen, the only one that is not over is.
pub(super) fn listed(state: &mut State, listed: Result<ListEventsResponse, CallError>) -> Vec<Effect> {
    state.listing.awaits = false;
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
    let before = std::mem::replace(&mut state.listing.events, listed.events);
    if let Some(Dialog::Events { at }) = &mut state.dialog {
        // The choice stays with the event, wherever it stands now.
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
        (Some(event), true) => choose(state, event),
        (None, true) if has_several && !state.listing.is_offered => {
            state.listing.is_offered = true;
            state.dialog = Some(Dialog::Events { at: 0 });
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// What the form that this was sent from has asked for.
fn asked(state: &State, ticket: Ticket) -> Option<&Form> {
    match &state.dialog {
        Some(Dialog::Form(form)) if form.awaits == Some(ticket) => Some(form),
        _ => None,
    }
}

/// An answer to a call. A form whose call is not granted stays, with all that was typed.
pub(super) fn answered(
    state: &mut State,
    ticket: Ticket,
    answer: Result<EventAnswer, CallError>,
) -> Vec<Effect> {
    state.surface.touch();
    let form = asked(state, ticket).cloned();
    match answer {
        Ok(_) => {
            let key = state.done_key.take_if(|(sent, _)| *sent == ticket).map(|(_, key)| key);
            state.notice = key.map(Notice::Done);
            if form.is_some() {
                state.dialog = None;
            }
            match form.map(|form| form.purpose) {
                Some(FormPurpose::Create) => {
                    let created = state.created.take();
                    return created.map(|event| choose(state, event)).unwrap_or_default();
                }
                // Who has paired a round looks at it, who has declared the ranking at that.
                Some(FormPurpose::Ask(EventCall::Act(act))) => match act {
                    Act::PairRound { .. } | Act::DrawGroups { .. } | Act::CloseStage { .. } => {
                        show(state, Panel::Round);
                    }
                    Act::Declare => show(state, Panel::Ranking),
                    Act::MakeLeagues => show(state, Panel::Leagues),
                    _ => {}
                },
                Some(FormPurpose::Digits(_) | FormPurpose::OverruleDigits(_)) => show(state, Panel::Roster),
                _ => {}
            }
        }
        Err(trouble) => {
            if let Some(Dialog::Form(form)) = &mut state.dialog
                && form.awaits == Some(ticket)
            {
                (form.awaits, form.is_sure) = (None, false);
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

fn show(state: &mut State, panel: Panel) {
    (state.panel, state.round, state.is_stale) = (panel, None, true);
}

/// A roster's file was read: it is sent, or what is wrong with it is said.
pub(super) fn roster_read(
    state: &mut State,
    ticket: Ticket,
    roster: Result<String, RosterTrouble>,
) -> Vec<Effect> {
    state.surface.touch();
    let Some(file) = asked(state, ticket).map(|form| form.typed(FieldName::File)) else { return Vec::new() };
    match roster {
        Ok(roster) => {
            let call = EventCall::SetRoster(roster);
            state.done_key = Some((ticket, call.done_key()));
            vec![Effect::Call { ticket, call }]
        }
        Err(trouble) => {
            if let Some(Dialog::Form(form)) = &mut state.dialog {
                form.awaits = None;
            }
            state.notice = Some(Notice::Roster { file, trouble });
            Vec::new()
        }
    }
}

/// A page was written, or not.
pub(super) fn printed(state: &mut State, file: String, trouble: Option<Value>) {
    state.surface.touch();
    state.notice = Some(match trouble {
        None => Notice::Printed { file, command: state.printing.clone() },
        Some(what) => Notice::File { file, what },
    });
}
