//! The only part of the replay that touches a file or the terminal.

use std::path::Path;
use std::{fs, io};

use anyhow::Context as _;
use ishigaki_client::command::ProofArgs;
use ishigaki_record::tournament;
use ishigaki_record::transcript::{self, Transcript};
use ishigaki_record::verify::{
    Expected, Report as VerifyReport, TranscriptViolation, VerifyError, verify_from,
};
use ishigaki_screen::terminal::Input;
use ishigaki_screen::{App, Control, Driver, Palette, Surface};
use ishigaki_words::{Lang, Words};
use ratatui::Frame;

use super::{Effect, ProofGaps, State, Timeline, draw, update};
use crate::terminal;

/// Error of a file that cannot be played back.
#[derive(Debug)]
pub(crate) enum Unplayable {
    /// It cannot be read.
    File(io::Error),
    /// It is not in order: its first violation.
    NotInOrder(Box<TranscriptViolation>),
    /// It is the record of an event.
    OfEvent,
    /// It is in order as far as it could be checked, and that is not enough.
    Partly(String),
    /// Its lines are no transcript.
    NoRecord(transcript::LineError),
}

/// Reads a transcript, verifies it, and folds it; with it what its verification left open.
///
/// # Errors
/// Returns an error if the record is not in order, or if it leaves open more than `proof` takes as good.
pub(crate) fn load(
    file: &Path,
    proof: &ProofArgs,
    words: &Words,
) -> Result<(Timeline, ProofGaps), Unplayable> {
    let (transcript, report) = read(file, &proof.expected())?;
    if let Some(open) = proof.refusal(&report.gaps(), words) {
        return Err(Unplayable::Partly(open));
    }
    Ok((Timeline::from(&transcript), ProofGaps::of(&report)))
}

/// Reads a game's transcript, and verifies it.
pub(crate) fn read(file: &Path, expected: &Expected) -> Result<(Transcript, VerifyReport), Unplayable> {
    let text = fs::File::open(file).and_then(transcript::read_text).map_err(Unplayable::File)?;
    if tournament::is_record(&text) {
        return Err(Unplayable::OfEvent);
    }
    let report = verify_from(text.as_bytes(), expected, &mut ()).map_err(|failure| match failure {
        VerifyError::Io(error) => Unplayable::File(error),
        VerifyError::Violation(violation) => Unplayable::NotInOrder(Box::new(violation)),
    })?;
    Ok((transcript::read(&text).map_err(Unplayable::NoRecord)?, report))
}

/// Plays a game back until somebody leaves it or the terminal is gone.
pub(crate) async fn run(
    (timeline, proof): (Timeline, ProofGaps),
    lang: Lang,
    palette: Palette,
) -> anyhow::Result<()> {
    let screen = terminal::open(palette, lang)?;
    let (columns, lines) = screen.size()?;
    let state = State::new(lang, timeline, proof, columns, lines).context("the record has no start")?;
    ishigaki_screen::run(screen, state, ReplayDriver).await
}

impl App for State {
    type Event = Input;
    type Effect = Effect;

    fn event_of(&self, input: Input) -> Option<Input> {
        Some(input)
    }

    fn surface(&self) -> &Surface {
        &self.surface
    }

    fn update(&mut self, event: Input) -> Vec<Effect> {
        update(self, &event)
    }

    fn draw(&self, palette: Palette, frame: &mut Frame<'_>) {
        draw(self, palette, frame);
    }

    fn can_wait(_: &Input) -> bool {
        false
    }
}

/// Driver of a replay, which has all it needs.
struct ReplayDriver;

impl Driver<State> for ReplayDriver {
    type Error = anyhow::Error;

    fn next(&mut self, _: &State) -> impl Future<Output = anyhow::Result<Input>> {
        std::future::pending()
    }

    fn perform(&mut self, _: &State, effect: Effect) -> Control {
        match effect {
            Effect::Repaint => Control::Repaint,
            Effect::Quit => Control::Quit,
        }
    }
}
