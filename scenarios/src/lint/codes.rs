//! Short names that people take for one another.

use unicode_normalization::UnicodeNormalization as _;

use super::Level;
use crate::basis;
use crate::page::{Page, noun};
use crate::wording::Wording;
use ishigaki_catalogue::Value;

/// The short names of one kind so far.
pub(super) struct Codes {
    noun: Value,
    seen: Vec<(String, String, usize)>,
}

impl Codes {
    pub(super) fn new(key: &'static str) -> Self {
        Self { noun: noun(key), seen: Vec::new() }
    }

    /// Takes a name, and remarks on it if it looks like one before.
    pub(super) fn add(&mut self, page: &mut Page<'_>, at: usize, code: &str) {
        let look = look(code);
        if let Some((other, _, first)) = self.seen.iter().find(|(_, seen, _)| *seen == look) {
            let (noun, line) = (self.noun.clone(), page.line(*first).into());
            let what = Wording::AlikeCodes { noun, code: code.into(), other: other.into(), line };
            page.remark(Level::Warning, at, what, basis::NAMES);
        }
        self.seen.push((code.to_owned(), look, at));
    }
}

/// Returns whether a short name reads like a number.
pub(super) fn is_number(code: &str) -> bool {
    code.bytes().all(|sign| sign.is_ascii_digit())
}

/// Returns what is left of a name once signs that look alike are one.
fn look(code: &str) -> String {
    let alike = |sign: char| match sign.to_ascii_uppercase() {
        '0' | 'Q' => 'O',
        '1' | 'L' if sign != 'L' => 'I',
        '5' => 'S',
        '8' => 'B',
        '2' => 'Z',
        '_' => '-',
        other => other,
    };
    code.chars().map(alike).collect()
}

/// Returns what people see of a name: accents composed, full-width signs as narrow ones, small letters, letters of other
/// scripts that look Latin as Latin ones; without spaces and signs that show nothing.
pub(super) fn name_look(name: &str) -> String {
    let seen = name.nfkc().flat_map(char::to_lowercase).nfc();
    let seen = seen.filter(|sign| !sign.is_whitespace() && !sign.is_control() && !is_unseen(*sign));
    seen.map(alike).collect()
}

/// Returns whether a sign shows nothing by itself.
const fn is_unseen(sign: char) -> bool {
    matches!(sign,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// The Latin letter that a small letter of another script looks like, one kind of dash, one kind of long-vowel mark.
const fn alike(sign: char) -> char {
    match sign {
        'а' | 'α' => 'a',
        'в' => 'b',
        'с' => 'c',
        'е' | 'ε' => 'e',
        'н' | 'η' => 'h',
        'і' | 'ι' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' => 'm',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'у' | 'υ' => 'y',
        'х' | 'χ' => 'x',
        '‐'..='―' | '−' | '─' | '━' | 'ー' | '一' => '-',
        '’' | '‘' | '`' | '´' => '\'',
        'ニ' => '二',
        'ハ' => '八',
        'カ' => '力',
        'エ' => '工',
        'ロ' => '口',
        'タ' => '夕',
        'ヘ' => 'へ',
        'ベ' => 'べ',
        'ペ' => 'ぺ',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{look, name_look};

    #[test]
    fn names_that_look_the_same_have_one_look() {
        for (one, other) in [
            ("Café", "Cafe\u{301}"),
            ("津山 高専", "津山\u{3000}高専"),
            ("津山高専", "津山 高専"),
            ("ＫＯＳＥＮ", "kosen"),
            ("ｶﾞｯﾂ", "ガッツ"),
            ("か\u{3099}", "が"),
            ("owl\u{200b}", "Owl"),
            ("Team\u{a0}A", "Team A"),
            ("Оwl", "Owl"),
            ("A-B", "A–B"),
            ("工ース", "エース"),
        ] {
            assert_eq!(name_look(one), name_look(other), "{one} {other}");
        }
        assert_ne!(name_look("か"), name_look("が"));
        assert_ne!(name_look("高橋"), name_look("髙橋"));
        assert_ne!(name_look("Cafe"), name_look("Café"));
    }

    #[test]
    fn signs_that_look_alike_are_one() {
        for (one, other) in [("O", "0"), ("l", "I"), ("1", "I"), ("S4", "s4"), ("B", "8"), ("a-b", "a_b")] {
            assert_eq!(look(one), look(other), "{one} {other}");
        }
        assert_ne!(look("L"), look("I"));
        assert_ne!(look("L4"), look("L5"));
    }
}
