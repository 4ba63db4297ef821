//! Names in few columns: shortened where they must be, and never two of them alike.

use std::collections::BTreeMap;

use ishigaki_rules::{Setup, TeamId};
use unicode_segmentation::UnicodeSegmentation;

use crate::Words;
use crate::columns::{truncate, width};

/// The fewest columns that a name is shortened to for a text to fit.
const LEAST: usize = 4;
/// Signs that may stand before the number of a name that nothing else tells from another.
const SIGNS: &str = "#~*+=^%&@!?<>/|:;";

/// The teams' names in so many columns at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortNames {
    names: Vec<String>,
}

impl ShortNames {
    /// A team's name; empty for a team that the set-up does not have.
    pub fn of(&self, team: TeamId) -> &str {
        self.names.get(team.index()).map(String::as_str).unwrap_or_default()
    }

    /// Several teams' names.
    pub fn all(&self, words: &Words, teams: impl IntoIterator<Item = TeamId>) -> String {
        words.list(teams.into_iter().map(|team| self.of(team).to_owned()))
    }

    /// The columns of the widest.
    pub fn width(&self) -> usize {
        self.names.iter().map(|name| width(name)).max().unwrap_or(0)
    }
}

impl Words {
    /// All teams' names in so many columns at most, by [`distinct`].
    pub fn short_names(&self, setup: &Setup, columns: usize) -> ShortNames {
        let names: Vec<String> = setup.team_ids().map(|team| self.team(setup, team)).collect();
        ShortNames { names: distinct(&names, columns) }
    }

    /// A text with teams' names in it, in so many columns: the names are shortened before anything else of it is cut, and
    /// no more than they must be.
    pub fn fitted(&self, setup: &Setup, columns: usize, text: impl Fn(&ShortNames) -> String) -> String {
        let names = self.names_with(setup, LEAST, |names| width(&text(names)) <= columns);
        truncate(&text(&names), columns).into_owned()
    }

    /// The teams' names, shortened until something fits with them, but not below `least` columns.
    pub fn names_with(&self, setup: &Setup, least: usize, fits: impl Fn(&ShortNames) -> bool) -> ShortNames {
        let mut names = self.short_names(setup, usize::MAX);
        for room in (least.max(LEAST)..names.width()).rev() {
            if fits(&names) {
                break;
            }
            names = self.short_names(setup, room);
        }
        names
    }
}

/// Names in so many columns at most, in the same order. Those that fit stay whole; of those that would look alike when
/// they are cut, as little as possible is left out elsewhere: the middle, or what they have in common. What nothing tells
/// apart, two equal names for one, has its number in the list behind a sign.
///
/// No two are alike as long as there is room for a sign and a number.
pub fn distinct(names: &[String], columns: usize) -> Vec<String> {
    let mut short: Vec<String> = names.iter().map(|name| truncate(name, columns).into_owned()).collect();
    let mut alike: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, name) in short.iter().enumerate() {
        alike.entry(name.clone()).or_default().push(at);
    }
    for mut group in alike.into_values().filter(|group| group.len() > 1) {
        let is_whole = |at: &usize| names.get(*at) == short.get(*at);
        match group.iter().filter(|at| is_whole(at)).count() {
            // It is called so; only the others have to give way.
            1 => group.retain(|at| !is_whole(at)),
            0 => {}
            _ => {
                number(&mut short, names, &group, columns);
                continue;
            }
        }
        let members: Vec<&str> = group.iter().filter_map(|&at| names.get(at)).map(String::as_str).collect();
        let found = forms(&members, columns).find(|form| tells_apart(&short, &group, form));
        match found {
            Some(form) => put(&mut short, &group, form),
            None => number(&mut short, names, &group, columns),
        }
    }
    short
}

