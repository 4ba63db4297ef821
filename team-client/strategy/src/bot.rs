//! Bots: strategies that come with the project, and processes of your own.
//!
//! [`Mason`] plays by itself, as its [`Temperament`] says, [`Advised`] as the adviser says, one of a [`Strength`] with so many
//! mistakes, [`Scripted`] by a script, [`ExternalBot`] as your process says. [`Breed`] knows those that come with the program
//! by name. What they are made of is the SDK's.

mod advised;
mod breed;
mod copy_values;
mod external;
mod mason;
mod scripted;
mod strength;
mod temperament;

pub use advised::Advised;
pub use breed::Breed;
pub use external::{
    BotCommand, BotCommandError, Conduct, DecisionError, DecisionMoment, ExternalBot, MOST_LINE, MOST_LINES,
    MOST_STARTS, ThinkingArgs, ThinkingTime, end_all_processes, end_processes_when_stopped,
};
pub use mason::Mason;
pub use scripted::{Scripted, TeamScript};
pub use strength::Strength;
pub use team_client_sdk::bot::{
    BotRemark, Line, SealingDelay, Strategy, View, play, play_offline, play_offline_telling, play_with,
};
pub use temperament::Temperament;
