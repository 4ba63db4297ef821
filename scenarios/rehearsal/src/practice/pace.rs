//! Pace of a practice: lengths of windows and pauses.

use std::str::FromStr;
use std::time::Duration;

use ishigaki_rules::Millis;

/// Minimum window of `fast`, unless the scenario's is shorter.
const SHORTEST: Millis = Millis(10_000);
/// Maximum window and pause, in seconds.
pub const LONGEST: u64 = 24 * 60 * 60;

/// Lengths of windows and pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    window: Length,
    rebid: Length,
    pub between_rounds: Duration,
    /// Time for building after the last round (`E1`), unless all stones are placed earlier.
    pub building: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    Own,
    Triple,
    Half,
    Fixed(Millis),
}

/// Error of an invalid pace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaceError;

impl Pace {
    /// The scenario's windows, and pauses as in a contest.
    pub const REAL: Self = Self {
        window: Length::Own,
        rebid: Length::Own,
        between_rounds: Duration::from_secs(15),
        building: Duration::from_secs(45),
    };
    /// Three times as long, for beginners.
    pub const SLOW: Self = Self {
        window: Length::Triple,
        rebid: Length::Triple,
        between_rounds: Duration::from_mins(1),
        building: Duration::from_mins(3),
    };
    /// Half as long, for experienced people and programs.
    pub const FAST: Self = Self {
        window: Length::Half,
        rebid: Length::Half,
        between_rounds: Duration::from_secs(3),
        building: Duration::from_secs(10),
    };

    /// Returns the length of a bidding window, given the scenario's (`A3`).
    pub fn window(&self, own: Millis) -> Millis {
        self.window.of(own)
    }

    /// Returns the length of a re-bid window, given the scenario's (`A7`).
    pub fn rebid_window(&self, own: Millis) -> Millis {
        self.rebid.of(own)
    }
}

impl Length {
    fn of(self, own: Millis) -> Millis {
        match self {
            Self::Own => own,
            Self::Triple => Millis(own.0.saturating_mul(3).min(LONGEST * 1_000)),
            // In whole seconds, as in files.
            Self::Half => Millis((own.0 / 2_000 * 1_000).max(SHORTEST.0.min(own.0))),
            Self::Fixed(length) => length,
        }
    }
}

impl FromStr for Pace {
    type Err = PaceError;

    fn from_str(text: &str) -> Result<Self, PaceError> {
        match text {
            "real" => return Ok(Self::REAL),
            "slow" => return Ok(Self::SLOW),
            "fast" => return Ok(Self::FAST),
            _ => {}
        }
        let seconds = |part: &str| {
            let seconds = part.parse::<u64>().ok().filter(|_| part.bytes().all(|byte| byte.is_ascii_digit()));
            seconds.filter(|&seconds| seconds <= LONGEST).ok_or(PaceError)
        };
        let mut pace = Self::REAL;
        let parts: Vec<u64> = text.split(',').map(seconds).collect::<Result<_, _>>()?;
        for (at, &part) in parts.iter().enumerate() {
            match at {
                0 | 1 if part == 0 => return Err(PaceError),
                0 => pace.window = Length::Fixed(Millis(part * 1_000)),
                1 => pace.rebid = Length::Fixed(Millis(part * 1_000)),
                2 => pace.between_rounds = Duration::from_secs(part),
                3 => pace.building = Duration::from_secs(part),
                _ => return Err(PaceError),
            }
        }
        Ok(pace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, windows: (u64, u64), pauses: (u64, u64)) {
        let pace: Pace = text.parse().unwrap();
        let found = (pace.window(Millis(90_000)).0 / 1_000, pace.rebid_window(Millis(15_000)).0 / 1_000);
        assert_eq!(found, windows, "{text}");
        assert_eq!((pace.between_rounds.as_secs(), pace.building.as_secs()), pauses, "{text}");
    }

    #[test]
    fn pace_parses_preset_or_up_to_four_durations() {
        check("real", (90, 15), (15, 45));
        check("slow", (270, 45), (60, 180));
        check("fast", (45, 10), (3, 10));
        check("60", (60, 15), (15, 45));
        check("60,20,0,5", (60, 20), (0, 5));
        for bad in ["", "quick", "0", "60,0", "-1", "+5", "60,20,1,1,1", "1.5", "86401"] {
            assert_eq!(bad.parse::<Pace>(), Err(PaceError), "{bad:?}");
        }
    }

    #[test]
    fn half_of_a_short_window_is_no_shorter_than_it_was() {
        assert_eq!(Pace::FAST.window(Millis(4_000)), Millis(4_000));
        assert_eq!(Pace::FAST.window(Millis(16_000)), Millis(10_000));
    }
}
