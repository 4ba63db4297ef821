//! The only part that touches the terminal and the connection: events in from all sides, effects out.

use std::time::Duration;

use anyhow::Context as _;
use crossterm::event::EventStream;
use ishigaki_link::{Audience, Feed, FeedError, Link, Update, connect, examine};
use ishigaki_terminal::{Screen, stop_signal};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};
use tokio_stream::StreamExt as _;

use crate::draw::{aim, draw};
use crate::errand::{Errand, errand};
use crate::event::{Effect, Event};
use crate::options::Console;
use crate::state::State;
use crate::terminal::{pointer_of, translate};
use crate::update::update;

/// How often the clock is looked at, and how long news of the feed may wait for the next picture: a long past
/// that streams in is not painted event by event.
const TICK: Duration = Duration::from_millis(50);
/// More acts than a judge can have on the way at once.
const ANSWERS: usize = 64;

/// Runs the console until the judge leaves or the terminal is gone.
pub(crate) async fn run(console: Console) -> anyhow::Result<()> {
    let link = connect(&console.address, &console.token);
    let game = console.game;
    let mut feed = (!game.is_empty()).then(|| watch(&link, &game));
    let mut screen =
        Screen::open(console.palette).context("this is no terminal that can show the console")?;
    if console.mouse {
        screen.take_mouse().context("the terminal does not give the mouse")?;
    }
    let (columns, lines) = screen.size()?;
    let server = console.address.to_string();
    let mut state = if game.is_empty() {
        State::picking(console.lang, server, columns, lines)
    } else {
        State::judging(console.lang, server, game, columns, lines)
    };
    let mut keys = EventStream::new();
    let (answered, mut answers) = mpsc::channel(ANSWERS);
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut stop = std::pin::pin!(stop_signal());
    let mut shown = None;
    loop {
        let event = tokio::select! {
            key = keys.next() => match key {
                Some(event) => {
                    let event = event?;
                    translate(&event).or_else(|| pointed(&state, &event))
                }
                None => return Ok(()),
            },
            answer = answers.recv() => answer,
            update = next_update(&mut feed) => update,
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
                Effect::Examine => {
                    let address = console.address.clone();
                    let look = async move { Event::Examined(examine(&address).await) };
                    set_out(Box::pin(look), &answered);
                }
                Effect::Watch { game } => feed = Some(watch(&link, &game)),
                asks => {
                    if let Some(errand) = errand(&link, &state, asks) {
                        set_out(errand, &answered);
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

/// What the mouse meant by what stands where it pointed.
fn pointed(state: &State, event: &crossterm::event::Event) -> Option<Event> {
    let (pointer, column, row) = pointer_of(event)?;
    aim(state, column, row).map(|aim| Event::Pointer { pointer, aim })
}

fn watch(link: &Link, game: &str) -> Feed {
    Feed::lasting(link.clone(), Audience::Judge, game, 0)
}

/// The feed's next news; never, once the feed is closed.
async fn next_update(feed: &mut Option<Feed>) -> Option<Event> {
    let Some(open) = feed else {
        return std::future::pending().await;
    };
    match open.next().await {
        Some(Ok(Update::Item { item, received })) => Some(Event::Item { item, received }),
        Some(Ok(Update::Connection(connection))) => Some(Event::Connection(connection)),
        // It is asked for again and again, and comes back if it can.
        Some(Err(error)) => Some(Event::Closed(error)),
        None => {
            *feed = None;
            Some(Event::Closed(FeedError::Unknown { code: tonic::Code::Cancelled }))
        }
    }
}

/// Makes a call in the background; its answer comes back as an event.
fn set_out(errand: Errand, answered: &mpsc::Sender<Event>) {
    let answered = answered.clone();
    tokio::spawn(async move {
        let answer = errand.await;
        // Nobody waits for it any more if the console has been left.
        let _ = answered.send(answer).await;
    });
}
