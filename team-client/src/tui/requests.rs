//! Requests to the server, as events.

use ishigaki_client::team::{SealRequest, WallRequest};
use ishigaki_client::{Link, Ticket, messages};
use ishigaki_rules::MessageNo;

use super::event::{CallResult, Event};

/// Submits a list or re-bid, and returns its outcome.
pub async fn send_sealing(link: Link, ticket: Ticket, request: SealRequest) -> Event {
    Event::Answer { ticket, answer: CallResult::Sealed(request.send(&link).await) }
}

/// Submits a change of the wall, and returns its outcome.
pub async fn send_wall(link: Link, ticket: Ticket, request: WallRequest) -> Event {
    Event::Answer { ticket, answer: CallResult::Built(request.send(&link).await) }
}

/// Asks the judge, and returns the outcome.
pub async fn send_question(link: Link, ticket: Ticket, game: String, text: String) -> Event {
    Event::Answer { ticket, answer: CallResult::Asked(messages::ask(&link, &game, &text).await) }
}

/// Marks messages as read, and returns the outcome.
pub async fn send_mark(link: Link, ticket: Ticket, game: String, through: MessageNo) -> Event {
    Event::Answer { ticket, answer: CallResult::Marked(messages::mark_read(&link, &game, through).await) }
}
