//! Arguments of `rehearsal practice`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use ishigaki_command::Language;
use ishigaki_strategy::bot::Breed;

/// Text below the help page.
const EXIT_CODES: &str = "\
Exit codes:
  0    played to the declared result
  1    something is wrong: the scenario, the table, or the game itself
  2    the command cannot be read
  130  left before the end (the screen closed, Ctrl-C); nothing is left behind

Examples:
  rehearsal practice
  rehearsal practice --strength 9 --pace slow --lang ja
  rehearsal practice --web --scenario tiny-2 --strength 1 --pace slow
  rehearsal practice --join --listen 0.0.0.0:7150";

/// Arguments of `rehearsal practice`.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXIT_CODES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct PracticeArgs {
    /// What to play: the name of a shipped scenario, or a file (with a slash, or ending in .toml).
    #[arg(long, value_name = "NAME|FILE", default_value = "rehearsal-8")]
    pub scenario: String,
    /// How well the bots play, 1 to 10: 1 to 4 are simple bots with fewer and fewer mistakes, 5 to 9 the adviser's, 10 models its rivals.
    #[arg(long, value_name = "1..10", default_value_t = 4, conflicts_with = "against", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub strength: u8,
    /// Who sits at the table: adviser, rival-aware (which models its rivals), steady, thrifty, all-in (bold), patient, blocker, random
    /// (gambler), strength-1 to strength-10, with commas between them. Seats that are left over go round again [default: all by --strength]
    #[arg(long, value_name = "BOT,..", value_delimiter = ',', value_parser = Breed::parser())]
    pub against: Vec<Breed>,
    /// How many teams play, yours among them [default: as many as the scenario is made for]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=16))]
    pub teams: Option<u8>,
    /// What the bots' tastes and a janken are drawn from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How much time there is: real (windows as in the scenario), slow (three times that), fast (half), or one to four
    /// lengths in seconds, WINDOW,REBID,PAUSE,BUILDING: of bidding, of a re-bid, before each round, and for building
    /// after the last one.
    #[arg(long, value_name = "PACE", default_value = "real")]
    pub pace: String,
    /// Keep each round open to its deadline, as the contest does; otherwise it closes as soon as all have sealed.
    #[arg(long)]
    pub to_deadline: bool,
    /// Leave the seat to somebody else: print where the server is and a token file, for your own bot or for the screen of
    /// another laptop, and tell the game here.
    #[arg(long)]
    pub join: bool,
    /// Play on the team's page in this computer's browser instead of in this terminal. Its leave button ends the practice.
    #[arg(long, conflicts_with = "join")]
    pub web: bool,
    /// With --web, only print the page's address.
    #[arg(long, requires = "web")]
    pub no_open: bool,
    /// Where the server listens; 0.0.0.0:PORT lets other machines in, encrypted and with a fingerprint to join by. Only
    /// with --join.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:0", requires = "join")]
    pub listen: SocketAddr,
    /// Keep the game in this folder: transcript, receipts, and the server's files and log.
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Tell where to join and how it ended as JSON, one object a line, and no story.
    #[arg(long)]
    pub json: bool,
    /// With --join, tell only where to join and how it ended.
    #[arg(long)]
    pub quiet: bool,
    /// In which language it is told.
    #[command(flatten)]
    pub language: Language,
}
