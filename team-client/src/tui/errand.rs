//! What effects ask of the server: a question out, an event back. Knows the calls; shows nothing.

use ishigaki_client::Link;
use ishigaki_rules::{GameTime, Revision};

use super::event::{Answer, Building, Event, Request, Ticket};

/// Seals what is asked for, and says how that went.
pub async fn errand(link: Link, ticket: Ticket, request: Request) -> Event {
    let sealed = |revision, at, receipt: Option<ishigaki_proto::wire::SealReceipt>| Answer::Sealed {
        revision: Revision(revision),
        received_at: GameTime(at),
        receipt: receipt.map(Box::new),
    };
    let answered = match request {
        Request::Bids(request) => link.team().submit_bids(request).await.map(|answer| {
            let answer = answer.into_inner();
            sealed(answer.revision, answer.received_at_ms, answer.receipt)
        }),
        Request::Rebid(request) => link.team().submit_rebid(request).await.map(|answer| {
            let answer = answer.into_inner();
            sealed(answer.revision, answer.received_at_ms, answer.receipt)
        }),
    };
    let answer = answered.unwrap_or_else(|status| Answer::Failed(status.into()));
    Event::Answer { ticket, answer }
}

/// Changes the wall as is asked for, and says how that went.
pub async fn building_errand(link: Link, ticket: Ticket, request: Building) -> Event {
    let answered = match request {
        Building::Place(request) => link.team().place_stone(request).await.map(drop),
        Building::TakeOut(request) => link.team().take_out_stone(request).await.map(drop),
        Building::Wall(request) => link.team().submit_wall(request).await.map(drop),
    };
    let answer = match answered {
        Ok(()) => Answer::Built,
        Err(status) => Answer::Failed(status.into()),
    };
    Event::Answer { ticket, answer }
}
