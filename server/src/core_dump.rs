//! The core dump of the process if it dies: none. Its memory holds tokens, keys and sealed lists.

/// Has the machine write no image of this process, however it ends. What cannot be forbidden stays as it is.
///
/// The process stays readable to its own user in `/proc`, where it looks how many descriptors it has open: a process that is
/// not dumpable at all may not even do that.
#[cfg(unix)]
pub fn forbid() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    // It can always be lowered.
    let _ = setrlimit(Resource::Core, none);
}

/// There is none to forbid.
#[cfg(not(unix))]
pub fn forbid() {}
