//! The search of the solver that is under way for the draft of the wall, as the screen knows it.

use ishigaki_client::Ticket;

use ishigaki_strategy::workshop::Fill;

/// A search of the solver for the draft.
#[derive(Debug)]
pub(crate) struct DraftSearch {
    /// Comes back with what is found.
    pub(crate) ticket: Ticket,
    /// Target of the search.
    pub(crate) fill: Fill,
    /// Whether anything of what was found lies in the draft.
    pub(crate) is_laid: bool,
}
