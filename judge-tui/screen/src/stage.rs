//! The stage of screens' tests: apps painted into a buffer, and buffers as text. Of tests and benches only.

use ishigaki_words::Lang;
use ishigaki_words::columns::width;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::Color;

use crate::{App, Palette};

pub mod contest;

/// The sizes at which whole screens are looked at.
pub const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// Returns whether a screen of this language and size is kept as text: English on the large one, Japanese on the small one.
pub fn is_kept(lang: Lang, size: (u16, u16)) -> bool {
    size == match lang {
        Lang::En => (120, 40),
        Lang::Ja => (80, 24),
    }
}

/// A scene painted in both languages and at both sizes: the screens that are kept as text, each with its name. All of them
/// are, of a scene that is `crossed`.
pub fn kept(name: &str, crossed: &[&str], paint: impl Fn(Lang, u16, u16) -> String) -> Vec<(String, String)> {
    let mut kept = Vec::new();
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        for (columns, lines) in SIZES {
            let screen = paint(lang, columns, lines);
            if is_kept(lang, (columns, lines)) || crossed.contains(&name) {
                kept.push((format!("{name}_{code}_{columns}x{lines}"), screen));
            }
        }
    }
    kept
}

/// The app as it is painted on a screen of its size.
pub fn picture(app: &impl App, palette: Palette) -> Buffer {
    let (columns, lines) = app.surface().size();
    let Ok(mut terminal) = Terminal::new(TestBackend::new(columns, lines));
    let Ok(_) = terminal.draw(|frame| app.draw(palette, frame));
    terminal.backend().buffer().clone()
}

/// A buffer as text, without the blanks at the ends of its lines.
///
/// # Panics
/// If a line is not exactly as wide as the buffer: a full-width character is torn.
#[track_caller]
pub fn text(buffer: &Buffer) -> String {
    let mut text = String::new();
    for row in buffer.area.rows() {
        let (mut line, mut column) = (String::new(), row.left());
        while column < row.right() {
            let symbol = buffer[(column, row.y)].symbol();
            line.push_str(symbol);
            column = column.saturating_add(u16::try_from(width(symbol).max(1)).unwrap_or(u16::MAX));
        }
        assert_eq!(width(&line), usize::from(row.width), "torn: {line:?}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Returns whether anything in a buffer has a colour.
pub fn is_coloured(buffer: &Buffer) -> bool {
    buffer.content().iter().any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset)
}
