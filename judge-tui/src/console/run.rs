//! The console's driver: feeds and answers in, calls out.

use anyhow::Context as _;
use ishigaki_client::{Link, connect, examine};
use ishigaki_screen::terminal::Input;
use ishigaki_screen::{App, Background, Control, Driver, FeedEvent, Palette, Surface, WatchGuard};
use ratatui::Frame;

use crate::console::consoles::{Addressed, Consoles};
use crate::console::draw::{aim_all, draw_all};
use crate::console::event::{Effect, Event};
use crate::console::requests::{PendingEvent, send_request};
use crate::options::ConsoleOptions;
use crate::terminal;

pub(crate) async fn run(console: ConsoleOptions) -> anyhow::Result<()> {
    let link = connect(&console.address, &console.token);
    let mut screen = terminal::open(console.palette, console.lang)?;
    if console.mouse {
        screen.take_mouse().context("the terminal does not give the mouse")?;
    }
    let (columns, lines) = screen.size()?;
    let server = console.address.to_string();
    let mut outside = ConsoleDriver { console, link, background: Background::default(), watches: Vec::new() };
    let consoles = if outside.console.game.is_empty() {
        Consoles::choosing(outside.console.lang, server, columns, lines)
    } else {
        outside.begin(outside.console.game.clone());
        Consoles::judging(outside.console.lang, server, outside.console.game.clone(), columns, lines)
    };
    ishigaki_screen::run(screen, consoles, outside).await
}

impl App for Consoles {
    type Event = Addressed<Event>;
    type Effect = Addressed<Effect>;

    fn event_of(&self, input: Input) -> Option<Self::Event> {
        let Input::Mouse { pointer, column, line } = input else {
            return Some(Event::Input(input).into());
        };
        aim_all(self, column, line).map(|aim| Event::Pointer { pointer, aim }.into())
    }

    fn surface(&self) -> &Surface {
        &self.lobby().surface
    }

    fn revision(&self) -> u64 {
        self.revision()
    }

    fn update(&mut self, event: Self::Event) -> Vec<Self::Effect> {
        self.update(event)
    }

    fn draw(&self, palette: Palette, frame: &mut Frame<'_>) {
        draw_all(self, palette, frame);
    }

    fn can_wait(event: &Self::Event) -> bool {
        matches!(event.what, Event::Feed(FeedEvent::Item { .. }))
    }
}

struct ConsoleDriver {
    console: ConsoleOptions,
    link: Link,
    background: Background<Addressed<Event>>,
    watches: Vec<WatchGuard>,
}

impl ConsoleDriver {
    fn begin(&mut self, game: String) {
        let to_event = |game: &str, event| Addressed::to(game, Event::Feed(event));
        self.watches.push(self.background.watch(self.link.clone(), game, 0, to_event));
    }

    fn spawn(&self, pending: PendingEvent, game: Option<String>) {
        self.background.spawn(async move { Addressed { game, what: pending.await } });
    }
}

impl Driver<Consoles> for ConsoleDriver {
    type Error = anyhow::Error;

    async fn next(&mut self, _: &Consoles) -> anyhow::Result<Addressed<Event>> {
        Ok(self.background.next().await)
    }

    fn perform(&mut self, consoles: &Consoles, effect: Addressed<Effect>) -> Control {
        let Addressed { game, what } = effect;
        match what {
            Effect::Quit => return Control::Quit,
            Effect::Repaint => return Control::Repaint,
            Effect::Examine => {
                let address = self.console.address.clone();
                self.spawn(Box::pin(async move { Event::Examined(examine(&address).await) }), None);
            }
            Effect::Watch { game } => self.begin(game),
            asks => {
                if let Some(pending) = send_request(&self.link, consoles.addressee(game.as_deref()), asks) {
                    self.spawn(pending, game);
                }
            }
        }
        Control::Continue
    }
}
