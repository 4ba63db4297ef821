//! The command line and the environment. The only place that reads either.

mod announce;
mod auto;
mod event;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{ArgGroup, Parser, Subcommand};
use ishigaki_client::{Address, Pin, Token};
use ishigaki_client_command::{ConnectArgs, ProofArgs, TokenError, pin, secret};
use ishigaki_command::Completions;
use ishigaki_feed::FeedArgs;
use ishigaki_preset::SpreadsheetError;
use ishigaki_rules::Secret;
use ishigaki_screen::Palette;
use ishigaki_words::{Lang, Value};

use crate::entry::EntryError;
pub(crate) use announce::AnnounceArgs;
pub(crate) use auto::AutoArgs;
pub(crate) use event::{
    CountsArgs, DeskAct, EventArgs, EventTask, EventUsage, GameEnd, OrganiserAct, PrintArgs, RefereeAct,
    SlipArgs, SlipSigner, TeamCount,
};

/// Text below every help page.
const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  refused by the rules or by the server; nothing has changed
  2  the command cannot be read
  3  the server cannot be reached, or its answer got lost: `judge-tui games` tells whether it took effect
  4  not allowed: no good token, a token of another role, or no such game
  6  from replay, feed and transcript of a page: in order as far as it could be checked; --key is missing,
     or the end of the record is not signed";

/// The chief judge's console: shows one game and does what the chief judge does. With a command: lists, starts
/// and replaces the games of a contest.
#[derive(Parser)]
#[command(name = "judge-tui", version, after_help = EXIT_CODES)]
pub struct Options {
    #[command(flatten)]
    pub(crate) connect: ConnectArgs,
    /// The game to judge; without it the console asks, if there is more than one.
    #[arg(long, value_name = "ID", default_value = "")]
    pub(crate) game: String,
    /// The language: en or ja. Without it, that of the environment.
    #[arg(long, global = true, value_name = "LANG", value_parser = ishigaki_command::language(), ignore_case = true)]
    lang: Option<Lang>,
    /// Take the mouse (console only): a click shows a panel or selects a game, the wheel scrolls. Text is then
    /// marked with Shift held, as terminals have it.
    #[arg(long)]
    mouse: bool,
    #[command(subcommand)]
    pub(crate) task: Option<Task>,
}

