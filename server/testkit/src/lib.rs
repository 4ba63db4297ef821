//! Test support for the server side.
