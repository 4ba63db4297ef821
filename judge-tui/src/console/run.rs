//! The only part that touches the terminal and the connection: events in from all sides, effects out.

use std::time::Duration;

use anyhow::Context as _;
use crossterm::event::EventStream;
use ishigaki_client::{Link, connect, examine};
use ishigaki_screen::terminal::{Screen, stop_signal};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};
use tokio_stream::StreamExt as _;

use crate::console::consoles::{Addressed, Consoles};
use crate::console::draw::{aim_all, draw_all};
use crate::console::errand::{Errand, errand};
use crate::console::event::{Effect, Event};
use crate::console::terminal::{pointer_of, translate};
use crate::feeds::{News, watch};
use crate::options::Console;

/// How often the clock is looked at, and how long news of the feeds may wait for the next picture: a long past
/// that streams in is not painted event by event.
const TICK: Duration = Duration::from_millis(50);
/// How many answers and news wait to be taken in: more acts than a judge can have on the way at once.
const ARRIVALS: usize = 256;

/// Runs the console until the judge leaves or the terminal is gone.
pub(crate) async fn run(console: Console) -> anyhow::Result<()> {
    let link = connect(&console.address, &console.token);
    let (sender, mut arrivals) = mpsc::channel(ARRIVALS);
    let mut screen =
        Screen::open(console.palette).context("this is no terminal that can show the console")?;
    if console.mouse {
        screen.take_mouse().context("the terminal does not give the mouse")?;
    }
    let (columns, lines) = screen.size()?;
    let server = console.address.to_string();
    let mut consoles = if console.game.is_empty() {
        Consoles::choosing(console.lang, server, columns, lines)
    } else {
        begin(&link, console.game.clone(), &sender);
        Consoles::judging(console.lang, server, console.game, columns, lines)
    };
    let mut keys = EventStream::new();
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut stop = std::pin::pin!(stop_signal());
    let mut shown = None;
    loop {
        let event: Option<Addressed<Event>> = tokio::select! {
            key = keys.next() => match key {
                Some(event) => {
                    let event = event?;
                    translate(&event).or_else(|| pointed(&consoles, &event)).map(Addressed::from)
                }
                None => return Ok(()),
            },
            event = arrivals.recv() => event,
            now = ticks.tick() => Some(match screen.resized_from(consoles.size())? {
                Some((columns, lines)) => Event::Resize { columns, lines }.into(),
                None => Event::Tick { now: now.into_std() }.into(),
            }),
            () = &mut stop => return Ok(()),
        };
        let Some(event) = event else {
            continue;
        };
        let can_wait = matches!(event.what, Event::Item { .. });
        for Addressed { game, what } in consoles.update(event) {
            match what {
                Effect::Quit => return Ok(()),
                Effect::Repaint => {
                    screen.wipe()?;
                    shown = None;
                }
                Effect::Examine => {
                    let address = console.address.clone();
                    let look = async move { Event::Examined(examine(&address).await) };
                    set_out(Box::pin(look), None, &sender);
                }
                Effect::Watch { game } => begin(&link, game, &sender),
                asks => {
                    if let Some(errand) = errand(&link, consoles.addressee(game.as_deref()), asks) {
                        set_out(errand, game, &sender);
                    }
                }
            }
        }
        if !can_wait && shown != Some(consoles.revision()) {
            screen.paint(|palette, frame| draw_all(&consoles, palette, frame))?;
            shown = Some(consoles.revision());
        }
    }
}

/// What the mouse meant by what stands where it pointed.
fn pointed(consoles: &Consoles, event: &crossterm::event::Event) -> Option<Event> {
    let (pointer, column, row) = pointer_of(event)?;
    aim_all(consoles, column, row).map(|aim| Event::Pointer { pointer, aim })
}

/// Watches a game as long as the console runs.
fn begin(link: &Link, game: String, sender: &mpsc::Sender<Addressed<Event>>) {
    tokio::spawn(watch(link.clone(), game, sender.clone(), told));
}

/// What a game's feed tells, as its console takes it.
fn told(game: String, news: News) -> Addressed<Event> {
    let event = match news {
        News::Item { item, received } => Event::Item { item, received },
        News::Connection(connection) => Event::Connection(connection),
        News::Closed(error) => Event::Closed(error),
    };
    Addressed::to(game, event)
}

/// Makes a call in the background; its answer comes back as an event to the console that wanted it.
fn set_out(errand: Errand, game: Option<String>, sender: &mpsc::Sender<Addressed<Event>>) {
    let sender = sender.clone();
    tokio::spawn(async move {
        let what = errand.await;
        // Nobody waits for it any more if the console has been left.
        let _ = sender.send(Addressed { game, what }).await;
    });
}
