//! Text in lines of a terminal. English breaks at spaces, Japanese anywhere except before closing
//! punctuation.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::columns::{truncate, width};

const NOT_FIRST: &str = "、。，．）」』】！？：；…ー・,.)]!?:;";
const NOT_LAST: &str = "（「『【([";

/// Wraps a text at this width, keeping its line breaks; at least one line.
///
/// Only a character wider than `columns` exceeds it.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    wrap_around(text, &[], columns)
}

/// Wraps like [`wrap`], but not inside the full-width characters of these names, if they fit into a line.
pub fn wrap_around(text: &str, names: &[String], columns: usize) -> Vec<String> {
    text.split('\n').flat_map(|paragraph| wrap_paragraph(paragraph, names, columns)).collect()
}

/// Wraps like [`wrap`] with a maximum number of lines; the last one shows that text is missing.
pub fn wrap_within(text: &str, columns: usize, lines: usize) -> Vec<String> {
    let mut wrapped = wrap(text, columns);
    if wrapped.len() > lines {
        wrapped.truncate(lines);
        if let Some(last) = wrapped.last_mut() {
            *last = truncate(&format!("{last} …"), columns).into_owned();
        }
    }
    wrapped
}

fn wrap_paragraph(text: &str, names: &[String], columns: usize) -> Vec<String> {
    let mut inside = vec![false; text.len()];
    for name in names.iter().filter(|name| !name.is_empty() && width(name) <= columns) {
        for (at, name) in text.match_indices(name.as_str()) {
            inside[at + 1..at + name.len()].fill(true);
        }
    }
    let mut lines = Vec::new();
    let mut rest = text;
    while is_wider(rest, columns) {
        let start = text.len() - rest.len();
        let at = break_at(rest, columns, |at| inside.get(start + at).is_some_and(|inside| *inside));
        let (line, next) = rest.split_at(at);
        lines.push(line.trim_end_matches(' ').to_owned());
        rest = next.trim_start_matches(' ');
    }
    if !rest.is_empty() || lines.is_empty() {
        lines.push(rest.to_owned());
    }
    lines
}

fn is_wider(text: &str, columns: usize) -> bool {
    let mut used = 0;
    text.graphemes(true).any(|sign| {
        used += width(sign);
        used > columns
    })
}

/// Returns the end of the first line of a text that is too wide, in bytes; never 0. It isn't between
/// full-width characters inside a name.
fn break_at(text: &str, columns: usize, is_inside: impl Fn(usize) -> bool) -> usize {
    let (mut used, mut best, mut hard) = (0, None, None);
    let mut before: Option<char> = None;
    for (at, char) in text.char_indices() {
        let wide = width(char.encode_utf8(&mut [0; 4]));
        if let Some(before) = before.filter(|_| wide > 0) {
            let spaced = before == ' ' || char == ' ';
            let full = width(before.encode_utf8(&mut [0; 4])) == 2 || wide == 2;
            let kept = NOT_FIRST.contains(char) || NOT_LAST.contains(before);
            if spaced || (full && !kept && !is_inside(at)) {
                best = Some(at);
            }
            hard = Some(at);
        }
        used += wide;
        if used > columns && char != ' ' && hard.is_some() {
            break;
        }
        before = Some(char);
    }
    best.or(hard).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_breaks_at_spaces_and_long_words_where_they_must() {
        assert_eq!(wrap("outbid by Team B at 14 (A5)", 12), ["outbid by", "Team B at 14", "(A5)"]);
        assert_eq!(wrap("abcdefgh ij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("", 4), [""]);
    }

    #[test]
    fn japanese_breaks_anywhere_but_before_a_closing_sign() {
        assert_eq!(wrap("入札を締め切り、開札しました。", 14), ["入札を締め切", "り、開札しまし", "た。"]);
        assert_eq!(wrap("石垣", 1), ["石", "垣"]);
    }

    #[test]
    fn full_width_name_is_kept_on_one_line_if_it_fits() {
        let names = ["津山高専".to_owned(), "Team Two".to_owned()];
        let around = |text, columns| wrap_around(text, &names, columns);
        assert_eq!(around("TIE at 20: 津山高専, Team Two", 18), ["TIE at 20:", "津山高専, Team Two"]);
        assert_eq!(around("津山高専と津山高専", 12), ["津山高専と", "津山高専"]);
        assert_eq!(around("津山高専", 6), ["津山高", "専"]);
    }

    #[test]
    fn long_text_is_wrapped_in_linear_time() {
        // With a full scan per line, each of these would take minutes.
        let names = ["あ".to_owned(), "xx".to_owned()];
        for text in ["x".repeat(200_000), "石 ".repeat(50_000), "あ".repeat(50_000)] {
            let lines = wrap_around(&text, &names, 40);
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        }
    }

    #[test]
    fn cut_text_ends_with_ellipsis() {
        assert_eq!(wrap_within("ab cd ef", 5, 1), ["ab c…"]);
        assert_eq!(wrap_within("ab cd", 5, 1), ["ab cd"]);
        assert_eq!(wrap_within("石垣工務店", 6, 1), ["石垣…"]);
    }

    #[test]
    fn own_line_breaks_stay() {
        assert_eq!(wrap("a\n\nb c", 3), ["a", "", "b c"]);
    }
}
