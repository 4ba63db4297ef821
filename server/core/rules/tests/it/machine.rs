//! Random games that use every act, compared with a reference game written from the rule book
//! (`tests/it/machine/game.rs`, `tests/it/machine/refusals.rs`).
//!
//! After every command both must agree on the refusal, if any, and on the visible state. The invariants of every
//! game are also checked: money, stones, caps, fixed awards, public knowledge and replay.
//!
//! The default is 256 games. `PROPTEST_CASES` plays more:
//!
//! ```text
//! PROPTEST_CASES=50000 cargo test --release -p ishigaki-rules --test it machine::
//! ```
//!
//! A failing game is shrunk, and its seed is kept in `machine.regressions`, which is committed and played first.
//! Seeds become useless when the strategies change, so every bug found also has a test in `tests/it/game.rs`.

#![expect(clippy::expect_used, reason = "helpers of tests may fail the test")]

mod game;
mod lists;
mod messages;
mod moves;
mod organiser;
mod play;
mod refusals;
mod setups;
mod steps;
use std::collections::BTreeSet;

use game::Reference;
use ishigaki_rules::Phase;
use play::Play;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{FileFailurePersistence, TestRunner};
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};
use steps::Step;

struct Rules;

impl ReferenceStateMachine for Rules {
    type State = Reference;
    type Transition = Step;

    fn init_state() -> BoxedStrategy<Reference> {
        setups::setup().prop_map(Reference::new).boxed()
    }

    fn transitions(state: &Reference) -> BoxedStrategy<Step> {
        steps::step(state)
    }

    fn apply(state: Reference, transition: &Step) -> Reference {
        state.take(transition)
    }
}

impl StateMachineTest for Rules {
    type SystemUnderTest = Play;
    type Reference = Self;

    fn init_test(reference: &Reference) -> Play {
        Play::new(&reference.setup)
    }

    fn apply(mut play: Play, reference: &Reference, step: Step) -> Play {
        // `take` compares the refusal.
        drop(play.take(reference, &step));
        play
    }

    fn check_invariants(play: &Play, reference: &Reference) {
        play.check(reference);
    }

    fn teardown(play: Play, _: Reference) {
        play.check_replay();
    }
}

fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    }
}

prop_state_machine! {
    #![proptest_config(config())]

    #[test]
    fn game_matches_reference_for_random_actions(sequential 20..120 => Rules);
}

/// Guards the test above, because games that make no progress would prove nothing.
#[test]
fn random_games_reach_all_facts_and_rejections() {
    let mut runner = TestRunner::deterministic();
    let strategy = Rules::sequential_strategy(120);
    let (mut facts, mut reasons, mut declared) = (BTreeSet::new(), BTreeSet::new(), 0);
    for _ in 0..150 {
        let (mut reference, steps, _) = strategy.new_tree(&mut runner).unwrap().current();
        let mut play = Play::new(&reference.setup);
        for step in steps {
            reference = reference.take(&step);
            if let Err(no) = play.take(&reference, &step) {
                reasons.insert(format!("{no:?}").split(' ').next().unwrap_or_default().to_owned());
            }
        }
        facts.extend(play.log.iter().map(|event| event.fact.name()));
        declared += u32::from(play.game.phase() == Phase::Declared);
    }
    assert_eq!(facts.len(), 29, "{facts:?}");
    assert_eq!(reasons.len(), 33, "{reasons:?}");
    assert!(declared >= 30, "{declared} games of 150 came to a result");
}
