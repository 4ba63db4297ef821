//! Generator of scenarios from parameters and a seed, and static figures of scenarios.
//!
//! [`generate()`] makes a scenario and its spare from [`Parameters`]: it draws a frame and stones, plants a
//! wall for every team, and writes the files with golden walls, lists and results. [`figures`] counts stones,
//! money and wins, and compares them with bands. Everything depends on parameters and seed alone.

pub mod awkwardness;
pub mod figures;
mod frame;
mod generate;
mod library;
mod lists;
mod parameters;
mod planting;
mod pool;
mod text;

pub use generate::{Error, Generated, are_planted, generate};
pub use parameters::{Family, FramePlan, ParameterFault, Parameters};
pub use planting::PlantedWall;
