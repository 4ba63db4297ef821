//! The short form for events: some from fixed seeds, everything reached that they must reach, and faults that are planted on
//! purpose and have to be found.
#![expect(clippy::unwrap_used, reason = "an event that does not play is a failed test")]

use std::thread;

use ishigaki_simulation::{EventTally, PlantedFault, simulate_event};

/// The most players of these events; the long run has more.
const PLAYERS: u64 = 40;

/// What a hundred events do not always reach; the long run does, and fails if it does not.
const RARE: &[&str] = &[
    "fault: crash in recovery",
    "fault: append failed, written",
    "fact: first_named",
    "fact: janken_overruled",
    "refused by TK1",
];

/// Plays events in two threads.
fn play(seeds: std::ops::Range<u64>) -> EventTally {
    let play_some = |seeds: std::ops::Range<u64>| {
        let mut tally = EventTally::default();
        for seed in seeds {
            match simulate_event(seed, PLAYERS, PlantedFault::Nothing, None) {
                Ok(outcome) => tally.merge(&outcome.tally),
                Err(violation) => panic!("event {seed}: {violation}"),
            }
        }
        tally
    };
    let middle = seeds.start.midpoint(seeds.end);
    thread::scope(|scope| {
        let other = scope.spawn(move || play_some(middle..seeds.end));
        let mut tally = play_some(seeds.start..middle);
        tally.merge(&other.join().unwrap());
        tally
    })
}

#[test]
fn no_event_breaks_a_promise_and_everything_is_reached() {
    let tally = play(1..101);
    let missing: Vec<String> =
        tally.missing().into_iter().filter(|count| !RARE.contains(&count.as_str())).collect();
    assert!(missing.is_empty(), "never reached: {missing:?}\n{tally}");
}

#[test]
fn a_seed_plays_the_same_event_again_to_the_byte() {
    for seed in [3, 14] {
        let told = |lines: &mut Vec<String>| {
            let mut tell = |line: &str| lines.push(line.to_owned());
            simulate_event(seed, PLAYERS, PlantedFault::Nothing, Some(&mut tell)).unwrap()
        };
        let (mut first, mut again) = (Vec::new(), Vec::new());
        assert_eq!(told(&mut first), told(&mut again));
        assert_eq!(first, again);
        assert!(first.len() > 20, "an event has a course: {first:?}");
    }
}

#[test]
fn every_planted_fault_is_found() {
    for (planted_fault, told) in [
        // The chain of its records shows that one is missing.
        (PlantedFault::ForgetfulJournal, "is not what the server wrote in this place"),
        (PlantedFault::RepeatedItem, "cannot follow its feed"),
        (PlantedFault::SkippedItem, "cannot follow its feed"),
        (PlantedFault::ForgedGrant, "was granted, and the feed has nothing of it"),
        (PlantedFault::ForgedRefusal, "and the feed says otherwise"),
        (PlantedFault::ForgedPairing, "somebody plays twice"),
        (PlantedFault::ForgedRecord, "the record does not verify"),
    ] {
        let found: Vec<String> = (1..40)
            .filter_map(|seed| simulate_event(seed, PLAYERS, planted_fault, None).err())
            .map(|violation| violation.to_string())
            .collect();
        assert!(found.iter().any(|found| found.contains(told)), "{planted_fault:?}: {found:?}");
    }
}
