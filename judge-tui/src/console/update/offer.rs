//! Keys that have an effect in the current state.

use ishigaki_client::judging::NextStep;
use ishigaki_rules::Phase;

use crate::console::act::is_of_kind;
use crate::console::dialog::Dialog;
use crate::console::keymap::{ActKind, Binding, Context, Intent};
use crate::console::panel::Panel;
use crate::console::state::State;

use super::submission;

pub(crate) fn on_screen(state: &State) -> impl Iterator<Item = &'static Binding> {
    Context::Main.bindings().filter(|binding| is_offered(state, binding.intent))
}

pub(crate) fn in_panel(state: &State, panel: Panel) -> impl Iterator<Item = &'static Binding> {
    use Intent::{Back, Enlarge, LogKind, LogTeam, Moves, Reveal, Search, StoneNames, Tick, TickTeam, Why};
    let intents: &'static [Intent] = match panel {
        _ if state.game().is_none() => &[],
        Panel::Walls => &[Enlarge, StoneNames, Why],
        Panel::Standings if state.is_over() => &[Reveal, Why],
        Panel::Lots | Panel::Lists | Panel::Standings => &[Why],
        Panel::Log if state.log.filter().is_narrow() => &[Back, LogTeam, LogKind, Search],
        Panel::Log => &[LogTeam, LogKind, Search, Moves],
        Panel::HandOut if state.is_online() => &[Tick, TickTeam],
        Panel::HandOut => &[],
    };
    intents.iter().filter_map(|intent| intent.binding())
}

pub(crate) fn here(state: &State) -> Vec<Intent> {
    in_panel(state, state.panel).chain(on_screen(state)).map(|binding| binding.intent).collect()
}

pub(crate) fn meaning(state: &State, binding: &Binding) -> String {
    let is_practice = state.programme_entry.is_practice();
    let words = state.words.of_practice(is_practice);
    let label = match binding.intent {
        Intent::Accept => match (answer_label(state), binding.context) {
            (Some(act), Context::GraveAsk) => {
                return words.say("console-key-deliberate", &[("act", words.label(act).into())]);
            }
            (Some(act), Context::Ask) => act,
            _ => binding.label,
        },
        Intent::Begin(ActKind::Abandon) if is_practice => "console-deed-end-practice",
        Intent::Cancel if state.is_first && binding.context == Context::Pick => "key-quit",
        _ => binding.label,
    };
    words.label(label)
}

/// Returns the label of the act that the open question asks about.
fn answer_label(state: &State) -> Option<&'static str> {
    match state.dialog.as_ref()? {
        Dialog::Ask { act, .. } => {
            let begins = |binding: &&Binding| match binding.intent {
                Intent::Begin(kind) => is_of_kind(kind, act),
                _ => false,
            };
            let is_practice = state.programme_entry.is_practice();
            Context::Main.bindings().find(begins).map(|binding| match binding.intent {
                Intent::Begin(ActKind::Abandon) if is_practice => "console-deed-end-practice",
                _ => binding.label,
            })
        }
        Dialog::Start(_) => Some("console-key-start-game"),
        Dialog::ResumeAll { .. } => Some("console-key-resume-all"),
        Dialog::Quit => Some("key-quit"),
        _ => None,
    }
}

fn is_offered(state: &State, intent: Intent) -> bool {
    let is_online = state.is_online();
    match intent {
        Intent::Begin(_) | Intent::Presence | Intent::Games | Intent::NextGame if !is_online => false,
        Intent::Begin(kind) => submission::is_possible(state, kind),
        Intent::Help | Intent::Quit => true,
        Intent::NextGame => state.elsewhere > 0,
        Intent::Questions => state.waiting_questions() + state.questions_elsewhere > 0,
        Intent::ByHand => state.role.is_some(),
        Intent::Presence => state
            .game()
            .is_some_and(|game| matches!(game.phase(), Phase::Ready { .. }) && game.rounds().is_empty()),
        Intent::Games => {
            let programme_entry = &state.programme_entry;
            let is_over = matches!(state.next_step(), NextStep::Over | NextStep::Reveal);
            programme_entry.is_practice() || programme_entry.is_one_of_many() || is_over
        }
        Intent::Uncover => is_online && (state.hall.cover().is_some() || state.hall.holds_next()),
        // The standings panel has it anyway.
        Intent::Reveal => {
            let is_declared = state.game().is_some_and(|game| game.phase() == Phase::Declared);
            is_declared && state.panel != Panel::Standings
        }
        _ => false,
    }
}

pub(crate) fn is_next(state: &State, intent: Intent) -> bool {
    match intent {
        Intent::Begin(kind) => {
            let next = ActKind::of(&state.next_step());
            // Confirming one lot or all is the same act.
            next == Some(kind) || (kind == ActKind::ConfirmLot && next == Some(ActKind::ConfirmAll))
        }
        Intent::Reveal => state.next_step() == NextStep::Reveal,
        _ => false,
    }
}
