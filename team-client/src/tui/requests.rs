//! The requests that effects make of the server: a question out, an event back. Knows the calls; shows nothing.

use ishigaki_client::team::{SealRequest, WallRequest};
use ishigaki_client::{Link, Ticket};

use super::event::{Answer, Event};

/// Seals what is asked for, and says how that went.
pub async fn send_sealing(link: Link, ticket: Ticket, request: SealRequest) -> Event {
    Event::Answer { ticket, answer: Answer::Sealed(request.send(&link).await) }
}

/// Changes the wall as is asked for, and says how that went.
pub async fn send_wall(link: Link, ticket: Ticket, request: WallRequest) -> Event {
    Event::Answer { ticket, answer: Answer::Built(request.send(&link).await) }
}
