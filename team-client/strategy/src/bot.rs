//! Bots: strategies of this project, and your own processes.
//!
//! [`Mason`] plays by its [`Temperament`], [`Advised`] by the adviser, one of a [`Strength`] with a rate of
//! mistakes, [`Scripted`] by a script, [`ExternalBot`] by your process. [`Breed`] lists the built-in ones by
//! name.

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
    BotRemark, Line, SealingDelay, Strategy, View, play, play_offline, play_offline_with, play_with,
};
pub use temperament::Temperament;
