//! Text in terminal columns: width, padding, truncation, sanitising.
//!
//! A full-width character takes two columns, a combining one none; graphemes are never split.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Replacement for an unsafe character without a control picture.
const REPLACEMENT: char = '\u{fffd}';
const DOTTED_CIRCLE: char = '\u{25cc}';
/// Maximum number of combining marks per character; real scripts need fewer.
const MOST_MARKS: usize = 4;

/// Returns the width of a text in columns.
pub fn width(text: &str) -> usize {
    text.graphemes(true).map(UnicodeWidthStr::width).sum()
}

/// Pads with spaces at the end, or truncates. The result is exactly `columns` wide.
pub fn pad_end(text: &str, columns: usize) -> String {
    let text = truncate(text, columns);
    let space = columns - width(&text);
    format!("{text}{:space$}", "")
}

/// Pads with spaces at the start, or truncates. The result is exactly `columns` wide.
pub fn pad_start(text: &str, columns: usize) -> String {
    let text = truncate(text, columns);
    let space = columns - width(&text);
    format!("{:space$}{text}", "")
}

/// Pads with spaces on both sides, an odd one at the end, or truncates. The result is exactly `columns` wide.
pub fn center(text: &str, columns: usize) -> String {
    let text = truncate(text, columns);
    let space = columns - width(&text);
    let (start, end) = (space / 2, space - space / 2);
    format!("{:start$}{text}{:end$}", "", "")
}

/// Returns the text if it fits into these columns, otherwise its beginning and an ellipsis. It may be one
/// column narrower if a full-width character would be split.
pub fn truncate(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return Cow::Borrowed(text);
    }
    let Some(room) = columns.checked_sub(1) else {
        return Cow::Borrowed("");
    };
    let kept = text.get(..fitting(text.graphemes(true), room)).unwrap_or_default();
    Cow::Owned(format!("{kept}…"))
}

/// Truncates at the start instead, which distinguishes names with the same beginning.
pub fn truncate_start(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return Cow::Borrowed(text);
    }
    let Some(room) = columns.checked_sub(1) else {
        return Cow::Borrowed("");
    };
    let kept = text.get(text.len() - fitting(text.graphemes(true).rev(), room)..).unwrap_or_default();
    Cow::Owned(format!("…{kept}"))
}

fn fitting<'a>(graphemes: impl Iterator<Item = &'a str>, room: usize) -> usize {
    let mut used = 0;
    let fits = |grapheme: &&str| {
        used += grapheme.width();
        used <= room
    };
    graphemes.take_while(fits).map(str::len).sum()
}

/// Makes untrusted text safe for one line of a terminal.
///
/// Control characters become pictures (`␛`, `␊`), and bidirectional controls and invisible characters become
/// `�`, one for each run, so that nothing can move the cursor, set colours, reorder a line or make different
/// names look alike. Combining marks beyond four per character are dropped, and a mark without a base gets a
/// `◌`. Emoji joiners stay.
pub fn clean(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return Cow::Borrowed(text);
    }
    let mut cleaned = String::with_capacity(text.len());
    let (mut before, mut marks) = (None, 0);
    let mut rest = text.chars().peekable();
    while let Some(char) = rest.next() {
        let shown = match char {
            '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + u32::from(char)).unwrap_or(REPLACEMENT),
            '\u{7f}' => '\u{2421}',
            '\u{200c}' | '\u{200d}' if joins(before, rest.peek().copied()) => char,
            _ if char.is_control() || is_unseen(char) => REPLACEMENT,
            _ => char,
        };
        if shown == REPLACEMENT && before == Some(REPLACEMENT) {
            continue;
        }
        let is_mark = shown.width() == Some(0) && !matches!(shown, '\u{200c}' | '\u{200d}');
        marks = if is_mark { marks + 1 } else { 0 };
        if marks > MOST_MARKS {
            continue;
        }
        if is_mark && before.is_none_or(|before| before == ' ') {
            cleaned.push(DOTTED_CIRCLE);
        }
        cleaned.push(shown);
        before = Some(shown);
    }
    Cow::Owned(cleaned)
}

