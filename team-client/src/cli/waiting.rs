//! The line that is shown while something takes longer than a second: what it is, and for how long by now.
//!
//! On a terminal only, on standard error, and gone when it is over; answers are never mixed with it.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::Duration;

use ishigaki_words::columns::truncate;

/// How long nobody needs to be told anything, and how often the time is told then.
const SECOND: Duration = Duration::from_secs(1);
/// As wide as the narrowest terminal shows in one line.
const WIDTH: usize = 72;

/// Waits for something, and says so after a second.
pub(crate) async fn waiting<T>(text: &str, work: impl Future<Output = T>) -> T {
    let mut work = std::pin::pin!(work);
    if !io::stderr().is_terminal() {
        return work.await;
    }
    let mut line = Remark::default();
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

/// A line on the terminal that is written over and over, and wiped in the end.
#[derive(Debug, Default)]
pub(crate) struct Remark {
    is_shown: bool,
}

impl Remark {
    /// Shows this instead of what was shown. That it cannot be shown is nothing to fail for.
    pub(crate) fn show(&mut self, text: &str) {
        let _ = write!(io::stderr(), "\r\x1b[2K{}", truncate(text, WIDTH));
        let _ = io::stderr().flush();
        self.is_shown = true;
    }

    /// Leaves the line as if nothing had been there.
    pub(crate) fn wipe(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(io::stderr(), "\r\x1b[2K");
            let _ = io::stderr().flush();
        }
    }
}

impl Drop for Remark {
    fn drop(&mut self) {
        self.wipe();
    }
}
