//! The mode of files that this process creates.

/// Keeps other users from writing files that this process creates, even with `umask 0`.
#[cfg(unix)]
pub fn protect() {
    use rustix::fs::Mode;
    use rustix::process::umask;
    let others = Mode::WGRP | Mode::WOTH;
    // The current mask can only be read by setting another one.
    let before = umask(others);
    umask(before | others);
}

/// Does nothing, because files have no mode.
#[cfg(not(unix))]
pub fn protect() {}
