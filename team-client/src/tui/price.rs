//! Typed prices, with one parser for all number fields.
//!
//! Invalid text is kept as typed and is not a price, so that only visible prices are submitted. It may be
//! part of a list, so `Debug` omits it (`A4`).

use std::fmt;

use ishigaki_rules::Tsuyama;
use ishigaki_screen::terminal::narrow;
use ishigaki_words::Words;

/// Maximum digits of a price: more than any game needs, without overflow.
pub(crate) const MOST_DIGITS: usize = 12;
const MAX_PRICE: u64 = 999_999_999_999;
const MAX_CHARACTERS: usize = 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PriceFault {
    Empty,
    NoDigits,
    TooLong,
}

impl PriceFault {
    pub(crate) fn text(self, words: &Words) -> String {
        match self {
            Self::Empty => words.label("team-price-empty"),
            Self::NoDigits => words.label("team-price-no-digits"),
            Self::TooLong => words.say("team-price-too-long", &[("most", MOST_DIGITS.into())]),
        }
    }
}

pub(crate) fn parse(text: &str) -> Result<Tsuyama, PriceFault> {
    if text.is_empty() {
        return Err(PriceFault::Empty);
    }
    let digit = |char: char| narrow(char).to_digit(10).map(u64::from);
    let digits: Vec<u64> = text.chars().map(digit).collect::<Option<_>>().ok_or(PriceFault::NoDigits)?;
    let figures: Vec<u64> = digits.into_iter().skip_while(|digit| *digit == 0).collect();
    if figures.len() > MOST_DIGITS {
        return Err(PriceFault::TooLong);
    }
    Ok(Tsuyama(figures.into_iter().fold(0, |price, digit| price * 10 + digit)))
}

pub(crate) fn adjust_price(price: Tsuyama, by: i64) -> Tsuyama {
    Tsuyama(price.0.saturating_add_signed(by).min(MAX_PRICE))
}

#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct PriceText {
    typed: Option<String>,
}

impl PriceText {
    pub(crate) fn of(text: &str) -> Self {
        Self { typed: Some(text.to_owned()) }
    }

    pub(crate) fn typed(&self) -> Option<&str> {
        self.typed.as_deref()
    }

    pub(crate) fn fault(&self) -> Option<PriceFault> {
        parse(self.typed.as_deref()?).err()
    }

    pub(crate) fn display_price(&self, price: Tsuyama) -> String {
        match &self.typed {
            Some(text) if parse(text).is_err() => text.clone(),
            _ => price.0.to_string(),
        }
    }

    /// A text that is too long stays as it is, because it is invalid anyway.
    #[must_use]
    pub(crate) fn with_char(so_far: &str, char: char) -> Self {
        let mut text = so_far.to_owned();
        if text.chars().count() < MAX_CHARACTERS {
            text.push(char);
        }
        Self { typed: Some(text) }
    }

    #[must_use]
    pub(crate) fn without_last(so_far: &str) -> Self {
        let mut text = so_far.to_owned();
        text.pop();
        Self { typed: Some(text) }
    }
}

impl fmt::Debug for PriceText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("typed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_both_widths_are_a_price_and_nothing_else_is() {
        for (text, price) in
            [("95", 95), ("９５", 95), ("9５", 95), ("007", 7), ("0", 0), ("0000000000000007", 7)]
        {
            assert_eq!(parse(text), Ok(Tsuyama(price)), "{text}");
        }
        assert_eq!(parse(&"9".repeat(MOST_DIGITS)), Ok(Tsuyama(MAX_PRICE)));
        assert_eq!(parse(&"9".repeat(MOST_DIGITS + 1)), Err(PriceFault::TooLong));
        assert_eq!(parse(""), Err(PriceFault::Empty));
        for text in
            ["9.5", "1e3", "-3", "+3", "١٢", "1,000", "9 5", " 95", "95 ", "９．５", "九", "²", "0x9", "9\n"]
        {
            assert_eq!(parse(text), Err(PriceFault::NoDigits), "{text}");
        }
    }

    #[test]
    fn debug_output_hides_typed_price() {
        assert_eq!(format!("{:?}", PriceText::of("4711")), "typed");
    }
}
