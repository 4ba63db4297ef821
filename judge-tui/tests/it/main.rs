//! The integration tests of this crate, in one program.

mod auto;
mod board;
mod commands;
mod console;
mod contest;
mod event;
mod keys_page;
mod replay;
mod signed_feed;
mod usage;
