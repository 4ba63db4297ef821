//! Contest folders, the doctor, and commands that need no running server.
//!
//! [`folder`] makes and reads a contest's folder; [`doctor`] checks it; [`command`] has one module per command.

pub mod command;
pub mod disk;
pub mod doctor;
pub mod explanation;
pub mod folder;
pub mod machine;
pub mod served;
