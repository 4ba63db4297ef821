//! Updates of the replay. Pure: no clock, no terminal, no file.

use std::time::Instant;

use ishigaki_rules::GameTime;
use ishigaki_words::Words;

use super::State;
use super::keymap::{Intent, KEYMAP};
use ishigaki_screen::terminal::Input;

/// Everything that a replay wants from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Repaint the whole screen.
    Repaint,
    Quit,
}

/// Applies an input, and returns the wanted effects.
pub fn update(state: &mut State, input: &Input) -> Vec<Effect> {
    let before = state.surface.now();
    let repaint = state.surface.take(input).then_some(Effect::Repaint);
    match *input {
        Input::Tick { now } => tick(state, before, now),
        Input::Key(key) => {
            if let Some(intent) = KEYMAP.intent((), key) {
                return press(state, intent);
            }
        }
        Input::Resize { .. } | Input::Paste(_) | Input::Mouse { .. } => {}
    }
    repaint.into_iter().collect()
}

fn tick(state: &mut State, before: Option<Instant>, now: Instant) {
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
        state.surface.touch();
    }
    if moment == state.timeline.len() {
        state.playing = false;
        state.clock = state.timeline.time(moment);
        state.surface.touch();
    }
    if state.clock.0 / 1000 != seconds {
        state.surface.touch();
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
            // At the end, playing starts again from the beginning.
            if !state.playing && state.moment == state.timeline.len() {
                state.go_to(0);
            }
            state.playing = !state.playing;
        }
        Intent::Faster => state.change_speed(1),
        Intent::Slower => state.change_speed(-1),
        Intent::View(view) => state.view = view,
        Intent::Turn => state.turn = state.turn.wrapping_add(1),
        Intent::OtherLanguage => {
            state.words = Words::new(state.words.lang().other());
        }
        Intent::Repaint => return vec![Effect::Repaint],
        Intent::Help => state.shows_help = !state.shows_help,
        Intent::Close => state.shows_help = false,
        Intent::Quit => return vec![Effect::Quit],
    }
    Vec::new()
}
