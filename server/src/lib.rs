//! The contest server: engine, feeds, gRPC, recovery.
