//! Violations of a game. Typed ones name acts, teams and feed positions, but no prices or lists.

use std::fmt;

use ishigaki_catalogue::{Argument, Message, Phrase, Value, text_arguments};
use ishigaki_rules::{Actor, GameTime, Phase, Setup};

/// Result of a check.
pub type Checked<T = ()> = Result<T, Violation>;

/// Violation of a guarantee.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("audit")]
pub enum Violation {
    /// An acknowledged command is missing.
    Lost {
        by: Party,
        act: &'static str,
        /// Time of receipt according to the answer, if given.
        at: OptionalTime,
    },
    Twice {
        by: Party,
        act: &'static str,
        at: OptionalTime,
    },
    /// A command differs from its acknowledgement.
    Altered {
        by: Party,
        act: &'static str,
        /// Time of receipt according to the answer, if given.
        acknowledged: OptionalTime,
        at: OptionalTime,
    },
    RefusedButThere {
        by: Party,
        act: &'static str,
        at: OptionalTime,
    },
    Unexplained {
        by: Party,
        act: &'static str,
        at: OptionalTime,
    },
    Changed {
        reader: String,
        sequence: u64,
    },
    Shorter {
        reader: String,
        before: usize,
        now: usize,
    },
    Unreadable {
        reader: String,
        why: String,
    },
    Apart {
        reader: String,
        /// Fact in the public feed, or an extra one in the reader's feed.
        fact: &'static str,
        /// Its place among the public events, from 1.
        event: usize,
    },
    /// A fact doesn't follow from the previous ones by the rules.
    AgainstRules {
        fact: &'static str,
        at: OptionalTime,
    },
    /// A client's game after a kill differs from a fold from the start.
    Diverged {
        client: String,
    },
    /// A client's own feed is rejected or inconsistent.
    CutOff {
        client: String,
        why: String,
    },
    /// A game's start was acknowledged, but it hasn't started.
    StartLost,
    StartUnexplained,
    /// A finished game has changed.
    OtherThanBefore,
    OtherTeams,
    Money {
        #[message(display)]
        initial: u128,
        #[message(display)]
        held: u128,
        #[message(display)]
        paid: u128,
    },
    Stones {
        copies: u64,
        handed: u64,
        pool: u64,
    },
    /// Two teams have the same stone, or a team has one that no round handed out.
    Owners,
    Wall {
        team: String,
    },
    Unfinished {
        #[message(debug)]
        phase: Phase,
    },
    Broken(#[message("what")] String),
}

/// Returns a violation unless a condition holds.
#[macro_export]
macro_rules! ensure {
    ($holds:expr, $($told:tt)+) => {
        if !$holds {
            return Err($crate::Violation::Broken(format!($($told)+)));
        }
    };
}

/// Party named in a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party(String);

impl Party {
    /// Returns the name of an actor in this game.
    pub fn of(by: Actor, setup: &Setup) -> Self {
        Self(match by {
            Actor::Clock => "the clock".into(),
            Actor::Judge => "the judge".into(),
            Actor::Organiser => "the organiser".into(),
            Actor::Team(team) => {
                let code = setup.team(team).map_or("?", |spec| spec.code.as_str());
                format!("team {code}")
            }
        })
    }
}

text_arguments!(Party);

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A moment that may be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionalTime(pub Option<GameTime>);

impl Argument for OptionalTime {
    fn argument(&self) -> Value {
        let known = |at: GameTime| Phrase::new("audit-at", vec![("at", at.0.to_string().into())]).into();
        self.0.map_or_else(|| "".into(), known)
    }
}
