//! The five kinds of lines, as they are spelled.

use serde::{Deserialize, Serialize};

use super::fact::FactLine;
use super::setup::SetupLine;
use super::{Error, MOST_LINE};
use crate::branch::{EpochTag, Instance};
use crate::chain::Head;
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

impl Line {
    pub(crate) fn result(records: u64, head: Head, result: GameResult) -> Self {
        let GameResult { rounds, teams, ranking } = result;
        Self::Result(ResultLine { records, head, rounds, teams, ranking })
    }

    pub(crate) fn parsed(text: &str) -> Result<Self, Error> {
        serde_json::from_str(text).map_err(Error::Json)
    }

    /// A line as it stands in the file, without its line feed.
    pub(crate) fn spelled(&self) -> Result<String, Error> {
        let text = serde_json::to_string(self).map_err(Error::Json)?;
        if text.len() <= MOST_LINE { Ok(text) } else { Err(Error::LongLine) }
    }
}

impl ResultLine {
    /// Records, head, and what follows from them.
    pub(crate) fn read(self) -> (u64, Head, GameResult) {
        let Self { records, head, rounds, teams, ranking } = self;
        (records, head, GameResult { rounds, teams, ranking })
    }
}
