//! The signals that tell a program to stop.

/// Comes when somebody wants the program to stop: the terminal is given back then, too. Must be called within
/// a tokio runtime.
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

/// Elsewhere, closing the window ends the program anyway.
#[cfg(not(unix))]
pub async fn stop_signal() {
    std::future::pending().await
}
