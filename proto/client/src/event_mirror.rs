//! An event as one client sees it: its feed, folded by the rules of events.

use ishigaki_preset::EventConfig;
use ishigaki_proto::convert::tournament_event_from_wire;
use ishigaki_proto::event::event::Fact as WireFact;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::wire::feed_item::Body;
use ishigaki_proto::{event as events, wire};
use ishigaki_record::branch::Instance;
use ishigaki_record::signing::PublicKey;
use ishigaki_tournament::{Competition, Event, Fact, PlayerId};

use crate::heads::Heads;
use crate::mirror::MirrorError;

/// An event from its feed. The signed head after every fact is checked.
#[derive(Clone, Debug, Default)]
pub struct EventMirror {
    standing: Option<EventStanding>,
    folded: u64,
    heads: Heads,
}

/// The current state of an event.
#[derive(Clone, Debug)]
pub struct EventStanding {
    pub event: String,
    pub config: EventConfig,
    pub competition: Competition,
    pub entrants: Vec<events::Entrant>,
}

/// Kind of an item of an event's feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventFolded {
    SetUp,
    Fact(Box<Event>),
    Pulse { caught_up: bool },
}

impl EventMirror {
    /// Returns an empty mirror; the setup names the event.
    pub fn new() -> Self {
        Self::default()
    }

    /// Folds one item.
    ///
    /// # Errors
    ///
    /// Fails without changes if the feed can't be right.
    pub fn fold(&mut self, item: &wire::FeedItem) -> Result<EventFolded, MirrorError> {
        let sequence = item.sequence;
        let body = item.body.as_ref().ok_or(MirrorError::UnknownKind { sequence })?;
        if let Body::Pulse(pulse) = body {
            return Ok(EventFolded::Pulse { caught_up: pulse.caught_up });
        }
        let expected = self.next_sequence().saturating_add(item.skipped);
        if sequence != expected {
            return Err(MirrorError::Gap { expected, found: sequence });
        }
        let unproved = |fault| MirrorError::Unproved { sequence, fault };
        let unreadable = |fault| MirrorError::Unreadable { sequence, fault: Box::new(fault) };
        let folded = match (body, &mut self.standing) {
            (Body::EventSetup(setup), None) => {
                let mut heads = Heads::of(setup.event.clone());
                heads.take_key(&item.server_key, &item.instance).map_err(unproved)?;
                self.standing = Some(EventStanding::of(setup).map_err(unreadable)?);
                self.heads = heads;
                EventFolded::SetUp
            }
            (Body::EventFact(fact), Some(standing)) => {
                if fact.fact.is_none() {
                    return Err(MirrorError::UnknownKind { sequence });
                }
                let event = tournament_event_from_wire(fact).map_err(unreadable)?;
                self.heads.take(item.proof.as_ref(), true).map_err(unproved)?;
                standing.apply(&event, fact);
                EventFolded::Fact(Box::new(event))
            }
            _ => return Err(MirrorError::OutOfPlace { sequence }),
        };
        self.folded = sequence;
        Ok(folded)
    }

    /// Returns the event; `None` before its setup.
    pub const fn standing(&self) -> Option<&EventStanding> {
        self.standing.as_ref()
    }

    /// Returns the server's signing key in this event; `None` before the setup.
    pub fn server_key(&self) -> Option<&PublicKey> {
        self.heads.server_key()
    }

    /// Returns the event's instance; `None` before the setup.
    pub fn instance(&self) -> Option<Instance> {
        self.heads.instance()
    }

    /// Returns the sequence of the next item. The feed resumes from it.
    pub const fn next_sequence(&self) -> u64 {
        self.folded.saturating_add(1)
    }
}

impl EventStanding {
    /// An event with only its setup.
    fn of(setup: &events::EventSetup) -> Result<Self, Fault> {
        let unread = |_| Fault::new(ErrorReason::BadConfig).under("TV1").with("field", "config");
        let config = EventConfig::read(&setup.config).map_err(unread)?;
        let competition = Competition::new(config.plan().clone());
        Ok(Self { event: setup.event.clone(), config, competition, entrants: Vec::new() })
    }

    fn apply(&mut self, event: &Event, sent: &events::Event) {
        self.competition.apply(event);
        if let (Fact::RosterSet { .. }, Some(WireFact::RosterSet(set))) = (&event.fact, &sent.fact) {
            self.entrants.clone_from(&set.entrants);
        }
    }

    /// Returns a player's line as entered.
    pub fn entrant(&self, player: PlayerId) -> Option<&events::Entrant> {
        self.entrants.get(player.index())
    }
}
