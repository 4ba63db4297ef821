//! The reference's page of a program's keys, made from its keymaps.
#![expect(clippy::expect_used, reason = "a test that can't write its page fails")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ishigaki_words::{Lang, Words};

use crate::Binding;

/// Set to rewrite the pages.
const UPDATE: &str = "ISHIGAKI_UPDATE_PAGES";

/// A page of keys in one language, with a table for each context.
#[derive(Debug)]
pub struct KeysPage {
    lang: Lang,
    program: &'static str,
    text: String,
}

impl KeysPage {
    /// Returns the page with its head only.
    pub fn new(program: &'static str, lang: Lang) -> Self {
        let text = match lang {
            Lang::En => format!(
                "# Keys of {program}\n\n日本語：[{program}.ja.md]({program}.ja.md)\n\n\
                 Every screen shows its keys under `?`.\n"
            ),
            Lang::Ja => format!(
                "# {program}のキー\n\nEnglish: [{program}.md]({program}.md)\n\n\
                 どの画面でも`?`でキーの一覧が出ます。\n"
            ),
        };
        Self { lang, program, text }
    }

    /// Adds the chapter of a screen.
    pub fn chapter(&mut self, english: &str, japanese: &str) {
        let title = match self.lang {
            Lang::En => english,
            Lang::Ja => japanese,
        };
        let _ = writeln!(self.text, "\n## {title}");
    }

    /// Adds the keys of a context; its heading is a key of the catalogue.
    pub fn context<C, I>(&mut self, heading: &str, bindings: impl Iterator<Item = &'static Binding<C, I>>)
    where
        C: Copy + 'static,
        I: Copy + 'static,
    {
        let words = Words::new(self.lang);
        let (key, meaning) = match self.lang {
            Lang::En => ("key", "meaning"),
            Lang::Ja => ("キー", "意味"),
        };
        let heading = words.label(heading);
        let mut table = format!("\n### {heading}\n\n| {key} | {meaning} |\n|---|---|\n");
        for binding in bindings {
            let keys: Vec<String> = binding.keys.iter().map(|key| format!("`{key}`")).collect();
            let _ = writeln!(table, "| {} | {} |", keys.join(" "), words.label(binding.label));
        }
        self.text.push_str(&table);
    }

    /// Asserts that the page in the reference is current, or rewrites it.
    pub fn is_current(self) {
        let ending = match self.lang {
            Lang::En => "md",
            Lang::Ja => "ja.md",
        };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/keys");
        let path = folder.join(format!("{}.{ending}", self.program));
        if std::env::var_os(UPDATE).is_some() {
            fs::write(&path, &self.text).expect("the page is written");
        }
        let stored = fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == self.text, "{} is out of date: run this test with {UPDATE}=1", path.display());
    }
}
