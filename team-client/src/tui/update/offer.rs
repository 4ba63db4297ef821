//! The keys that can do something now. Worked out from the state alone.

use std::collections::BTreeSet;

use crate::tui::keymap::{Binding, Context, Intent};
use crate::tui::state::State;
use crate::tui::work::Work;

/// Returns what can be done here, with its keys; then how to seal, to get help and to leave.
pub(crate) fn here(state: &State, context: Context) -> Vec<&'static Binding> {
    let here: Vec<&'static Binding> = match context {
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
    // Nothing else does anything while something is asked or searched.
    let is_alone = matches!(
        context,
        Context::Ask | Context::Games | Context::Help | Context::Search | Context::Question
    );
    let always = Context::Main.bindings().filter(|_| !is_alone).filter(|binding| {
        let always = matches!(binding.intent, Intent::Help | Intent::Quit | Intent::NextPanel);
        // Beside the workshop's keys there is room for those of a list only while one can be sealed.
        let acts = context != Context::Main && (context != Context::Wall || state.can_seal());
        always || (acts && is_act(binding.intent))
    });
    let mut hints: Vec<&'static Binding> = here.into_iter().chain(always).collect();
    let mut said = BTreeSet::new();
    let rebidding = state.is_rebidding();
    let is_idle =
        |intent| rebidding && matches!(intent, Intent::Add | Intent::Price | Intent::Sooner | Intent::Later);
    // A key that means something else here is not offered with what it means elsewhere.
    let is_meant = |binding: &Binding| {
        binding.keys.first().is_some_and(|&key| context.intent(key) == Some(binding.intent))
    };
    hints.retain(|binding| {
        is_meant(binding)
            && is_of_use(state, binding)
            && !is_idle(binding.intent)
            && said.insert(binding.label)
    });
    hints
}

/// Returns the meaning of a key, now.
pub(crate) fn meaning(state: &State, binding: &Binding) -> String {
    let passes = binding.intent == Intent::Decline && state.is_rebidding();
    state.words.label(if passes { "team-key-pass" } else { binding.label })
}

/// Returns whether a key can do anything now: nothing is bid for after the last round, nothing built after the
/// end, and nothing sent with a revoked token.
fn is_of_use(state: &State, binding: &Binding) -> bool {
    match (binding.context, binding.intent) {
        (_, Intent::Seal | Intent::Decline) => state.can_seal(),
        (_, intent) if is_act(intent) => state.can_draft(),
        (Context::Lots | Context::LotPrice | Context::Sheet | Context::Price | Context::Advice, _) => {
            state.can_draft()
        }
        (Context::Wall, Intent::Work(Work::SendWall | Work::SendStone)) => state.can_send_wall(),
        (Context::Wall, _) => state.can_build() || state.is_revoked(),
        _ => true,
    }
}

/// Returns whether a key does something with the list.
const fn is_act(intent: Intent) -> bool {
    matches!(intent, Intent::Seal | Intent::Add | Intent::TakeSealed | Intent::Decline)
}
