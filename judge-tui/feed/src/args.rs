//! The options of the feed for other software.

use std::path::PathBuf;

use ishigaki_client_command::ProofArgs;

use crate::Cursor;

/// Which games are told, and from where on.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct FeedArgs {
    /// The ids of the games; one that waits is told as soon as somebody starts it. It ends when all of them are over.
    #[arg(value_name = "GAME", required_unless_present_any = ["all", "transcript"])]
    pub games: Vec<String>,
    /// Tell all games of the contest, each as soon as somebody starts it, until it is stopped.
    #[arg(long, conflicts_with = "games")]
    pub all: bool,
    /// Leave out what stands before this number, in every game.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(1..))]
    pub from: u64,
    /// The id of a line: of its game only what came after it is told; once for each game. If the game has been set up anew since,
    /// it is told from its start.
    #[arg(long, value_name = "ID", value_parser = Cursor::parser())]
    pub after: Vec<Cursor>,
    /// Tell a game from its record instead, as `transcript` writes it; it is verified first. The same lines with the same ids.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "all"])]
    pub transcript: Option<PathBuf>,
    /// Requirements on the proof of a record.
    #[command(flatten)]
    pub proof: ProofArgs,
}
