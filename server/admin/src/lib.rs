//! Contest directories, the doctor, and commands that need no running server.
//!
//! [`folder`] creates and reads a contest's directory; [`doctor`] checks it; [`command`] has one module per
//! command.

pub mod command;
pub mod disk;
pub mod doctor;
pub mod explanation;
pub mod folder;
pub mod machine;
pub mod served_note;
