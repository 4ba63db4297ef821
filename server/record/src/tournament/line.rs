//! Spelling of the five kinds of lines.

use ishigaki_tournament::Actor;
use serde::{Deserialize, Serialize};

use super::canonical::Canonical;
use super::fact::FactLine;
use super::name::Name;
use super::result::TournamentResult;
use crate::branch::{EpochTag, Instance};
use crate::chain::Head;
use crate::signing::{PublicKey, Signature};
use crate::transcript::{Error, MOST_LINE};

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Line {
    Tournament {
        format: u32,
        event: String,
        instance: Instance,
        server_key: PublicKey,
        unix_ms: u64,
        config: Canonical,
    },
    Event {
        sequence: u64,
        at_ms: u64,
        unix_ms: u64,
        by: Name<Actor>,
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
    Result {
        records: u64,
        head: Head,
        #[serde(flatten)]
        result: TournamentResult,
    },
}

impl Line {
    pub(super) fn read(text: &str) -> Result<Self, Error> {
        let line: Self = serde_json::from_str(text).map_err(Error::Json)?;
        if line.spelled()? == text { Ok(line) } else { Err(Error::NotCanonical) }
    }

    /// A line of the file, without its line feed.
    pub(super) fn spelled(&self) -> Result<String, Error> {
        let text = serde_json::to_string(self).map_err(Error::Json)?;
        if text.len() <= MOST_LINE { Ok(text) } else { Err(Error::LongLine) }
    }
}
