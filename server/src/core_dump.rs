//! Core dumps are disabled, because memory contains tokens, keys and sealed lists.

/// Disables core dumps of this process as far as possible.
///
/// The process stays readable in `/proc` for its own user, because it counts its descriptors there, which a
/// process that isn't dumpable can't.
#[cfg(unix)]
pub fn forbid() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    // It can always be lowered.
    let _ = setrlimit(Resource::Core, none);
}

/// Does nothing.
#[cfg(not(unix))]
pub fn forbid() {}
