//! Texts in windows: the help and a game.

use ishigaki_screen::{Help, Section, rule_sections, wrap};
use ishigaki_tournament::{Actor, GroupGame};
use ishigaki_words::rules;

use crate::event::NamedStanding;
use crate::event::keymap::Context;
use crate::event::sheet::game_text;
use crate::event::state::{Dialog, State};

const COLUMNS: u16 = 70;
const WINDOW_FRAME: u16 = 4;
const FRAME: u16 = 2;
const MAX_LINES_BELOW: u16 = 5;

pub(in crate::event) fn columns(screen: u16) -> u16 {
    COLUMNS.min(screen.saturating_sub(WINDOW_FRAME))
}

pub(in crate::event) fn help(state: &State) -> Help {
    let sections: Vec<Section> = Context::ALL
        .into_iter()
        .map(|context| {
            let bindings = context.bindings(state.kind());
            Section::new(state.words.label(context.label()), bindings, |binding| {
                let meaning = state.words.label(binding.label);
                match binding.intent.office() {
                    Some(office) => {
                        let office = state.words.label(office_label(office));
                        let gaps = [("meaning", meaning.into()), ("office", office.into())];
                        state.words.say("tournament-key-of-office", &gaps)
                    }
                    None => meaning,
                }
            })
        })
        .chain(rule_sections(rules::of_events(state.words.lang())))
        .collect();
    let (columns, lines) = state.size();
    let (columns, room) = (columns.saturating_sub(WINDOW_FRAME), lines.saturating_sub(FRAME));
    Help::new(&sections, usize::from(columns), usize::from(room))
}

pub(in crate::event) fn game(state: &State, game: GroupGame) -> Vec<String> {
    let Some(NamedStanding::Groups(contest)) = state.standing() else { return Vec::new() };
    let columns = usize::from(columns(state.size().0));
    game_text(contest, game, state.words).iter().flat_map(|text| wrap(text, columns)).collect()
}

pub(super) fn last(state: &State) -> usize {
    match state.dialog {
        Some(Dialog::Help { .. }) => help(state).pages().saturating_sub(1),
        // The space below is known when it is painted: assume the maximum, so that the last line can always
        // be reached.
        Some(Dialog::Game { game, .. }) => {
            let room = state.size().1.saturating_sub(FRAME + MAX_LINES_BELOW);
            self::game(state, game).len().saturating_sub(usize::from(room))
        }
        _ => 0,
    }
}

fn office_label(office: Actor) -> &'static str {
    match office {
        Actor::Organiser => "name-organiser",
        Actor::Desk => "name-desk",
        Actor::Referee => "name-referee",
        Actor::Server => "name-server",
    }
}
