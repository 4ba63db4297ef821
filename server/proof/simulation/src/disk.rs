//! The disk faults of a simulation: chooses the outcome of each append, and of each checkpoint.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ishigaki_testkit::{AppendOutcome, CheckpointOutcome};

use crate::chance::Chance;
use crate::planted_fault::PlantedFault;
use crate::setting::FaultRates;
use crate::tally::{Count, Tally};

/// Maximum number of crashes and failures per game, so that it ends.
const MAX_FAULTS: u32 = 6;

const MOST_AT_CHECKPOINTS: u32 = 4;

#[derive(Clone)]
pub(crate) struct DiskFaults(Arc<Mutex<Choices>>);

struct Choices {
    chance: Chance,
    faults: FaultRates,
    planted_fault: PlantedFault,
    tally: Tally,
    trouble: u32,
    /// Rate of checkpoint faults per thousand. It stays when append faults stop, because many games only end
    /// then.
    checkpoint: u64,
    trouble_at_checkpoints: u32,
}

impl DiskFaults {
    pub(crate) fn new(chance: Chance, faults: FaultRates, planted_fault: PlantedFault) -> Self {
        let checkpoint = faults.checkpoint;
        let (tally, trouble, trouble_at_checkpoints) = (Tally::default(), 0, 0);
        let choices =
            Choices { chance, faults, planted_fault, tally, trouble, checkpoint, trouble_at_checkpoints };
        Self(Arc::new(Mutex::new(choices)))
    }

    /// Stops append faults.
    pub(crate) fn stop_faults(&self) {
        self.choices().faults = FaultRates::default();
    }

    pub(crate) fn tally(&self) -> Tally {
        self.choices().tally.clone()
    }

    pub(crate) fn next(&self) -> AppendOutcome {
        self.choices().next()
    }

    pub(crate) fn next_checkpoint(&self) -> CheckpointOutcome {
        self.choices().next_checkpoint()
    }

    fn choices(&self) -> MutexGuard<'_, Choices> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Choices {
    fn next(&mut self) -> AppendOutcome {
        if self.planted_fault == PlantedFault::ForgetfulJournal && self.chance.permille(20) {
            return AppendOutcome::Pretend;
        }
        let outcome = self.choose();
        let count = match outcome {
            AppendOutcome::Keep | AppendOutcome::Pretend => return outcome,
            AppendOutcome::Slow => {
                self.tally.add(Count::SlowSync);
                return outcome;
            }
            AppendOutcome::CrashBefore => Count::CrashBefore,
            AppendOutcome::CrashWritten => Count::CrashWritten,
            AppendOutcome::CrashSynced => Count::CrashSynced,
            AppendOutcome::FailUnwritten => Count::FailUnwritten,
            AppendOutcome::FailWritten => Count::FailWritten,
        };
        self.trouble += 1;
        self.tally.add(count);
        outcome
    }

    fn next_checkpoint(&mut self) -> CheckpointOutcome {
        if self.trouble_at_checkpoints >= MOST_AT_CHECKPOINTS || !self.chance.permille(self.checkpoint) {
            return CheckpointOutcome::Keep;
        }
        self.trouble_at_checkpoints += 1;
        let (outcome, count) = match self.chance.below(6) {
            0 => (CheckpointOutcome::Slow, Count::CheckpointSlow),
            1 => (CheckpointOutcome::CrashBefore, Count::CheckpointCrashBefore),
            2 => (CheckpointOutcome::CrashWritten, Count::CheckpointCrashWritten),
            3 => (CheckpointOutcome::CrashTorn, Count::CheckpointCrashTorn),
            4 => (CheckpointOutcome::CrashSynced, Count::CheckpointCrashSynced),
            _ => (CheckpointOutcome::Fail, Count::CheckpointFailed),
        };
        self.tally.add(count);
        outcome
    }

    fn choose(&mut self) -> AppendOutcome {
        if self.chance.permille(self.faults.slow) {
            return AppendOutcome::Slow;
        }
        if self.trouble >= MAX_FAULTS {
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
