//! The terminal: set up at the start, always restored.

use std::io::{self, Write as _};

use crate::Palette;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::execute;
use crossterm::terminal::{Clear, ClearType};
use ratatui::layout::{Position, Rect};
use ratatui::{DefaultTerminal, Frame};

use super::charset::Charset;

/// The terminal while a program uses it. Restored when dropped, and before the message of a panic.
#[derive(Debug)]
pub struct Screen {
    terminal: DefaultTerminal,
    palette: Palette,
    mouse: bool,
    charset: Charset,
}

impl Screen {
    /// Sets up the terminal.
    ///
    /// # Errors
    /// If there is no terminal.
    pub fn open(palette: Palette) -> io::Result<Self> {
        let terminal = ratatui::try_init()?;
        // Pasted text then arrives as one text, not as keys. Terminals without support ignore it.
        let _ = execute!(io::stdout(), EnableBracketedPaste);
        // Without an alternate screen there may be other output on it, and only changed cells are painted.
        execute!(io::stdout(), Clear(ClearType::All))?;
        Ok(Self { terminal, palette, mouse: false, charset: Charset::here() })
    }

    /// Enables the mouse; the terminal then no longer selects text by itself.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn take_mouse(&mut self) -> io::Result<()> {
        self.mouse = true;
        execute!(io::stdout(), EnableMouseCapture)
    }

    /// Returns its columns and lines.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn size(&self) -> io::Result<(u16, u16)> {
        let size = self.terminal.size()?;
        Ok((size.width, size.height))
    }

    /// Not every resize is reported as an event.
    pub(crate) fn resized_from(&self, known: (u16, u16)) -> io::Result<Option<(u16, u16)>> {
        Ok(Some(self.size()?).filter(|&size| size != known))
    }

    /// `Terminal::clear` would ask the terminal for its cursor, and the answer would arrive among the keys.
    pub(crate) fn wipe(&mut self) -> io::Result<()> {
        let area = Rect::from((Position::ORIGIN, self.terminal.size()?));
        self.terminal.resize(area)
    }

    pub(crate) fn ring(&mut self) -> io::Result<()> {
        let out = self.terminal.backend_mut();
        out.write_all(b"\x07")?;
        out.flush()
    }

    pub(crate) fn paint(&mut self, draw: impl FnOnce(Palette, &mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(|frame| {
            draw(self.palette, frame);
            self.charset.apply(frame.buffer_mut());
        })?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Errors are ignored because the terminal is gone.
        if self.mouse {
            let _ = execute!(io::stdout(), DisableMouseCapture);
        }
        let _ = execute!(io::stdout(), DisableBracketedPaste);
        let _ = ratatui::try_restore();
    }
}
