//! Arguments of the command line. [`super::input`] parses bids and stones, so that it can report errors in
//! the reader's language.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{ArgGroup, Args as ClapArgs, Parser, Subcommand};
use ishigaki_client::Pin;
use ishigaki_client_command::{ConnectArgs, ProofArgs, pin, secret};
use ishigaki_command::{Completions, Rules, ValueError};
use ishigaki_rules::Secret;
use ishigaki_strategy::bot::{BotCommand, Breed, ThinkingArgs};
use ishigaki_words::Lang;

const EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  rejected by the rules or the server, nothing changed; verify: invalid; status: the server
     lost a submitted list; what-if: round not opened, or invalid list
  2  invalid command or input file; tui: no terminal
  3  no response from the server
  4  permission denied: invalid token, another team's token, or unknown game
  5  invalid receipt or record from the server: call the judge
  6  verify: only partly checked, because --key is missing or the end is not signed";

/// A team's side of a contest: watch, bid, build
#[derive(Parser)]
#[command(name = "team-client", version, after_help = EXIT_CODES)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) task: Task,
}

#[derive(ClapArgs)]
pub(crate) struct Common {
    #[command(flatten)]
    pub(crate) connect: ConnectArgs,
    /// Id of the game, if there is more than one
    #[arg(long, global = true, value_name = "ID", env = "ISHIGAKI_GAME", default_value = "")]
    pub(crate) game: String,
    /// Language, en or ja; without it, the environment's
    #[arg(long, global = true, value_name = "LANG", value_parser = ishigaki_command::language(), ignore_case = true)]
    pub(crate) lang: Option<Lang>,
    /// Folder for the server's receipts [default: receipts]. Keep it private until the opening
    #[arg(long, global = true, value_name = "DIR", env = "ISHIGAKI_RECEIPTS")]
    pub(crate) receipts: Option<PathBuf>,
    /// Print JSON, one object per line
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

#[derive(Subcommand)]
pub(crate) enum Task {
    /// Register the server on your team's sheet: verify its fingerprint and save the connection settings in
    /// this folder
    #[command(
        after_help = "Examples:\n  team-client join\n  team-client join ISHIGAKI:192.168.0.10:7150/CODE/TOKEN\n  team-client join 192.168.0.10:7150 --fingerprint 04HM7-ASW98-NF6Y2-Y093N --token-file token"
    )]
    Join {
        /// Server as HOST:PORT, or the text of the QR code (ISHIGAKI:...); without it, --server or a prompt
        #[arg(value_name = "SERVER", value_parser = secret)]
        place: Option<Secret<String>>,
        /// Server code on the sheet, or the fingerprint for join; without it, a prompt asks for it and the
        /// token
        #[arg(long, value_name = "CODE", value_parser = pin())]
        fingerprint: Option<Pin>,
    },
    /// Print every event of the game until its result is declared
    #[command(after_help = "Examples:\n  team-client watch\n  team-client watch --new --check --json")]
    Watch {
        /// Skip past events
        #[arg(long)]
        new: bool,
        /// Check the record after each opening: rules, signatures, and your team's lists
        #[arg(long)]
        check: bool,
    },
    /// Open the team's screen: bid, re-bid, build, and watch
    #[command(after_help = "Examples:\n  team-client tui\n  team-client tui --game final --lang ja")]
    Tui,
    /// Open the team's page in a browser on this computer
    #[command(after_help = "Examples:\n  team-client web\n  team-client web --port 8042 --no-open --lang ja")]
    Web {
        /// Port on 127.0.0.1; 0 for any free port
        #[arg(long, value_name = "PORT", default_value_t = 0)]
        port: u16,
        /// Print the address without opening a browser
        #[arg(long)]
        no_open: bool,
    },
    /// List the lots on offer
    #[command(after_help = "Examples:\n  team-client lots")]
    Lots,
    /// Submit a list for the open round, replacing the previous one
    #[command(group(ArgGroup::new("list").args(["bids", "decline"]).required(true)))]
    #[command(after_help = "Examples:\n  team-client bid L:12 T:9 L:5\n  team-client bid --decline")]
    Bid {
        /// Bids as LOT:PRICE, first choice first
        #[arg(value_name = "LOT:PRICE")]
        bids: Vec<String>,
        /// Decline this round
        #[arg(long)]
        decline: bool,
    },
    /// Submit new prices for tied bids; a tied bid that is not named is given up
    #[command(group(ArgGroup::new("prices").args(["raises", "pass"]).required(true)))]
    #[command(after_help = "Examples:\n  team-client rebid 1:14 3:8\n  team-client rebid --pass")]
    Rebid {
        /// Raises as LINE:PRICE: the tied bid's number in your list, and the new price
        #[arg(value_name = "LINE:PRICE")]
        raises: Vec<String>,
        /// Pass: give up all tied bids
        #[arg(long)]
        pass: bool,
    },
    /// Place or move a stone
    #[command(
        override_usage = "team-client place [OPTIONS] <STONE> <ROW> <COL>\n       team-client place [OPTIONS] <STONE> --cells <ROW,COL>..."
    )]
    #[command(group(ArgGroup::new("where").args(["row", "cells"]).required(true)))]
    #[command(
        after_help = "Examples:\n  team-client place L-2 3 0\n  team-client place L-2 3 0 --turn 1\n  team-client place L-2 --cells 3,0 3,1 4,0"
    )]
    Place {
        /// Stone as LOT-COPY
        #[arg(value_name = "STONE")]
        stone: String,
        /// Top row of the stone; row 0 is the top row
        #[arg(value_name = "ROW", requires = "col", allow_negative_numbers = true)]
        row: Option<i32>,
        /// Left column of the stone; column 0 is the left column
        #[arg(value_name = "COL", conflicts_with = "cells", allow_negative_numbers = true)]
        col: Option<i32>,
        /// Clockwise quarter turns, 0 to 3
        #[arg(long, value_name = "TURNS", default_value_t = 0, conflicts_with = "cells")]
        turn: u32,
        /// Squares to cover, each ROW,COL, instead of turn, row and column
        #[arg(long, value_name = "ROW,COL", num_args = 1..)]
        cells: Option<Vec<String>>,
    },
    /// Remove a stone from the wall
    #[command(after_help = "Examples:\n  team-client take-out L-2")]
    TakeOut {
        /// Stone as LOT-COPY
        #[arg(value_name = "STONE")]
        stone: String,
    },
    /// Replace the whole wall, for example with the last wall that solve prints
    #[command(
        after_help = "Examples:\n  team-client wall wall.json --check\n  team-client puzzle | team-client solve - --json | team-client wall -"
    )]
    Wall {
        /// Wall, {"placements": [{"stone": "L-2", "rot": 1, "row": 2, "col": 0}, ..]}; - for standard input
        #[arg(value_name = "FILE", required_unless_present = "clear")]
        file: Option<PathBuf>,
        /// Remove all stones from the wall
        #[arg(long, conflicts_with = "file")]
        clear: bool,
        /// Check the wall and print its counts without submitting it
        #[arg(long)]
        check: bool,
    },
    /// Print the frame and the team's stones as input for solve
    #[command(after_help = "Examples:\n  team-client puzzle > puzzle.json")]
    Puzzle,
    /// Mark stones as received and checked, for the judge and the runner. You can place stones without this
    #[command(group(ArgGroup::new("which").args(["stones", "all"]).required(true)))]
    #[command(after_help = "Examples:\n  team-client checked L-1 T-2\n  team-client checked --all")]
    Checked {
        /// Stones as LOT-COPY
        #[arg(value_name = "STONE")]
        stones: Vec<String>,
        /// All stones handed to the team and not checked yet
        #[arg(long)]
        all: bool,
    },
    /// Ask the judge a question of at most 400 characters. Other teams don't see it, unless the judge answers
    /// all teams, without your name. The public record shows question and team once the result is declared
    #[command(after_help = "Examples:\n  team-client ask \"May a stone stick out of the frame?\"")]
    Ask {
        /// Question
        #[arg(value_name = "TEXT")]
        text: String,
    },
    /// Show announcements and answers, with an asterisk next to unread ones, and mark all as read
    #[command(after_help = "Examples:\n  team-client messages\n  team-client messages --keep-unread --json")]
    Messages {
        /// Leave messages unread
        #[arg(long)]
        keep_unread: bool,
    },
    /// Show the state of the game and the team
    #[command(after_help = "Examples:\n  team-client status\n  team-client status --json")]
    Status,
    /// Let a bot play all the team's games, or only --game. It waits for draws and spare games, and ends when
    /// the team has no further game
    #[command(
        after_help = "Examples:\n  team-client bot\n  team-client bot --strategy adviser --seed 7\n  team-client bot --exec \"python3 mine.py\" --stay"
    )]
    Bot {
        /// Seed of the bot's play
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
        /// Strategy: adviser follows advise; steady, thrifty, bold (or all-in), patient, blocker and gambler
        /// (or random) are simple bots
        #[arg(long, value_name = "BOT", default_value = "steady", value_parser = Breed::parser())]
        strategy: Breed,
        /// Program that makes the decisions, with JSON lines on standard input and output
        /// (docs/reference/bot-protocol.md). It runs without a shell
        #[arg(long, value_name = "COMMAND", conflicts_with = "strategy", value_parser = BotCommand::parser())]
        exec: Option<BotCommand>,
        #[command(flatten)]
        thinking: ThinkingArgs,
        /// Wait for more games until stopped, even if no event announces one
        #[arg(long, conflicts_with = "game")]
        stay: bool,
    },
    /// Show the worth of each lot and its rivals, and propose a list or new prices. Nothing is submitted.
    /// Keep the output private
    #[command(after_help = "Examples:\n  team-client advise\n  team-client advise --json")]
    Advise {
        /// Seed of the plans
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
    },
    /// Show the result of an opened round if this team had submitted another list
    #[command(group(ArgGroup::new("instead").args(["bids", "line", "decline"]).required(true)))]
    #[command(
        after_help = "Examples:\n  team-client what-if --round 1 L:12 T:9\n  team-client what-if --round 1 --line 2 --price 14\n  team-client what-if --round 1 --decline"
    )]
    WhatIf {
        /// Round
        #[arg(long, value_name = "N")]
        round: u32,
        /// Replacement list as LOT:PRICE, first choice first
        #[arg(value_name = "LOT:PRICE")]
        bids: Vec<String>,
        /// Number of the one line to change
        #[arg(long, value_name = "LINE", requires = "price")]
        line: Option<u32>,
        /// New price of that line
        #[arg(long, value_name = "PRICE", requires = "line")]
        price: Option<u64>,
        /// Assume no list: the team declines
        #[arg(long)]
        decline: bool,
    },
    /// Save the public record of a game so far
    #[command(
        after_help = "Examples:\n  team-client transcript g1 --out g1.jsonl\n  team-client transcript g1 --out g1.html --key 0123-4567-89ab-cdef-0123-4567-89ab-cdef\n  team-client transcript --game g1"
    )]
    Transcript {
        /// Id of the game, if there is more than one, or of an event
        #[arg(value_name = "GAME", conflicts_with = "game")]
        id: Option<String>,
        /// File to write, replaced if it exists; without it, standard output. A name ending in .html writes a
        /// page that shows the game and checks its proofs, using --key, --head and --partial
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        #[command(flatten)]
        proof: ProofArgs,
    },
    /// Verify a record, and that this team's lists are unchanged in it, without a server
    #[command(
        after_help = "Examples:\n  team-client verify g1.jsonl --key 0123-4567-89ab-cdef-0123-4567-89ab-cdef"
    )]
    Verify {
        /// Record; - for standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        proof: ProofArgs,
    },
    /// Find the best wall for a frame and stones: fewest empty squares, then fewest gaps in the top row, then
    /// most stones. Prints each better wall; Ctrl-C keeps the best
    #[command(
        after_help = "Examples:\n  team-client solve puzzle.json --seconds 10\n  team-client puzzle | team-client solve - --json"
    )]
    Solve {
        /// Frame and stones, {"frame": ["##", ..], "stones": [{"id": "a", "cells": [[0, 0], ..]}, ..]}; - for
        /// standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Time limit in seconds
        #[arg(long, value_name = "S", default_value_t = 30.0, value_parser = seconds, allow_negative_numbers = true)]
        seconds: f64,
        /// Number of threads, 1 to 256
        #[arg(long, value_name = "N", default_value_t = 2, value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
        threads: usize,
        /// Seed of the search
        #[arg(long, value_name = "K", default_value_t = 0)]
        seed: u64,
    },
    #[command(after_help = "Examples:\n  team-client rules\n  team-client rules A5")]
    Rules(Rules),
    Completions(Completions),
}

