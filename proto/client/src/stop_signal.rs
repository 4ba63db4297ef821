//! Signals that stop the program.

/// Ends at a signal to stop, so that the terminal can be restored. Must be called within a tokio runtime.
#[cfg(unix)]
pub async fn stop_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut terminate), Ok(mut hang_up)) =
        (signal(SignalKind::terminate()), signal(SignalKind::hangup()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = hang_up.recv() => {}
    }
}

/// Ends at Ctrl-C; closing the window ends the program anyway.
#[cfg(not(unix))]
pub async fn stop_signal() {
    std::future::pending().await
}
