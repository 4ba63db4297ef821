//! The game as one client sees it: what its feed brought, folded by the rules.

use std::time::{Duration, Instant};

use ishigaki_proto::fault::Fault;
use ishigaki_proto::{convert, wire};
use ishigaki_rules::{Event, Game, GameTime, Setup};

/// The game as a feed shows it.
///
/// It works out by itself what follows from each event and compares that with what the server says: if the two
/// ever differ, somebody looks at a wrong screen, and that must not go unseen.
#[derive(Clone, Debug, Default)]
pub struct Mirror {
    game: Option<Game>,
    folded: u64,
    face: Option<Face>,
}

/// The server's clock, and when it arrived.
#[derive(Clone, Debug)]
struct Face {
    clock: wire::Clock,
    received: Instant,
}

/// What an item was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Folded {
    /// The game's set-up: the first item.
    SetUp,
    /// Something happened; it is applied.
    Event(Event),
    /// Nothing happened.
    Pulse {
        /// Whether the server has sent all there is.
        caught_up: bool,
    },
}

/// A feed that cannot be right. What was folded before stays; what comes after cannot be trusted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MirrorError {
    /// An item is missing, or comes again.
    #[error("the feed brought item {found} where item {expected} was due")]
    Gap {
        /// The sequence that was due.
        expected: u64,
        /// The one that came.
        found: u64,
    },
    /// The first item is no set-up, or a later one is.
    #[error("item {sequence} of the feed is out of place")]
    OutOfPlace {
        /// Its sequence.
        sequence: u64,
    },
    /// The item carries nothing this client knows: the server may be newer.
    #[error("item {sequence} of the feed is of a kind this client does not know")]
    UnknownKind {
        /// Its sequence.
        sequence: u64,
    },
    /// The item cannot be read.
    #[error("item {sequence} of the feed cannot be read: {fault}")]
    Unreadable {
        /// Its sequence.
        sequence: u64,
        /// What is wrong with it.
        fault: Box<Fault>,
    },
    /// The server says that something else follows from the event than the rules say.
    #[error("the server and this client disagree on what follows from item {sequence} of the feed")]
    Disagreement {
        /// Its sequence.
        sequence: u64,
    },
}

impl Mirror {
    /// A mirror that has seen nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Folds one item that arrived at this moment.
    pub fn fold(&mut self, item: &wire::FeedItem, received: Instant) -> Result<Folded, MirrorError> {
        let sequence = item.sequence;
        if let Some(clock) = &item.clock {
            self.face = Some(Face { clock: *clock, received });
        }
        let body = item.body.as_ref().ok_or(MirrorError::UnknownKind { sequence })?;
        if let wire::feed_item::Body::Pulse(pulse) = body {
            return Ok(Folded::Pulse { caught_up: pulse.caught_up });
        }
        if sequence != self.next_sequence() {
            return Err(MirrorError::Gap { expected: self.next_sequence(), found: sequence });
        }
        let folded = match (body, self.game.as_mut()) {
            (wire::feed_item::Body::SetUp(setup), None) => {
                let unreadable = |fault| MirrorError::Unreadable { sequence, fault: Box::new(fault) };
                self.game = Some(Game::new(convert::setup_from_wire(setup).map_err(unreadable)?));
                Folded::SetUp
            }
            (wire::feed_item::Body::Event(event), Some(game)) => {
                Folded::Event(apply(game, event, item.derived.as_ref(), sequence)?)
            }
            _ => return Err(MirrorError::OutOfPlace { sequence }),
        };
        self.folded = sequence;
        Ok(folded)
    }

    /// The game; `None` before its set-up has come.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The set-up; `None` before it has come.
    pub fn setup(&self) -> Option<&Setup> {
        self.game().map(Game::setup)
    }

    /// The sequence of the item that is due next: where a feed goes on.
    pub fn next_sequence(&self) -> u64 {
        self.folded.saturating_add(1)
    }

    /// The server's clock as it came with the last item.
    pub fn clock(&self) -> Option<&wire::Clock> {
        self.face.as_ref().map(|face| &face.clock)
    }

    /// What time it is in the game; `None` before anything has come. Without a connection this is a guess: the
    /// game's time stands while the server is down.
    pub fn game_time(&self, now: Instant) -> Option<GameTime> {
        let face = self.face.as_ref()?;
        let since = now.saturating_duration_since(face.received);
        Some(GameTime(face.clock.now_ms.saturating_add(millis(since))))
    }

    /// How long the running window or countdown still is, nothing once it should be over; `None` if none is
    /// running. It stands while the game is paused (`T`).
    pub fn remaining(&self, now: Instant) -> Option<Duration> {
        let clock = self.clock()?;
        let closes_at = GameTime(clock.closes_at_ms?);
        let at = clock.paused_since_ms.map(GameTime).or_else(|| self.game_time(now))?;
        Some(Duration::from_millis(closes_at.since(at).0))
    }
}

fn apply(
    game: &mut Game,
    event: &wire::Event,
    derived: Option<&wire::Derived>,
    sequence: u64,
) -> Result<Event, MirrorError> {
    let unreadable = |fault| MirrorError::Unreadable { sequence, fault: Box::new(fault) };
    if event.fact.is_none() {
        return Err(MirrorError::UnknownKind { sequence });
    }
    let event = convert::event_from_wire(event, game.setup()).map_err(unreadable)?;
    game.apply(&event);
    if convert::derived(game, &event).as_ref() == derived {
        Ok(event)
    } else {
        Err(MirrorError::Disagreement { sequence })
    }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}
