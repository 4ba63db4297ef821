//! The command line: what a person or a script can ask of the SDK.
//!
//! Knows arguments, words and terminals. What is allowed is the rules' to say: nothing is checked here but
//! whether an argument can be read at all.

mod advise;
mod args;
mod bot;
mod browser;
mod error;
mod input;
mod json;
mod messages;
mod news;
mod proof;
mod puzzle;
mod show;
mod solve;
mod task;
mod waiting;
mod wall;

use std::process::ExitCode;

use ishigaki_client::Kit;
use ishigaki_command::{CommandError as _, Completions, Exit, Output};
use ishigaki_words::Words;

pub(crate) use args::Args;
use args::Task;
use error::Error;

/// Runs one command; its exit code says how it went.
pub(crate) fn run(args: Args) -> ExitCode {
    if let Task::Completions(asked) = args.task {
        return completions(asked);
    }
    let words = Words::new(args.common.lang.unwrap_or_else(ishigaki_command::language_of_environment));
    let mut out = Output::new(args.common.json);
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
        Err(error) if error.is_said() => error.exit(),
        Err(error) => {
            let server = Kit::here().address(options).map(|address| address.to_string()).unwrap_or_default();
            let message = error.sentence(&server, &words);
            out.error(&error, &message)
        }
    }
    .into()
}

/// Prints a shell's completions of this program.
fn completions(completions: Completions) -> ExitCode {
    match Output::new(false).text(&completions.of::<Args>()) {
        Ok(()) => Exit::Done,
        Err(error) => Error::from(error).exit(),
    }
    .into()
}
