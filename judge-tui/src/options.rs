//! The command line and the environment.

mod announce;
mod auto;
mod event;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{ArgGroup, Parser, Subcommand};
use ishigaki_board::EntrantError;
use ishigaki_catalogue::{Argument as _, Message};
use ishigaki_client::{Address, Pin, Token};
use ishigaki_client_command::{ConnectArgs, ProofArgs, TokenError, pin, secret};
use ishigaki_command::{Completions, Rules};
use ishigaki_feed::FeedArgs;
use ishigaki_roster::RosterFileError;
use ishigaki_rules::Secret;
use ishigaki_screen::Palette;
use ishigaki_words::{Lang, Value};

use crate::entry::EntryError;
pub(crate) use announce::AnnounceArgs;
pub(crate) use auto::AutoArgs;
pub(crate) use event::{
    CountsArgs, DiscColour, EventArgs, EventTask, EventUsage, GameEnd, PrintArgs, SlipArgs, SlipSigner,
    TeamCount, act,
};

const EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  rejected by the rules or the server, nothing changed
  2  invalid command
  3  no response from the server: check with `judge-tui games` whether the command took effect
  4  permission denied: invalid token, token of another role, or unknown game
  6  replay, feed, HTML transcript: only partly checked, because --key is missing or the end is not signed";

/// The chief judge's console and the organiser's commands.
///
/// Without a command, opens the console of a game.
#[derive(Parser)]
#[command(name = "judge-tui", version, after_help = EXIT_CODES)]
pub struct Options {
    #[command(flatten)]
    pub(crate) connect: ConnectArgs,
    /// Id of the game; without it, the console offers a list
    #[arg(long, value_name = "ID", default_value = "")]
    pub(crate) game: String,
    /// Language, en or ja; without it, the environment's
    #[arg(long, global = true, value_name = "LANG", value_parser = ishigaki_command::language(), ignore_case = true)]
    lang: Option<Lang>,
    /// Enable the mouse: click to select, wheel to scroll. Hold Shift to mark text
    #[arg(long)]
    mouse: bool,
    #[command(subcommand)]
    pub(crate) task: Option<Task>,
}

