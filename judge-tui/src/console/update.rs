//! Updates of the console. Pure: no clock, no terminal, no connection.

mod by_hand;
mod handout;
pub(crate) mod help;
mod message;
pub(crate) mod offer;
pub(crate) mod submission;
pub(crate) mod view;

use std::time::{Duration, Instant};

use ishigaki_client::Ticket;
use ishigaki_client::judging::JudgeAct;
use ishigaki_client::{Connection, Folded};
use ishigaki_proto::wire::{self, CopyStanding};
use ishigaki_rules::{self as rules, Act, LotChoice, Secret};

use crate::console::act;
use crate::console::dialog::Dialog;
use crate::console::event::{Effect, Event};
use crate::console::keymap::{Context, Intent};
use crate::console::notice::Notice;
use crate::console::panel::Panel;
use crate::console::pointer::Aim;
use crate::console::state::State;
use crate::judge::ActOutcome;
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::{Input, Key, Pointer};

const NOTICE_DURATION: Duration = Duration::from_secs(8);
const MIN_NOTICE_DURATION: Duration = Duration::from_secs(2);

/// Applies an event, and returns the wanted effects.
///
/// [`State::revision`] changes if there is something new to show; without events at most once a second.
pub fn update(state: &mut State, event: Event) -> Vec<Effect> {
    let (before, seconds) = (state.surface.revision(), state.seconds());
    let mut effects = Vec::new();
    match event {
        Event::Input(input) => effects = take_input(state, input),
        Event::Presence { game, presence } => {
            state.surface.touch();
            view::take_presence(state, &game, presence);
        }
        Event::Feed(FeedEvent::Item { item, received }) => {
            let shown = state.shown_to_hall();
            state.hall.receive_clock(&item);
            // A reveal by another console is news here.
            state.surface.touch_if(state.shown_to_hall() != shown);
            fold(state, &item, received);
            view::advance_opening(state, received);
            effects = view::resend_steering(state);
        }
        Event::Revealed(outcome) => {
            state.hall.ranking_steering.finish_request(outcome.is_ok());
            view::finish_steering(state, outcome);
        }
        Event::Uncovered(outcome) => {
            state.hall.opening_steering.finish_request(outcome.is_ok());
            view::finish_steering(state, outcome);
        }
        Event::Pointer { pointer, aim } => {
            state.surface.touch();
            point(state, pointer, aim);
        }
        Event::Feed(FeedEvent::Connection(connection)) => {
            state.surface.touch();
            let is_inconsistent = !state.watched.connect(connection);
            state.hall.connect(connection, is_inconsistent);
            // The problem is over.
            if !is_inconsistent && connection == Connection::CaughtUp {
                state.notice.take_if(|notice| *notice == Notice::Offline);
            }
        }
        Event::Examined(trouble) => {
            if state.checkup.found(trouble) {
                state.surface.touch();
            }
        }
        Event::Feed(FeedEvent::Closed(error)) => {
            state.surface.touch();
            state.watched.close(error);
        }
        // They concern the contest, so [`Consoles`](crate::console::Consoles) handles them.
        Event::Games(_) | Event::Started { .. } => {}
        Event::Answer { ticket, answer } => {
            state.surface.touch();
            effects = take_answer(state, ticket, answer);
        }
    }
    if state.surface.revision() != before {
        view::renew_help(state);
    } else if state.seconds() != seconds {
        state.surface.touch();
    }
    effects
}

fn take_input(state: &mut State, input: Input) -> Vec<Effect> {
    let repaint = state.surface.take(&input).then_some(Effect::Repaint);
    let mut effects = match input {
        Input::Tick { now } => {
            let mut effects = view::request_presence(state, now);
            let is_lost = state.watched.contact().is_lost();
            effects.extend(state.checkup.take_due(is_lost, now).then_some(Effect::Examine));
            fade_notice(state, now);
            view::advance_opening(state, now);
            effects
        }
        Input::Key(key) => {
            let (before, uncovered) = (state.revealing(), view::uncover_progress(state));
            let mut effects = press(state, key);
            effects.extend(view::follow_reveal(state, before));
            effects.extend(view::steer_opening(state, uncovered));
            effects
        }
        Input::Paste(Secret(text)) => {
            paste(state, &text);
            Vec::new()
        }
        Input::Resize { .. } | Input::Mouse { .. } => Vec::new(),
    };
    effects.extend(repaint);
    effects
}

