//! The plan of an automatic judge for real games: when what is next is due.
//!
//! Knows spans, moments and the game; neither a clock nor a connection. All moments are of the game's time, so that an
//! outage of the server moves them as it moves windows (`T`), and the plan goes on where it was whenever the judge is started
//! again.

use std::time::Duration;

use ishigaki_rules::{Game, GameTime, Millis, Phase};

use super::game_log::GameLog;

/// The shortest and the longest time for building after the last round, in seconds (`E1`).
const BUILDING: [u64; 2] = [30, 60];

/// When rounds begin that have to wait for teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum AttendanceRule {
    /// The first round waits until every team is connected.
    First,
    /// Every round does.
    Every,
    /// None does.
    No,
}

/// Timing of the automatic judge's acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActTiming {
    /// From one round's opening to the next one's; `None`: as the pause says.
    pub every: Option<Duration>,
    /// From a round's becoming final to the next one's opening, at least.
    pub pause: Duration,
    /// From an opening of lists or re-bids to the confirmation (`A10`).
    pub confirm: Duration,
    /// From the last round's becoming final to the end's signal (`E1`).
    pub end: Duration,
    /// Rounds that wait for teams.
    pub attendance: AttendanceRule,
    /// Whether the result is declared (`E4`).
    pub declares: bool,
}

impl ActTiming {
    /// Returns the moment of the next act; `None` if nothing is due, or it is a person's. The moment may lie
    /// behind.
    pub(super) fn due(&self, game: &Game, game_log: &GameLog) -> Option<GameTime> {
        let begin = GameTime::default();
        match game.phase() {
            Phase::Ready { .. } => {
                let pause = game_log.finalised.map(|at| after(at, self.pause));
                let cadence = game_log.opened.zip(self.every).map(|(at, every)| after(at, every));
                Some(pause.max(cadence).unwrap_or(begin))
            }
            Phase::Confirming => Some(game_log.shown.map_or(begin, |at| after(at, self.confirm))),
            Phase::Building => Some(game_log.finalised.map_or(begin, |at| after(at, self.end))),
            // A janken is asked of a person by whoever has the plan.
            Phase::Ended if self.declares || !game.ranking().janken_needed.is_empty() => Some(begin),
            _ => None,
        }
    }

    /// Returns whether the round that is next waits until every team is connected.
    pub(super) fn awaits_teams(&self, game: &Game) -> bool {
        let is_first = game.rounds().is_empty();
        let waits = match self.attendance {
            AttendanceRule::First => is_first,
            AttendanceRule::Every => true,
            AttendanceRule::No => false,
        };
        waits && matches!(game.phase(), Phase::Ready { .. })
    }

    /// Returns whether the time for building is what a contest's rules ask for (`E1`).
    pub fn keeps_building_time(&self) -> bool {
        let [least, most] = BUILDING.map(Duration::from_secs);
        (least..=most).contains(&self.end)
    }
}

fn after(at: GameTime, span: Duration) -> GameTime {
    at.after(Millis(u64::try_from(span.as_millis()).unwrap_or(u64::MAX)))
}
