//! A client's connection, feeds, mirrors and sessions.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod event_mirror;
mod feed;
mod mirror;
mod routes;
mod session;
