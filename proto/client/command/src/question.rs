//! Questions to the judge as JSON, for the commands of teams and judges.

use ishigaki_rules::{Answer, AskedQuestion};
use serde::Serialize;

/// A question with its answers.
#[derive(Clone, Debug, Serialize)]
pub struct QuestionEntry<'a> {
    /// Number of the question among its team's, from 1.
    question: u32,
    at_ms: u64,
    text: &'a str,
    /// First to last; empty if it waits, or wasn't answered before the game was over.
    answers: Vec<AnswerEntry<'a>>,
}

#[derive(Clone, Debug, Serialize)]
struct AnswerEntry<'a> {
    at_ms: u64,
    english: Option<&'a str>,
    japanese: Option<&'a str>,
    to_all: bool,
}

impl<'a> From<&'a AskedQuestion> for QuestionEntry<'a> {
    fn from(question: &'a AskedQuestion) -> Self {
        let answers = question.answers.iter().map(AnswerEntry::from).collect();
        Self { question: question.number.0, at_ms: question.at.0, text: question.text.text(), answers }
    }
}

impl<'a> From<&'a Answer> for AnswerEntry<'a> {
    fn from(answer: &'a Answer) -> Self {
        let Answer { at, text, to_all } = answer;
        Self { at_ms: at.0, english: text.english(), japanese: text.japanese(), to_all: *to_all }
    }
}
