//! Records of an event: its settings and facts.

use ishigaki_preset::{EventConfig, Roster, RosterLine};
use ishigaki_proto::convert::{bytes_from_wire, tournament_event_from_wire, tournament_event_to_wire};
use ishigaki_proto::shared::EncodedEvent;
use ishigaki_proto::{event as wire, journal};
use ishigaki_record::branch::Instance;
use ishigaki_record::chain::Head;
use ishigaki_record::signing::{PublicKey, Signature};
use ishigaki_record::tournament::{Entry, Header};

use super::{Error, blank, misfit};

/// The first record: the event's creation.
pub struct TournamentRecord {
    pub(crate) header: Header,
    pub(crate) head: Head,
}

/// A fact of an event as it is stored.
pub struct FactRecord {
    pub(crate) entry: Entry,
    pub(crate) head: Head,
    pub(crate) signature: Signature,
}

impl TournamentRecord {
    pub(crate) fn to_wire(&self) -> journal::Record {
        let Header { event, instance, server_key, unix_ms, config } = &self.header;
        let created = journal::EventCreated {
            setup: Some(wire::EventSetup {
                event: event.clone(),
                config: config.text().to_owned(),
                title: config.title().to_owned(),
                title_ja: config.title_ja().to_owned(),
            }),
            server_key: server_key.0.into(),
            instance: instance.0.into(),
        };
        journal::Record {
            recorded_at_unix_ms: *unix_ms,
            body: Some(journal::record::Body::EventCreated(created)),
            head: self.head.0.into(),
            ..blank()
        }
    }

    pub(super) fn decode(record: &journal::Record, created: &journal::EventCreated) -> Result<Self, Error> {
        let setup = created.setup.as_ref().ok_or_else(|| misfit("it has no settings"))?;
        let header = Header {
            event: setup.event.clone(),
            instance: Instance(bytes_from_wire(&created.instance, "instance")?),
            server_key: PublicKey(bytes_from_wire(&created.server_key, "server_key")?),
            unix_ms: record.recorded_at_unix_ms,
            config: EventConfig::read(&setup.config).map_err(|_| misfit("its settings make no event"))?,
        };
        Ok(Self { header, head: Head(bytes_from_wire(&record.head, "head")?) })
    }
}

impl FactRecord {
    /// Encodes the record without its tag, with its encoded fact.
    pub(crate) fn encode(&self, fact: &EncodedEvent) -> Vec<u8> {
        let Entry { event: _, roster: _, unix_ms, principal } = &self.entry;
        fact.in_record(&journal::Record {
            recorded_at_unix_ms: *unix_ms,
            principal: principal.clone(),
            head: self.head.0.into(),
            signature: self.signature.0.into(),
            ..blank()
        })
    }

    pub(super) fn decode(record: journal::Record, event: &wire::Event) -> Result<Self, Error> {
        let roster = match &event.fact {
            Some(wire::event::Fact::RosterSet(set)) => {
                Some(Roster::read(&set.text).map_err(|_| misfit("its roster is none"))?)
            }
            _ => None,
        };
        let entry = Entry {
            event: tournament_event_from_wire(event)?,
            roster,
            unix_ms: record.recorded_at_unix_ms,
            principal: record.principal,
        };
        Ok(Self {
            entry,
            head: Head(bytes_from_wire(&record.head, "head")?),
            signature: Signature(bytes_from_wire(&record.signature, "signature")?),
        })
    }
}

pub(crate) fn encode_fact(Entry { event, roster, .. }: &Entry) -> EncodedEvent {
    let mut sent = tournament_event_to_wire(event);
    if let (Some(wire::event::Fact::RosterSet(set)), Some(roster)) = (&mut sent.fact, roster) {
        roster.text().clone_into(&mut set.text);
        for (entrant, line) in set.entrants.iter_mut().zip(roster.lines()) {
            let affiliation = line.affiliation().to_owned();
            let RosterLine { id, name, kana, romaji, rank, .. } = line.clone();
            *entrant = wire::Entrant { id, name, kana, romaji, rank, affiliation, ..std::mem::take(entrant) };
        }
    }
    EncodedEvent::of_fact(&sent)
}
