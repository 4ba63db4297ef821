//! The `rehearsal` program.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use ishigaki_command::{AnswerShape, Completions, Exit, Language, Output, unless_closed, wants_colour};
use ishigaki_rules::RoundNo;
use ishigaki_screen::Palette;
#[cfg(feature = "server")]
use ishigaki_server::child;
use ishigaki_server::run::stop_signal;
use ishigaki_strategy::bot::Breed;
use ishigaki_words::{Words, help};
use rehearsal::database::DatabaseAsked;
use rehearsal::error::OptionsError;
use rehearsal::event::{EventAsked, EventOptions, EventOutcome, EventPreset, rehearse_event};
use rehearsal::groups::{GroupsReport, rehearse_groups};
use rehearsal::options::RehearsalOptions;
use rehearsal::players::Interruption;
use rehearsal::practice::{self, PracticeArgs};
use rehearsal::prepared::{PreparedGame, ScriptChoice};
use rehearsal::rehearse::{Outcome, rehearse};
use rehearsal::story_writer::{StoryPace, StoryWriter};
use rehearsal::styled_text::Painter;

/// Minimum and maximum width, in columns.
const COLUMNS: (usize, usize) = (60, 110);
const USUAL_COLUMNS: usize = 80;
const NAMED: &str = "rehearsal: ";

/// As in the server, which can be built in.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EXIT_CODES: &str = "\
Exit codes:
  0    played, and everything is consistent
  1    a check or the game failed
  2    invalid command or input file
  130  stopped or left before the end";

/// Play a whole contest game: a real server process, gRPC clients, bots and an automatic judge.
///
/// Exits with 0 only if everything is consistent with the rules.
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
    /// Play a game against bots on the team's screen, or leave the seat to another client
    Practice(PracticeArgs),
    /// Hold a whole event: roster, commitment, draw, rounds with random results, play-offs, final ranking,
    /// verified record
    Event(EventAsked),
    Completions(Completions),
    /// Run the server of a rehearsal
    #[cfg(feature = "server")]
    #[command(name = child::SERVE, hide = true)]
    ServeChild(child::Serve),
}

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
struct Play {
    /// Name of a shipped scenario, or a file (with a slash, or ending in .toml)
    #[arg(long, value_name = "NAME|FILE", default_value = "tour-4")]
    scenario: String,
    /// Seed of the bots' play and of jankens
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of teams, if no lists name them [default: the number at the end of the scenario's name]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=16))]
    teams: Option<u8>,
    /// Play these fixed lists instead of the ones next to the scenario
    #[arg(long, value_name = "FILE", conflicts_with = "no_lists")]
    lists: Option<PathBuf>,
    /// Play without fixed lists
    #[arg(long)]
    no_lists: bool,
    /// Bots in the order of the teams, separated by commas and repeated if necessary: adviser (the
    /// strongest), steady, thrifty, all-in (bold), patient, blocker, random (gambler) [default: chosen by the
    /// seed]
    #[arg(long, value_name = "BOT,..", value_delimiter = ',', value_parser = Breed::parser())]
    bots: Vec<Breed>,
    /// Kill the server (kill -9) while the lists of this round are submitted, and restart it
    #[arg(long, value_name = "ROUND", conflicts_with = "kill_in_wave")]
    kill_in_round: Option<u32>,
    /// Kill the server while the first re-bid of this round is submitted, and restart it
    #[arg(long, value_name = "ROUND")]
    kill_in_wave: Option<u32>,
    /// Save the public record in this file
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    /// Print only JSON
    #[arg(long)]
    json: bool,
    /// Print only the ranking and the verdict
    #[arg(long)]
    quiet: bool,
    /// Don't pause for reading
    #[arg(long)]
    no_pauses: bool,
    #[command(flatten)]
    language: Language,
    /// Keep the server's files (contest, journal, token hashes, log) in this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Keep the journal in PostgreSQL: an existing database (`postgres://USER@HOST/DATABASE`, in a schema
    /// that is removed unless --keep is given), or a temporary one (`postgres`)
    #[arg(long, value_name = "WHERE", value_parser = DatabaseAsked::parser())]
    journal: Option<DatabaseAsked>,
}

fn main() -> ExitCode {
    let Cli { task, play } = match ishigaki_command::parse(help::REHEARSAL) {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let done = match task {
        Some(Task::Practice(asked)) => run_practice(asked),
        Some(Task::Event(asked)) => hold(asked),
        Some(Task::Completions(asked)) => completions(asked),
        #[cfg(feature = "server")]
        Some(Task::ServeChild(asked)) => child::serve(asked).map(|()| Exit::Done),
        None => start(play),
    };
    let exit = done.unwrap_or_else(|error| {
        // An unplayable file is a usage error like a bad option.
        let is_misuse = error.is::<OptionsError>() || error.is::<ishigaki_scenarios::Error>();
        print_failure(&error, if is_misuse { Exit::Misused } else { Exit::Failed })
    });
    exit.into()
}

/// Prints why nothing was played, or not to the end.
fn print_failure(error: &anyhow::Error, exit: Exit) -> Exit {
    let shape = AnswerShape::of_process();
    shape.fail(NAMED, &Words::new(shape.lang).catalogue().explain(error.chain()), exit)
}

fn start(play: Play) -> anyhow::Result<Exit> {
    let words = play.language.words();
    let script = match (&play.lists, play.no_lists) {
        (Some(path), _) => ScriptChoice::File(path.clone()),
        (None, true) => ScriptChoice::None,
        (None, false) => ScriptChoice::NextToScenario,
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
    // Remaining tasks don't matter any more.
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
        return print_groups_report(held?.as_ref(), asked.json, &words);
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

/// Returns the result of a contest in groups as JSON; `None` if it was stopped.
fn print_groups_report(report: Option<&GroupsReport>, json: bool, words: &Words) -> anyhow::Result<Exit> {
    let Some(report) = report else {
        Output::new(false).remark(&format!("\n{}", words.label("rehearsal-stopped")))?;
        return Ok(Exit::Stopped);
    };
    if json {
        Output::new(true).object(report)?;
    }
    Ok(Exit::Done)
}

/// Runs a practice. Invalid arguments are reported before anything starts.
fn run_practice(asked: PracticeArgs) -> anyhow::Result<Exit> {
    let words = asked.language.words();
    let has_terminal = io::stdin().is_terminal() && Output::new(false).is_terminal();
    if !asked.join && !asked.web && asked.pages.is_none() && !has_terminal {
        return Ok(AnswerShape::of_process().fail(
            NAMED,
            &words.label("practice-no-terminal"),
            Exit::Misused,
        ));
    }
    let options = match practice::PracticeOptions::of(asked, words, columns(), palette()) {
        Ok(options) => options,
        Err(error) => return Ok(print_failure(&error, Exit::Misused)),
    };
    let mut writer = writer(false, true);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(practice::run_practice(&options, &mut writer, stop_signal()));
    runtime.shutdown_background();
    match outcome? {
        practice::Outcome::Played(_) => Ok(Exit::Done),
        practice::Outcome::Left => {
            Output::new(false).remark(&words.label("practice-left"))?;
            Ok(Exit::Stopped)
        }
    }
}

/// Prints a shell's completions.
fn completions(completions: Completions) -> anyhow::Result<Exit> {
    unless_closed(Output::new(false).text(&completions.of::<Cli>()))?;
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
    fn command_line_has_examples_and_exit_codes() {
        ishigaki_command::harness::check::<Cli>(ishigaki_words::help::REHEARSAL);
    }
}
