//! Updates of the event's screen. Pure: no clock, no terminal, no connection.

mod acts;
mod answers;
pub(super) mod text_window;

use std::time::{Duration, Instant};

use ishigaki_client::EventFolded;
use ishigaki_proto::convert::group_stage_to_wire;
use ishigaki_proto::watch::EventStage;
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::{Input, Key};
use ishigaki_tournament::Round;
use ishigaki_words::Words;

use super::keymap::{Context, Intent};
use super::sheet::{shown_round, shown_stage};
use super::state::{Dialog, Notice, State};
use super::{Effect, Event, NamedStanding, Panel};

const LIST_INTERVAL: Duration = Duration::from_secs(2);
const SHIFT_COLUMNS: usize = 8;
const LINES_AROUND_PANEL: u16 = 6;

/// Applies an event, and returns the wanted effects.
///
/// [`State::revision`] changes if there is something new to show.
pub fn update(state: &mut State, event: Event) -> Vec<Effect> {
    let is_item = matches!(event, Event::Feed { news: FeedEvent::Item { .. }, .. });
    let effects = match event {
        Event::Input(input) => take_input(state, &input),
        Event::Listed(listed) => answers::take_list(state, listed),
        Event::Feed { event, news } => {
            take_news(state, &event, news);
            Vec::new()
        }
        Event::Games(games) => {
            let waiting = state.questions.waiting();
            let effect = state.questions.take_games(games);
            state.surface.touch_if(state.questions.waiting() != waiting);
            effect.into_iter().collect()
        }
        Event::Game { game, news } => {
            let waiting = state.questions.waiting();
            state.questions.take_news(&game, &news);
            state.surface.touch_if(state.questions.waiting() != waiting);
            Vec::new()
        }
        Event::Answered { ticket, answer } => answers::take_answer(state, ticket, answer),
        Event::RosterRead { ticket, roster } => answers::take_roster(state, ticket, roster),
        Event::Printed { file, trouble } => {
            answers::take_printout(state, file, trouble);
            Vec::new()
        }
        Event::Examined(trouble) => {
            if state.checkup.found(trouble) {
                state.surface.touch();
            }
            Vec::new()
        }
    };
    // A long history arrives faster than it can be read.
    if state.is_stale && !is_item {
        state.refresh();
    }
    effects
}

fn take_input(state: &mut State, input: &Input) -> Vec<Effect> {
    let lost = state.contact().lost_for(state.surface.now());
    let repaint = state.surface.take(input).then_some(Effect::Repaint);
    match input {
        Input::Tick { now } => {
            if lost != state.contact().lost_for(Some(*now)) || state.is_stale {
                state.surface.touch();
            }
            tick(state, *now, repaint)
        }
        Input::Key(key) => press(state, *key),
        Input::Paste(text) => {
            for char in text.0.chars() {
                write(state, char);
            }
            Vec::new()
        }
        Input::Resize { .. } => {
            state.is_stale = true;
            repaint.into_iter().collect()
        }
        Input::Mouse { .. } => repaint.into_iter().collect(),
    }
}

fn tick(state: &mut State, now: Instant, repaint: Option<Effect>) -> Vec<Effect> {
    let mut effects: Vec<Effect> = repaint.into_iter().collect();
    if let Some(event) = state.event.clone().filter(|_| !state.is_watching) {
        state.is_watching = true;
        effects.push(Effect::Watch { event });
    }
    let is_first = state.listing.requested_at.is_none();
    let is_wanted = is_first || state.event.is_none() || state.listing.audience.is_none();
    let rested = state
        .listing
        .requested_at
        .is_none_or(|sent_at| now.saturating_duration_since(sent_at) >= LIST_INTERVAL);
    if is_wanted && rested && !state.listing.is_pending {
        (state.listing.requested_at, state.listing.is_pending) = (Some(now), true);
        effects.push(Effect::ListEvents);
    }
    if state.answers_teams() {
        effects.extend(state.questions.ask(now));
    }
    let is_lost = state.contact().is_lost();
    effects.extend(state.checkup.take_due(is_lost, now).then_some(Effect::Examine));
    effects
}

