//! The shell of a page's HTML: its head, the sentences it needs, and the modules that fill it.

use std::fmt::Write as _;

use ishigaki_words::Lang;
use serde_json::Value as Json;

/// Path of the page with the rules. Shells name it, so that scripts link rule numbers to it.
pub(crate) const RULES: &str = "/rules";

/// A page before anything has arrived.
#[derive(Clone, Debug)]
pub struct Shell<'a> {
    pub title: &'a str,
    pub lang: Lang,
    pub class: &'a str,
    pub styles: &'a [&'a str],
    pub script: &'a str,
    /// Paths of the modules that this one asks for, so that they come along at once.
    pub modules: &'a [&'a str],
    /// The sentences it needs ([`sentences`](fn@crate::sentences)).
    pub sentences: &'a Json,
    pub without_script: &'a str,
}

impl Shell<'_> {
    /// Returns the page's HTML.
    pub fn html(&self) -> String {
        let Self { lang, class, .. } = self;
        let (title, without) = (escaped(self.title), escaped(self.without_script));
        let mut head = format!("<link rel=\"help\" href=\"{RULES}\">\n");
        for style in ["/page/page.css"].iter().chain(self.styles) {
            // Writing into a string cannot fail.
            let _ = writeln!(head, "<link rel=\"stylesheet\" href=\"{style}\">");
        }
        for module in self.modules {
            let _ = writeln!(head, "<link rel=\"modulepreload\" href=\"{module}\">");
        }
        let script = self.script;
        let sentences = embedded("sentences", self.sentences);
        format!(
            "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n{head}\
             {sentences}\
             <script type=\"module\" src=\"{script}\"></script>\n</head>\n\
             <body class=\"{class}\">\n<main id=\"page\"><h1 class=\"await\">{title}</h1></main>\n\
             <noscript><p>{without}</p></noscript>\n</body>\n</html>\n"
        )
    }
}
/// Standalone page: one file that has everything it needs within its markup, and asks for nothing.
#[derive(Clone, Debug)]
pub struct StandalonePage<'a> {
    pub title: &'a str,
    pub lang: Lang,
    pub class: &'a str,
    pub style: &'a str,
    pub programs: &'a [String],
    /// Values by the ids of the elements in which its programs find them.
    pub data: &'a [(&'a str, &'a Json)],
    pub without_script: &'a str,
}

impl StandalonePage<'_> {
    /// Returns the page's HTML.
    pub fn html(&self) -> String {
        let Self { lang, class, style, .. } = self;
        let (title, without) = (escaped(self.title), escaped(self.without_script));
        let data: String = self.data.iter().map(|(id, value)| embedded(id, value)).collect();
        let program: String = self.programs.iter().map(|program| joined(program)).collect();
        format!(
            "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta http-equiv=\"content-security-policy\" content=\"{ALONE}\">\n<title>{title}</title>\n\
             <style>\n{style}</style>\n</head>\n<body class=\"{class}\">\n\
             <main id=\"page\"><h1 class=\"await\">{title}</h1></main>\n<noscript><p>{without}</p></noscript>\n\
             {data}<script type=\"module\">\n{program}</script>\n</body>\n</html>\n"
        )
    }
}

const ALONE: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// A value within the markup. Within a script element only what could end it has to be written otherwise.
fn embedded(id: &str, value: &Json) -> String {
    let value = value.to_string().replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"{id}\">{value}</script>\n")
}

fn joined(module: &str) -> String {
    let is_asked = |line: &&str| !line.starts_with("import ");
    let line = |line: &str| line.strip_prefix("export ").unwrap_or(line).to_owned() + "\n";
    let text: String = module.lines().filter(is_asked).map(line).collect();
    text
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
