//! An opening that the hall has not seen all of: which lots are uncovered, and which come next.
//!
//! Knows the order in which lots are uncovered. First come together those of which nobody gets anything, then one by one
//! the others in the order of the set-up: so nothing follows from the order but what is uncovered. After a wave only what
//! it changed is uncovered, and what it did not settle by itself looks as before until it has. And when: the steps follow the
//! moment of the opening by the server's clock, so that all boards uncover the same at the same time.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use ishigaki_rules::auction::{Award, FailedCopies, Settlement, Tie};
use ishigaki_rules::{Event, Game, LotId};

/// Time that a whole opening should take, if it goes on by itself.
const OPENING: Duration = Duration::from_secs(10);
/// The least and most time for one step of it.
const STEP: (Duration, Duration) = (Duration::from_millis(400), Duration::from_millis(1_500));

/// An opening that is being uncovered.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The game after the opening.
    opened: Game,
    event: Event,
    /// Lots that are uncovered at each step.
    steps: Vec<Vec<LotId>>,
    /// Of those the ones that look as before until they are uncovered: that they change must not show (`A9`).
    quiet: Vec<LotId>,
    done: usize,
    /// From when on the steps are counted, and how many were done then: the moment of the opening and none, until somebody
    /// uncovers by hand.
    since: (Instant, usize),
}

impl Cover {
    /// Covers an opening whose uncovering begins at this moment; `None` if the event is none, or there is nothing to cover.
    pub(super) fn over(shown: &Game, event: &Event, since: Instant) -> Option<Self> {
        let record = shown.current_round()?;
        if !event.fact.is_opening() {
            return None;
        }
        let mut opened = shown.clone();
        opened.apply(event);
        let after = opened.current_round()?.settlement.as_ref()?;
        let (steps, quiet) = match &record.settlement {
            None => (opening_steps(record.lots(), after), Vec::new()),
            Some(before) => wave_steps(record.lots(), before, after),
        };
        if steps.is_empty() {
            return None;
        }
        Some(Self { opened, event: event.clone(), steps, quiet, done: 0, since: (since, 0) })
    }

    /// The game as it is after the opening: for lots that are uncovered only.
    pub(super) fn opened(&self) -> &Game {
        &self.opened
    }

    /// Returns whether a lot is still covered, and everybody may know that it is.
    pub fn covers(&self, lot: LotId) -> bool {
        !self.quiet.contains(&lot) && self.steps.iter().skip(self.done).any(|step| step.contains(&lot))
    }

    /// Returns whether a lot has been uncovered.
    pub(super) fn has_uncovered(&self, lot: LotId) -> bool {
        self.steps.iter().take(self.done).any(|step| step.contains(&lot))
    }

    /// The steps that are done, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.steps.len())
    }

    /// Returns the lots that the last step uncovered.
    pub(super) fn last(&self) -> &[LotId] {
        self.done.checked_sub(1).and_then(|at| self.steps.get(at)).map_or(&[], Vec::as_slice)
    }

    /// Takes one step; whether it was the last one.
    pub(super) fn step(&mut self) -> bool {
        self.done = (self.done + 1).min(self.steps.len());
        self.done == self.steps.len()
    }

    /// Takes as many steps, or takes steps back; whether all are done.
    pub(super) fn go_to(&mut self, steps: usize) -> bool {
        self.done = steps.min(self.steps.len());
        self.done == self.steps.len()
    }

    /// From this moment on the next steps are counted anew: somebody uncovers by hand.
    pub(super) fn hold(&mut self, now: Instant) {
        self.since = (now, self.done);
    }

    /// Returns the moment of the next step, if the opening goes on by itself.
    pub(super) fn next_at(&self) -> Instant {
        self.at(self.done + 1)
    }

    /// Returns the moment of the last step.
    pub(super) fn ends_at(&self) -> Instant {
        self.at(self.steps.len())
    }

    fn at(&self, step: usize) -> Instant {
        let (since, done) = self.since;
        since + self.pace() * u32::try_from(step.saturating_sub(done)).unwrap_or(u32::MAX)
    }

    /// Returns the time for one step, if the opening goes on by itself.
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

/// At once all lots of which nobody has got anything, then the others one by one.
fn opening_steps(lots: impl Iterator<Item = LotId>, after: &Settlement) -> Vec<Vec<LotId>> {
    let (moved, idle): (Vec<LotId>, Vec<LotId>) = lots.partition(|&lot| has_result(after, lot));
    let idle = (!idle.is_empty()).then_some(idle);
    idle.into_iter().chain(moved.into_iter().map(|lot| vec![lot])).collect()
}

/// The tied lots one by one, then at once the others that losers have fallen back on (`A9`); and which those are.
fn wave_steps(
    lots: impl Iterator<Item = LotId>,
    before: &Settlement,
    after: &Settlement,
) -> (Vec<Vec<LotId>>, Vec<LotId>) {
    let tied: BTreeSet<LotId> = before.ties().iter().map(|tie| tie.lot).collect();
    let changed = |lot: &LotId| !tied.contains(lot) && results(before, *lot) != results(after, *lot);
    let rest: Vec<LotId> = lots.filter(changed).collect();
    let last = (!rest.is_empty()).then(|| rest.clone());
    (tied.into_iter().map(|lot| vec![lot]).chain(last).collect(), rest)
}

fn has_result(settlement: &Settlement, lot: LotId) -> bool {
    let (awards, ties, failures) = results(settlement, lot);
    !(awards.is_empty() && ties.is_empty() && failures.is_empty())
}

/// Returns what has become of a lot.
fn results(settlement: &Settlement, lot: LotId) -> (Vec<&Award>, Vec<&Tie>, Vec<&FailedCopies>) {
    (
        settlement.awards().iter().filter(|award| award.lot == lot).collect(),
        settlement.ties().iter().filter(|tie| tie.lot == lot).collect(),
        settlement.failures().iter().filter(|failure| failure.lot == lot).collect(),
    )
}