fn take_news(state: &mut State, event: &str, news: FeedEvent) {
    if state.event.as_deref() != Some(event) {
        return;
    }
    match news {
        FeedEvent::Item { item, received } => {
            state.surface.advance_to(received);
            if let Some(folded) = state.watched.fold(&item, received) {
                state.is_stale = true;
                if !matches!(folded, Ok(EventFolded::Pulse { .. })) {
                    withdraw_question(state);
                }
            }
        }
        FeedEvent::Connection(connection) => {
            if state.watched.connect(connection) {
                state.surface.touch();
            }
        }
        FeedEvent::Closed(error) => {
            state.watched.close(error);
            state.surface.touch();
        }
    }
}

/// Withdraws an unanswered question, because the event has changed. A form keeps its text and asks again.
fn withdraw_question(state: &mut State) {
    let Some(Dialog::Form(form)) = &mut state.dialog else { return };
    if !form.is_question() || form.pending_ticket.is_some() {
        return;
    }
    form.is_confirming = false;
    if form.fields.is_empty() {
        state.dialog = None;
    }
    state.notice = Some(Notice::Nothing("tournament-changed"));
}

pub(super) fn open_event(state: &mut State, event: String) -> Vec<Effect> {
    let (columns, lines) = state.size();
    let new_state = State::new(state.words.lang(), state.server.clone(), Some(event.clone()), columns, lines);
    *state = State {
        surface: state.surface.clone(),
        listing: state.listing.clone(),
        questions: std::mem::take(&mut state.questions),
        ticket: state.ticket,
        notice: state.notice.take(),
        is_watching: true,
        ..new_state
    };
    state.surface.touch();
    vec![Effect::Watch { event }]
}

fn write(state: &mut State, char: char) {
    match &mut state.dialog {
        Some(Dialog::Form(form)) if form.pending_ticket.is_none() && !form.is_question() => form.write(char),
        Some(Dialog::Find) => {
            state.find.write(char);
            state.is_stale = true;
        }
        _ => {}
    }
}

fn press(state: &mut State, key: Key) -> Vec<Effect> {
    let context = state.context();
    let kind = state.kind();
    let Some(intent) = context.intent(kind, key) else {
        if context.is_of_other(kind, key) {
            return show_reason(state, unavailable_reason(state));
        }
        match (context, key) {
            // Keys that answer other questions show a hint instead of doing nothing.
            (Context::Ask, Key::Enter | Key::Char('y')) => state.notice = Some(Notice::Deliberate),
            (_, Key::Char(char)) => write(state, char),
            _ => {}
        }
        return Vec::new();
    };
    match intent {
        Intent::Quit => return vec![Effect::Quit],
        Intent::Repaint => return vec![Effect::Repaint],
        _ => {}
    }
    match context {
        Context::Panel | Context::Leagues | Context::Groups => press_in_panel(state, intent),
        Context::Form | Context::Ask => press_in_form(state, intent),
        Context::Find => press_in_find(state, intent),
        Context::Choice => press_in_choice(state, intent),
        Context::Read => press_in_text_window(state, intent),
    }
}

fn press_in_panel(state: &mut State, intent: Intent) -> Vec<Effect> {
    state.notice = None;
    match intent {
        Intent::Show(panel) => show_panel(state, panel),
        Intent::StepPanel(forward) => show_panel(state, state.panel.neighbour(forward, state.is_in_groups())),
        Intent::Move(by) => state.go_to(state.sheet.step(state.position().line, by)),
        Intent::Page(by) => {
            let lines =
                isize::try_from(state.size().1.saturating_sub(LINES_AROUND_PANEL)).unwrap_or(1).max(1);
            state.go_to(state.sheet.step(state.position().line, by * lines));
        }
        Intent::End(by) => {
            let last = state.sheet.lines.len().saturating_sub(1);
            state.go_to(state.sheet.step(if by < 0 { 0 } else { last }, 0));
        }
        Intent::Shift(by) => {
            let position = state.positions.entry(state.panel).or_default();
            position.left = if by < 0 {
                position.left.saturating_sub(SHIFT_COLUMNS)
            } else {
                position.left + SHIFT_COLUMNS
            };
        }
        Intent::Round(by) => turn_rounds(state, by),
        Intent::Find => state.dialog = Some(Dialog::Find),
        Intent::Close => {
            state.find.clear();
            state.round = None;
            state.is_stale = true;
        }
        Intent::Events => {
            state.listing.requested_at = None;
            state.dialog = Some(Dialog::Events { at: 0 });
        }
        Intent::OtherLanguage => {
            state.words = Words::new(state.words.lang().other());
            state.is_stale = true;
        }
        Intent::Help => state.dialog = Some(Dialog::Help { page: 0 }),
        act => return acts::act(state, act),
    }
    Vec::new()
}

