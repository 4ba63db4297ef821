//! The mouse, in names of our own. Knows no terminal library: the module `input` translates.

/// Something done with the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointer {
    /// The left button was pressed.
    Click,
    /// The wheel was turned down, or up where negative, by so many lines.
    Wheel(isize),
}
