//! The board's way to the world outside: feeds and the list of games in, nothing that changes a game out.

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

/// Selection of what the board shows: these games and this event, or neither: all that run.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoardSelection {
    pub(crate) games: Vec<String>,
    pub(crate) event: Option<String>,
}

/// Runs the board until somebody leaves it or the terminal is gone.
pub(crate) async fn run(console: ConsoleOptions, wanted: BoardSelection, bell: bool) -> anyhow::Result<()> {
    let screen = terminal::open(console.palette, console.lang)?;
    let state = state(&console, wanted, screen.size()?).with_bell(bell);
    ishigaki_screen::run(screen, state, BoardDriver::new(console)).await
}

/// Runs the board as pages at an address until somebody stops it; `told` gets the address as it is.
pub(crate) async fn run_pages(
    console: ConsoleOptions,
    wanted: BoardSelection,
    address: SocketAddr,
    told: impl FnOnce(SocketAddr) -> io::Result<()>,
) -> anyhow::Result<()> {
    let opened = pages::open(address, console.lang).await;
    let unheard = || Words::new(console.lang).say("fail-listen", &[("address", address.to_string().into())]);
    let (browser, address) = opened.with_context(unheard)?;
    told(address)?;
    // Pages have room for all games at once.
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

/// Driver of the board: the server as the board reaches it.
struct BoardDriver {
    console: ConsoleOptions,
    link: Link,
    background: Background<Event>,
    /// The feeds that are read, by their games.
    watches: BTreeMap<String, WatchGuard>,
    /// The event's feed with its id.
    event_watch: Option<(String, WatchGuard)>,
    /// Whether the server has taken the token for a board's.
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

    /// The next event; an error if the token is none for a board, as soon as a server that was not there at the start says so.
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
                self.background.set_out(async move { Event::Games(list(&link).await) });
            }
            Effect::ListEvents => {
                let link = self.link.clone();
                self.background.set_out(async move { Event::Events(listing::events(&link).await) });
            }
            Effect::WatchEvent { event } => {
                let told = |event: &str, news| Event::EventFeed { event: event.to_owned(), news };
                let subject = FeedSubject::Event(event.clone());
                let watch = self.background.watch(self.link.clone(), subject, 0, told);
                self.event_watch = Some((event, watch));
            }
            Effect::LeaveEvent { event } => {
                self.event_watch.take_if(|(watched, _)| *watched == event);
            }
            Effect::Examine => {
                let address = self.console.address.clone();
                self.background.set_out(async move { Event::Examined(examine(&address).await) });
            }
            Effect::Watch { game } => {
                let told = |game: &str, event| Event::Feed { game: game.to_owned(), event };
                let watch = self.background.watch(self.link.clone(), game.clone(), 0, told);
                self.watches.insert(game, watch);
            }
            Effect::Leave { game } => {
                self.watches.remove(&game);
            }
        }
        Control::Continue
    }
}

/// Whether the token may be a board's, as far as a server answers now: before the screen is taken.
pub(crate) async fn admit(console: &ConsoleOptions) -> Result<(), CallError> {
    match list(&connect(&console.address, &console.token)).await {
        Err(error) if is_final(&error) => Err(error),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Whether the list of games is refused for good: not because somebody has to wait.
fn is_final(error: &CallError) -> bool {
    matches!(error, CallError::Refused(fault) if !fault.is_passing())
}

/// The games that have started. A team's token is refused: its feeds have the team's own sealed lists (`A4`), which are
/// nothing for a hall.
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
    fn a_board_ends_for_its_token_and_not_because_it_has_to_wait() {
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
