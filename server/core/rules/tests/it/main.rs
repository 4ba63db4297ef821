//! The integration tests of this crate, in one program.

mod auction_reference;
mod auction_small_cases;
mod game;
mod game_messages;
mod game_organiser;
mod game_races;
mod machine;
mod ranking;
mod reference;
mod shape;
mod table;
mod wall;
mod wall_model;