/// What can be asked beside the console.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub(crate) enum Task {
    /// Get to know the server, once: check that it is the one with this fingerprint, and keep in this folder what every
    /// other command needs. A token that is given is kept as well, if the server takes it.
    #[command(
        after_help = "Examples:\n  judge-tui join\n  judge-tui join ISHIGAKI:192.168.0.10:7150/CODE/TOKEN\n  judge-tui join 192.168.0.10:7150 --fingerprint 04HM7-ASW98-NF6Y2-Y093N --token-file judge.token"
    )]
    Join {
        /// The server, HOST:PORT; or the whole line of judge.join or board.join, ISHIGAKI:... Without it, it is asked for.
        #[arg(value_name = "SERVER", value_parser = secret)]
        place: Option<Secret<String>>,
        /// The server's code on any team's sheet, or the fingerprint for join. Without it, it is asked for, and the token
        /// too.
        #[arg(long, value_name = "CODE", value_parser = pin())]
        fingerprint: Option<Pin>,
    },
    /// List the games of the contest: those that run, those that wait, and the spares.
    #[command(after_help = "Examples:\n  judge-tui games\n  judge-tui games --json")]
    Games {
        /// Answer with one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Start a game that waits.
    #[command(after_help = "Examples:\n  judge-tui start heat-1\n  judge-tui start final oak owl ash")]
    Start {
        /// The game's id.
        #[arg(value_name = "GAME")]
        game: String,
        /// The codes of its teams, in the order of the game, where the contest file leaves them open.
        #[arg(value_name = "TEAM")]
        teams: Vec<String>,
        /// How many teams play where that is not what the contest file plans, because one has dropped out.
        #[arg(
            long,
            value_name = "COUNT",
            default_value_t = 0,
            hide_default_value = true,
            requires = "teams"
        )]
        seats: u32,
        /// Answer with one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Abandon a game for good and start its spare with the same teams (G4). Asks nothing.
    #[command(after_help = "Examples:\n  judge-tui replace heat-1 --reason \"the drawing was wrong\"")]
    Replace {
        /// The id of the game that is abandoned.
        #[arg(value_name = "GAME")]
        game: String,
        /// Why; recorded, and everybody can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
        /// Answer with one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// List the servers over this contest's journal and what each of them has; give away what one has, or move a game. With a
    /// database only: otherwise there is one server.
    #[command(
        after_help = "Examples:\n  judge-tui servers\n  judge-tui servers drain 3\n  judge-tui servers drain 3 --undo\n  judge-tui servers move heat-1 4"
    )]
    Servers {
        /// What is to be done; without it, they are listed.
        #[command(subcommand)]
        task: Option<ServersTask>,
        /// Answer with one JSON object.
        #[arg(long, global = true)]
        json: bool,
    },
    /// Tell games to other software: what everybody may see, one JSON object a line, with ids by which it is taken up again. Needs
    /// the board's token. FEED.md has every line.
    #[command(
        after_help = "Examples:\n  judge-tui feed heat-1\n  judge-tui feed --all --after heat-1/0123456789abcdef0123456789abcdef/17\n  judge-tui feed --transcript heat-1.jsonl"
    )]
    Feed {
        #[command(flatten)]
        feed: FeedArgs,
    },
    /// Announce something to all teams of a game, or to some: it shows on their screens, and stands in the log and the record.
    /// With a text in each language everybody reads their own. Possible until the result is declared.
    #[command(
        after_help = "Examples:\n  judge-tui announce heat-1 --english \"Lunch until 13:00\" --japanese \"13時まで昼休みです\"\n  judge-tui announce heat-1 heat-2 --english \"Lunch until 13:00\"\n  judge-tui announce heat-1 --team oak --team owl --english \"Please come to the desk\"\n  judge-tui announce --group 3 --english \"Group 3 starts at 10:40\"\n  judge-tui announce --all-groups --english \"Lunch until 13:00\""
    )]
    Announce {
        #[command(flatten)]
        announcement: AnnounceArgs,
    },
    /// Show what the teams of a game have asked: first what waits for an answer, the longest waiting on top.
    #[command(after_help = "Examples:\n  judge-tui questions heat-1\n  judge-tui questions heat-1 --json")]
    Questions {
        /// The game's id.
        #[arg(value_name = "GAME")]
        game: String,
        /// Answer with one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Answer a team's question: to that team alone, or with --to-all to all teams, which see the question and not who asked.
    /// Possible until the result is declared.
    #[command(
        after_help = "Examples:\n  judge-tui answer heat-1 --team oak --question 1 --english \"Yes.\" --japanese \"はい。\"\n  judge-tui answer heat-1 --team oak --question 1 --english \"No, it may not.\" --to-all --correct",
        group(clap::ArgGroup::new("text").args(["english", "japanese"]).required(true).multiple(true))
    )]
    Answer {
        /// The game's id.
        #[arg(value_name = "GAME")]
        game: String,
        /// The team that asked, by its id.
        #[arg(long, value_name = "TEAM")]
        team: String,
        /// Which of its questions, from 1.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        question: u32,
        /// What the answer says in English: at most 200 characters.
        #[arg(long, value_name = "TEXT")]
        english: Option<String>,
        /// What the answer says in Japanese: at most 200 characters.
        #[arg(long, value_name = "TEXT")]
        japanese: Option<String>,
        /// Announce question and answer to all teams, without who asked.
        #[arg(long)]
        to_all: bool,
        /// Correct the answer that the question has already. Without it, an answered question is refused.
        #[arg(long)]
        correct: bool,
        /// Answer with one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Seal a list for a team whose laptop failed, in place of any it has sealed: the most wanted first, each entry
    /// LOT:PRICE (A2, G6). Needs the organiser's token.
    #[command(
        after_help = "Examples:\n  judge-tui enter-bids heat-1 oak P:10 O:5 --reason \"the laptop failed\"\n  judge-tui enter-bids heat-1 oak --file list.txt --reason \"the laptop failed\"\n  judge-tui enter-bids heat-1 oak --none --reason \"declined on paper\""
    )]
    EnterBids {
        #[command(flatten)]
        entry: EntryArgs,
    },
    /// Seal a re-bid for a team whose laptop failed: each entry LINE:PRICE, the tied line's place in the team's list and
    /// its new price (A7, G6). Needs the organiser's token.
    #[command(
        after_help = "Examples:\n  judge-tui enter-rebid heat-1 oak 1:14 --reason \"the laptop failed\"\n  judge-tui enter-rebid heat-1 oak --none --reason \"passed on paper\""
    )]
    EnterRebid {
        #[command(flatten)]
        entry: EntryArgs,
    },
    /// Replace the whole wall of a team whose laptop failed: each entry "STONE TURN ROW COLUMN", such as
    /// "P-1 90 3 4" (W5, G6). Needs the organiser's token.
    #[command(
        after_help = "Examples:\n  judge-tui enter-wall heat-1 oak \"P-1 90 3 4\" \"O-1 0 2 0\" --reason \"built on the table\""
    )]
    EnterWall {
        #[command(flatten)]
        entry: EntryArgs,
    },
    /// Enter what was counted on a team's wall by hand, EMPTY TOP USED: empty squares, open ones in the top row, stones
    /// used. It counts instead of the wall as it lies here; with --none that counts again (E2). Needs the organiser's
    /// token.
    #[command(
        after_help = "Examples:\n  judge-tui enter-count heat-1 oak 12 1 5 --reason \"counted twice\"\n  judge-tui enter-count heat-1 oak --none --reason \"the wall here counts\""
    )]
    EnterCount {
        #[command(flatten)]
        entry: EntryArgs,
    },
    /// Judge games automatically by a plan: open rounds, confirm them, signal the end. A person takes a game over by acting
    /// in the console, and hands it back by pausing and resuming there, or by Enter here.
    #[command(
        after_help = "Examples:\n  judge-tui auto heat-1 heat-2\n  judge-tui auto --all --every 150 --end-after 45 --declare"
    )]
    Auto {
        #[command(flatten)]
        auto: AutoArgs,
    },
    /// Hold an event around the games: reception, draw, pairings, results, rankings, and what is printed of it.
    Event {
        #[command(flatten)]
        event: EventArgs,
    },
    /// Show running games to the hall and its spectators. A board's token is enough; it changes nothing.
    #[command(
        after_help = "Examples:\n  judge-tui board\n  judge-tui board --game heat-1,heat-2\n  judge-tui board --event meijin-42\n  judge-tui board --http 0.0.0.0:8080"
    )]
    Board {
        /// The ids of the games to show, with commas between them; without it, all that run.
        #[arg(long = "game", value_name = "ID", value_delimiter = ',')]
        games: Vec<String>,
        /// The id of an event: who plays whom, results, standings, knock-out and ranking, with the games named or alone.
        /// Without this and without games, the event that is not over is shown, too.
        #[arg(long, value_name = "ID")]
        event: Option<String>,
        /// Ring the terminal's bell when bidding opens, 10 seconds before it closes, and when it closes.
        #[arg(long)]
        bell: bool,
        /// Show pages in browsers instead of this terminal: /hall for a projector, / for phones. Plain HTTP without a token,
        /// read only, at this address of the hall's network; what they show is public.
        #[arg(long, value_name = "ADDRESS", conflicts_with = "bell")]
        http: Option<SocketAddr>,
    },
    /// Play a game back from its public record. Verifies the record first; needs no server and no token.
    #[command(
        after_help = "Examples:\n  judge-tui replay heat-1.jsonl --key 0123-4567-89ab-cdef-0123-4567-89ab-cdef"
    )]
    Replay {
        /// The record, as `transcript` wrote it.
        #[arg(value_name = "TRANSCRIPT")]
        file: PathBuf,
        #[command(flatten)]
        proof: ProofArgs,
    },
    /// Fetch the public record of a game or an event as far as it is open: one file that anybody can check.
    #[command(
        after_help = "Examples:\n  judge-tui transcript heat-1 --out heat-1.jsonl\n  judge-tui transcript heat-1 --out heat-1.html --key 0123-4567-89ab-cdef-0123-4567-89ab-cdef"
    )]
    Transcript {
        /// The game's or the event's id.
        #[arg(value_name = "GAME")]
        game: String,
        /// The file to write; standard output if it is left out. An existing file is replaced. If its name ends in .html, it
        /// becomes the whole game as one page for a browser, which checks the record's proofs by itself; --key, --head and
        /// --partial are for this page.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        #[command(flatten)]
        proof: ProofArgs,
        /// Answer with one JSON object.
        #[arg(long, requires = "out")]
        json: bool,
    },
    Completions(Completions),
}

