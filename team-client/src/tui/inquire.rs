//! Runs the adviser in its own thread.

use ishigaki_client::Ticket;

use super::advice::AdviserQuestion;
use super::event::Event;
use ishigaki_strategy::adviser::SearchEffort;

/// Asks the adviser; `tell` gets the answer once. Must be called within a tokio runtime.
pub fn inquire(ticket: Ticket, question: AdviserQuestion, tell: impl FnOnce(Event) + Send + 'static) {
    tokio::task::spawn_blocking(move || {
        tell(Event::Advised { ticket, answer: question.answer(SearchEffort::FULL) });
    });
}
