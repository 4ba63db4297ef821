//! The runner of every screen: events in from terminal, clock and driver, effects out, and the picture painted.
//!
//! Knows when a screen is painted and when it ends; what is painted is the [`App`]'s, what is outside the [`Driver`]'s.

use std::io;
use std::time::Duration;

use crossterm::event::EventStream;
use ishigaki_client::now;
use ratatui::Frame;
use tokio::time::{MissedTickBehavior, interval};
use tokio_stream::StreamExt as _;

use ishigaki_client::stop_signal;

use crate::terminal::{Input, Screen};
use crate::{Palette, Surface};

/// Interval of the clock, and longest time that news may wait for the next picture: a long past that streams in is not
/// painted event by event.
const TICK: Duration = Duration::from_millis(50);

/// A screen's program: closed events in, closed effects out, and a picture of its state.
pub trait App {
    /// Everything that can happen to it.
    type Event;
    /// Everything that it can want from outside.
    type Effect;

    /// The event that an input means to it as it is painted now; `None` if it means nothing.
    fn event_of(&self, input: Input) -> Option<Self::Event>;

    /// The surface that it is painted on.
    fn surface(&self) -> &Surface;

    /// Changes whenever there is something new to be seen.
    fn revision(&self) -> u64 {
        self.surface().revision()
    }

    /// Folds an event in, and says what is wanted from outside.
    fn update(&mut self, event: Self::Event) -> Vec<Self::Effect>;

    /// Paints it; changes nothing.
    fn draw(&self, palette: Palette, frame: &mut Frame<'_>);

    /// The event of what its picture, painted just now, has shown; `None` if that is nothing new to it.
    ///
    /// Asked after each painting, and folded in before anything else. It changes nothing that is to be seen.
    fn seen(&self) -> Option<Self::Event> {
        None
    }

    /// Returns whether the picture of what such an event brings may wait for the next tick.
    fn can_wait(event: &Self::Event) -> bool;
}

/// The world outside of an [`App`]: brings events from there and carries effects out.
pub trait Driver<A: App> {
    /// Error that ends the screen.
    type Error: From<io::Error>;

    /// The next event from outside; pending if there is none to come. Nothing is lost if the future is dropped.
    fn next(&mut self, app: &A) -> impl Future<Output = Result<A::Event, Self::Error>>;

    /// Carries an effect out, or says what the runner has to do for it.
    fn perform(&mut self, app: &A, effect: A::Effect) -> Control;
}

/// Request of an effect to the runner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Nothing: it is carried out.
    Continue,
    /// The whole picture painted afresh, whatever the terminal has kept of it.
    Repaint,
    /// The terminal's bell rung.
    Ring,
    Quit,
}

/// Display of an app: shows its pictures and gives its inputs.
pub trait Display<A: App> {
    /// The next input; `None` if no more can come. Nothing is lost if the future is dropped.
    fn input(&mut self) -> impl Future<Output = io::Result<Option<Input>>>;

    /// Its columns and lines, if they are others than the app knows.
    ///
    /// # Errors
    /// What it fails with.
    fn resized_from(&self, known: (u16, u16)) -> io::Result<Option<(u16, u16)>>;

    /// Forgets what is shown, so that the next picture is painted whole.
    ///
    /// # Errors
    /// What it fails with.
    fn wipe(&mut self) -> io::Result<()>;

    /// Rings a bell, where there is one.
    ///
    /// # Errors
    /// What it fails with.
    fn ring(&mut self) -> io::Result<()>;

    /// Paints the app.
    ///
    /// # Errors
    /// What it fails with.
    fn paint(&mut self, app: &A) -> io::Result<()>;
}

/// The terminal with its keys.
struct Terminal {
    screen: Screen,
    keys: EventStream,
}

impl<A: App> Display<A> for Terminal {
    async fn input(&mut self) -> io::Result<Option<Input>> {
        while let Some(key) = self.keys.next().await {
            if let Some(input) = Input::of(&key?) {
                return Ok(Some(input));
            }
        }
        Ok(None)
    }

    fn resized_from(&self, known: (u16, u16)) -> io::Result<Option<(u16, u16)>> {
        self.screen.resized_from(known)
    }

    fn wipe(&mut self) -> io::Result<()> {
        self.screen.wipe()
    }

    fn ring(&mut self) -> io::Result<()> {
        self.screen.ring()
    }

    fn paint(&mut self, app: &A) -> io::Result<()> {
        self.screen.paint(|palette, frame| app.draw(palette, frame))
    }
}

/// Runs an app on a screen until it quits, somebody stops the program, or the terminal is gone. Must be called within a
/// tokio runtime.
///
/// # Errors
/// The terminal's failures, and those of the driver.
pub async fn run<A: App, D: Driver<A>>(screen: Screen, app: A, driver: D) -> Result<(), D::Error> {
    run_on(Terminal { screen, keys: EventStream::new() }, app, driver).await
}

/// As [`run`], on any display.
///
/// # Errors
/// The display's failures, and those of the driver.
pub async fn run_on<A: App, D: Driver<A>>(
    mut display: impl Display<A>,
    mut app: A,
    mut driver: D,
) -> Result<(), D::Error> {
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut stop = std::pin::pin!(stop_signal());
    let (mut shown, mut seen) = (None, None);
    loop {
        let event = if seen.is_some() {
            seen.take()
        } else {
            tokio::select! {
                input = display.input() => match input? {
                    Some(input) => app.event_of(input),
                    None => return Ok(()),
                },
                event = driver.next(&app) => Some(event?),
                _ = ticks.tick() => app.event_of(match display.resized_from(app.surface().size())? {
                    Some((columns, lines)) => Input::Resize { columns, lines },
                    // The moment at which the tick was due may be long past.
                    None => Input::Tick { now: now() },
                }),
                () = &mut stop => return Ok(()),
            }
        };
        let Some(event) = event else {
            continue;
        };
        let can_wait = A::can_wait(&event);
        for effect in app.update(event) {
            match driver.perform(&app, effect) {
                Control::Continue => {}
                Control::Repaint => {
                    display.wipe()?;
                    shown = None;
                }
                Control::Ring => display.ring()?,
                Control::Quit => return Ok(()),
            }
        }
        if !can_wait && shown != Some(app.revision()) {
            display.paint(&app)?;
            shown = Some(app.revision());
            seen = app.seen();
        }
    }
}