/// What is done about the servers of a contest.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub(crate) enum ServersTask {
    /// List the servers.
    #[command(after_help = "Examples:\n  judge-tui servers list --json")]
    List,
    /// Let a server give away what it has, each game as soon as no window of it is open, and take nothing: before it is
    /// stopped or upgraded. Needs the organiser's token.
    #[command(after_help = "Examples:\n  judge-tui servers drain 3\n  judge-tui servers drain 3 --undo")]
    Drain {
        /// Its number, as the list has it.
        #[arg(value_name = "SERVER")]
        number: u64,
        /// Let it take games again.
        #[arg(long)]
        undo: bool,
    },
    /// Let a server have a game, or an event with all its games, from now on; not while a window is open. Needs the
    /// organiser's token.
    #[command(after_help = "Examples:\n  judge-tui servers move heat-1 4")]
    Move {
        /// The id of the game or event.
        #[arg(value_name = "GAME")]
        game: String,
        /// The server's number, as the list has it.
        #[arg(value_name = "SERVER")]
        number: u64,
    },
}

/// What is entered for a team by hand. Silent in debug output about what it says: that may be sealed.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(group(ArgGroup::new("what").args(["entries", "file", "nothing"]).required(true)))]
pub(crate) struct EntryArgs {
    /// The game's id.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The team's code.
    #[arg(value_name = "TEAM")]
    pub(crate) team: String,
    /// What is entered, such as P:10 O:5 or "P 10, O 5". What is to be sealed is safer in a file or on standard input: a
    /// command line is kept by shells and seen by other users of this machine.
    #[arg(value_name = "ENTRY", value_parser = secret)]
    pub(crate) entries: Vec<Secret<String>>,
    /// Read the entries from this file, or from standard input if it is -; a line each, or with commas between them.
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Enter nothing: the team declines or passes, its wall is cleared, its count is taken back.
    #[arg(long = "none")]
    pub(crate) nothing: bool,
    /// Why it is entered by hand; recorded, and public as soon as what is entered is.
    #[arg(long, value_name = "TEXT", value_parser = secret)]
    pub(crate) reason: Secret<String>,
    /// Answer with one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// All that the console is told at its start.
pub(crate) struct ConsoleOptions {
    pub(crate) address: Address,
    pub(crate) token: Token,
    /// The game's id; empty if it is to be chosen.
    pub(crate) game: String,
    pub(crate) lang: Lang,
    pub(crate) palette: Palette,
    /// Whether the mouse is taken.
    pub(crate) mouse: bool,
}

/// Error of options that make no sense together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UsageError {
    /// The entry cannot be read. It is not repeated.
    Entry(EntryError),
    /// The file is no roster.
    Roster {
        /// Path of the file.
        file: String,
        /// Errors in it, at least one.
        errors: Vec<SpreadsheetError>,
    },
    /// The file with what is to be entered cannot be read.
    EntryFile {
        file: String,
        /// Description of what is wrong.
        what: Value,
    },
    /// Nothing is to be entered, and it was not said that this is meant.
    NothingEntered,
    /// `--game` beside a command.
    GameWithCommand,
    /// No game is named to be judged automatically, and it is not one alone that runs.
    WhichGames { games: Vec<String> },
    /// The options of an event make no sense.
    Event(EventUsage),
}