/// Returns whether a joiner between these characters has an effect: between emoji, or in a script that joins
/// letters.
fn joins(before: Option<char>, after: Option<char>) -> bool {
    let can_join =
        |char: char| !char.is_ascii() && char != REPLACEMENT && !char.is_control() && !is_unseen(char);
    before.is_some_and(can_join) && after.is_some_and(can_join)
}

/// Returns whether a character is invisible but changes how others are displayed or compared.
fn is_unseen(char: char) -> bool {
    matches!(char,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn full_width_text_takes_two_columns_a_character() {
        let texts = ["石垣", "L-2", "\u{ff76}\u{ff9e}", "👍", "👩‍👩‍👧", "e\u{301}", "か\u{3099}"];
        assert_eq!(texts.map(width), [4, 3, 2, 2, 2, 1, 2]);
    }

    #[test]
    fn padding_fills_columns_and_not_characters() {
        assert_eq!(pad_end("石", 5), "石   ");
        assert_eq!(pad_start("石", 5), "   石");
        assert_eq!(center("石", 5), " 石  ");
        assert_eq!(pad_end("石垣工務店", 5), "石垣…");
        assert_eq!(pad_end("石垣工務店", 6), "石垣… ");
    }

    #[test]
    fn shortening_cuts_no_character_in_two() {
        assert_eq!(truncate("津山高専", 8), "津山高専");
        assert_eq!(truncate("津山高専", 7), "津山高…");
        assert_eq!(truncate("津山高専", 6), "津山…");
        assert_eq!(truncate("e\u{301}e\u{301}e\u{301}", 2), "e\u{301}…");
        assert_eq!(truncate("👩‍👩‍👧👩‍👩‍👧", 3), "👩‍👩‍👧…");
        assert_eq!((truncate("石", 1), truncate("石", 0)), ("…".into(), "".into()));
    }

    #[test]
    fn truncate_start_keeps_end_of_text() {
        assert_eq!(truncate_start("kosen-18-heats-1", 12), "…-18-heats-1");
        assert_eq!(truncate_start("kosen-heat-1", 12), "kosen-heat-1");
        assert_eq!(truncate_start("津山高専", 6), "…高専");
        assert_eq!((truncate_start("石", 1), truncate_start("石", 0)), ("…".into(), "".into()));
    }

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(clean("\u{1b}]0;x\u{7}A\r\nB\tC\u{7f}\u{9b}2J"), "␛]0;x␇A␍␊B␉C␡�2J");
    }

    #[test]
    fn bidi_and_zero_width_characters_are_replaced() {
        assert_eq!(clean("A\u{202e}B\u{2066}C"), "A�B�C");
        assert_eq!(clean("Te\u{200b}\u{feff}am"), "Te�am");
        assert_eq!(clean("Te\u{200d}am"), "Te�am");
        assert_eq!(clean("\u{301}x"), "◌\u{301}x");
    }

    #[test]
    fn combining_marks_are_limited_to_four() {
        assert_eq!(clean(&format!("a{}b", "\u{301}".repeat(50))), format!("a{}b", "\u{301}".repeat(4)));
    }

    #[test]
    fn honest_names_stay_as_they_are() {
        for name in ["Team B", "津山高専チーム", "ｶﾞﾝﾊﾞﾚ!", "👩‍👩‍👧", "❤️", "José", "か\u{3099}", "فريق", "นักเรียน"]
        {
            assert_eq!(clean(name), name);
        }
    }

    proptest! {
        #[test]
        fn padded_text_has_requested_width(text in any::<String>(), columns in 0_usize..30) {
            let text = clean(&text);
            prop_assert_eq!(width(&pad_end(&text, columns)), columns);
            prop_assert_eq!(width(&pad_start(&text, columns)), columns);
            prop_assert_eq!(width(&center(&text, columns)), columns);
        }

        #[test]
        fn cleaning_leaves_nothing_to_clean(text in any::<String>()) {
            let cleaned = clean(&text).into_owned();
            prop_assert!(!cleaned.chars().any(char::is_control));
            prop_assert_eq!(clean(&cleaned), &*cleaned);
        }
    }
}