/// Parses a number of seconds above 0, up to a day.
fn seconds(text: &str) -> Result<f64, ValueError> {
    const MOST: f64 = 86_400.0;
    let seconds = text.parse().ok().filter(|&seconds| seconds > 0.0 && seconds <= MOST);
    seconds.ok_or_else(|| ValueError::new("usage-form-seconds"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use clap::error::ErrorKind;

    use super::*;

    fn parse(line: &str) -> Result<Args, ErrorKind> {
        Args::try_parse_from(line.split_whitespace()).map_err(|error| error.kind())
    }

    #[track_caller]
    fn assert_refused(line: &str, kind: ErrorKind) {
        assert_eq!(parse(line).err(), Some(kind), "{line}");
    }

    #[test]
    fn argument_definitions_are_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn lines_that_lack_or_contradict_something_are_refused() {
        use ErrorKind::{ArgumentConflict, InvalidValue, MissingRequiredArgument, ValueValidation};
        for (line, kind) in [
            ("bid", MissingRequiredArgument),
            ("bid L:1 --decline", ArgumentConflict),
            ("rebid", MissingRequiredArgument),
            ("rebid 1:2 --pass", ArgumentConflict),
            ("place L-2 1", MissingRequiredArgument),
            ("checked", MissingRequiredArgument),
            ("checked L-1 --all", ArgumentConflict),
            ("transcript a --game b", ArgumentConflict),
            ("verify", MissingRequiredArgument),
            ("verify --key 0102-0304 g.jsonl", ValueValidation),
            ("solve p.json --seconds 0", ValueValidation),
            ("solve p.json --seconds -1", ValueValidation),
            ("solve p.json --seconds nan", ValueValidation),
            ("solve p.json --seconds 1e9", ValueValidation),
            ("solve p.json --threads 0", ValueValidation),
            ("solve p.json --threads 257", ValueValidation),
            ("completions tea", InvalidValue),
            ("what-if --round 2", MissingRequiredArgument),
            ("what-if L:12", MissingRequiredArgument),
            ("what-if --round 2 --line 1", MissingRequiredArgument),
            ("what-if --round 2 --line 1 --price 4 L:1", ArgumentConflict),
            ("bot --strategy nobody", InvalidValue),
            ("bot --exec x --strategy adviser", ArgumentConflict),
            ("bot --exec 'x", ValueValidation),
            ("bot --exec x --decision-ms 0", ValueValidation),
        ] {
            assert_refused(&format!("team-client {line}"), kind);
        }
    }

    #[test]
    fn negative_column_is_parsed_as_value() {
        let Ok(Args { task: Task::Place { turn: 3, row: Some(2), col: Some(-1), cells: None, .. }, .. }) =
            parse("team-client place L-2 --turn 3 2 -1")
        else {
            panic!("a turned stone");
        };
    }

    #[test]
    fn common_arguments_are_accepted_on_both_sides_of_command() {
        let args = parse("team-client --lang ja status --json --game final --server localhost:1").unwrap();
        assert!(args.common.json);
        assert_eq!((args.common.lang, args.common.game.as_str()), (Some(Lang::Ja), "final"));
        assert_eq!(args.common.connect.server.unwrap().to_string(), "localhost:1");
        assert_refused("team-client --lang fr status", ErrorKind::InvalidValue);
        assert_refused("team-client --server nowhere status", ErrorKind::ValueValidation);
    }

    #[test]
    fn help_has_examples_and_exit_codes() {
        ishigaki_command::harness::check::<Args>(ishigaki_words::help::TEAM_CLIENT);
    }

    #[test]
    fn bash_completes_strategies_and_languages() {
        let offered = ishigaki_command::harness::completed::<Args>(&["team-client", "bot", "--strategy", ""]);
        assert!(offered.contains("adviser") && !offered.contains("--seed"), "{offered:?}");
        let offered = ishigaki_command::harness::completed::<Args>(&["team-client", "status", "--lang", ""]);
        assert_eq!(offered.into_iter().collect::<Vec<_>>(), ["en", "ja"]);
    }

    #[test]
    fn help_shows_the_exit_codes_and_no_token() {
        let help = Args::command().render_long_help().to_string();
        assert!(help.contains("Exit codes:"));
        let token = Args::command();
        let token = token.get_arguments().find(|argument| argument.get_id() == "token").unwrap();
        assert!(token.is_hide_env_values_set());
    }
}
