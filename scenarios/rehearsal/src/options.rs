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
    pub prepared: PreparedGame,
    pub seed: u64,
    pub interruption: Option<Interruption>,
    pub transcript: Option<PathBuf>,
    /// Otherwise a private directory, which is removed.
    pub keep: Option<PathBuf>,
    pub journal: Option<DatabaseAsked>,
    pub words: Words,
    pub columns: usize,
    pub is_quiet: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Links {
    pub(crate) address: Address,
    pub(crate) judge: Link,
    pub(crate) board: Link,
    pub(crate) teams: Vec<Link>,
    pub(crate) tokens: Vec<Token>,
}
