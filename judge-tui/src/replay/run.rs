//! The only part of the replay that touches a file or the terminal.

use std::path::Path;
use std::time::Duration;
use std::{fs, io};

use anyhow::Context as _;
use crossterm::event::EventStream;
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::transcript;
use ishigaki_record::verify::{Finding, verify};
use ishigaki_screen::Palette;
use ishigaki_screen::terminal::{Screen, stop_signal};
use ishigaki_words::Lang;
use tokio::time::{MissedTickBehavior, interval};
use tokio_stream::StreamExt as _;

use super::{Effect, Event, Proof, State, Timeline, draw, update};
use crate::console::translate;

/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(50);

/// Why a file is not played back.
#[derive(Debug)]
pub(crate) enum Unplayable {
    /// It cannot be read.
    File(io::Error),
    /// It is not in order: its first fault.
    NotInOrder(Box<Finding>),
    /// Its lines are no transcript.
    NoRecord(transcript::LineError),
}

/// Reads a transcript, verifies it, and folds it; with it what its verification left open.
pub(crate) fn load(file: &Path, key: Option<&Fingerprint>) -> Result<(Timeline, Proof), Unplayable> {
    let text = fs::read_to_string(file).map_err(Unplayable::File)?;
    let report = verify(&text, key).map_err(|finding| Unplayable::NotInOrder(Box::new(finding)))?;
    let transcript = transcript::read(&text).map_err(Unplayable::NoRecord)?;
    Ok((Timeline::from(&transcript), Proof::of(&report)))
}

/// Plays a game back until somebody leaves it or the terminal is gone.
pub(crate) async fn run(
    (timeline, proof): (Timeline, Proof),
    lang: Lang,
    palette: Palette,
) -> anyhow::Result<()> {
    let mut screen = Screen::open(palette).context("this is no terminal that can show a replay")?;
    let (columns, lines) = screen.size()?;
    let mut state = State::new(lang, timeline, proof, columns, lines).context("the record has no start")?;
    let mut keys = EventStream::new();
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut stop = std::pin::pin!(stop_signal());
    let mut shown = None;
    loop {
        let event = tokio::select! {
            key = keys.next() => match key {
                Some(event) => translate(&event?).and_then(|event| translated(&event)),
                None => return Ok(()),
            },
            now = ticks.tick() => match screen.resized_from(state.size())? {
                Some((columns, lines)) => Some(Event::Resize { columns, lines }),
                None => Some(Event::Tick { now: now.into_std() }),
            },
            () = &mut stop => return Ok(()),
        };
        let Some(event) = event else {
            continue;
        };
        for effect in update(&mut state, event) {
            match effect {
                Effect::Quit => return Ok(()),
                Effect::Repaint => {
                    screen.wipe()?;
                    shown = None;
                }
            }
        }
        if shown != Some(state.revision()) {
            screen.paint(|palette, frame| draw(&state, palette, frame))?;
            shown = Some(state.revision());
        }
    }
}

/// What the terminal says, as far as it means anything to a replay.
fn translated(event: &crate::console::Event) -> Option<Event> {
    match *event {
        crate::console::Event::Key(key) => Some(Event::Key(key)),
        crate::console::Event::Resize { columns, lines } => Some(Event::Resize { columns, lines }),
        _ => None,
    }
}
