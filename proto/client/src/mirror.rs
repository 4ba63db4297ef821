//! The game as one client sees it: what its feed brought, folded by the rules.

use std::time::{Duration, Instant};

use ishigaki_catalogue::Message;
use ishigaki_proto::fault::Fault;
use ishigaki_proto::{convert, wire};
use ishigaki_record::branch::Instance;
use ishigaki_record::signing::{Fingerprint, PublicKey};
use ishigaki_record::transcript::{HoldTracker, Signed};
use ishigaki_rules::{Event, Game, GameTime, Millis, Setup};

use crate::heads::{Heads, ProofFault};

/// The game as a feed shows it.
///
/// It works out by itself what follows from each event and compares that with what the server says: if the two
/// ever differ, somebody looks at a wrong screen, and that must not go unseen.
///
/// A mirror that knows the game's id ([`Mirror::of`]) also demands the server's key, which game of that id it is, and, of
/// everything that changes the result, the head of the record signed with that key on one branch of that game.
#[derive(Clone, Debug, Default)]
pub struct Mirror {
    game: Option<Game>,
    folded: u64,
    face: Option<ReceivedClock>,
    /// Number of places of the ranking that are revealed, as a server said last.
    revealed: Option<u32>,
    /// Whether the record is held back, so that heads stay away (`A4`).
    hold: HoldTracker,
    heads: Heads,
}

/// Received clock of the server, and when it arrived.
#[derive(Clone, Debug)]
struct ReceivedClock {
    clock: wire::Clock,
    received: Instant,
}

/// The time left of a window or countdown, as far as a client can know it (`T`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Time left; nothing once it should be over.
    pub left: Millis,
    /// Whether it is only worked out from what the server said last: the server's clocks may have stood since, may have
    /// been set going, or have been given more time.
    pub is_guess: bool,
}

impl TimeLeft {
    /// Returns what a reader tells apart: full seconds, begun ones counted, and whether they are a guess.
    pub fn seconds(self) -> (u64, bool) {
        (self.left.0.div_ceil(1000), self.is_guess)
    }
}

/// Kind of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Folded {
    /// The game's set-up: the first item.
    SetUp,
    /// Something happened; it is applied.
    Event(Event),
    Pulse {
        /// Whether the server has sent all there is.
        caught_up: bool,
    },
}

/// A feed that cannot be right. What was folded before stays; what comes after cannot be trusted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("feed-error")]
pub enum MirrorError {
    /// An item is missing, or comes again.
    Gap {
        /// The sequence that was due.
        #[message(display)]
        expected: u64,
        /// The one that came.
        #[message("item", display)]
        found: u64,
    },
    /// The first item is no set-up, or a later one is.
    OutOfPlace {
        #[message("item", display)]
        sequence: u64,
    },
    /// The item carries nothing this client knows: the server may be newer.
    UnknownKind {
        #[message("item", display)]
        sequence: u64,
    },
    /// The item cannot be read.
    Unreadable {
        #[message("item", display)]
        sequence: u64,
        /// Fault of the item.
        #[message("what", display)]
        fault: Box<Fault>,
    },
    /// The server says that something else follows from the event than the rules say.
    Disagreement {
        #[message("item", display)]
        sequence: u64,
    },
    /// The proof of the item later is not there or does not hold. Only if the game's id is known.
    Unproved {
        #[message("item", display)]
        sequence: u64,
        #[message("what")]
        fault: ProofFault,
    },
}

impl Mirror {
    /// A mirror that has seen nothing, and looks at no signature.
    pub fn new() -> Self {
        Self::default()
    }

    /// A mirror of the game with this id that has seen nothing, and checks the signed heads of the record.
    pub fn of(game: impl Into<String>) -> Self {
        Self { heads: Heads::of(game.into()), ..Self::default() }
    }

