//! Games as an engine subject.

use std::fmt;
use std::sync::Arc;

use ishigaki_journal::Sequence;
use ishigaki_proto::convert;
use ishigaki_proto::shared::EncodedEvent;
use ishigaki_rules::{
    Act, Actor, Command, DecidedEvent, Event, Game, GameTime, Rejection, Setup, TeamId, decide_settled,
};
use prost::Message as _;

use super::Acceptance;
use super::chain::ChainWriter;
use super::options::{AfterOutage, Error as StartError, Options, check_key, unfounded};
use super::seals::SealStore;
use super::subject::{AppliedEvent, Clockwork, Subject, misplaced};
use super::writer::{Error as RecordError, RecordWriter, WrittenEvent, shown};
use crate::archive::OpenStep;
use crate::checkpoint::Checkpoint;
use crate::clock::UnixMillis;
use crate::codec::{self, DecodedRecord};
use crate::evidence::{Evidence, SealReceipt};
use crate::feed::{Projection, PublishedItems};

/// A game, and the writer of its record.
pub struct GameSubject {
    setup: Arc<Setup>,
    game: Game,
    writer: RecordWriter,
}

/// Omits everything, because it contains sealed lists (`A4`).
impl fmt::Debug for GameSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GameSubject")
    }
}

impl GameSubject {
    fn new(setup: Setup, writer: RecordWriter) -> Self {
        Self { setup: Arc::new(setup.clone()), game: Game::new(setup), writer }
    }

    fn taken(
        &self,
        event: &Event,
        is_news: bool,
        encoded: &EncodedEvent,
        evidence: Evidence,
    ) -> AppliedEvent {
        AppliedEvent {
            record: Vec::new(),
            step: OpenStep::of(&event.fact),
            lines: Vec::new(),
            projected: Projection::of(&self.setup, &self.game, event, is_news, encoded, &evidence),
            sealed: evidence.receipt,
            at: event.at,
            name: event.fact.public_name(),
        }
    }
}

impl Subject for GameSubject {
    const KIND: &'static str = "game";
    type Setup = Setup;
    type Actor = Actor;
    type Act = Act;
    type Decided = DecidedEvent;
    type Acceptance = Acceptance;
    type Rejection = Rejection;
    type State = Game;

    fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    fn game_setup(&self) -> Option<Arc<Setup>> {
        Some(Arc::clone(&self.setup))
    }

    fn clockwork(&self) -> Option<&dyn Clockwork<Decided = DecidedEvent>> {
        Some(self)
    }

    fn state(&self) -> Game {
        self.game.clone()
    }

    fn decide(&self, at: GameTime, by: Actor, act: Act) -> Result<Vec<DecidedEvent>, Rejection> {
        decide_settled(&self.game, &Command { at, by, act })
    }

    fn take(
        &mut self,
        decided: &DecidedEvent,
        principal: &str,
        written: UnixMillis,
    ) -> Result<AppliedEvent, RecordError> {
        let event = &decided.event;
        let WrittenEvent { record, event: encoded, lines, evidence } =
            self.writer.note(&self.game, event, principal, written)?;
        let is_news = self.game.is_news(event);
        self.game.apply_decided(decided);
        Ok(AppliedEvent { record, lines, ..self.taken(event, is_news, &encoded, evidence) })
    }

    fn acceptance(
        at: GameTime,
        decided: Vec<DecidedEvent>,
        sealed: Option<SealReceipt>,
        _: u64,
    ) -> Acceptance {
        let events = decided.into_iter().map(|decided| decided.event).collect();
        Acceptance { received_at: at, events, sealed }
    }

    fn team(by: Actor) -> Option<TeamId> {
        match by {
            Actor::Team(team) => Some(team),
            Actor::Clock | Actor::Judge | Actor::Organiser => None,
        }
    }

    fn found(options: &Options<Self::Setup>) -> Result<(Self, Vec<u8>), StartError> {
        let setup = options.setup.clone();
        setup.check().map_err(|fault| StartError::Setup { game: options.id.clone(), fault })?;
        let seals = seals(options, &setup);
        let founded = RecordWriter::found(options.id.as_str(), &setup, seals, options.clock.time_of_day());
        let (writer, founding) = founded.map_err(|source| unfounded(options, source))?;
        Ok((Self::new(setup, writer), founding.to_wire().encode_to_vec()))
    }

    fn resume(options: &Options<Self::Setup>, first: DecodedRecord) -> Result<Self, StartError> {
        let DecodedRecord::Founding(founding) = first else { return Err(misplaced::<Self>(options)) };
        check_key(options, founding.header.server_key)?;
        let setup = founding.header.setup.clone();
        let writer = RecordWriter::resume(&founding, seals(options, &setup));
        Ok(Self::new(setup, writer))
    }

    fn decode(&self, bytes: &[u8]) -> Result<DecodedRecord, codec::Error> {
        codec::decode(bytes, Some(&self.setup))
    }

    fn replay(&mut self, record: DecodedRecord, bytes: &[u8]) -> Result<Option<AppliedEvent>, RecordError> {
        let DecodedRecord::Event(filed) = record else { return Ok(None) };
        let encode = || EncodedEvent::new(&convert::event_to_wire(&filed.entry.event, &self.setup));
        let encoded = EncodedEvent::of_record(bytes).unwrap_or_else(encode);
        let (event, evidence) = self.writer.read(&self.game, *filed)?;
        let encoded = shown(encoded, &event, &self.setup);
        let is_news = self.game.is_news(&event);
        self.game.apply(&event);
        Ok(Some(self.taken(&event, is_news, &encoded, evidence)))
    }

    fn published(&self, options: &Options<Self::Setup>) -> PublishedItems {
        PublishedItems::new(&self.setup, options.key.public(), self.writer.instance())
    }

    fn chain(&mut self) -> &mut ChainWriter {
        self.writer.chain()
    }

    fn records(&self) -> u64 {
        self.writer.records()
    }

    fn checkpoint(&mut self, last: (Sequence, [u8; 32]), lines: u64) -> Option<Checkpoint> {
        let head = self.writer.chain().head();
        Checkpoint::of(&self.game, last, head, lines)
    }
}

impl Clockwork for GameSubject {
    type Decided = DecidedEvent;

    fn now(&self) -> GameTime {
        self.game.now()
    }

    fn due(&self) -> Option<GameTime> {
        self.game.due()
    }

    fn tick(&self, at: GameTime) -> Vec<DecidedEvent> {
        // A tick is never rejected.
        self.decide(at, Actor::Clock, Act::Tick).unwrap_or_default()
    }

    fn after_outage(&self, what: AfterOutage, soonest: GameTime) -> Vec<DecidedEvent> {
        if what != AfterOutage::Wait || self.game.due().is_none() {
            return Vec::new();
        }
        let reason = ishigaki_words::OUTAGE.into();
        self.decide(soonest, Actor::Clock, Act::Pause { reason }).unwrap_or_default()
    }
}

fn seals(options: &Options<Setup>, setup: &Setup) -> SealStore {
    SealStore::new(options.id.as_str(), setup, Arc::clone(&options.key), Arc::clone(&options.entropy))
}
