//! The only part of the board that touches the terminal and the connection.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Context as _;
use crossterm::event::EventStream;
use ishigaki_client::{Link, connect, examine, list_games};
use ishigaki_proto::watch::Audience;
use ishigaki_screen::terminal::{Screen, stop_signal};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::{MissedTickBehavior, interval};
use tokio_stream::StreamExt as _;

use super::{Effect, Event, State, draw, update};
use crate::console::translate;
use crate::feeds::{News, watch};
use crate::listing::{CallError, Listed};
use crate::options::Console;

/// How often the clock is looked at, and how long news may wait for the next picture.
const TICK: Duration = Duration::from_millis(50);
/// How much of the feeds waits to be taken in.
const READ_AHEAD: usize = 256;

/// Runs the board until somebody leaves it or the terminal is gone. No games: all that run.
pub(crate) async fn run(console: Console, games: Vec<String>, bell: bool) -> anyhow::Result<()> {
    let link = connect(&console.address, &console.token);
    let mut screen = Screen::open(console.palette).context("this is no terminal that can show the board")?;
    let (columns, lines) = screen.size()?;
    let mut state =
        State::new(console.lang, console.address.to_string(), games, columns, lines).with_bell(bell);
    let mut keys = EventStream::new();
    let (sender, mut arrivals) = mpsc::channel(READ_AHEAD);
    let mut watches: BTreeMap<String, AbortHandle> = BTreeMap::new();
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut stop = std::pin::pin!(stop_signal());
    let mut shown = None;
    loop {
        let event = tokio::select! {
            key = keys.next() => match key {
                Some(event) => translate(&event?).and_then(|event| translated(&event)),
                None => return Ok(()),
            },
            event = arrivals.recv() => event,
            now = ticks.tick() => match screen.resized_from(state.size())? {
                Some((columns, lines)) => Some(Event::Resize { columns, lines }),
                None => Some(Event::Tick { now: now.into_std() }),
            },
            () = &mut stop => return Ok(()),
        };
        let Some(event) = event else {
            continue;
        };
        let can_wait = matches!(event, Event::Item { .. });
        for effect in update(&mut state, event) {
            match effect {
                Effect::Quit => return Ok(()),
                Effect::Repaint => {
                    screen.wipe()?;
                    shown = None;
                }
                Effect::Ring => screen.ring()?,
                Effect::ListGames => {
                    let (link, sender) = (link.clone(), sender.clone());
                    // Nobody waits for the answer any more if the board has been left.
                    tokio::spawn(async move { sender.send(Event::Games(list(&link).await)).await });
                }
                Effect::Examine => {
                    let (address, sender) = (console.address.clone(), sender.clone());
                    tokio::spawn(async move { sender.send(Event::Examined(examine(&address).await)).await });
                }
                Effect::Watch { game } => {
                    let watch = watch(link.clone(), game.clone(), sender.clone(), told);
                    let watch = tokio::spawn(watch);
                    watches.insert(game, watch.abort_handle());
                }
                Effect::Leave { game } => {
                    if let Some(watch) = watches.remove(&game) {
                        watch.abort();
                    }
                }
            }
        }
        if !can_wait && shown != Some(state.revision()) {
            screen.paint(|palette, frame| draw(&state, palette, frame))?;
            shown = Some(state.revision());
        }
    }
}

/// What the terminal says, as far as it means anything to the board.
fn translated(event: &crate::console::Event) -> Option<Event> {
    match *event {
        crate::console::Event::Key(key) => Some(Event::Key(key)),
        crate::console::Event::Resize { columns, lines } => Some(Event::Resize { columns, lines }),
        _ => None,
    }
}

/// The games that have started. A team's token is refused: its feeds have the team's own sealed lists (`A4`), which are
/// nothing for a hall.
async fn list(link: &Link) -> Result<Vec<Listed>, CallError> {
    let answer = list_games(link, &[Audience::Board, Audience::Judge, Audience::Organiser]).await?;
    Ok(answer.games.into_iter().map(Listed::from).filter(Listed::has_started).collect())
}

/// What a game's feed tells, as the board takes it.
fn told(game: String, news: News) -> Event {
    match news {
        News::Item { item, received } => Event::Item { game, item, received },
        News::Connection(connection) => Event::Connection { game, connection },
        News::Closed(error) => Event::Closed { game, error },
    }
}
