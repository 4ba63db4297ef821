//! The fuzz targets: properties of every reader of untrusted bytes, as functions of bytes.
//!
//! Each target accepts any bytes, must not panic or use excessive memory, and returns whether the bytes were
//! readable. Further checks are round trips of canonical forms, and laws of the rule book.
//!
//! The targets run under `cargo test` on the committed corpus and seeded mutations, and under libFuzzer
//! (`server/proof/fuzz/README.md`). [`table`] is the small game for requests, and makes the corpus.

#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a target reports what it finds by panicking")]

mod adjudicate;
mod event;
mod feed;
mod files;
mod journal;
mod names;
mod printed_text;
mod refusal;
mod request;
pub mod table;
mod tokens;
pub mod transcript;

pub use adjudicate::adjudicate;
pub use event::{event_config, event_feed, event_record, roster};
pub use feed::{feed, setup};
pub use files::{contest, lists, scenario};
pub use journal::{journal_file, record};
pub use names::names;
pub use refusal::refusal;
pub use request::request;
pub use tokens::tokens;
pub use transcript::{receipts, transcript};

/// A target's name, which is also its corpus directory's, and its function.
pub type Target = (&'static str, fn(&[u8]) -> bool);

/// All targets.
pub const TARGETS: &[Target] = &[
    ("request", request),
    ("feed", feed),
    ("setup", setup),
    ("refusal", refusal),
    ("scenario", scenario),
    ("contest", contest),
    ("lists", lists),
    ("tokens", tokens),
    ("adjudicate", adjudicate),
    ("transcript", transcript),
    ("receipts", receipts),
    ("names", names),
    ("journal_file", journal_file),
    ("record", record),
    ("event_config", event_config),
    ("roster", roster),
    ("event_feed", event_feed),
    ("event_record", event_record),
];
