//! The mouse: what was done with it, and what it was aimed at. Knows no terminal library and no layout.

use crate::console::panel::Panel;

/// Something done with the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointer {
    /// The left button was pressed.
    Click,
    /// The wheel was turned down, or up where negative, by so many lines.
    Wheel(isize),
}

/// What stands where the mouse points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A panel.
    Panel(Panel),
    /// A game in the list, by its place.
    Game(usize),
    /// An open question or a list, as a whole.
    Question,
}
