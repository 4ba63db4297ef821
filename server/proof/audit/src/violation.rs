//! Violations: what must not be in a game. The typed ones name acts, teams and places in feeds, no price and no list.

use std::fmt;

use ishigaki_rules::{Actor, GameTime, Phase, Setup};

/// Nothing, or what must not be.
pub type Checked<T = ()> = Result<T, Violation>;

/// Violation of a promise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// A command was acknowledged and is not there.
    #[error("LOST: a {act} of {by} was acknowledged{at}, and is not there")]
    Lost {
        /// Party of the call.
        by: Who,
        /// Name of the act.
        act: &'static str,
        /// Time at which it was received, if the answer said so.
        at: At,
    },
    /// A command is there more often than it was sent.
    #[error("TWICE: a {act} of {by} is there again{at}")]
    Twice {
        /// Party of the effect.
        by: Who,
        /// Name of its fact.
        act: &'static str,
        /// Time of it, as the record has it.
        at: At,
    },
    /// A command is there, but not as it was acknowledged.
    #[error(
        "ALTERED: a {act} of {by} that was acknowledged{acknowledged} is there{at}, or as another revision"
    )]
    Altered {
        /// Party of the call.
        by: Who,
        /// Name of the act.
        act: &'static str,
        /// Time at which it was received, if the answer said so.
        acknowledged: At,
        /// Time of it, as the record has it.
        at: At,
    },
    /// A refused command is there.
    #[error("REFUSED, BUT THERE: a {act} of {by}{at}")]
    RefusedButThere {
        /// Party of the effect.
        by: Who,
        /// Name of its fact.
        act: &'static str,
        /// Time of it, as the record has it.
        at: At,
    },
    /// Something is there that nobody sent.
    #[error("UNEXPLAINED: a {act} of {by}{at}, which was never sent")]
    Unexplained {
        /// Party of the effect.
        by: Who,
        /// Name of its fact.
        act: &'static str,
        /// Time of it, as the record has it.
        at: At,
    },
    /// A feed does not begin with what it showed before.
    #[error("CHANGED: item {sequence} of the feed of {reader} is not what it was before the kill")]
    Changed {
        /// Reader of the feed.
        reader: String,
        /// Number of the item.
        sequence: u64,
    },
    /// A feed is shorter than it was.
    #[error("SHORTER: the feed of {reader} has {now} items, and had {before}")]
    Shorter {
        /// Reader of the feed.
        reader: String,
        /// Number of items that there were.
        before: usize,
        /// Number of items that there are.
        now: usize,
    },
    /// A feed cannot be folded.
    #[error("UNREADABLE: the feed of {reader}: {why}")]
    Unreadable {
        /// Reader of the feed.
        reader: String,
        why: String,
    },
    /// Two feeds of one game tell different stories.
    #[error("APART: the feed of {reader} has no {fact} where the public feed has one (its event {event})")]
    Apart {
        /// Reader of the feed.
        reader: String,
        /// Fact that the public feed has, or that the reader's has beyond it.
        fact: &'static str,
        /// Its place among the public events, from 1.
        event: usize,
    },
    /// A fact does not follow from the ones before by the rules.
    #[error("AGAINST THE RULES: a {fact}{at} does not follow from what was before")]
    AgainstRules { fact: &'static str, at: At },
    /// A client that lived through the kill has another game than a fold from the start gives.
    #[error("DIVERGED: what {client} folded across the kill is not what a fold from the start gives")]
    Diverged {
        /// Owner of the client.
        client: String,
    },
    /// A client's own feed is refused or cannot be right.
    #[error("CUT OFF: the feed of {client} does not go on: {why}")]
    CutOff {
        /// Owner of the client.
        client: String,
        why: String,
    },
    /// A game's start was acknowledged, and it has not started.
    #[error("LOST START: its start was acknowledged, and it waits")]
    StartLost,
    /// A game has started that nobody started.
    #[error("UNEXPLAINED START: it has started, and nobody asked for it")]
    StartUnexplained,
    /// A game that was over is not what it was then.
    #[error("CHANGED: its feeds are not what they were when it was over")]
    OtherThanBefore,
    /// A game has other teams than it was started with.
    #[error("OTHER TEAMS: it was not started with these")]
    OtherTeams,
    /// TSUYAMA were made or lost.
    #[error("TSUYAMA do not add up: {initial} at the start, {held} held and {paid} paid")]
    Money {
        /// TSUYAMA of all teams at the start.
        initial: u128,
        /// TSUYAMA of all teams now.
        held: u128,
        /// Cost of the stones of all final rounds.
        paid: u128,
    },
    /// Stones were made or lost.
    #[error("stones do not add up: {copies} copies, {handed} handed out and {pool} in the pool")]
    Stones {
        /// Copies of all stone types.
        copies: u64,
        /// Stones that teams have.
        handed: u64,
        /// Copies that nobody has won.
        pool: u64,
    },
    /// Two teams have one stone, or a team has one that no round handed out.
    #[error("the stones that teams have are not those that the rounds handed out")]
    Owners,
    /// A wall holds what it may not, or is not what the rules let stand (`W5`).
    #[error("the wall of team {team} does not stand as it should")]
    Wall { team: String },
    /// The game has no final result.
    #[error("the game did not come to its final result; it is in the phase {phase:?}")]
    Unfinished {
        /// Phase of the game.
        phase: Phase,
    },
    /// Something else that was promised does not hold. Sealed values may stand in the text: it is for proofs only.
    #[error("{0}")]
    Broken(String),
}

/// Goes on only if a promise holds.
#[macro_export]
macro_rules! ensure {
    ($holds:expr, $($told:tt)+) => {
        if !$holds {
            return Err($crate::Violation::Broken(format!($($told)+)));
        }
    };
}

/// Party that a violation names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who(String);

impl Who {
    /// The name of somebody in this game.
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

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A moment that may be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At(pub Option<GameTime>);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |at| write!(f, " at {} ms", at.0))
    }
}
