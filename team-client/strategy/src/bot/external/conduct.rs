//! The conduct of a bot's process: decisions, time, and what went wrong.

use std::collections::BTreeMap;
use std::time::Duration;

use ishigaki_catalogue::Message;
use ishigaki_proto::fault::Fault;
use ishigaki_words::Words;

/// A decision that a bot is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DecisionMoment {
    /// The list of a round (`A2`).
    Bids,
    /// The new prices of a wave (`A7`).
    Raises,
    /// The wall (`W5`).
    Wall,
}

impl DecisionMoment {
    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bids => "bids",
            Self::Raises => "raises",
            Self::Wall => "wall",
        }
    }
}

/// Error of a decision that came to nothing.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Message)]
#[message("bot")]
pub enum DecisionError {
    /// No answer in time.
    #[message(limit = limit.as_millis().to_string())]
    Late {
        #[message(skip)]
        limit: Duration,
    },
    /// The time for all decisions of a game is over.
    #[message(limit = limit.as_millis().to_string())]
    OutOfTime {
        #[message(skip)]
        limit: Duration,
    },
    Ended {
        /// Status in the system's words.
        status: String,
    },
    /// The process cannot be started.
    NotStarted(#[message("what")] String),
    /// The line that came is no answer to the question.
    WrongAnswer(#[message("what")] String),
    /// More output than anybody reads.
    Flooded,
    /// Messages that the process does not read.
    NotReading,
    /// The process plays no more in this game.
    Out,
    /// The rules refuse the answer.
    #[message("call-refused")]
    Refused(#[message("fault", display)] Box<Fault>),
}

impl DecisionError {
    /// Its stable name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Late { .. } => "late",
            Self::OutOfTime { .. } => "out_of_time",
            Self::Ended { .. } => "ended",
            Self::NotStarted(_) => "not_started",
            Self::WrongAnswer(_) => "wrong_answer",
            Self::Flooded => "flooded",
            Self::NotReading => "not_reading",
            Self::Out => "out",
            Self::Refused(_) => "refused",
        }
    }

    /// The sentence. What the process answered may show in it: it is for whoever runs the bot (`A4`).
    pub fn say(&self, words: &Words) -> String {
        match self {
            Self::Refused(fault) => words.fault(fault),
            error => words.message(error),
        }
    }
}

/// Conduct of a process in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conduct {
    /// Number of times that it was asked.
    pub decisions: u64,
    /// Number of decisions that came to nothing, by the error's name.
    pub errors: BTreeMap<&'static str, u64>,
    /// The first error, if there was one.
    pub first: Option<DecisionError>,
    /// The time that counts: of all decisions, without what a start may take.
    pub thought: Duration,
    /// All time between questions and answers.
    pub waited: Duration,
    pub longest: Duration,
}

impl Conduct {
    pub(super) fn note(&mut self, error: DecisionError) {
        *self.errors.entry(error.name()).or_default() += 1;
        self.first.get_or_insert(error);
    }

    pub(super) fn took(&mut self, time: Duration, grace: Duration) {
        self.waited += time;
        self.longest = self.longest.max(time);
        self.thought += time.saturating_sub(grace);
    }
}
