//! The board's driver: feeds and the list of games in, no calls that change a game.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;

use anyhow::Context as _;
use ishigaki_client::CallError;
use ishigaki_client::listing::{self, Listed, Programme};
use ishigaki_client::{Address, FeedSubject, Link, Token, connect, examine, list_games};
use ishigaki_page::Hub;
use ishigaki_proto::watch::Audience;
use ishigaki_screen::terminal::{Input, Screen};
use ishigaki_screen::{App, Background, Control, Display, Driver, FeedEvent, Palette, Surface, WatchGuard};
use ishigaki_words::{Lang, Words};
use ratatui::Frame;

use super::{Effect, Event, State, draw, pages, update};

/// Options of a board and its connection.
#[derive(Clone, Debug)]
pub struct BoardOptions {
    pub address: Address,
    /// A token that may read public feeds.
    pub token: Token,
    pub lang: Lang,
    /// The games to show; without any, all.
    pub games: Vec<String>,
    /// The event to show; without one, all events.
    pub event: Option<String>,
}

/// Shows the board in a terminal until it is closed.
pub async fn run(options: BoardOptions, screen: Screen, bell: bool) -> anyhow::Result<()> {
    let state = state(&options, screen.size()?).with_bell(bell);
    ishigaki_screen::run(screen, state, BoardDriver::new(options)).await
}

/// Serves the board as pages until the program is stopped.
pub async fn run_pages(
    options: BoardOptions,
    address: SocketAddr,
    report_address: impl FnOnce(SocketAddr) -> io::Result<()>,
) -> anyhow::Result<()> {
    let opened_pages = pages::open(address, options.lang).await;
    let listen_error =
        || Words::new(options.lang).say("fail-listen", &[("address", address.to_string().into())]);
    let (browser, address) = opened_pages.with_context(listen_error)?;
    report_address(address)?;
    run_on(options, browser).await
}

/// Publishes the board to a hub whose pages are served elsewhere. Must be called within a tokio runtime.
///
/// # Errors
/// If the token may not read public feeds.
pub async fn run_hosted(options: BoardOptions, hub: Hub) -> anyhow::Result<()> {
    run_on(options, pages::publish(hub)).await
}

async fn run_on(options: BoardOptions, display: impl Display<State>) -> anyhow::Result<()> {
    // Pages have space for all games.
    let state = state(&options, (u16::MAX, u16::MAX));
    ishigaki_screen::run_on(display, state, BoardDriver::new(options)).await
}

fn state(options: &BoardOptions, (columns, lines): (u16, u16)) -> State {
    let BoardOptions { address, lang, games, event, .. } = options;
    State::new(*lang, address.to_string(), games.clone(), columns, lines).with_event(event.clone())
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
    address: Address,
    link: Link,
    background: Background<Event>,
    watches: BTreeMap<String, WatchGuard>,
    event_watches: BTreeMap<String, WatchGuard>,
    is_admitted: bool,
}

impl BoardDriver {
    fn new(options: BoardOptions) -> Self {
        let BoardOptions { address, token, .. } = options;
        let link = connect(&address, &token);
        let background = Background::default();
        let (watches, event_watches) = (BTreeMap::new(), BTreeMap::new());
        Self { address, link, background, watches, event_watches, is_admitted: false }
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
                self.event_watches.insert(event, watch);
            }
            Effect::LeaveEvent { event } => {
                self.event_watches.remove(&event);
            }
            Effect::Examine => {
                let address = self.address.clone();
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
pub async fn admit(options: &BoardOptions) -> Result<(), CallError> {
    match list(&connect(&options.address, &options.token)).await {
        Err(error) if is_final(&error) => Err(error),
        Ok(_) | Err(_) => Ok(()),
    }
}

fn is_final(error: &CallError) -> bool {
    matches!(error, CallError::Refused(fault) if !fault.is_passing())
}

/// A team's token is rejected, because its feeds contain the team's own sealed lists (`A4`).
async fn list(link: &Link) -> Result<Programme, CallError> {
    let answer = list_games(link, &[Audience::Board, Audience::Judge, Audience::Organiser]).await?;
    let mut programme = Programme::from(answer);
    programme.games.retain(Listed::has_started);
    Ok(programme)
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
