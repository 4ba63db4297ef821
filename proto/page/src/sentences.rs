//! Sentences of the catalogue for a page, in both languages.

use ishigaki_words::{Lang, Value, Words};
use serde_json::{Map, Value as Json};

/// A sentence of the catalogue that a page fills by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sentence {
    pub key: &'static str,
    pub gaps: &'static [&'static str],
}

impl Sentence {
    /// Returns a sentence without gaps.
    pub const fn label(key: &'static str) -> Self {
        Self { key, gaps: &[] }
    }

    /// Returns a sentence with gaps.
    pub const fn with(key: &'static str, gaps: &'static [&'static str]) -> Self {
        Self { key, gaps }
    }

    fn text(&self, words: Words) -> String {
        let gaps: Vec<(&str, Value)> =
            self.gaps.iter().map(|&gap| (gap, Value::from(format!("{{{gap}}}")))).collect();
        words.say(self.key, &gaps)
    }
}

/// These sentences as a page takes them: an object of languages, each with the texts by their keys.
pub fn sentences(wanted: &[Sentence]) -> Json {
    let of = |lang: Lang| {
        let words = Words::new(lang);
        wanted.iter().map(|sentence| (sentence.key.to_owned(), sentence.text(words).into())).collect()
    };
    let object = |lang: Lang| (lang.code().to_owned(), Json::Object(of(lang)));
    Json::Object(Lang::ALL.into_iter().map(object).collect::<Map<String, Json>>())
}
