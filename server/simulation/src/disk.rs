//! The disk faults of a simulation: chooses the outcome of each append.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ishigaki_testkit::AppendOutcome;

use crate::chance::Chance;
use crate::plant::Plant;
use crate::setting::FaultRates;
use crate::tally::{Count, Tally};

/// How many crashes and failures a game sees at the most, or it would never end.
const MOST: u32 = 6;

/// Chooses what becomes of each append. Clones choose from the same stream.
#[derive(Clone)]
pub(crate) struct DiskFaults(Arc<Mutex<Choices>>);

struct Choices {
    chance: Chance,
    faults: FaultRates,
    plant: Plant,
    tally: Tally,
    trouble: u32,
}

impl DiskFaults {
    pub(crate) fn new(chance: Chance, faults: FaultRates, plant: Plant) -> Self {
        let choices = Choices { chance, faults, plant, tally: Tally::default(), trouble: 0 };
        Self(Arc::new(Mutex::new(choices)))
    }

    /// From now on every append is kept at once.
    pub(crate) fn calm_down(&self) {
        self.choices().faults = FaultRates::default();
    }

    /// What was injected.
    pub(crate) fn tally(&self) -> Tally {
        self.choices().tally.clone()
    }

    /// What becomes of the next append.
    pub(crate) fn next(&self) -> AppendOutcome {
        self.choices().next()
    }

    fn choices(&self) -> MutexGuard<'_, Choices> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Choices {
    fn next(&mut self) -> AppendOutcome {
        if self.plant == Plant::ForgetfulJournal && self.chance.permille(20) {
            return AppendOutcome::Pretend;
        }
        let fate = self.choose();
        let count = match fate {
            AppendOutcome::Keep | AppendOutcome::Pretend => return fate,
            AppendOutcome::Slow => {
                self.tally.add(Count::SlowSync);
                return fate;
            }
            AppendOutcome::CrashBefore => Count::CrashBefore,
            AppendOutcome::CrashWritten => Count::CrashWritten,
            AppendOutcome::CrashSynced => Count::CrashSynced,
            AppendOutcome::FailUnwritten => Count::FailUnwritten,
            AppendOutcome::FailWritten => Count::FailWritten,
        };
        self.trouble += 1;
        self.tally.add(count);
        fate
    }

    fn choose(&mut self) -> AppendOutcome {
        if self.chance.permille(self.faults.slow) {
            return AppendOutcome::Slow;
        }
        if self.trouble >= MOST {
            return AppendOutcome::Keep;
        }
        if self.chance.permille(self.faults.crash) {
            return match self.chance.below(3) {
                0 => AppendOutcome::CrashBefore,
                1 => AppendOutcome::CrashWritten,
                _ => AppendOutcome::CrashSynced,
            };
        }
        if self.chance.permille(self.faults.fail) {
            return if self.chance.permille(500) {
                AppendOutcome::FailUnwritten
            } else {
                AppendOutcome::FailWritten
            };
        }
        AppendOutcome::Keep
    }
}
