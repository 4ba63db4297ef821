//! A whole game by one command: real server, real clients, bots, an automatic judge.
//!
//! It starts the server as a process of its
//! own, connects bots and a judge to it over gRPC, tells the game as the hall would see it, and holds what it
//! saw against the rules.

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