impl From<EventUsage> for UsageError {
    fn from(usage: EventUsage) -> Self {
        Self::Event(usage)
    }
}

impl Task {
    /// Returns whether the answer is to be JSON.
    pub(crate) fn is_json(&self) -> bool {
        match self {
            Self::Games { json }
            | Self::Start { json, .. }
            | Self::Replace { json, .. }
            | Self::Announce { announcement: AnnounceArgs { json, .. } }
            | Self::Questions { json, .. }
            | Self::Answer { json, .. }
            | Self::Servers { json, .. }
            | Self::Transcript { json, .. } => *json,
            Self::EnterBids { entry }
            | Self::EnterRebid { entry }
            | Self::EnterWall { entry }
            | Self::EnterCount { entry } => entry.json,
            Self::Auto { auto } => auto.json,
            Self::Event { event } => event.json,
            Self::Feed { .. } => true,
            Self::Join { .. } | Self::Board { .. } | Self::Replay { .. } | Self::Completions(_) => false,
        }
    }
}

impl Options {
    /// The language: the wanted one, or else the environment's as far as it is known.
    pub(crate) fn lang(&self) -> Lang {
        self.lang.unwrap_or_else(ishigaki_command::language_of_environment)
    }

    /// With colours, unless the environment wants none.
    #[expect(clippy::unused_self, reason = "it belongs to what was asked for, wherever it is read from")]
    pub(crate) fn palette(&self) -> Palette {
        if ishigaki_command::wants_colour() { Palette::COLOUR } else { Palette::PLAIN }
    }

