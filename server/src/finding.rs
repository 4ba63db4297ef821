//! The findings of linters in words: each phrase by its key from the catalogue, in the reader's language.

use ishigaki_scenarios::lint::{Finding, Level};
use ishigaki_scenarios::{BASES, Basis, Figure, Located, Phrase, PhraseTemplate};
use ishigaki_words::{Value, Words};

use crate::tournaments::{self, wording::PlanWording};

/// Returns the templates of all phrases that a finding may have.
pub fn templates() -> impl Iterator<Item = PhraseTemplate> {
    let own = PlanWording::TEMPLATES.iter().chain(tournaments::templates());
    ishigaki_scenarios::templates().chain(own.copied())
}

/// Returns all that a finding may stand on, rules by their numbers alone left out.
pub fn bases() -> impl Iterator<Item = Basis> {
    BASES.iter().chain(&tournaments::BASES).copied()
}

/// Says a finding in one line: `file:line:column: level: what (why)`.
pub fn finding(finding: &Finding, words: &Words) -> String {
    let level = words.label(match finding.level {
        Level::Error => "lint-level-error",
        Level::Warning => "lint-level-warning",
        Level::Note => "lint-level-note",
    });
    let mut gaps = gaps_of(&finding.at, words);
    gaps.push(("level", level.into()));
    words.say("lint-finding", &gaps)
}

/// Says what is wrong in a file in one line: `file:line:column: what (why)`.
pub fn located(at: &Located, words: &Words) -> String {
    words.say("lint-located", &gaps_of(at, words))
}

/// Says a phrase.
pub fn phrase(phrase: &Phrase, words: &Words) -> String {
    let gaps: Vec<_> = phrase.figures().iter().map(|(name, figure)| (*name, value(figure, words))).collect();
    words.say(phrase.key(), &gaps)
}

fn gaps_of(at: &Located, words: &Words) -> Vec<(&'static str, Value)> {
    let why = at.why.key().map_or_else(|| at.why.english().to_owned(), |key| words.label(key));
    vec![
        ("file", at.file.as_str().into()),
        ("line", at.line.to_string().into()),
        ("column", at.column.to_string().into()),
        ("what", phrase(&at.what, words).into()),
        ("why", why.into()),
    ]
}

fn text(figure: &Figure, words: &Words) -> String {
    match figure {
        Figure::Phrase(inner) => phrase(inner, words),
        figure => figure.to_string(),
    }
}

fn value(figure: &Figure, words: &Words) -> Value {
    match figure {
        Figure::Text(text) => text.as_str().into(),
        Figure::Phrase(inner) => phrase(inner, words).into(),
        Figure::List(figures) => words.list(figures.iter().map(|figure| text(figure, words))).into(),
        Figure::SystemError { kind, code, text } => {
            Value::SystemError { kind: *kind, code: *code, text: text.clone() }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ishigaki_words::Lang;

    use super::*;

    /// What is the same in Japanese: names of keys and files, units, and signs that an id may have.
    const ALIKE: &[&str] = &[
        "A",
        "B",
        "D",
        "E",
        "G",
        "GROUP",
        "H",
        "I",
        "ID",
        "L",
        "M",
        "NAME",
        "README",
        "STAGE",
        "T",
        "TD",
        "TG",
        "TK",
        "TL",
        "TOML",
        "TSUYAMA",
        "UTF",
        "Unicode",
        "W",
        "Z",
        "a",
        "by",
        "false",
        "game",
        "ja",
        "lists",
        "md",
        "organiser",
        "scenarios",
        "stage",
        "starts",
        "toml",
        "true",
        "x",
        "z",
    ];

    /// The latin words of a text, without what stands in back-quotes or brackets: that is the file's.
    fn latin(text: &str) -> BTreeSet<String> {
        let outside: Vec<&str> = text.split('`').step_by(2).collect();
        let outside = outside.join(" ");
        let mut plain = String::new();
        let mut depth = 0_u32;
        for sign in outside.chars() {
            match sign {
                '[' => depth += 1,
                ']' => depth = depth.saturating_sub(1),
                _ if depth == 0 => plain.push(sign),
                _ => {}
            }
        }
        let words = plain.split(|sign: char| !sign.is_ascii_alphabetic());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    fn is_japanese(text: &str) -> bool {
        text.chars().any(|sign| matches!(sign, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}'))
    }

    #[test]
    fn every_phrase_is_said_in_both_languages_with_all_its_figures() {
        let mut keys = BTreeSet::new();
        for PhraseTemplate { key, english, gaps } in templates() {
            assert!(keys.insert(key), "{key} is the key of two phrases");
            let filled: Vec<_> = gaps.iter().map(|gap| (*gap, Value::from(format!("〈{gap}〉")))).collect();
            let expected = gaps.iter().fold(english.to_owned(), |text, gap| {
                let (plain, quoted) = (format!("{{{gap}}}"), format!("{{{gap}:?}}"));
                text.replace(&quoted, &format!("\"〈{gap}〉\"")).replace(&plain, &format!("〈{gap}〉"))
            });
            assert_eq!(Words::new(Lang::En).say(key, &filled), expected, "{key}");
            let japanese = Words::new(Lang::Ja).say(key, &filled);
            assert!(gaps.iter().all(|gap| japanese.contains(&format!("〈{gap}〉"))), "{key}: {japanese}");
            let own = gaps.iter().fold(japanese, |text, gap| text.replace(&format!("〈{gap}〉"), ""));
            let left: Vec<_> = latin(&own).into_iter().filter(|word| !is_alike(word)).collect();
            assert!(left.is_empty(), "{key}: {own}: {left:?}");
            let is_bare = latin(english).iter().all(|word| gaps.contains(&word.as_str()));
            assert!(is_bare || is_japanese(&own) || own.contains("true"), "{key}: {own}");
        }
    }

    fn is_alike(word: &str) -> bool {
        ALIKE.contains(&word)
    }

    #[test]
    fn all_that_a_finding_stands_on_is_said_in_both_languages() {
        for basis in bases() {
            let key = basis.key().unwrap_or_default();
            assert_eq!(Words::new(Lang::En).label(key), basis.english(), "{key}");
            let japanese = Words::new(Lang::Ja).label(key);
            assert!(is_japanese(&japanese) || japanese == "TOML", "{key}: {japanese}");
            let left: Vec<_> = latin(&japanese).into_iter().filter(|word| !is_alike(word)).collect();
            assert!(left.is_empty(), "{key}: {japanese}: {left:?}");
        }
    }

    #[test]
    fn a_finding_is_one_line_in_the_readers_language() {
        let text = "title = \"x\"\nmoney = \"\"\nframe = \"##\"\n[[round]]\nbids = 1\nwins = 1\n[[stone]]\nid = \"L\"\nmin_price = 1\nshape = \"#\"\n";
        let report = ishigaki_scenarios::lint::scenario("x.toml", text);
        let said =
            |lang| report.findings.iter().map(|found| finding(found, &Words::new(lang))).collect::<Vec<_>>();
        assert_eq!(said(Lang::En), report.findings.iter().map(ToString::to_string).collect::<Vec<_>>());
        let japanese = "x.toml:2:9: 誤り：`money`は整数で書きます。今は文字列です（ファイルの形式、scenarios/README.ja.md）";
        assert_eq!(said(Lang::Ja), [japanese]);
    }
}
