//! The `rehearsal` program: reads its command line and hands over to the library.

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
    Completions(Completions),
    /// Is the server of a rehearsal.
    #[cfg(feature = "server")]
    #[command(name = child::SERVE, hide = true)]
    ServeChild(child::Serve),
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
        Some(Task::Practice(asked)) => practise(asked),
        Some(Task::Event(asked)) => hold(asked),
        Some(Task::Completions(asked)) => completions(asked),
        #[cfg(feature = "server")]
        Some(Task::ServeChild(asked)) => child::serve(asked).map(|()| Exit::Done),
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
    shape.fail(NAMED, &Words::new(shape.lang).catalogue().explain(error.chain()), exit)
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
