//! The terminal that a screen of this program takes.

use ishigaki_screen::Palette;
use ishigaki_screen::terminal::Screen;
use ishigaki_words::{Lang, Words};

/// Takes the terminal.
///
/// # Errors
/// A sentence in the reader's language if there is none, or none that can show a screen. What the system says of it helps nobody.
pub(crate) fn open(palette: Palette, lang: Lang) -> anyhow::Result<Screen> {
    Screen::open(palette).map_err(|_| anyhow::anyhow!(Words::new(lang).label("screen-no-terminal")))
}
