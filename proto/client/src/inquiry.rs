//! Inquiry: how a person is asked for what stands on a sheet, and asked again where the answer has a slip. What is said, and
//! where the answer comes from, is the caller's.

use crate::InvitationError;
use crate::code::with_group;

/// Number of times that somebody may answer one question.
const TRIES: u32 = 10;

/// Question that is asked now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Fault of the answer before; none at the first time.
    pub bad: Option<InvitationError>,
    /// Number of the code's group that is asked for alone, from 1; none: all of it.
    pub group: Option<usize>,
}

/// Asks until the answer is right, ten times at most, and for the group with the slip alone. An empty answer is read once; after
/// a wrong one it means that nobody is there to be asked again.
///
/// # Errors
/// Those of `ask`, and what is wrong with the last answer that said something.
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

    /// What comes of these answers, and what was asked for each.
    fn asked(answers: &[&str]) -> (Result<String, InvitationError>, Vec<Question>) {
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
    fn only_the_group_with_the_slip_is_asked_for_again() {
        let right = code::of_token(TOKEN_TEXT).unwrap();
        let groups: Vec<&str> = right.split('-').collect();
        let mut wrong = groups.clone();
        wrong[2] = "22222";
        let (found, questions) = asked(&[&wrong.join(" "), groups[2]]);
        assert_eq!(found, Ok(right));
        let slip = InvitationError::Code(CodeError::Group { group: 3 });
        let again = Question { bad: Some(slip), group: Some(3) };
        assert_eq!(questions, [Question { bad: None, group: None }, again]);
    }

    #[test]
    fn nobody_is_asked_for_ever() {
        let slip = InvitationError::Code(CodeError::Length { found: 2, expected: 40 });
        assert_eq!(asked(&["22", ""]).0, Err(slip), "nobody is there");
        let (found, questions) = asked(&["22"; 20]);
        assert_eq!((found, questions.len()), (Err(slip), 10));
        assert_eq!(asked(&[""]).1.len(), 1, "an empty answer is one");
    }
}
