//! The contest server: engine, feeds, gRPC, recovery.

pub mod adjudicate;
