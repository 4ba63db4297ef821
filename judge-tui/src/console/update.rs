//! Folding what happens into the state. Pure: no clock, no terminal, no connection.

mod by_hand;
pub(crate) mod deeds;
mod handout;
pub(crate) mod help;
pub(crate) mod look;
pub(crate) mod offer;

use std::time::{Duration, Instant};

use ishigaki_client::{Connection, Folded};
use ishigaki_proto::wire;
use ishigaki_rules::{LotChoice, Secret};

use crate::act::JudgeAct;
use crate::console::dialog::Dialog;
use crate::console::event::{Effect, Event, Ticket};
use crate::console::keymap::{Context, Intent};
use crate::console::notice::Notice;
use crate::console::panel::Panel;
use crate::console::pointer::{Aim, Pointer};
use crate::console::state::{Contact, State};
use crate::judge::Answer;
use ishigaki_screen::terminal::Key;

/// How long good news stays.
const FADES: Duration = Duration::from_secs(8);
/// How long good news may be of what has just happened.
const FRESH: Duration = Duration::from_secs(2);

/// Folds an event into the state, and says what is wanted from outside.
///
/// [`State::revision`] changes if there is anything new to be seen; while nothing happens, once a second at
/// most.
pub fn update(state: &mut State, event: Event) -> Vec<Effect> {
    let (before, seconds) = (state.revision, state.seconds());
    let mut effects = Vec::new();
    match event {
        Event::Tick { now } => {
            state.now = Some(now);
            effects = look::ask_presence(state, now);
            let is_lost = matches!(state.contact, Contact::Lost { .. });
            effects.extend(state.checkup.is_due(is_lost, now).then_some(Effect::Examine));
            fade(state, now);
            if state.afresh.is_due(now) {
                effects.push(Effect::Repaint);
            }
        }
        Event::Presence { game, there } => {
            state.revision += 1;
            look::take_presence(state, &game, there);
        }
        Event::Item { item, received } => fold(state, &item, received),
        Event::Key(key) => {
            state.revision += 1;
            let before = state.revealing();
            effects = press(state, key);
            effects.extend(look::follow(state, before));
        }
        Event::Revealed(outcome) => {
            state.revision += 1;
            if let Err(trouble) = outcome {
                state.notice = Some(Notice::NotFollowed(trouble));
            }
        }
        Event::Pointer { pointer, aim } => {
            state.revision += 1;
            point(state, pointer, aim);
        }
        Event::Paste(Secret(text)) => {
            state.revision += 1;
            paste(state, &text);
        }
        Event::Resize { columns, lines } => {
            state.revision += 1;
            state.size = (columns, lines);
            state.afresh.resized(state.now);
            effects.push(Effect::Repaint);
        }
        Event::Connection(connection) => {
            state.revision += 1;
            connect(state, connection);
        }
        Event::Examined(trouble) => {
            if state.checkup.found(trouble) {
                state.revision += 1;
            }
        }
        Event::Closed(error) => {
            state.revision += 1;
            state.contact = Contact::Closed(error);
        }
        // They concern the contest, which is the business of [`Consoles`](crate::console::Consoles).
        Event::Games(_) | Event::Started { .. } => {}
        Event::Answer { ticket, answer } => {
            state.revision += 1;
            effects = take_answer(state, ticket, answer);
        }
    }
    if state.revision != before {
        look::renew_help(state);
    } else if state.seconds() != seconds {
        state.revision += 1;
    }
    effects
}

