//! Mouse targets, independent of terminal library and layout.

use crate::console::panel::Panel;

/// Thing below the mouse pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    Panel(Panel),
    Game(usize),
    Queued(usize),
    Question,
}
