//! What the terminal says, as events of the console.

use crossterm::event::{MouseButton, MouseEventKind};
use ishigaki_screen::terminal::Input;

use crate::console::event::Event;
use crate::console::pointer::Pointer;

/// What was done with the mouse, and where: column and row.
pub(crate) fn pointer_of(event: &crossterm::event::Event) -> Option<(Pointer, u16, u16)> {
    let crossterm::event::Event::Mouse(mouse) = event else {
        return None;
    };
    let pointer = match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Pointer::Click,
        MouseEventKind::ScrollDown => Pointer::Wheel(1),
        MouseEventKind::ScrollUp => Pointer::Wheel(-1),
        _ => return None,
    };
    Some((pointer, mouse.column, mouse.row))
}

/// What the terminal says, as far as it means anything to the console.
pub(crate) fn translate(event: &crossterm::event::Event) -> Option<Event> {
    Input::of(event).map(|input| match input {
        Input::Key(key) => Event::Key(key),
        Input::Paste(text) => Event::Paste(text),
        Input::Resize { columns, lines } => Event::Resize { columns, lines },
    })
}
