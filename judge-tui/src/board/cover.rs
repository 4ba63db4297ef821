//! An opening that the hall has not seen all of: which lots are uncovered, and which come next.
//!
//! Knows the order in which lots are uncovered. It never follows from what is still covered: the order is that of
//! the set-up, and which lots take part is known before the opening.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use ishigaki_rules::auction::Settlement;
use ishigaki_rules::{Event, Fact, Game, LotId};

/// How long a whole opening should take, if it goes on by itself.
const OPENING: Duration = Duration::from_secs(15);
/// The least and most time for one step of it.
const STEP: (Duration, Duration) = (Duration::from_millis(400), Duration::from_secs(2));

/// An opening that is being uncovered.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The game after the opening.
    opened: Game,
    event: Event,
    /// What is uncovered at each step.
    steps: Vec<Vec<LotId>>,
    done: usize,
    since: Instant,
}

impl Cover {
    /// Covers an opening that the hall has not seen; `None` if the event is none, or there is nothing to cover.
    pub(super) fn over(shown: &Game, event: &Event, since: Instant) -> Option<Self> {
        let record = shown.current_round()?;
        let steps: Vec<Vec<LotId>> = match (&event.fact, &record.settlement) {
            (Fact::ListsOpened { .. }, _) => record.lots().map(|lot| vec![lot]).collect(),
            (Fact::RebidsOpened { .. }, Some(before)) => rebid_steps(before),
            _ => return None,
        };
        if steps.is_empty() {
            return None;
        }
        let mut opened = shown.clone();
        opened.apply(event);
        Some(Self { opened, event: event.clone(), steps, done: 0, since })
    }

    /// The game as it is after the opening: for lots that are uncovered only.
    pub(super) fn opened(&self) -> &Game {
        &self.opened
    }

    /// Whether a lot is still covered.
    pub fn covers(&self, lot: LotId) -> bool {
        self.steps.iter().skip(self.done).any(|step| step.contains(&lot))
    }

    /// Whether a lot has been uncovered.
    pub(super) fn has_uncovered(&self, lot: LotId) -> bool {
        self.steps.iter().take(self.done).any(|step| step.contains(&lot))
    }

    /// The steps that are done, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.steps.len())
    }

    /// What the last step uncovered.
    pub(super) fn last(&self) -> &[LotId] {
        self.done.checked_sub(1).and_then(|at| self.steps.get(at)).map_or(&[], Vec::as_slice)
    }

    /// Takes one step; whether it was the last one.
    pub(super) fn step(&mut self, now: Instant) -> bool {
        self.done = (self.done + 1).min(self.steps.len());
        self.since = now;
        self.done == self.steps.len()
    }

    /// Whether the next step is due, if the opening goes on by itself.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.since) >= self.pace()
    }

    /// How long one step of it is looked at, if the opening goes on by itself.
    pub(super) fn pace(&self) -> Duration {
        let steps = u32::try_from(self.steps.len()).unwrap_or(u32::MAX).max(1);
        (OPENING / steps).clamp(STEP.0, STEP.1)
    }

    /// Gives the hall the whole opening: the game after it, what happened, and the lots of the last step.
    pub(super) fn lift(self) -> (Game, Event, Vec<LotId>) {
        let last = self.steps.into_iter().next_back().unwrap_or_default();
        (self.opened, self.event, last)
    }
}

/// The tied lots one by one, then at once all lots that losers may still have fallen back on (`A9`).
fn rebid_steps(before: &Settlement) -> Vec<Vec<LotId>> {
    let tied: BTreeSet<LotId> = before.ties().iter().map(|tie| tie.lot).collect();
    let free = before.free_copies().iter().enumerate().filter(|(_, copies)| **copies > 0);
    let rest: Vec<LotId> = free.map(|(at, _)| LotId::at(at)).filter(|lot| !tied.contains(lot)).collect();
    tied.into_iter().map(|lot| vec![lot]).chain((!rest.is_empty()).then_some(rest)).collect()
}
