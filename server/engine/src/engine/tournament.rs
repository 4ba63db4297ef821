//! Events of many games as an engine subject.

use std::fmt;
use std::sync::Arc;

use ishigaki_matching::Blossom;
use ishigaki_preset::{Commitment, EventConfig, Roster, RosterError};
use ishigaki_proto::event as wire;
use ishigaki_proto::shared::{Content, EncodedEvent};
use ishigaki_proto::wire::{Clock, FeedItem, feed_item};
use ishigaki_record::branch::{Branch, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::tournament::{Entry, Header, entry_line, tournament_line};
use ishigaki_record::transcript::signed_line;
use ishigaki_rules::GameTime;
use ishigaki_tournament::{
    Act, Actor, Command, Competition, CompetitionRejection, Event, Fact, GroupContest, KnownGame, StageId,
};
use prost::Message as _;

use super::chain::{ChainWriter, draw_instance};
use super::options::{Error as StartError, Options, check_key, unfounded};
use super::subject::{AppliedEvent, Subject, misplaced};
use super::writer::Error as RecordError;
use crate::archive::OpenStep;
use crate::clock::UnixMillis;
use crate::codec::{self, DecodedRecord, FactRecord, TournamentRecord};
use crate::evidence::{SealReceipt, SignedHead, signed_to_wire};
use crate::feed::{Projection, PublishedItems, State};

/// Settings of an event, and the games that its rules depend on.
#[derive(Clone)]
pub struct EventSetup {
    pub config: EventConfig,
    pub games: Arc<dyn GroupGames>,
}

/// Games of groups as the server knows them.
pub trait GroupGames: Send + Sync {
    fn of_stage(
        &self,
        event: &str,
        contest: &GroupContest,
        roster: &Roster,
        stage: StageId,
    ) -> Vec<KnownGame>;
}

impl GroupGames for () {
    fn of_stage(&self, _: &str, _: &GroupContest, _: &Roster, _: StageId) -> Vec<KnownGame> {
        Vec::new()
    }
}

/// An event, its roster as entered, and the chain of its record.
pub struct TournamentSubject {
    id: String,
    setup: Arc<EventSetup>,
    competition: Competition,
    roster: Arc<Roster>,
    roster_by: Option<Actor>,
    instance: Instance,
    chain: ChainWriter,
}

impl fmt::Debug for TournamentSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TournamentSubject {}", self.id)
    }
}

/// Request to an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    Act(Act),
    /// Sets the roster. The rules use only part of it.
    SetRoster(Box<Roster>),
    /// Fixes settings and roster; the server computes their hash (`TV1`).
    Commit,
}

/// Rejection of an act by an event.
#[derive(Debug)]
pub enum ActRejection {
    Rejected(CompetitionRejection),
    /// A roster line has an unknown seed class (`TD6`).
    Roster(RosterError),
}

/// Answer to an accepted act.
#[derive(Clone, Debug)]
pub struct ActAnswer {
    /// The number of its feed item, or of the last one if nothing changed.
    pub item: u64,
    pub commitment: Option<[u8; 32]>,
}

/// Decision: an event of the rules, and the roster if it sets one.
#[derive(Debug)]
pub struct Decision {
    event: Event,
    roster: Option<Box<Roster>>,
}

/// An event's state for its feeds.
#[derive(Clone, Debug)]
pub struct TournamentState {
    competition: Competition,
    roster: Arc<Roster>,
    roster_by: Option<Actor>,
}

impl TournamentState {
    /// Returns the event.
    pub fn competition(&self) -> &Competition {
        &self.competition
    }

    /// Returns its roster as entered.
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// Returns who set the roster.
    pub fn roster_by(&self) -> Option<Actor> {
        self.roster_by
    }
}

impl State for TournamentState {
    fn clock(&self) -> Clock {
        Clock::default()
    }

    fn is_over(&self) -> bool {
        self.competition.is_over()
    }
}

impl TournamentSubject {
    fn new(header: Header, games: Arc<dyn GroupGames>, chain: ChainWriter) -> Self {
        let Header { event: id, config, instance, .. } = header;
        let competition = Competition::new(config.plan().clone());
        let setup = Arc::new(EventSetup { config, games });
        Self { id, setup, competition, roster: Arc::default(), roster_by: None, instance, chain }
    }

    fn known_games(&self, act: &Act) -> Vec<KnownGame> {
        let stage_of_act = self.competition.groups().zip(act.played_stage());
        stage_of_act.map_or_else(Vec::new, |(contest, stage)| {
            self.setup.games.of_stage(&self.id, contest, &self.roster, stage)
        })
    }

    fn apply(&mut self, entry: Entry, encoded: &EncodedEvent, signed: &SignedHead) -> AppliedEvent {
        let Entry { event, roster, .. } = entry;
        self.competition.apply(&event);
        let content = encoded.in_item(None, Some(signed_to_wire(signed)));
        if let Some(roster) = roster {
            self.roster = Arc::new(roster);
            self.roster_by = Some(event.by);
        }
        AppliedEvent {
            record: Vec::new(),
            step: OpenStep::of_tournament(&event.fact),
            lines: Vec::new(),
            projected: Projection::public(content, event.at),
            sealed: None,
            at: event.at,
            name: event.fact.name(),
        }
    }
}

impl Subject for TournamentSubject {
    const KIND: &'static str = "event";
    type Setup = EventSetup;
    type Actor = Actor;
    type Act = Request;
    type Decided = Decision;
    type Acceptance = ActAnswer;
    type Rejection = ActRejection;
    type State = TournamentState;

