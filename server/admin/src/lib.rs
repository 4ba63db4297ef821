//! What needs no running server: a contest's folder, its doctor, and the commands that read files.
//!
//! [`folder`] is where all of a contest is; [`doctor`] examines it; [`command`] has the commands, one module each.

pub mod command;
pub mod disk;
pub mod doctor;
pub mod explanation;
pub mod folder;
pub mod machine;
pub mod served;
