//! Shell lines in pages and examples: words, quotes, comments, and separators of commands.

use std::iter::Peekable;
use std::str::Chars;

pub(super) fn commands(line: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut rest = line.chars().peekable();
    let mut is_file = false;
    while let Some(sign) = rest.peek().copied() {
        match sign {
            ' ' | '\t' => drop(rest.next()),
            '#' => break,
            '|' | '&' | ';' => {
                rest.next();
                commands.push(Vec::new());
            }
            // `<the fingerprint>` is a placeholder, `< wall.txt` names a file.
            '<' | '>' if !is_stand_in(&rest) => {
                rest.next();
                is_file = true;
            }
            _ => {
                let word = word(&mut rest);
                if let (false, Some(command)) = (std::mem::take(&mut is_file), commands.last_mut()) {
                    command.push(word);
                }
            }
        }
    }
    commands.retain(|command| !command.is_empty());
    commands
}

fn is_stand_in(rest: &Peekable<Chars<'_>>) -> bool {
    let mut rest = rest.clone();
    rest.next() == Some('<') && rest.next().is_some_and(char::is_alphabetic) && rest.any(|sign| sign == '>')
}

fn word(rest: &mut Peekable<Chars<'_>>) -> String {
    let (mut word, mut closing) = (String::new(), None);
    while let Some(sign) = rest.peek().copied() {
        match (closing, sign) {
            (None, ' ' | '\t' | '|' | '&' | ';' | '>') => break,
            (None, '<') if !is_stand_in(rest) => break,
            (None, '"' | '\'') => closing = Some(sign),
            (None, '(') => closing = Some(')'),
            (None, '<') => closing = Some('>'),
            (Some(end), sign) if sign == end => closing = None,
            (_, sign) => word.push(sign),
        }
        rest.next();
    }
    word
}

#[cfg(test)]
mod tests {
    use super::commands;

    #[test]
    fn words_are_those_of_a_shell() {
        for (line, read) in [
            ("a b  # c", vec![vec!["a", "b"]]),
            (r#"a --say "b # c" --key <the d's e>"#, vec![vec!["a", "--say", "b # c", "--key", "the d's e"]]),
            (
                "a && b - --json | c --file - < d.txt > e",
                vec![vec!["a"], vec!["b", "-", "--json"], vec!["c", "--file", "-"]],
            ),
            (r#"a "$(cat b)" && c"#, vec![vec!["a", "$(cat b)"], vec!["c"]]),
            ("a 'b|c' d=$(e f)", vec![vec!["a", "b|c", "d=$e f"]]),
            ("# a", vec![]),
        ] {
            assert_eq!(commands(line), read, "{line}");
        }
    }
}
