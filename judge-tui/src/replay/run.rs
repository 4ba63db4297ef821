//! The replay's driver, which reads the file.

use std::path::Path;

use anyhow::Context as _;
use ishigaki_client_command::{Error, ProofArgs, read_record};
use ishigaki_screen::terminal::Input;
use ishigaki_screen::{App, Control, Driver, Palette, Surface};
use ishigaki_words::{Lang, Words};
use ratatui::Frame;

use super::{Effect, ProofGaps, State, Timeline, draw, update};
use crate::terminal;

/// Returns an error if the record is invalid, or has gaps that `proof` doesn't accept.
pub(crate) fn load(file: &Path, proof: &ProofArgs, words: &Words) -> Result<(Timeline, ProofGaps), Error> {
    let (transcript, report) = read_record(file, proof, words)?;
    Ok((Timeline::from(&transcript), ProofGaps::of(&report)))
}

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