#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub(crate) enum Task {
    /// Register a server: verify its fingerprint and save the connection settings in this folder
    #[command(
        after_help = "Examples:\n  judge-tui join\n  judge-tui join ISHIGAKI:192.168.0.10:7150/CODE/TOKEN\n  judge-tui join 192.168.0.10:7150 --fingerprint 04HM7-ASW98-NF6Y2-Y093N --token-file judge.token"
    )]
    Join {
        /// Server as HOST:PORT, or the line of judge.join or board.join (ISHIGAKI:...); without it, a prompt
        /// asks for it
        #[arg(value_name = "SERVER", value_parser = secret)]
        place: Option<Secret<String>>,
        /// Server code on any team's sheet, or the fingerprint for join; without it, a prompt asks for it and
        /// the token
        #[arg(long, value_name = "CODE", value_parser = pin())]
        fingerprint: Option<Pin>,
    },
    /// List the games of the contest
    #[command(after_help = "Examples:\n  judge-tui games\n  judge-tui games --json")]
    Games {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Start a waiting game
    #[command(
        after_help = "Examples:\n  judge-tui start heat-1\n  judge-tui start final oak owl ash\n  judge-tui start final --by-results --preview"
    )]
    Start {
        #[command(flatten)]
        start: StartArgs,
    },
    /// Abandon a game and start its spare with the same teams, without confirmation (G4)
    #[command(after_help = "Examples:\n  judge-tui replace heat-1 --reason \"the drawing was wrong\"")]
    Replace {
        /// Id of the game to abandon
        #[arg(value_name = "GAME")]
        game: String,
        /// Reason, recorded and published
        #[arg(long, value_name = "TEXT")]
        reason: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// List, drain and move games between servers that share a database
    #[command(
        after_help = "Examples:\n  judge-tui servers\n  judge-tui servers drain 3\n  judge-tui servers drain 3 --undo\n  judge-tui servers move heat-1 4"
    )]
    Servers {
        /// Without a command, lists the servers.
        #[command(subcommand)]
        task: Option<ServersTask>,
        /// Print one JSON object
        #[arg(long, global = true)]
        json: bool,
    },
    /// Print public events as JSON for other software, one object per line. Ids let a reader resume. Needs
    /// the board's token; see docs/reference/feed.md
    #[command(
        after_help = "Examples:\n  judge-tui feed heat-1\n  judge-tui feed --all --after heat-1/0123456789abcdef0123456789abcdef/17\n  judge-tui feed --transcript heat-1.jsonl"
    )]
    Feed {
        #[command(flatten)]
        feed: FeedArgs,
    },
    /// Send an announcement to all or some teams in games. The text appears on their screens, in the log and
    /// in the record. Possible until the result is declared
    #[command(
        after_help = "Examples:\n  judge-tui announce heat-1 --english \"Lunch until 13:00\" --japanese \"13時まで昼休みです\"\n  judge-tui announce heat-1 heat-2 --english \"Lunch until 13:00\"\n  judge-tui announce heat-1 --team oak --team owl --english \"Please come to the desk\"\n  judge-tui announce --group 3 --english \"Group 3 starts at 10:40\"\n  judge-tui announce --all-groups --english \"Lunch until 13:00\""
    )]
    Announce {
        #[command(flatten)]
        announcement: AnnounceArgs,
    },
    /// List teams' questions in a game, the longest waiting first
    #[command(after_help = "Examples:\n  judge-tui questions heat-1\n  judge-tui questions heat-1 --json")]
    Questions {
        /// Id of the game
        #[arg(value_name = "GAME")]
        game: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Answer a team's question. Possible until the result is declared
    #[command(
        after_help = "Examples:\n  judge-tui answer heat-1 --team oak --question 1 --english \"Yes.\" --japanese \"はい。\"\n  judge-tui answer heat-1 --team oak --question 1 --english \"No, it may not.\" --to-all --correct",
        group(clap::ArgGroup::new("text").args(["english", "japanese"]).required(true).multiple(true))
    )]
    Answer {
        /// Id of the game
        #[arg(value_name = "GAME")]
        game: String,
        /// Id of the team that asked
        #[arg(long, value_name = "TEAM")]
        team: String,
        /// Number of the team's question
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        question: u32,
        /// Answer in English, at most 200 characters
        #[arg(long, value_name = "TEXT")]
        english: Option<String>,
        /// Answer in Japanese, at most 200 characters
        #[arg(long, value_name = "TEXT")]
        japanese: Option<String>,
        /// Send the answer to all teams, with the question but without the team's name
        #[arg(long)]
        to_all: bool,
        /// Replace an existing answer
        #[arg(long)]
        correct: bool,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Enter a list for a team as LOT:PRICE, first choice first (organiser, A2, G6)
    #[command(
        after_help = "Examples:\n  judge-tui enter-bids heat-1 oak P:10 O:5 --reason \"the laptop failed\"\n  judge-tui enter-bids heat-1 oak --file list.txt --reason \"the laptop failed\"\n  judge-tui enter-bids heat-1 oak --none --reason \"declined on paper\""
    )]
    EnterBids {
        #[command(flatten)]
        list: SubmissionArgs,
    },
    /// Enter a re-bid for a team as LINE:PRICE, where LINE is the tied bid's number in its list (organiser,
    /// A7, G6)
    #[command(
        after_help = "Examples:\n  judge-tui enter-rebid heat-1 oak 1:14 --reason \"the laptop failed\"\n  judge-tui enter-rebid heat-1 oak --none --reason \"passed on paper\""
    )]
    EnterRebid {
        #[command(flatten)]
        rebid: SubmissionArgs,
    },
    /// Enter a team's whole wall, each stone as "STONE TURN ROW COLUMN" (organiser, W5, G6)
    #[command(
        after_help = "Examples:\n  judge-tui enter-wall heat-1 oak \"P-1 90 3 4\" \"O-1 0 2 0\" --reason \"built on the table\""
    )]
    EnterWall {
        #[command(flatten)]
        entry: EntryArgs,
    },
    /// Enter a hand count of a team's wall as "EMPTY TOP USED": empty squares, gaps in the top row, stones
    /// used (E2). It replaces the wall in the ranking until --none removes it
    #[command(
        after_help = "Examples:\n  judge-tui enter-count heat-1 oak 12 1 5 --reason \"counted twice\"\n  judge-tui enter-count heat-1 oak --none --reason \"the wall here counts\""
    )]
    EnterCount {
        #[command(flatten)]
        entry: EntryArgs,
    },
    /// Judge games automatically: open rounds, confirm them, start the countdown. An action in the console
    /// takes over a game; pausing and resuming there hands it back
    #[command(
        after_help = "Examples:\n  judge-tui auto heat-1 heat-2\n  judge-tui auto --all --every 150 --end-after 45 --declare"
    )]
    Auto {
        #[command(flatten)]
        auto: AutoArgs,
    },
    /// Hold an event: reception, draw, pairings, results, rankings, sheets
    Event {
        #[command(flatten)]
        event: EventArgs,
    },
    /// Show running games to the audience. Needs the board's token
    #[command(
        after_help = "Examples:\n  judge-tui board\n  judge-tui board --game heat-1,heat-2\n  judge-tui board --event meijin-42\n  judge-tui board --http 0.0.0.0:8080"
    )]
    Board {
        /// Ids of the games, separated by commas; without it, all running games
        #[arg(long = "game", value_name = "ID", value_delimiter = ',')]
        games: Vec<String>,
        /// Id of an event to show; without ids, all events are shown too
        #[arg(long, value_name = "ID")]
        event: Option<String>,
        /// Ring the terminal bell when bidding opens, 10 seconds before it closes, and when it closes
        #[arg(long)]
        bell: bool,
        /// Address for web pages instead of this terminal: /hall for a projector, / for phones. Plain HTTP,
        /// public, read-only
        #[arg(long, value_name = "ADDRESS", conflicts_with = "bell")]
        http: Option<SocketAddr>,
    },
    /// Verify a public record and replay its game, without a server
    #[command(
        after_help = "Examples:\n  judge-tui replay heat-1.jsonl --key 0123-4567-89ab-cdef-0123-4567-89ab-cdef"
    )]
    Replay {
        /// Record, as written by `transcript`
        #[arg(value_name = "TRANSCRIPT")]
        file: PathBuf,
        #[command(flatten)]
        proof: ProofArgs,
    },
    /// Save the public record of a game or event so far
    #[command(
        after_help = "Examples:\n  judge-tui transcript heat-1 --out heat-1.jsonl\n  judge-tui transcript heat-1 --out heat-1.html --key 0123-4567-89ab-cdef-0123-4567-89ab-cdef"
    )]
    Transcript {
        /// Id of the game or event
        #[arg(value_name = "GAME")]
        game: String,
        /// File to write, replaced if it exists; without it, standard output. A name ending in .html writes a
        /// page that shows the game and checks its proofs, using --key, --head and --partial
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        #[command(flatten)]
        proof: ProofArgs,
        /// Print one JSON object
        #[arg(long, requires = "out")]
        json: bool,
    },
    #[command(after_help = "Examples:\n  judge-tui rules\n  judge-tui rules A5")]
    Rules(Rules),
    Completions(Completions),
}

