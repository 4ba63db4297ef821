//! The terminal: taken over at the start, given back whatever happens; its keys in the console's own names.

use std::io;

use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, KeyCode, KeyEvent,
    KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use crossterm::execute;
use ishigaki_rules::Secret;
use ishigaki_widgets::Palette;
use ratatui::layout::{Position, Rect};
use ratatui::{DefaultTerminal, Frame};

use crate::draw::draw;
use crate::event::Event;
use crate::key::Key;
use crate::pointer::Pointer;
use crate::state::State;

/// The terminal while the console has it. Given back when dropped, and before the message of a panic.
pub(crate) struct Screen {
    terminal: DefaultTerminal,
    palette: Palette,
    /// Whether the mouse was taken, too.
    mouse: bool,
}

impl Screen {
    pub(crate) fn open(palette: Palette) -> io::Result<Self> {
        let terminal = ratatui::try_init()?;
        // What is pasted comes as one text then, not as keys. A terminal that cannot do so is none the worse.
        let _ = execute!(io::stdout(), EnableBracketedPaste);
        Ok(Self { terminal, palette, mouse: false })
    }

    /// Takes the mouse from the terminal, which then marks no text by itself.
    pub(crate) fn take_mouse(&mut self) -> io::Result<()> {
        self.mouse = true;
        execute!(io::stdout(), EnableMouseCapture)
    }

    /// Its columns and lines.
    pub(crate) fn size(&self) -> io::Result<(u16, u16)> {
        let size = self.terminal.size()?;
        Ok((size.width, size.height))
    }

    /// Its columns and lines, if they are others than these: not every change is told.
    pub(crate) fn resized_from(&self, known: (u16, u16)) -> io::Result<Option<(u16, u16)>> {
        Ok(Some(self.size()?).filter(|&size| size != known))
    }

    /// Takes everything from the terminal, so that the next picture is painted whole, whatever it has kept of the
    /// last one. `Terminal::clear` would ask the terminal for its cursor, and the answer would come among the keys.
    pub(crate) fn wipe(&mut self) -> io::Result<()> {
        let area = Rect::from((Position::ORIGIN, self.terminal.size()?));
        self.terminal.resize(area)
    }

    /// Paints another screen than the console's.
    pub(crate) fn paint(&mut self, draw: impl FnOnce(Palette, &mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(|frame| draw(self.palette, frame))?;
        Ok(())
    }

    pub(crate) fn show(&mut self, state: &State) -> io::Result<()> {
        self.terminal.draw(|frame| draw(state, self.palette, frame))?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Nothing better can be done if the terminal is gone.
        if self.mouse {
            let _ = execute!(io::stdout(), DisableMouseCapture);
        }
        let _ = execute!(io::stdout(), DisableBracketedPaste);
        let _ = ratatui::try_restore();
    }
}

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
    match event {
        crossterm::event::Event::Key(key) if key.kind != KeyEventKind::Release => {
            key_of(*key).map(Event::Key)
        }
        crossterm::event::Event::Paste(text) => Some(Event::Paste(Secret(text.clone()))),
        crossterm::event::Event::Resize(columns, lines) => {
            Some(Event::Resize { columns: *columns, lines: *lines })
        }
        _ => None,
    }
}

fn key_of(key: KeyEvent) -> Option<Key> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    // With Alt, terminals send what only looks like a letter.
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
