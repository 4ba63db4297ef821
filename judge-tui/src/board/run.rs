//! The board's driver: feeds and the list of games in, no calls that change a game.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;

use anyhow::Context as _;
use ishigaki_client::CallError;
use ishigaki_client::listing::{self, Listed};
use ishigaki_client::{FeedSubject, Link, connect, examine, list_games};
use ishigaki_proto::watch::Audience;
use ishigaki_screen::terminal::Input;
use ishigaki_screen::{App, Background, Control, Driver, FeedEvent, Palette, Surface, WatchGuard};
use ishigaki_words::Words;
use ratatui::Frame;

use super::{Effect, Event, State, draw, pages, update};
use crate::options::ConsoleOptions;
use crate::terminal;

#[derive(Clone, Debug, Default)]
pub(crate) struct BoardSelection {
    pub(crate) games: Vec<String>,
    pub(crate) event: Option<String>,
}

pub(crate) async fn run(console: ConsoleOptions, wanted: BoardSelection, bell: bool) -> anyhow::Result<()> {
    let screen = terminal::open(console.palette, console.lang)?;
    let state = state(&console, wanted, screen.size()?).with_bell(bell);
    ishigaki_screen::run(screen, state, BoardDriver::new(console)).await
}

pub(crate) async fn run_pages(
    console: ConsoleOptions,
    wanted: BoardSelection,
    address: SocketAddr,
    report_address: impl FnOnce(SocketAddr) -> io::Result<()>,
) -> anyhow::Result<()> {
    let opened_pages = pages::open(address, console.lang).await;
    let listen_error =
        || Words::new(console.lang).say("fail-listen", &[("address", address.to_string().into())]);
    let (browser, address) = opened_pages.with_context(listen_error)?;
    report_address(address)?;
    // Pages have space for all games.
    let state = state(&console, wanted, (u16::MAX, u16::MAX));
    ishigaki_screen::run_on(browser, state, BoardDriver::new(console)).await
}

fn state(console: &ConsoleOptions, wanted: BoardSelection, (columns, lines): (u16, u16)) -> State {
    let server = console.address.to_string();
    State::new(console.lang, server, wanted.games, columns, lines).with_event(wanted.event)
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
        matches!(
            event,
            Event::Feed { event: FeedEvent::Item { .. }, .. }
                | Event::EventFeed { news: FeedEvent::Item { .. }, .. }
        )
    }
}

struct BoardDriver {
    console: ConsoleOptions,
    link: Link,
    background: Background<Event>,
    watches: BTreeMap<String, WatchGuard>,
    event_watch: Option<(String, WatchGuard)>,
    is_admitted: bool,
}

impl BoardDriver {
    fn new(console: ConsoleOptions) -> Self {
        let link = connect(&console.address, &console.token);
        let background = Background::default();
        Self { console, link, background, watches: BTreeMap::new(), event_watch: None, is_admitted: false }
    }
}

impl Driver<State> for BoardDriver {
    type Error = anyhow::Error;

    /// Returns an error if the token isn't valid for a board, also if the server was unreachable at the
    /// start.
    async fn next(&mut self, _: &State) -> anyhow::Result<Event> {
        match self.background.next().await {
            Event::Games(Err(error)) if !self.is_admitted && is_final(&error) => Err(error.into()),
            event => {
                self.is_admitted |= matches!(event, Event::Games(Ok(_)));
                Ok(event)
            }
        }
    }

    fn perform(&mut self, _: &State, effect: Effect) -> Control {
        match effect {
            Effect::Quit => return Control::Quit,
            Effect::Repaint => return Control::Repaint,
            Effect::Ring => return Control::Ring,
            Effect::ListGames => {
                let link = self.link.clone();
                self.background.spawn(async move { Event::Games(list(&link).await) });
            }
            Effect::ListEvents => {
                let link = self.link.clone();
                self.background.spawn(async move { Event::Events(listing::events(&link).await) });
            }
            Effect::WatchEvent { event } => {
                let to_event = |event: &str, news| Event::EventFeed { event: event.to_owned(), news };
                let subject = FeedSubject::Event(event.clone());
                let watch = self.background.watch(self.link.clone(), subject, 0, to_event);
                self.event_watch = Some((event, watch));
            }
            Effect::LeaveEvent { event } => {
                self.event_watch.take_if(|(watched, _)| *watched == event);
            }
            Effect::Examine => {
                let address = self.console.address.clone();
                self.background.spawn(async move { Event::Examined(examine(&address).await) });
            }
            Effect::Watch { game } => {
                let to_event = |game: &str, event| Event::Feed { game: game.to_owned(), event };
                let watch = self.background.watch(self.link.clone(), game.clone(), 0, to_event);
                self.watches.insert(game, watch);
            }
            Effect::Leave { game } => {
                self.watches.remove(&game);
            }
        }
        Control::Continue
    }
}

/// Checked before the screen is opened.
pub(crate) async fn admit(console: &ConsoleOptions) -> Result<(), CallError> {
    match list(&connect(&console.address, &console.token)).await {
        Err(error) if is_final(&error) => Err(error),
        Ok(_) | Err(_) => Ok(()),
    }
}

fn is_final(error: &CallError) -> bool {
    matches!(error, CallError::Refused(fault) if !fault.is_passing())
}

/// A team's token is rejected, because its feeds contain the team's own sealed lists (`A4`).
async fn list(link: &Link) -> Result<Vec<Listed>, CallError> {
    let answer = list_games(link, &[Audience::Board, Audience::Judge, Audience::Organiser]).await?;
    Ok(answer.games.into_iter().map(Listed::from).filter(Listed::has_started).collect())
}

#[cfg(test)]
mod tests {
    use ishigaki_proto::fault::{ErrorReason, Fault};
    use tonic::Code;

    use super::*;

    #[test]
    fn token_errors_are_final_and_delays_are_not() {
        let refused = |reason| CallError::Refused(Box::new(Fault::new(reason)));
        for reason in [ErrorReason::PermissionDenied, ErrorReason::TokenRevoked, ErrorReason::Unauthenticated]
        {
            assert!(is_final(&refused(reason)), "{reason:?}");
        }
        for reason in
            [ErrorReason::TooFast, ErrorReason::TooManyCalls, ErrorReason::Busy, ErrorReason::ServerStopping]
        {
            assert!(!is_final(&refused(reason)), "{reason:?}");
        }
        assert!(!is_final(&CallError::Unanswered { code: Code::Unavailable }));
        assert!(!is_final(&CallError::Unknown { code: Code::Unimplemented }));
    }
}
