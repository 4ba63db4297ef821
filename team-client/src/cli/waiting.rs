//! The line that is shown while something takes longer than a second: what it is, and for how long by now.
//!
//! On a terminal only, on standard error, and gone when it is over; answers are never mixed with it.

use std::time::Duration;

use ishigaki_command::ProgressLine;

/// Time for which nobody needs to be told anything, and the interval at which the time is told then.
const SECOND: Duration = Duration::from_secs(1);

/// Waits for something, and says so after a second.
pub(crate) async fn waiting<T>(text: &str, work: impl Future<Output = T>) -> T {
    let mut work = std::pin::pin!(work);
    let mut line = ProgressLine::default();
    if !line.is_seen() {
        return work.await;
    }
    let mut seconds = 0_u32;
    loop {
        if let Ok(done) = tokio::time::timeout(SECOND, &mut work).await {
            line.wipe();
            return done;
        }
        seconds = seconds.saturating_add(1);
        line.show(&format!("{text} {seconds} s"));
    }
}