    /// Folds one item that arrived at this moment.
    ///
    /// # Errors
    /// [`MirrorError`] if the item is not the next one, or cannot be of this game.
    pub fn fold(&mut self, item: &wire::FeedItem, received: Instant) -> Result<Folded, MirrorError> {
        let sequence = item.sequence;
        if let Some(clock) = &item.clock {
            self.face = Some(ReceivedClock { clock: *clock, received });
            self.revealed = clock.revealed_places.or(self.revealed);
        }
        let body = item.body.as_ref().ok_or(MirrorError::UnknownKind { sequence })?;
        if let wire::feed_item::Body::Pulse(pulse) = body {
            return Ok(Folded::Pulse { caught_up: pulse.caught_up });
        }
        let expected = self.next_sequence().saturating_add(item.skipped);
        if sequence != expected {
            return Err(MirrorError::Gap { expected, found: sequence });
        }
        let unproved = |fault| MirrorError::Unproved { sequence, fault };
        let folded = match (body, self.game.as_mut()) {
            (wire::feed_item::Body::SetUp(setup), None) => {
                let unreadable = |fault| MirrorError::Unreadable { sequence, fault: Box::new(fault) };
                self.heads.take_key(&item.server_key, &item.instance).map_err(unproved)?;
                self.game = Some(Game::new(convert::setup_from_wire(setup).map_err(unreadable)?));
                Folded::SetUp
            }
            (wire::feed_item::Body::Event(event), Some(game)) => {
                let event = apply(game, event, item.derived.as_ref(), sequence)?;
                let is_due = self.hold.take(&event.fact);
                self.heads.take(item.proof.as_ref(), is_due).map_err(unproved)?;
                Folded::Event(event)
            }
            _ => return Err(MirrorError::OutOfPlace { sequence }),
        };
        self.folded = sequence;
        Ok(folded)
    }

    /// The game's id; `None` if the mirror was not told it.
    pub fn id(&self) -> Option<&str> {
        self.heads.id()
    }

    /// The game; `None` before its set-up has come.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The set-up; `None` before it has come.
    pub fn setup(&self) -> Option<&Setup> {
        self.game().map(Game::setup)
    }

    /// The key that the server says it signs with in this game; `None` before the set-up, and if the server does
    /// not say it.
    pub fn server_key(&self) -> Option<&PublicKey> {
        self.heads.server_key()
    }

    /// Returns the instance of its id that this game is; `None` before the set-up, and if the server does not
    /// say it.
    pub fn instance(&self) -> Option<Instance> {
        self.heads.instance()
    }

    /// Returns what people compare the server's key by.
    pub fn fingerprint(&self) -> Option<Fingerprint> {
        self.server_key().map(PublicKey::fingerprint)
    }

    /// The signed heads of the record that have come, in order; the signature of each holds. Empty in a mirror
    /// that does not know the game's id.
    pub fn heads(&self) -> &[Signed] {
        self.heads.signed()
    }

    /// The sequence of the item that is due next: where a feed goes on.
    pub fn next_sequence(&self) -> u64 {
        self.folded.saturating_add(1)
    }

    /// The server's clock as it came with the last item.
    pub fn clock(&self) -> Option<&wire::Clock> {
        self.face.as_ref().map(|face| &face.clock)
    }

    /// Returns the number of rows of the standings, from the first, that are still covered: from the end of the game on until
    /// the judge reveals them. Every screen and command leaves out their places and figures.
    pub fn covered_rows(&self) -> usize {
        self.game().map_or(0, |game| game.covered_rows(self.revealed))
    }

    /// Since when the game is not served any more, as the server said last: its clock stands there. `None` while it is
    /// served.
    pub fn stopped_at(&self) -> Option<GameTime> {
        self.clock()?.stopped_at_ms.map(GameTime)
    }

    /// Returns what time it is in the game; `None` before anything has come. Without a connection this is a guess: the
    /// game's time stands while the server is down. It stands, too, while the game is not served.
    pub fn game_time(&self, now: Instant) -> Option<GameTime> {
        let face = self.face.as_ref()?;
        if let Some(stopped) = self.stopped_at() {
            return Some(stopped);
        }
        let since = now.saturating_duration_since(face.received);
        Some(GameTime(face.clock.now_ms.saturating_add(millis(since))))
    }

    /// Returns how long the running window or countdown still is, nothing once it should be over; `None` if none is
    /// running. It stands while the game is paused (`T`), and while it is not served.
    pub fn remaining(&self, now: Instant) -> Option<Duration> {
        let clock = self.clock()?;
        let closes_at = GameTime(clock.closes_at_ms?);
        let at = clock.paused_since_ms.map(GameTime).or_else(|| self.game_time(now))?;
        Some(Duration::from_millis(closes_at.since(at).0))
    }

    /// As [`Mirror::remaining`], for a reader who says whether there is a connection. A clock that was heard of goes on
    /// without one: it is far likelier that a cable is out than that the server stands, and a deadline that passes while a
    /// screen shows time left costs a round. If the server did stand, its clock says so with the next item.
    pub fn time_left(&self, now: Instant, is_connected: bool) -> Option<TimeLeft> {
        let left = Millis(millis(self.remaining(now)?));
        // Of a game that is not served the server has said that its clock stands.
        Some(TimeLeft { left, is_guess: !is_connected && self.stopped_at().is_none() })
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
