//! Metrics of the server, and how long each is held back.
//!
//! Figures must not reveal more than a feed (`A4`): any count of calls or records would show that a list was
//! submitted or rejected. Counts that depend on submissions are therefore kept per game and held back as long
//! as the game's public record is ([`crate::archive`]): from the start of a round to the next opening, even
//! across a void. For a game that moved to another server the state is unknown here, so its counts wait until
//! it is back. Until then only public facts (which teams have submitted) and durations that change with the
//! clock are shown. Connections are gauged, never counted.

mod histogram;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::clock::{Micros, Monotonic};
use histogram::RecentMaximum;

pub use histogram::{Counters, Histogram};
use ishigaki_journal::StreamId;

/// Metrics of the server. Clones share their contents. `Debug` omits them.
#[derive(Clone, Default)]
pub struct Meter(Arc<Mutex<Meters>>);

/// Guard that counts an open connection until it is dropped.
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
    shown: Counters,
    held: BTreeMap<StreamId, Counters>,
    /// Counts of submissions of an unknown game, held back as long as any game's may be.
    unplaced: Counters,
    /// The slowest append, in seconds.
    slowest: RecentMaximum,
    /// Number of feeds ended because their reader was too slow.
    slow_readers: u64,
    connections: usize,
    /// Number of connections dropped at a limit, by limit.
    refused_connections: BTreeMap<&'static str, u64>,
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Meter")
    }
}

/// Relation of a call to sealed contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// Submits nothing, so its counts are public at once.
    Open,
    /// A submission to this game, if the game is known.
    Sealing(Option<StreamId>),
}

/// This server's knowledge of open public records.
pub trait OpenRecords {
    /// Returns whether the record of a game or event is known to be fully open.
    fn is_open(&self, stream: &StreamId) -> bool;

    fn are_all_open(&self) -> bool;
}

impl Meter {
    /// Returns empty metrics.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts records that became durable in this time. `is_open` is set if the public may know of a record
    /// at this moment.
    pub fn appended(&self, game: &StreamId, records: usize, span: Micros, now: Monotonic, is_open: bool) {
        let span = seconds(span);
        let mut meters = self.lock();
        if is_open {
            meters.slowest.add(now.0, span);
        }
        let counters = meters.of(game);
        counters.appends.add(span);
        // Batches are far below the precision of a float.
        counters.batches.add(u32::try_from(records).unwrap_or(u32::MAX).into());
    }

    /// Counts an answered call.
    pub fn answered(&self, kind: &CallKind, span: Micros) {
        if let CallKind::Sealing(game) = kind {
            self.lock().sealing(game.as_ref()).sealing.add(seconds(span));
        }
    }

    /// Counts a rejected call with its reason.
    pub fn refused(&self, kind: &CallKind, reason: &str) {
        let mut meters = self.lock();
        match kind {
            CallKind::Open => meters.shown.refuse(reason),
            CallKind::Sealing(game) => meters.sealing(game.as_ref()).refuse(reason),
        }
    }

    /// Counts a feed that ended because its reader was too slow.
    pub fn dropped_slow_reader(&self) {
        self.lock().slow_readers += 1;
    }

    /// Counts a connection until the guard is dropped.
    pub fn connection(&self) -> CountedConnection {
        self.lock().connections += 1;
        CountedConnection(self.clone())
    }

    /// Counts a connection dropped at the limit of all or of its address.
    pub fn refused_connection(&self, among: &'static str) {
        *self.lock().refused_connections.entry(among).or_default() += 1;
    }

    /// Returns the visible figures, after releasing those that needn't be held back any more. Counts of games
    /// not known to be open stay, because a game that moved may still be sealed there.
    pub fn shown(&self, now: u64, records: &impl OpenRecords) -> VisibleFigures {
        let mut meters = self.lock();
        // Locked only now: a submission is counted after its record is known to be held back, so the counts
        // of a game with an open record belong to opened lists.
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

/// Figures that may be shown.
pub struct VisibleFigures {
    pub counters: Counters,
    /// The slowest append, in seconds.
    pub slowest: f64,
    pub slow_readers: u64,
    pub connections: usize,
    pub refused_connections: BTreeMap<&'static str, u64>,
}

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

    /// The served games, each with `true` if its record is open.
    struct ServedRecords<'a>(&'a [(&'a str, bool)]);

    impl OpenRecords for ServedRecords<'_> {
        fn is_open(&self, stream: &StreamId) -> bool {
            self.0.contains(&(stream.as_str(), true))
        }

        fn are_all_open(&self) -> bool {
            self.0.iter().all(|(_, is_open)| *is_open)
        }
    }

    /// Returns the shown numbers of sealing calls, appends and rejections while the games `held` of `g` and
    /// `h` are held back.
    fn counts(meter: &Meter, held: &[&str]) -> (u64, u64, u64) {
        counts_of(meter, &["g", "h"].map(|game| (game, !held.contains(&game))))
    }

    fn counts_of(meter: &Meter, served: &[(&str, bool)]) -> (u64, u64, u64) {
        let VisibleFigures { counters, .. } = meter.shown(0, &ServedRecords(served));
        (counters.sealing.figures().1, counters.appends.figures().1, counters.refusals.values().sum())
    }

    #[test]
    fn sealing_counts_are_held_back_until_the_record_is_open() {
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
    fn sealing_counts_of_a_moved_game_stay_held_back() {
        let meter = Meter::new();
        meter.answered(&CallKind::Sealing(Some(game("g"))), Micros(10));
        assert_eq!(counts_of(&meter, &[("g", false), ("h", true)]).0, 0);
        assert_eq!(counts_of(&meter, &[("h", true)]).0, 0, "it may be sealed where it is");
        assert_eq!(counts_of(&meter, &[]).0, 0);
        assert_eq!(counts_of(&meter, &[("g", true)]).0, 1);
    }

    #[test]
    fn sealing_call_without_a_game_waits_for_all_records() {
        let meter = Meter::new();
        meter.refused(&CallKind::Sealing(None), "UNAUTHENTICATED");
        assert_eq!(counts(&meter, &["g"]).2, 0);
        assert_eq!(counts(&meter, &[]).2, 1);
    }

    #[test]
    fn open_call_is_counted_immediately() {
        let meter = Meter::new();
        meter.refused(&CallKind::Open, "UNAUTHENTICATED");
        assert_eq!(counts(&meter, &["g"]).2, 1);
    }
}
