//! Characters of cells.

use ishigaki_catalogue::names::is_zero_width;
use unicode_normalization::UnicodeNormalization as _;

use crate::fault::RosterFault;

/// Composes accents, and turns line breaks within a cell of a workbook into spaces.
pub(crate) fn composed(cell: &str) -> String {
    let line: String =
        cell.nfc().map(|character| if matches!(character, '\r' | '\n') { ' ' } else { character }).collect();
    line.trim().to_owned()
}

/// Also unifies the width of letters, digits and kana.
pub(crate) fn unified(cell: &str) -> String {
    composed(cell).nfkc().collect::<String>().trim().to_owned()
}

/// Returns the fault of the first character that can't be in a roster.
pub(crate) fn character_fault(text: &str) -> Option<RosterFault> {
    text.chars().find_map(|character| match character {
        '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10fffd}' => Some(RosterFault::private(character)),
        _ if character.is_control() || is_zero_width(character) => Some(RosterFault::control(character)),
        _ => None,
    })
}
