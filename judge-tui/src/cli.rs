//! The command line: what is done beside the console, and how the program ends.
//!
//! Knows words and exit codes. What may be started or replaced is the server's to say.

mod auto;
mod enter;
mod failure;
mod json;
mod show;
mod transcript;

use std::io;
use std::process::ExitCode;

use ishigaki_client::{
    Address, BadInvitation, Invitation, Kit, KitError, Link, Pin, Place, Token, code, connect, examine,
    inquire,
};
use ishigaki_command::{Exit, Output};
use ishigaki_proto::watch::ListGamesRequest;
use ishigaki_rules::Secret;
use ishigaki_words::Words;

use crate::entry::Kind;
use crate::listing::Trouble;
use crate::options::{Misuse, Options, Paper, Task};
use crate::{board, console, listing, replay, sentences};
use failure::{Failure, bad_invitation};

/// Runs the console or the command that is asked for; the exit code says how it went.
pub fn launch(options: Options) -> ExitCode {
    let words = Words::new(options.lang());
    let told = options.way.told();
    let mut out = Output::new(options.task.as_ref().is_some_and(Task::is_json));
    let outcome =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::Output).and_then(
            |runtime| {
                runtime.block_on(async {
                    match perform(options, &words, &mut out).await {
                        Err(failure) if failure.is_silence() => Err(failure.looked_into(told.clone()).await),
                        performed => performed,
                    }
                })
            },
        );
    match outcome {
        Ok(()) => Exit::Done,
        Err(failure) => {
            let server = Kit::here().address(told).map(|address| address.to_string()).unwrap_or_default();
            let message = failure.say(&server, &words);
            out.error(&failure, &message)
        }
    }
    .into()
}

async fn perform(mut options: Options, words: &Words, out: &mut Output) -> Result<(), Failure> {
    let Some(task) = options.task.take() else {
        let address = sound_address(&options, words, out).await?;
        return Ok(console::run(options.console(address)?).await?);
    };
    if !options.game.is_empty() {
        return Err(Misuse::GameWithCommand.into());
    }
    let task = match task {
        Task::Completions(completions) => return Ok(out.text(&completions.of::<Options>())?),
        Task::Join { place, fingerprint } => return join(&options, place, fingerprint, words, out).await,
        Task::Board { games, bell } => {
            let address = sound_address(&options, words, out).await?;
            return Ok(board::run(options.console(address)?, games, bell).await?);
        }
        Task::Replay { file, key } => {
            let record = replay::load(&file, key.as_ref()).map_err(|why| Failure::unplayable(&file, why))?;
            return Ok(replay::run(record, options.lang(), options.palette()).await?);
        }
        call => call,
    };
    let link = connect(&address(&options, words, out)?, &token(&options)?);
    match call(task, &link, words, out).await {
        Err(failure) => Err(failure.told_apart(&link).await),
        done => done,
    }
}

fn token(options: &Options) -> Result<Token, Misuse> {
    Ok(options.way.token()?)
}

/// Where the server is; whoever talks to it without encryption is warned.
fn address(options: &Options, words: &Words, out: &mut Output) -> Result<Address, Failure> {
    let address = Kit::here().address(options.way.told())?;
    if address.is_exposed() {
        let server = address.to_string();
        out.remark(&words.say("line-exposed", &[("server", server.into())]))?;
    }
    Ok(address)
}

/// As [`address`], for a screen that waits for its server: one that never will let it in is told before the screen is
/// there.
async fn sound_address(options: &Options, words: &Words, out: &mut Output) -> Result<Address, Failure> {
    // Whoever has no token need not wait.
    token(options)?;
    let address = address(options, words, out)?;
    // A host that says nothing is waited for, some seconds long.
    out.remark(&words.say("cli-connecting", &[("server", address.to_string().into())]))?;
    match examine(&address).await {
        Some(trouble) => Err(Failure::Line(trouble)),
        None => Ok(address),
    }
}

