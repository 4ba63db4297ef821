//! The integration tests of this crate, in one program.

/// Asserts that a value matches a pattern, and prints the value otherwise.
macro_rules! assert_matches {
    ($value:expr, $($pattern:tt)+) => {
        assert!(matches!(&$value, $($pattern)+), "{:?}", $value)
    };
}

mod record;
mod tournament;
