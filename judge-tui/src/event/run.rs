//! The event screen's driver: feed in, calls and files out.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ishigaki_client::{FeedSubject, Link, connect, examine, listing};
use ishigaki_screen::terminal::Input;
use ishigaki_screen::{App, Background, Control, Driver, FeedEvent, Palette, Surface, WatchGuard};
use ratatui::Frame;

use super::{Effect, Event, State, draw, read_roster, update};
use crate::options::ConsoleOptions;
use crate::terminal;

pub(crate) async fn run(console: ConsoleOptions, event: String) -> anyhow::Result<()> {
    let link = connect(&console.address, &console.token);
    let screen = terminal::open(console.palette, console.lang)?;
    let (columns, lines) = screen.size()?;
    let server = console.address.to_string();
    let event = Some(event).filter(|event| !event.is_empty());
    let state = State::new(console.lang, server, event, columns, lines);
    let outside =
        EventDriver { console, link, background: Background::default(), watch: None, games: BTreeMap::new() };
    ishigaki_screen::run(screen, state, outside).await
}

impl App for State {
    type Event = Event;
    type Effect = Effect;

    fn event_of(&self, input: Input) -> Option<Event> {
        Some(Event::Input(input))
    }

    fn surface(&self) -> &Surface {
        &self.surface
    }

    fn update(&mut self, event: Event) -> Vec<Effect> {
        update(self, event)
    }

    fn draw(&self, palette: Palette, frame: &mut Frame<'_>) {
        draw(self, palette, frame);
    }

    fn can_wait(event: &Event) -> bool {
        matches!(event, Event::Feed { news, .. } | Event::Game { news, .. } if matches!(news, FeedEvent::Item { .. }))
    }
}

struct EventDriver {
    console: ConsoleOptions,
    link: Link,
    background: Background<Event>,
    watch: Option<WatchGuard>,
    games: BTreeMap<String, WatchGuard>,
}

impl Driver<State> for EventDriver {
    type Error = anyhow::Error;

    async fn next(&mut self, _: &State) -> anyhow::Result<Event> {
        Ok(self.background.next().await)
    }

    fn perform(&mut self, state: &State, effect: Effect) -> Control {
        let link = self.link.clone();
        match effect {
            Effect::Quit => return Control::Quit,
            Effect::Repaint => return Control::Repaint,
            Effect::ListEvents => {
                self.background.spawn(async move { Event::Listed(listing::list_events(&link).await) });
            }
            Effect::Examine => {
                let address = self.console.address.clone();
                self.background.spawn(async move { Event::Examined(examine(&address).await) });
            }
            Effect::Watch { event } => {
                let to_event = |event: &str, news| Event::Feed { event: event.to_owned(), news };
                let subject = FeedSubject::Event(event);
                self.watch = Some(self.background.watch(link, subject, 1, to_event));
            }
            Effect::ListGames => {
                self.background.spawn(async move { Event::Games(listing::all(&link).await) });
            }
            Effect::WatchGames { games } => {
                self.games.retain(|game, _| games.contains(game));
                for game in games {
                    let to_event = |game: &str, news| Event::Game { game: game.to_owned(), news };
                    let background = &self.background;
                    let watch = || background.watch(link.clone(), game.clone(), 1, to_event);
                    self.games.entry(game.clone()).or_insert_with(watch);
                }
            }
            Effect::Call { ticket, call } => {
                let event = state.event.clone().unwrap_or_default();
                self.background
                    .spawn(async move { Event::Answered { ticket, answer: call.send(&link, event).await } });
            }
            Effect::ReadRoster { ticket, file, classes } => self.background.spawn(async move {
                Event::RosterRead { ticket, roster: read_roster(Path::new(&file), &classes) }
            }),
            Effect::Print { file, page } => self.background.spawn(async move {
                let trouble = fs::write(&file, page).err().map(|error| (&error).into());
                Event::Printed { file, trouble }
            }),
        }
        Control::Continue
    }
}
