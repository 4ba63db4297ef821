//! The counts of what the server does, and how long each is held back.
//!
//! A figure may give away what a feed may not (`A4`): that one more list was sealed, or refused, shows in any count of
//! calls or of records written. So whatever follows from sealing is counted for its game and held back for as long as
//! that game's public record is ([`crate::archive`]): from the start of a round to the next opening, also over a void.
//! Of a game that is served elsewhere by now nobody here knows how that stands: its counts wait until it is back. What shows in
//! the meantime is who has sealed at all, as everybody may know, and durations whose changes follow the
//! clock alone. Connections are counted as they stand, never how often somebody came.

mod histogram;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::clock::{Micros, Monotonic};
use histogram::RecentMaximum;

pub use histogram::{Counters, Histogram};
use ishigaki_journal::StreamId;

/// Meter of what the server does. Cheap to clone; all copies are one. Silent in `Debug`.
#[derive(Clone, Default)]
pub struct Meter(Arc<Mutex<Meters>>);

/// Guard of an open connection, which counts until this is dropped.
#[derive(Debug)]
#[must_use = "the connection counts only as long as this lives"]
pub struct CountedConnection(Meter);

impl Drop for CountedConnection {
    fn drop(&mut self) {
        let mut meters = self.0.lock();
        meters.connections = meters.connections.saturating_sub(1);
    }
}

#[derive(Default)]
struct Meters {
    /// Counts that may be shown.
    shown: Counters,
    /// Counts that are held back, by game.
    held: BTreeMap<StreamId, Counters>,
    /// Counts that come of sealing, and cannot be told which game's: held back as long as any game's is, or may be.
    unplaced: Counters,
    /// The slowest append, in seconds.
    slowest: RecentMaximum,
    /// Number of feeds that were ended because their reader was too slow.
    slow_readers: u64,
    /// Number of connections that are open.
    connections: usize,
    /// Number of connections that were hung up on because there were too many, by among whom.
    refused_connections: BTreeMap<&'static str, u64>,
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Meter")
    }
}

/// Relation of a call to what is sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// It seals nothing: what comes of it may be seen at once.
    Open,
    /// It seals, or wants to, in this game if it got so far as to be placed.
    Sealing(Option<StreamId>),
}

/// Knowledge of which public records are open, as far as this server has it.
pub trait OpenRecords {
    /// Returns whether the record of a game or event is known to be open as far as it goes.
    fn is_open(&self, stream: &StreamId) -> bool;

    /// Returns whether every record is known to be, wherever its game is served.
    fn are_all_open(&self) -> bool;
}

impl Meter {
    /// Nothing has happened.
    pub fn new() -> Self {
        Self::default()
    }

    /// A game's records took this span to become durable; `is_open` says whether anybody may know that something was
    /// recorded at this moment.
    pub fn appended(&self, game: &StreamId, records: usize, span: Micros, now: Monotonic, is_open: bool) {
        let span = seconds(span);
        let mut meters = self.lock();
        if is_open {
            meters.slowest.add(now.0, span);
        }
        let counters = meters.of(game);
        counters.appends.add(span);
        // No batch comes near the numbers that a float cannot count.
        counters.batches.add(u32::try_from(records).unwrap_or(u32::MAX).into());
    }

    /// A call was answered after so long.
    pub fn answered(&self, kind: &CallKind, span: Micros) {
        if let CallKind::Sealing(game) = kind {
            self.lock().sealing(game.as_ref()).sealing.add(seconds(span));
        }
    }

    /// A call was refused for this reason.
    pub fn refused(&self, kind: &CallKind, reason: &str) {
        let mut meters = self.lock();
        match kind {
            CallKind::Open => meters.shown.refuse(reason),
            CallKind::Sealing(game) => meters.sealing(game.as_ref()).refuse(reason),
        }
    }

    /// A feed was ended because its reader was too slow.
    pub fn dropped_slow_reader(&self) {
        self.lock().slow_readers += 1;
    }

    /// A connection is open.
    pub fn connection(&self) -> CountedConnection {
        self.lock().connections += 1;
        CountedConnection(self.clone())
    }

    /// A connection was hung up on because there are too many, in all or from its address.
    pub fn refused_connection(&self, among: &'static str) {
        *self.lock().refused_connections.entry(among).or_default() += 1;
    }

