//! Join codes, which teams type from their sheets.
//!
//! A code is bytes in Crockford's base 32, in groups of five characters: four of data and one check
//! character. Case and separators don't matter; `O` is read as `0`, `I` and `L` as `1`. One code is for the
//! server's authority ([`Pin`], 80 bits of its fingerprint), another for the token.

use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ishigaki_catalogue::Message;
use ishigaki_record::signing::Fingerprint;

use crate::Token;

const SIGNS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Number of data characters in a group; the check character follows.
const DATA_CHARACTERS: usize = 4;
const BETWEEN: &str = "-_.・ー－‐";
/// The polynomial x⁵ + x² + 1 that makes 32 values a field, in which every single wrong character is
/// detected.
const FIELD: u32 = 0b10_0101;

const PIN: usize = 10;
/// Number of bytes in a token's code: 4 of its id, 16 of its secret.
const TOKEN: usize = 20;

/// Error in a typed code. The input isn't repeated, because it may be a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("join-bad")]
pub enum CodeError {
    Length { found: usize, expected: usize },
    Group { group: usize },
}

/// Fingerprint or its beginning. A client recognises the authority of an unknown server by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    digits: String,
}

impl Pin {
    /// Returns the code of an authority with this fingerprint.
    pub fn code(fingerprint: &Fingerprint) -> String {
        let digits = digits(fingerprint);
        let byte =
            |at: usize| digits.get(2 * at..2 * at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        encode(&(0..PIN).map(|at| byte(at).unwrap_or_default()).collect::<Vec<_>>())
    }

    /// Returns whether it matches an authority with this fingerprint.
    pub fn is_of(&self, fingerprint: &Fingerprint) -> bool {
        digits(fingerprint).starts_with(&self.digits)
    }
}

impl From<Fingerprint> for Pin {
    fn from(fingerprint: Fingerprint) -> Self {
        Self { digits: digits(&fingerprint) }
    }
}

impl FromStr for Pin {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        if let Ok(fingerprint) = text.parse::<Fingerprint>() {
            return Ok(fingerprint.into());
        }
        let bytes = decode(text, PIN)?;
        Ok(Self { digits: hexadecimal(&bytes) })
    }
}

