//! What the server is told when it starts.

use std::path::PathBuf;

/// How one server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The contest file: teams and games.
    pub contest: PathBuf,
    /// The journal file; made if it does not exist.
    pub journal: PathBuf,
    /// The token file, as `ishigaki-server tokens` writes it.
    pub tokens: PathBuf,
}
