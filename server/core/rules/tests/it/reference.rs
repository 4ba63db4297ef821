//! Slow models of auction and wall, written from the rule book.
#![expect(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests may fail the test")]

pub(crate) mod auction;
pub(crate) mod wall;