fn digits(fingerprint: &Fingerprint) -> String {
    fingerprint.to_string().chars().filter(char::is_ascii_hexdigit).collect()
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

/// Returns the code of a token for a sheet; `None` for a token of another form.
pub fn of_token(token: &str) -> Option<String> {
    let (id, secret) = token.strip_prefix("ishi.")?.split_once('.')?;
    let id = u32::from_str_radix(id, 16).ok().filter(|_| id.len() == 8)?;
    let secret = URL_SAFE_NO_PAD.decode(secret).ok()?;
    let bytes = [&id.to_be_bytes()[..], &secret].concat();
    (bytes.len() == TOKEN).then(|| encode(&bytes))
}

/// Returns the typed token: a code or a plain token.
///
/// # Errors
///
/// [`CodeError`] if it is neither.
pub fn token(typed: &str) -> Result<Token, CodeError> {
    let typed = typed.trim();
    if typed.contains('.')
        && let Ok(token) = typed.parse()
    {
        return Ok(token);
    }
    let bytes = decode(typed, TOKEN)?;
    let (id, secret) = bytes.split_at(4);
    let text = format!("ishi.{}.{}", hexadecimal(id), URL_SAFE_NO_PAD.encode(secret));
    text.parse().map_err(|_| CodeError::Group { group: 1 })
}

fn encode(bytes: &[u8]) -> String {
    let mut code = String::new();
    for (place, group) in values(bytes).chunks(DATA_CHARACTERS).enumerate() {
        if place > 0 {
            code.push('-');
        }
        code.extend(group.iter().chain([&check(group, place)]).map(|&value| sign(value)));
    }
    code
}

/// Decodes a code of this number of bytes.
fn decode(code: &str, bytes: usize) -> Result<Vec<u8>, CodeError> {
    let expected = bytes * 8 / 5 / DATA_CHARACTERS;
    let groups = groups(code);
    if groups.len() != expected {
        let found = groups.iter().map(|group| group.chars().count()).sum();
        return Err(CodeError::Length { found, expected: expected * (DATA_CHARACTERS + 1) });
    }
    let mut decoded = Vec::new();
    for (place, group) in groups.iter().enumerate() {
        let slip = CodeError::Group { group: place + 1 };
        let values: Option<Vec<u32>> = group.chars().map(value).collect();
        match values.as_deref().and_then(<[u32]>::split_last) {
            Some((&found, group)) if group.len() == DATA_CHARACTERS && found == check(group, place) => {
                decoded.extend_from_slice(group);
            }
            _ => return Err(slip),
        }
    }
    let mut out = Vec::new();
    let (mut bits, mut held) = (0_u32, 0_u32);
    for value in decoded {
        (held, bits) = ((held << 5) | value, bits + 5);
        if bits >= 8 {
            bits -= 8;
            out.push(u8::try_from(held >> bits & 0xff).unwrap_or_default());
            held &= (1 << bits) - 1;
        }
    }
    Ok(out)
}

fn values(bytes: &[u8]) -> Vec<u32> {
    let mut values = Vec::new();
    let (mut bits, mut held) = (0_u32, 0_u32);
    for &byte in bytes {
        (held, bits) = ((held << 8) | u32::from(byte), bits + 8);
        while bits >= 5 {
            bits -= 5;
            values.push(held >> bits & 31);
        }
        held &= (1 << bits) - 1;
    }
    values
}

/// The groups of a code, typed with or without separators.
fn groups(code: &str) -> Vec<String> {
    let is_between = |sign: char| sign.is_whitespace() || BETWEEN.contains(sign);
    let parts: Vec<String> =
        code.split(is_between).filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let signs: Vec<char> = parts.concat().chars().collect();
    let (whole, rest) = (signs.len() / (DATA_CHARACTERS + 1), signs.len() % (DATA_CHARACTERS + 1));
    // If some groups are run together, only the total length tells where each ends; otherwise a wrong group
    // stays one group.
    if parts.len() > 1 && (rest != 0 || parts.len() == whole) {
        return parts;
    }
    signs.chunks(DATA_CHARACTERS + 1).map(|group| group.iter().collect()).collect()
}

/// Returns a code with one group, counted from 1, typed again; or all of it, if more than a group was typed.
pub fn with_group(code: &str, group: usize, typed: &str) -> String {
    let mut corrected = groups(code);
    match (groups(typed).as_slice(), group.checked_sub(1).and_then(|at| corrected.get_mut(at))) {
        ([new], Some(old)) => new.clone_into(old),
        _ => return typed.to_owned(),
    }
    corrected.join("-")
}

/// The check character of a group: a weighted sum over the field, including the group's index, which detects
/// one wrong character, two swapped characters and two swapped groups.
fn check(group: &[u32], place: usize) -> u32 {
    let doubled = |value: u32| if value < 16 { value << 1 } else { (value << 1) ^ FIELD };
    let sum = group.iter().fold(0, |sum, value| doubled(sum ^ value));
    sum ^ u32::try_from(place + 1).unwrap_or_default()
}

fn sign(value: u32) -> char {
    usize::try_from(value).ok().and_then(|value| SIGNS.get(value)).map_or('0', |&sign| sign.into())
}

fn value(sign: char) -> Option<u32> {
    // A Japanese keyboard may type full-width characters.
    let narrow = match sign {
        '！'..='～' => char::from_u32(u32::from(sign) - 0xfee0)?,
        sign => sign,
    };
    let plain = match narrow.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        sign => sign,
    };
    SIGNS.iter().position(|&known| char::from(known) == plain).and_then(|value| u32::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN_TEXT: &str = "ishi.843f0330.AAECAwQFBgcICQoLDA0ODw";

    fn fingerprint() -> Fingerprint {
        Fingerprint::of(b"a certificate")
    }

    #[test]
    fn code_is_read_in_any_typed_form() {
        let code = of_token(TOKEN_TEXT).unwrap();
        assert_eq!(code.len(), 8 * 5 + 7, "eight groups: {code}");
        let expected: Token = TOKEN_TEXT.parse().unwrap();
        let wide: String = code.chars().map(|sign| if sign == '-' { '　' } else { sign }).collect();
        for typed in [code.clone(), code.to_lowercase(), code.replace('-', " "), wide, TOKEN_TEXT.to_owned()]
        {
            assert_eq!(token(&typed), Ok(expected.clone()), "{typed}");
        }
        let groups: Vec<&str> = code.split('-').collect();
        for kept in 1..groups.len() {
            let mixed = format!("{} {}", groups[..kept].concat(), groups[kept..].concat());
            assert_eq!(token(&mixed), Ok(expected.clone()), "{mixed}");
        }
        assert_eq!(token(&code.replace('0', "o").replace('1', "l")), Ok(expected));
        let pin: Pin = Pin::code(&fingerprint()).parse().unwrap();
        assert!(pin.is_of(&fingerprint()) && !pin.is_of(&Fingerprint::of(b"another")));
        let whole: Pin = fingerprint().to_string().parse().unwrap();
        assert!(whole.is_of(&fingerprint()));
    }

    #[test]
    fn slips_and_swaps_of_signs_show_in_their_group() {
        let code_text = of_token(TOKEN_TEXT).unwrap();
        let code: Vec<char> = code_text.chars().collect();
        let mut slips = 0;
        for (at, &right) in code.iter().enumerate().filter(|(_, sign)| **sign != '-') {
            for &other in SIGNS.iter().filter(|&&other| char::from(other) != right) {
                let mut wrong = code.clone();
                wrong[at] = other.into();
                slips += 1;
                let found = token(&wrong.iter().collect::<String>());
                assert_eq!(found, Err(CodeError::Group { group: at / 6 + 1 }), "{other} at {at}");
            }
        }
        assert_eq!(slips, 40 * 31);
        for (left, right) in
            (0..code.len()).flat_map(|left| (left + 1..code.len()).map(move |right| (left, right)))
        {
            let is_one_group = left / 6 == right / 6;
            if is_one_group && code[left] != code[right] && code[right] != '-' {
                let mut wrong = code.clone();
                wrong.swap(left, right);
                let found = token(&wrong.iter().collect::<String>());
                assert_eq!(found, Err(CodeError::Group { group: left / 6 + 1 }), "{left} and {right}");
            }
        }
        let groups: Vec<&str> = code_text.split('-').collect();
        for (left, right) in
            (0..groups.len()).flat_map(|left| (left + 1..groups.len()).map(move |right| (left, right)))
        {
            let mut wrong = groups.clone();
            wrong.swap(left, right);
            assert_eq!(token(&wrong.concat()), Err(CodeError::Group { group: left + 1 }));
        }
    }

    #[test]
    fn wrong_group_is_named_and_replaced_alone() {
        let code = of_token(TOKEN_TEXT).unwrap();
        let groups: Vec<&str> = code.split('-').collect();
        for (at, group) in groups.iter().enumerate() {
            // A group with a missing, an extra or an invalid character doesn't affect the groups around it.
            for slip in [&group[1..], &format!("{group}0"), "U%U%U"] {
                let mut wrong = groups.clone();
                wrong[at] = slip;
                let wrong = wrong.join(" ");
                assert_eq!(token(&wrong), Err(CodeError::Group { group: at + 1 }), "{slip}");
                let corrected = with_group(&wrong, at + 1, &format!(" {} ", group.to_lowercase()));
                assert_eq!(token(&corrected), token(TOKEN_TEXT));
                assert_eq!(token(&with_group(&wrong, at + 1, &code)), token(TOKEN_TEXT), "all of it again");
            }
        }
    }

    #[test]
    fn code_of_wrong_length_is_rejected_with_length() {
        let code = of_token(TOKEN_TEXT).unwrap();
        let short = &code[..code.len() - 6];
        assert_eq!(token(short), Err(CodeError::Length { found: 35, expected: 40 }));
        let short = code.replacen('-', "", 7);
        assert_eq!(token(&short[1..]), Err(CodeError::Group { group: 1 }), "in one piece all of it shifts");
        assert_eq!(token(""), Err(CodeError::Length { found: 0, expected: 40 }));
        assert_eq!("7K".parse::<Pin>(), Err(CodeError::Length { found: 2, expected: 20 }));
    }
}
