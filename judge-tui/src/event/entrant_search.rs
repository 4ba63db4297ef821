//! Resolves typed names: a number, an id, or a unique part of a name.

use ishigaki_proto::event::Entrant;
use unicode_normalization::UnicodeNormalization as _;

use crate::options::EventUsage;
use ishigaki_words::columns::clean;

/// Returns the roster line for a number, an id, or a part of a name; `who` names the entrant of a line.
///
/// # Errors
/// `SeveralPlayers` if more than one matches, also by reading or look, `NoPlayer` if none does.
pub(super) fn find_entrant(
    entrants: &[Entrant],
    named: &str,
    has_number: impl Fn(usize, u32) -> bool,
    who: impl Fn(usize) -> String,
) -> Result<usize, EventUsage> {
    let number: Option<u32> = named.parse().ok();
    let all = || entrants.iter().enumerate();
    let exact = all()
        .filter(|(at, entrant)| entrant.id == named || number.is_some_and(|number| has_number(*at, number)));
    let mut found: Vec<usize> = exact.map(|(at, _)| at).collect();
    if found.is_empty() {
        // A whole name takes precedence over a part of one.
        let is_whole = all().any(|(_, entrant)| has_name(entrant, named));
        let matches_name = if is_whole { has_name } else { has_in_name };
        let matching: Vec<_> = all().filter(|(_, entrant)| matches_name(entrant, named)).collect();
        // Names with the same reading are candidates too: 高橋 and 髙橋 are typed with the same keys.
        let is_match = |entrant: &Entrant| {
            matches_name(entrant, named)
                || matching.iter().any(|(_, matching)| has_same_reading(matching, entrant))
        };
        found = all().filter(|(_, entrant)| is_match(entrant)).map(|(at, _)| at).collect();
    }
    let who = |line: usize| {
        let id = entrants.get(line).map(|entrant| clean(&entrant.id)).unwrap_or_default();
        let who = who(line);
        // Equal names are distinguished by the id.
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

pub(super) fn has_in_name(entrant: &Entrant, part: &str) -> bool {
    let part = fold_name(part);
    let names = [&entrant.name, &entrant.kana, &entrant.romaji];
    !part.is_empty() && names.into_iter().any(|name| fold_name(name).contains(&part))
}

fn has_name(entrant: &Entrant, text: &str) -> bool {
    let text = fold_name(text);
    !text.is_empty()
        && [&entrant.name, &entrant.kana, &entrant.romaji].into_iter().any(|name| fold_name(name) == text)
}

fn has_same_reading(first: &Entrant, second: &Entrant) -> bool {
    let readings = [(&first.kana, &second.kana), (&first.romaji, &second.romaji)];
    readings
        .into_iter()
        .any(|(first, second)| !fold_name(first).is_empty() && fold_name(first) == fold_name(second))
}

/// Normalises a name for search: without spaces, case, width and differences between similar letters and
/// variants.
pub(crate) fn fold_name(name: &str) -> String {
    let visible = name.nfkc().flat_map(char::to_lowercase).nfc();
    let visible = visible.filter(|character| {
        !character.is_whitespace() && !character.is_control() && !is_invisible(*character)
    });
    visible.map(|character| fold_variant(katakana(character))).collect()
}

const fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0100}'..='\u{e01ef}')
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
            assert_eq!(fold_name(typed), fold_name(name), "{typed}");
        }
        assert_ne!(fold_name("高田"), fold_name("高橋"));
        assert!(!has_in_name(&entrant("A", "", ""), " \u{3000}"), "a blank names nobody");
    }

    #[test]
    fn whole_name_goes_before_a_part_of_another() {
        let entrants = ["選手1", "選手10", "選手2"].map(|name| entrant(name, "", ""));
        let find_entrant = |named| find_entrant(&entrants, named, |_, _| false, |line| line.to_string());
        assert_eq!(find_entrant("選手1").unwrap(), 0);
        assert_eq!(find_entrant("選手2").unwrap(), 2);
        assert!(find_entrant("選手").is_err());
    }

    #[test]
    fn equal_readings_are_read_alike() {
        let read = |first: (&str, &str), second: (&str, &str)| {
            has_same_reading(&entrant("a", first.0, first.1), &entrant("b", second.0, second.1))
        };
        assert!(read(("タカハシ", ""), ("たかはし", "")));
        assert!(read(("", "TAKAHASHI"), ("", "Taka hashi")));
        assert!(!read(("", ""), ("", "")));
        assert!(!read(("タカハシ", ""), ("タカダ", "")));
    }
}
