//! Options of the feed for other software.

use std::path::PathBuf;

use ishigaki_client_command::ProofArgs;

use crate::Cursor;

/// Games to print, and the start position.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct FeedArgs {
    /// Ids of the games; a waiting game is printed once it is started. Ends when all games are over
    #[arg(value_name = "GAME", required_unless_present_any = ["all", "transcript"])]
    pub games: Vec<String>,
    /// Print all games of the contest until stopped
    #[arg(long, conflicts_with = "games")]
    pub all: bool,
    /// Skip items before this number in every game
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(1..))]
    pub from: u64,
    /// Id of a line to resume after, one per game. A game that was set up again starts from the beginning
    #[arg(long, value_name = "ID", value_parser = Cursor::parser())]
    pub after: Vec<Cursor>,
    /// Print a game from its record, as written by `transcript`, after verifying it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "all"])]
    pub transcript: Option<PathBuf>,
    #[command(flatten)]
    pub proof: ProofArgs,
}
