//! The doctor finds each fault planted in a contest directory, suggests a fix, and reports no fault in a correct
//! one.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "test set-up that fails is a failed test")]

mod certificate;
mod contest;
mod correct_folder;
mod fixture;
mod journal;
mod machine;
mod oversized_files;
mod rights;
mod tokens;
