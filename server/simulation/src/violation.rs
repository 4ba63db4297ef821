//! What a broken promise is told as.

/// A promise that was broken: what, and where. Sealed values may stand in it; this is a test tool.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(pub String);

/// Nothing, or a broken promise.
pub(crate) type Checked<T = ()> = Result<T, Violation>;

/// Goes on only if a promise holds.
macro_rules! ensure {
    ($holds:expr, $($told:tt)+) => {
        if !$holds {
            return Err($crate::violation::Violation(format!($($told)+)));
        }
    };
}
pub(crate) use ensure;
