//! The game as one client sees it: its feed, folded by the rules.

use std::time::{Duration, Instant};

use ishigaki_catalogue::Message;
use ishigaki_proto::fault::Fault;
use ishigaki_proto::{convert, wire};
use ishigaki_record::branch::Instance;
use ishigaki_record::signing::{Fingerprint, PublicKey};
use ishigaki_record::transcript::{HoldTracker, Signed};
use ishigaki_rules::{Event, Game, GameTime, Millis, Setup};

use crate::heads::{Heads, ProofFault};

/// A game from its feed.
///
/// It derives the consequences of each event and compares them with the server's, because otherwise a screen
/// could be wrong unnoticed.
///
/// A mirror with the game's id ([`Mirror::of`]) also requires the server's key, the game's instance and, for
/// everything that changes the result, a head signed with that key on one branch.
#[derive(Clone, Debug, Default)]
pub struct Mirror {
    game: Option<Game>,
    folded: u64,
    face: Option<ReceivedClock>,
    /// Last known number of revealed places of the ranking.
    revealed: Option<u32>,
    /// Tracks the hold on the record. A held record has no heads (`A4`).
    hold: HoldTracker,
    heads: Heads,
}

#[derive(Clone, Debug)]
struct ReceivedClock {
    clock: wire::Clock,
    received: Instant,
}

/// The time left of a window or countdown, as far as a client knows (`T`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Zero once it should be over.
    pub left: Millis,
    pub is_guess: bool,
}

impl TimeLeft {
    /// Returns the displayed value: full seconds, rounded up, and whether they are a guess.
    pub fn seconds(self) -> (u64, bool) {
        (self.left.0.div_ceil(1000), self.is_guess)
    }
}

/// Kind of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Folded {
    SetUp,
    Event(Event),
    Pulse { caught_up: bool },
}

/// Error of a feed that can't be right. Earlier items stay valid; later ones can't be trusted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("feed-error")]
pub enum MirrorError {
    Gap {
        #[message(display)]
        expected: u64,
        #[message("item", display)]
        found: u64,
    },
    /// The first item isn't a setup, or a later one is.
    OutOfPlace {
        #[message("item", display)]
        sequence: u64,
    },
    /// The item's contents are unknown to this client, perhaps because the server is newer.
    UnknownKind {
        #[message("item", display)]
        sequence: u64,
    },
    Unreadable {
        #[message("item", display)]
        sequence: u64,
        #[message("what", display)]
        fault: Box<Fault>,
    },
    /// The server's consequences of the event differ from the rules'.
    Disagreement {
        #[message("item", display)]
        sequence: u64,
    },
    /// The item's proof is missing or invalid. Only with the game's id.
    Unproved {
        #[message("item", display)]
        sequence: u64,
        #[message("what")]
        fault: ProofFault,
    },
}

impl Mirror {
    /// Returns an empty mirror that checks no signatures.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns an empty mirror of this game that checks signed heads.
    pub fn of(game: impl Into<String>) -> Self {
        Self { heads: Heads::of(game.into()), ..Self::default() }
    }

    /// Folds an item that arrived at this moment.
    ///
    /// # Errors
    ///
    /// [`MirrorError`] if the item isn't the next one, or can't be of this game.
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

    /// Returns the game's id, if the mirror knows it.
    pub fn id(&self) -> Option<&str> {
        self.heads.id()
    }

    /// Returns the game; `None` before its setup.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    pub fn setup(&self) -> Option<&Setup> {
        self.game().map(Game::setup)
    }

    /// Returns the server's signing key in this game; `None` before the setup or if the server doesn't send
    /// it.
    pub fn server_key(&self) -> Option<&PublicKey> {
        self.heads.server_key()
    }

    /// Returns the game's instance; `None` before the setup or if the server doesn't send it.
    pub fn instance(&self) -> Option<Instance> {
        self.heads.instance()
    }

    /// Returns the fingerprint of the server's key.
    pub fn fingerprint(&self) -> Option<Fingerprint> {
        self.server_key().map(PublicKey::fingerprint)
    }

    /// Returns the record's signed heads so far, all verified. Empty without the game's id.
    pub fn heads(&self) -> &[Signed] {
        self.heads.signed()
    }

    /// Returns the sequence of the next item. The feed resumes from it.
    pub fn next_sequence(&self) -> u64 {
        self.folded.saturating_add(1)
    }

    /// Returns the server's clock from the last item.
    pub fn clock(&self) -> Option<&wire::Clock> {
        self.face.as_ref().map(|face| &face.clock)
    }

    /// Returns the number of covered rows of the standings from the first, from the end of the game until the
    /// judge reveals them. All screens and commands omit their places and figures.
    pub fn covered_rows(&self) -> usize {
        self.game().map_or(0, |game| game.covered_rows(self.revealed))
    }

    /// Returns when the game stopped being served, which is where its clock stopped.
    pub fn stopped_at(&self) -> Option<GameTime> {
        self.clock()?.stopped_at_ms.map(GameTime)
    }

    /// Returns the game's time. Without a connection it is a guess, because game time stops while the server
    /// is down. It is constant while the game isn't served.
    pub fn game_time(&self, now: Instant) -> Option<GameTime> {
        let face = self.face.as_ref()?;
        if let Some(stopped) = self.stopped_at() {
            return Some(stopped);
        }
        let since = now.saturating_duration_since(face.received);
        Some(GameTime(face.clock.now_ms.saturating_add(millis(since))))
    }

    /// Returns the time left of the open window or countdown, at least zero. It is constant while the game is
    /// paused (`T`) and while it isn't served.
    pub fn remaining(&self, now: Instant) -> Option<Duration> {
        let clock = self.clock()?;
        let closes_at = GameTime(clock.closes_at_ms?);
        let at = clock.paused_since_ms.map(GameTime).or_else(|| self.game_time(now))?;
        Some(Duration::from_millis(closes_at.since(at).0))
    }

    /// Returns the time left like [`Mirror::remaining`], given whether there is a connection. Without one, a
    /// known clock continues: a cable fault is far likelier than a stopped server, and a deadline that passes
    /// while a screen shows time left costs a round. If the server did stop, its next item corrects the
    /// clock.
    pub fn time_left(&self, now: Instant, is_connected: bool) -> Option<TimeLeft> {
        let left = Millis(millis(self.remaining(now)?));
        // The server has said that the clock of an unserved game is stopped.
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
