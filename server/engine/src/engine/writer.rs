//! The writer of a game's record: seals, opens, chains and signs decisions.
//!
//! Like the game's state, its state is decided ahead and lost with the engine if the append fails.

use ishigaki_catalogue::Message;
use ishigaki_proto::convert;
use ishigaki_proto::shared::EncodedEvent;
use ishigaki_record::branch::{Branch, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::sealing::{bids_text, raises_text, read_bids, read_raises};
use ishigaki_record::transcript::{
    self, Entry, Header, HoldTracker, Proof, event_line, game_line, is_signed, signed_line,
};
use ishigaki_rules::{Actor, Event, Fact, Game, Phase, Sealed, Setup};

use super::chain::{ChainWriter, draw_instance};
use super::seals::{self, SealRequest, SealStore, SealingWindow};
use crate::clock::UnixMillis;
use crate::codec::{EventRecord, FoundingRecord};
use crate::entropy::Unavailable;
use crate::evidence::{Evidence, SealReceipt, SignedHead};

/// Error in the record.
#[derive(Debug, thiserror::Error, Message)]
#[message("writer")]
pub enum Error {
    #[message(transparent)]
    Seals(#[from] seals::Error),
    #[message(transparent)]
    Randomness(#[from] Unavailable),
    /// An event doesn't fit into a line.
    Line(#[from] transcript::Error),
}

#[derive(Debug)]
pub(super) struct RecordWriter {
    chain: ChainWriter,
    /// Tracks the hold on the public record (`A4`).
    hold: HoldTracker,
    seals: SealStore,
}

pub(super) struct WrittenEvent {
    pub(super) record: Vec<u8>,
    /// The event for its readers, without sealed contents.
    pub(super) event: EncodedEvent,
    pub(super) lines: Vec<String>,
    pub(super) evidence: Evidence,
}

#[derive(Default)]
struct EventSecrets {
    proof: Option<Proof>,
    receipt: Option<SealReceipt>,
    wrapped_key: Vec<u8>,
}

impl RecordWriter {
    pub(super) fn found(
        game: &str,
        setup: &Setup,
        seals: SealStore,
        written: UnixMillis,
    ) -> Result<(Self, FoundingRecord), Error> {
        let (server_key, instance) = (seals.keys().0.public(), draw_instance(&*seals.keys().1, game)?);
        let header =
            Header { game: game.into(), instance, server_key, unix_ms: written.0, setup: setup.clone() };
        let head = Head::START.then(game_line(&header)?.as_bytes());
        let chain = ChainWriter::found(seals.keys(), Branch::first(game, instance), head);
        Ok((Self { chain, hold: HoldTracker::default(), seals }, FoundingRecord { header, head }))
    }

    pub(super) fn resume(founding: &FoundingRecord, seals: SealStore) -> Self {
        let branch = Branch::first(founding.header.game.clone(), founding.header.instance);
        let chain = ChainWriter::resume(seals.keys(), branch, founding.head);
        Self { chain, hold: HoldTracker::default(), seals }
    }

    pub(super) fn instance(&self) -> Instance {
        self.chain.branch().instance
    }

    pub(super) fn chain(&mut self) -> &mut ChainWriter {
        &mut self.chain
    }

    pub(super) fn records(&self) -> u64 {
        self.chain.sequence()
    }

    /// Records an event before it is applied to this game. Events of the clock have no principal.
    pub(super) fn note(
        &mut self,
        before: &Game,
        event: &Event,
        principal: &str,
        written: UnixMillis,
    ) -> Result<WrittenEvent, Error> {
        let EventSecrets { proof, receipt, wrapped_key } = self.keep(before, event, principal)?;
        let public = event.recorded();
        let principal = if public.by == Actor::Clock { "" } else { principal };
        let entry = Entry {
            event: public,
            unix_ms: written.0,
            principal: principal.into(),
            proof: proof.unwrap_or(Proof::None),
        };
        let line = event_line(before.setup(), self.chain.sequence() + 1, &entry)?;
        self.chain.add(&line);
        let signature = is_signed(&event.fact).then(|| self.chain.sign());
        let (sequence, head) = (self.chain.sequence(), self.chain.head());
        let mut lines = vec![line];
        lines.extend(signature.map(|signature| signed_line(sequence, head, &signature)));
        let encoded = EncodedEvent::new(&convert::event_to_wire(&entry.event, before.setup()));
        let filed = EventRecord { entry, head, signature, wrapped_key };
        let evidence = Evidence { receipt, signed: self.signed(&filed) };
        let record = filed.encode(&encoded);
        let event = shown(encoded, event, before.setup());
        Ok(WrittenEvent { record, event, lines, evidence })
    }

    /// Restores an event from the journal, with its sealed contents, before it is applied to this game.
    pub(super) fn read(&mut self, before: &Game, filed: EventRecord) -> Result<(Event, Evidence), Error> {
        self.chain.read(filed.head);
        let signed = self.signed(&filed);
        let EventRecord { entry: Entry { mut event, proof, .. }, wrapped_key, .. } = filed;
        let mut receipt = None;
        match (&mut event.fact, &proof) {
            (Fact::RoundOpened { round, attempt, .. }, _) => {
                self.seals.resume_attempt(*round, *attempt, &wrapped_key)?;
            }
            (Fact::BidsSealed { team, sealed }, Proof::Sealed(proof)) => {
                let place = place(before, true)?;
                let (text, given) = self.seals.unseal(place, *team, event.at, proof, self.chain.branch())?;
                let lines = read_bids(before.setup(), &text).map_err(seals::Error::Sealing)?.into();
                let by_hand = proof.by_hand.clone();
                *sealed = Some(Sealed { revision: proof.revision, lines, by_hand });
                receipt = Some(given);
            }
            (Fact::RebidSealed { team, sealed }, Proof::Sealed(proof)) => {
                let place = place(before, false)?;
                let (text, given) = self.seals.unseal(place, *team, event.at, proof, self.chain.branch())?;
                let lines = read_raises(&text).map_err(seals::Error::Sealing)?.into();
                let by_hand = proof.by_hand.clone();
                *sealed = Some(Sealed { revision: proof.revision, lines, by_hand });
                receipt = Some(given);
            }
            (Fact::NoteSealed, Proof::Note(proof)) => {
                let note = self.seals.unseal_note(before.setup(), self.chain.branch(), proof)?;
                (event.by, event.fact) = (note.by, note.fact);
            }
            (Fact::ListsOpened { .. } | Fact::RebidsOpened { .. }, _) => self.seals.forget(),
            (fact, _) if ends_attempt(fact) => self.seals.close(),
            _ => {}
        }
        Ok((event, Evidence { receipt, signed }))
    }

    fn keep(&mut self, before: &Game, event: &Event, principal: &str) -> Result<EventSecrets, Error> {
        match &event.fact {
            fact if fact.addressees().is_some() => {
                let note = self.seals.seal_note(before.setup(), self.chain.branch(), event, principal)?;
                Ok(EventSecrets { proof: Some(Proof::Note(note)), ..EventSecrets::default() })
            }
            Fact::RoundOpened { round, attempt, .. } => Ok(EventSecrets {
                wrapped_key: self.seals.open_attempt(*round, *attempt)?,
                ..EventSecrets::default()
            }),
            Fact::BidsSealed { team, sealed: Some(Sealed { revision, lines, by_hand }) } => {
                let text = bids_text(before.setup(), lines).map_err(seals::Error::Sealing)?;
                let (team, revision, at) = (*team, *revision, event.at);
                let place = place(before, true)?;
                let by_hand = by_hand.as_deref();
                self.seal(&SealRequest { place, team, at, revision, by_hand, text: &text })
            }
            Fact::RebidSealed { team, sealed: Some(Sealed { revision, lines, by_hand }) } => {
                let text = raises_text(lines);
                let (team, revision, at) = (*team, *revision, event.at);
                let place = place(before, false)?;
                let by_hand = by_hand.as_deref();
                self.seal(&SealRequest { place, team, at, revision, by_hand, text: &text })
            }
            Fact::ListsOpened { lists, .. } => {
                let opened = self.seals.open(0, lists.iter().map(|list| list.team))?;
                Ok(EventSecrets { proof: Some(Proof::Opened(opened)), ..EventSecrets::default() })
            }
            Fact::RebidsOpened { wave, raises, .. } => {
                let opened = self.seals.open(wave.0, raises.iter().map(|sent| sent.team))?;
                Ok(EventSecrets { proof: Some(Proof::Opened(opened)), ..EventSecrets::default() })
            }
            fact => {
                if ends_attempt(fact) {
                    self.seals.close();
                }
                let ends = matches!(fact, Fact::ResultDeclared | Fact::GameAbandoned { .. });
                let keys = if ends { self.seals.open_notes() } else { None };
                Ok(EventSecrets { proof: keys.map(Proof::NotesOpened), ..EventSecrets::default() })
            }
        }
    }

    fn seal(&mut self, sealing: &SealRequest<'_>) -> Result<EventSecrets, Error> {
        let (proof, receipt) = self.seals.seal(sealing, self.chain.branch())?;
        Ok(EventSecrets {
            proof: Some(Proof::Sealed(proof)),
            receipt: Some(receipt),
            ..EventSecrets::default()
        })
    }

    /// The signed head published with a record; `None` while the record is held back.
    fn signed(&mut self, filed: &EventRecord) -> Option<SignedHead> {
        let is_shown = self.hold.take(&filed.entry.event.fact);
        let signature = filed.signature.filter(|_| is_shown)?;
        Some(self.chain.signed(signature))
    }
}

/// An event for its readers: the encoded public copy, unless it is restricted.
pub(super) fn shown(public: EncodedEvent, event: &Event, setup: &Setup) -> EncodedEvent {
    if event.fact.addressees().is_none() {
        return public;
    }
    EncodedEvent::new(&convert::event_to_wire(event, setup))
}

/// Returns whether nothing of an attempt can be opened after this fact.
fn ends_attempt(fact: &Fact) -> bool {
    matches!(fact, Fact::RoundFinalised { .. } | Fact::RoundVoided { .. } | Fact::GameAbandoned { .. })
}

/// Returns the window for sealing: lists, or re-bids of the open wave.
fn place(game: &Game, is_list: bool) -> Result<SealingWindow, seals::Error> {
    let record = game.current_round().ok_or(seals::Error::OutOfPlace)?;
    let wave = match game.phase() {
        Phase::Bidding { .. } if is_list => 0,
        Phase::Rebidding { wave, .. } if !is_list => wave.0,
        _ => return Err(seals::Error::OutOfPlace),
    };
    Ok(SealingWindow { round: record.round, attempt: record.attempt, wave })
}
