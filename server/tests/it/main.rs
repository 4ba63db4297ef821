//! The integration tests of this crate, as one program.

mod abuse;
mod adjudicate;
mod cluster;
mod crate_dependencies;
mod doc_comments;
mod doctor;
mod engine;
mod event;
mod gate;
mod kill;
mod log;
mod map;
mod module_cycles;
mod pages;
mod record;
mod service;
mod standby;
mod task;
mod test_layout;
mod tls;
mod usage;
