//! Join codes: what stands on a team's sheet for it to type.
//!
//! A code is bytes in Crockford's base 32, in groups of five signs: four that say something, and one by which a slip in the
//! group is noticed. Case does not matter, nor do the signs between groups; `O` is read as `0`, `I` and `L` as `1`. One
//! such code says which authority certifies the server ([`Pin`], 80 bits of its fingerprint), another is the token.

use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ishigaki_catalogue::Message;
use ishigaki_record::signing::Fingerprint;

use crate::Token;

/// Crockford's signs, by their values.
const SIGNS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Number of signs of a group that say something; the one after them is the check sign.
const SAYING: usize = 4;
/// Separators between the groups as they are typed, on a Japanese keyboard too.
const BETWEEN: &str = "-_.・ー－‐";
/// The polynomial by which 32 values are a field, x⁵ + x² + 1: in a field every slip of one sign shows.
const FIELD: u32 = 0b10_0101;

/// Number of bytes of a fingerprint in the code of a server: nobody makes another authority that shares these 80 bits.
const PIN: usize = 10;
/// Number of bytes of a token's code: 4 of its id, 16 of its secret.
const TOKEN: usize = 20;

/// Error in a code that somebody typed. What they typed is not repeated: it may be a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("join-bad")]
pub enum CodeError {
    /// It has too few signs, or too many.
    Length {
        /// Number that it has.
        found: usize,
        /// Number that it takes.
        expected: usize,
    },
    /// There is a slip in one of its groups.
    Group {
        /// Number of the group, from 1.
        group: usize,
    },
}

/// Fingerprint, or the beginning of one, by which a client knows the authority of a server that it has not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Hexadecimal digits in lower case.
    digits: String,
}

