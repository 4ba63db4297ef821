//! Random events, decided and folded as on the server, with the invariants of each.
//!
//! The short form runs with all tests. The long form: `ISHIGAKI_EVENTS=10000 cargo test -p ishigaki-tournament
//! --test chance -- --nocapture`.
#![expect(clippy::expect_used, reason = "helpers of tests may fail the test")]

mod digits;
mod foreign_facts;
mod groups;
mod play;
mod reference_matcher;

use std::env;

use ishigaki_audit::{Checked, event};
use ishigaki_tournament::{Competition, Stage};
use play::Played;

/// The number of events. The first ones are small, so that the short form covers many kinds.
fn events() -> u64 {
    env::var("ISHIGAKI_EVENTS").ok().and_then(|events| events.parse().ok()).unwrap_or(60)
}

/// The seed of the first event. `ISHIGAKI_FIRST_EVENT` replays one.
fn first() -> u64 {
    env::var("ISHIGAKI_FIRST_EVENT").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0)
}

/// Panics if an event breaks an invariant, and names its seed.
fn held(seed: u64, checked: Checked) {
    if let Err(violation) = checked {
        panic!("event {seed}: {violation}");
    }
}

#[test]
fn invariants_hold_in_random_events() {
    let events = events();
    let (mut finished, mut rounds, mut withdrawals, mut named, mut overruled) = (0, 0, 0, 0, 0);
    for seed in first()..first() + events {
        let most = if events <= 100 && seed % 10 != 0 { 48 } else { 260 };
        let Played { tournament, facts, firsts_named, left, turned } = play::event(seed, most);
        rounds += tournament.rounds().len();
        withdrawals += left;
        named += firsts_named;
        overruled += turned;
        held(seed, event::facts(&Competition::Leagues(Box::new(tournament.clone())), &facts));
        foreign_facts::event(&tournament, &facts, seed);
        if tournament.stage() == Stage::Declared {
            held(seed, event::end(&tournament));
            finished += 1;
        }
    }
    println!(
        "{finished} of {events} events played to the end, {rounds} rounds, {withdrawals} withdrawals, {named} firsts \
         named, {overruled} results overruled"
    );
    // Nearly all events end. Some are abandoned because no player is left to be a league's first.
    assert!(finished * 100 >= events * 95);
    assert!(
        events < 60 || rounds > 0 && withdrawals > 0 && overruled > 0,
        "one seed alone need not have all of it"
    );
}

#[test]
fn invariants_hold_in_random_group_contests() {
    let contests = events();
    let mut all = groups::Corners::default();
    for seed in first()..first() + contests {
        let corners = groups::contest(seed);
        all.jankens += corners.jankens;
        all.rulings += corners.rulings;
        all.disqualified += corners.disqualified;
        all.absent += corners.absent;
    }
    let groups::Corners { jankens, rulings, disqualified, absent } = all;
    println!(
        "{contests} contests, {jankens} jankens, {rulings} rulings, {disqualified} disqualified, {absent} absent"
    );
    let corners = [jankens, rulings, disqualified, absent];
    assert!(contests < 60 || corners.iter().all(|corner| *corner > 0));
}
