//! What a game writes into its journal: `ishigaki.journal.v1.Record`, as bytes.

use bytes::Bytes;
use ishigaki_journal::StreamId;
use ishigaki_proto::fault::Fault;
use ishigaki_proto::{convert, journal};
use ishigaki_rules::{Event, GameTime, Setup};
use prost::Message as _;

use crate::clock::UnixMillis;

/// The record format this server reads and writes.
const FORMAT: u32 = 1;

/// Why a record cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The bytes are no record.
    #[error("the bytes are no record")]
    Garbled(#[from] prost::DecodeError),
    /// The record comes from a newer server.
    #[error("the record has format {found}; this server knows format {FORMAT}")]
    NewerFormat {
        /// Its format.
        found: u32,
    },
    /// The record has no body, or a body that does not fit its game.
    #[error("the record does not fit its game: {reason}")]
    Misfit {
        /// Why, as the wire names it.
        reason: String,
    },
    /// A record comes before the game's set-up.
    #[error("the record comes before the game's set-up")]
    NoSetup,
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Misfit { reason: fault.reason.as_str_name().into() }
    }
}

/// What a record says.
pub(super) enum Entry {
    GameCreated(Box<Setup>),
    Event(Event),
    Heartbeat(GameTime),
}

pub(super) fn game_created(id: &StreamId, setup: &Setup, written: UnixMillis) -> Bytes {
    let created = journal::GameCreated {
        game: id.to_string(),
        setup: Some(convert::setup_to_wire(setup)),
        server_key: Vec::new(),
    };
    encode("server", written, journal::record::Body::GameCreated(created))
}

pub(super) fn event(event: &Event, setup: &Setup, principal: &str, written: UnixMillis) -> Bytes {
    encode(principal, written, journal::record::Body::Event(convert::event_to_wire(event, setup)))
}

pub(super) fn heartbeat(at: GameTime, written: UnixMillis) -> Bytes {
    encode("server", written, journal::record::Body::Heartbeat(journal::Heartbeat { at_ms: at.0 }))
}

/// Reads a record; `setup` is that of its game, which the first record brings.
pub(super) fn decode(bytes: &[u8], setup: Option<&Setup>) -> Result<Entry, Error> {
    let record = journal::Record::decode(bytes)?;
    if record.format != FORMAT {
        return Err(Error::NewerFormat { found: record.format });
    }
    match record.body {
        Some(journal::record::Body::GameCreated(created)) => {
            let setup = created.setup.ok_or(Error::NoSetup)?;
            Ok(Entry::GameCreated(Box::new(convert::setup_from_wire(&setup)?)))
        }
        Some(journal::record::Body::Event(event)) => {
            Ok(Entry::Event(convert::event_from_wire(&event, setup.ok_or(Error::NoSetup)?)?))
        }
        Some(journal::record::Body::Heartbeat(heartbeat)) => Ok(Entry::Heartbeat(GameTime(heartbeat.at_ms))),
        None => Err(Error::Misfit { reason: "it has no body".into() }),
    }
}

fn encode(principal: &str, written: UnixMillis, body: journal::record::Body) -> Bytes {
    let record = journal::Record {
        format: FORMAT,
        recorded_at_unix_ms: written.0,
        principal: principal.into(),
        body: Some(body),
        ..Default::default()
    };
    record.encode_to_vec().into()
}
