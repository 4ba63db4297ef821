//! Bots and the adviser, on the rules alone.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a cannot play game that is a failed test, and a skipped one is told"
)]

mod adviser;
mod arena;
mod bots;
mod external;
