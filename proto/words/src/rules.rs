//! The numbered rules for screens and errors, from the documentation's pages in both languages.

use crate::Lang;

const GAME: [&str; 2] =
    [include_str!("../../../docs/reference/rules.md"), include_str!("../../../docs/reference/rules.ja.md")];
const EVENT: [&str; 2] = [
    include_str!("../../../docs/reference/event-rules.md"),
    include_str!("../../../docs/reference/event-rules.ja.md"),
];

/// A numbered rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Number, such as `A5` or `TD7`.
    pub number: &'static str,
    pub title: &'static str,
    /// Text without markup, one paragraph or list item per line.
    pub text: String,
}

/// Returns the Markdown pages of the rules: the game's and the events'.
pub fn pages(lang: Lang) -> [&'static str; 2] {
    match lang {
        Lang::En => [GAME[0], EVENT[0]],
        Lang::Ja => [GAME[1], EVENT[1]],
    }
}

/// Returns all rules of the game, then those of events.
pub fn rules(lang: Lang) -> Vec<Rule> {
    let mut rules = of_game(lang);
    rules.extend(of_events(lang));
    rules
}

/// Returns the rules of the game.
pub fn of_game(lang: Lang) -> Vec<Rule> {
    parse(pages(lang)[0], lang)
}

/// Returns the rules of events.
pub fn of_events(lang: Lang) -> Vec<Rule> {
    parse(pages(lang)[1], lang)
}

fn parse(page: &'static str, lang: Lang) -> Vec<Rule> {
    page.split("\n### ").skip(1).filter_map(|section| rule(section, lang)).collect()
}

/// Returns the rule with a number, in either case.
pub fn find(number: &str, lang: Lang) -> Option<Rule> {
    rules(lang).into_iter().find(|rule| rule.number.eq_ignore_ascii_case(number.trim()))
}

/// Parses `A5 The opening` and the text below it, up to the next part of the page.
fn rule(section: &'static str, lang: Lang) -> Option<Rule> {
    let (heading, text) = section.split("\n## ").next()?.split_once('\n')?;
    let (number, title) = heading.split_once(' ')?;
    let blocks = text.trim().split("\n\n").flat_map(|block| block.split("\n- ")).map(str::trim);
    let paragraphs: Vec<String> = blocks.map(|block| paragraph(block, lang)).collect();
    Some(Rule { number, title, text: paragraphs.join("\n") })
}

fn paragraph(block: &str, lang: Lang) -> String {
    let mut joined = String::new();
    for line in block.lines() {
        let is_item = line.starts_with(|first: char| first.is_ascii_digit()) && line.contains(". ");
        match (joined.is_empty(), is_item, lang) {
            (true, ..) | (_, false, Lang::Ja) => {}
            (_, true, _) => joined.push('\n'),
            (_, false, Lang::En) => joined.push(' '),
        }
        joined.push_str(line);
    }
    joined.replace("**", "").replace('`', "")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const CATALOGUE: [&str; 2] = [include_str!("../catalogue/en.ftl"), include_str!("../catalogue/ja.ftl")];

    fn numbers(lang: Lang) -> Vec<&'static str> {
        rules(lang).into_iter().map(|rule| rule.number).collect()
    }

    /// Returns the rule numbers that a text cites in brackets.
    fn cited(text: &str) -> BTreeSet<&str> {
        let inside = text.split(['(', '（']).skip(1).filter_map(|rest| rest.split([')', '）']).next());
        let words = inside.flat_map(|inside| inside.split(|sign: char| !sign.is_ascii_alphanumeric()));
        words.filter(|word| is_number(word)).collect()
    }

    fn is_number(word: &str) -> bool {
        let digits = word.trim_start_matches(|sign: char| sign.is_ascii_uppercase());
        let letters = &word[..word.len() - digits.len()];
        let is_part =
            matches!(letters, "G" | "A" | "W" | "E") || (letters.len() == 2 && letters.starts_with('T'));
        is_part && !digits.is_empty() && digits.len() <= 2 && digits.chars().all(|sign| sign.is_ascii_digit())
    }

    #[test]
    fn rules_are_same_and_unique_in_both_languages() {
        let all = numbers(Lang::En);
        assert_eq!(all, numbers(Lang::Ja));
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        assert_eq!((all.first(), all.last()), (Some(&"G1"), Some(&"TV4")));
    }

    #[test]
    fn rules_cited_in_catalogue_exist() {
        for lang in [Lang::En, Lang::Ja] {
            let known: BTreeSet<&str> = numbers(lang).into_iter().collect();
            let text = CATALOGUE[usize::from(lang == Lang::Ja)];
            let missing: Vec<_> = cited(text).into_iter().filter(|number| !known.contains(number)).collect();
            assert!(missing.is_empty(), "{lang}: {missing:?}");
        }
    }

    #[test]
    fn rule_is_found_and_has_no_markup() {
        let rule = find(" e2", Lang::En).unwrap();
        assert_eq!(rule.number, "E2");
        assert!(rule.text.contains("\n3. more TSUYAMA left\n"), "{}", rule.text);
        assert!(!rule.text.contains("**"));
        assert_eq!(find("A11", Lang::En), None);
    }
}
