//! The server's JSON list of a roster.

use std::collections::BTreeMap;

use ishigaki_preset::RosterLine;
use serde::Deserialize as _;
use serde_json::{Map, Value};

use crate::draft::{RosterDraft, RosterMember, RosterRules, id_fault, remarks_of};
use crate::fault::{RosterFault, RosterFileError};
use crate::text::character_fault;

/// Checks a list, which is taken as it is.
pub(crate) fn read_list(list: &str, rules: RosterRules<'_>) -> Result<RosterDraft, Vec<RosterFileError>> {
    let elements: Vec<Value> = serde_json::from_str(list).unwrap_or_default();
    let (mut members, mut errors) = (Vec::new(), Vec::new());
    let mut first = BTreeMap::new();
    for (element, (line, column)) in elements.iter().zip(element_positions(list)) {
        let Ok(data) = RosterLine::deserialize(element) else {
            errors.push(RosterFileError::at(line, column, RosterFault::NoEntry));
            continue;
        };
        let mut faults = faults(&data, rules);
        if let Some(before) = first.get(&data.id).copied().filter(|_| !data.id.is_empty()) {
            faults.push(("id", RosterFault::Twice { id: data.id.clone(), before }));
        }
        first.entry(data.id).or_insert(line);
        errors.extend(faults.into_iter().map(|(name, fault)| RosterFileError {
            name: name.to_owned(),
            ..RosterFileError::at(line, column, fault)
        }));
        let values: Map<String, Value> = element.as_object().cloned().unwrap_or_default();
        members.push(RosterMember { line, values });
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let remarks = remarks_of(&members);
    Ok(RosterDraft { json: list.to_owned(), members, remarks })
}

fn faults(data: &RosterLine, rules: RosterRules<'_>) -> Vec<(&'static str, RosterFault)> {
    let RosterLine { id, name, kana, romaji, seed, .. } = data;
    let mut faults: Vec<_> = id_fault(id, rules.ids).map(|fault| ("id", fault)).into_iter().collect();
    for (member, text) in [("id", id), ("name", name), ("kana", kana), ("romaji", romaji)] {
        faults.extend(character_fault(text).map(|fault| (member, fault)));
    }
    let classes = rules.seed_classes.unwrap_or_default();
    if let Some(class) = seed.clone().filter(|class| !classes.contains(class)) {
        let known = if classes.is_empty() { "-".to_owned() } else { classes.join(", ") };
        faults.push(("seed", RosterFault::NoSeedClass { class, known }));
    }
    faults
}

fn element_positions(list: &str) -> Vec<(u64, usize)> {
    let (mut places, mut depth, mut line, mut column) = (Vec::new(), 0_u32, 1, 0);
    let (mut in_text, mut is_escaped, mut awaits_element) = (false, false, false);
    for character in list.chars() {
        column += 1;
        if character == '\n' {
            (line, column) = (line + 1, 0);
        }
        if in_text {
            in_text = is_escaped || character != '"';
            is_escaped = !is_escaped && character == '\\';
            continue;
        }
        if awaits_element && !character.is_whitespace() && character != ']' {
            places.push((line, column));
            awaits_element = false;
        }
        match character {
            '"' => in_text = true,
            '[' | '{' => {
                depth += 1;
                awaits_element = depth == 1;
            }
            ']' | '}' => depth = depth.saturating_sub(1),
            ',' => awaits_element = depth == 1,
            _ => {}
        }
    }
    places
}
