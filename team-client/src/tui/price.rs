//! A price as it is typed, on the page and on the terminal alike: one parser for every field of a number.
//!
//! A text that is no price stays as it was typed and is worth nothing, so that nothing else than what is shown can be sent.
//! It may be part of a list that is to be sealed, so it shows in no debug output (`A4`).

use std::fmt;

use ishigaki_rules::Tsuyama;
use ishigaki_screen::terminal::narrow;
use ishigaki_words::Words;

/// The most digits of a price: more than any game needs, and far from where amounts end.
pub(crate) const MOST_DIGITS: usize = 12;
/// The highest price that can be typed.
const MOST: u64 = 999_999_999_999;
/// The most characters that keys write into a price.
const LONGEST: usize = 24;

/// Fault of a text that is no price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PriceFault {
    Empty,
    /// A character is no digit.
    NoDigits,
    /// It has too many digits.
    TooLong,
}

impl PriceFault {
    /// Returns what is wrong, in words.
    pub(crate) fn text(self, words: &Words) -> String {
        match self {
            Self::Empty => words.label("team-price-empty"),
            Self::NoDigits => words.label("team-price-no-digits"),
            Self::TooLong => words.say("team-price-too-long", &[("most", MOST_DIGITS.into())]),
        }
    }
}

/// Reads a price: digits and nothing else, full-width ones included.
///
/// # Errors
/// Why the text is no price.
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

/// A price so much higher or lower, within what can be typed.
pub(crate) fn turned(price: Tsuyama, by: i64) -> Tsuyama {
    Tsuyama(price.0.saturating_add_signed(by).min(MOST))
}

/// Content of a price's field.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct PriceText {
    /// The text that was typed last; `None` if the price has come from elsewhere.
    typed: Option<String>,
}

impl PriceText {
    /// A text that was typed.
    pub(crate) fn of(text: &str) -> Self {
        Self { typed: Some(text.to_owned()) }
    }

    /// The text that was typed, as it was.
    pub(crate) fn typed(&self) -> Option<&str> {
        self.typed.as_deref()
    }

    /// Returns what is wrong with the text.
    pub(crate) fn fault(&self) -> Option<PriceFault> {
        parse(self.typed.as_deref()?).err()
    }

    /// Returns what the field shows: the price, or the text that is none.
    pub(crate) fn shown(&self, price: Tsuyama) -> String {
        match &self.typed {
            Some(text) if parse(text).is_err() => text.clone(),
            _ => price.0.to_string(),
        }
    }

    /// The text with one more character. One that has become too long stays as it is: it is no price anyway.
    #[must_use]
    pub(crate) fn written(so_far: &str, char: char) -> Self {
        let mut text = so_far.to_owned();
        if text.chars().count() < LONGEST {
            text.push(char);
        }
        Self { typed: Some(text) }
    }

    /// The text without its last character.
    #[must_use]
    pub(crate) fn erased(so_far: &str) -> Self {
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
        assert_eq!(parse(&"9".repeat(MOST_DIGITS)), Ok(Tsuyama(MOST)));
        assert_eq!(parse(&"9".repeat(MOST_DIGITS + 1)), Err(PriceFault::TooLong));
        assert_eq!(parse(""), Err(PriceFault::Empty));
        for text in
            ["9.5", "1e3", "-3", "+3", "١٢", "1,000", "9 5", " 95", "95 ", "９．５", "九", "²", "0x9", "9\n"]
        {
            assert_eq!(parse(text), Err(PriceFault::NoDigits), "{text}");
        }
    }

    #[test]
    fn a_typed_text_shows_in_no_debug_output() {
        assert_eq!(format!("{:?}", PriceText::of("4711")), "typed");
    }
}
