//! A whole game by one command: real server, real clients, bots, an automatic judge.
//!
//! It starts a server process, connects bots and a judge over gRPC, prints the game as spectators see it, and
//! compares all views with the rules.

pub mod contest_file;
pub mod credentials;
pub mod database;
pub mod drawing;
pub mod error;
pub mod event;
pub mod groups;
pub mod janken;
pub mod observer;
pub mod options;
pub mod orchestrator;
pub(crate) mod page;
pub mod players;
pub mod practice;
pub mod prepared;
pub mod rehearse;
pub mod report;
pub mod server;
pub mod story;
pub mod story_writer;
pub mod styled_text;
pub mod verdict;