    /// Returns what the console needs, with the server at this address.
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
    fn the_arguments_are_put_together_rightly() {
        Options::command().debug_assert();
    }

    #[test]
    fn the_command_line_has_examples_completions_and_known_exit_codes() {
        ishigaki_command::harness::check::<Options>(ishigaki_words::help::JUDGE_TUI);
    }

    #[test]
    fn without_a_command_it_is_the_console() {
        assert_eq!(task(&["--token", "t", "--game", "final"]), None);
        assert_eq!(parse(&["--json"]).err(), Some(ErrorKind::UnknownArgument), "a console answers nothing");
    }

    #[test]
    fn a_command_takes_the_common_options_before_and_behind_it() {
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
    fn a_start_names_its_game_and_any_teams() {
        let start = |teams: &[&str]| {
            let teams = teams.iter().map(|team| (*team).to_owned()).collect();
            Some(Task::Start { game: "final".into(), teams, seats: 0, json: false })
        };
        assert_eq!(task(&["start", "final"]), start(&[]));
        assert_eq!(task(&["start", "final", "oak", "owl"]), start(&["oak", "owl"]));
        assert_eq!(parse(&["start"]).err(), Some(ErrorKind::MissingRequiredArgument));
    }

    #[test]
    fn what_is_entered_for_a_team_is_entries_a_file_or_nothing_and_never_shows() {
        let Some(Task::EnterBids { entry }) =
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
    fn a_replacement_needs_a_reason() {
        let expected = Task::Replace { game: "heat-1".into(), reason: "a wrong drawing".into(), json: true };
        assert_eq!(task(&["replace", "heat-1", "--json", "--reason", "a wrong drawing"]), Some(expected));
        assert_eq!(parse(&["replace", "heat-1"]).err(), Some(ErrorKind::MissingRequiredArgument));
        assert_eq!(parse(&["replace", "--reason", "x"]).err(), Some(ErrorKind::MissingRequiredArgument));
    }

    #[test]
    fn a_transcript_as_the_answer_itself_is_no_json_object() {
        let proof = ProofArgs { key: None, head: None, partial: false };
        let transcript = |out: Option<&str>| Task::Transcript {
            game: "g".into(),
            out: out.map(Into::into),
            proof: proof.clone(),
            json: false,
        };
        assert_eq!(task(&["transcript", "g"]), Some(transcript(None)));
        assert_eq!(task(&["transcript", "g", "--out", "g.jsonl"]), Some(transcript(Some("g.jsonl"))));
        assert_eq!(parse(&["transcript", "g", "--json"]).err(), Some(ErrorKind::MissingRequiredArgument));
    }

    #[test]
    fn a_board_takes_several_games_and_a_replay_one_file() {
        let board = |games: &[&str]| {
            Some(Task::Board {
                games: games.iter().map(|game| (*game).to_owned()).collect(),
                event: None,
                bell: false,
                http: None,
            })
        };
        assert_eq!(task(&["board"]), board(&[]));
        assert_eq!(task(&["board", "--game", "heat-1,heat-2", "--token", "t"]), board(&["heat-1", "heat-2"]));
        let proof = |partial| ProofArgs { key: None, head: None, partial };
        let replay = |partial| Some(Task::Replay { file: "g.jsonl".into(), proof: proof(partial) });
        assert_eq!(task(&["replay", "g.jsonl"]), replay(false));
        assert_eq!(task(&["replay", "g.jsonl", "--partial"]), replay(true));
        assert_eq!(parse(&["replay"]).err(), Some(ErrorKind::MissingRequiredArgument));
        assert_eq!(parse(&["replay", "g.jsonl", "--key", "no"]).err(), Some(ErrorKind::ValueValidation));
    }

    #[test]
    fn what_makes_no_sense_is_refused_before_anything_is_done() {
        assert_eq!(parse(&["--lang", "fr"]).err(), Some(ErrorKind::InvalidValue));
        assert_eq!(parse(&["--server", "nowhere"]).err(), Some(ErrorKind::ValueValidation));
        assert_eq!(parse(&["stop"]).err(), Some(ErrorKind::InvalidSubcommand));
    }
}
