//! Openings that the hall has not fully seen.
//!
//! Lots without awards are revealed first and together, then the others one by one in the order of the
//! set-up, so that the order tells nothing more. After a wave only its changes are revealed, and lots it did
//! not settle look unchanged until then. The steps follow the time of the opening by the server's clock, so
//! that all boards reveal the same at the same time.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use ishigaki_rules::auction::{Award, FailedCopies, Settlement, Tie};
use ishigaki_rules::{Event, Game, LotId};

const OPENING_DURATION: Duration = Duration::from_secs(10);
const STEP_DURATIONS: (Duration, Duration) = (Duration::from_millis(400), Duration::from_millis(1_500));

/// An opening that is being revealed.
#[derive(Clone, Debug)]
pub struct Cover {
    opened: Game,
    event: Event,
    steps: Vec<Vec<LotId>>,
    /// Lots that look unchanged until they are revealed, because the change itself must not show (`A9`).
    quiet: Vec<LotId>,
    done: usize,
    /// Start of counting the steps, and the number of steps done then: the opening and 0, until lots are
    /// revealed by key.
    since: (Instant, usize),
}

impl Cover {
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

    pub(super) fn opened(&self) -> &Game {
        &self.opened
    }

    /// Returns whether a lot is still covered, and visibly so.
    pub fn covers(&self, lot: LotId) -> bool {
        !self.quiet.contains(&lot) && self.steps.iter().skip(self.done).any(|step| step.contains(&lot))
    }

    pub(super) fn has_uncovered(&self, lot: LotId) -> bool {
        self.steps.iter().take(self.done).any(|step| step.contains(&lot))
    }

    /// Returns the number of steps done, and of all steps.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.steps.len())
    }

    pub(super) fn last(&self) -> &[LotId] {
        self.done.checked_sub(1).and_then(|at| self.steps.get(at)).map_or(&[], Vec::as_slice)
    }

    pub(super) fn step(&mut self) -> bool {
        self.done = (self.done + 1).min(self.steps.len());
        self.done == self.steps.len()
    }

    pub(super) fn go_to(&mut self, steps: usize) -> bool {
        self.done = steps.min(self.steps.len());
        self.done == self.steps.len()
    }

    pub(super) fn hold(&mut self, now: Instant) {
        self.since = (now, self.done);
    }

    pub(super) fn next_at(&self) -> Instant {
        self.at(self.done + 1)
    }

    pub(super) fn ends_at(&self) -> Instant {
        self.at(self.steps.len())
    }

    fn at(&self, step: usize) -> Instant {
        let (since, done) = self.since;
        since + self.pace() * u32::try_from(step.saturating_sub(done)).unwrap_or(u32::MAX)
    }

    pub(super) fn pace(&self) -> Duration {
        let steps = u32::try_from(self.steps.len()).unwrap_or(u32::MAX).max(1);
        (OPENING_DURATION / steps).clamp(STEP_DURATIONS.0, STEP_DURATIONS.1)
    }

    pub(super) fn into_parts(self) -> (Game, Event, Vec<LotId>) {
        let last = self.steps.into_iter().next_back().unwrap_or_default();
        (self.opened, self.event, last)
    }
}

fn opening_steps(lots: impl Iterator<Item = LotId>, after: &Settlement) -> Vec<Vec<LotId>> {
    let (moved, idle): (Vec<LotId>, Vec<LotId>) = lots.partition(|&lot| has_result(after, lot));
    let idle = (!idle.is_empty()).then_some(idle);
    idle.into_iter().chain(moved.into_iter().map(|lot| vec![lot])).collect()
}

/// Returns the tied lots one by one, then at once the others that losers fell back on (`A9`), and which those
/// are.
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

fn results(settlement: &Settlement, lot: LotId) -> (Vec<&Award>, Vec<&Tie>, Vec<&FailedCopies>) {
    (
        settlement.awards().iter().filter(|award| award.lot == lot).collect(),
        settlement.ties().iter().filter(|tie| tie.lot == lot).collect(),
        settlement.failures().iter().filter(|failure| failure.lot == lot).collect(),
    )
}
