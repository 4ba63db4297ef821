//! Test support: apps painted into a buffer, and buffers as text.

use ishigaki_words::Lang;
use ishigaki_words::columns::width;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::Color;

use crate::{App, Palette};

pub mod contest;
pub mod keys;

/// Screen sizes under test.
const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// Languages of screens stored as snapshots, each with its code and size.
const SNAPSHOT_SIZES: [(Lang, &str, (u16, u16)); 2] =
    [(Lang::En, "en", (120, 40)), (Lang::Ja, "ja", (80, 24))];

/// Paints a scene in both languages and sizes, and returns the bodies stored as snapshots with their names.
pub fn snapshots(name: &str, paint: impl Fn(Lang, u16, u16) -> String) -> [(String, String); 2] {
    SNAPSHOT_SIZES.map(|(lang, code, size)| {
        let mut painted_body = String::new();
        for (columns, lines) in SIZES {
            let screen = paint(lang, columns, lines);
            if (columns, lines) == size {
                painted_body = body(&screen);
            }
        }
        (format!("{name}_{code}_{}x{}", size.0, size.1), painted_body)
    })
}

/// Paints a dialog or banner as [`snapshots`] does, and returns only its Japanese body, which has the least
/// space.
pub fn small_snapshot(name: &str, paint: impl Fn(Lang, u16, u16) -> String) -> (String, String) {
    let [_, small] = snapshots(name, paint);
    small
}

/// Panics with the whole screen if it lacks this text.
#[track_caller]
pub fn assert_shows(screen: &str, text: &str) {
    assert!(screen.contains(text), "{text:?} is not on the screen:\n{screen}");
}

/// Panics with the whole screen if it contains this text.
#[track_caller]
pub fn assert_hides(screen: &str, text: &str) {
    assert!(!screen.contains(text), "{text:?} is on the screen:\n{screen}");
}

/// Returns a screen's text without key hints, so that a new key changes only the test of the hints.
pub fn body(screen: &str) -> String {
    split(screen).0
}

/// Returns the hints of scenes in both languages.
pub fn hints<S: Copy>(scenes: &[(&str, S)], paint: impl Fn(S, Lang, u16, u16) -> String) -> String {
    let mut text = String::new();
    for (lang, _, (columns, lines)) in SNAPSHOT_SIZES {
        for &(name, scene) in scenes {
            text = text + name + ":\n" + &split(&paint(scene, lang, columns, lines)).1;
        }
    }
    text
}

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

fn is_hint(line: &str) -> bool {
    let (key, meaning) = line.strip_prefix(' ').unwrap_or(line).split_once(' ').unwrap_or_default();
    let is_set_off = line.starts_with(' ') || key == "?";
    is_set_off && !key.is_empty() && !meaning.starts_with(' ')
}

fn is_frame(char: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&char)
}

/// Paints the app on a screen of its size.
pub fn picture(app: &impl App, palette: Palette) -> Buffer {
    let (columns, lines) = app.surface().size();
    let Ok(mut terminal) = Terminal::new(TestBackend::new(columns, lines));
    let Ok(_) = terminal.draw(|frame| app.draw(palette, frame));
    terminal.backend().buffer().clone()
}

/// Returns a buffer as text without trailing blanks.
///
/// # Panics
/// If a line is not exactly as wide as the buffer: a full-width character is cut.
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
