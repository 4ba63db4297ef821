//! Questions to the judge, as the commands of teams and of judges spell them in JSON.

use ishigaki_rules::{Answer, AskedQuestion};
use serde::Serialize;

/// A question, and what became of it.
#[derive(Clone, Debug, Serialize)]
pub struct QuestionEntry<'a> {
    /// Number of the question among its team's, from 1.
    question: u32,
    /// Time at which it was asked, in game time.
    at_ms: u64,
    text: &'a str,
    /// First to last; none: it waits, or stayed without one when the game was over.
    answers: Vec<AnswerEntry<'a>>,
}

/// An answer to a question.
#[derive(Clone, Debug, Serialize)]
struct AnswerEntry<'a> {
    at_ms: u64,
    english: Option<&'a str>,
    japanese: Option<&'a str>,
    to_all: bool,
}

impl<'a> From<&'a AskedQuestion> for QuestionEntry<'a> {
    fn from(asked: &'a AskedQuestion) -> Self {
        let answers = asked.answers.iter().map(AnswerEntry::from).collect();
        Self { question: asked.number.0, at_ms: asked.at.0, text: asked.text.text(), answers }
    }
}

impl<'a> From<&'a Answer> for AnswerEntry<'a> {
    fn from(answer: &'a Answer) -> Self {
        let Answer { at, text, to_all } = answer;
        Self { at_ms: at.0, english: text.english(), japanese: text.japanese(), to_all: *to_all }
    }
}
