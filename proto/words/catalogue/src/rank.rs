//! Ranks of players (段級位) as people write them.

use unicode_normalization::UnicodeNormalization as _;
use wana_kana::ConvertJapanese as _;

/// Rank of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    Kyu(u32),
    /// Above every kyu.
    Dan(u32),
}

const DAN: [&str; 5] = ["段", "dans", "dan", "d.", "d"];
const KYU: [&str; 5] = ["級", "kyus", "kyu", "k.", "k"];
/// Largest number of a rank; anything above is a typing error.
const MOST: u32 = 30;

impl Rank {
    /// Reads a rank in any usual spelling: 三段, 3段, 三 段, `3dan`, `3rd dan`, `dan 3`, 初段, 弐段, さんだん, アマ三段.
    /// Returns `None` for anything else.
    pub fn read(text: &str) -> Option<Self> {
        let folded: String =
            text.nfkc().flat_map(char::to_lowercase).filter(|c| !c.is_whitespace()).collect();
        let spelled = folded.to_romaji();
        let of = |unit: &[&str], rank: fn(u32) -> Self| {
            let number = |text: &str| unit.iter().find_map(|unit| number_of(text, unit));
            number(&folded).or_else(|| number(&spelled)).map(rank)
        };
        of(&DAN, Self::Dan).or_else(|| of(&KYU, Self::Kyu))
    }

    /// Returns the number of the dan, 0 for a kyu.
    pub const fn dan(self) -> u32 {
        match self {
            Self::Dan(dan) => dan,
            Self::Kyu(_) => 0,
        }
    }
}

/// Returns the number directly before a unit, or after it at the end of the text.
fn number_of(text: &str, unit: &str) -> Option<u32> {
    let (before, after) = text.split_once(unit)?;
    let before = before.trim_end_matches(['-', '.', '_', '・']);
    let before = ["st", "nd", "rd", "th"].iter().find_map(|end| before.strip_suffix(end)).unwrap_or(before);
    let after = after.trim_start_matches(['-', '.', ':', '_']);
    trailing_number(before).or_else(|| arabic(after)).filter(|number| (1..=MOST).contains(number))
}

fn trailing_number(text: &str) -> Option<u32> {
    let start = text
        .rfind(|c: char| !c.is_ascii_digit() && c != '.')
        .map_or(0, |at| at + text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8));
    let digits = text.get(start..).unwrap_or_default();
    if digits.is_empty() { kanji(text).or_else(|| romaji(text)) } else { arabic(digits) }
}

fn arabic(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Returns the number that a text ends with, up to 19.
fn kanji(text: &str) -> Option<u32> {
    let one = |text: &str| -> Option<u32> {
        Some(match text.chars().next_back()? {
            '初' | '一' | '壱' => 1,
            '二' | '弐' => 2,
            '三' | '参' => 3,
            '四' => 4,
            '五' => 5,
            '六' => 6,
            '七' => 7,
            '八' => 8,
            '九' => 9,
            _ => return None,
        })
    };
    match (text.strip_suffix('十'), one(text)) {
        (Some(tens), _) => one(tens).is_none().then_some(10),
        (None, Some(ones)) => {
            let last = text.chars().next_back().map_or(0, char::len_utf8);
            let is_teen =
                text.get(..text.len().saturating_sub(last)).is_some_and(|tens| tens.ends_with('十'));
            Some(if is_teen { 10 + ones } else { ones })
        }
        (None, None) => None,
    }
}

/// Returns the number that a text in romaji is.
fn romaji(text: &str) -> Option<u32> {
    const NUMBERS: [(&str, u32); 16] = [
        ("sho", 1),
        ("ichi", 1),
        ("ik", 1),
        ("ni", 2),
        ("san", 3),
        ("yo", 4),
        ("yon", 4),
        ("go", 5),
        ("roku", 6),
        ("rok", 6),
        ("nana", 7),
        ("shichi", 7),
        ("hachi", 8),
        ("ku", 9),
        ("kyuu", 9),
        ("juu", 10),
    ];
    NUMBERS.iter().find(|(name, _)| *name == text).map(|(_, number)| *number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_read_in_usual_spellings() {
        let third = [
            "三段",
            "3段",
            "３段",
            "三 段",
            "三　段",
            "3dan",
            "3 Dan",
            "３ｄａｎ",
            "3rd dan",
            "dan 3",
            "3-dan",
            "3D",
            "参段",
            "三段位",
            "アマ三段",
            "さんだん",
            "サンダン",
            "sandan",
            "三段（2019年）",
            "3段 ",
        ];
        for text in third {
            assert_eq!(Rank::read(text), Some(Rank::Dan(3)), "{text}");
        }
        for (text, rank) in [
            ("初段", Rank::Dan(1)),
            ("しょだん", Rank::Dan(1)),
            ("弐段", Rank::Dan(2)),
            ("七段", Rank::Dan(7)),
            ("十段", Rank::Dan(10)),
            ("1級", Rank::Kyu(1)),
            ("一級", Rank::Kyu(1)),
            ("十二級", Rank::Kyu(12)),
            ("２ 級", Rank::Kyu(2)),
            ("5 kyu", Rank::Kyu(5)),
            ("4k", Rank::Kyu(4)),
        ] {
            assert_eq!(Rank::read(text), Some(rank), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_ranks() {
        for text in
            ["", "段", "無段", "無級", "なし", "-", "3", "名人", "3.5段", "99段", "0段", "段位なし", "Dan"]
        {
            assert_eq!(Rank::read(text), None, "{text}");
        }
    }

    #[test]
    fn every_dan_is_above_every_kyu() {
        assert!(Rank::Dan(1).dan() > Rank::Kyu(1).dan());
    }
}