fn fold(state: &mut State, item: &wire::FeedItem, received: Instant) {
    state.surface.advance_to(received);
    let stone = state.selected_stone().map(|handed| handed.stone);
    let attempt = |state: &State| state.record().map(|record| (record.round, record.attempt));
    let phase = |state: &State| state.game().map(|game| std::mem::discriminant(&game.phase()));
    let (attempt_before, phase_before) = (attempt(state), phase(state));
    let copy_before = state.copy();
    let folded = state.watched.fold(item, received);
    if let Some(Ok(folded)) = &folded {
        state.hall.take(folded, state.watched.mirror(), received);
    }
    match folded {
        Some(Ok(Folded::Pulse { .. })) | None => {}
        Some(Ok(Folded::SetUp)) => state.surface.touch(),
        Some(Ok(Folded::Event(event))) => {
            state.surface.touch();
            announce_event(state, &event);
            if let Some(game) = state.watched.mirror().game() {
                state.log.push(event, state.words, game);
            }
            for panel in Panel::ALL {
                state.set_place(panel, state.place(panel));
            }
            state.select_stone(stone);
            if attempt(state) != attempt_before {
                state.select_first_open_lot();
            }
            if phase(state) != phase_before {
                drop_outdated_notice(state, received);
            }
            submission::close_outdated_dialog(state);
            by_hand::reconsider(state);
        }
        Some(Err(error)) => {
            state.surface.touch();
            state.notice = Some(Notice::Inconsistent(error));
        }
    }
    update_copy_notice(state, copy_before);
}

fn update_copy_notice(state: &mut State, before: CopyStanding) {
    state.surface.touch_if(state.copy() != before);
    if (before, state.copy()) == (CopyStanding::Alone, CopyStanding::CaughtUp)
        && state.notice.as_ref().is_none_or(Notice::fades)
    {
        (state.notice, state.notice_since) = (Some(Notice::Copied), None);
    }
}

fn announce_event(state: &mut State, event: &rules::Event) {
    let own = state.pending().chain(state.notice.as_ref().and_then(Notice::act));
    if state.is_online()
        && state.notice.as_ref().is_none_or(Notice::fades)
        && act::is_announced_by_others(event, own)
    {
        (state.notice, state.notice_since) = (Some(Notice::NewBroadcast(Box::new(event.clone()))), None);
    }
}

fn fade_notice(state: &mut State, now: Instant) {
    let fades = state.notice.as_ref().is_some_and(Notice::fades);
    let passes = state.notice.as_ref().is_some_and(Notice::passes);
    state.notice_since = passes.then(|| state.notice_since.unwrap_or(now));
    if fades
        && state.notice_since.is_some_and(|since| now.saturating_duration_since(since) >= NOTICE_DURATION)
    {
        (state.notice, state.notice_since) = (None, None);
        state.surface.touch();
    }
}

fn drop_outdated_notice(state: &mut State, now: Instant) {
    let is_outdated = |since: Instant| now.saturating_duration_since(since) >= MIN_NOTICE_DURATION;
    if state.notice.as_ref().is_some_and(Notice::passes) && state.notice_since.is_some_and(is_outdated) {
        (state.notice, state.notice_since) = (None, None);
    }
}

fn take_answer(state: &mut State, ticket: Ticket, answer: ActOutcome) -> Vec<Effect> {
    if let Some(entered) = state.entries.remove(&ticket) {
        by_hand::take_answer(state, ticket, entered, answer);
        return Vec::new();
    }
    let Some(act) = state.watched.session.take_answered(ticket) else {
        return Vec::new();
    };
    if let (
        ActOutcome::Done,
        JudgeAct::InGame(Act::ConfirmLots { round, attempt, lots: LotChoice::One(lot), .. }),
    ) = (&answer, &act)
        && state.record().is_some_and(|record| (record.round, record.attempt) == (*round, *attempt))
    {
        state.go_on_from(*lot);
    }
    let mut effects = Vec::new();
    state.notice_since = None;
    state.notice = Some(match answer {
        ActOutcome::Done => {
            submission::drop_draft(state, &act);
            Notice::Done(act)
        }
        ActOutcome::Replaced(spare) => {
            let game = state.game_id.clone();
            effects = vec![Effect::Watch { game: spare.game.clone() }];
            Notice::Replaced { game, spare }
        }
        ActOutcome::Refused(fault) => {
            submission::reopen_dialog(state, &act);
            Notice::Refused(fault)
        }
        ActOutcome::Silent { code } => {
            submission::keep_unanswered_draft(state, &act);
            Notice::Silent { act, code }
        }
    });
    effects
}

