//! The fuzz targets: what every reader of foreign bytes must hold, as functions of bytes.
//!
//! One function a target. Each takes any bytes at all, must neither panic nor take memory out of proportion, and
//! says whether the bytes were read. What else it holds the reader to stands beside it: round trips where there
//! is one right way to write a thing down, and laws of the rule book where something is decided.
//!
//! This room serves tests only. The same functions run under `cargo test` over the committed corpus and seeded
//! mutations of it, and for as long as you like under libFuzzer (`server/proof/fuzz/README.md`). [`table`] is the small game
//! in which requests are judged; it also makes the corpus.

#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a target reports what it finds by panicking")]

mod adjudicate;
mod event;
mod feed;
mod files;
mod journal;
mod names;
mod refusal;
mod request;
mod speech;
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

/// A target: its name, which is that of its corpus folder too, and its function.
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
