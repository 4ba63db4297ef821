//! The limit on file size (`ulimit -f`).

/// Makes a write beyond the limit fail like a full disk; by default its signal ends the process silently.
/// Needs a runtime.
#[cfg(unix)]
pub fn survive() {
    use rustix::process::Signal;
    use tokio::signal::unix::{SignalKind, signal};
    // A handled signal never ends the process.
    if let Err(error) = signal(SignalKind::from_raw(Signal::XFSZ.as_raw())) {
        tracing::warn!(%error, "can't ignore SIGXFSZ: a file size limit would end this process without a message");
    }
}

/// Does nothing, because other systems have no such signal.
#[cfg(not(unix))]
pub fn survive() {}
