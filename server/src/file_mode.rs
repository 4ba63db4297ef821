//! The mode of files that this process makes.

/// Keeps others from changing files that this process makes from now on, also where everything is allowed (`umask 0`).
#[cfg(unix)]
pub fn protect() {
    use rustix::fs::Mode;
    use rustix::process::umask;
    let others = Mode::WGRP | Mode::WOTH;
    // The present mask is told only by setting another one.
    let before = umask(others);
    umask(before | others);
}

/// Files have no such mode.
#[cfg(not(unix))]
pub fn protect() {}
