//! The page server with a real contest server.
#![expect(clippy::unwrap_used, reason = "a request without an answer is a failed test")]

mod attacks;
mod certificate;
mod fixture;
mod hall;
mod judge;
mod sessions;
mod staff;
mod worlds;
