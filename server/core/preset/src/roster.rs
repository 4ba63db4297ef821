//! Rosters (名簿) as organisers enter them.

use std::collections::BTreeSet;

use ishigaki_catalogue::Message;
use ishigaki_tournament::{CompetitionPlan, Entrant};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::canonical::{NotCanonical, canonical};
use crate::json::read_json;

/// Maximum number of lines.
pub const MOST_LINES: usize = 4_096;

/// Maximum number of characters of an id. It becomes a team's code in games, where padding and printouts allow for
/// this length.
pub const LONGEST_ID: usize = 64;

/// A roster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    text: String,
    lines: Vec<RosterLine>,
}

/// A line of a roster. Other members are the organiser's own and part of the commitment (`TV1`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct RosterLine {
    /// The organiser's id of the player; unique, at most [`LONGEST_ID`] characters.
    pub id: String,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub kana: String,
    #[serde(default)]
    pub romaji: String,
    #[serde(default)]
    pub seed: Option<String>,
    #[serde(default)]
    pub woman: bool,
    /// Rank held (段級位), as written; empty if it isn't text, because the rules don't use it.
    #[serde(default, deserialize_with = "text_or_empty")]
    pub rank: String,
    /// Club (所属), as written; the rules don't use it.
    #[serde(default, deserialize_with = "text_or_empty")]
    affiliation: String,
    /// School, as written; the rules don't use it.
    #[serde(default, deserialize_with = "text_or_empty")]
    school: String,
}

impl RosterLine {
    /// Returns the club or school to print after the name; empty if the roster has none.
    pub fn affiliation(&self) -> &str {
        if self.affiliation.is_empty() { &self.school } else { &self.affiliation }
    }
}

fn text_or_empty<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::String(text) if !text.chars().any(char::is_control) => Ok(text),
        _ => Ok(String::new()),
    }
}

/// Error of an invalid roster.
#[derive(Debug, thiserror::Error, Message)]
#[message("roster")]
pub enum RosterError {
    /// The text isn't a JSON list of line objects.
    Shape(#[from] serde_json::Error),
    /// It has no line or more than [`MOST_LINES`].
    #[message(most = MOST_LINES)]
    Lines {
        lines: usize,
    },
    Id {
        line: usize,
        id: String,
    },
    #[message(most = LONGEST_ID)]
    LongId {
        line: usize,
        characters: usize,
    },
    Control {
        line: usize,
    },
    /// The plan has no such seed class (`TD6`).
    SeedClass {
        line: usize,
        class: String,
        #[message(skip)]
        known: Vec<String>,
    },
    #[message(transparent)]
    NotCanonical(#[from] NotCanonical),
}

impl RosterError {
    /// Returns the wrong member; empty for an error in the whole.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Shape(_) | Self::Lines { .. } | Self::NotCanonical(_) => "",
            Self::Id { .. } | Self::LongId { .. } => "id",
            Self::Control { .. } => "name",
            Self::SeedClass { .. } => "seed",
        }
    }

    /// Returns the wrong line, from 1.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Shape(_) | Self::Lines { .. } | Self::NotCanonical(_) => None,
            Self::Id { line, .. }
            | Self::LongId { line, .. }
            | Self::Control { line }
            | Self::SeedClass { line, .. } => Some(*line),
        }
    }
}

impl Roster {
    /// Reads a roster: a JSON list of objects.
    ///
    /// # Errors
    ///
    /// Fails if it is invalid, or an object has a repeated member (`TV1`).
    pub fn read(text: &str) -> Result<Self, RosterError> {
        Self::of(&read_json(text)?)
    }

    /// Reads a roster from a JSON value.
    pub fn of(entered: &Value) -> Result<Self, RosterError> {
        let lines = Vec::<RosterLine>::deserialize(entered)?;
        if lines.is_empty() || lines.len() > MOST_LINES {
            return Err(RosterError::Lines { lines: lines.len() });
        }
        match line_errors(&lines).into_iter().next() {
            Some(error) => Err(error),
            None => Ok(Self { text: canonical(entered)?, lines }),
        }
    }

    /// Returns all errors of a roster for an event with this plan.
    pub fn errors(entered: &Value, plan: &CompetitionPlan) -> Vec<RosterError> {
        let Ok(lines) = Vec::<RosterLine>::deserialize(entered) else {
            return Self::of(entered).err().into_iter().collect();
        };
        let mut errors = line_errors(&lines);
        errors.extend(Self { text: String::new(), lines }.seeds(plan).filter_map(Result::err));
        errors.sort_by_key(RosterError::line);
        errors
    }

    /// Returns the canonical text, which the commitment covers (`TV1`).
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns its lines.
    pub fn lines(&self) -> &[RosterLine] {
        &self.lines
    }

    /// Returns the parts of its lines that the rules use.
    ///
    /// # Errors
    ///
    /// Fails if a line names an unknown seed class; plans in groups have none (`TG2`).
    pub fn entrants(&self, plan: &CompetitionPlan) -> Result<Vec<Entrant>, RosterError> {
        self.seeds(plan).collect()
    }

    fn seeds(&self, plan: &CompetitionPlan) -> impl Iterator<Item = Result<Entrant, RosterError>> {
        let leagues = plan.leagues();
        let entrant = move |(at, line): (usize, &RosterLine)| {
            let class = |name: &String| {
                let unknown = || {
                    let known = leagues.into_iter().flat_map(|plan| &plan.seed_classes);
                    let known = known.map(|class| class.name.clone()).collect();
                    RosterError::SeedClass { line: at, class: name.clone(), known }
                };
                leagues.and_then(|plan| plan.seed_class(name)).ok_or_else(unknown)
            };
            let seed = line.seed.as_ref().map(class).transpose()?;
            Ok(Entrant { id: line.id.clone(), seed, woman: line.woman })
        };
        (1..).zip(&self.lines).map(entrant)
    }
}

fn line_errors(lines: &[RosterLine]) -> Vec<RosterError> {
    let (mut ids, mut errors) = (BTreeSet::new(), Vec::new());
    for (at, line) in (1..).zip(lines) {
        if line.id.is_empty() || !ids.insert(&line.id) {
            errors.push(RosterError::Id { line: at, id: line.id.clone() });
        }
        let characters = line.id.chars().count();
        if characters > LONGEST_ID {
            errors.push(RosterError::LongId { line: at, characters });
        }
        let texts = [&line.id, &line.name, &line.kana, &line.romaji];
        if texts.iter().any(|text| text.chars().any(char::is_control)) {
            errors.push(RosterError::Control { line: at });
        }
    }
    errors
}
