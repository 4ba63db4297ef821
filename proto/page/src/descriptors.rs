//! The limit of files and connections that the machine lets this process have open.

/// Asks for as many descriptors as the process may have, and says how many that are now; `None` if there is no limit, or
/// the machine does not say.
#[cfg(unix)]
pub fn raise() -> Option<u64> {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // If it does not let itself be raised, it stays what it is.
    let _ = setrlimit(Resource::Nofile, limit);
    getrlimit(Resource::Nofile).current
}

#[cfg(not(unix))]
pub fn raise() -> Option<u64> {
    None
}

/// Returns whether a connection could not be taken because this process, or the machine, has no descriptor left.
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
