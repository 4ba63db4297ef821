//! The integration tests of this crate, in one program.

mod abuse;
mod adjudicate;
mod circles;
mod cluster;
mod doctor;
mod documented;
mod engine;
mod event;
mod gate;
mod house;
mod kill;
mod log;
mod map;
mod pages;
mod record;
mod service;
mod standby;
mod task;
mod test_layout;
mod tls;
mod usage;
