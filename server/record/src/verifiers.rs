//! The verifiers in Python, which share no code with this crate, as files to hand out with records.

macro_rules! files {
    ($($path:literal),+ $(,)?) => {
        [$(($path, include_str!(concat!("../examples/", $path)))),+]
    };
}

/// Paths and contents of the verifiers of games, events and receipts, and of what they import.
pub const VERIFIERS: [(&str, &str); 17] = files![
    "verify_transcript.py",
    "verify_event.py",
    "verify_receipts.py",
    "ciphers.py",
    "tournament/__init__.py",
    "tournament/contest.py",
    "tournament/draw.py",
    "tournament/event.py",
    "tournament/groups.py",
    "tournament/league_flow.py",
    "tournament/matching.py",
    "tournament/othello.py",
    "tournament/pairing.py",
    "tournament/playoffs.py",
    "tournament/preset.py",
    "tournament/rejection.py",
    "tournament/standings.py",
];
