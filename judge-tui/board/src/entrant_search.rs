//! Resolves typed names: a number, an id, or a unique part of a name.

use ishigaki_catalogue::Message;
use ishigaki_catalogue::names::{fold_name, fold_reading};
use ishigaki_proto::event::Entrant;
use ishigaki_words::columns::clean;

/// Error of a typed name.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message("cli-event")]
pub enum EntrantError {
    NoPlayer {
        named: String,
    },
    SeveralPlayers {
        named: String,
        /// Numbers and names.
        players: Vec<String>,
    },
    NoTeam {
        named: String,
    },
    SeveralTeams {
        named: String,
        /// Ids and names.
        teams: Vec<String>,
    },
}

/// Returns the roster line for a number, an id, or a part of a name; `who` names the entrant of a line.
///
/// # Errors
/// `SeveralPlayers` if more than one matches, also by reading or look, `NoPlayer` if none does.
pub(super) fn find_entrant(
    entrants: &[Entrant],
    named: &str,
    has_number: impl Fn(usize, u32) -> bool,
    who: impl Fn(usize) -> String,
) -> Result<usize, EntrantError> {
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
        [] => Err(EntrantError::NoPlayer { named: named.to_owned() }),
        _ => {
            let players = found.into_iter().map(who).collect();
            Err(EntrantError::SeveralPlayers { named: named.to_owned(), players })
        }
    }
}

/// Minimum letters of a reading that finds a part of another.
const MIN_READING_LETTERS: usize = 3;

pub(super) fn has_in_name(entrant: &Entrant, part: &str) -> bool {
    let (name, reading) = (fold_name(part), fold_reading(part));
    let is_part = |text: &String| !name.is_empty() && fold_name(text).contains(&name);
    let is_read =
        |text: &String| reading.len() >= MIN_READING_LETTERS && fold_reading(text).contains(&reading);
    [&entrant.name, &entrant.kana, &entrant.romaji].into_iter().any(is_part)
        || [&entrant.kana, &entrant.romaji].into_iter().any(is_read)
}

fn has_name(entrant: &Entrant, text: &str) -> bool {
    let text = fold_name(text);
    !text.is_empty()
        && [&entrant.name, &entrant.kana, &entrant.romaji].into_iter().any(|name| fold_name(name) == text)
}

fn has_same_reading(first: &Entrant, second: &Entrant) -> bool {
    let readings = |entrant: &Entrant| {
        let folded = [&entrant.kana, &entrant.romaji].map(|reading| fold_reading(reading));
        folded.into_iter().filter(|reading| !reading.is_empty()).collect::<Vec<_>>()
    };
    let second = readings(second);
    readings(first).iter().any(|reading| second.contains(reading))
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
    fn names_are_found_by_any_spelling_of_their_reading() {
        let named = entrant("大野 太一", "おおの たいち", "");
        for part in ["大野太", "オオノ", "ohno", "Taichi", "ono taiti"] {
            assert!(has_in_name(&named, part), "{part}");
        }
        for part in ["大田", "onda", " \u{3000}", "n"] {
            assert!(!has_in_name(&named, part), "{part}");
        }
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
