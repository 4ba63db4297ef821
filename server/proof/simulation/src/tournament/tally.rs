//! Counts of what a simulation of events injected and reached. A count that stays at 0 says that it does not prove what it
//! claims to.

use std::collections::BTreeMap;
use std::fmt;

use ishigaki_tournament::{CompetitionRejection, Fact};

use crate::tally::{Count, Tally};

/// Faults around an event, as around a game.
const FAULTS: &[Count] = &[
    Count::Delivered,
    Count::LostBefore,
    Count::LostAfter,
    Count::Repeated,
    Count::Delayed,
    Count::Reordered,
    Count::HungUp,
    Count::FeedCut,
    Count::CrashBefore,
    Count::CrashWritten,
    Count::CrashSynced,
    Count::CrashIdle,
    Count::CrashRecovering,
    Count::FailUnwritten,
    Count::FailWritten,
    Count::SlowSync,
    Count::ClockJump,
    Count::WallJump,
    Count::OrderlyStop,
    Count::TailLost,
    Count::TailKept,
    Count::UnknownKept,
    Count::UnknownLost,
    Count::Recovered,
    Count::Resumed,
    Count::Restarted,
    Count::Pulse,
    Count::Stale,
    Count::Queued,
    Count::RecordVerified,
];

/// Every kind of fact, by name.
const FACTS: &[&str] = &[
    "roster_set",
    "committed",
    "digits_entered",
    "digits_overruled",
    "attendance_marked",
    "attendance_overruled",
    "slip_drawn",
    "leagues_made",
    "round_paired",
    "result_entered",
    "player_withdrew",
    "result_overruled",
    "first_named",
    "first_confirmed",
    "team_attendance_marked",
    "groups_drawn",
    "game_counted",
    "game_replaced",
    "game_overruled",
    "janken_entered",
    "janken_overruled",
    "stage_closed",
    "ruled",
    "ranking_declared",
    "event_abandoned",
];

/// The rules that something is refused by.
const RULES: &[&str] =
    &["TV1", "TD7", "TF5", "TE", "TV3", "TD4", "TL3", "TD2", "TD6", "TD8", "TO9", "TK1", "TW1", "TF4"];

ishigaki_audit::counts! {
    /// Corner that can be reached in an event besides its kinds of facts.
    Corner {
        /// Events that were declared, and added up.
        Declared => "event played to its end, and its sums add up",
        /// Rounds whose results were entered in another order as well.
        Reordered => "results of a round in another order",
        /// Pools with an odd number.
        Bye => "bye",
        /// Second byes, none of them avoidable.
        SecondBye => "second bye that could not be avoided",
        /// Rematches, none of them avoidable.
        Rematch => "rematch that could not be avoided",
        /// Only ones unbeaten who qualified.
        Qualified => "sole unbeaten player qualified",
        /// Stages of a contest in groups that were closed, and whose teams go one way each.
        StageClosed => "stage closed",
        /// Acts that were granted and changed nothing.
        Idle => "granted, and nothing changed",
    }
}

/// Number of times that each corner, fault, fact and refusal was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventTally {
    pub(crate) faults: Tally,
    corners: Vec<u64>,
    facts: BTreeMap<&'static str, u64>,
    rules: BTreeMap<&'static str, u64>,
}

impl Default for EventTally {
    fn default() -> Self {
        let none = |labels: &[&'static str]| labels.iter().map(|label| (*label, 0)).collect();
        let corners = vec![0; Corner::ALL.len()];
        Self { faults: Tally::default(), corners, facts: none(FACTS), rules: none(RULES) }
    }
}

impl EventTally {
    /// One more.
    pub(crate) fn add(&mut self, corner: Corner) {
        self.corners[corner as usize] += 1;
    }

    /// One more fact.
    pub(crate) fn happened(&mut self, fact: &Fact) {
        *self.facts.entry(fact.name()).or_default() += 1;
    }

    /// One more refusal.
    pub(crate) fn refused(&mut self, rejection: &CompetitionRejection) {
        *self.rules.entry(rejection.rule()).or_default() += 1;
    }

    /// As often as this, and that.
    pub fn merge(&mut self, other: &Self) {
        self.faults.merge(&other.faults);
        self.corners.iter_mut().zip(&other.corners).for_each(|(own, other)| *own += other);
        other.facts.iter().for_each(|(fact, count)| *self.facts.entry(fact).or_default() += count);
        other.rules.iter().for_each(|(rule, count)| *self.rules.entry(rule).or_default() += count);
    }

    fn counts(&self) -> impl Iterator<Item = (String, u64)> {
        let faults = FAULTS.iter().map(|count| (count.label().to_owned(), self.faults.of(*count)));
        let corners =
            Corner::ALL.iter().map(|corner| (corner.label().to_owned(), self.corners[*corner as usize]));
        let facts = self.facts.iter().map(|(fact, count)| (format!("fact: {fact}"), *count));
        let rules = self.rules.iter().map(|(rule, count)| (format!("refused by {rule}"), *count));
        faults.chain(corners).chain(facts).chain(rules)
    }

    /// Returns the labels of what was never reached.
    pub fn missing(&self) -> Vec<String> {
        self.counts().filter(|(_, count)| *count == 0).map(|(label, _)| label).collect()
    }
}

impl fmt::Display for EventTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.counts().try_for_each(|(label, count)| writeln!(f, "{count:>12}  {label}"))
    }
}
