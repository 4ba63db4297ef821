//! Spelling of the five kinds of lines and of notes.

use ishigaki_rules::{Actor, Fact};
use serde::ser::Error as _;
use serde::{Deserialize, Serialize};

use super::fact::FactLine;
use super::setup::SetupLine;
use super::{Error, MOST_LINE};
use crate::branch::{EpochTag, Instance};
use crate::chain::Head;
use crate::codes::Codes;
use crate::result::{FinalPlace, GameResult, RoundResult, TeamResult};
use crate::signing::{PublicKey, Signature};

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Line {
    Game {
        format: u32,
        game: String,
        instance: Instance,
        server_key: PublicKey,
        unix_ms: u64,
        setup: SetupLine,
    },
    Event {
        sequence: u64,
        at_ms: u64,
        unix_ms: u64,
        by: String,
        principal: String,
        fact: FactLine,
    },
    Epoch {
        number: u32,
        tag: EpochTag,
        unix_ms: u64,
    },
    Signed {
        sequence: u64,
        head: Head,
        signature: Signature,
    },
    Result(ResultLine),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResultLine {
    records: u64,
    head: Head,
    rounds: Vec<RoundResult>,
    teams: Vec<TeamResult>,
    ranking: Vec<FinalPlace>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlainNote {
    by: String,
    principal: String,
    fact: FactLine,
}

impl PlainNote {
    pub(crate) fn of(codes: Codes<'_>, by: Actor, principal: &str, fact: &Fact) -> Result<String, Error> {
        let fact = FactLine::private(codes, fact)?;
        let note = Self { by: codes.actor(by)?, principal: principal.to_owned(), fact };
        serde_json::to_string(&note).map_err(Error::Json)
    }

    pub(crate) fn read(codes: Codes<'_>, text: &str) -> Result<(Actor, String, Fact), Error> {
        let Self { by, principal, fact } = serde_json::from_str(text).map_err(Error::Json)?;
        let (fact, _) = fact.read(codes)?;
        Ok((codes.read_actor(&by)?, principal, fact))
    }
}

impl Line {
    pub(crate) fn result(records: u64, head: Head, result: GameResult) -> Self {
        let GameResult { rounds, teams, ranking } = result;
        Self::Result(ResultLine { records, head, rounds, teams, ranking })
    }

    pub(crate) fn parsed(text: &str) -> Result<Self, Error> {
        serde_json::from_str(text).map_err(Error::Json)
    }

    /// Returns the initial capacity. Most lines are submissions.
    fn room(&self) -> usize {
        match self {
            Self::Event { fact, .. } => fact.room(),
            _ => FactLine::ROOM,
        }
    }

    /// A line of the file, without its line feed.
    pub(crate) fn spelled(&self) -> Result<String, Error> {
        let mut text = Vec::with_capacity(self.room());
        serde_json::to_writer(&mut text, self).map_err(Error::Json)?;
        let text = String::from_utf8(text).map_err(|error| Error::Json(serde_json::Error::custom(error)))?;
        if text.len() <= MOST_LINE { Ok(text) } else { Err(Error::LongLine) }
    }
}

impl ResultLine {
    pub(crate) fn read(self) -> (u64, Head, GameResult) {
        let Self { records, head, rounds, teams, ranking } = self;
        (records, head, GameResult { rounds, teams, ranking })
    }
}
