//! The `rehearsal` program.

fn main() {}
