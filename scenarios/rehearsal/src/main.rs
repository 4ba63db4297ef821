//! The `rehearsal` program: reads its command line and hands over to the library.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use ishigaki_command::{
    AnswerShape, Completions, Exit, Language, Output, ProgressLine, unless_closed, wants_colour,
};
use ishigaki_rules::RoundNo;
use ishigaki_screen::Palette;
#[cfg(feature = "server")]
use ishigaki_server::child;
use ishigaki_server::run::stop_signal;
use ishigaki_words::{Words, help};
use rehearsal::arena::command::ArenaArguments;
use rehearsal::crash;
use rehearsal::database::DatabaseAsked;
use rehearsal::error::{OptionsError, explain};
use rehearsal::event::{EventAsked, EventOptions, EventOutcome, EventPreset, rehearse_event};
use rehearsal::fairness::command::Fairness;
use rehearsal::generate::Generate;
use rehearsal::groups::{GroupsReport, rehearse_groups};
use rehearsal::load::{self as loading, LoadPart, bare};
use rehearsal::options::RehearsalOptions;
use rehearsal::players::Interruption;
use rehearsal::practice::{self, PracticeArgs};
use rehearsal::prepared::{PreparedGame, ScriptChoice};
use rehearsal::rehearse::{Outcome, rehearse};
use rehearsal::server::ServerProgram;
use rehearsal::story_writer::{StoryPace, StoryWriter};
use rehearsal::styled_text::Painter;
use team_client::bot::{Breed, end_processes_when_stopped};

/// The narrowest and the widest story, in columns.
const COLUMNS: (usize, usize) = (60, 110);
/// Width where nobody says.
const USUAL_COLUMNS: usize = 80;
/// Beginning of an error.
const NAMED: &str = "rehearsal: ";

/// As in the server, which this program can be as well.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Text below the help page.
const EXIT_CODES: &str = "\
Exit codes:
  0    played, and everything is consistent
  1    something is wrong: a check, or the game
  2    the command, or a file that it needs, cannot be read or does not make sense
  130  stopped, or left before the end; nothing is left behind";

/// Plays a whole contest game by one command: a real server process, gRPC clients, bots and an automatic judge.
///
/// The exit code is 0 only if everything that was seen is consistent with the rules.
#[derive(Debug, Parser)]
#[command(name = "rehearsal", version, args_conflicts_with_subcommands = true, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    play: Play,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// A whole game against bots, for people and for programs: the team's screen in this terminal, or a seat to join from
    /// elsewhere.
    Practice(PracticeArgs),
    /// Holds a whole event: roster, commitment, draw, every round paired and played by chance, play-offs, final ranking; the
    /// record is verified at the end.
    Event(EventAsked),
    /// Kills a real server under real clients again and again, and checks after every restart that all that was
    /// acknowledged is there, once, and nothing else.
    #[command(
        after_help = "Examples:\n  rehearsal crash --cycles 20\n  rehearsal crash --copy required\n  rehearsal crash --servers 3 --journal postgres-pair\n  rehearsal crash --cycles 1000 --server target/release/ishigaki-server"
    )]
    Crash(Crash),
    /// Measures how much a server bears, beside what bare gRPC bears on this machine in the same run.
    #[command(
        after_help = "Examples:\n  rehearsal load --games 100 --seconds 10\n  rehearsal load --parts submits,openings,takeover --servers 1,2,3 --journal postgres\n  rehearsal load --parts soak --server target/release/ishigaki-server"
    )]
    Load(Load),
    /// Is the bare server of a measurement.
    #[command(hide = true)]
    BareChild(bare::Serve),
    Completions(Completions),
    /// Plays bots against each other over many seeds, by the rules alone, and prints how they compare, with confidence
    /// intervals. The adviser's bot is among them.
    #[command(
        after_help = "Examples:\n  rehearsal arena --games 50 --threads 2\n  rehearsal arena --against adviser --bots steady,patient\n  rehearsal arena --scenario final-6 --bot \"python3 mine.py\" --bot steady --threads 2"
    )]
    Arena(ArenaArguments),
    /// Says whether a scenario makes a fair game, and whether another one is as good: what its file holds, against bands.
    #[command(
        after_help = "Exit codes: 1 if anything is outside its band, two scenarios are unlike, or seats are not symmetric; else 6 if anything is open; else 0.\n\nExamples:\n  rehearsal fairness --scenario heat-7\n  rehearsal fairness --scenario heat-7 --against heat-9 --json"
    )]
    Fairness(Fairness),
    /// Makes a scenario and its spare by a file of parameters and a seed, with a planted wall for every team, lists and golden
    /// results. The same parameters give the same files.
    #[command(after_help = "Examples:\n  rehearsal generate heat-a.params.toml --out scenarios")]
    Generate(Generate),
    /// Is the server of a rehearsal.
    #[cfg(feature = "server")]
    #[command(name = child::SERVE, hide = true)]
    ServeChild(child::Serve),
    /// Is the standby of a rehearsal.
    #[cfg(feature = "server")]
    #[command(name = child::STANDBY, hide = true)]
    StandbyChild(child::Standby),
}

