//! Fairness of a scenario: what can be counted in its file, what bots make of it, and whether two scenarios can stand for each
//! other.
//!
//! `field` plays, `observed` looks at each game, `simulated` makes lines with intervals of it, `judgement` holds them against bands, `symmetry` changes
//! seats round; [`command`] reads what is asked and shows it as a table or as JSON.

pub mod command;
mod denied;
mod distribution;
mod field;
mod judgement;
mod observed;
mod page;
mod simulated;
mod subject;
mod symmetry;
