//! Folding what happens into the replay. Pure: no clock, no terminal, no file.

use std::time::Instant;

use ishigaki_rules::GameTime;
use ishigaki_words::{Lang, Words};

use super::State;
use super::keymap::{self, Intent};
use ishigaki_screen::terminal::Key;

/// Everything that can happen to a replay.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A key was pressed.
    Key(Key),
    /// The terminal has another size now.
    Resize {
        /// Its columns.
        columns: u16,
        /// Its lines.
        lines: u16,
    },
    /// Time has passed.
    Tick {
        /// Now.
        now: Instant,
    },
}

/// Everything that a replay can want from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Paint the whole screen afresh, whatever the terminal has kept of it.
    Repaint,
    /// Leave.
    Quit,
}

/// Folds an event into the state, and says what is wanted from outside.
pub fn update(state: &mut State, event: Event) -> Vec<Effect> {
    match event {
        Event::Tick { now } => {
            tick(state, now);
            if state.afresh.is_due(now) {
                return vec![Effect::Repaint];
            }
        }
        Event::Resize { columns, lines } => {
            state.revision += 1;
            state.size = (columns, lines);
            state.afresh.resized(state.now);
            return vec![Effect::Repaint];
        }
        Event::Key(key) => {
            state.revision += 1;
            if let Some(intent) = keymap::intent(key) {
                return press(state, intent);
            }
        }
    }
    Vec::new()
}

/// Lets the game's time go by, so many times faster than the wall's.
fn tick(state: &mut State, now: Instant) {
    let before = state.now.replace(now);
    let (true, Some(before)) = (state.playing, before) else {
        return;
    };
    let past = u64::try_from(now.saturating_duration_since(before).as_millis()).unwrap_or(u64::MAX);
    let seconds = state.clock.0 / 1000;
    let past = past.saturating_mul(state.speed().into());
    state.clock = GameTime(state.clock.0.saturating_add(past));
    let mut moment = state.moment;
    while moment < state.timeline.len() && state.timeline.time(moment + 1) <= state.clock {
        moment += 1;
    }
    if moment != state.moment {
        state.fold_to(moment);
        state.revision += 1;
    }
    if moment == state.timeline.len() {
        state.playing = false;
        state.clock = state.timeline.time(moment);
        state.revision += 1;
    }
    if state.clock.0 / 1000 != seconds {
        state.revision += 1;
    }
}

fn press(state: &mut State, intent: Intent) -> Vec<Effect> {
    match intent {
        Intent::Step(by) => state.go_to(state.moment.saturating_add_signed(by)),
        Intent::NextRound => {
            let next = state.timeline.rounds().find(|&moment| moment > state.moment);
            state.go_to(next.unwrap_or(state.timeline.len()));
        }
        Intent::PreviousRound => {
            let before = state.timeline.rounds().rfind(|&moment| moment < state.moment);
            state.go_to(before.unwrap_or(0));
        }
        Intent::First => state.go_to(0),
        Intent::Last => state.go_to(state.timeline.len()),
        Intent::Play => {
            // At the end there is nothing left to play: from the start again.
            if !state.playing && state.moment == state.timeline.len() {
                state.go_to(0);
            }
            state.playing = !state.playing;
        }
        Intent::Faster => state.change_speed(1),
        Intent::Slower => state.change_speed(-1),
        Intent::Look(view) => state.view = view,
        Intent::Turn => state.turn = state.turn.wrapping_add(1),
        Intent::OtherLanguage => {
            state.words = Words::new(match state.words.lang() {
                Lang::En => Lang::Ja,
                Lang::Ja => Lang::En,
            });
        }
        Intent::Repaint => return vec![Effect::Repaint],
        Intent::Help => state.helps = !state.helps,
        Intent::Close => state.helps = false,
        Intent::Quit => return vec![Effect::Quit],
    }
    Vec::new()
}
