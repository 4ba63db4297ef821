//! Requests to the server, as events.

use std::pin::Pin;

use ishigaki_client::Link;
use ishigaki_client::listing;
use ishigaki_rules::Secret;

use crate::console::event::{Effect, Event};
use crate::console::state::State;
use crate::judge;

/// A pending answer.
pub type PendingEvent = Pin<Box<dyn Future<Output = Event> + Send>>;

/// Requests what an effect wants; `None` if it needs no request with a single answer.
pub fn send_request(link: &Link, state: &State, effect: Effect) -> Option<PendingEvent> {
    let link = link.clone();
    Some(match effect {
        Effect::Call { ticket, act } => {
            // Without a game the judge can't begin anything.
            let (game, setup) = (state.game_id().to_owned(), state.game()?.setup().clone());
            Box::pin(
                async move { Event::Answer { ticket, answer: judge::call(&link, game, &setup, act).await } },
            )
        }
        Effect::Enter { ticket, request: Secret(request) } => {
            Box::pin(async move { Event::Answer { ticket, answer: judge::enter(&link, request).await } })
        }
        Effect::ListGames => Box::pin(async move { Event::Games(listing::all(&link).await) }),
        Effect::StartGame { game, teams, seats } => Box::pin(async move {
            let outcome = listing::start(&link, game.clone(), teams, seats).await;
            Event::Started { game, outcome: outcome.map(Box::new) }
        }),
        Effect::ListPresence { game } => Box::pin(async move {
            let presence = listing::presence(&link, game.clone()).await;
            Event::Presence { game, presence }
        }),
        Effect::Reveal { game, places } => {
            Box::pin(async move { Event::Revealed(listing::reveal(&link, game, places).await) })
        }
        Effect::Uncover { game, opening, steps } => {
            Box::pin(async move { Event::Uncovered(listing::uncover(&link, game, opening, steps).await) })
        }
        Effect::Examine
        | Effect::SendToOtherGames { .. }
        | Effect::Watch { .. }
        | Effect::Repaint
        | Effect::Quit => {
            return None;
        }
    })
}
