//! Events by commands: acts, lists and printouts.

mod act;
mod print;
mod show;

use ishigaki_client::{CallError, Link, listing};
use ishigaki_client_command as command;
use ishigaki_command::{CommandResult, Output};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_tournament::Act;
use ishigaki_words::Words;
use serde::Serialize;

use super::error::Error;
use crate::event::{EventCall, EventSteps as _, NamedMirror, NamedStanding, preview, subject};
use crate::options::{EventArgs, EventTask};
pub(super) use act::games_of_groups;

pub(crate) async fn perform(
    link: &Link,
    args: EventArgs,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let EventArgs { event, task, preview: is_preview, .. } = args;
    match task.unwrap_or(EventTask::Show) {
        EventTask::List => {
            let events = listing::events(link).await?;
            if out.is_json() {
                return Ok(out.object(&CommandResult::new("event-list", show::EventsObject::of(&events)))?);
            }
            Ok(out.text(&show::events(&events, words))?)
        }
        EventTask::Show => {
            let mirror = NamedMirror::fetch(link, &event).await?;
            let event = mirror.require_standing()?;
            let listed = listing::events(link).await?.into_iter().find(|listed| listed.event == event.id());
            let listed = listed.unwrap_or_default();
            if out.is_json() {
                return Ok(out.object(&CommandResult::new(
                    "event-show",
                    show::EventObject::of(&listed, event, *words),
                ))?);
            }
            Ok(out.text(&show::event(&listed, event, words))?)
        }
        EventTask::Print { print } => {
            let mirror = NamedMirror::fetch(link, &event).await?;
            let event = mirror.require_standing()?;
            print::print(event, &print, words, out)
        }
        EventTask::Create { new, preset, title, title_ja, lottery_date, config } => {
            let settings = act::SettingsObject { preset, title, title_ja, lottery_date };
            let call = act::create(new.clone(), &settings, config.as_deref())?;
            perform_call(link, new, call, None, words, out).await
        }
        EventTask::Act(act) => {
            let mirror = NamedMirror::fetch(link, &event).await?;
            let of = mirror.require_standing()?;
            let call = act::call(of, act, *words)?;
            if is_preview {
                return show_preview(of, &call, words, out);
            }
            perform_in(link, of, call, words, out).await
        }
    }
}

#[derive(Serialize)]
struct PreviewObject {
    changes: Vec<String>,
}

fn show_preview(
    of: NamedStanding<'_>,
    call: &EventCall,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let changes = preview(call, of, *words).map_err(|rejection| {
        let fault = Box::new(Fault::of_competition(&rejection));
        let why = of.refusal(&fault, *words);
        Error::InEvent { fault, why }
    })?;
    if out.is_json() {
        return Ok(out.object(&CommandResult::new("event-preview", PreviewObject { changes }))?);
    }
    if changes.is_empty() {
        return Ok(out.text(&words.label("event-preview-nothing"))?);
    }
    Ok(out.text(&changes.join("\n"))?)
}

async fn perform_call(
    link: &Link,
    event: String,
    call: EventCall,
    subject: Option<String>,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let drawn = match &call {
        EventCall::Act(Act::DrawGroups { stage, .. }) => Some(*stage),
        _ => None,
    };
    let mut act_object = act::perform(link, event, call, subject).await?;
    // The draw succeeded, whether or not its result can be fetched.
    if let Some(stage) = drawn
        && let Ok(mirror) = NamedMirror::fetch(link, act_object.event()).await
    {
        act_object.drawing =
            mirror.require_standing().ok().and_then(|event| act::GroupDrawObject::of(event, stage, *words));
    }
    if out.is_json() {
        return Ok(out.object(&CommandResult::new(act_object.command, &act_object))?);
    }
    Ok(out.text(&act_object.sentence(words))?)
}

async fn perform_in(
    link: &Link,
    event: NamedStanding<'_>,
    call: EventCall,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let step = event.next_step().filter(|step| step.is_before(&call));
    let subject = subject(&call, event, *words);
    match perform_call(link, event.id().to_owned(), call, subject, words, out).await {
        Err(Error::Common(command::Error::Call(CallError::Refused(fault)))) => {
            let mut why = event.refusal(&fault, *words);
            if let Some(step) = step.filter(|_| is_out_of_turn(fault.reason)) {
                let step = event.step_text(&step, *words);
                why = format!("{why}\n{}", words.say("cli-event-first", &[("step", step.into())]));
            }
            Err(Error::InEvent { fault, why })
        }
        done => done,
    }
}

const fn is_out_of_turn(reason: ErrorReason) -> bool {
    matches!(
        reason,
        ErrorReason::WrongStage
            | ErrorReason::OtherStage
            | ErrorReason::WrongRound
            | ErrorReason::ResultsOpen
            | ErrorReason::GamesOpen
            | ErrorReason::JankenMissing
    )
}
