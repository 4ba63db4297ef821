//! Command line of the team.
//!
//! It checks only that arguments can be parsed; the rules decide what is allowed.

mod advise;
mod args;
mod bot;
mod browser;
mod error;
mod input;
mod json;
mod messages;
mod news;
mod progress;
mod proof;
mod puzzle;
mod show;
mod solve;
mod task;
mod wall;

use std::io;
use std::process::ExitCode;

use ishigaki_client::Kit;
use ishigaki_command::{CommandError as _, Completions, Exit, Output};
use ishigaki_words::Words;

pub(crate) use args::Args;
use args::Task;
use error::Error;

pub(crate) fn run(args: Args) -> ExitCode {
    if let Task::Completions(asked) = args.task {
        return completions(asked);
    }
    let words = Words::new(args.common.lang.unwrap_or_else(ishigaki_command::language_of_environment));
    let mut out = Output::new(args.common.json);
    if let Task::Rules(rules) = &args.task {
        return exit_after_write(rules.print(words.lang(), &mut out));
    }
    let options = args.common.connect.server_options();
    let outcome = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(Error::from)
        .and_then(|runtime| {
            runtime.block_on(async {
                match task::run(args, &words, &mut out).await {
                    Err(Error::Common(error)) => Err(error.examined(options.clone()).await.into()),
                    ran => ran,
                }
            })
        });
    match outcome {
        Ok(()) => Exit::Done,
        Err(Error::Said(exit)) => exit,
        Err(error) => {
            let server = Kit::here().address(options).map(|address| address.to_string()).unwrap_or_default();
            let message = error.sentence(&server, &words);
            out.error(&error, &message)
        }
    }
    .into()
}

fn completions(completions: Completions) -> ExitCode {
    exit_after_write(Output::new(false).text(&completions.of::<Args>()))
}

fn exit_after_write(outcome: io::Result<()>) -> ExitCode {
    match outcome {
        Ok(()) => Exit::Done,
        Err(error) => Error::from(error).end().0,
    }
    .into()
}
