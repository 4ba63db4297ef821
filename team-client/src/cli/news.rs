//! News of a game as they come.

use ishigaki_client::Connection;
use ishigaki_client::receipts::MissingSealing;
use ishigaki_client_command::missing_sealing;
use ishigaki_command::Output;
use ishigaki_proto::fault::Fault;
use ishigaki_words::Words;
use team_client_sdk::{Client, FeedChange};

use super::error::Error;
use super::{json, show};

pub(crate) fn tell(
    change: &FeedChange,
    story: &mut show::GameNarrator,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    match change {
        FeedChange::Pulse => {}
        FeedChange::Missing(missing) => remark_on_missing(missing, words, out)?,
        FeedChange::Event(event) if out.is_json() => {
            story.tell(event, words);
            let text = words.covered_event(story.game(), event);
            out.object(&json::event(story.game(), event, &text))?;
        }
        FeedChange::Event(event) => out.text(&story.tell(event, words))?,
        FeedChange::Connection(connection) if out.is_json() => out.object(&json::connection(*connection))?,
        FeedChange::Connection(connection) => match connection {
            Connection::Connected => {}
            Connection::CaughtUp => out.remark(&words.label("cli-connection-back"))?,
            Connection::Lost { .. } => out.remark(&words.label("cli-connection-lost"))?,
            Connection::Stopped { reason, .. } => out.remark(&words.fault(&Fault::new(*reason)))?,
        },
    }
    Ok(())
}

pub(crate) fn remark_on_missing(
    missing: &[MissingSealing],
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    for sealing in missing {
        out.remark(&missing_sealing(sealing, words))?;
    }
    Ok(())
}

pub(crate) fn compare_receipts(client: &Client, words: &Words, out: &mut Output) -> Result<(), Error> {
    match client.missing() {
        Ok(missing) => remark_on_missing(&missing, words, out),
        Err(error) => {
            let what = words.message(&error);
            Ok(out.remark(&words.say("cli-receipts", &[("what", what.into())]))?)
        }
    }
}

/// The submission is valid even if its receipt can't be saved.
pub(crate) fn remark_on_receipts(client: &Client, words: &Words, out: &mut Output) -> Result<(), Error> {
    let Some(trouble) = client.receipt_error() else { return Ok(()) };
    let file = trouble.file.display().to_string();
    out.remark(&words.say("cli-receipt-not-kept", &[("file", file.into()), ("what", trouble.what.clone())]))?;
    Ok(())
}
