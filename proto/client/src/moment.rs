//! The clients' one clock.

use std::time::Instant;

/// This moment, by a clock that never jumps; under a test's paused time, the test's.
///
/// Only differences between such moments mean anything: what time it is in the game, the server says.
#[expect(clippy::disallowed_methods, reason = "the clients' clock lives here, and nowhere else")]
pub fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}