/// Commands about a contest's servers.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub(crate) enum ServersTask {
    /// List servers
    #[command(after_help = "Examples:\n  judge-tui servers list --json")]
    List,
    /// Drain a server before a restart or upgrade: move its games elsewhere and accept no new ones
    /// (organiser)
    #[command(after_help = "Examples:\n  judge-tui servers drain 3\n  judge-tui servers drain 3 --undo")]
    Drain {
        /// Number of the server in the list
        #[arg(value_name = "SERVER")]
        number: u64,
        /// Accept games again
        #[arg(long)]
        undo: bool,
    },
    /// Move a game, or an event with its games, to a server; not while bidding is open (organiser)
    #[command(after_help = "Examples:\n  judge-tui servers move heat-1 4")]
    Move {
        /// Id of the game or event
        #[arg(value_name = "GAME")]
        game: String,
        /// Number of the server in the list
        #[arg(value_name = "SERVER")]
        number: u64,
    },
}

/// An entry for a team by hand. `Debug` omits its content, which may be sealed.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(group(ArgGroup::new("what").args(["entries", "file", "nothing"]).required(true)))]
pub(crate) struct EntryArgs {
    /// Id of the game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Code of the team
    #[arg(value_name = "TEAM")]
    pub(crate) team: String,
    /// Entries, such as P:10 O:5. Use --file for sealed content, because shells keep command lines
    #[arg(value_name = "ENTRY", value_parser = secret)]
    pub(crate) entries: Vec<Secret<String>>,
    /// File with the entries, one per line or separated by commas; - for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Enter nothing: decline, pass, clear the wall, or remove the counts
    #[arg(long = "none")]
    pub(crate) nothing: bool,
    /// Reason for the manual entry, recorded and published with the entry
    #[arg(long, value_name = "TEXT", value_parser = secret)]
    pub(crate) reason: Secret<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A game to start, and its teams.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub(crate) struct StartArgs {
    /// Id of the game
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Team codes in the order of the game, if the contest file leaves them open
    #[arg(value_name = "TEAM")]
    pub(crate) teams: Vec<String>,
    /// Number of teams, if it differs from the contest file because a team dropped out
    #[arg(long, value_name = "COUNT", default_value_t = 0, hide_default_value = true, requires = "teams")]
    pub(crate) seats: u32,
    /// Select the teams by their last results: place, then figures. Refused unless the results determine all
    /// teams
    #[arg(long, conflicts_with = "teams")]
    pub(crate) by_results: bool,
    /// Show the selected teams with places and figures, and don't start the game
    #[arg(long, requires = "by_results")]
    pub(crate) preview: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A list or re-bid for a team.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub(crate) struct SubmissionArgs {
    #[command(flatten)]
    pub(crate) entry: EntryArgs,
    /// Replace what the team has submitted
    #[arg(long)]
    pub(crate) replace: bool,
}

impl From<EntryArgs> for SubmissionArgs {
    fn from(entry: EntryArgs) -> Self {
        Self { entry, replace: false }
    }
}

/// Settings of the console.
pub(crate) struct ConsoleOptions {
    pub(crate) address: Address,
    pub(crate) token: Token,
    /// Id of the game; empty to choose one.
    pub(crate) game: String,
    pub(crate) lang: Lang,
    pub(crate) palette: Palette,
    pub(crate) mouse: bool,
}

/// Error of conflicting options.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message("cli-enter")]
pub(crate) enum UsageError {
    #[message("cli-enter-slip")]
    #[message(what = field_0.phrase())]
    Entry(#[message(skip)] EntryError),
    /// The file is not a roster.
    #[message("shared-other")]
    #[message(what = errors.iter().map(|error| error.in_file(file)).collect::<Vec<_>>().argument())]
    Roster {
        #[message(skip)]
        file: String,
        /// At least one error.
        #[message(skip)]
        errors: Vec<RosterFileError>,
    },
    #[message("cli-enter-file")]
    EntryFile { file: String, what: Value },
    /// Nothing to enter, and `--none` is missing.
    #[message("cli-enter-nothing")]
    NothingEntered,
    /// `--game` was combined with a command.
    #[message("console-game-with-command")]
    GameWithCommand,
    #[message("auto-no-game")]
    NoGame,
    #[message("auto-which")]
    WhichGames { games: Vec<String> },
    #[message(transparent)]
    Event(EventUsage),
}

ishigaki_client_command::comes_from!(UsageError: Event(EventUsage));

impl From<EntrantError> for UsageError {
    fn from(error: EntrantError) -> Self {
        Self::Event(EventUsage::Entrant(error))
    }
}

impl Task {
    /// Returns whether the answer is JSON.
    pub(crate) fn is_json(&self) -> bool {
        match self {
            Self::Games { json }
            | Self::Start { start: StartArgs { json, .. } }
            | Self::Replace { json, .. }
            | Self::Announce { announcement: AnnounceArgs { json, .. } }
            | Self::Questions { json, .. }
            | Self::Answer { json, .. }
            | Self::Servers { json, .. }
            | Self::Transcript { json, .. } => *json,
            Self::EnterBids { list: submission } | Self::EnterRebid { rebid: submission } => {
                submission.entry.json
            }
            Self::EnterWall { entry } | Self::EnterCount { entry } => entry.json,
            Self::Auto { auto } => auto.json,
            Self::Event { event } => event.json,
            Self::Feed { .. } => true,
            Self::Join { .. }
            | Self::Board { .. }
            | Self::Replay { .. }
            | Self::Rules(_)
            | Self::Completions(_) => false,
        }
    }
}

impl Options {
    /// Returns the given language, or the environment's.
    pub(crate) fn lang(&self) -> Lang {
        self.lang.unwrap_or_else(ishigaki_command::language_of_environment)
    }

    /// Returns the palette, without colours if the environment asks for none.
    #[expect(clippy::unused_self, reason = "it belongs to what was asked for, wherever it is read from")]
    pub(crate) fn palette(&self) -> Palette {
        if ishigaki_command::wants_colour() { Palette::COLOUR } else { Palette::PLAIN }
    }

    /// Returns the console's settings for the server at this address.
    pub(crate) fn console(self, address: Address) -> Result<ConsoleOptions, TokenError> {
        let token = self.connect.token()?;
        let (lang, palette) = (self.lang(), self.palette());
        Ok(ConsoleOptions { address, token, game: self.game, lang, palette, mouse: self.mouse })
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use clap::error::ErrorKind;

    use super::*;

    pub(super) fn parse(arguments: &[&str]) -> Result<Options, ErrorKind> {
        let arguments = std::iter::once(&"judge-tui").chain(arguments);
        Options::try_parse_from(arguments).map_err(|error| error.kind())
    }

    #[track_caller]
    pub(super) fn task(arguments: &[&str]) -> Option<Task> {
        parse(arguments).unwrap_or_else(|kind| panic!("{arguments:?}: {kind:?}")).task
    }

    #[test]
    fn argument_definitions_are_consistent() {
        Options::command().debug_assert();
    }

    #[test]
    fn help_has_examples_and_exit_codes() {
        ishigaki_command::harness::check::<Options>(ishigaki_words::help::JUDGE_TUI);
    }

    #[test]
    fn console_is_default_without_command() {
        assert_eq!(task(&["--token", "t", "--game", "final"]), None);
        assert_eq!(parse(&["--json"]).err(), Some(ErrorKind::UnknownArgument), "a console answers nothing");
    }

    #[test]
    fn common_options_may_precede_or_follow_command() {
        assert_eq!(task(&["games"]), Some(Task::Games { json: false }));
        let servers = |task| Some(Task::Servers { task, json: false });
        assert_eq!(task(&["servers"]), servers(None));
        let drain = ServersTask::Drain { number: 3, undo: true };
        assert_eq!(task(&["--server", "a:1,b:1", "servers", "drain", "3", "--undo"]), servers(Some(drain)));
        let moved = ServersTask::Move { game: "heat-1".to_owned(), number: 4 };
        assert_eq!(task(&["servers", "move", "heat-1", "4"]), servers(Some(moved)));
        let options = parse(&["--server", "a:1", "games", "--json", "--token", "t", "--lang", "ja"]);
        let Ok(Options { connect: ConnectArgs { server, token, .. }, lang, task, .. }) = options else {
            panic!("common options");
        };
        assert_eq!(
            (server.unwrap().to_string().as_str(), token.map(|Secret(token)| token), lang),
            ("a:1", Some("t".to_owned()), Some(Lang::Ja))
        );
        assert_eq!(task, Some(Task::Games { json: true }));
    }

    #[test]
    fn entry_for_a_team_is_entries_a_file_or_nothing_and_hidden() {
        let Some(Task::EnterBids { list: SubmissionArgs { entry, replace: false } }) =
            task(&["enter-bids", "final", "oak", "P:777", "O:5", "--reason", "burnt"])
        else {
            panic!("a list");
        };
        assert_eq!((entry.game.as_str(), entry.team.as_str(), entry.entries.len()), ("final", "oak", 2));
        let shown = format!("{entry:?}");
        assert!(!shown.contains("777") && !shown.contains("burnt"), "{shown}");
        let enter = |more: &[&str]| {
            let words = ["enter-count", "final", "oak", "--reason", "x"].iter().chain(more);
            parse(&words.copied().collect::<Vec<_>>()).err()
        };
        assert_eq!((enter(&["--none"]), enter(&["--file", "-"]), enter(&["1 2 3"])), (None, None, None));
        assert_eq!(enter(&[]), Some(ErrorKind::MissingRequiredArgument));
        assert_eq!(enter(&["--none", "1 2 3"]), Some(ErrorKind::ArgumentConflict));
        assert_eq!(enter(&["--none", "--file", "-"]), Some(ErrorKind::ArgumentConflict));
        let unreasoned = parse(&["enter-wall", "final", "oak", "--none"]).err();
        assert_eq!(unreasoned, Some(ErrorKind::MissingRequiredArgument));
    }

    #[test]
    fn lines_that_lack_or_contradict_something_are_refused() {
        use ErrorKind::{InvalidSubcommand, InvalidValue, MissingRequiredArgument, ValueValidation};
        for (line, kind) in [
            ("start", MissingRequiredArgument),
            ("replace heat-1", MissingRequiredArgument),
            ("replace --reason x", MissingRequiredArgument),
            ("transcript g --json", MissingRequiredArgument),
            ("replay", MissingRequiredArgument),
            ("replay g.jsonl --key no", ValueValidation),
            ("--lang fr", InvalidValue),
            ("--server nowhere", ValueValidation),
            ("stop", InvalidSubcommand),
        ] {
            assert_eq!(parse(&line.split(' ').collect::<Vec<_>>()).err(), Some(kind), "{line}");
        }
    }
}
