//! Fairness of a scenario: static figures, results of bots, and equivalence of two scenarios.
//!
//! `field` plays, `observed` measures each game, `simulated` computes means with intervals, `judgement`
//! compares them with bands, `symmetry` permutes seats; [`command`] prints a table or JSON.

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
