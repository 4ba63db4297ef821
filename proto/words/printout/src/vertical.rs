//! Vertical Japanese text on diplomas: numbers in kanji, short Latin words upright.

use maud::{Markup, html};

const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
/// Maximum number of digits in one square.
const LONGEST_COMBINED: usize = 2;
/// Maximum length of an upright Latin word. Longer words are rotated, as in books.
const LONGEST_UPRIGHT: usize = 4;
/// The year before the first of Reiwa (令和).
const BEFORE_REIWA: u32 = 2018;

/// Returns a number in kanji: `十二`; from 100 on digit by digit.
pub(crate) fn kanji(number: u32) -> String {
    let digit = |digit: u32| usize::try_from(digit).ok().and_then(|at| DIGITS.get(at)).copied();
    let tens = (number / 10 > 1).then(|| digit(number / 10)).flatten();
    let ones = || digit(number % 10).filter(|_| !number.is_multiple_of(10));
    match number {
        0..10 => digit(number).into_iter().collect(),
        10..100 => tens.into_iter().chain(['十']).chain(ones()).collect(),
        _ => number.to_string().chars().filter_map(|c| digit(c.to_digit(10)?)).collect(),
    }
}

/// Returns a date with its numbers in kanji: `2026-12-05` and `令和8年12月5日` are `令和八年十二月五日`.
pub(crate) fn date(text: &str) -> String {
    let parts: Vec<Option<u32>> = text.split('-').map(|part| part.trim().parse().ok()).collect();
    if let [Some(year), Some(month), Some(day)] = parts[..]
        && let Some(of_era) = year.checked_sub(BEFORE_REIWA).filter(|year| *year > 1)
    {
        return format!("令和{}年{}月{}日", kanji(of_era), kanji(month), kanji(day));
    }
    let numbers = runs(text, |c| c.is_ascii_digit());
    numbers.map(|run| run.parse().map_or_else(|_| run.to_owned(), kanji)).collect()
}

/// Returns a text for a vertical line, with upright numbers and short Latin words.
pub(crate) fn upright(text: &str) -> Markup {
    let class = |run: &str| match run.len() {
        length if length <= LONGEST_COMBINED && run.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some("combined")
        }
        length if length <= LONGEST_UPRIGHT && run.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            Some("upright")
        }
        _ => None,
    };
    html! {
        @for run in runs(text, is_latin) {
            @match class(run) {
                Some(class) => span class=(class) { (run) },
                None => (run),
            }
        }
    }
}

/// Returns whether a character belongs to a Latin word or number, also with an accent.
const fn is_latin(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '\u{c0}'..='\u{24f}')
}

/// Splits a text where characters of a kind begin or end.
fn runs(text: &str, is_of_kind: fn(char) -> bool) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let kind = is_of_kind(rest.chars().next()?);
        let end = rest.find(|c| is_of_kind(c) != kind).unwrap_or(rest.len());
        let (run, after) = rest.split_at_checked(end)?;
        rest = after;
        Some(run)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_kanji_have_tens_below_100() {
        let written = [3, 10, 12, 20, 42, 2026].map(kanji);
        assert_eq!(written, ["三", "十", "十二", "二十", "四十二", "二〇二六"]);
    }

    #[test]
    fn dates_are_written_in_kanji() {
        let written = ["2026-12-05", "令和8年12月5日", "2026年1月20日", "冬"].map(date);
        assert_eq!(written, ["令和八年十二月五日", "令和八年十二月五日", "二〇二六年一月二十日", "冬"]);
    }

    #[test]
    fn short_latin_words_and_numbers_are_upright() {
        let upright = |text| upright(text).into_string();
        assert_eq!(upright("第42期"), "第<span class=\"combined\">42</span>期");
        assert_eq!(upright("WOC代表"), "<span class=\"upright\">WOC</span>代表");
        assert_eq!(upright("<José"), "&lt;José");
        assert_eq!(upright("Fernandez"), "Fernandez");
    }
}
