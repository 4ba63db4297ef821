//! Command line: commands besides the console, and exit codes.

mod announce;
mod auto;
mod enter;
mod error;
mod event;
mod json;
mod questions;
mod servers;
mod show;
mod start;

use std::process::ExitCode;

use ishigaki_board::BoardOptions;
use ishigaki_client::{CallError, Kit, Link, connect, listing, record};
use ishigaki_client_command::{Joining, join, write_transcript};
use ishigaki_command::{CommandResult, Exit, Output};
use ishigaki_feed::{self as feed, FeedArgs};
use ishigaki_record::signing::Fingerprint;
use ishigaki_words::Words;

use crate::entry::EntryKind;
use crate::options::{ConsoleOptions, EventArgs, Options, ServersTask, SubmissionArgs, Task, UsageError};
use crate::{console, replay, sentences, terminal};
use error::Error;
use ishigaki_client::listing::Listed;
use questions::AnswerObject;

/// Joining accepts every token.
const JOINING: Joining = Joining {
    audiences: &[],
    prompt_fingerprint: "join-ask-fingerprint-judge",
    prompt_token: "join-ask-token-judge",
};

/// Runs the console or the requested command, and returns the exit code.
pub fn launch(options: Options) -> ExitCode {
    let words = Words::new(options.lang());
    let server = options.connect.server_options();
    let mut out = Output::new(options.task.as_ref().is_some_and(Task::is_json));
    let outcome =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Error::from).and_then(
            |runtime| {
                runtime.block_on(async {
                    match Box::pin(perform(options, &words, &mut out)).await {
                        Err(Error::Common(error)) => Err(error.examined(server.clone()).await.into()),
                        performed => performed,
                    }
                })
            },
        );
    match outcome {
        Ok(()) => Exit::Done,
        Err(error) => {
            let server = Kit::here().address(server).map(|address| address.to_string()).unwrap_or_default();
            let message = error.sentence(&server, &words);
            out.error(&error, &message)
        }
    }
    .into()
}

async fn perform(mut options: Options, words: &Words, out: &mut Output) -> Result<(), Error> {
    let Some(task) = options.task.take() else {
        let address = options.connect.examined_address(words, out).await?;
        return Ok(console::run(options.console(address)?).await?);
    };
    if !options.game.is_empty() {
        return Err(UsageError::GameWithCommand.into());
    }
    let task = match task {
        Task::Rules(rules) => return Ok(rules.print(words.lang(), out)?),
        Task::Completions(completions) => return Ok(out.text(&completions.of::<Options>())?),
        Task::Join { place, fingerprint } => {
            return Ok(join(JOINING, &options.connect, place, fingerprint, words, out).await?);
        }
        Task::Board { games, event, bell, http } => {
            let address = options.connect.examined_address(words, out).await?;
            let ConsoleOptions { address, token, lang, palette, .. } = options.console(address)?;
            let board_options = BoardOptions { address, token, lang, games, event };
            ishigaki_board::admit(&board_options).await.map_err(Error::call)?;
            let Some(http) = http else {
                let screen = terminal::open(palette, lang)?;
                return ishigaki_board::run(board_options, screen, bell).await.map_err(of_board);
            };
            let report_address = |at| out.text(&show::pages(at, words));
            return ishigaki_board::run_pages(board_options, http, report_address).await.map_err(of_board);
        }
        Task::Event { event: EventArgs { event, json: false, task: None, .. } } => {
            let address = options.connect.examined_address(words, out).await?;
            return Ok(crate::event::run(options.console(address)?, event).await?);
        }
        Task::Feed { feed: ref args @ FeedArgs { transcript: Some(ref file), .. } } => {
            return Ok(feed::print_record(file, args, words, out)?);
        }
        Task::Replay { file, proof } => {
            let record = replay::load(&file, &proof, words)?;
            return Ok(replay::run(record, options.lang(), options.palette()).await?);
        }
        call => call,
    };
    let link = connect(&options.connect.address(words, out)?, &options.connect.token()?);
    match call(task, &link, words, out).await {
        Err(error) => Err(error.distinguish_waiting(&link).await),
        done => done,
    }
}

fn of_board(error: anyhow::Error) -> Error {
    error.downcast::<CallError>().map_or_else(Error::from, Error::call)
}

async fn call(task: Task, link: &Link, words: &Words, out: &mut Output) -> Result<(), Error> {
    match task {
        Task::Event { event } => event::perform(link, event, words, out).await?,
        Task::Servers { task, .. } => {
            servers::perform(link, task.unwrap_or(ServersTask::List), words, out).await?;
        }
        Task::Auto { auto } => auto::judge(link, auto, words, out).await?,
        Task::Feed { feed: args } => feed::print_live(link, args, words, out).await.map_err(Error::Common)?,
        // They are not calls, and were handled before.
        Task::Join { .. }
        | Task::Board { .. }
        | Task::Replay { .. }
        | Task::Rules(_)
        | Task::Completions(_) => {}
        Task::Games { .. } => {
            let games = listing::all(link).await?.games;
            let fingerprint = server_fingerprint(link, &games).await?;
            if out.is_json() {
                return Ok(
                    out.object(&CommandResult::new("games", json::GamesObject::of(&games, fingerprint)))?
                );
            }
            out.text(&show::games(&games, words))?;
            if let Some(fingerprint) = fingerprint {
                out.text(&show::fingerprint(fingerprint, words))?;
            }
        }
        Task::Start { start: args } => start::start(link, args, words, out).await?,
        Task::Replace { game, reason, .. } => {
            let spare = listing::replace(link, game.clone(), reason).await?;
            if out.is_json() {
                return Ok(
                    out.object(&CommandResult::new("replace", json::StartedObject::replaced(&game, &spare)))?
                );
            }
            out.text(&sentences::replaced(&game, &spare, words))?;
        }
        Task::Announce { announcement } => announce::announce(link, announcement, words, out).await?,
        Task::Questions { game, .. } => questions::list(link, &game, words, out).await?,
        Task::Answer { game, team, question, english, japanese, to_all, correct, .. } => {
            let answer_object = AnswerObject { game, team, question, english, japanese, to_all };
            questions::answer(link, &answer_object, correct, words, out).await?;
        }
        Task::EnterBids { list } => enter_by_hand(link, EntryKind::List, list, words, out).await?,
        Task::EnterRebid { rebid } => enter_by_hand(link, EntryKind::Rebid, rebid, words, out).await?,
        Task::EnterWall { entry } => enter_by_hand(link, EntryKind::Wall, entry, words, out).await?,
        Task::EnterCount { entry } => enter_by_hand(link, EntryKind::Count, entry, words, out).await?,
        Task::Transcript { game, out: file, proof, .. } => {
            let record = record::download(link, &game).await.map_err(CallError::from)?;
            write_transcript(&record, file.as_deref(), &proof, words, out)?;
        }
    }
    Ok(())
}

async fn server_fingerprint(link: &Link, games: &[Listed]) -> Result<Option<Fingerprint>, CallError> {
    let Some(started) = games.iter().find(|game| game.has_started()) else { return Ok(None) };
    Ok(Some(record::server_key(link, &started.game).await?.fingerprint()))
}

async fn enter_by_hand(
    link: &Link,
    kind: EntryKind,
    args: impl Into<SubmissionArgs>,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let entered = enter::enter(link, kind, args.into()).await?;
    if out.is_json() {
        return Ok(out.object(&CommandResult::new(entered.command(), &entered))?);
    }
    Ok(out.text(&show::entered(&entered, words))?)
}