#[derive(Debug, Args)]
struct Crash {
    /// How often the server is killed under traffic.
    #[arg(long, value_name = "N", default_value_t = 100)]
    cycles: u64,
    /// What all choices are drawn from. When the server dies depends on the machine too.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The server to kill: an `ishigaki-server` binary. Without it, the rehearsal's own.
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
    /// Show what came of it as one line of JSON.
    #[arg(long)]
    json: bool,
    /// Keep the server's files in this folder, also if all is well.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Keep the journal in a PostgreSQL database: in one that is there, as `postgres://USER@HOST/DATABASE`, in a schema of its own
    /// that is removed if all is well and --keep is not given; in one of its own (`postgres`); or in a primary with a synchronous
    /// standby of its own (`postgres-pair`), of which the primary is killed, too.
    #[arg(long, value_name = "WHERE", value_parser = DatabaseAsked::parser())]
    journal: Option<DatabaseAsked>,
    /// How many servers share the journal in a database. They are killed, ended, or stopped and continued one by one, while others
    /// take over.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
    servers: u8,
    /// With `--journal postgres-pair` and several servers: every N-th time it is the database's primary that is killed, and its
    /// standby promoted.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..))]
    primary_every: u64,
    /// Let answers wait for the copy of a second machine; each kill takes the first machine away for good, with its journal, and
    /// the server goes on with the copy.
    #[arg(long, value_name = "WHICH", conflicts_with = "journal")]
    copy: Option<RequiredCopy>,
}

/// A copy that answers wait for: without waiting, a lost machine may take along what it answered last.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum RequiredCopy {
    /// While the second machine is abreast, which it is whenever the first one is killed.
    Required,
}

#[derive(Debug, Args)]
struct Load {
    /// What is measured.
    #[arg(
        long,
        value_name = "PART",
        value_delimiter = ',',
        default_value = "submits,openings,fanout,restart"
    )]
    parts: Vec<LoadPart>,
    /// How many games there are at once.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    games: usize,
    /// How many teams each game has.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(2..=16))]
    teams: u8,
    /// How many watch one game: a measurement for each number.
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1000,10000")]
    watchers: Vec<usize>,
    /// How many records there are when the server starts again.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    records: u64,
    /// Connections that share the lists that are sent.
    #[arg(long, value_name = "N", default_value_t = 8)]
    connections: usize,
    /// Lists under way at once [default: 2048, or one for each team if there are fewer].
    #[arg(long, value_name = "N")]
    in_flight: Option<usize>,
    /// Streams that share a connection.
    #[arg(long, value_name = "N", default_value_t = 8)]
    per_connection: usize,
    /// How long a rate is measured and bidding is open, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    seconds: u64,
    /// How long the soak is, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    soak: u64,
    /// Keep the journal in a PostgreSQL database: in one that is there, as `postgres://USER@HOST/DATABASE`, in one of its own
    /// (`postgres`), or in a primary with a synchronous standby of its own (`postgres-pair`).
    #[arg(long, value_name = "WHERE", value_parser = DatabaseAsked::parser())]
    journal: Option<DatabaseAsked>,
    /// How many servers share the journal in a database: lists, openings and takeovers are measured for each number.
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1")]
    servers: Vec<u8>,
    /// Sample with `perf` where the processor time of echoes and lists goes, layer by layer.
    #[arg(long)]
    profile: bool,
    /// The server to measure: an `ishigaki-server` binary. Without it, the rehearsal's own.
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
    /// Show what was measured as one line of JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
