//! Who is meant by what somebody typed: a number, an id, or a part of a name that only one entrant has.

use ishigaki_proto::event::Entrant;
use unicode_normalization::UnicodeNormalization as _;

use crate::options::EventUsage;
use ishigaki_words::columns::clean;

/// Returns the line of the roster that is meant by a number, an id, or a part of a name; `who` names the entrant of a line.
///
/// # Errors
/// Returns `SeveralPlayers` if more than one is called so, is read alike or looks alike, `NoPlayer` if none is.
pub(super) fn meant(
    entrants: &[Entrant],
    named: &str,
    has_number: impl Fn(usize, u32) -> bool,
    who: impl Fn(usize) -> String,
) -> Result<usize, EventUsage> {
    let number: Option<u32> = named.parse().ok();
    let all = || entrants.iter().enumerate();
    let exactly = all()
        .filter(|(at, entrant)| entrant.id == named || number.is_some_and(|number| has_number(*at, number)));
    let mut found: Vec<usize> = exactly.map(|(at, _)| at).collect();
    if found.is_empty() {
        // A whole name goes before a part of one.
        let is_whole = all().any(|(_, entrant)| has_name(entrant, named));
        let is_called = if is_whole { has_name } else { has_in_name };
        let called: Vec<_> = all().filter(|(_, entrant)| is_called(entrant, named)).collect();
        // Who is read alike may be meant as well: 高橋 and 髙橋 are typed with the same keys.
        let is_meant = |entrant: &Entrant| {
            is_called(entrant, named) || called.iter().any(|(_, called)| is_read_alike(called, entrant))
        };
        found = all().filter(|(_, entrant)| is_meant(entrant)).map(|(at, _)| at).collect();
    }
    let who = |line: usize| {
        let id = entrants.get(line).map(|entrant| clean(&entrant.id)).unwrap_or_default();
        let who = who(line);
        // Equal names are told apart by the id.
        if who.contains(&*id) { who } else { format!("{id} {who}") }
    };
    match found[..] {
        [line] => Ok(line),
        [] => Err(EventUsage::NoPlayer { named: named.to_owned() }),
        _ => {
            let players = found.into_iter().map(who).collect();
            Err(EventUsage::SeveralPlayers { named: named.to_owned(), players })
        }
    }
}

/// Returns whether a part of a name is in an entrant's name, kana or romaji.
pub(super) fn has_in_name(entrant: &Entrant, part: &str) -> bool {
    let part = folded(part);
    let names = [&entrant.name, &entrant.kana, &entrant.romaji];
    !part.is_empty() && names.into_iter().any(|name| folded(name).contains(&part))
}

/// Returns whether a text is an entrant's whole name, kana or romaji.
fn has_name(entrant: &Entrant, text: &str) -> bool {
    let text = folded(text);
    !text.is_empty()
        && [&entrant.name, &entrant.kana, &entrant.romaji].into_iter().any(|name| folded(name) == text)
}

fn is_read_alike(one: &Entrant, other: &Entrant) -> bool {
    let readings = [(&one.kana, &other.kana), (&one.romaji, &other.romaji)];
    readings.into_iter().any(|(one, other)| !folded(one).is_empty() && folded(one) == folded(other))
}

/// Returns a name as it is looked for: without spaces, case, width and the difference between signs that look alike or are variants
/// of one another.
fn folded(name: &str) -> String {
    let seen = name.nfkc().flat_map(char::to_lowercase).nfc();
    let seen = seen.filter(|sign| !sign.is_whitespace() && !sign.is_control() && !is_unseen(*sign));
    seen.map(|sign| variant(katakana(sign))).collect()
}

const fn is_unseen(sign: char) -> bool {
    matches!(sign, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0100}'..='\u{e01ef}')
}

fn katakana(sign: char) -> char {
    match sign {
        'ぁ'..='ゖ' => char::from_u32(u32::from(sign) + 0x60).unwrap_or(sign),
        _ => sign,
    }
}

/// The usual sign for a variant that stands in names, or for one that looks like it.
const fn variant(sign: char) -> char {
    match sign {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn entrant(name: &str, kana: &str, romaji: &str) -> Entrant {
        Entrant {
            id: String::new(),
            name: name.to_owned(),
            kana: kana.to_owned(),
            romaji: romaji.to_owned(),
            ..Entrant::default()
        }
    }

    #[test]
    fn names_are_found_without_spaces_case_width_and_variants() {
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
            assert_eq!(folded(typed), folded(name), "{typed}");
        }
        assert_ne!(folded("高田"), folded("高橋"));
        assert!(!has_in_name(&entrant("A", "", ""), " \u{3000}"), "a blank names nobody");
    }

    #[test]
    fn whole_name_goes_before_a_part_of_another() {
        let entrants = ["選手1", "選手10", "選手2"].map(|name| entrant(name, "", ""));
        let meant = |named| meant(&entrants, named, |_, _| false, |line| line.to_string());
        assert_eq!(meant("選手1").unwrap(), 0);
        assert_eq!(meant("選手2").unwrap(), 2);
        assert!(meant("選手").is_err());
    }

    #[test]
    fn equal_readings_are_read_alike() {
        let read = |one: (&str, &str), other: (&str, &str)| {
            is_read_alike(&entrant("a", one.0, one.1), &entrant("b", other.0, other.1))
        };
        assert!(read(("タカハシ", ""), ("たかはし", "")));
        assert!(read(("", "TAKAHASHI"), ("", "Taka hashi")));
        assert!(!read(("", ""), ("", "")));
        assert!(!read(("タカハシ", ""), ("タカダ", "")));
    }
}
