//! The arguments, as clap reads them. What is inside a bid or a stone is read in [`super::input`], where
//! errors can be told in the reader's language.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{ArgGroup, Args as ClapArgs, Parser, Subcommand};
use ishigaki_client::Pin;
use ishigaki_client_command::{ConnectArgs, ProofArgs, pin, secret};
use ishigaki_command::{Completions, ValueError};
use ishigaki_rules::Secret;
use ishigaki_strategy::bot::{BotCommand, Breed, ThinkingArgs};
use ishigaki_words::Lang;

/// Text below every help page.
const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  refused by the rules or by the server, and nothing has changed; from verify: not in order;
     from status: the server lost what a receipt is for; from what-if: the round is not open, or
     the list would have been refused
  2  the command, or the file that solve, wall or verify is given, cannot be read; from tui:
     no terminal
  3  the server cannot be reached, or its answer got lost
  4  not allowed: no good token, another team's token, or no such game
  5  the server's receipt or its record is wrong: call the judge
  6  from verify: in order as far as it could be checked; --key is missing, or the end of the
     record is not signed";

/// A team's side of a contest: watch, bid, build.
#[derive(Parser)]
#[command(name = "team-client", version, after_help = EXIT_CODES)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) task: Task,
}

/// What every command takes.
#[derive(ClapArgs)]
pub(crate) struct Common {
    #[command(flatten)]
    pub(crate) connect: ConnectArgs,
    /// The game, if there is more than one.
    #[arg(long, global = true, value_name = "ID", env = "ISHIGAKI_GAME", default_value = "")]
    pub(crate) game: String,
    /// The language to answer in, en or ja; else the environment's.
    #[arg(long, global = true, value_name = "LANG", value_parser = ishigaki_command::language(), ignore_case = true)]
    pub(crate) lang: Option<Lang>,
    /// The folder in which the server's receipts are kept, and where verify looks for them [default: receipts].
    /// Until the opening a receipt is as secret as the list it is for.
    #[arg(long, global = true, value_name = "DIR", env = "ISHIGAKI_RECEIPTS")]
    pub(crate) receipts: Option<PathBuf>,
    /// Answer with one JSON object a line.
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

/// What is asked.
#[derive(Subcommand)]
pub(crate) enum Task {
    /// Get to know the server from the team's sheet, once: check that it is the one with this fingerprint, and keep in
    /// this folder what every other command needs. A token that is given is kept as well, if the server takes it.
    #[command(
        after_help = "Examples:\n  team-client join\n  team-client join ISHIGAKI:192.168.0.10:7150/CODE/TOKEN\n  team-client join 192.168.0.10:7150 --fingerprint 04HM7-ASW98-NF6Y2-Y093N --token-file token"
    )]
    Join {
        /// The server, HOST:PORT; or the whole line that the sheet's squares say, ISHIGAKI:... Without it, the one
        /// of --server; without that, it is asked for.
        #[arg(value_name = "SERVER", value_parser = secret)]
        place: Option<Secret<String>>,
        /// The server's code on the sheet, or the fingerprint for join. Without it, it is asked for, and the token too.
        #[arg(long, value_name = "CODE", value_parser = pin())]
        fingerprint: Option<Pin>,
    },
    /// Follow the game, a line for each thing that happens, until its result is declared.
    #[command(after_help = "Examples:\n  team-client watch\n  team-client watch --new --check --json")]
    Watch {
        /// Leave out what has happened already.
        #[arg(long)]
        new: bool,
        /// After each opening, read the record so far and check it: the rules, the server's signatures, and that
        /// this team's lists are in it unchanged.
        #[arg(long)]
        check: bool,
    },
    /// The team's screen: write the list with keys, seal it, re-bid, see what came of it and what the others can do.
    /// Receipts are kept as by every other command.
    #[command(after_help = "Examples:\n  team-client tui\n  team-client tui --game final --lang ja")]
    Tui,
    /// The same as a page in a browser, with the mouse, fingers and keys, on this computer alone: token and encryption stay in
    /// this program. Its address is printed and opened.
    #[command(after_help = "Examples:\n  team-client web\n  team-client web --port 8042 --no-open --lang ja")]
    Web {
        /// The port on 127.0.0.1; 0 takes any that is free.
        #[arg(long, value_name = "PORT", default_value_t = 0)]
        port: u16,
        /// Only print the address.
        #[arg(long)]
        no_open: bool,
    },
    /// Show what is on offer.
    #[command(after_help = "Examples:\n  team-client lots")]
    Lots,
    /// Seal a list for the round that is open; it replaces the one that is sealed.
    #[command(group(ArgGroup::new("list").args(["bids", "decline"]).required(true)))]
    #[command(after_help = "Examples:\n  team-client bid L:12 T:9 L:5\n  team-client bid --decline")]
    Bid {
        /// The bids, the most wanted first, each LOT:PRICE.
        #[arg(value_name = "LOT:PRICE")]
        bids: Vec<String>,
        /// Decline this round.
        #[arg(long)]
        decline: bool,
    },
    /// Seal new prices for tied bids; a tied bid not named is given up.
    #[command(group(ArgGroup::new("prices").args(["raises", "pass"]).required(true)))]
    #[command(after_help = "Examples:\n  team-client rebid 1:14 3:8\n  team-client rebid --pass")]
    Rebid {
        /// The raises, each LINE:PRICE: the tied bid's place in the list, and the new price.
        #[arg(value_name = "LINE:PRICE")]
        raises: Vec<String>,
        /// Pass: give all tied bids up.
        #[arg(long)]
        pass: bool,
    },
    /// Lay a stone on the wall, or move one.
    #[command(
        override_usage = "team-client place [OPTIONS] <STONE> <ROW> <COL>\n       team-client place [OPTIONS] <STONE> --cells <ROW,COL>..."
    )]
    #[command(group(ArgGroup::new("where").args(["row", "cells"]).required(true)))]
    #[command(
        after_help = "Examples:\n  team-client place L-2 3 0\n  team-client place L-2 3 0 --turn 1\n  team-client place L-2 --cells 3,0 3,1 4,0"
    )]
    Place {
        /// The stone, LOT-COPY.
        #[arg(value_name = "STONE")]
        stone: String,
        /// Its least row; row 0 is on top.
        #[arg(value_name = "ROW", requires = "col", allow_negative_numbers = true)]
        row: Option<i32>,
        /// Its least column; column 0 is on the left.
        #[arg(value_name = "COL", conflicts_with = "cells", allow_negative_numbers = true)]
        col: Option<i32>,
        /// Clockwise quarter turns, 0 to 3.
        #[arg(long, value_name = "TURNS", default_value_t = 0, conflicts_with = "cells")]
        turn: u32,
        /// Instead of turn, row and column: the very squares it shall cover, each ROW,COL.
        #[arg(long, value_name = "ROW,COL", num_args = 1..)]
        cells: Option<Vec<String>>,
    },
    /// Take a stone off the wall.
    #[command(after_help = "Examples:\n  team-client take-out L-2")]
    TakeOut {
        /// The stone, LOT-COPY.
        #[arg(value_name = "STONE")]
        stone: String,
    },
    /// Replace the whole wall in one step, by the walls that solve prints: the last one given counts.
    #[command(
        after_help = "Examples:\n  team-client wall wall.json --check\n  team-client puzzle | team-client solve - --json | team-client wall -"
    )]
    Wall {
        /// The wall, {"placements": [{"stone": "L-2", "rot": 1, "row": 2, "col": 0}, ..]}, or - for standard input.
        #[arg(value_name = "FILE", required_unless_present = "clear")]
        file: Option<PathBuf>,
        /// Take all stones off the wall
        #[arg(long, conflicts_with = "file")]
        clear: bool,
        /// Only say what the rules say of it, and what it would count; send nothing.
        #[arg(long)]
        check: bool,
    },
    /// Print the frame and the team's stones as solve reads them.
    #[command(after_help = "Examples:\n  team-client puzzle > puzzle.json")]
    Puzzle,
    /// Say that stones have arrived and are the right ones, for the judge and the runner to see. Placing a stone does
    /// not wait for it.
    #[command(group(ArgGroup::new("which").args(["stones", "all"]).required(true)))]
    #[command(after_help = "Examples:\n  team-client checked L-1 T-2\n  team-client checked --all")]
    Checked {
        /// The stones, each LOT-COPY.
        #[arg(value_name = "STONE")]
        stones: Vec<String>,
        /// All stones that have been handed out to the team and are not checked yet.
        #[arg(long)]
        all: bool,
    },
    /// Ask the judge something: one line, at most 400 characters. The other teams are not told of it, unless the judge answers
    /// to all; then they are told the question, and not who asked. The game's public record has it sealed,
    /// and shows it with the team's name once the result is declared.
    #[command(after_help = "Examples:\n  team-client ask \"May a stone stick out of the frame?\"")]
    Ask {
        /// The question.
        #[arg(value_name = "TEXT")]
        text: String,
    },
    /// Show what the judge announced and answered, with an asterisk at what nobody of the team has read, and mark all of it as
    /// read.
    #[command(after_help = "Examples:\n  team-client messages\n  team-client messages --keep-unread --json")]
    Messages {
        /// Mark nothing as read.
        #[arg(long)]
        keep_unread: bool,
    },
    /// Show where the game and the team stand.
    #[command(after_help = "Examples:\n  team-client status\n  team-client status --json")]
    Status,
    /// Let a program play all games of the team: wait for the first, and after each one for the next while an event is open or
    /// a spare may follow. With --game, play that game alone.
    #[command(
        after_help = "Examples:\n  team-client bot\n  team-client bot --strategy adviser --seed 7\n  team-client bot --exec \"python3 mine.py\""
    )]
    Bot {
        /// Its taste: another seed values stones otherwise.
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
        /// How it plays: adviser does what advise says; steady, thrifty, bold (or all-in), patient, blocker and gambler
        /// (or random) are simple ones.
        #[arg(long, value_name = "BOT", default_value = "steady", value_parser = Breed::parser())]
        strategy: Breed,
        /// Play as this program says instead: one JSON object a line in and out, as BOTS.md documents it. No shell is asked.
        #[arg(long, value_name = "COMMAND", conflicts_with = "strategy", value_parser = BotCommand::parser())]
        exec: Option<BotCommand>,
        #[command(flatten)]
        thinking: ThinkingArgs,
    },
    /// Say what each lot is worth to the team now, what the others can do about it, and propose a list; in a re-bid, new
    /// prices. Nothing is sealed. What is proposed is as secret as a list.
    #[command(after_help = "Examples:\n  team-client advise\n  team-client advise --json")]
    Advise {
        /// Chance: another seed plans other walls.
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
    },
    /// Say what an opened round would have come to with another list of this team, by the rules; the others' lists and
    /// re-bids are as they were.
    #[command(group(ArgGroup::new("instead").args(["bids", "line", "decline"]).required(true)))]
    #[command(
        after_help = "Examples:\n  team-client what-if --round 1 L:12 T:9\n  team-client what-if --round 1 --line 2 --price 14\n  team-client what-if --round 1 --decline"
    )]
    WhatIf {
        /// The round.
        #[arg(long, value_name = "N")]
        round: u32,
        /// The list instead of the one that was sealed, the most wanted first, each LOT:PRICE.
        #[arg(value_name = "LOT:PRICE")]
        bids: Vec<String>,
        /// Another price for this line only, counted from 1.
        #[arg(long, value_name = "LINE", requires = "price")]
        line: Option<u32>,
        /// The price of that line.
        #[arg(long, value_name = "PRICE", requires = "line")]
        price: Option<u64>,
        /// No list at all.
        #[arg(long)]
        decline: bool,
    },
    /// Fetch the public record of a game as far as it is open: one file that anybody can check.
    #[command(
        after_help = "Examples:\n  team-client transcript g1 --out g1.jsonl\n  team-client transcript g1 --out g1.html --key 0123-4567-89ab-cdef-0123-4567-89ab-cdef\n  team-client transcript --game g1"
    )]
    Transcript {
        /// The game, if there is more than one, or an event.
        #[arg(value_name = "GAME", conflicts_with = "game")]
        id: Option<String>,
        /// The file to write; standard output if it is left out. An existing file is replaced. If its name ends in .html, it
        /// becomes the whole game as one page for a browser, which checks the record's proofs by itself; --key, --head and
        /// --partial are for this page.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        #[command(flatten)]
        proof: ProofArgs,
    },
    /// Check a record from the rules on, and that this team's own lists are in it unchanged. Needs no server.
    #[command(
        after_help = "Examples:\n  team-client verify g1.jsonl --key 0123-4567-89ab-cdef-0123-4567-89ab-cdef"
    )]
    Verify {
        /// The record, or - for standard input.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        proof: ProofArgs,
    },
    /// Find the best wall for a frame and stones: fewest empty squares, then fewest gaps in the top row, then most stones
    /// used. Each better wall is told as it is found; Ctrl-C keeps the best. Needs no server.
    #[command(
        after_help = "Examples:\n  team-client solve puzzle.json --seconds 10\n  team-client puzzle | team-client solve - --json"
    )]
    Solve {
        /// The frame and the stones, {"frame": ["##", ..], "stones": [{"id": "a", "cells": [[0, 0], ..]}, ..]}, or -
        /// for standard input.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// How long to search at most, in seconds.
        #[arg(long, value_name = "S", default_value_t = 30.0, value_parser = seconds, allow_negative_numbers = true)]
        seconds: f64,
        /// How many threads search, 1 to 256.
        #[arg(long, value_name = "N", default_value_t = 2, value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
        threads: usize,
        /// Chance: another seed searches in another order.
        #[arg(long, value_name = "K", default_value_t = 0)]
        seed: u64,
    },
    Completions(Completions),
}

