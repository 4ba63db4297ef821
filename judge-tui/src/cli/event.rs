//! Events by commands: what organiser, desk and referee do, what there is, and what is printed.

mod act;
mod print;
mod show;

use ishigaki_client::{CallError, Link};
use ishigaki_command::{Done, Output};
use ishigaki_proto::watch;
use ishigaki_words::Words;

use super::error::Error;
use crate::event::NamedMirror;
use crate::options::{EventArgs, EventTask};

/// Does what is asked of an event, and says so.
pub(crate) async fn perform(
    link: &Link,
    args: EventArgs,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let EventArgs { event, task, .. } = args;
    match task {
        EventTask::List => {
            let events = events(link).await?;
            if out.is_json() {
                return Ok(out.object(&Done::new("event-list", show::Events::of(&events)))?);
            }
            Ok(out.text(&show::events(&events, words))?)
        }
        EventTask::Show => {
            let mirror = NamedMirror::fetch(link, &event).await?;
            let event = mirror.fetched()?;
            let listed = events(link).await?.into_iter().find(|listed| listed.event == event.id());
            let listed = listed.unwrap_or_default();
            if out.is_json() {
                return Ok(out.object(&Done::new("event-show", show::Shown::of(&listed, event, *words)))?);
            }
            Ok(out.text(&show::event(&listed, event, words))?)
        }
        EventTask::Print { print } => {
            let mirror = NamedMirror::fetch(link, &event).await?;
            let event = mirror.fetched()?;
            print::print(event, &print, words, out)
        }
        EventTask::Create { new, preset, config } => {
            say(&act::create(link, new, preset, config.as_deref()).await?, words, out)
        }
        EventTask::Organiser(act) => {
            let mirror = NamedMirror::fetch(link, &event).await?;
            let event = mirror.fetched()?;
            say(&act::organiser(link, event.id(), act).await?, words, out)
        }
        EventTask::Desk(act) => {
            let mirror = NamedMirror::fetch(link, &event).await?;
            let event = mirror.fetched()?;
            say(&act::desk(link, event, act, *words).await?, words, out)
        }
        EventTask::Referee(act) => {
            let mirror = NamedMirror::fetch(link, &event).await?;
            let event = mirror.fetched()?;
            say(&act::referee(link, event, act, *words).await?, words, out)
        }
    }
}

fn say(acted: &act::Acted, words: &Words, out: &mut Output) -> Result<(), Error> {
    if out.is_json() {
        return Ok(out.object(&Done::new(acted.command, acted))?);
    }
    Ok(out.text(&acted.sentence(words))?)
}

async fn events(link: &Link) -> Result<Vec<watch::EventEntry>, CallError> {
    let answer = link.watch().list_events(watch::ListEventsRequest {}).await?;
    Ok(answer.into_inner().events)
}
