//! Short names that people take for one another.

use super::Level;
use crate::page::{Page, noun};
use crate::wording::Wording;
use crate::{Figure, basis};

/// The short names of one kind so far.
pub(super) struct Codes {
    noun: Figure,
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

#[cfg(test)]
mod tests {
    use super::look;

    #[test]
    fn signs_that_look_alike_are_one() {
        for (one, other) in [("O", "0"), ("l", "I"), ("1", "I"), ("S4", "s4"), ("B", "8"), ("a-b", "a_b")] {
            assert_eq!(look(one), look(other), "{one} {other}");
        }
        assert_ne!(look("L"), look("I"));
        assert_ne!(look("L4"), look("L5"));
    }
}
