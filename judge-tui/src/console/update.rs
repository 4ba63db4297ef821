//! Folding what happens into the state. Pure: no clock, no terminal, no connection.

mod by_hand;
mod handout;
pub(crate) mod help;
pub(crate) mod look;
mod message;
pub(crate) mod offer;
pub(crate) mod submission;

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

/// Time for which good news stays.
const FADES: Duration = Duration::from_secs(8);
/// Longest time for which good news may be of what has just happened.
const FRESH: Duration = Duration::from_secs(2);

/// Folds an event into the state, and says what is wanted from outside.
///
/// [`State::revision`] changes if there is anything new to be seen; while nothing happens, once a second at
/// most.
pub fn update(state: &mut State, event: Event) -> Vec<Effect> {
    let (before, seconds) = (state.surface.revision(), state.seconds());
    let mut effects = Vec::new();
    match event {
        Event::Input(input) => effects = take_input(state, input),
        Event::Presence { game, there } => {
            state.surface.touch();
            look::take_presence(state, &game, there);
        }
        Event::Feed(FeedEvent::Item { item, received }) => {
            let shown = state.shown_to_hall();
            state.hall.hear(&item);
            // What another console reveals is news here.
            state.surface.touch_if(state.shown_to_hall() != shown);
            fold(state, &item, received);
            look::attend_opening(state, received);
            effects = look::retell(state);
        }
        Event::Revealed(outcome) => {
            state.hall.ranking_steering.answered(outcome.is_ok());
            look::follow_up(state, outcome);
        }
        Event::Uncovered(outcome) => {
            state.hall.opening_steering.answered(outcome.is_ok());
            look::follow_up(state, outcome);
        }
        Event::Pointer { pointer, aim } => {
            state.surface.touch();
            point(state, pointer, aim);
        }
        Event::Feed(FeedEvent::Connection(connection)) => {
            state.surface.touch();
            let is_astray = !state.watched.connect(connection);
            state.hall.connect(connection, is_astray);
            // It is no longer so.
            if !is_astray && connection == Connection::CaughtUp {
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
        // They concern the contest, which is the business of [`Consoles`](crate::console::Consoles).
        Event::Games(_) | Event::Started { .. } => {}
        Event::Answer { ticket, answer } => {
            state.surface.touch();
            effects = take_answer(state, ticket, answer);
        }
    }
    if state.surface.revision() != before {
        look::renew_help(state);
    } else if state.seconds() != seconds {
        state.surface.touch();
    }
    effects
}

/// Takes the inputs that are alike on every screen.
fn take_input(state: &mut State, input: Input) -> Vec<Effect> {
    let repaint = state.surface.take(&input).then_some(Effect::Repaint);
    let mut effects = match input {
        Input::Tick { now } => {
            let mut effects = look::ask_presence(state, now);
            let is_lost = state.watched.contact().is_lost();
            effects.extend(state.checkup.take_due(is_lost, now).then_some(Effect::Examine));
            fade(state, now);
            look::attend_opening(state, now);
            effects
        }
        Input::Key(key) => {
            let (before, uncovered) = (state.revealing(), look::uncovering(state));
            let mut effects = press(state, key);
            effects.extend(look::follow(state, before));
            effects.extend(look::steer(state, uncovered));
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
    state.surface.pass_to(received);
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
            tell(state, &event);
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
                outdate(state, received);
            }
            submission::drop_what_makes_no_sense(state);
            by_hand::reconsider(state);
        }
        Some(Err(error)) => {
            state.surface.touch();
            state.notice = Some(Notice::Astray(error));
        }
    }
    attend_copy(state, copy_before);
}

/// Shows that the server is alone, or that it is not any more.
fn attend_copy(state: &mut State, before: CopyStanding) {
    state.surface.touch_if(state.copy() != before);
    if (before, state.copy()) == (CopyStanding::Alone, CopyStanding::Abreast)
        && state.notice.as_ref().is_none_or(Notice::fades)
    {
        (state.notice, state.noticed) = (Some(Notice::Copied), None);
    }
}

/// Tells what somebody else has just said to teams, unless something more important is told.
fn tell(state: &mut State, event: &rules::Event) {
    let own = state.pending().chain(state.notice.as_ref().and_then(Notice::act));
    if state.is_online()
        && state.notice.as_ref().is_none_or(Notice::fades)
        && act::is_said_by_others(event, own)
    {
        (state.notice, state.noticed) = (Some(Notice::Told(Box::new(event.clone()))), None);
    }
}

/// Takes good news away when it has been seen.
fn fade(state: &mut State, now: Instant) {
    let fades = state.notice.as_ref().is_some_and(Notice::fades);
    let passes = state.notice.as_ref().is_some_and(Notice::passes);
    state.noticed = passes.then(|| state.noticed.unwrap_or(now));
    if fades && state.noticed.is_some_and(|since| now.saturating_duration_since(since) >= FADES) {
        (state.notice, state.noticed) = (None, None);
        state.surface.touch();
    }
}

/// Takes what was told in the phase before away, unless it is of what has just begun the next one.
fn outdate(state: &mut State, now: Instant) {
    let is_old = |since: Instant| now.saturating_duration_since(since) >= FRESH;
    if state.notice.as_ref().is_some_and(Notice::passes) && state.noticed.is_some_and(is_old) {
        (state.notice, state.noticed) = (None, None);
    }
}

/// An answer to a call that nobody remembers is no news.
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
    state.noticed = None;
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
            submission::ask_again(state, &act);
            Notice::Refused(fault)
        }
        ActOutcome::Silent { code } => {
            submission::keep_unanswered(state, &act);
            Notice::Silent { act, code }
        }
    });
    effects
}

