//! Whole events by chance, decided and folded like the server's, and what must hold in each of them.
//!
//! The short form runs with all tests. The long one: `ISHIGAKI_EVENTS=10000 cargo test -p ishigaki-tournament --test
//! chance -- --nocapture`.
#![expect(clippy::expect_used, reason = "helpers of tests may fail the test")]

mod invariants;
mod play;

use std::env;

use play::Played;

/// Events that are played; the first ones are small, so that the short form sees many kinds.
fn events() -> u64 {
    env::var("ISHIGAKI_EVENTS").ok().and_then(|events| events.parse().ok()).unwrap_or(60)
}

#[test]
fn no_invariant_breaks_in_events_by_chance() {
    let events = events();
    let (mut finished, mut rounds, mut withdrawals, mut named) = (0, 0, 0, 0);
    for seed in 0..events {
        let most = if events <= 100 && seed % 10 != 0 { 48 } else { 260 };
        let Played { tournament, facts, firsts_named, left } = play::event(seed, most);
        rounds += tournament.rounds().len();
        withdrawals += left;
        named += firsts_named;
        invariants::of_the_end(&tournament, &facts, seed);
        finished += 1;
    }
    assert_eq!(finished, events);
    println!(
        "{events} events, {rounds} rounds, {withdrawals} withdrawals, {named} firsts named by the referee"
    );
    // Events without any of it would show nothing.
    assert!(rounds > 0 && withdrawals > 0);
}