/// A time in seconds, more than 0 and at most a day.
fn seconds(text: &str) -> Result<f64, ValueError> {
    const MOST: f64 = 86_400.0;
    let seconds = text.parse().ok().filter(|&seconds| seconds > 0.0 && seconds <= MOST);
    seconds.ok_or_else(|| ValueError::new("usage-form-seconds"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use clap::error::ErrorKind;
    use ishigaki_command::Shell;

    use super::*;

    fn parse(line: &str) -> Result<Args, ErrorKind> {
        Args::try_parse_from(line.split_whitespace()).map_err(|error| error.kind())
    }

    #[track_caller]
    fn assert_refused(line: &str, kind: ErrorKind) {
        assert_eq!(parse(line).err(), Some(kind), "{line}");
    }

    #[test]
    fn the_arguments_are_put_together_rightly() {
        Args::command().debug_assert();
    }

    #[test]
    fn a_list_is_bids_or_a_decline() {
        let Ok(Args { task: Task::Bid { bids, decline: false }, .. }) = parse("team-client bid L:12 T:9")
        else {
            panic!("two bids are a list");
        };
        assert_eq!(bids, ["L:12", "T:9"]);
        assert!(matches!(
            parse("team-client bid --decline"),
            Ok(Args { task: Task::Bid { decline: true, .. }, .. })
        ));
        assert_refused("team-client bid", ErrorKind::MissingRequiredArgument);
        assert_refused("team-client bid L:1 --decline", ErrorKind::ArgumentConflict);
        assert_refused("team-client rebid", ErrorKind::MissingRequiredArgument);
        assert_refused("team-client rebid 1:2 --pass", ErrorKind::ArgumentConflict);
    }

    #[test]
    fn a_stone_is_placed_by_turn_and_corner_or_by_its_squares() {
        let Ok(Args {
            task: Task::Place { stone, turn: 3, row: Some(2), col: Some(-1), cells: None }, ..
        }) = parse("team-client place L-2 --turn 3 2 -1")
        else {
            panic!("a turned stone");
        };
        assert_eq!(stone, "L-2");
        let Ok(Args { task: Task::Place { cells: Some(cells), row: None, .. }, .. }) =
            parse("team-client place L-2 --cells 0,0 1,0")
        else {
            panic!("a stone by its squares");
        };
        assert_eq!(cells, ["0,0", "1,0"]);
        assert_refused("team-client place L-2 1", ErrorKind::MissingRequiredArgument);
    }

    #[test]
    fn stones_are_checked_by_name_or_all_of_them() {
        let Ok(Args { task: Task::Checked { stones, all: false }, .. }) =
            parse("team-client checked L-1 T-2")
        else {
            panic!("two stones");
        };
        assert_eq!(stones, ["L-1", "T-2"]);
        assert!(matches!(
            parse("team-client checked --all"),
            Ok(Args { task: Task::Checked { all: true, .. }, .. })
        ));
        assert_refused("team-client checked", ErrorKind::MissingRequiredArgument);
        assert_refused("team-client checked L-1 --all", ErrorKind::ArgumentConflict);
    }

    #[test]
    fn common_arguments_stand_before_or_behind_the_command() {
        let args = parse("team-client --lang ja status --json --game final --server localhost:1").unwrap();
        assert!(args.common.json);
        assert_eq!((args.common.lang, args.common.game.as_str()), (Some(Lang::Ja), "final"));
        assert_eq!(args.common.connect.server.unwrap().to_string(), "localhost:1");
        assert_refused("team-client --lang fr status", ErrorKind::InvalidValue);
        assert_refused("team-client --server nowhere status", ErrorKind::ValueValidation);
    }

    #[test]
    fn a_transcript_names_its_game_in_one_way() {
        let Ok(Args { task: Task::Transcript { id, out, .. }, .. }) =
            parse("team-client transcript g --out g.jsonl")
        else {
            panic!("a transcript");
        };
        assert_eq!((id.as_deref(), out), (Some("g"), Some(PathBuf::from("g.jsonl"))));
        let args = parse("team-client transcript --game g").unwrap();
        assert_eq!(args.common.game, "g");
        assert_refused("team-client transcript a --game b", ErrorKind::ArgumentConflict);
    }

    #[test]
    fn a_verification_takes_a_whole_fingerprint() {
        let key = "0102-0304-0506-0708-090A-0b0c-0d0e-0f10";
        let args = parse(&format!("team-client verify --receipts r --key {key} g.jsonl")).unwrap();
        let Task::Verify { proof: ProofArgs { key: Some(found), .. }, .. } = args.task else {
            panic!("a fingerprint")
        };
        assert_eq!(found.to_string(), key.to_lowercase());
        assert_eq!(args.common.receipts, Some(PathBuf::from("r")));
        assert_refused("team-client verify --key 0102-0304 g.jsonl", ErrorKind::ValueValidation);
        assert_refused("team-client verify", ErrorKind::MissingRequiredArgument);
    }

    #[test]
    fn a_search_has_bounds() {
        let args = parse("team-client solve p.json --seconds 0.5 --threads 4 --seed 7 --json").unwrap();
        assert!(args.common.json);
        let Task::Solve { seconds, threads: 4, seed: 7, .. } = args.task else { panic!("a search") };
        assert!((seconds - 0.5).abs() < f64::EPSILON);
        for bad in
            ["--seconds 0", "--seconds -1", "--seconds nan", "--seconds 1e9", "--threads 0", "--threads 257"]
        {
            assert_refused(&format!("team-client solve p.json {bad}"), ErrorKind::ValueValidation);
        }
    }

    #[test]
    fn a_shell_is_one_that_is_known() {
        assert!(matches!(
            parse("team-client completions zsh"),
            Ok(Args { task: Task::Completions(Completions { shell: Shell::Zsh }), .. })
        ));
        assert_refused("team-client completions tea", ErrorKind::InvalidValue);
    }

    #[test]
    fn a_what_if_is_another_list_another_price_or_a_decline() {
        let Ok(Args { task: Task::WhatIf { round: 2, line: Some(1), price: Some(41), bids, .. }, .. }) =
            parse("team-client what-if --round 2 --line 1 --price 41")
        else {
            panic!("another price");
        };
        assert!(bids.is_empty());
        assert!(parse("team-client what-if --round 2 L:12 T:9").is_ok());
        assert!(parse("team-client what-if --round 2 --decline").is_ok());
        assert_refused("team-client what-if --round 2", ErrorKind::MissingRequiredArgument);
        assert_refused("team-client what-if L:12", ErrorKind::MissingRequiredArgument);
        assert_refused("team-client what-if --round 2 --line 1", ErrorKind::MissingRequiredArgument);
        assert_refused("team-client what-if --round 2 --line 1 --price 4 L:1", ErrorKind::ArgumentConflict);
    }

    #[test]
    fn a_bot_has_a_strategy() {
        assert!(matches!(
            parse("team-client bot --strategy adviser"),
            Ok(Args { task: Task::Bot { strategy: Breed::Adviser, seed: 0, exec: None, .. }, .. })
        ));
        assert_refused("team-client bot --strategy nobody", ErrorKind::InvalidValue);
        let args = ["team-client", "bot", "--exec", "python3 mine.py", "--decision-ms", "500"];
        let Ok(Args { task: Task::Bot { exec: Some(command), .. }, .. }) = Args::try_parse_from(args) else {
            panic!("a bot of one's own")
        };
        assert_eq!(command.name(), "mine");
        assert_refused("team-client bot --exec x --strategy adviser", ErrorKind::ArgumentConflict);
        assert_refused("team-client bot --exec 'x", ErrorKind::ValueValidation);
        assert_refused("team-client bot --exec x --decision-ms 0", ErrorKind::ValueValidation);
    }

    #[test]
    fn the_command_line_has_examples_completions_and_known_exit_codes() {
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
