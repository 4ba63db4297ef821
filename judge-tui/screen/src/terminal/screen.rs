//! The terminal: taken over at the start, given back whatever happens.

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

/// The terminal while a program has it. Given back when dropped, and before the message of a panic.
#[derive(Debug)]
pub struct Screen {
    terminal: DefaultTerminal,
    palette: Palette,
    /// Whether the mouse was taken, too.
    mouse: bool,
    charset: Charset,
}

impl Screen {
    /// Takes the terminal over; fails where there is none.
    ///
    /// # Errors
    /// What the terminal says.
    pub fn open(palette: Palette) -> io::Result<Self> {
        let terminal = ratatui::try_init()?;
        // What is pasted comes as one text then, not as keys. A terminal that cannot do so is none the worse.
        let _ = execute!(io::stdout(), EnableBracketedPaste);
        // Where there is no second screen, something else may be on it: only what is painted is written.
        execute!(io::stdout(), Clear(ClearType::All))?;
        Ok(Self { terminal, palette, mouse: false, charset: Charset::here() })
    }

    /// Takes the mouse from the terminal, which then marks no text by itself.
    ///
    /// # Errors
    /// What the terminal says.
    pub fn take_mouse(&mut self) -> io::Result<()> {
        self.mouse = true;
        execute!(io::stdout(), EnableMouseCapture)
    }

    /// Its columns and lines.
    ///
    /// # Errors
    /// What the terminal says.
    pub fn size(&self) -> io::Result<(u16, u16)> {
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

    /// Rings the terminal's bell; how that sounds, or whether it is seen instead, its owner has chosen.
    pub(crate) fn ring(&mut self) -> io::Result<()> {
        let out = self.terminal.backend_mut();
        out.write_all(b"\x07")?;
        out.flush()
    }

    /// Paints the screen.
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
        // Nothing better can be done if the terminal is gone.
        if self.mouse {
            let _ = execute!(io::stdout(), DisableMouseCapture);
        }
        let _ = execute!(io::stdout(), DisableBracketedPaste);
        let _ = ratatui::try_restore();
    }
}
