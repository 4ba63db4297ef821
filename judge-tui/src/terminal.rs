//! The terminal of this program's screens.

use ishigaki_screen::Palette;
use ishigaki_screen::terminal::Screen;
use ishigaki_words::{Lang, Words};

/// The system's error would not help, so the error is a sentence.
pub(crate) fn open(palette: Palette, lang: Lang) -> anyhow::Result<Screen> {
    Screen::open(palette).map_err(|_| anyhow::anyhow!(Words::new(lang).label("screen-no-terminal")))
}
