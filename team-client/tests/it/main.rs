//! The `team-client` program: its screen, its commands, and the SDK at a real server.
#![expect(clippy::unwrap_used, reason = "helpers of tests may panic as tests do")]

mod announcements;
mod cup;
mod keys_page;
mod messages;
mod sdk;
mod sequence;
mod solve;
mod stones;
mod tui;
mod usage;
mod verify;
