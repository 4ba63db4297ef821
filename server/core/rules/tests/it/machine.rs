//! Whole games, driven at random through every act there is, against a reference game written from the rule
//! book (`tests/it/machine/game.rs`, `tests/it/machine/refusals.rs`).
//!
//! After every command both must agree whether and why it is refused, and on all that can be seen of the
//! game; and what must hold in every game is checked: money, stones, caps, fixed awards, what the public may
//! know, replay.
//!
//! Short by default, as `cargo test` runs it: 256 games. `PROPTEST_CASES` plays more:
//!
//! ```text
//! PROPTEST_CASES=50000 cargo test --release -p ishigaki-rules --test it machine::
//! ```
//!
//! A game that fails is made as short as can be, and its seed is kept in `machine.regressions`, which is
//! committed and played first from then on. A seed is worth something only as long as the games are drawn as
//! they were; so every bug found has a test of its own in `tests/it/game.rs` as well.

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
        // Whether it is obeyed or refused is compared within.
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
    fn every_game_goes_as_the_rule_book_says(sequential 20..120 => Rules);
}

/// Keeps the test above honest: games that never get anywhere would prove nothing.
#[test]
fn the_games_played_reach_every_fact_and_every_reason() {
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
