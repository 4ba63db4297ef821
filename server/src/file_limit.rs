//! The limit on the size of files that a process may write (`ulimit -f`).

/// Lets a write beyond the limit fail with an error, which is told as a full disk is: otherwise the signal for it ends the process
/// without a word. Needs a runtime.
#[cfg(unix)]
pub fn survive() {
    use rustix::process::Signal;
    use tokio::signal::unix::{SignalKind, signal};
    // Whoever is handed the signal does not end by it, now and later.
    if let Err(error) = signal(SignalKind::from_raw(Signal::XFSZ.as_raw())) {
        tracing::warn!(%error, "a limit on the size of files would end this process without a word");
    }
}

/// There is no such signal.
#[cfg(not(unix))]
pub fn survive() {}
