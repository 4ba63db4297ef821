//! The limit of files and connections that the machine lets this process have open.

/// Asks for as many descriptors as the process may have, and says how many that are now; `None` if there is no limit, or
/// the machine does not say.
#[cfg(unix)]
pub(crate) fn raise() -> Option<u64> {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // If it does not let itself be raised, it stays what it is.
    let _ = setrlimit(Resource::Nofile, limit);
    getrlimit(Resource::Nofile).current
}

#[cfg(not(unix))]
pub(crate) fn raise() -> Option<u64> {
    None
}