fn press(state: &mut State, key: Key) -> Vec<Effect> {
    // A repaint repaints everything.
    if Context::Main.intent(key) == Some(Intent::Repaint) {
        return vec![Effect::Repaint];
    }
    (state.notice, state.notice_since) = (None, None);
    let context = state.dialog.as_ref().map_or(Context::Main, Dialog::context);
    match (context.intent(key), key) {
        (Some(Intent::QuitNow), _) => vec![Effect::Quit],
        (Some(intent), _) if context == Context::Main => press_in_main(state, intent),
        (Some(intent), _) => press_in_dialog(state, intent),
        // An unanswered question shows the keys that answer it.
        (None, _) if matches!(context, Context::Ask | Context::GraveAsk) => {
            state.notice = Some(Notice::AnsweredBy(context));
            Vec::new()
        }
        (None, Key::Char(char)) => {
            if let Some(dialog) = &mut state.dialog {
                dialog.write(char);
            }
            Vec::new()
        }
        (None, _) => Vec::new(),
    }
}

/// The mouse only looks and selects. It never starts or answers an act.
fn point(state: &mut State, pointer: Pointer, aim: Aim) {
    match (aim, pointer) {
        (Aim::Panel(panel), _) if state.dialog.is_none() => {
            state.panel = panel;
            if let Pointer::Wheel(down) = pointer {
                view::scroll(state, down);
            }
        }
        (Aim::Game(_) | Aim::Queued(_) | Aim::Question, Pointer::Wheel(down)) => {
            // The ranking is revealed to a full hall, so it requires a key.
            if matches!(state.dialog, Some(Dialog::Reveal { .. } | Dialog::Uncover(_))) {
                return;
            }
            let intent = if down > 0 { Intent::Down } else { Intent::Up };
            view::press_in_dialog(state, intent);
        }
        (Aim::Panel(_), _) | (Aim::Game(_) | Aim::Queued(_) | Aim::Question, Pointer::Click) => {}
    }
}

/// Pasted text is inserted where text is expected, with commas for line ends, and otherwise ignored, so that
/// it can't act as keys.
fn paste(state: &mut State, text: &str) {
    if let Some(dialog) = &mut state.dialog {
        let line_by_line = text.trim_end().replace("\r\n", "\n").replace(['\r', '\n'], ", ");
        line_by_line.chars().for_each(|char| dialog.write(char));
    }
}

fn press_in_main(state: &mut State, intent: Intent) -> Vec<Effect> {
    match intent {
        Intent::Begin(kind) => return submission::begin(state, kind),
        Intent::Tick if state.panel == Panel::HandOut => return handout::tick(state),
        Intent::TickTeam if state.panel == Panel::HandOut => return handout::tick_team(state),
        Intent::ByHand => by_hand::begin(state),
        Intent::Quit => state.dialog = Some(Dialog::Quit),
        Intent::QuitNow => return vec![Effect::Quit],
        _ => view::press(state, intent),
    }
    Vec::new()
}

fn press_in_dialog(state: &mut State, intent: Intent) -> Vec<Effect> {
    match state.dialog.take() {
        Some(Dialog::ByHand(form)) => return by_hand::press(state, form, intent),
        Some(Dialog::Message(message)) => return message::press(state, message, intent),
        other => state.dialog = other,
    }
    match intent {
        Intent::Accept => return submission::accept(state),
        Intent::Cancel => state.dialog = None,
        _ => view::press_in_dialog(state, intent),
    }
    Vec::new()
}
