//! Text in terminal columns: how wide it is, how to fill or shorten it, how to make it harmless.
//!
//! A full-width character takes two columns, a combining one none; what looks like one character
//! (a grapheme) is never cut in two. Nothing here knows what a text means.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Replacement for a character that may not reach a terminal and has no picture of its own.
const REPLACEMENT: char = '\u{fffd}';
/// Base of a combining mark that has nothing to stand on.
const DOTTED_CIRCLE: char = '\u{25cc}';
/// The most marks on one character; real scripts need fewer.
const MOST_MARKS: usize = 4;

/// Returns how many columns a text takes.
pub fn width(text: &str) -> usize {
    text.graphemes(true).map(UnicodeWidthStr::width).sum()
}

/// Fills up with spaces at the end; a text that is too wide is shortened. Always exactly `columns` wide.
pub fn pad_end(text: &str, columns: usize) -> String {
    let text = truncate(text, columns);
    let space = columns - width(&text);
    format!("{text}{:space$}", "")
}

/// Fills up with spaces at the start; a text that is too wide is shortened. Always exactly `columns` wide.
pub fn pad_start(text: &str, columns: usize) -> String {
    let text = truncate(text, columns);
    let space = columns - width(&text);
    format!("{:space$}{text}", "")
}

/// Fills up with spaces on both sides, the odd one at the end; a text that is too wide is shortened. Always
/// exactly `columns` wide.
pub fn center(text: &str, columns: usize) -> String {
    let text = truncate(text, columns);
    let space = columns - width(&text);
    let (start, end) = (space / 2, space - space / 2);
    format!("{:start$}{text}{:end$}", "", "")
}

/// The text if it fits into so many columns, else as much of it as fits before an ellipsis. Never wider than
/// `columns`; one column narrower where a full-width character would be cut.
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

/// The same with the end kept, behind the ellipsis: what tells names apart that begin alike.
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

/// Returns the bytes of the first of these that fit into so many columns.
fn fitting<'a>(graphemes: impl Iterator<Item = &'a str>, room: usize) -> usize {
    let mut used = 0;
    let fits = |grapheme: &&str| {
        used += grapheme.width();
        used <= room
    };
    graphemes.take_while(fits).map(str::len).sum()
}

/// Makes a foreign text harmless in one line of a terminal.
///
/// Control characters become their pictures (`␛`, `␊`), and what would turn the direction of writing or is not seen at
/// all becomes `�`, one for each run: nothing can move the cursor, colour the screen, reorder a line or make two
/// different names look the same by way of what is invisible. Combining marks beyond four on one character are dropped,
/// and a mark with nothing to stand on gets a `◌`. What joins emoji stays.
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

/// Returns whether a joiner between these two has something to join: emoji, or letters of a script that
/// joins.
fn joins(before: Option<char>, after: Option<char>) -> bool {
    let can_join =
        |char: char| !char.is_ascii() && char != REPLACEMENT && !char.is_control() && !is_unseen(char);
    before.is_some_and(can_join) && after.is_some_and(can_join)
}

/// Returns whether a character is not seen itself and changes how others are seen or compared.
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
    fn what_begins_alike_is_shortened_at_its_start() {
        assert_eq!(truncate_start("kosen-18-heats-1", 12), "…-18-heats-1");
        assert_eq!(truncate_start("kosen-heat-1", 12), "kosen-heat-1");
        assert_eq!(truncate_start("津山高専", 6), "…高専");
        assert_eq!((truncate_start("石", 1), truncate_start("石", 0)), ("…".into(), "".into()));
    }

    #[test]
    fn a_name_cannot_drive_the_terminal() {
        assert_eq!(clean("\u{1b}]0;x\u{7}A\r\nB\tC\u{7f}\u{9b}2J"), "␛]0;x␇A␍␊B␉C␡�2J");
    }

    #[test]
    fn a_name_cannot_reorder_or_hide() {
        assert_eq!(clean("A\u{202e}B\u{2066}C"), "A�B�C");
        assert_eq!(clean("Te\u{200b}\u{feff}am"), "Te�am");
        assert_eq!(clean("Te\u{200d}am"), "Te�am");
        assert_eq!(clean("\u{301}x"), "◌\u{301}x");
    }

    #[test]
    fn a_name_cannot_pile_up_marks() {
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
        fn padded_text_is_exactly_as_wide_as_asked(text in any::<String>(), columns in 0_usize..30) {
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
