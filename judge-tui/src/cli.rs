//! The command line: what is done beside the console, and how the program ends.
//!
//! Knows words and exit codes. What may be started or replaced is the server's to say.

mod enter;
mod failure;
mod json;
mod out;
pub(crate) mod show;
mod transcript;

use std::process::ExitCode;

use clap::CommandFactory as _;

use ishigaki_link::{Link, connect};
use ishigaki_words::Words;

use crate::entry::Kind;
use crate::options::{Misuse, Options, Paper, Task};
use crate::run::run;
use crate::{board, listing, replay};
use failure::Failure;
use out::Out;

/// Runs the console or the command that is asked for; the exit code says how it went.
pub fn launch(options: Options) -> ExitCode {
    let words = Words::new(options.lang());
    let server = options.server.to_string();
    let mut out = Out::new(options.task.as_ref().is_some_and(Task::is_json));
    let outcome = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Failure::Output)
        .and_then(|runtime| runtime.block_on(perform(options, &words, &mut out)));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Where even this cannot be written, the code still says it.
            _ = out.failure(&failure, &server, &words);
            ExitCode::from(failure.code())
        }
    }
}

async fn perform(mut options: Options, words: &Words, out: &mut Out) -> Result<(), Failure> {
    let Some(task) = options.task.take() else {
        return Ok(run(options.console()?).await?);
    };
    if !options.game.is_empty() {
        return Err(Misuse::GameWithCommand.into());
    }
    let task = match task {
        Task::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Options::command(), "judge-tui", &mut text);
            return Ok(out.text(&String::from_utf8_lossy(&text))?);
        }
        Task::Board { games } => return Ok(board::run(options.console()?, games).await?),
        Task::Replay { file, key } => {
            let timeline =
                replay::load(&file, key.as_ref()).map_err(|why| Failure::unplayable(&file, why))?;
            return Ok(replay::run(timeline, options.lang(), options.palette()).await?);
        }
        call => call,
    };
    let link = connect(&options.server, &options.token()?);
    call(task, &link, words, out).await
}

/// What is asked of the server and answered at once.
async fn call(task: Task, link: &Link, words: &Words, out: &mut Out) -> Result<(), Failure> {
    match task {
        // They are no calls, and have been seen to.
        Task::Board { .. } | Task::Replay { .. } | Task::Completions { .. } => {}
        Task::Games { json } => {
            let games = listing::all(link).await?;
            let fingerprint = transcript::fingerprint(link, &games).await?;
            if json {
                return Ok(out.object(&json::Games::of(&games, fingerprint))?);
            }
            out.text(&show::games(&games, words))?;
            if let Some(fingerprint) = fingerprint {
                out.text(&show::fingerprint(fingerprint, words))?;
            }
        }
        Task::Start { game, teams, json } => {
            let started = listing::start(link, game, teams).await?;
            if json {
                return Ok(out.object(&json::Done::started(&started))?);
            }
            out.text(&show::started(&started, words))?;
        }
        Task::Replace { game, reason, json } => {
            let spare = listing::replace(link, game.clone(), reason).await?;
            if json {
                return Ok(out.object(&json::Done::replaced(&game, &spare))?);
            }
            out.text(&show::replaced(&game, &spare, words))?;
        }
        Task::EnterBids { paper } => enter_by_hand(link, Kind::List, paper, words, out).await?,
        Task::EnterRebid { paper } => enter_by_hand(link, Kind::Rebid, paper, words, out).await?,
        Task::EnterWall { paper } => enter_by_hand(link, Kind::Wall, paper, words, out).await?,
        Task::EnterCount { paper } => enter_by_hand(link, Kind::Count, paper, words, out).await?,
        Task::Transcript { game, out: file, json } => {
            let fetched = transcript::fetch(link, &game).await?;
            let Some(file) = file else {
                out.text(&fetched.text)?;
                return Ok(out.remark(&show::fingerprint(fetched.fingerprint, words))?);
            };
            fetched.write(&file)?;
            if json {
                return Ok(out.object(&json::Written::of(&fetched, &file))?);
            }
            out.text(&show::written(&fetched, &file, words))?;
        }
    }
    Ok(())
}

/// Enters something for a team (`G6`) and says so.
async fn enter_by_hand(
    link: &Link,
    kind: Kind,
    paper: Paper,
    words: &Words,
    out: &mut Out,
) -> Result<(), Failure> {
    let json = paper.json;
    let entered = enter::enter(link, kind, paper).await?;
    if json {
        return Ok(out.object(&entered)?);
    }
    Ok(out.text(&show::entered(&entered, words))?)
}