impl Pin {
    /// The code of an authority with this fingerprint.
    pub fn code(fingerprint: &Fingerprint) -> String {
        let digits = digits(fingerprint);
        let byte =
            |at: usize| digits.get(2 * at..2 * at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        encode(&(0..PIN).map(|at| byte(at).unwrap_or_default()).collect::<Vec<_>>())
    }

    /// Returns whether it is that of an authority with this fingerprint.
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

    /// Reads the code of a sheet, or a whole fingerprint.
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

/// The code of a token, as a sheet has it; `None` for a token of another form.
pub fn of_token(token: &str) -> Option<String> {
    let (id, secret) = token.strip_prefix("ishi.")?.split_once('.')?;
    let id = u32::from_str_radix(id, 16).ok().filter(|_| id.len() == 8)?;
    let secret = URL_SAFE_NO_PAD.decode(secret).ok()?;
    let bytes = [&id.to_be_bytes()[..], &secret].concat();
    (bytes.len() == TOKEN).then(|| encode(&bytes))
}

/// The token that somebody typed: as its code, or as it is.
///
/// # Errors
/// [`CodeError`] if it is as long as no token is, and no code either.
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

/// Bytes as groups. Their bits fill whole groups.
fn encode(bytes: &[u8]) -> String {
    let mut code = String::new();
    for (place, group) in values(bytes).chunks(SAYING).enumerate() {
        if place > 0 {
            code.push('-');
        }
        code.extend(group.iter().chain([&check(group, place)]).map(|&value| sign(value)));
    }
    code
}

/// The bytes of so many that a code says.
fn decode(code: &str, bytes: usize) -> Result<Vec<u8>, CodeError> {
    let expected = bytes * 8 / 5 / SAYING;
    let groups = groups(code);
    if groups.len() != expected {
        let found = groups.iter().map(|group| group.chars().count()).sum();
        return Err(CodeError::Length { found, expected: expected * (SAYING + 1) });
    }
    let mut said = Vec::new();
    for (place, group) in groups.iter().enumerate() {
        let slip = CodeError::Group { group: place + 1 };
        let values: Option<Vec<u32>> = group.chars().map(value).collect();
        match values.as_deref().and_then(<[u32]>::split_last) {
            Some((&found, group)) if group.len() == SAYING && found == check(group, place) => {
                said.extend_from_slice(group);
            }
            _ => return Err(slip),
        }
    }
    let mut out = Vec::new();
    let (mut bits, mut held) = (0_u32, 0_u32);
    for value in said {
        (held, bits) = ((held << 5) | value, bits + 5);
        if bits >= 8 {
            bits -= 8;
            out.push(u8::try_from(held >> bits & 0xff).unwrap_or_default());
            held &= (1 << bits) - 1;
        }
    }
    Ok(out)
}

/// Five bits each.
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

/// The groups of a code, as they are typed: with something between them, or in one piece.
fn groups(code: &str) -> Vec<String> {
    let is_between = |sign: char| sign.is_whitespace() || BETWEEN.contains(sign);
    let parts: Vec<String> =
        code.split(is_between).filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let signs: Vec<char> = parts.concat().chars().collect();
    let (whole, rest) = (signs.len() / (SAYING + 1), signs.len() % (SAYING + 1));
    // Where some groups are run together, only all signs tell where each ends; otherwise a group with a slip stays one.
    if parts.len() > 1 && (rest != 0 || parts.len() == whole) {
        return parts;
    }
    signs.chunks(SAYING + 1).map(|group| group.iter().collect()).collect()
}

/// A code of which a group, counted from 1, has been typed again; or all of it, if more than the group was typed.
pub fn with_group(code: &str, group: usize, typed: &str) -> String {
    let mut said = groups(code);
    match (groups(typed).as_slice(), group.checked_sub(1).and_then(|at| said.get_mut(at))) {
        ([new], Some(old)) => new.clone_into(old),
        _ => return typed.to_owned(),
    }
    said.join("-")
}

/// The check sign of a group: a sum over the field in which each sign counts differently, the check sign itself too, so
/// that one wrong sign shows, and two that changed places; and the group's place, so that two groups that did show.
fn check(group: &[u32], place: usize) -> u32 {
    let doubled = |value: u32| if value < 16 { value << 1 } else { (value << 1) ^ FIELD };
    let sum = group.iter().fold(0, |sum, value| doubled(sum ^ value));
    sum ^ u32::try_from(place + 1).unwrap_or_default()
}

fn sign(value: u32) -> char {
    usize::try_from(value).ok().and_then(|value| SIGNS.get(value)).map_or('0', |&sign| sign.into())
}

fn value(sign: char) -> Option<u32> {
    // A Japanese keyboard may type full-width signs.
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
    fn a_code_is_read_as_it_is_typed() {
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
    fn every_slip_of_one_sign_and_every_two_that_change_places_show_in_their_group() {
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
    fn a_group_is_typed_again_alone() {
        let code = of_token(TOKEN_TEXT).unwrap();
        let groups: Vec<&str> = code.split('-').collect();
        for (at, group) in groups.iter().enumerate() {
            // A sign too few, too many, or none that there is: the groups around it are still told apart.
            for slip in [&group[1..], &format!("{group}0"), "U%U%U"] {
                let mut wrong = groups.clone();
                wrong[at] = slip;
                let wrong = wrong.join(" ");
                assert_eq!(token(&wrong), Err(CodeError::Group { group: at + 1 }), "{slip}");
                let mended = with_group(&wrong, at + 1, &format!(" {} ", group.to_lowercase()));
                assert_eq!(token(&mended), token(TOKEN_TEXT));
                assert_eq!(token(&with_group(&wrong, at + 1, &code)), token(TOKEN_TEXT), "all of it again");
            }
        }
    }

    #[test]
    fn a_code_that_is_too_short_or_too_long_says_so() {
        let code = of_token(TOKEN_TEXT).unwrap();
        let short = &code[..code.len() - 6];
        assert_eq!(token(short), Err(CodeError::Length { found: 35, expected: 40 }));
        let short = code.replacen('-', "", 7);
        assert_eq!(token(&short[1..]), Err(CodeError::Group { group: 1 }), "in one piece all of it shifts");
        assert_eq!(token(""), Err(CodeError::Length { found: 0, expected: 40 }));
        assert_eq!("7K".parse::<Pin>(), Err(CodeError::Length { found: 2, expected: 20 }));
    }
}
