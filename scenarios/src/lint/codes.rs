//! Codes that are easily confused.

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

#[cfg(test)]
mod tests {
    use super::skeleton;

    #[test]
    fn signs_that_look_alike_are_one() {
        for (a, b) in [("O", "0"), ("l", "I"), ("1", "I"), ("S4", "s4"), ("B", "8"), ("a-b", "a_b")] {
            assert_eq!(skeleton(a), skeleton(b), "{a} {b}");
        }
        assert_ne!(skeleton("L"), skeleton("I"));
        assert_ne!(skeleton("L4"), skeleton("L5"));
    }
}
