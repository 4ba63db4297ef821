//! The command that prints the rules.

use std::io;

use clap::Args;
use ishigaki_words::rules::{self, Rule};
use ishigaki_words::{Lang, wrap};

use crate::{Output, ValueError};

/// Columns of the printed rules.
const COLUMNS: usize = 80;
const INDENT: &str = "  ";

/// Print the rules, or one rule by its number
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct Rules {
    /// Rule number, as cited by screens and errors
    #[arg(value_name = "RULE", value_parser = rule_number)]
    pub number: Option<String>,
}

impl Rules {
    /// Prints the rules.
    ///
    /// # Errors
    /// Returns the system's error if the output can't be written.
    pub fn print(&self, lang: Lang, out: &mut Output) -> io::Result<()> {
        let is_requested =
            |rule: &Rule| self.number.as_ref().is_none_or(|number| rule.number.eq_ignore_ascii_case(number));
        let texts: Vec<String> =
            rules::rules(lang).iter().filter(|rule| is_requested(rule)).map(text).collect();
        out.text(&texts.join("\n"))
    }
}

fn text(rule: &Rule) -> String {
    let lines = wrap::wrap(&rule.text, COLUMNS - INDENT.len()).into_iter();
    let lines: String = lines.map(|line| [INDENT, &line, "\n"].concat()).collect();
    format!("{}  {}\n{lines}", rule.number, rule.title)
}

fn rule_number(text: &str) -> Result<String, ValueError> {
    match rules::find(text, Lang::En) {
        Some(rule) => Ok(rule.number.to_owned()),
        None => Err(ValueError::new("usage-form-rule")),
    }
}
