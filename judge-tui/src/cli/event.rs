//! Events by commands: what organiser, desk and referee do, what there is, and what is printed.

mod act;
mod print;
mod show;

use ishigaki_client::{CallError, Link, command};
use ishigaki_command::{Done, Output};
use ishigaki_proto::watch;
use ishigaki_words::Words;

use super::error::Error;
use crate::event::{EventCall, NamedMirror, NamedStanding};
use crate::options::{EventArgs, EventTask};

/// Does what is asked of an event, and says so.
pub(crate) async fn perform(
    link: &Link,
    args: EventArgs,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let EventArgs { event, task, .. } = args;
    match task.unwrap_or(EventTask::Show) {
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
            perform_call(link, act::create(new, preset.as_deref(), config.as_deref())?, words, out).await
        }
        EventTask::Organiser(act) => {
            let mirror = NamedMirror::fetch(link, &event).await?;
            let of = mirror.fetched()?;
            perform_in(link, of, act::organiser(of.id().to_owned(), act)?, words, out).await
        }
        EventTask::Desk(act) => {
            let mirror = NamedMirror::fetch(link, &event).await?;
            let of = mirror.fetched()?;
            perform_in(link, of, act::desk(of, act, *words)?, words, out).await
        }
        EventTask::Referee(act) => {
            let mirror = NamedMirror::fetch(link, &event).await?;
            let of = mirror.fetched()?;
            perform_in(link, of, act::referee(of, act, *words)?, words, out).await
        }
    }
}

/// Makes a call and says what is done.
async fn perform_call(link: &Link, call: EventCall, words: &Words, out: &mut Output) -> Result<(), Error> {
    let acted = act::perform(link, call).await?;
    if out.is_json() {
        return Ok(out.object(&Done::new(acted.command, &acted))?);
    }
    Ok(out.text(&acted.sentence(words))?)
}

/// The same in an event whose roster is known: a refusal names players, not lines.
async fn perform_in(
    link: &Link,
    event: NamedStanding<'_>,
    call: EventCall,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    match perform_call(link, call, words, out).await {
        Err(Error::Common(command::Error::Call(CallError::Refused(fault)))) => {
            let why = event.refusal(&fault, *words);
            Err(Error::InEvent { fault, why })
        }
        done => done,
    }
}

async fn events(link: &Link) -> Result<Vec<watch::EventEntry>, CallError> {
    let answer = link.watch().list_events(watch::ListEventsRequest {}).await?;
    Ok(answer.into_inner().events)
}
