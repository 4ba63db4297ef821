//! The short form: every committed input and seeded mutations of it through every target.
//!
//! Inputs that once revealed a bug stay in the corpus, so this is also their regression test.
#![expect(clippy::unwrap_used, reason = "a corpus that cannot be read is a failed test")]

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use ishigaki_fuzz_targets::TARGETS;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

mod mutation;

/// Maximum size of the whole corpus in bytes.
const MOST_BYTES: u64 = 400_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")
}

/// The corpus of a target by file name.
fn corpus(target: &str) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder().join(target)).unwrap();
    let mut inputs: Vec<_> = entries
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    inputs.sort();
    inputs
}

/// Runs a target over its corpus and `mutations` mutations of it. Saves an input that makes it fail.
fn check(target: &str, mutations: u64) {
    let (_, run) = *TARGETS.iter().find(|(name, _)| *name == target).unwrap();
    let corpus = corpus(target);
    let run = |name: &str, bytes: &[u8]| {
        // The target's own message is printed above this one.
        catch_unwind(AssertUnwindSafe(|| run(bytes))).unwrap_or_else(|_| {
            let left = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{target}-{name}"));
            fs::write(&left, bytes).unwrap();
            panic!("{target} fails on {name}, which is left in {}", left.display())
        })
    };
    for (name, bytes) in &corpus {
        let was_read = run(name, bytes);
        assert!(
            was_read || !name.starts_with("good-"),
            "{target} refuses {name}; see server/proof/fuzz/README.md"
        );
    }
    assert!(corpus.iter().any(|(name, _)| name.starts_with("good-")), "{target} has nothing to read");
    let mut rng = ChaCha8Rng::seed_from_u64(mutations);
    for round in 0..mutations {
        let (_, base) = &corpus[rng.random_range(0..corpus.len())];
        let (_, other) = &corpus[rng.random_range(0..corpus.len())];
        run(&format!("mutation-{round}"), &mutation::mutated(base, other, &mut rng));
    }
}

macro_rules! targets {
    ($($target:ident: $mutations:literal,)*) => {
        $(
            #[test]
            fn $target() {
                check(stringify!($target), $mutations);
            }
        )*

        #[test]
        fn targets_have_test_corpus_and_fuzz_file() {
            let run = [$(stringify!($target)),*];
            let all: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
            assert_eq!(run.as_slice(), all);
            let mut folders: Vec<String> = fs::read_dir(folder())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            folders.sort();
            let mut names = all.clone();
            names.sort_unstable();
            assert_eq!(folders, names, "a corpus for each target, and no other");
            for name in all {
                let file = format!("{}/../fuzz_targets/{name}.rs", env!("CARGO_MANIFEST_DIR"));
                let text = fs::read_to_string(&file).expect(&file);
                assert!(text.contains(&format!("ishigaki_fuzz_targets::{name}(bytes)")), "{file}");
            }
        }
    };
}

targets! {
    request: 10_000,
    feed: 300,
    setup: 3_000,
    refusal: 3_000,
    scenario: 100,
    contest: 100,
    lists: 500,
    tokens: 300,
    adjudicate: 5_000,
    transcript: 60,
    receipts: 1_000,
    names: 1_000,
    journal_file: 100,
    record: 3_000,
    event_config: 1_000,
    roster: 1_000,
    event_feed: 300,
    event_record: 30,
}

#[test]
fn corpus_stays_below_size_limit() {
    let bytes: usize = TARGETS.iter().flat_map(|(name, _)| corpus(name)).map(|(_, bytes)| bytes.len()).sum();
    assert!(u64::try_from(bytes).unwrap() < MOST_BYTES, "{bytes} bytes");
}
