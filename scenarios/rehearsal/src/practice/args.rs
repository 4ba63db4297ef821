//! Arguments of `rehearsal practice`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use ishigaki_command::Language;
use ishigaki_strategy::bot::Breed;

const EXIT_CODES: &str = "\
Exit codes:
  0    played to the declared result
  1    failure of the scenario, the bots or the game
  2    invalid command
  130  left before the end

Examples:
  rehearsal practice
  rehearsal practice --strength 9 --pace slow --lang ja
  rehearsal practice --web --scenario tiny-2 --strength 1 --pace slow
  rehearsal practice --pages
  rehearsal practice --join --listen 0.0.0.0:7150";

/// Arguments of `rehearsal practice`.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXIT_CODES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct PracticeArgs {
    /// Name of a shipped scenario, or a file (with a slash, or ending in .toml)
    #[arg(long, value_name = "NAME|FILE", default_value = "rehearsal-8")]
    pub scenario: String,
    /// Strength of the bots: 1 to 4 are simple bots with fewer and fewer mistakes, 5 to 9 follow the adviser
    /// with fewer and fewer mistakes, 10 models its rivals
    #[arg(long, value_name = "1..10", default_value_t = 4, conflicts_with = "against", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub strength: u8,
    /// Bots at the table, separated by commas and repeated if necessary: adviser, rival-aware, steady,
    /// thrifty, all-in (bold), patient, blocker, random (gambler), strength-1 to strength-10 [default: all of
    /// --strength]
    #[arg(long, value_name = "BOT,..", value_delimiter = ',', value_parser = Breed::parser())]
    pub against: Vec<Breed>,
    /// Number of teams, including yours [default: the scenario's]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=16))]
    pub teams: Option<u8>,
    /// Seed of the bots' play and of jankens
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Pace: real (as in the scenario), slow (three times), fast (half), or seconds as
    /// WINDOW,REBID,PAUSE,BUILDING
    #[arg(long, value_name = "PACE", default_value = "real")]
    pub pace: String,
    /// Keep rounds open until their deadline, as in a contest; otherwise they close once all teams have
    /// submitted
    #[arg(long)]
    pub to_deadline: bool,
    /// Leave the seat to your own bot or another laptop, and print how to join
    #[arg(long)]
    pub join: bool,
    /// Play on the team's page in this computer's browser
    #[arg(long, conflicts_with = "join")]
    pub web: bool,
    /// Play on a page in the browser of any device in this network, such as a phone, and print its QR code
    #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = "0.0.0.0:7443", conflicts_with_all = ["join", "web"])]
    pub pages: Option<SocketAddr>,
    /// Print the address without opening a browser
    #[arg(long, requires = "web")]
    pub no_open: bool,
    /// Address to listen on; 0.0.0.0:PORT lets other machines join, encrypted. Only with --join
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:0", requires = "join")]
    pub listen: SocketAddr,
    /// Keep the transcript, receipts, server files and log in this folder
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Print only JSON, one object per line: how to join, and the result
    #[arg(long)]
    pub json: bool,
    /// With --join, print only how to join and the result
    #[arg(long)]
    pub quiet: bool,
    #[command(flatten)]
    pub language: Language,
}
