//! Conduct of a bot's process: decisions, times and errors.

use std::collections::BTreeMap;
use std::time::Duration;

use ishigaki_catalogue::Message;
use ishigaki_proto::fault::Fault;
use ishigaki_words::Words;

ishigaki_catalogue::keyed! {
    /// A decision of a bot.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum DecisionMoment: pub name {
        Bids = "bids",
        Raises = "raises",
        Wall = "wall",
    }
}

/// Error of a decision.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Message)]
#[message("bot")]
pub enum DecisionError {
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
        status: String,
    },
    NotStarted(#[message("what")] String),
    WrongAnswer(#[message("what")] String),
    /// More output than is read.
    Flooded,
    NotReading,
    /// The process is out of this game.
    Out,
    #[message("call-refused")]
    Refused(#[message("fault", display)] Box<Fault>),
}

impl DecisionError {
    /// Returns its stable name.
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

    /// Returns the sentence. It may contain the process's answer, so it is only for the bot's owner (`A4`).
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
    pub decisions: u64,
    pub errors: BTreeMap<&'static str, u64>,
    pub first: Option<DecisionError>,
    /// Time of all decisions, without the extra time of a start.
    pub thought: Duration,
    pub waited: Duration,
    pub longest: Duration,
}

impl Conduct {
    pub(super) fn note(&mut self, error: DecisionError) {
        *self.errors.entry(error.name()).or_default() += 1;
        self.first.get_or_insert(error);
    }

    pub(super) fn add_time(&mut self, time: Duration, grace: Duration) {
        self.waited += time;
        self.longest = self.longest.max(time);
        self.thought += time.saturating_sub(grace);
    }
}