    fn setup(&self) -> &Arc<EventSetup> {
        &self.setup
    }

    fn state(&self) -> TournamentState {
        TournamentState {
            competition: self.competition.clone(),
            roster: Arc::clone(&self.roster),
            roster_by: self.roster_by,
        }
    }

    /// Pairing a pool of a thousand players with many past games takes many seconds (`TP3`, `TP4`).
    fn takes_long(request: &Request) -> bool {
        matches!(request, Request::Act(Act::PairRound { .. }))
    }

    fn decide(&self, at: GameTime, by: Actor, request: Request) -> Result<Vec<Decision>, ActRejection> {
        let (act, mut roster) = match request {
            Request::Act(act) => (act, None),
            Request::SetRoster(roster) => {
                let entrants = roster.entrants(self.setup.config.plan()).map_err(ActRejection::Roster)?;
                (Act::SetRoster { roster: entrants }, Some(roster))
            }
            Request::Commit => {
                let Commitment(commitment) = Commitment::of(self.setup.config.text(), self.roster.text());
                (Act::Commit { commitment }, None)
            }
        };
        let games = self.known_games(&act);
        let decided = self.competition.decide(&Command { at, by, act, games }, &Blossom);
        let decided = decided.map_err(ActRejection::Rejected)?.into_iter();
        Ok(decided.map(|event| Decision { event, roster: roster.take() }).collect())
    }

    fn take(
        &mut self,
        decision: &Decision,
        principal: &str,
        written: UnixMillis,
    ) -> Result<AppliedEvent, RecordError> {
        let Decision { event, roster } = decision;
        let principal = if event.by == Actor::Server { "" } else { principal };
        let entry = Entry {
            event: event.clone(),
            roster: roster.as_deref().cloned(),
            unix_ms: written.0,
            principal: principal.into(),
        };
        let line = entry_line(self.chain.sequence() + 1, &entry)?;
        self.chain.add(&line);
        let signature = self.chain.sign();
        let signed = self.chain.signed(signature);
        let lines = vec![line, signed_line(signed.sequence, signed.head, &signature)];
        let record = FactRecord { entry, head: signed.head, signature };
        let encoded = codec::encode_fact(&record.entry);
        let bytes = record.encode(&encoded);
        Ok(AppliedEvent { record: bytes, lines, ..self.apply(record.entry, &encoded, &signed) })
    }

    fn acceptance(_: GameTime, decided: Vec<Decision>, _: Option<SealReceipt>, records: u64) -> ActAnswer {
        let commitment = decided.iter().find_map(|decision| match decision.event.fact {
            Fact::Committed { commitment } => Some(commitment),
            _ => None,
        });
        // The first item is the setup.
        ActAnswer { item: records.saturating_add(1), commitment }
    }

    fn found(options: &Options<Self::Setup>) -> Result<(Self, Vec<u8>), StartError> {
        let id = options.id.as_str();
        let instance =
            draw_instance(&*options.entropy, id).map_err(|source| unfounded(options, source.into()))?;
        let header = Header {
            event: id.to_owned(),
            instance,
            server_key: options.key.public(),
            unix_ms: options.clock.time_of_day().0,
            config: options.setup.config.clone(),
        };
        let line = tournament_line(&header).map_err(|source| unfounded(options, source.into()))?;
        let head = Head::START.then(line.as_bytes());
        let keys = (Arc::clone(&options.key), Arc::clone(&options.entropy));
        let chain = ChainWriter::found(keys, Branch::first(id, instance), head);
        let record = TournamentRecord { header: header.clone(), head };
        let games = Arc::clone(&options.setup.games);
        Ok((Self::new(header, games, chain), record.to_wire().encode_to_vec()))
    }

    fn resume(options: &Options<Self::Setup>, first: DecodedRecord) -> Result<Self, StartError> {
        let DecodedRecord::Tournament(record) = first else { return Err(misplaced::<Self>(options)) };
        let TournamentRecord { header, head } = *record;
        check_key(options, header.server_key)?;
        let keys = (Arc::clone(&options.key), Arc::clone(&options.entropy));
        let chain = ChainWriter::resume(keys, Branch::first(header.event.clone(), header.instance), head);
        Ok(Self::new(header, Arc::clone(&options.setup.games), chain))
    }

    fn decode(&self, bytes: &[u8]) -> Result<DecodedRecord, codec::Error> {
        codec::decode(bytes, None)
    }

    fn replay(&mut self, record: DecodedRecord, bytes: &[u8]) -> Result<Option<AppliedEvent>, RecordError> {
        let DecodedRecord::Fact(record) = record else { return Ok(None) };
        let FactRecord { entry, head, signature } = *record;
        self.chain.read(head);
        let signed = self.chain.signed(signature);
        let encoded = EncodedEvent::of_record(bytes).unwrap_or_else(|| codec::encode_fact(&entry));
        Ok(Some(self.apply(entry, &encoded, &signed)))
    }

    fn published(&self, options: &Options<Self::Setup>) -> PublishedItems {
        let config = &self.setup.config;
        let setup = wire::EventSetup {
            event: self.id.clone(),
            config: config.text().to_owned(),
            title: config.title().to_owned(),
            title_ja: config.title_ja().to_owned(),
        };
        PublishedItems::of(Content::of(FeedItem {
            body: Some(feed_item::Body::EventSetup(setup)),
            server_key: options.key.public().0.into(),
            instance: self.instance.0.into(),
            ..Default::default()
        }))
    }

    fn chain(&mut self) -> &mut ChainWriter {
        &mut self.chain
    }

    fn records(&self) -> u64 {
        self.chain.sequence()
    }
}
