//! Violations: what must not be in a game. The typed ones name acts, teams and places in feeds, no price and no list.

use std::fmt;

use ishigaki_catalogue::{Argument, Message, Phrase, Value, text_arguments};
use ishigaki_rules::{Actor, GameTime, Phase, Setup};

/// Nothing, or what must not be.
pub type Checked<T = ()> = Result<T, Violation>;

/// Violation of a promise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("audit")]
pub enum Violation {
    /// A command was acknowledged and is not there.
    Lost {
        /// Party of the call.
        by: Who,
        /// Name of the act.
        act: &'static str,
        /// Time at which it was received, if the answer said so.
        at: At,
    },
    /// A command is there more often than it was sent.
    Twice {
        /// Party of the effect.
        by: Who,
        /// Name of its fact.
        act: &'static str,
        /// Time of it, as the record has it.
        at: At,
    },
    /// A command is there, but not as it was acknowledged.
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
    RefusedButThere {
        /// Party of the effect.
        by: Who,
        /// Name of its fact.
        act: &'static str,
        /// Time of it, as the record has it.
        at: At,
    },
    /// Something is there that nobody sent.
    Unexplained {
        /// Party of the effect.
        by: Who,
        /// Name of its fact.
        act: &'static str,
        /// Time of it, as the record has it.
        at: At,
    },
    /// A feed does not begin with what it showed before.
    Changed {
        /// Reader of the feed.
        reader: String,
        /// Number of the item.
        sequence: u64,
    },
    /// A feed is shorter than it was.
    Shorter {
        /// Reader of the feed.
        reader: String,
        /// Number of items that there were.
        before: usize,
        /// Number of items that there are.
        now: usize,
    },
    /// A feed cannot be folded.
    Unreadable {
        /// Reader of the feed.
        reader: String,
        why: String,
    },
    /// Two feeds of one game tell different stories.
    Apart {
        /// Reader of the feed.
        reader: String,
        /// Fact that the public feed has, or that the reader's has beyond it.
        fact: &'static str,
        /// Its place among the public events, from 1.
        event: usize,
    },
    /// A fact does not follow from the ones before by the rules.
    AgainstRules { fact: &'static str, at: At },
    /// A client that lived through the kill has another game than a fold from the start gives.
    Diverged {
        /// Owner of the client.
        client: String,
    },
    /// A client's own feed is refused or cannot be right.
    CutOff {
        /// Owner of the client.
        client: String,
        why: String,
    },
    /// A game's start was acknowledged, and it has not started.
    StartLost,
    /// A game has started that nobody started.
    StartUnexplained,
    /// A game that was over is not what it was then.
    OtherThanBefore,
    /// A game has other teams than it was started with.
    OtherTeams,
    /// TSUYAMA were made or lost.
    Money {
        /// TSUYAMA of all teams at the start.
        #[message(display)]
        initial: u128,
        /// TSUYAMA of all teams now.
        #[message(display)]
        held: u128,
        /// Cost of the stones of all final rounds.
        #[message(display)]
        paid: u128,
    },
    /// Stones were made or lost.
    Stones {
        /// Copies of all stone types.
        copies: u64,
        /// Stones that teams have.
        handed: u64,
        /// Copies that nobody has won.
        pool: u64,
    },
    /// Two teams have one stone, or a team has one that no round handed out.
    Owners,
    /// A wall holds what it may not, or is not what the rules let stand (`W5`).
    Wall { team: String },
    /// The game has no final result.
    Unfinished {
        /// Phase of the game.
        #[message(debug)]
        phase: Phase,
    },
    /// Something else that was promised does not hold. Sealed values may stand in the text: it is for proofs only.
    Broken(#[message("what")] String),
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

text_arguments!(Who);

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A moment that may be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At(pub Option<GameTime>);

impl Argument for At {
    fn argument(&self) -> Value {
        let known = |at: GameTime| Phrase::new("audit-at", vec![("at", at.0.to_string().into())]).into();
        self.0.map_or_else(|| "".into(), known)
    }
}
