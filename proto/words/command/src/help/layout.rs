//! Layout of Japanese help pages, which clap doesn't support: translations of clap's own words, and line
//! breaks between full-width characters.

use clap::builder::StyledStr;
use ishigaki_words::columns::width;
use ishigaki_words::wrap::wrap;

use super::translation::{Entry, Translation};

pub(super) const TEXT_START: char = '\u{e000}';
const BELOW: usize = 10;

/// Translates clap's own words on a page without line breaks, and breaks its lines.
pub(super) fn layout(page: &str, clap: &Translation, columns: usize) -> String {
    let lines: Vec<String> = page.lines().map(|line| in_japanese(line, clap)).collect();
    // clap's rule for short pages: texts are below the names if the names take too much of the line.
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
        // Continuation lines are aligned with the first one.
        "Usage:" if line.starts_with("       \u{1b}") => format!(" {line}"),
        _ if plain.trim_start() == english => line.replacen(english, translated, 1),
        _ if english.starts_with('[') => line.replace(english, translated),
        _ => line,
    };
    clap.0.iter().fold(line.to_owned(), translated)
}

fn broken(line: &str, is_crowded: bool, columns: usize) -> String {
    let (name, text) = line
        .split_once(TEXT_START)
        .unwrap_or_else(|| line.split_at(line.len() - line.trim_start_matches(' ').len()));
    // clap doesn't break usage lines, which are the only ones with a style in their text.
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
