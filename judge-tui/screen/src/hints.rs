//! Key hints in as many lines as they need, or as there are.

use ishigaki_words::columns::width;
use ratatui::text::{Line, Span};

use crate::Palette;

/// Returns each key with its meaning, wrapped at `columns`.
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

/// Priority of a hint where space is short, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    Spare,
    Usual,
    Firm,
    Vital,
}

/// A key hint of the footer.
#[derive(Clone, Debug)]
pub struct Hint {
    pub key: String,
    pub meaning: String,
    pub need: Need,
}

/// Returns keys in their order in at most `most` lines. Those with the lowest need are left out first, the
/// last one of equals; a final `…` marks missing ones.
pub fn foot(mut keys: Vec<Hint>, columns: usize, most: usize, palette: Palette) -> Vec<Line<'static>> {
    let all = keys.len();
    loop {
        let texts = keys.iter().map(|hint| (hint.key.clone(), hint.meaning.clone()));
        let mut lines = hints(texts, columns, palette);
        if keys.len() < all {
            if lines.last().is_some_and(|line| line.width() >= columns) {
                lines.push(Line::default());
            }
            if let Some(last) = lines.last_mut() {
                last.push_span(Span::styled("…", palette.warning()));
            }
        }
        let least = keys.iter().map(|hint| hint.need).min();
        match keys.iter().rposition(|hint| Some(hint.need) == least) {
            Some(last) if lines.len() > most && keys.len() > 1 => drop(keys.remove(last)),
            _ => {
                lines.truncate(most);
                return lines;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_needed_keys_are_dropped_first_and_leave_a_mark() {
        let keys = || {
            [
                ("a", Need::Usual),
                ("b", Need::Vital),
                ("c", Need::Spare),
                ("d", Need::Usual),
                ("?", Need::Firm),
            ]
            .map(|(key, need)| Hint { key: key.into(), meaning: "有".into(), need })
            .to_vec()
        };
        let foot_texts = |columns, lines| -> Vec<String> {
            foot(keys(), columns, lines, Palette::PLAIN).iter().map(ToString::to_string).collect()
        };
        assert_eq!(foot_texts(35, 1), [" a 有   b 有   c 有   d 有   ? 有  "]);
        assert_eq!(foot_texts(34, 1), [" a 有   b 有   d 有   ? 有  …"]);
        assert_eq!(foot_texts(28, 1), [" a 有   b 有   ? 有  …"], "the mark has to fit as well");
        assert_eq!(foot_texts(15, 1), [" b 有   ? 有  …"]);
        assert_eq!(foot_texts(14, 1), [" b 有  …"]);
        assert_eq!(foot_texts(14, 2), [" a 有   b 有  ", " ? 有  …"]);
    }

    #[test]
    fn key_that_does_not_fit_begins_a_line() {
        let keys = || [("a", "確認"), ("b", "見る"), ("c", "x")].map(|(key, says)| (key.into(), says.into()));
        let foot_texts = |columns| -> Vec<String> {
            hints(keys(), columns, Palette::PLAIN).iter().map(ToString::to_string).collect()
        };
        assert_eq!(foot_texts(18), [" a 確認   b 見る  ", " c x  "]);
        assert_eq!(foot_texts(17), [" a 確認  ", " b 見る   c x  "]);
        assert_eq!(foot_texts(1).len(), 3, "a line has one at least");
    }
}
