//! Rosters: the lines of a roster (名簿) as its organiser enters them.

use std::collections::BTreeSet;

use ishigaki_catalogue::Message;
use ishigaki_tournament::{CompetitionPlan, Entrant};
use serde::Deserialize;
use serde_json::Value;

use crate::canonical::{NotCanonical, canonical};
use crate::json::read_json;

/// The most lines that a roster has.
pub const MOST_LINES: usize = 4_096;

/// The most characters of an id of a roster: it is the code of a team in the games of its event, and whatever is padded or printed there
/// has room for so many.
pub const LONGEST_ID: usize = 64;

/// A roster as it was entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    text: String,
    lines: Vec<RosterLine>,
}

/// A line of a roster. Members beyond these are the organiser's own; they stand in the commitment too (`TV1`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct RosterLine {
    /// Name that the organiser gives the player; unique in the roster, at most [`LONGEST_ID`] characters.
    pub id: String,
    /// The name as people write it; empty if there is none.
    #[serde(default)]
    pub name: String,
    /// The name in kana; empty if there is none.
    #[serde(default)]
    pub kana: String,
    /// The name in Latin letters; empty if there is none.
    #[serde(default)]
    pub romaji: String,
    /// The class of seeds, by name (`TD6`).
    #[serde(default)]
    pub seed: Option<String>,
    /// Whether she may play in a women's final (`TK3`).
    #[serde(default)]
    pub woman: bool,
}

/// Error of a text that is no roster.
#[derive(Debug, thiserror::Error, Message)]
#[message("roster")]
pub enum RosterError {
    /// It is no JSON list of objects of the shape of a line.
    Shape(#[from] serde_json::Error),
    /// It has no line, or more than [`MOST_LINES`].
    #[message(most = MOST_LINES)]
    Lines { lines: usize },
    /// An id is empty, or stands twice.
    Id {
        /// The line, from 1.
        line: usize,
        id: String,
    },
    /// An id is too long.
    #[message(most = LONGEST_ID)]
    LongId {
        /// The line, from 1.
        line: usize,
        characters: usize,
    },
    /// An id or a name has a control character.
    Control {
        /// The line, from 1.
        line: usize,
    },
    /// The plan has no such class of seeds (`TD6`).
    SeedClass {
        /// The line, from 1.
        line: usize,
        class: String,
        /// Those that the plan has.
        #[message(skip)]
        known: Vec<String>,
    },
    /// A number is no integer.
    #[message(transparent)]
    NotCanonical(#[from] NotCanonical),
}

impl RosterError {
    /// The member of the roster that is wrong; empty if it is wrong as a whole.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Shape(_) | Self::Lines { .. } | Self::NotCanonical(_) => "",
            Self::Id { .. } | Self::LongId { .. } => "id",
            Self::Control { .. } => "name",
            Self::SeedClass { .. } => "seed",
        }
    }

    /// The line that is wrong, from 1, if one is.
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
    /// Reads a roster as it was entered: a JSON list of objects.
    ///
    /// # Errors
    /// If it is none, or an object of it has a member twice (`TV1`).
    pub fn read(text: &str) -> Result<Self, RosterError> {
        Self::of(&read_json(text)?)
    }

    /// A roster as a JSON value.
    ///
    /// # Errors
    /// As [`Roster::read`].
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

    /// Returns everything that is wrong with a roster for an event of this plan.
    pub fn errors(entered: &Value, plan: &CompetitionPlan) -> Vec<RosterError> {
        let Ok(lines) = Vec::<RosterLine>::deserialize(entered) else {
            return Self::of(entered).err().into_iter().collect();
        };
        let mut errors = line_errors(&lines);
        errors.extend(Self { text: String::new(), lines }.seeds(plan).filter_map(Result::err));
        errors.sort_by_key(RosterError::line);
        errors
    }

    /// Its canonical text, of which the commitment is made (`TV1`).
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its lines.
    pub fn lines(&self) -> &[RosterLine] {
        &self.lines
    }

    /// Returns what the rules look at of its lines.
    ///
    /// # Errors
    /// If a line names a class of seeds that the plan does not have; one in groups has none (`TG2`).
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

/// Returns everything that is wrong with lines by themselves.
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
