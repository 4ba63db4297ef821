//! Names in few columns: shortened if necessary, and always distinct.

use std::collections::BTreeMap;

use ishigaki_rules::{Setup, TeamId};
use unicode_segmentation::UnicodeSegmentation;

use crate::Words;
use crate::columns::{truncate, width};

const LEAST: usize = 4;
const SIGNS: &str = "#~*+=^%&@!?<>/|:;";

/// The teams' names within a number of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortNames {
    names: Vec<String>,
}

impl ShortNames {
    /// Returns a team's name; empty for an unknown team.
    pub fn of(&self, team: TeamId) -> &str {
        self.names.get(team.index()).map(String::as_str).unwrap_or_default()
    }

    /// Joins several teams' names.
    pub fn all(&self, words: &Words, teams: impl IntoIterator<Item = TeamId>) -> String {
        words.list(teams.into_iter().map(|team| self.of(team).to_owned()))
    }

    /// Returns the width of the widest name.
    pub fn width(&self) -> usize {
        self.names.iter().map(|name| width(name)).max().unwrap_or(0)
    }
}

impl Words {
    /// Returns all teams' names within these columns, by [`distinct`].
    pub fn short_names(&self, setup: &Setup, columns: usize) -> ShortNames {
        let names: Vec<String> = setup.team_ids().map(|team| self.team(setup, team)).collect();
        ShortNames { names: distinct(&names, columns) }
    }

    /// Returns a text with team names within these columns. Names are shortened first, as little as possible.
    pub fn fitted(&self, setup: &Setup, columns: usize, text: impl Fn(&ShortNames) -> String) -> String {
        let names = self.names_with(setup, LEAST, |names| width(&text(names)) <= columns);
        truncate(&text(&names), columns).into_owned()
    }

    /// Returns the teams' names, shortened until something fits with them, but not below `least` columns.
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

/// Returns names within these columns, in the same order. Fitting names are unchanged. If shortened names
/// would be equal, the middle or the common part is shortened instead. Indistinguishable names get a sign and
/// their number in the list.
///
/// All are distinct if there is room for a sign and a number.
pub fn distinct(names: &[String], columns: usize) -> Vec<String> {
    let mut short: Vec<String> = names.iter().map(|name| truncate(name, columns).into_owned()).collect();
    let mut alike: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, name) in short.iter().enumerate() {
        alike.entry(name.clone()).or_default().push(at);
    }
    for mut group in alike.into_values().filter(|group| group.len() > 1) {
        let is_whole = |at: &usize| names.get(*at) == short.get(*at);
        match group.iter().filter(|at| is_whole(at)).count() {
            // One name is whole, so only the others are changed.
            1 => group.retain(|at| !is_whole(at)),
            0 => {}
            _ => {
                number(&mut short, names, &group, columns);
                continue;
            }
        }
        let members: Vec<&str> = group.iter().filter_map(|&at| names.get(at)).map(String::as_str).collect();
        let found = forms(&members, columns).find(|form| distinguishes(&short, &group, form));
        match found {
            Some(form) => put(&mut short, &group, form),
            None => number(&mut short, names, &group, columns),
        }
    }
    short
}

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

/// Returns whether these names of a group are distinct, and not used by others.
fn distinguishes(short: &[String], group: &[usize], form: &[String]) -> bool {
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

fn number(short: &mut [String], names: &[String], group: &[usize], columns: usize) {
    let with = |sign: char| -> Vec<String> {
        let form = |&at: &usize| {
            let number = format!("{sign}{}", at + 1);
            let name = names.get(at).map(String::as_str).unwrap_or_default();
            format!("{}{number}", first(name, columns.saturating_sub(number.len())))
        };
        group.iter().map(form).collect()
    };
    if let Some(form) = SIGNS.chars().map(with).find(|form| distinguishes(short, group, form)) {
        put(short, group, form);
    }
}

fn first(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let fits = |grapheme: &&str| {
        used += width(grapheme);
        used <= columns
    };
    let length: usize = text.graphemes(true).take_while(fits).map(str::len).sum();
    text.get(..length).unwrap_or_default()
}

fn last(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let fits = |grapheme: &&str| {
        used += width(grapheme);
        used <= columns
    };
    let length: usize = text.graphemes(true).rev().take_while(fits).map(str::len).sum();
    text.get(text.len() - length..).unwrap_or_default()
}

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
    fn names_with_same_start_keep_their_difference() {
        assert_eq!(short(&["Kosen Team A", "Kosen Team B", "Owls"], 8), ["Kosen …A", "Kosen …B", "Owls"]);
        assert_eq!(short(&["津山高専チーム一", "津山高専チーム二"], 9), ["津山高…一", "津山高…二"]);
        assert_eq!(short(&["Masons A of Tsuyama", "Masons B of Tsuyama"], 8), ["Mas…A o…", "Mas…B o…"]);
    }

    #[test]
    fn name_that_looks_shortened_is_kept() {
        assert_eq!(short(&["Kosen…", "Kosen Two"], 6), ["Kosen…", "Kose…o"]);
    }

    #[test]
    fn identical_names_are_numbered() {
        assert_eq!(short(&["Owls", "Owls", "Kites"], 8), ["Owls#1", "Owls#2", "Kites"]);
        assert_eq!(short(&["Owls", "Owls", "Owls#1"], 6), ["Owls~1", "Owls~2", "Owls#1"]);
    }

    /// Names that imitate shortened names of other teams.
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
        fn short_names_are_distinct_and_fit_width(
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
