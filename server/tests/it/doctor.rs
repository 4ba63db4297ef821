//! The doctor finds each fault that is planted in a contest's folder, names the mend, and says of a sound folder that it is.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "test set-up that fails is a failed test")]

mod certificate;
mod contest;
mod endless;
mod fixture;
mod journal;
mod machine;
mod rights;
mod sound;
mod tokens;
