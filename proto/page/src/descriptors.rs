//! Limit of open files and connections of this process.

/// Raises the limit as far as possible, and returns it; `None` if it is unlimited or unknown.
#[cfg(unix)]
pub fn raise() -> Option<u64> {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // If this fails, the limit stays.
    let _ = setrlimit(Resource::Nofile, limit);
    getrlimit(Resource::Nofile).current
}

#[cfg(not(unix))]
pub fn raise() -> Option<u64> {
    None
}

/// Returns whether a connection wasn't accepted because the process or the machine has no descriptor left.
#[cfg(unix)]
pub fn are_used_up(error: &std::io::Error) -> bool {
    use rustix::io::Errno;
    let code = error.raw_os_error();
    [Errno::MFILE, Errno::NFILE].into_iter().any(|errno| code == Some(errno.raw_os_error()))
}

#[cfg(not(unix))]
pub fn are_used_up(_: &std::io::Error) -> bool {
    false
}
