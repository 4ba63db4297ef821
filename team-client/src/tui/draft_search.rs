//! The solver's search for the draft of the wall.

use ishigaki_client::Ticket;

use ishigaki_strategy::workshop::Fill;

use super::event::SearchProgress;

#[derive(Debug)]
pub(crate) struct DraftSearch {
    pub(crate) ticket: Ticket,
    pub(crate) fill: Fill,
    pub(crate) is_laid: bool,
    /// `None` if it began at once.
    pub(crate) progress: Option<SearchProgress>,
}
