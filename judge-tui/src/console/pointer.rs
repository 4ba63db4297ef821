//! The target of the mouse. Knows no terminal library and no layout.

use crate::console::panel::Panel;

/// Thing that stands where the mouse points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    Panel(Panel),
    /// A game in the list, by its place.
    Game(usize),
    /// Entry of the queue of questions, by its place.
    Queued(usize),
    /// An open question or a list, as a whole.
    Question,
}
