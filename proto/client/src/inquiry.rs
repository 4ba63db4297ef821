//! Asking a person for data from a sheet, and again after a mistake. The caller provides texts and input.

use crate::InvitationError;
use crate::code::with_group;

const TRIES: u32 = 10;

/// The current question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Fault of the previous answer.
    pub bad: Option<InvitationError>,
    /// Group of the code to type again, from 1; `None` for all of it.
    pub group: Option<usize>,
}

/// Asks until the answer is right, at most ten times, and after a mistake only for the wrong group. An empty
/// answer after a wrong one ends the questions.
///
/// # Errors
///
/// Those of `ask`, and the fault of the last non-empty answer.
pub fn inquire<T, E: From<InvitationError>>(
    read: impl Fn(&str) -> Result<T, InvitationError>,
    mut ask: impl FnMut(Question) -> Result<String, E>,
) -> Result<T, E> {
    let mut answer = ask(Question { bad: None, group: None })?;
    for _ in 1..TRIES {
        let bad = match read(&answer) {
            Err(bad) if !answer.is_empty() => bad,
            read => return Ok(read?),
        };
        let typed = ask(Question { bad: Some(bad), group: bad.group() })?;
        if typed.is_empty() {
            return Err(bad.into());
        }
        answer = match bad.group() {
            Some(group) => with_group(&answer, group, &typed),
            None => typed,
        };
    }
    Ok(read(&answer)?)
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::{CodeError, code};

    const TOKEN_TEXT: &str = "ishi.843f0330.AAECAwQFBgcICQoLDA0ODw";

    /// Returns the result of these answers, and the questions.
    fn inquire_with(answers: &[&str]) -> (Result<String, InvitationError>, Vec<Question>) {
        let mut answers: VecDeque<&str> = answers.iter().copied().collect();
        let mut questions = Vec::new();
        let read = |typed: &str| Ok(code::token(typed).map(|_| typed.to_owned())?);
        let found = inquire(read, |question| {
            questions.push(question);
            Ok::<_, InvitationError>(answers.pop_front().unwrap_or_default().to_owned())
        });
        (found, questions)
    }

    #[test]
    fn asks_again_only_for_wrong_group() {
        let right = code::of_token(TOKEN_TEXT).unwrap();
        let groups: Vec<&str> = right.split('-').collect();
        let mut invalid = groups.clone();
        invalid[2] = "22222";
        let (found, questions) = inquire_with(&[&invalid.join(" "), groups[2]]);
        assert_eq!(found, Ok(right));
        let slip = InvitationError::Code(CodeError::Group { group: 3 });
        let again = Question { bad: Some(slip), group: Some(3) };
        assert_eq!(questions, [Question { bad: None, group: None }, again]);
    }

    #[test]
    fn inquiry_stops_after_ten_questions() {
        let slip = InvitationError::Code(CodeError::Length { found: 2, expected: 40 });
        assert_eq!(inquire_with(&["22", ""]).0, Err(slip), "nobody is there");
        let (found, questions) = inquire_with(&["22"; 20]);
        assert_eq!((found, questions.len()), (Err(slip), 10));
        assert_eq!(inquire_with(&[""]).1.len(), 1, "an empty answer is one");
    }
}
