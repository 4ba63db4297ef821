//! The page with the rules, one per language.

use ishigaki_words::{Lang, Words, rules};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, html};

use crate::Asset;
use crate::shell::{RULES, escaped};

const JAPANESE: &str = "/rules/ja";

/// Returns the rules in English and in Japanese, with one anchor per rule: `/rules#A5`, `/rules/ja#A5`.
pub fn rules_pages() -> [Asset; 2] {
    [Asset::page(RULES, page(Lang::En)), Asset::page(JAPANESE, page(Lang::Ja))]
}

fn page(lang: Lang) -> String {
    let title = escaped(&Words::new(lang).label("page-rules"));
    let mut body = String::new();
    for markdown in rules::pages(lang) {
        html::push_html(&mut body, with_anchors(markdown).into_iter());
    }
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <link rel=\"stylesheet\" href=\"/page/page.css\">\n</head>\n\
         <body class=\"rules\">\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

fn with_anchors(markdown: &str) -> Vec<Event<'_>> {
    let mut events: Vec<Event<'_>> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
    for at in 1..events.len() {
        let (before, after) = events.split_at_mut(at);
        if let (
            Some(Event::Start(Tag::Heading { level: HeadingLevel::H3, id, .. })),
            Some(Event::Text(text)),
        ) = (before.last_mut(), after.first())
        {
            *id = text.split(' ').next().map(|number| number.to_owned().into());
        }
    }
    for event in &mut events {
        if let Event::Start(Tag::Link { dest_url, .. }) = event {
            *dest_url = if dest_url.ends_with(".ja.md") { JAPANESE } else { RULES }.into();
        }
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_anchors_in_both_languages() {
        for lang in Lang::ALL {
            let page = page(lang);
            for rule in rules::rules(lang) {
                let anchor = format!("<h3 id=\"{}\">", rule.number);
                assert_eq!(page.matches(&anchor).count(), 1, "{lang} {}", rule.number);
            }
        }
    }
}
