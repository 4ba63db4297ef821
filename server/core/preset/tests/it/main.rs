//! The integration tests of this crate, in one program.

mod shipped_presets;