struct Play {
    /// What to play: the name of a shipped scenario, or a file (with a slash, or ending in .toml).
    #[arg(long, value_name = "NAME|FILE", default_value = "tour-4")]
    scenario: String,
    /// What the bots' tastes and a janken are drawn from. The same seed gives the same game.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many teams play, if no lists name them [default: the number that the scenario's name ends in]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=16))]
    teams: Option<u8>,
    /// Play these fixed lists instead of the ones beside the scenario.
    #[arg(long, value_name = "FILE", conflicts_with = "no_lists")]
    lists: Option<PathBuf>,
    /// Play without fixed lists: bots only.
    #[arg(long)]
    no_lists: bool,
    /// Who plays where no lists are fixed, in the order of the teams: adviser (the strongest), steady, thrifty, all-in
    /// (bold), patient, blocker, random (gambler), with commas between them. Teams that are left over go round again
    /// [default: dealt by the seed]
    #[arg(long, value_name = "BOT,..", value_delimiter = ',', value_parser = Breed::parser())]
    bots: Vec<Breed>,
    /// Kill the server (kill -9) in this round, while its lists are being sealed, and start it again.
    #[arg(long, value_name = "ROUND", conflicts_with = "kill_in_wave")]
    kill_in_round: Option<u32>,
    /// Kill the server in this round, while its first re-bid is being sealed, and start it again.
    #[arg(long, value_name = "ROUND")]
    kill_in_wave: Option<u32>,
    /// Write the public record of the game to this file.
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    /// Tell no story; the last line of the output is the whole game as JSON.
    #[arg(long)]
    json: bool,
    /// Tell only the ranking and the verdict.
    #[arg(long)]
    quiet: bool,
    /// Make no pauses for reading. There are none where the output is no terminal.
    #[arg(long)]
    no_pauses: bool,
    #[command(flatten)]
    language: Language,
    /// Keep the server's files (contest, journal, token hashes, log) in this folder.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Keep the journal in a PostgreSQL database: in one that is there, as `postgres://USER@HOST/DATABASE`, in a schema of its own
    /// that is removed in the end unless --keep is given, or in one of its own (`postgres`).
    #[arg(long, value_name = "WHERE", value_parser = DatabaseAsked::parser())]
    journal: Option<DatabaseAsked>,
}

