//! Scenarios by parameters and a seed, and the static figures by which any scenario is judged.
//!
//! [`figures`] says how much stone, money and how many wins a scenario has for its teams, and within which bands
//! that makes a game. This room knows scenario files, the rules and the solver; no bots, no games, no terminal and no
//! clock. Everything follows from what is asked and from the seed.

pub mod awkwardness;
pub mod figures;