/// Gets to know the server, and keeps what that takes; a token only if the server takes it.
async fn join(
    options: &Options,
    place: Option<Secret<String>>,
    given: Option<Pin>,
    words: &Words,
    out: &mut Output,
) -> Result<(), Failure> {
    let place = match place {
        Some(Secret(text)) => text.parse().map_err(Misuse::Join)?,
        None => asked("join-ask-server", words, out, str::parse)?,
    };
    let Invitation { server, pin, token } = match (place, &given) {
        (Place::All(invitation), _) => invitation,
        (Place::Server(server), Some(pin)) => Invitation { server, pin: pin.clone(), token: None },
        (Place::Server(server), None) => {
            let pin = asked("join-ask-fingerprint-judge", words, out, |text| Ok(text.parse()?))?;
            Invitation { server, pin, token: None }
        }
    };
    let url = &server;
    // Before the token is asked for: nobody types it for another server.
    let authority = ishigaki_client::join(url, &pin).await?;
    let token = match (options.way.given_token().map_err(Misuse::Token)?, token) {
        (Some(token), _) | (None, Some(token)) => Some(token),
        (None, None) if given.is_none() => asked("join-ask-token-judge", words, out, |text| {
            // As a file has it, behind its holder's name perhaps.
            let word = text.split_whitespace().next_back().filter(|word| word.contains('.'));
            let typed = word.unwrap_or(text);
            if typed.is_empty() { Ok(None) } else { Ok(Some(code::token(typed)?)) }
        })?,
        (None, None) => None,
    };
    if let Some(token) = &token {
        let address = url.address(Some(authority.clone()), false);
        let address = address.map_err(|why| KitError::Unsafe { server: url.clone(), why })?;
        // Whoever has a token may ask for this. One that is not taken is not kept either.
        connect(&address, token).watch().list_games(ListGamesRequest {}).await.map_err(Trouble::from)?;
    }
    Kit::here().keep(url, &authority, token.as_ref())?;
    let key = if token.is_some() { "join-done-token" } else { "join-done" };
    Ok(out.text(&words.say(key, &[("server", url.to_string().into())]))?)
}

/// Asks until the answer is right, and says what is wrong with it.
fn asked<T>(
    question: &str,
    words: &Words,
    out: &mut Output,
    read: impl Fn(&str) -> Result<T, BadInvitation>,
) -> Result<T, Failure> {
    inquire(read, |asked| {
        if let Some(bad) = asked.bad {
            out.remark(&bad_invitation(bad, words))?;
        }
        let text = match asked.group {
            Some(group) => words.say("join-ask-group", &[("group", group.into())]),
            None => words.label(question),
        };
        ask(&text, out)
    })
}

/// Asks, and reads the answer.
fn ask(question: &str, out: &mut Output) -> Result<String, Failure> {
    out.remark(question)?;
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    Ok(line.trim().to_owned())
}

/// What is asked of the server and answered at once.
async fn call(task: Task, link: &Link, words: &Words, out: &mut Output) -> Result<(), Failure> {
    match task {
        Task::Auto { asked } => auto::judge(link, asked, words, out).await?,
        // They are no calls, and have been seen to.
        Task::Join { .. } | Task::Board { .. } | Task::Replay { .. } | Task::Completions(_) => {}
        Task::Games { json } => {
            let games = listing::all(link).await?.games;
            let fingerprint = transcript::fingerprint(link, &games).await?;
            if json {
                return Ok(out.object(&json::Games::of(&games, fingerprint))?);
            }
            out.text(&show::games(&games, words))?;
            if let Some(fingerprint) = fingerprint {
                out.text(&show::fingerprint(fingerprint, words))?;
            }
        }
        Task::Start { game, teams, seats, json } => {
            let started = listing::start(link, game, teams, seats).await?;
            if json {
                return Ok(out.object(&json::Done::started(&started))?);
            }
            out.text(&sentences::started(&started, words))?;
        }
        Task::Replace { game, reason, json } => {
            let spare = listing::replace(link, game.clone(), reason).await?;
            if json {
                return Ok(out.object(&json::Done::replaced(&game, &spare))?);
            }
            out.text(&sentences::replaced(&game, &spare, words))?;
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
    out: &mut Output,
) -> Result<(), Failure> {
    let json = paper.json;
    let entered = enter::enter(link, kind, paper).await?;
    if json {
        return Ok(out.object(&entered)?);
    }
    Ok(out.text(&show::entered(&entered, words))?)
}
