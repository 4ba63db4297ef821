//! The bot's command: a program plays, and what it does is told.

use ishigaki_command::Output;
use ishigaki_words::Words;
use team_client::Client;
use team_client::bot::{Note, Strategy, play_with};

use super::error::Error;
use super::{json, news, show};

/// Plays until the result is declared.
pub(crate) async fn run(
    client: &mut Client,
    strategy: Box<dyn Strategy>,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let mut story = show::Story::from(client.game().clone());
    let mut written = Ok(());
    let play = play_with(client, strategy, |_, note| {
        if written.is_ok() {
            written = tell(&note, &mut story, words, out);
        }
    });
    play.await?;
    written?;
    news::remark_on_receipts(client, words, out)
}

fn tell(note: &Note, story: &mut show::Story, words: &Words, out: &mut Output) -> Result<(), Error> {
    if let Note::Changed(change) = note {
        return news::tell(change, story, words, out);
    }
    if out.is_json() {
        if let Some(object) = json::note(note) {
            out.object(&object)?;
        }
        return Ok(());
    }
    out.text(&show::aside(&say(note, words)))?;
    Ok(())
}

fn say(note: &Note, words: &Words) -> String {
    match note {
        Note::Changed(_) => String::new(),
        Note::TrySealed { round } => words.say("cli-bot-tried", &[("round", (*round).into())]),
        Note::TryRefused { fault, .. } | Note::Refused { fault } => {
            format!("{}{}", words.label("cli-bot-refused"), words.fault(fault))
        }
        Note::Sealed { lines: 0, .. } => words.label("cli-bot-declined"),
        Note::Sealed { lines, .. } => words.say("cli-bot-sealed", &[("bids", (*lines).into())]),
        Note::Raised { raises: 0, .. } => words.label("cli-bot-passed"),
        Note::Raised { raises, .. } => words.say("cli-bot-raised", &[("raises", (*raises).into())]),
        Note::Built { stones } => words.say("cli-bot-built", &[("stones", (*stones).into())]),
        Note::LeftAlone { .. } => words.label("cli-bot-left-alone"),
    }
}
