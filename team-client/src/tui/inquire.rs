//! Runs the adviser in its own thread.

use ishigaki_client::Ticket;

use super::advice::AdviserQuestion;
use super::event::Event;
use super::turns::TeamTurns;
use ishigaki_strategy::adviser::SearchEffort;

/// Asks the adviser; `tell` gets the answer once. Must be called within a tokio runtime.
pub fn inquire(ticket: Ticket, question: AdviserQuestion, tell: impl FnOnce(Event) + Send + 'static) {
    tokio::task::spawn_blocking(move || tell(answer(ticket, &question)));
}

/// Like [`inquire()`], once the team has a turn. It takes less than a second, so the wait is not told.
pub(super) fn inquire_in_turn(
    turns: TeamTurns,
    ticket: Ticket,
    question: AdviserQuestion,
    tell: impl FnOnce(Event) + Send + 'static,
) {
    tokio::spawn(async move {
        let turn = turns.next(|_| {}).await;
        tokio::task::spawn_blocking(move || {
            tell(answer(ticket, &question));
            drop(turn);
        });
    });
}

fn answer(ticket: Ticket, question: &AdviserQuestion) -> Event {
    Event::Advised { ticket, answer: question.answer(SearchEffort::FULL) }
}