fn press(state: &mut State, key: Key) -> Vec<Effect> {
    // Whoever wants to see the screen wants to see all of it.
    if Context::Main.intent(key) == Some(Intent::Repaint) {
        return vec![Effect::Repaint];
    }
    (state.notice, state.noticed) = (None, None);
    let context = state.dialog.as_ref().map_or(Context::Main, Dialog::context);
    match (context.intent(key), key) {
        (Some(Intent::QuitNow), _) => vec![Effect::Quit],
        (Some(intent), _) if context == Context::Main => look_or_begin(state, intent),
        (Some(intent), _) => answer(state, intent),
        // A question that is not answered says what answers it.
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

/// Takes the mouse's input: it looks and selects. No act is ever begun or answered with it.
fn point(state: &mut State, pointer: Pointer, aim: Aim) {
    match (aim, pointer) {
        (Aim::Panel(panel), _) if state.dialog.is_none() => {
            state.panel = panel;
            if let Pointer::Wheel(down) = pointer {
                look::scroll(state, down);
            }
        }
        (Aim::Game(_) | Aim::Queued(_) | Aim::Question, Pointer::Wheel(down)) => {
            // The ranking is revealed to a full hall: that takes a key.
            if matches!(state.dialog, Some(Dialog::Reveal { .. } | Dialog::Uncover(_))) {
                return;
            }
            let intent = if down > 0 { Intent::Down } else { Intent::Up };
            look::read(state, intent);
        }
        (Aim::Panel(_), _) | (Aim::Game(_) | Aim::Queued(_) | Aim::Question, Pointer::Click) => {}
    }
}

/// Pasted text is written where text is asked for, with commas for its line ends, and means nothing anywhere else: it is
/// no row of keys.
fn paste(state: &mut State, text: &str) {
    if let Some(dialog) = &mut state.dialog {
        let line_by_line = text.trim_end().replace("\r\n", "\n").replace(['\r', '\n'], ", ");
        line_by_line.chars().for_each(|char| dialog.write(char));
    }
}

/// A key while no question is open.
fn look_or_begin(state: &mut State, intent: Intent) -> Vec<Effect> {
    match intent {
        Intent::Begin(kind) => return submission::begin(state, kind),
        Intent::Tick if state.panel == Panel::HandOut => return handout::tick(state),
        Intent::TickTeam if state.panel == Panel::HandOut => return handout::tick_team(state),
        Intent::ByHand => by_hand::begin(state),
        Intent::Quit => state.dialog = Some(Dialog::Quit),
        Intent::QuitNow => return vec![Effect::Quit],
        _ => look::press(state, intent),
    }
    Vec::new()
}

/// A key that answers the open question.
fn answer(state: &mut State, intent: Intent) -> Vec<Effect> {
    match state.dialog.take() {
        Some(Dialog::ByHand(form)) => return by_hand::press(state, form, intent),
        Some(Dialog::Message(message)) => return message::press(state, message, intent),
        other => state.dialog = other,
    }
    match intent {
        Intent::Accept => return submission::accept(state),
        Intent::Cancel => state.dialog = None,
        _ => look::read(state, intent),
    }
    Vec::new()
}