    /// Moves what need not be held back any longer to where it is shown, and gives that. What is not known to be open stays: a
    /// game that has left this server may still be sealed where it is now.
    pub fn shown(&self, now: u64, records: &impl OpenRecords) -> VisibleFigures {
        let mut meters = self.lock();
        // Asked only now: a sealing is counted after its round's record is known to be held back, so what is found here
        // of a game whose record is open has been opened.
        let Meters { shown, held, unplaced, .. } = &mut *meters;
        held.retain(|game, counters| {
            let is_open = records.is_open(game);
            if is_open {
                shown.absorb(counters);
            }
            !is_open
        });
        if records.are_all_open() {
            shown.absorb(&std::mem::take(unplaced));
        }
        VisibleFigures {
            counters: meters.shown.clone(),
            slowest: meters.slowest.worst(now),
            slow_readers: meters.slow_readers,
            connections: meters.connections,
            refused_connections: meters.refused_connections.clone(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Meters> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Meters {
    fn of(&mut self, game: &StreamId) -> &mut Counters {
        self.held.entry(game.clone()).or_default()
    }

    fn sealing(&mut self, game: Option<&StreamId>) -> &mut Counters {
        match game {
            Some(game) => self.of(game),
            None => &mut self.unplaced,
        }
    }
}

/// Counts that may be shown.
pub struct VisibleFigures {
    pub counters: Counters,
    /// The slowest append, in seconds.
    pub slowest: f64,
    pub slow_readers: u64,
    pub connections: usize,
    /// By among whom there were too many.
    pub refused_connections: BTreeMap<&'static str, u64>,
}

/// Exact up to centuries.
#[expect(clippy::cast_precision_loss, reason = "spans are short, and measures are floats")]
fn seconds(span: Micros) -> f64 {
    span.0 as f64 / 1_000_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(name: &str) -> StreamId {
        StreamId::new(name).unwrap()
    }

    /// The games that are served here, each with whether its record is open.
    struct ServedRecords<'a>(&'a [(&'a str, bool)]);

    impl OpenRecords for ServedRecords<'_> {
        fn is_open(&self, stream: &StreamId) -> bool {
            self.0.contains(&(stream.as_str(), true))
        }

        fn are_all_open(&self) -> bool {
            self.0.iter().all(|(_, is_open)| *is_open)
        }
    }

    /// How many sealing calls, appends and refusals show, where these games of `g` and `h` are held back.
    fn counts(meter: &Meter, held: &[&str]) -> (u64, u64, u64) {
        counts_of(meter, &["g", "h"].map(|game| (game, !held.contains(&game))))
    }

    fn counts_of(meter: &Meter, served: &[(&str, bool)]) -> (u64, u64, u64) {
        let VisibleFigures { counters, .. } = meter.shown(0, &ServedRecords(served));
        (counters.sealing.figures().1, counters.appends.figures().1, counters.refusals.values().sum())
    }

    #[test]
    fn what_comes_of_sealing_is_held_back_until_the_games_record_is_open() {
        let meter = Meter::new();
        for name in ["g", "h"] {
            meter.answered(&CallKind::Sealing(Some(game(name))), Micros(10));
            meter.refused(&CallKind::Sealing(Some(game(name))), "OVER_BUDGET");
            meter.appended(&game(name), 1, Micros(10), Monotonic(0), true);
        }
        assert_eq!(counts(&meter, &["g", "h"]), (0, 0, 0));
        assert_eq!(counts(&meter, &["h"]), (1, 1, 1));
        assert_eq!(counts(&meter, &["g", "h"]), (1, 1, 1), "what is shown stays shown");
        assert_eq!(counts(&meter, &[]), (2, 2, 2));
    }

    #[test]
    fn what_came_of_sealing_in_a_game_that_has_left_stays_held_back_until_it_is_back_and_open() {
        let meter = Meter::new();
        meter.answered(&CallKind::Sealing(Some(game("g"))), Micros(10));
        assert_eq!(counts_of(&meter, &[("g", false), ("h", true)]).0, 0);
        assert_eq!(counts_of(&meter, &[("h", true)]).0, 0, "it may be sealed where it is");
        assert_eq!(counts_of(&meter, &[]).0, 0);
        assert_eq!(counts_of(&meter, &[("g", true)]).0, 1);
    }

    #[test]
    fn a_sealing_call_of_no_known_game_is_held_back_while_any_game_is() {
        let meter = Meter::new();
        meter.refused(&CallKind::Sealing(None), "UNAUTHENTICATED");
        assert_eq!(counts(&meter, &["g"]).2, 0);
        assert_eq!(counts(&meter, &[]).2, 1);
    }

    #[test]
    fn what_seals_nothing_shows_at_once() {
        let meter = Meter::new();
        meter.refused(&CallKind::Open, "UNAUTHENTICATED");
        assert_eq!(counts(&meter, &["g"]).2, 1);
    }
}
