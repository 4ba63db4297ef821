//! The short form for events: fixed seeds must reach every expected state, and planted faults must be found.
#![expect(clippy::unwrap_used, reason = "an event that does not play is a failed test")]

use std::thread;

use ishigaki_simulation::{EventTally, PlantedFault, simulate_event};

/// Maximum number of players; the long run has more.
const PLAYERS: u64 = 40;

/// States that a hundred events may not reach. The long run must reach them.
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
fn events_keep_invariants_and_reach_all_cases() {
    let tally = play(1..101);
    let missing: Vec<String> =
        tally.missing().into_iter().filter(|count| !RARE.contains(&count.as_str())).collect();
    assert!(missing.is_empty(), "never reached: {missing:?}\n{tally}");
}

#[test]
fn same_seed_repeats_event_byte_for_byte() {
    for seed in [3, 14] {
        let summary = |lines: &mut Vec<String>| {
            let mut tell = |line: &str| lines.push(line.to_owned());
            simulate_event(seed, PLAYERS, PlantedFault::Nothing, Some(&mut tell)).unwrap()
        };
        let (mut first, mut again) = (Vec::new(), Vec::new());
        assert_eq!(summary(&mut first), summary(&mut again));
        assert_eq!(first, again);
        assert!(first.len() > 20, "an event has a course: {first:?}");
    }
}

#[test]
fn planted_faults_are_found() {
    for (planted_fault, expected) in [
        // The gap is found by the chain of its records.
        (PlantedFault::ForgetfulJournal, "it was modified or moved"),
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
        assert!(found.iter().any(|found| found.contains(expected)), "{planted_fault:?}: {found:?}");
    }
}
