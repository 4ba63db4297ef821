//! Progress line for work longer than a second.
//!
//! Only on a terminal, on standard error, and removed at the end.

use std::time::Duration;

use ishigaki_command::ProgressLine;

const SECOND: Duration = Duration::from_secs(1);

pub(crate) async fn with_progress<T>(text: &str, work: impl Future<Output = T>) -> T {
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