fn fold(state: &mut State, item: &wire::FeedItem, received: Instant) {
    state.now = state.now.max(Some(received));
    let stone = state.selected_stone().map(|handed| handed.stone);
    let attempt = |state: &State| state.record().map(|record| (record.round, record.attempt));
    let phase = |state: &State| state.game().map(|game| std::mem::discriminant(&game.phase()));
    let (attempt_before, phase_before, shown_before) = (attempt(state), phase(state), state.shown_to_hall());
    match state.mirror.fold(item, received) {
        // What another console reveals is news here.
        Ok(Folded::Pulse { .. }) => state.revision += u64::from(state.shown_to_hall() != shown_before),
        Ok(Folded::SetUp) => state.revision += 1,
        Ok(Folded::Event(event)) => {
            state.revision += 1;
            if let Some(game) = state.mirror.game() {
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
            deeds::drop_what_makes_no_sense(state);
            by_hand::reconsider(state);
        }
        // The first fault is the one to be told: what comes after it cannot fit.
        Err(_) if matches!(state.contact, Contact::Astray(_)) => {}
        Err(error) => {
            state.revision += 1;
            state.notice = Some(Notice::Astray(error.clone()));
            state.contact = Contact::Astray(error);
        }
    }
}

/// Takes good news away when it has been seen.
fn fade(state: &mut State, now: Instant) {
    let fades = state.notice.as_ref().is_some_and(Notice::fades);
    state.noticed = fades.then(|| state.noticed.unwrap_or(now));
    if state.noticed.is_some_and(|since| now.saturating_duration_since(since) >= FADES) {
        (state.notice, state.noticed) = (None, None);
        state.revision += 1;
    }
}

/// Takes good news of the phase before away, unless it is of what has just begun the next one.
fn outdate(state: &mut State, now: Instant) {
    let is_old = |since: Instant| now.saturating_duration_since(since) >= FRESH;
    if state.notice.as_ref().is_some_and(Notice::fades) && state.noticed.is_some_and(is_old) {
        (state.notice, state.noticed) = (None, None);
    }
}

fn connect(state: &mut State, connection: Connection) {
    if matches!(state.contact, Contact::Astray(_)) {
        return;
    }
    // It is no longer so.
    if connection == Connection::CaughtUp {
        state.notice.take_if(|notice| *notice == Notice::Offline);
    }
    state.contact = match connection {
        Connection::Connected => Contact::CatchingUp,
        Connection::CaughtUp => Contact::Live,
        Connection::Lost { since, .. } => Contact::Lost { since },
        Connection::Stopped { reason, .. } => Contact::Stopped { reason },
    };
}

/// An answer to a call that nobody remembers is no news.
fn take_answer(state: &mut State, ticket: Ticket, answer: Answer) -> Vec<Effect> {
    if let Some(entered) = state.entries.remove(&ticket) {
        by_hand::take_answer(state, ticket, entered, answer);
        return Vec::new();
    }
    let Some(act) = state.pending.remove(&ticket) else {
        return Vec::new();
    };
    if let (Answer::Done, JudgeAct::ConfirmLots { round, attempt, lots: LotChoice::One(lot), .. }) =
        (&answer, &act)
        && state.record().is_some_and(|record| (record.round, record.attempt) == (*round, *attempt))
    {
        state.go_on_from(*lot);
    }
    let mut effects = Vec::new();
    state.noticed = None;
    state.notice = Some(match answer {
        Answer::Done => Notice::Done(act),
        Answer::Replaced(spare) => {
            let game = state.game_id.clone();
            effects = vec![Effect::Watch { game: spare.game.clone() }];
            Notice::Replaced { game, spare }
        }
        Answer::Refused(fault) => {
            deeds::ask_again(state, &act);
            Notice::Refused(fault)
        }
        Answer::Silent { code } => Notice::Silent { act, code },
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

/// What the mouse does: it looks and selects. No act is ever begun or answered with it.
fn point(state: &mut State, pointer: Pointer, aim: Aim) {
    match (aim, pointer) {
        (Aim::Panel(panel), _) if state.dialog.is_none() => {
            state.panel = panel;
            if let Pointer::Wheel(down) = pointer {
                look::scroll(state, down);
            }
        }
        (Aim::Game(_) | Aim::Question, Pointer::Wheel(down)) => {
            // The ranking is revealed to a full hall: that takes a key.
            if matches!(state.dialog, Some(Dialog::Reveal { .. })) {
                return;
            }
            let intent = if down > 0 { Intent::Down } else { Intent::Up };
            look::read(state, intent);
        }
        (Aim::Panel(_), _) | (Aim::Game(_) | Aim::Question, Pointer::Click) => {}
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
        Intent::Begin(deed) => return deeds::begin(state, deed),
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
    if let Some(Dialog::ByHand(form)) = state.dialog.take_if(|dialog| matches!(dialog, Dialog::ByHand(_))) {
        return by_hand::press(state, form, intent);
    }
    match intent {
        Intent::Accept => return deeds::accept(state),
        Intent::Cancel => state.dialog = None,
        _ => look::read(state, intent),
    }
    Vec::new()
}
