//! What becomes of each append: the oracle the simulated journal asks.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ishigaki_testkit::Fate;

use crate::chance::Chance;
use crate::plant::Plant;
use crate::setting::Weather;
use crate::tally::{Count, Tally};

/// How many crashes and failures a game sees at the most, or it would never end.
const MOST: u32 = 6;

/// Chooses what becomes of each append. Clones choose from the same stream.
#[derive(Clone)]
pub(crate) struct Oracle(Arc<Mutex<Choices>>);

struct Choices {
    chance: Chance,
    weather: Weather,
    plant: Plant,
    tally: Tally,
    trouble: u32,
}

impl Oracle {
    pub(crate) fn new(chance: Chance, weather: Weather, plant: Plant) -> Self {
        let choices = Choices { chance, weather, plant, tally: Tally::default(), trouble: 0 };
        Self(Arc::new(Mutex::new(choices)))
    }

    /// From now on every append is kept at once.
    pub(crate) fn calm_down(&self) {
        self.choices().weather = Weather::default();
    }

    /// What was injected.
    pub(crate) fn tally(&self) -> Tally {
        self.choices().tally.clone()
    }

    /// What becomes of the next append.
    pub(crate) fn next(&self) -> Fate {
        self.choices().next()
    }

    fn choices(&self) -> MutexGuard<'_, Choices> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Choices {
    fn next(&mut self) -> Fate {
        if self.plant == Plant::ForgetfulJournal && self.chance.permille(20) {
            return Fate::Pretend;
        }
        let fate = self.choose();
        let count = match fate {
            Fate::Keep | Fate::Pretend => return fate,
            Fate::Slow => {
                self.tally.add(Count::SlowSync);
                return fate;
            }
            Fate::CrashBefore => Count::CrashBefore,
            Fate::CrashWritten => Count::CrashWritten,
            Fate::CrashSynced => Count::CrashSynced,
            Fate::FailUnwritten => Count::FailUnwritten,
            Fate::FailWritten => Count::FailWritten,
        };
        self.trouble += 1;
        self.tally.add(count);
        fate
    }

    fn choose(&mut self) -> Fate {
        if self.chance.permille(self.weather.slow) {
            return Fate::Slow;
        }
        if self.trouble >= MOST {
            return Fate::Keep;
        }
        if self.chance.permille(self.weather.crash) {
            return match self.chance.below(3) {
                0 => Fate::CrashBefore,
                1 => Fate::CrashWritten,
                _ => Fate::CrashSynced,
            };
        }
        if self.chance.permille(self.weather.fail) {
            return if self.chance.permille(500) { Fate::FailUnwritten } else { Fate::FailWritten };
        }
        Fate::Keep
    }
}
