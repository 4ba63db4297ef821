//! Keys and what they mean, in as many lines as they need or as there are.

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

/// Rank of a key that has to stay in sight where there is no room for all, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// It is the first to go.
    Spare,
    /// As much as most.
    Usual,
    /// It stays as long as there is room for any of its kind.
    Firm,
    /// It goes after all others: what is to be done next, and how to get help.
    Vital,
}

/// A key of a foot.
#[derive(Clone, Debug)]
pub struct Hint {
    pub key: String,
    /// Meaning of the key.
    pub meaning: String,
    /// Need to keep it in sight.
    pub need: Need,
}

/// Keys in their order in at most so many lines. Those that are needed least go first, of equals the last one; `…` at the end
/// says that some are missing.
pub fn foot(mut keys: Vec<Hint>, columns: usize, most: usize, palette: Palette) -> Vec<Line<'static>> {
    let all = keys.len();
    loop {
        let said = keys.iter().map(|hint| (hint.key.clone(), hint.meaning.clone()));
        let mut lines = hints(said, columns, palette);
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
    fn what_is_needed_least_goes_first_and_what_is_gone_leaves_a_mark() {
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
        let told = |columns, lines| -> Vec<String> {
            foot(keys(), columns, lines, Palette::PLAIN).iter().map(ToString::to_string).collect()
        };
        assert_eq!(told(35, 1), [" a 有   b 有   c 有   d 有   ? 有  "]);
        assert_eq!(told(34, 1), [" a 有   b 有   d 有   ? 有  …"]);
        assert_eq!(told(28, 1), [" a 有   b 有   ? 有  …"], "the mark has to fit as well");
        assert_eq!(told(15, 1), [" b 有   ? 有  …"]);
        assert_eq!(told(14, 1), [" b 有  …"]);
        assert_eq!(told(14, 2), [" a 有   b 有  ", " ? 有  …"]);
    }

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
