//! The shell of a page's HTML: its head, the sentences it needs, and the modules that fill it.

use std::fmt::Write as _;

use ishigaki_words::Lang;
use serde_json::Value as Json;

/// A page before anything has arrived.
#[derive(Clone, Debug)]
pub struct Shell<'a> {
    /// What it is called until its program says more.
    pub title: &'a str,
    /// The language in which it begins; whoever reads it may choose the other.
    pub lang: Lang,
    /// The class of its body, by which stylesheets tell pages apart.
    pub class: &'a str,
    /// Paths of stylesheets beside the common one.
    pub styles: &'a [&'a str],
    /// Path of the module that fills it.
    pub script: &'a str,
    /// Paths of the modules that this one asks for, so that they come along at once.
    pub modules: &'a [&'a str],
    /// The sentences it needs ([`sentences`](crate::sentences)).
    pub sentences: &'a Json,
    /// What is said where scripts do not run.
    pub without_script: &'a str,
}

impl Shell<'_> {
    /// The page's HTML.
    pub fn html(&self) -> String {
        let Self { lang, class, .. } = self;
        let (title, without) = (escaped(self.title), escaped(self.without_script));
        let mut head = String::new();
        for style in ["/page/page.css"].iter().chain(self.styles) {
            // Writing into a string cannot fail.
            let _ = writeln!(head, "<link rel=\"stylesheet\" href=\"{style}\">");
        }
        for module in self.modules {
            let _ = writeln!(head, "<link rel=\"modulepreload\" href=\"{module}\">");
        }
        let script = self.script;
        // Within a script element only what could end it has to be written otherwise.
        let sentences = self.sentences.to_string().replace('<', "\\u003c");
        format!(
            "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n{head}\
             <script type=\"application/json\" id=\"sentences\">{sentences}</script>\n\
             <script type=\"module\" src=\"{script}\"></script>\n</head>\n\
             <body class=\"{class}\">\n<main id=\"page\"><h1 class=\"await\">{title}</h1></main>\n\
             <noscript><p>{without}</p></noscript>\n</body>\n</html>\n"
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
