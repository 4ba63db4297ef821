//! The integration tests of this crate, in one program.

mod missing_prerequisite;
