//! The `bot` command: a program plays, and its acts are printed.

use std::io::Write as _;
use std::sync::mpsc::{Receiver, channel};

use ishigaki_command::Output;
use ishigaki_strategy::bot::{
    BotCommand, BotRemark, Breed, DecisionError, DecisionMoment, ExternalBot, Strategy, ThinkingTime,
    play_with,
};
use ishigaki_words::Words;
use team_client_sdk::Client;

use super::error::Error;
use super::{json, news, show};

pub(crate) struct PlayerKind {
    pub(crate) seed: u64,
    pub(crate) strategy: Breed,
    pub(crate) exec: Option<BotCommand>,
    pub(crate) time: ThinkingTime,
}

type Failure = (DecisionMoment, DecisionError);

pub(crate) type Decider = (Box<dyn Strategy>, Receiver<Failure>);

impl PlayerKind {
    /// / # Errors
    ///
    /// If a process can't be started.
    pub(crate) fn strategy(&self) -> Result<Decider, Error> {
        let (failed, failures) = channel();
        let Some(command) = &self.exec else { return Ok((self.strategy.strategy(self.seed), failures)) };
        let name = command.name().to_owned();
        let sink = move |line: &str| {
            let _ = writeln!(std::io::stderr(), "{name}: {line}");
        };
        let bot = ExternalBot::new(command.clone(), self.seed, self.time, sink);
        let bot = bot.on_failure(move |moment, error| {
            let _ = failed.send((moment, error.clone()));
        });
        let mut bot = bot;
        bot.start().map_err(|why| Error::NoProgram { program: command.program().to_owned(), why })?;
        Ok((Box::new(bot), failures))
    }
}

pub(crate) async fn run(
    client: &mut Client,
    (strategy, mut failures): Decider,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    if out.is_json() {
        out.object(&json::began(client.id()))?;
    } else {
        out.text(&words.say("cli-bot-began", &[("game", client.id().into())]))?;
    }
    let mut story = show::GameNarrator::from(client.game().clone());
    let mut written = Ok(());
    let play = play_with(client, strategy, |_, note| {
        let failures = &mut failures;
        for failure in failures.try_iter() {
            if written.is_ok() {
                written = tell_failure(&failure, words, out);
            }
        }
        if written.is_ok() {
            written = tell(&note, &mut story, words, out);
        }
    });
    play.await?;
    written?;
    news::remark_on_receipts(client, words, out)
}

fn tell_failure((moment, error): &Failure, words: &Words, out: &mut Output) -> Result<(), Error> {
    if out.is_json() {
        out.object(&json::failure(*moment, error))?;
    } else {
        let text = words.say("cli-bot-failed", &[("what", error.say(words).into())]);
        out.text(&show::indent_line(&text))?;
    }
    Ok(())
}

fn tell(
    note: &BotRemark,
    story: &mut show::GameNarrator,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    if let BotRemark::Changed(change) = note {
        return news::tell(change, story, words, out);
    }
    if out.is_json() {
        if let Some(object) = json::note(note) {
            out.object(&object)?;
        }
        return Ok(());
    }
    out.text(&show::indent_line(&say(note, words)))?;
    Ok(())
}

fn say(note: &BotRemark, words: &Words) -> String {
    match note {
        BotRemark::Changed(_) => String::new(),
        BotRemark::TrySealed { round } => words.say("cli-bot-tried", &[("round", (*round).into())]),
        BotRemark::TryRefused { fault, .. } | BotRemark::Refused { fault } => {
            format!("{}{}", words.label("cli-bot-refused"), words.fault(fault))
        }
        BotRemark::Sealed { lines: 0, .. } => words.label("cli-bot-declined"),
        BotRemark::Sealed { lines, .. } => words.say("cli-bot-sealed", &[("bids", (*lines).into())]),
        BotRemark::Raised { raises: 0, .. } => words.label("cli-bot-passed"),
        BotRemark::Raised { raises, .. } => words.say("cli-bot-raised", &[("raises", (*raises).into())]),
        BotRemark::Built { stones } => words.say("cli-bot-built", &[("stones", (*stones).into())]),
        BotRemark::LeftAlone { .. } => words.label("cli-bot-left-alone"),
    }
}
