//! The roster of a file.

use std::collections::BTreeMap;

use ishigaki_catalogue::Rank;
use ishigaki_catalogue::names::name_skeleton;
use ishigaki_preset::LONGEST_ID;
use serde_json::{Map, Value};

use crate::fault::{RosterFault, RosterRemark};

/// Members that are taken from a table. Other columns are left out, because a roster is published.
pub const MEMBERS: [&str; 10] =
    ["id", "name", "kana", "romaji", "seed", "woman", "rank", "affiliation", "school", "division"];

/// What the event allows in a roster.
#[derive(Clone, Copy, Debug)]
pub struct RosterRules<'a> {
    /// Classes of seeds (`TD6`). Without them, seeds and women aren't read.
    pub seed_classes: Option<&'a [String]>,
    pub ids: IdRule,
}

/// Which ids a roster may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdRule {
    /// Any text up to [`LONGEST_ID`].
    Any,
    /// Codes of teams: letters, digits, and after the first `-` and `_`.
    Team { longest: usize },
}

/// A roster without faults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RosterDraft {
    /// The server's JSON list (`TD4`).
    pub json: String,
    pub members: Vec<RosterMember>,
    pub remarks: Vec<RosterRemark>,
}

/// A line of a roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterMember {
    pub line: u64,
    pub values: Map<String, Value>,
}

impl RosterMember {
    /// Returns a text of the line; empty without it.
    pub fn text(&self, member: &str) -> &str {
        self.values.get(member).and_then(Value::as_str).unwrap_or_default()
    }
}

pub(crate) fn id_fault(id: &str, rule: IdRule) -> Option<RosterFault> {
    let characters = id.chars().count();
    match rule {
        _ if id.is_empty() => Some(RosterFault::Empty),
        IdRule::Any => (characters > LONGEST_ID).then_some(RosterFault::LongId { characters }),
        IdRule::Team { longest } => {
            let fits =
                |(at, byte): (usize, u8)| byte.is_ascii_alphanumeric() || at > 0 && b"-_".contains(&byte);
            let is_code = id.len() <= longest && id.bytes().enumerate().all(fits);
            (!is_code).then(|| RosterFault::BadId { id: id.to_owned() })
        }
    }
}

/// Returns remarks about ranks and names.
pub(crate) fn remarks_of(members: &[RosterMember]) -> Vec<RosterRemark> {
    let mut remarks = unknown_ranks(members);
    remarks.extend(alike_names(members));
    remarks
}

fn unknown_ranks(members: &[RosterMember]) -> Vec<RosterRemark> {
    let unknown = members
        .iter()
        .filter(|member| !member.text("rank").is_empty() && Rank::read(member.text("rank")).is_none());
    unknown
        .map(|member| RosterRemark::UnknownRank { rank: member.text("rank").to_owned(), line: member.line })
        .collect()
}

/// Returns a remark for each name that is like an earlier one.
fn alike_names(members: &[RosterMember]) -> Vec<RosterRemark> {
    let mut seen: BTreeMap<String, &RosterMember> = BTreeMap::new();
    let mut remarks = Vec::new();
    for member in members.iter().filter(|member| !member.text("name").is_empty()) {
        let (name, line) = (member.text("name").to_owned(), member.line);
        match seen.get(&name_skeleton(&name)) {
            Some(other) if other.text("name") == name => {
                remarks.push(RosterRemark::SameName { name, line, before: other.line });
            }
            Some(other) => {
                let (other, before) = (other.text("name").to_owned(), other.line);
                remarks.push(RosterRemark::AlikeName { name, other, line, before });
            }
            None => drop(seen.insert(name_skeleton(&name), member)),
        }
    }
    remarks
}
