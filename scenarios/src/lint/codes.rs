//! Codes that are easily confused.

use unicode_normalization::UnicodeNormalization as _;

use super::Level;
use crate::basis;
use crate::page::{Page, noun};
use crate::wording::Wording;
use ishigaki_catalogue::Value;

pub(super) struct Codes {
    noun: Value,
    seen: Vec<(String, String, usize)>,
}

impl Codes {
    pub(super) fn new(key: &'static str) -> Self {
        Self { noun: noun(key), seen: Vec::new() }
    }

    pub(super) fn add(&mut self, page: &mut Page<'_>, at: usize, code: &str) {
        let skeleton = skeleton(code);
        if let Some((other, _, first)) = self.seen.iter().find(|(_, seen, _)| *seen == skeleton) {
            let (noun, line) = (self.noun.clone(), page.line(*first).into());
            let what = Wording::AlikeCodes { noun, code: code.into(), other: other.into(), line };
            page.remark(Level::Warning, at, what, basis::NAMES);
        }
        self.seen.push((code.to_owned(), skeleton, at));
    }
}

pub(super) fn is_number(code: &str) -> bool {
    code.bytes().all(|character| character.is_ascii_digit())
}

fn skeleton(code: &str) -> String {
    let alike = |character: char| match character.to_ascii_uppercase() {
        '0' | 'Q' => 'O',
        '1' | 'L' if character != 'L' => 'I',
        '5' => 'S',
        '8' => 'B',
        '2' => 'Z',
        '_' => '-',
        other => other,
    };
    code.chars().map(alike).collect()
}

/// Normalises a name to what people see: accents composed, full-width and lower-case letters and Latin
/// similar letters unified, without spaces and invisible characters.
pub(super) fn name_skeleton(name: &str) -> String {
    let seen = name.nfkc().flat_map(char::to_lowercase).nfc();
    let seen = seen
        .filter(|character| !character.is_whitespace() && !character.is_control() && !is_unseen(*character));
    seen.map(alike).collect()
}

const fn is_unseen(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{e0000}'..='\u{e0fff}')
}

const fn alike(character: char) -> char {
    match character {
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
    use super::{name_skeleton, skeleton};

    #[test]
    fn names_that_look_the_same_have_one_look() {
        for (a, b) in [
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
            assert_eq!(name_skeleton(a), name_skeleton(b), "{a} {b}");
        }
        assert_ne!(name_skeleton("か"), name_skeleton("が"));
        assert_ne!(name_skeleton("高橋"), name_skeleton("髙橋"));
        assert_ne!(name_skeleton("Cafe"), name_skeleton("Café"));
    }

    #[test]
    fn signs_that_look_alike_are_one() {
        for (a, b) in [("O", "0"), ("l", "I"), ("1", "I"), ("S4", "s4"), ("B", "8"), ("a-b", "a_b")] {
            assert_eq!(skeleton(a), skeleton(b), "{a} {b}");
        }
        assert_ne!(skeleton("L"), skeleton("I"));
        assert_ne!(skeleton("L4"), skeleton("L5"));
    }
}
