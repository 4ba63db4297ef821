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
const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// The languages of screens that are kept as text, each with its code and size.
const KEPT: [(Lang, &str, (u16, u16)); 2] = [(Lang::En, "en", (120, 40)), (Lang::Ja, "ja", (80, 24))];

/// Paints a scene in both languages and at both sizes. Returns the bodies of those that are kept as text, each with its name.
pub fn kept(name: &str, paint: impl Fn(Lang, u16, u16) -> String) -> Vec<(String, String)> {
    let mut kept = Vec::new();
    for (lang, code, size) in KEPT {
        for (columns, lines) in SIZES {
            let screen = paint(lang, columns, lines);
            if (columns, lines) == size {
                kept.push((format!("{name}_{code}_{columns}x{lines}"), body(&screen)));
            }
        }
    }
    kept
}

/// Returns a screen's text without its hints of keys, so that a new key changes only the test of the hints.
pub fn body(screen: &str) -> String {
    split(screen).0
}

/// The hints of scenes in both languages, below the name of each scene.
pub fn hints<S: Copy>(scenes: &[(&str, S)], paint: impl Fn(S, Lang, u16, u16) -> String) -> String {
    let mut text = String::new();
    for (lang, _, (columns, lines)) in KEPT {
        for &(name, scene) in scenes {
            text = text + name + ":\n" + &split(&paint(scene, lang, columns, lines)).1;
        }
    }
    text
}

/// The body of a screen, and its hints: the foot, and what is at the left of a panel's lower frame.
fn split(screen: &str) -> (String, String) {
    let (mut body, mut hints) = (String::new(), String::new());
    let foot = screen.lines().count().saturating_sub(2);
    for (at, line) in screen.lines().enumerate() {
        if at >= foot && is_hint(line) {
            hints = hints + line + "\n";
        } else {
            let mut parts = line.split('└');
            body.push_str(parts.next().unwrap_or_default());
            for part in parts {
                let (hint, rest) = part.split_at(part.find(is_frame).unwrap_or(part.len()));
                body = body + "└" + &"─".repeat(width(hint)) + rest;
                if !hint.is_empty() {
                    hints = hints + hint.trim_end() + "\n";
                }
            }
        }
        body.push('\n');
    }
    (body, hints)
}

/// Returns whether a line begins with a key, and its meaning after one blank.
fn is_hint(line: &str) -> bool {
    let (key, meaning) = line.strip_prefix(' ').unwrap_or(line).split_once(' ').unwrap_or_default();
    let is_set_off = line.starts_with(' ') || key == "?";
    is_set_off && !key.is_empty() && !meaning.starts_with(' ')
}

fn is_frame(char: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&char)
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