/// Ways to shorten names that begin alike, the plainest first.
fn forms<'n>(names: &'n [&'n str], columns: usize) -> impl Iterator<Item = Vec<String>> + 'n {
    let room = columns.saturating_sub(1);
    let with_tail = move |tail: usize| {
        let form = |name: &&str| {
            let end = last(name, tail);
            format!("{}…{end}", first(name, room.saturating_sub(width(end))))
        };
        names.iter().map(form).collect()
    };
    let common = common_prefix(names);
    let without_middle = move |head: usize| {
        let form = |name: &&str| {
            let head = first(name, head);
            let rest = name.get(common..).unwrap_or_default();
            format!("{head}…{}", truncate(rest, room.saturating_sub(width(head))))
        };
        names.iter().map(form).collect()
    };
    (1..=room).map(with_tail).chain((0..=room / 2).rev().map(without_middle))
}

/// Returns whether these names for a group are all different, and none of them is another's.
fn tells_apart(short: &[String], group: &[usize], form: &[String]) -> bool {
    let is_taken =
        |name: &String| short.iter().enumerate().any(|(at, other)| !group.contains(&at) && other == name);
    let is_twice = |(at, name): (usize, &String)| form.iter().skip(at + 1).any(|other| other == name);
    !form.iter().any(is_taken) && !form.iter().enumerate().any(is_twice)
}

fn put(short: &mut [String], group: &[usize], form: Vec<String>) {
    for (&at, name) in group.iter().zip(form) {
        if let Some(place) = short.get_mut(at) {
            *place = name;
        }
    }
}

/// Gives each of a group its number in the whole list.
fn number(short: &mut [String], names: &[String], group: &[usize], columns: usize) {
    let with = |sign: char| -> Vec<String> {
        let form = |&at: &usize| {
            let number = format!("{sign}{}", at + 1);
            let name = names.get(at).map(String::as_str).unwrap_or_default();
            format!("{}{number}", first(name, columns.saturating_sub(number.len())))
        };
        group.iter().map(form).collect()
    };
    if let Some(form) = SIGNS.chars().map(with).find(|form| tells_apart(short, group, form)) {
        put(short, group, form);
    }
}

/// As much of the start of a text as fits.
fn first(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let fits = |grapheme: &&str| {
        used += width(grapheme);
        used <= columns
    };
    let length: usize = text.graphemes(true).take_while(fits).map(str::len).sum();
    text.get(..length).unwrap_or_default()
}

/// As much of the end of a text as fits.
fn last(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let fits = |grapheme: &&str| {
        used += width(grapheme);
        used <= columns
    };
    let length: usize = text.graphemes(true).rev().take_while(fits).map(str::len).sum();
    text.get(text.len() - length..).unwrap_or_default()
}

/// The bytes that all begin with, at the boundary of what looks like one character.
fn common_prefix(names: &[&str]) -> usize {
    let Some((name, others)) = names.split_first() else { return 0 };
    let is_common = |end: &usize| others.iter().all(|other| other.get(..*end) == name.get(..*end));
    let ends = name.grapheme_indices(true).map(|(at, grapheme)| at + grapheme.len());
    ends.take_while(is_common).last().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn short(names: &[&str], columns: usize) -> Vec<String> {
        distinct(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>(), columns)
    }

    #[test]
    fn names_that_fit_stay_whole() {
        assert_eq!(short(&["津山高専", "B"], 8), ["津山高専", "B"]);
    }

    #[test]
    fn names_that_begin_alike_keep_what_tells_them_apart() {
        assert_eq!(short(&["Kosen Team A", "Kosen Team B", "Owls"], 8), ["Kosen …A", "Kosen …B", "Owls"]);
        assert_eq!(short(&["津山高専チーム一", "津山高専チーム二"], 9), ["津山高…一", "津山高…二"]);
        assert_eq!(short(&["Masons A of Tsuyama", "Masons B of Tsuyama"], 8), ["Mas…A o…", "Mas…B o…"]);
    }

    #[test]
    fn a_name_that_looks_like_a_shortened_one_stays_and_the_other_gives_way() {
        assert_eq!(short(&["Kosen…", "Kosen Two"], 6), ["Kosen…", "Kose…o"]);
    }

    #[test]
    fn what_nothing_tells_apart_is_numbered() {
        assert_eq!(short(&["Owls", "Owls", "Kites"], 8), ["Owls#1", "Owls#2", "Kites"]);
        assert_eq!(short(&["Owls", "Owls", "Owls#1"], 6), ["Owls~1", "Owls~2", "Owls#1"]);
    }

    /// Names as somebody would choose them who wants to be taken for another team.
    fn hostile() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            Just("A"),
            Just("B"),
            Just("…"),
            Just("#1"),
            Just("#2"),
            Just("~1"),
            Just("津"),
            Just("山"),
            Just("か\u{3099}"),
            Just("👩‍👩‍👧"),
            Just(" "),
            Just("Team"),
            Just("e\u{301}"),
            Just("1")
        ];
        proptest::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn no_two_of_sixteen_are_ever_alike_nor_any_too_wide(
            names in proptest::collection::vec(hostile(), 1..=16), columns in 4_usize..24
        ) {
            let short = distinct(&names, columns);
            prop_assert_eq!(short.len(), names.len());
            for (at, name) in short.iter().enumerate() {
                prop_assert!(width(name) <= columns, "{name:?} in {columns}");
                prop_assert!(!short[..at].contains(name), "{name:?} twice: {short:?} of {names:?}");
            }
        }
    }
}
