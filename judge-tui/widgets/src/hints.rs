//! Keys and what they mean, in as many lines as they need.

use ishigaki_words::columns::width;
use ratatui::text::{Line, Span};

use crate::Palette;

/// Each key with its meaning, side by side, and on the next line where `columns` are full.
pub fn hints(
    keys: impl IntoIterator<Item = (String, String)>,
    columns: usize,
    palette: Palette,
) -> Vec<Line<'static>> {
    let (mut lines, mut used) = (vec![Line::default()], 0);
    for (key, meaning) in keys {
        let (key, meaning) = (format!(" {key} "), format!("{meaning}  "));
        let wide = width(&key) + width(&meaning);
        if used > 0 && used + wide > columns {
            lines.push(Line::default());
            used = 0;
        }
        if let Some(line) = lines.last_mut() {
            line.push_span(Span::styled(key, palette.heading()));
            line.push_span(Span::raw(meaning));
        }
        used += wide;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_does_not_fit_begins_a_line_and_full_width_counts_twice() {
        let keys = || [("a", "確認"), ("b", "見る"), ("c", "x")].map(|(key, says)| (key.into(), says.into()));
        let told = |columns| -> Vec<String> {
            hints(keys(), columns, Palette::PLAIN).iter().map(ToString::to_string).collect()
        };
        assert_eq!(told(18), [" a 確認   b 見る  ", " c x  "]);
        assert_eq!(told(17), [" a 確認  ", " b 見る   c x  "]);
        assert_eq!(told(1).len(), 3, "a line has one at least");
    }
}
