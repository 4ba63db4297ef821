//! The short form: games from fixed seeds must reach every expected state, and planted faults must be found.
#![expect(clippy::unwrap_used, reason = "a game that does not play is a failed test")]

use std::thread;

use ishigaki_audit::Violation;
use ishigaki_simulation::{PlantedFault, Tally, simulate};

/// States that a few hundred games may not reach. The long run must reach them.
const RARE: &[&str] = &[
    "fault: crash in recovery",
    "second wave in a round",
    "round voided after its opening",
    "stones lifted off at the end",
    "fault: append failed, written",
    "re-bid replaced",
    "invalid re-bid",
    "team_reinstated",
];

/// Plays games in one thread per available core.
fn play(seeds: std::ops::Range<u64>, planted_fault: PlantedFault) -> Result<Tally, (u64, Violation)> {
    let play_some = |seeds: std::ops::Range<u64>| {
        let mut tally = Tally::default();
        for seed in seeds {
            tally.merge(&simulate(seed, planted_fault, None).map_err(|violation| (seed, violation))?.tally);
        }
        Ok(tally)
    };
    let middle = seeds.start.midpoint(seeds.end);
    thread::scope(|scope| {
        let other = scope.spawn(move || play_some(middle..seeds.end));
        let mut tally = play_some(seeds.start..middle)?;
        tally.merge(&other.join().unwrap()?);
        Ok(tally)
    })
}

#[test]
fn games_keep_invariants_and_reach_all_cases() {
    match play(1..301, PlantedFault::Nothing) {
        Ok(tally) => {
            let missing: Vec<&str> =
                tally.missing().into_iter().filter(|count| !RARE.contains(count)).collect();
            assert!(missing.is_empty(), "never reached: {missing:?}\n{tally}");
        }
        Err((seed, violation)) => panic!("seed {seed}: {violation}"),
    }
}

#[test]
fn same_seed_repeats_game_byte_for_byte() {
    for seed in [3, 14, 15, 92] {
        let summary = |lines: &mut Vec<String>| {
            let mut tell = |line: &str| lines.push(line.to_owned());
            simulate(seed, PlantedFault::Nothing, Some(&mut tell)).unwrap()
        };
        let (mut first, mut again) = (Vec::new(), Vec::new());
        assert_eq!(summary(&mut first), summary(&mut again));
        assert_eq!(first, again);
        assert!(first.len() > 20, "a game has a course: {first:?}");
    }
    assert_ne!(
        simulate(1, PlantedFault::Nothing, None).unwrap(),
        simulate(2, PlantedFault::Nothing, None).unwrap()
    );
}

/// Returns the auditor's first violation in games with this planted fault.
fn found(planted_fault: PlantedFault) -> String {
    let found = (1..200).find_map(|seed| simulate(seed, planted_fault, None).err());
    found.map(|violation| violation.to_string()).unwrap_or_default()
}

#[test]
fn planted_faults_are_found() {
    for (planted_fault, expected) in [
        // The gap is found by the chain of its records.
        (PlantedFault::ForgetfulJournal, "it was modified or moved"),
        (PlantedFault::RepeatedItem, "cannot follow its feed"),
        (PlantedFault::SkippedItem, "cannot follow its feed"),
        (PlantedFault::LeakedList, "shown a sealed list"),
        (PlantedFault::ForgedGrant, "was granted, and the feeds have no"),
        (PlantedFault::ForgedRefusal, "and the feed says otherwise"),
        (PlantedFault::DeafClock, "and nothing closed"),
    ] {
        let found = found(planted_fault);
        assert!(found.contains(expected), "{planted_fault:?}: {found:?}");
    }
}
