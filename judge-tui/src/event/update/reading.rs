//! The texts that are read in windows: the help and a game. Knows the keymap and the catalogue, not how anything is painted.

use ishigaki_screen::{Help, Section, wrap};
use ishigaki_tournament::{Actor, GroupGame};

use crate::event::NamedStanding;
use crate::event::keymap::Context;
use crate::event::sheet::game_text;
use crate::event::state::{Dialog, State};

/// The most columns of a window's text.
const COLUMNS: u16 = 70;
/// The columns around a window's text, and its lines of frame.
const AROUND: u16 = 4;
const FRAME: u16 = 2;
/// The most lines below a window: a notice, and the keys.
const BELOW: u16 = 5;

/// Returns the columns of a window's text, on a screen of so many.
pub(in crate::event) fn columns(screen: u16) -> u16 {
    COLUMNS.min(screen.saturating_sub(AROUND))
}

/// The help on the state's screen.
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
        .collect();
    let (columns, lines) = state.size();
    let (columns, room) = (columns.saturating_sub(AROUND), lines.saturating_sub(FRAME));
    Help::new(&sections, usize::from(columns), usize::from(room))
}

/// The lines about a game in the state's window.
pub(in crate::event) fn game(state: &State, game: GroupGame) -> Vec<String> {
    let Some(NamedStanding::Groups(contest)) = state.standing() else { return Vec::new() };
    let columns = usize::from(columns(state.size().0));
    game_text(contest, game, state.words).iter().flat_map(|text| wrap(text, columns)).collect()
}

/// Returns the last place of what is read to which the keys lead: the help's last page, or the first line of a game's last windowful.
pub(super) fn last(state: &State) -> usize {
    match state.dialog {
        Some(Dialog::Help { .. }) => help(state).pages().saturating_sub(1),
        // How much stands below is known when it is painted: at the most so much, so that the last line can always be reached.
        Some(Dialog::Game { game, .. }) => {
            let room = state.size().1.saturating_sub(FRAME + BELOW);
            self::game(state, game).len().saturating_sub(usize::from(room))
        }
        _ => 0,
    }
}

/// The catalogue's key of an office's name.
fn office_label(office: Actor) -> &'static str {
    match office {
        Actor::Organiser => "name-organiser",
        Actor::Desk => "name-desk",
        Actor::Referee => "name-referee",
        Actor::Server => "name-server",
    }
}
