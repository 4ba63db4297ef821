//! Fairness of a scenario: what can be counted in its file, and whether two scenarios can stand for each other.
//!
//! [`command`] reads what is asked and shows it as a table or as JSON.

pub mod command;
mod subject;
