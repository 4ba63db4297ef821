//! Input from terminal and clock.

use std::time::Instant;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use ishigaki_rules::Secret;

use super::{Key, Pointer};

/// Input that every screen receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Key(Key),
    /// May be a list to submit.
    Paste(Secret<String>),
    Resize {
        columns: u16,
        lines: u16,
    },
    Mouse {
        pointer: Pointer,
        column: u16,
        line: u16,
    },
    Tick {
        now: Instant,
    },
}

impl Input {
    /// Converts an event of the terminal library, if it is supported.
    pub fn of(event: &Event) -> Option<Self> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => key_of(*key).map(Self::Key),
            Event::Paste(text) => Some(Self::Paste(Secret(text.clone()))),
            Event::Resize(columns, lines) => Some(Self::Resize { columns: *columns, lines: *lines }),
            Event::Mouse(mouse) => {
                let pointer = match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => Pointer::Click,
                    MouseEventKind::ScrollDown => Pointer::Wheel(1),
                    MouseEventKind::ScrollUp => Pointer::Wheel(-1),
                    _ => return None,
                };
                Some(Self::Mouse { pointer, column: mouse.column, line: mouse.row })
            }
            _ => None,
        }
    }
}

fn key_of(key: KeyEvent) -> Option<Key> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    // With Alt, terminals send sequences that only look like letters.
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    Some(match key.code {
        KeyCode::Char(char) if control => Key::Ctrl(char.to_ascii_lowercase()),
        KeyCode::Char(char) => Key::Char(char),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Esc,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_keep_their_case_and_control_has_none() {
        assert_eq!(key_of(KeyEvent::new(KeyCode::Char('V'), KeyModifiers::SHIFT)), Some(Key::Char('V')));
        assert_eq!(key_of(KeyEvent::new(KeyCode::Char('C'), KeyModifiers::CONTROL)), Some(Key::Ctrl('c')));
        assert_eq!(key_of(KeyEvent::new(KeyCode::Char('V'), KeyModifiers::ALT)), None);
    }
}
