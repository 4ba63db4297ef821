//! Runner of every screen: input from terminal, clock and driver, effects out, painting.

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

/// Clock interval, and longest delay of news before the next paint: a replayed history isn't painted event by
/// event.
const TICK: Duration = Duration::from_millis(50);

/// A screen's program: events in, effects out, and a picture of its state.
pub trait App {
    type Event;
    type Effect;

    /// Maps an input to an event, or `None` if it has no binding.
    fn event_of(&self, input: Input) -> Option<Self::Event>;

    fn surface(&self) -> &Surface;

    /// Changes whenever there is something new to show.
    fn revision(&self) -> u64 {
        self.surface().revision()
    }

    /// Applies an event, and returns the wanted effects.
    fn update(&mut self, event: Self::Event) -> Vec<Self::Effect>;

    /// Paints the state and changes nothing.
    fn draw(&self, palette: Palette, frame: &mut Frame<'_>);

    /// Returns an event about the content of the last picture, or `None` if nothing was new.
    ///
    /// Called after each painting, and applied first. It changes nothing visible.
    fn event_after_paint(&self) -> Option<Self::Event> {
        None
    }

    /// Returns whether painting this event may wait for the next tick.
    fn can_wait(event: &Self::Event) -> bool;
}

/// The outside world of an [`App`]: brings events and carries out effects.
pub trait Driver<A: App> {
    type Error: From<io::Error>;

    /// Returns the next event; waits forever if none can come. Cancel-safe.
    fn next(&mut self, app: &A) -> impl Future<Output = Result<A::Event, Self::Error>>;

    /// Carries out an effect, or returns what the runner has to do for it.
    fn perform(&mut self, app: &A, effect: A::Effect) -> Control;
}

/// Request of an effect to the runner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    Continue,
    /// Repaint the whole screen.
    Repaint,
    Ring,
    Quit,
}

/// Display of an app: shows its pictures and reads its inputs.
pub trait Display<A: App> {
    /// Returns the next input; `None` if no more can come. Cancel-safe.
    fn input(&mut self) -> impl Future<Output = io::Result<Option<Input>>>;

    /// Returns its size if it differs from the app's.
    ///
    /// # Errors
    /// If the terminal is gone.
    fn resized_from(&self, known: (u16, u16)) -> io::Result<Option<(u16, u16)>>;

    /// Forgets the picture, so that the next one is painted completely.
    ///
    /// # Errors
    /// If the terminal is gone.
    fn wipe(&mut self) -> io::Result<()>;

    fn ring(&mut self) -> io::Result<()>;

    fn paint(&mut self, app: &A) -> io::Result<()>;
}

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

/// Runs an app on a terminal until it quits, the program is stopped, or the terminal is gone. Must be called
/// within a tokio runtime.
///
/// # Errors
/// Errors of the terminal and of the driver.
pub async fn run<A: App, D: Driver<A>>(screen: Screen, app: A, driver: D) -> Result<(), D::Error> {
    run_on(Terminal { screen, keys: EventStream::new() }, app, driver).await
}

/// Runs an app on any display, as [`run`] does.
///
/// # Errors
/// Errors of the display and of the driver.
pub async fn run_on<A: App, D: Driver<A>>(
    mut display: impl Display<A>,
    mut app: A,
    mut driver: D,
) -> Result<(), D::Error> {
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut stop = std::pin::pin!(stop_signal());
    let (mut shown, mut pending_event) = (None, None);
    loop {
        let event = if pending_event.is_some() {
            pending_event.take()
        } else {
            tokio::select! {
                input = display.input() => match input? {
                    Some(input) => app.event_of(input),
                    None => return Ok(()),
                },
                event = driver.next(&app) => Some(event?),
                _ = ticks.tick() => app.event_of(match display.resized_from(app.surface().size())? {
                    Some((columns, lines)) => Input::Resize { columns, lines },
                    // The due time of the tick may be long past.
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
            pending_event = app.event_after_paint();
        }
    }
}
