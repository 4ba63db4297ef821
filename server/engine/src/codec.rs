//! The codec of journal records of games and events: `ishigaki.journal.v1.Record`, as bytes.
//!
//! A record has everything that its line of the public record needs, so that lines can be made from the
//! journal alone. Sealed contents are stored only as the sealed box. The codec needs no key.

mod tournament;

use bytes::Bytes;
use ishigaki_catalogue::Message;
use ishigaki_proto::convert::{self, bytes_from_wire};
use ishigaki_proto::fault::Fault;
use ishigaki_proto::journal;
use ishigaki_proto::shared::EncodedEvent;
use ishigaki_record::branch::{EpochTag, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::sealing::{Commitment, ListKey, Nonce, NoteKey, NoteKeys};
use ishigaki_record::signing::{PublicKey, Signature};
use ishigaki_record::transcript::{Entry, Header, NoteProof, OpenedProof, Proof, SealProof, is_signed};
use ishigaki_rules::{Event, Fact, GameTime, Revision, Setup, TeamId};
use prost::Message as _;

use crate::clock::UnixMillis;
pub(crate) use tournament::encode_fact;
pub use tournament::{FactRecord, TournamentRecord};

pub(crate) const FORMAT: u32 = 5;

/// Error of decoding a journal record.
#[derive(Debug, thiserror::Error, Message)]
#[message("codec")]
pub enum Error {
    /// The bytes are not a record.
    Garbled(#[from] prost::DecodeError),
    /// The record comes from an older server without authentication.
    OlderFormat {
        #[message(display)]
        found: u32,
        #[message(display)]
        known: u32,
    },
    NewerFormat {
        #[message(display)]
        found: u32,
        #[message(display)]
        known: u32,
    },
    /// The record has no body, or one that doesn't fit its game.
    Misfit {
        reason: String,
    },
    /// The record isn't the one that the server wrote at this position.
    NotAuthentic,
    /// The stream is of the other kind: a game instead of an event, or the reverse.
    OfAnotherKind {
        #[message(skip)]
        kind: &'static str,
    },
    NoSetup,
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Misfit { reason: fault.reason.as_str_name().into() }
    }
}

/// Maximum length of a heartbeat: two moments and the tag.
const LONGEST_HEARTBEAT: usize = 128;

/// Returns whether a record is only a heartbeat.
pub fn is_heartbeat(bytes: &[u8]) -> bool {
    if bytes.len() > LONGEST_HEARTBEAT {
        return false;
    }
    let record = journal::Record::decode(bytes);
    record.is_ok_and(|record| matches!(record.body, Some(journal::record::Body::Heartbeat(_))))
}

fn misfit(reason: &str) -> Error {
    Error::Misfit { reason: reason.into() }
}

/// Content of a record.
pub enum DecodedRecord {
    Founding(Box<FoundingRecord>),
    Event(Box<EventRecord>),
    Tournament(Box<TournamentRecord>),
    Fact(Box<FactRecord>),
    Epoch(EpochRecord),
    Heartbeat(GameTime),
}

impl DecodedRecord {
    /// The key that a game or event was founded with, if this is its first record.
    pub(crate) fn founder(&self) -> Option<PublicKey> {
        match self {
            Self::Founding(founding) => Some(founding.header.server_key),
            Self::Tournament(founding) => Some(founding.header.server_key),
            Self::Event(_) | Self::Fact(_) | Self::Epoch(_) | Self::Heartbeat(_) => None,
        }
    }

    /// Returns the time of day of writing, if the record has it.
    pub fn written(&self) -> Option<UnixMillis> {
        match self {
            Self::Founding(founding) => Some(UnixMillis(founding.header.unix_ms)),
            Self::Tournament(founding) => Some(UnixMillis(founding.header.unix_ms)),
            Self::Event(record) => Some(UnixMillis(record.entry.unix_ms)),
            Self::Fact(record) => Some(UnixMillis(record.entry.unix_ms)),
            Self::Epoch(epoch) => Some(epoch.written),
            Self::Heartbeat(_) => None,
        }
    }
}

/// The game was opened from its journal: a new epoch.
pub struct EpochRecord {
    pub(crate) number: u32,
    pub(crate) tag: EpochTag,
    pub(crate) written: UnixMillis,
    pub(crate) head: Head,
}

/// The first record: the game's setup.
pub struct FoundingRecord {
    pub header: Header,
    pub(crate) head: Head,
}

/// An event as it is stored.
pub struct EventRecord {
    pub(crate) entry: Entry,
    pub(crate) head: Head,
    /// For an event that changes the result: the signature of its head.
    pub(crate) signature: Option<Signature>,
    /// For a round's opening: the wrapped key of its lists; empty otherwise.
    pub(crate) wrapped_key: Vec<u8>,
}

impl FoundingRecord {
    pub(crate) fn to_wire(&self) -> journal::Record {
        let Header { game, instance, server_key, unix_ms, setup } = &self.header;
        let created = journal::GameCreated {
            game: game.clone(),
            setup: Some(convert::setup_to_wire(setup)),
            server_key: server_key.0.into(),
            instance: instance.0.into(),
        };
        journal::Record {
            recorded_at_unix_ms: *unix_ms,
            body: Some(journal::record::Body::GameCreated(created)),
            head: self.head.0.into(),
            ..blank()
        }
    }

    fn decode(record: &journal::Record, created: &journal::GameCreated) -> Result<Self, Error> {
        let setup = created.setup.as_ref().ok_or(Error::NoSetup)?;
        let header = Header {
            game: created.game.clone(),
            instance: Instance(bytes_from_wire(&created.instance, "instance")?),
            server_key: PublicKey(bytes_from_wire(&created.server_key, "server_key")?),
            unix_ms: record.recorded_at_unix_ms,
            setup: convert::setup_from_wire(setup)?,
        };
        Ok(Self { header, head: Head(bytes_from_wire(&record.head, "head")?) })
    }
}

impl EpochRecord {
    pub(crate) fn to_wire(&self) -> journal::Record {
        let epoch = journal::Epoch { number: self.number, tag: self.tag.0.into() };
        journal::Record {
            recorded_at_unix_ms: self.written.0,
            body: Some(journal::record::Body::Epoch(epoch)),
            head: self.head.0.into(),
            ..blank()
        }
    }

    fn decode(record: &journal::Record, epoch: &journal::Epoch) -> Result<Self, Error> {
        Ok(Self {
            number: epoch.number,
            tag: EpochTag(bytes_from_wire(&epoch.tag, "epoch.tag")?),
            written: UnixMillis(record.recorded_at_unix_ms),
            head: Head(bytes_from_wire(&record.head, "head")?),
        })
    }
}

impl EventRecord {
    /// Encodes the record without its tag, with the public copy of its event.
    pub(crate) fn encode(&self, event: &EncodedEvent) -> Vec<u8> {
        let Entry { event: _, unix_ms, principal, proof } = &self.entry;
        let proof = match proof {
            Proof::None => blank(),
            Proof::Sealed(seal) => journal::Record { seal: Some(seal_to_wire(seal)), ..blank() },
            Proof::Opened(openings) => {
                journal::Record { openings: openings.iter().map(opening_to_wire).collect(), ..blank() }
            }
            Proof::Note(note) => journal::Record { note: Some(note_to_wire(note)), ..blank() },
            Proof::NotesOpened(keys) => {
                let keys = keys.iter().map(|(epoch, key)| journal::NoteKey { epoch, key: key.0.into() });
                journal::Record { note_keys: keys.collect(), ..blank() }
            }
        };
        event.in_record(&journal::Record {
            recorded_at_unix_ms: *unix_ms,
            principal: principal.clone(),
            head: self.head.0.into(),
            signature: self.signature.map_or_else(Vec::new, |signature| signature.0.into()),
            wrapped_key: self.wrapped_key.clone(),
            ..proof
        })
    }

    fn decode(
        mut record: journal::Record,
        event: &ishigaki_proto::wire::Event,
        setup: &Setup,
    ) -> Result<Self, Error> {
        let event = convert::event_from_wire(event, setup)?;
        let proof = proof_from_wire(&mut record, &event)?;
        let journal::Record { recorded_at_unix_ms, principal, head, signature, wrapped_key, .. } = record;
        let signature = if is_signed(&event.fact) {
            Some(Signature(bytes_from_wire(&signature, "signature")?))
        } else {
            None
        };
        Ok(Self {
            head: Head(bytes_from_wire(&head, "head")?),
            signature,
            wrapped_key,
            entry: Entry { proof, event, unix_ms: recorded_at_unix_ms, principal },
        })
    }
}

pub(super) fn heartbeat(at: GameTime, written: UnixMillis) -> journal::Record {
    journal::Record {
        recorded_at_unix_ms: written.0,
        body: Some(journal::record::Body::Heartbeat(journal::Heartbeat { at_ms: at.0 })),
        ..blank()
    }
}

/// Decodes a record. `setup` is that of its game, which is in the first record. The authenticator checks
/// authenticity.
pub fn decode(bytes: &[u8], setup: Option<&Setup>) -> Result<DecodedRecord, Error> {
    let mut record = journal::Record::decode(bytes)?;
    match record.format {
        FORMAT => {}
        found @ 0..FORMAT => return Err(Error::OlderFormat { found, known: FORMAT }),
        found => return Err(Error::NewerFormat { found, known: FORMAT }),
    }
    match record.body.take() {
        Some(journal::record::Body::GameCreated(created)) => {
            Ok(DecodedRecord::Founding(Box::new(FoundingRecord::decode(&record, &created)?)))
        }
        Some(journal::record::Body::Event(event)) => {
            let filed = EventRecord::decode(record, &event, setup.ok_or(Error::NoSetup)?)?;
            Ok(DecodedRecord::Event(Box::new(filed)))
        }
        Some(journal::record::Body::Heartbeat(heartbeat)) => {
            Ok(DecodedRecord::Heartbeat(GameTime(heartbeat.at_ms)))
        }
        Some(journal::record::Body::Epoch(epoch)) => {
            Ok(DecodedRecord::Epoch(EpochRecord::decode(&record, &epoch)?))
        }
        Some(journal::record::Body::EventCreated(created)) => {
            Ok(DecodedRecord::Tournament(Box::new(TournamentRecord::decode(&record, &created)?)))
        }
        Some(journal::record::Body::EventFact(event)) => {
            Ok(DecodedRecord::Fact(Box::new(FactRecord::decode(record, &event)?)))
        }
        None => Err(misfit("it has no body")),
    }
}

/// Decodes and encodes a record again; `None` for kinds that aren't encoded from decoded contents. For tests
/// that fuzz [`decode`].
///
/// # Errors
///
/// [`Error`] if the bytes are not a record of this format or don't fit the setup.
#[doc(hidden)]
pub fn reread(bytes: &[u8], setup: &Setup) -> Result<Option<Bytes>, Error> {
    let record = match decode(bytes, Some(setup))? {
        DecodedRecord::Founding(founding) => founding.to_wire().encode_to_vec(),
        DecodedRecord::Event(filed) => {
            filed.encode(&EncodedEvent::new(&convert::event_to_wire(&filed.entry.event, setup)))
        }
        DecodedRecord::Epoch(epoch) => epoch.to_wire().encode_to_vec(),
        DecodedRecord::Tournament(founding) => founding.to_wire().encode_to_vec(),
        DecodedRecord::Fact(fact) => fact.encode(&encode_fact(&fact.entry)),
        DecodedRecord::Heartbeat(_) => return Ok(None),
    };
    Ok(Some(record.into()))
}

fn blank() -> journal::Record {
    journal::Record { format: FORMAT, ..Default::default() }
}

fn proof_from_wire(record: &mut journal::Record, event: &Event) -> Result<Proof, Error> {
    let openings = &record.openings;
    match &event.fact {
        Fact::BidsSealed { sealed: Some(_), .. } | Fact::RebidSealed { sealed: Some(_), .. } => {
            Err(misfit("it holds a sealed list in plain"))
        }
        Fact::BidsSealed { .. } | Fact::RebidSealed { .. } => {
            let seal = record.seal.take().ok_or_else(|| misfit("a sealing without its seal"))?;
            Ok(Proof::Sealed(seal_from_wire(seal)?))
        }
        Fact::ListsOpened { lists, .. } => openings_from_wire(openings, lists.iter().map(|list| list.team)),
        Fact::RebidsOpened { raises, .. } => {
            openings_from_wire(openings, raises.iter().map(|sent| sent.team))
        }
        Fact::NoteSealed => {
            let note = record.note.take().ok_or_else(|| misfit("a note without its box"))?;
            Ok(Proof::Note(note_from_wire(note)?))
        }
        fact if fact.addressees().is_some() => Err(misfit("it holds in plain what only some are told")),
        Fact::ResultDeclared | Fact::GameAbandoned { .. } if !record.note_keys.is_empty() => {
            let key =
                |of: &journal::NoteKey| Ok((of.epoch, NoteKey(bytes_from_wire(&of.key, "note_keys.key")?)));
            Ok(Proof::NotesOpened(record.note_keys.iter().map(key).collect::<Result<NoteKeys, Error>>()?))
        }
        _ => Ok(Proof::None),
    }
}

fn note_to_wire(note: &NoteProof) -> journal::Note {
    journal::Note {
        number: note.number,
        commitment: note.commitment.0.into(),
        ciphertext: note.sealed_box.clone(),
    }
}

fn note_from_wire(note: journal::Note) -> Result<NoteProof, Error> {
    Ok(NoteProof {
        number: note.number,
        commitment: Commitment(bytes_from_wire(&note.commitment, "note.commitment")?),
        sealed_box: note.ciphertext,
    })
}

fn seal_to_wire(seal: &SealProof) -> journal::Seal {
    journal::Seal {
        revision: seal.revision.0,
        counter: seal.counter,
        commitment: seal.commitment.0.into(),
        ciphertext: seal.sealed_box.clone(),
        by_hand: seal.by_hand.clone().unwrap_or_default(),
    }
}

fn seal_from_wire(seal: journal::Seal) -> Result<SealProof, Error> {
    Ok(SealProof {
        revision: Revision(seal.revision),
        counter: seal.counter,
        commitment: Commitment(bytes_from_wire(&seal.commitment, "seal.commitment")?),
        sealed_box: seal.ciphertext,
        by_hand: Some(seal.by_hand).filter(|reason| !reason.is_empty()),
    })
}

fn opening_to_wire(opening: &OpenedProof) -> journal::Opening {
    let OpenedProof { team: _, counter, nonce, key } = opening;
    journal::Opening { counter: *counter, nonce: nonce.0.into(), key: key.0.into() }
}

fn openings_from_wire(
    openings: &[journal::Opening],
    teams: impl ExactSizeIterator<Item = TeamId>,
) -> Result<Proof, Error> {
    if teams.len() != openings.len() {
        return Err(misfit("not one opening for each list"));
    }
    let opened = |(team, opening): (TeamId, &journal::Opening)| {
        Ok(OpenedProof {
            team,
            counter: opening.counter,
            nonce: Nonce(bytes_from_wire(&opening.nonce, "openings.nonce")?),
            key: ListKey(bytes_from_wire(&opening.key, "openings.key")?),
        })
    };
    Ok(Proof::Opened(teams.zip(openings).map(opened).collect::<Result<_, Error>>()?))
}
