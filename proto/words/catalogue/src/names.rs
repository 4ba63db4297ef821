//! Names as people search, read and confuse them.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use wana_kana::ConvertJapanese as _;

/// Folds a name for search: without spaces, case, width and the differences between variants of a character.
pub fn fold_name(name: &str) -> String {
    let visible = name.nfkc().flat_map(char::to_lowercase).nfc();
    let visible = visible.filter(|character| {
        !character.is_whitespace() && !character.is_control() && !is_invisible(*character)
    });
    visible.map(|character| fold_variant(katakana(character))).collect()
}

/// Folds a name further, so that names that look alike are equal.
pub fn name_skeleton(name: &str) -> String {
    fold_name(name).chars().map(fold_letter).collect()
}

/// Folds a reading in kana or romaji, so that spellings of one reading are equal: おおの, `Ohno` and `Ōno`.
pub fn fold_reading(reading: &str) -> String {
    let romaji = reading.nfkc().collect::<String>().to_romaji().to_lowercase();
    let letters = romaji.nfkd().filter(|character| !is_combining_mark(*character));
    let mut folded: String = letters.filter(|character| character.is_alphanumeric()).collect();
    for (spelling, other) in SPELLINGS {
        folded = folded.replace(spelling, other);
    }
    without_long_vowels(&folded)
}

/// Spellings of romaji and the ones that stand for them, in this order.
const SPELLINGS: [(&str, &str); 16] = [
    ("tch", "tt"),
    ("sh", "sy"),
    ("ch", "ty"),
    ("syi", "si"),
    ("tyi", "ti"),
    ("jy", "zy"),
    ("j", "zy"),
    ("zyi", "zi"),
    ("ts", "tu"),
    ("tuu", "tu"),
    ("fu", "hu"),
    ("dzu", "zu"),
    ("mb", "nb"),
    ("mp", "np"),
    ("mm", "nm"),
    ("l", "r"),
];

/// Removes the second letter of a long vowel, also as `oh` before a consonant.
fn without_long_vowels(folded: &str) -> String {
    let letters: Vec<char> = folded.chars().collect();
    let mut kept = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let next_is_vowel = letters.get(at + 1).is_some_and(|next| "aiueoy".contains(*next));
        let is_length = match (kept.chars().last(), letter) {
            (Some('o'), 'u' | 'o') | (Some('u'), 'u') => true,
            (Some('o'), 'h') => !next_is_vowel,
            _ => false,
        };
        if !is_length {
            kept.push(*letter);
        }
    }
    kept
}

/// Returns whether a character of a name can't be seen, except selectors of variants.
pub const fn is_zero_width(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e00ff}')
}

const fn is_invisible(character: char) -> bool {
    is_zero_width(character)
        || matches!(character, '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e0fff}')
}

fn katakana(character: char) -> char {
    match character {
        'ぁ'..='ゖ' => char::from_u32(u32::from(character) + 0x60).unwrap_or(character),
        _ => character,
    }
}

const fn fold_variant(character: char) -> char {
    match character {
        '髙' => '高',
        '﨑' | '碕' | '嵜' => '崎',
        '濱' | '濵' => '浜',
        '邊' | '邉' => '辺',
        '齋' | '齊' | '斎' => '斉',
        '澤' => '沢',
        '廣' => '広',
        '𠮷' => '吉',
        '德' => '徳',
        '桒' => '桑',
        '嶋' | '嶌' => '島',
        '冨' => '富',
        '櫻' => '桜',
        '龍' => '竜',
        '國' => '国',
        '眞' => '真',
        '淵' | '渊' => '渕',
        '槇' => '槙',
        '栁' => '柳',
        '瀨' => '瀬',
        '惠' => '恵',
        '薗' => '園',
        '萬' => '万',
        '與' => '与',
        '黑' => '黒',
        '靑' => '青',
        '淸' => '清',
        '凜' => '凛',
        '圓' => '円',
        '壽' => '寿',
        '榮' => '栄',
        '條' => '条',
        '彌' => '弥',
        '峯' => '峰',
        '舘' => '館',
        '籠' => '篭',
        'ニ' => '二',
        'ハ' => '八',
        'カ' => '力',
        'エ' => '工',
        'ロ' => '口',
        'タ' => '夕',
        '‐'..='―' | '−' | '─' | '━' | 'ー' | '一' => '-',
        other => other,
    }
}

const fn fold_letter(character: char) -> char {
    match character {
        'а' | 'α' => 'a',
        'в' => 'b',
        'с' => 'c',
        'е' | 'ε' => 'e',
        'н' | 'η' => 'h',
        'і' | 'ι' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' => 'm',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'у' | 'υ' => 'y',
        'х' | 'χ' => 'x',
        '’' | '‘' | '`' | '´' => '\'',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fold_without_spaces_case_width_and_variants() {
        for (typed, name) in [
            ("林太一", "林\u{3000}太一"),
            ("林 太一", "林太一"),
            ("ＨＡＹＡＳＨＩ１", "Hayashi 1"),
            ("高橋", "髙橋"),
            ("山崎", "山﨑"),
            ("斉藤", "齋藤"),
            ("たかはし", "ﾀｶﾊｼ"),
            ("葛\u{e0100}西", "葛西"),
            ("エース", "工-ス"),
        ] {
            assert_eq!(fold_name(typed), fold_name(name), "{typed}");
        }
        assert_ne!(fold_name("高田"), fold_name("高橋"));
    }

    #[test]
    fn names_that_look_the_same_have_one_skeleton() {
        for (a, b) in [
            ("Café", "Cafe\u{301}"),
            ("津山 高専", "津山\u{3000}高専"),
            ("ＫＯＳＥＮ", "kosen"),
            ("ｶﾞｯﾂ", "ガッツ"),
            ("か\u{3099}", "が"),
            ("owl\u{200b}", "Owl"),
            ("Team\u{a0}A", "Team A"),
            ("Оwl", "Owl"),
            ("A-B", "A–B"),
            ("工ース", "エース"),
            ("ロボ", "口ボ"),
            ("高橋", "髙橋"),
        ] {
            assert_eq!(name_skeleton(a), name_skeleton(b), "{a} {b}");
        }
        for (a, b) in [("か", "が"), ("Cafe", "Café"), ("高橋", "高田")] {
            assert_ne!(name_skeleton(a), name_skeleton(b), "{a} {b}");
        }
    }

    #[test]
    fn readings_fold_from_kana_and_every_romaji() {
        for (reading, spellings) in [
            ("おおの", &["Ohno", "Ōno", "Oono", "ONO", "ｵｵﾉ"][..]),
            ("しょうじ", &["Shoji", "Syouzi", "Shouji", "Shōji"]),
            ("つちや", &["Tsuchiya", "Tutiya"]),
            ("なんば", &["Namba", "Nanba"]),
            ("はっとり ふみ", &["Hattori Fumi", "hattori-humi"]),
            ("ほった", &["Hotta"]),
            ("まっちゃ", &["Matcha"]),
            ("じゅんいち", &["Jun'ichi", "Zyuniti"]),
            ("ゆうき", &["Yuki", "Yuuki", "Yūki"]),
            ("おはら", &["Ohara"]),
        ] {
            for spelling in spellings {
                assert_eq!(fold_reading(spelling), fold_reading(reading), "{spelling}");
            }
        }
        for (a, b) in [("たかはし", "たかだ"), ("おはら", "おら"), ("きし", "きち")] {
            assert_ne!(fold_reading(a), fold_reading(b), "{a}");
        }
    }
}
