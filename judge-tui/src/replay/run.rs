//! The only part of the replay that touches a file or the terminal.

use std::path::Path;

use anyhow::Context as _;
use ishigaki_client_command::{ProofArgs, Unplayable, read_record};
use ishigaki_screen::terminal::Input;
use ishigaki_screen::{App, Control, Driver, Palette, Surface};
use ishigaki_words::{Lang, Words};
use ratatui::Frame;

use super::{Effect, ProofGaps, State, Timeline, draw, update};
use crate::terminal;

/// Reads a transcript, verifies it, and folds it; with it what its verification left open.
///
/// # Errors
/// Returns an error if the record is not in order, or if it leaves open more than `proof` takes as good.
pub(crate) fn load(
    file: &Path,
    proof: &ProofArgs,
    words: &Words,
) -> Result<(Timeline, ProofGaps), Unplayable> {
    let (transcript, report) = read_record(file, &proof.expected())?;
    if let Some(open) = proof.refusal(&report.gaps(), words) {
        return Err(Unplayable::Partly(open));
    }
    Ok((Timeline::from(&transcript), ProofGaps::of(&report)))
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
