//! Keys that have an effect in the current state.

use std::collections::BTreeSet;

use crate::tui::dialog::Dialog;
use crate::tui::keymap::{Binding, Context, Intent};
use crate::tui::panel::Panel;
use crate::tui::state::State;
use crate::tui::work::Work;

pub(crate) fn hints(state: &State, context: Context) -> Vec<&'static Binding> {
    let hints: Vec<&'static Binding> = match context {
        Context::Ask
        | Context::Games
        | Context::Help
        | Context::Search
        | Context::Question
        | Context::Price
        | Context::LotPrice => context.bindings().collect(),
        _ => {
            context.bindings().filter(|binding| context != Context::Main || is_act(binding.intent)).collect()
        }
    };
    // Only the question's or search's own keys work then.
    let is_alone = matches!(
        context,
        Context::Ask | Context::Games | Context::Help | Context::Search | Context::Question
    );
    let always = Context::Main.bindings().filter(|_| !is_alone).filter(|binding| {
        let always =
            matches!(binding.intent, Intent::Help | Intent::Quit | Intent::NextPanel | Intent::PlayAgain)
                || (matches!(binding.intent, Intent::Show(Panel::Rivals)) && names_rivals(state));
        // Next to the workshop's keys, those of a list are shown only while one can be submitted.
        let acts = context != Context::Main && (context != Context::Wall || state.can_seal());
        always || (acts && is_act(binding.intent))
    });
    let mut hints: Vec<&'static Binding> = hints.into_iter().chain(always).collect();
    let mut labels = BTreeSet::new();
    let rebidding = state.is_rebidding();
    let is_idle = |intent| {
        rebidding
            && matches!(
                intent,
                Intent::Add | Intent::Price | Intent::Sooner | Intent::Later | Intent::Undo | Intent::Redo
            )
    };
    // A key with another meaning here is not shown with its meaning elsewhere.
    let is_meant = |binding: &Binding| {
        binding.keys.first().is_some_and(|&key| context.intent(key) == Some(binding.intent))
    };
    hints.retain(|binding| {
        is_meant(binding)
            && is_useful(state, binding)
            && !is_idle(binding.intent)
            && labels.insert(binding.label)
    });
    hints
}

pub(crate) fn meaning(state: &State, binding: &Binding) -> String {
    let label = match (binding.intent, state.dialog()) {
        (Intent::Accept, Some(dialog)) if binding.context == Context::Ask => act_label(state, dialog),
        (Intent::Decline, _) if state.is_rebidding() => "team-key-pass",
        (Intent::Seal, None) if state.has_changes() => "team-key-submit-changes",
        (Intent::TakeSealed, None) if state.has_changes() => "team-key-revert",
        _ => binding.label,
    };
    state.words.label(label)
}

/// Rivals' walls matter most while no list is open.
fn names_rivals(state: &State) -> bool {
    state.panel != Panel::Rivals && !state.can_seal() && state.view().is_some()
}

/// Returns the label of the act that a question asks about.
pub(crate) fn act_label(state: &State, dialog: &Dialog) -> &'static str {
    match dialog {
        Dialog::Seal { .. } => "team-key-submit-bids",
        Dialog::Decline if state.is_rebidding() => "team-key-pass",
        Dialog::Decline => "team-key-decline",
        Dialog::TakeSealed => "team-key-take-sealed",
        Dialog::TakeAdvice => "team-key-take-advice",
        Dialog::ReplaceWall { is_whole: true, .. } => "team-work-send-wall",
        Dialog::ReplaceWall { .. } => "team-work-send-stone",
        Dialog::TakeWall => "team-work-take-wall",
        Dialog::Quit => "key-quit",
        Dialog::Help { .. } | Dialog::Games { .. } => "key-close",
    }
}

fn is_useful(state: &State, binding: &Binding) -> bool {
    match (binding.context, binding.intent) {
        (_, intent) if is_switched_off(state, intent) => false,
        (_, Intent::Seal | Intent::Decline) => state.can_seal(),
        (_, Intent::PlayAgain) => state.can_play_again(),
        (_, Intent::TakeSealed) => state.can_draft() && state.has_changes(),
        (_, Intent::Undo) => state.can_draft() && state.sheet.can_undo(),
        (_, Intent::Redo) => state.can_draft() && state.sheet.can_redo(),
        (_, intent) if is_act(intent) => state.can_draft(),
        (Context::Lots | Context::LotPrice | Context::Sheet | Context::Price | Context::Advice, _) => {
            state.can_draft()
        }
        (Context::Wall, Intent::Work(Work::SendWall | Work::SendStone)) => state.can_send_wall(),
        (Context::Wall, _) => state.can_build() || state.is_revoked(),
        _ => true,
    }
}

/// Returns whether the organiser has switched off the aid that this starts, or there is no practice for it.
pub(crate) const fn is_switched_off(state: &State, intent: Intent) -> bool {
    match intent {
        Intent::AskAdvice | Intent::TakeAdvice | Intent::Show(Panel::Advice) => state.aids_off.adviser,
        Intent::Work(Work::Fill | Work::FillWithPlan) => state.aids_off.solver,
        Intent::PlayAgain => !state.is_private_practice,
        _ => false,
    }
}

const fn is_act(intent: Intent) -> bool {
    matches!(intent, Intent::Seal | Intent::Add | Intent::TakeSealed | Intent::Decline)
}