fn show_panel(state: &mut State, panel: Panel) {
    state.panel = panel;
    state.is_stale = true;
}

fn turn_rounds(state: &mut State, by: isize) {
    let (shown, last) = match state.standing() {
        Some(NamedStanding::Leagues(event)) => {
            let rounds = event.tournament().rounds();
            let shown = shown_round(rounds, state.round).map_or(0, |paired| paired.round.0);
            (shown, rounds.last().map_or(0, |paired| paired.round.0))
        }
        Some(NamedStanding::Groups(contest)) => {
            let last = group_stage_to_wire(shown_stage(contest.contest, None));
            (group_stage_to_wire(shown_stage(contest.contest, state.round)), last)
        }
        None => return,
    };
    let number = if by < 0 { shown.saturating_sub(1).max(1) } else { shown + 1 };
    state.round = (number < last).then_some(Round(number));
    show_panel(state, Panel::Round);
}

fn press_in_form(state: &mut State, intent: Intent) -> Vec<Effect> {
    let Some(Dialog::Form(form)) = &mut state.dialog else { return Vec::new() };
    // A pending form can't be changed, only closed.
    if form.pending_ticket.is_some() && intent != Intent::Close {
        return Vec::new();
    }
    match intent {
        Intent::Move(by) => form.step(by),
        Intent::Shift(by) => form.shift(by),
        Intent::Erase => form.erase(false),
        Intent::Clear => form.erase(true),
        Intent::Accept => return acts::send(state),
        // Back to the form.
        Intent::Close if form.is_confirming && form.pending_ticket.is_none() => form.is_confirming = false,
        Intent::Close => state.dialog = None,
        _ => {}
    }
    Vec::new()
}

fn press_in_find(state: &mut State, intent: Intent) -> Vec<Effect> {
    match intent {
        Intent::Accept => state.dialog = None,
        Intent::Erase => state.find.erase(),
        Intent::Clear => state.find.clear(),
        Intent::Close => {
            state.find.clear();
            state.dialog = None;
        }
        _ => {}
    }
    state.is_stale = true;
    Vec::new()
}

fn press_in_choice(state: &mut State, intent: Intent) -> Vec<Effect> {
    let count = state.listing.events.len();
    let Some(Dialog::Events { at }) = &mut state.dialog else { return Vec::new() };
    match intent {
        Intent::Move(by) => *at = at.saturating_add_signed(by).min(count.saturating_sub(1)),
        Intent::Accept => {
            let chosen = state.listing.events.get(*at).map(|entry| entry.event.clone());
            state.dialog = None;
            return chosen.map(|event| open_event(state, event)).unwrap_or_default();
        }
        Intent::Close => state.dialog = None,
        _ => {}
    }
    Vec::new()
}

fn press_in_text_window(state: &mut State, intent: Intent) -> Vec<Effect> {
    let last = text_window::last(state);
    match (&mut state.dialog, intent) {
        (Some(Dialog::Help { page: at } | Dialog::Game { top: at, .. }), Intent::Move(by)) => {
            *at = at.saturating_add_signed(by).min(last);
        }
        (_, Intent::Close) => state.dialog = None,
        _ => {}
    }
    Vec::new()
}

pub(super) fn is_over(stage: EventStage) -> bool {
    matches!(stage, EventStage::Declared | EventStage::Abandoned)
}

fn unavailable_reason(state: &State) -> &'static str {
    match state.standing() {
        None => "tournament-none-chosen",
        Some(NamedStanding::Leagues(_)) => "tournament-in-groups-only",
        Some(NamedStanding::Groups(_)) => "tournament-in-leagues-only",
    }
}

pub(super) fn show_reason(state: &mut State, why: &'static str) -> Vec<Effect> {
    state.notice = Some(Notice::Nothing(why));
    Vec::new()
}
