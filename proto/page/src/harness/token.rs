//! Tokens of a script, as far as reads of properties take them: names, signs, and one token for each text, template or pattern.

use std::iter::Peekable;
use std::str::Chars;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Name(String),
    Sign(String),
    Literal,
}

impl Token {
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Name(text) | Self::Sign(text) => text,
            Self::Literal => "\"\"",
        }
    }
}

const SIGNS: [&str; 14] =
    ["...", "===", "!==", "**=", "??=", "=>", "?.", "==", "!=", "<=", ">=", "+=", "-=", "**"];

pub(super) fn tokens(script: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    read(&mut script.chars().peekable(), &mut tokens);
    tokens
}

/// Reads up to the brace that closes what was open before, or to the end.
fn read(rest: &mut Peekable<Chars<'_>>, tokens: &mut Vec<Token>) {
    let mut depth = 0_i32;
    while let Some(sign) = rest.peek().copied() {
        let mut ahead = rest.clone();
        ahead.next();
        match (sign, ahead.peek().copied()) {
            (sign, _) if sign.is_whitespace() => drop(rest.next()),
            ('/', Some('/')) => while rest.next_if(|sign| *sign != '\n').is_some() {},
            ('/', Some('*')) => skip_comment(rest),
            ('/', _) if begins_pattern(tokens.last()) => {
                skip_pattern(rest);
                tokens.push(Token::Literal);
            }
            ('"' | '\'', _) => {
                skip_text(rest);
                tokens.push(Token::Literal);
            }
            ('`', _) => {
                rest.next();
                read_template(rest, tokens);
            }
            (sign, _) if sign.is_ascii_digit() => {
                while rest.next_if(|sign| sign.is_alphanumeric() || ['.', '_'].contains(sign)).is_some() {}
                tokens.push(Token::Literal);
            }
            (sign, _) if is_of_name(sign) => {
                let mut name = String::new();
                while let Some(sign) = rest.next_if(|sign| is_of_name(*sign)) {
                    name.push(sign);
                }
                tokens.push(Token::Name(name));
            }
            ('}', _) if depth == 0 => return,
            _ => {
                depth += i32::from(sign == '{') - i32::from(sign == '}');
                tokens.push(Token::Sign(read_sign(rest)));
            }
        }
    }
}

fn is_of_name(sign: char) -> bool {
    sign.is_alphanumeric() || ['_', '$'].contains(&sign)
}

fn read_sign(rest: &mut Peekable<Chars<'_>>) -> String {
    let ahead: String = rest.clone().take(3).collect();
    let sign = SIGNS.iter().find(|sign| ahead.starts_with(**sign)).map_or(1, |sign| sign.len());
    rest.take(sign).collect()
}

fn begins_pattern(before: Option<&Token>) -> bool {
    match before {
        Some(Token::Sign(sign)) => ![")", "]", "}"].contains(&sign.as_str()),
        Some(Token::Name(name)) => name == "return",
        Some(Token::Literal) => false,
        None => true,
    }
}

fn skip_comment(rest: &mut Peekable<Chars<'_>>) {
    let mut before = ' ';
    for sign in rest.by_ref().skip(2) {
        if (before, sign) == ('*', '/') {
            return;
        }
        before = sign;
    }
}

fn skip_text(rest: &mut Peekable<Chars<'_>>) {
    let quote = rest.next();
    while let Some(sign) = rest.next() {
        if sign == '\\' {
            rest.next();
        } else if Some(sign) == quote {
            return;
        }
    }
}

fn skip_pattern(rest: &mut Peekable<Chars<'_>>) {
    rest.next();
    let mut is_class = false;
    while let Some(sign) = rest.next() {
        match sign {
            '\\' => drop(rest.next()),
            '[' => is_class = true,
            ']' => is_class = false,
            '/' if !is_class => break,
            _ => {}
        }
    }
    while rest.next_if(char::is_ascii_alphabetic).is_some() {}
}

fn read_template(rest: &mut Peekable<Chars<'_>>, tokens: &mut Vec<Token>) {
    while let Some(sign) = rest.next() {
        match sign {
            '\\' => drop(rest.next()),
            '`' => break,
            '$' if rest.next_if_eq(&'{').is_some() => {
                tokens.push(Token::Sign("(".into()));
                read(rest, tokens);
                rest.next();
                tokens.push(Token::Sign(")".into()));
            }
            _ => {}
        }
    }
    tokens.push(Token::Literal);
}