fn main() -> ExitCode {
    let Cli { task, play } = match ishigaki_command::parse(help::REHEARSAL) {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let done = match task {
        Some(Task::Crash(task)) => crash(&task),
        Some(Task::Load(task)) => load(task),
        Some(Task::BareChild(task)) => bare::serve(&task).map(|()| Exit::Done),
        Some(Task::Practice(asked)) => practise(asked),
        Some(Task::Event(asked)) => hold(asked),
        Some(Task::Completions(asked)) => completions(asked),
        Some(Task::Arena(arena)) => compete(&arena),
        Some(Task::Generate(generate)) => generate.run().map(|()| Exit::Done),
        Some(Task::Fairness(fairness)) => fairness.run(),
        #[cfg(feature = "server")]
        Some(Task::ServeChild(asked)) => child::serve(asked).map(|()| Exit::Done),
        #[cfg(feature = "server")]
        Some(Task::StandbyChild(asked)) => child::keep(asked).map(|()| Exit::Done),
        None => start(play),
    };
    let exit = done.unwrap_or_else(|error| {
        // A file that does not say what can be played is no other than a command that does not.
        let is_misuse = error.is::<OptionsError>() || error.is::<ishigaki_scenarios::Error>();
        failed(&error, if is_misuse { Exit::Misused } else { Exit::Failed })
    });
    exit.into()
}

/// Tells why nothing was played, or not to the end, in the shape and language that is wished.
fn failed(error: &anyhow::Error, exit: Exit) -> Exit {
    let shape = AnswerShape::of_process();
    shape.fail(NAMED, &explain(error, &Words::new(shape.lang)), exit)
}

/// Plays an arena's games. Whoever stops it leaves no bot's process behind.
fn compete(arena: &ArenaArguments) -> anyhow::Result<Exit> {
    end_processes_when_stopped(|| std::process::exit(i32::from(Exit::Stopped.code())))?;
    arena.run()
}

fn start(play: Play) -> anyhow::Result<Exit> {
    let words = play.language.words();
    let script = match (&play.lists, play.no_lists) {
        (Some(path), _) => ScriptChoice::File(path.clone()),
        (None, true) => ScriptChoice::None,
        (None, false) => ScriptChoice::Beside,
    };
    let prepared = PreparedGame::read(&play.scenario, &script, play.teams.map(usize::from))?
        .with_bots(play.bots.clone())?;
    let rounds = prepared.setup.rounds.len();
    let in_round = |round: Option<u32>| -> anyhow::Result<Option<RoundNo>> {
        let Some(round) = round.map(RoundNo) else { return Ok(None) };
        anyhow::ensure!(prepared.setup.round(round).is_some(), OptionsError::Round { round, rounds });
        Ok(Some(round))
    };
    let bidding = in_round(play.kill_in_round)?.map(Interruption::Bidding);
    let interruption = bidding.or(in_round(play.kill_in_wave)?.map(Interruption::Rebidding));
    let mut writer = writer(play.json, play.no_pauses || play.quiet);
    let options = RehearsalOptions {
        prepared,
        seed: play.seed,
        interruption,
        transcript: play.transcript,
        keep: play.keep,
        journal: play.journal,
        words,
        columns: columns(),
        is_quiet: play.quiet,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(rehearse(&options, &mut writer, stop_signal()));
    // Nobody waits for tasks that are left over: what they do does not matter any more.
    runtime.shutdown_background();
    match outcome? {
        Outcome::Played(report) => {
            if play.json {
                Output::new(true).object(&report)?;
            }
            Ok(Exit::Done)
        }
        Outcome::Stopped => {
            Output::new(false).remark(&format!("\n{}", words.label("rehearsal-stopped")))?;
            Ok(Exit::Stopped)
        }
    }
}

/// Holds an event.
fn hold(asked: EventAsked) -> anyhow::Result<Exit> {
    let words = asked.language.words();
    let mut writer = writer(asked.json, asked.no_pauses || asked.quiet);
    let options = EventOptions {
        preset: asked.preset,
        players: usize::from(asked.players.or(asked.teams).unwrap_or(asked.preset.usual())),
        seed: asked.seed,
        kill_in_round: asked.kill_in_round,
        transcript: asked.transcript,
        keep: asked.keep,
        words,
        columns: columns(),
        is_quiet: asked.quiet,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if options.preset == EventPreset::Ishigaki {
        let held = runtime.block_on(rehearse_groups(&options, &mut writer, stop_signal()));
        runtime.shutdown_background();
        return told_of_groups(held?.as_ref(), asked.json, &words);
    }
    let outcome = runtime.block_on(rehearse_event(&options, &mut writer, stop_signal()));
    runtime.shutdown_background();
    match outcome? {
        EventOutcome::Held(report) => {
            if asked.json {
                Output::new(true).object(&report)?;
            }
            Ok(Exit::Done)
        }
        EventOutcome::Stopped => {
            Output::new(false).remark(&format!("\n{}", words.label("rehearsal-stopped")))?;
            Ok(Exit::Stopped)
        }
    }
}

/// Returns what a contest in groups came to, for scripts; `None` if it was stopped.
fn told_of_groups(report: Option<&GroupsReport>, json: bool, words: &Words) -> anyhow::Result<Exit> {
    let Some(report) = report else {
        Output::new(false).remark(&format!("\n{}", words.label("rehearsal-stopped")))?;
        return Ok(Exit::Stopped);
    };
    if json {
        Output::new(true).object(report)?;
    }
    Ok(Exit::Done)
}

/// Practises. What was asked for is a usage error if it makes no sense, before anything is started.
fn practise(asked: PracticeArgs) -> anyhow::Result<Exit> {
    let words = asked.language.words();
    let has_terminal = io::stdin().is_terminal() && Output::new(false).is_terminal();
    if !asked.join && !asked.web && !has_terminal {
        return Ok(AnswerShape::of_process().fail(
            NAMED,
            &words.label("practice-no-terminal"),
            Exit::Misused,
        ));
    }
    let options = match practice::PracticeOptions::of(asked, words, columns(), palette()) {
        Ok(options) => options,
        Err(error) => return Ok(failed(&error, Exit::Misused)),
    };
    let mut writer = writer(false, true);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(practice::practise(&options, &mut writer, stop_signal()));
    runtime.shutdown_background();
    match outcome? {
        practice::Outcome::Played(_) => Ok(Exit::Done),
        practice::Outcome::Left => {
            Output::new(false).remark(&words.label("practice-left"))?;
            Ok(Exit::Stopped)
        }
    }
}

/// Prints a shell's completions of this program.
fn completions(completions: Completions) -> anyhow::Result<Exit> {
    unless_closed(Output::new(false).text(&completions.of::<Cli>()))?;
    Ok(Exit::Done)
}

fn crash(task: &Crash) -> anyhow::Result<Exit> {
    let server = task.server.clone().map_or(ServerProgram::Own, ServerProgram::Binary);
    let (keep, journal) = (task.keep.clone(), task.journal.clone());
    let options = crash::CrashOptions {
        cycles: task.cycles,
        seed: task.seed,
        server,
        keep,
        journal,
        servers: usize::from(task.servers),
        primary_every: task.primary_every,
        needs_copy: task.copy.is_some(),
    };
    let mut progress = ProgressLine::default();
    let mut tell = |cycle: u64| progress.show(&format!("{cycle}/{} cycles", options.cycles));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(crash::crash(&options, &mut tell, stop_signal()));
    runtime.shutdown_background();
    progress.wipe();
    match outcome? {
        crash::Outcome::Passed(summary) if task.json => {
            Output::new(true).object(&summary)?;
            Ok(Exit::Done)
        }
        crash::Outcome::Passed(summary) => {
            Output::new(false).text(&summary.to_string())?;
            Ok(Exit::Done)
        }
        crash::Outcome::Failed { cycle, findings, kept } => {
            let mut out = Output::new(false);
            out.remark(&format!("after kill {cycle} of {}, seed {}:", options.cycles, options.seed))?;
            for finding in &findings {
                out.remark(&format!("  {finding}"))?;
            }
            out.remark(&format!("the server's files are kept in {}", kept.display()))?;
            Ok(Exit::Failed)
        }
        crash::Outcome::Stopped => Ok(Exit::Stopped),
    }
}

/// Number of lists under way at once: answers leave on a grid, so fewer would measure the grid.
const IN_FLIGHT: usize = 2_048;

fn load(task: Load) -> anyhow::Result<Exit> {
    let options = loading::LoadOptions {
        parts: task.parts,
        games: task.games,
        teams: usize::from(task.teams),
        watchers: task.watchers,
        records: task.records,
        connections: task.connections,
        in_flight: task.in_flight.unwrap_or_else(|| IN_FLIGHT.min(task.games * usize::from(task.teams))),
        per_connection: task.per_connection,
        span: Duration::from_secs(task.seconds),
        soak: Duration::from_secs(task.soak),
        server: task.server.map_or(ServerProgram::Own, ServerProgram::Binary),
        journal: task.journal,
        servers: task.servers.into_iter().map(|servers| usize::from(servers.max(1))).collect(),
        is_profiled: task.profile,
    };
    let mut tell = |what: &str| {
        // Progress is nothing to fail for.
        let _ = Output::new(false).remark(what);
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let measured = runtime.block_on(async {
        tokio::select! {
            measured = loading::load(&options, &mut tell) => measured.map(Some),
            () = stop_signal() => Ok(None),
        }
    });
    runtime.shutdown_background();
    let Some(summary) = measured? else { return Ok(Exit::Stopped) };
    if task.json {
        Output::new(true).object(&summary)?;
    } else {
        Output::new(false).text(&summary.to_string())?;
    }
    Ok(Exit::Done)
}

fn writer(json: bool, is_fast: bool) -> StoryWriter {
    let output = Output::new(false);
    let painter = Painter { colour: output.has_colour() };
    if json {
        return StoryWriter::new(Box::new(io::sink()), painter, StoryPace::NONE);
    }
    let pace = if output.is_terminal() && !is_fast { StoryPace::READING } else { StoryPace::NONE };
    StoryWriter::new(Box::new(output.writer()), painter, pace)
}

fn palette() -> Palette {
    if wants_colour() { Palette::COLOUR } else { Palette::PLAIN }
}

fn columns() -> usize {
    let (least, most) = COLUMNS;
    let terminal = Output::new(false).is_terminal().then(crossterm::terminal::size).and_then(Result::ok);
    terminal.map_or(USUAL_COLUMNS, |(columns, _)| usize::from(columns).clamp(least, most))
}

#[cfg(test)]
mod tests {
    use super::Cli;

    #[test]
    fn the_command_line_has_examples_completions_and_known_exit_codes() {
        ishigaki_command::harness::check::<Cli>(ishigaki_words::help::REHEARSAL);
    }
}
