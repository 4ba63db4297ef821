//! Plan of an automatic judge: the times of its acts.
//!
//! All times are game time, so an outage of the server shifts them like its windows (`T1`), and a restarted
//! judge continues the plan.

use std::time::Duration;

use ishigaki_rules::{Game, GameTime, Millis, Phase};

use super::game_log::GameLog;

const BUILDING_TIME_SECONDS: [u64; 2] = [30, 60];

/// Rounds that wait for teams to connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum AttendanceRule {
    /// First round
    First,
    /// Every round
    Every,
    /// No round
    No,
}

/// Timing of the automatic judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActTiming {
    pub every: Option<Duration>,
    pub pause: Duration,
    pub confirm: Duration,
    pub end: Duration,
    pub attendance: AttendanceRule,
    pub declares: bool,
}

impl ActTiming {
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
            // A janken is for a person to decide.
            Phase::Ended if self.declares || !game.ranking().janken_needed.is_empty() => Some(begin),
            _ => None,
        }
    }

    /// Returns whether the next round waits for teams.
    pub(super) fn awaits_teams(&self, game: &Game) -> bool {
        let is_first = game.rounds().is_empty();
        let waits = match self.attendance {
            AttendanceRule::First => is_first,
            AttendanceRule::Every => true,
            AttendanceRule::No => false,
        };
        waits && matches!(game.phase(), Phase::Ready { .. })
    }

    /// Returns whether the time for building follows the contest's rules (`E1`).
    pub fn keeps_building_time(&self) -> bool {
        let [least, most] = BUILDING_TIME_SECONDS.map(Duration::from_secs);
        (least..=most).contains(&self.end)
    }
}

fn after(at: GameTime, span: Duration) -> GameTime {
    at.after(Millis(u64::try_from(span.as_millis()).unwrap_or(u64::MAX)))
}
