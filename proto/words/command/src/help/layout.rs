//! What clap cannot do on a page of help in Japanese: its own words in another language, and lines that break between
//! full-width signs.

use clap::builder::StyledStr;
use ishigaki_words::columns::width;
use ishigaki_words::wrap::wrap;

use super::translation::{Entry, Translation};

/// Stands before every text of a row, where the following lines of the text begin.
pub(super) const TEXT_START: char = '\u{e000}';
/// The indent of a text below its row's name, as clap has it.
const BELOW: usize = 10;

/// Translates clap's own words on a page without line breaks, and breaks its lines.
pub(super) fn laid_out(page: &str, clap: &Translation, columns: usize) -> String {
    let lines: Vec<String> = page.lines().map(|line| in_japanese(line, clap)).collect();
    // clap's rule for the texts of a short page: below the names if these take too much of the line.
    let is_crowded = lines.iter().any(|line| {
        line.split_once(TEXT_START).is_some_and(|(name, text)| {
            let indent = visible_width(name);
            is_name(name) && indent * 5 > columns * 2 && indent + width(text) > columns
        })
    });
    lines.iter().map(|line| broken(line, is_crowded, columns) + "\n").collect()
}

fn in_japanese(line: &str, clap: &Translation) -> String {
    let plain = plain(line);
    let translated = |line: String, Entry { english, translated, .. }: &Entry| match english.as_str() {
        // The Japanese colon needs no space.
        "Usage:" if plain.starts_with(english) => line.replacen(english, translated, 1).replacen(' ', "", 1),
        // Its further lines begin below the first one.
        "Usage:" if line.starts_with("       \u{1b}") => format!(" {line}"),
        _ if plain.trim_start() == english => line.replacen(english, translated, 1),
        _ if english.starts_with('[') => line.replace(english, translated),
        _ => line,
    };
    clap.0.iter().fold(line.to_owned(), translated)
}

/// A line in several, which stand under each other.
fn broken(line: &str, is_crowded: bool, columns: usize) -> String {
    let (name, text) = line
        .split_once(TEXT_START)
        .unwrap_or_else(|| line.split_at(line.len() - line.trim_start_matches(' ').len()));
    // clap breaks no line of the usage, the only one with a style in its text.
    if text.contains('\u{1b}') {
        return line.to_owned();
    }
    let (name, indent) = if is_crowded && is_name(name) {
        (format!("{}\n{:BELOW$}", name.trim_end(), ""), BELOW)
    } else {
        (name.to_owned(), visible_width(name))
    };
    let lines = wrap(text, columns.saturating_sub(indent).max(1));
    (name + &lines.join(&format!("\n{:indent$}", ""))).trim_end().to_owned()
}

/// Whether the start of a row names a command or an argument, not one of an argument's values.
fn is_name(start: &str) -> bool {
    let plain = plain(start);
    !plain.trim().is_empty() && !plain.trim_start().starts_with("- ")
}

fn visible_width(styled: &str) -> usize {
    width(&plain(styled))
}

fn plain(styled: &str) -> String {
    StyledStr::from(styled.to_owned()).to_string()
}
