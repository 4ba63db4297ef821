//! Decisions of a team's programs: adviser, bots, and drafts of a wall.
//!
//! * [`bot`] has the bots: [`bot::Mason`] with a temperament, [`bot::Scripted`] by a script, [`bot::Advised`]
//!   by the adviser, [`bot::ExternalBot`] by your own process.
//! * [`adviser`] values lots, proposes lists, and settles opened rounds with other lists.
//! * [`doubt`] finds unusual features of a list.
//! * [`status`] is the team's situation as JSON, as in `lots` and `status`.
//! * [`workshop`] is a draft of the wall, with a plan of stones not yet won.
//!
//! Random numbers come only from a given seed.

pub mod adviser;
pub mod bot;
pub mod child_environment;
mod dice;
pub mod doubt;
pub mod offer;
pub mod status;
pub mod workshop;
