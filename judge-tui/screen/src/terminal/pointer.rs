//! The mouse, independent of the terminal library; the module `input` converts.

/// An action of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointer {
    Click,
    /// Lines scrolled; negative is up.
    Wheel(isize),
}
