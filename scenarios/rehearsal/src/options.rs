//! Options of a rehearsal, and the connections of its clients.

use std::path::PathBuf;

use ishigaki_client::{Address, Link, Token};
use ishigaki_words::Words;

use crate::database::DatabaseAsked;
use crate::players::Interruption;
use crate::prepared::PreparedGame;

/// Options of a rehearsal.
#[derive(Debug)]
pub struct RehearsalOptions {
    /// The game with its teams and bots.
    pub prepared: PreparedGame,
    /// Seed that bots and janken are drawn from.
    pub seed: u64,
    /// Moment at which the server is killed, if it is.
    pub interruption: Option<Interruption>,
    /// Path of the transcript, if it is kept.
    pub transcript: Option<PathBuf>,
    /// Folder in which the server's files stay; a private folder that is removed unless told.
    pub keep: Option<PathBuf>,
    /// The database that the journal is kept in, if it is in one.
    pub journal: Option<DatabaseAsked>,
    /// The language of the story.
    pub words: Words,
    /// Width of the story, in columns.
    pub columns: usize,
    /// Whether only the ranking and the verdict are told.
    pub is_quiet: bool,
}

/// Connections and tokens of all clients.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    /// Address of the server.
    pub(crate) address: Address,
    pub(crate) judge: Link,
    pub(crate) board: Link,
    /// Each team's second computer, which only looks on.
    pub(crate) teams: Vec<Link>,
    /// Each team's token, for its bot.
    pub(crate) tokens: Vec<Token>,
}
