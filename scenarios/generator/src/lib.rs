//! Scenarios by parameters and a seed, and the static figures by which any scenario is judged.
//!
//! [`generate()`] makes a scenario and its spare by [`Parameters`]: it draws a frame and stones, plants a wall for every team, and
//! writes the files with golden walls, lists and results. [`figures`] says how much stone, money and how many wins a scenario has for its teams,
//! and within which bands that makes a game. This room knows scenario files, the rules and the solver; no bots, no games, no
//! terminal and no clock. Everything follows from what is asked and from the seed.

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
