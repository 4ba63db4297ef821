//! What a team's programs think with: the adviser, bots, and the draft of a wall.
//!
//! * [`bot`] has programs that play: [`bot::Mason`] in several temperaments, [`bot::Scripted`] by a script,
//!   [`bot::Advised`] as the adviser says, [`bot::ExternalBot`] as a process of your own says.
//! * [`adviser`] says what lots are worth, proposes lists, and answers what an opened round would have come to.
//! * [`doubt`] says what is unusual about a list.
//! * [`status`] is the team's situation as JSON, as `lots` and `status` tell it.
//! * [`workshop`] is a draft of the wall, with a plan of stones that are not won yet.
//!
//! The crate draws random numbers only from a seed it is given, and has no screen.

pub mod adviser;
pub mod bot;
pub mod child_environment;
mod dice;
pub mod doubt;
pub mod offer;
pub mod status;
pub mod workshop;
