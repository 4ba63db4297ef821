//! Counts of a simulation of events. A count of 0 means that it misses something it claims.

use std::collections::BTreeMap;
use std::fmt;

use ishigaki_tournament::{CompetitionRejection, Fact};

use crate::tally::{Count, Tally};

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
    "round_unpaired",
    "round_paired_by_ruling",
    "player_excused",
    "notice_posted",
    "players_called",
    "result_entered",
    "player_withdrew",
    "result_overruled",
    "game_reopened",
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

const RULES: &[&str] =
    &["TV1", "TD7", "TF5", "TE", "TV3", "TD4", "TL3", "TD2", "TD6", "TD8", "TO9", "TK1", "TW1", "TF4"];

ishigaki_audit::counts! {
    /// Edge case of an event, in addition to its kinds of facts.
    Corner {
        Declared => "event played to its end, and its sums add up",
        Reordered => "results of a round in another order",
        Bye => "bye",
        SecondBye => "second bye that could not be avoided",
        Rematch => "rematch that could not be avoided",
        Qualified => "sole unbeaten player qualified",
        StageClosed => "stage closed",
        Idle => "granted, and nothing changed",
    }
}

/// Number of times that each edge case, fault, fact and rejection was reached.
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
    pub(crate) fn add(&mut self, corner: Corner) {
        self.corners[corner as usize] += 1;
    }

    pub(crate) fn happened(&mut self, fact: &Fact) {
        *self.facts.entry(fact.name()).or_default() += 1;
    }

    pub(crate) fn refused(&mut self, rejection: &CompetitionRejection) {
        *self.rules.entry(rejection.rule()).or_default() += 1;
    }

    /// Adds the counts of another tally.
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

    /// Returns the labels that were never reached.
    pub fn missing(&self) -> Vec<String> {
        self.counts().filter(|(_, count)| *count == 0).map(|(label, _)| label).collect()
    }
}

impl fmt::Display for EventTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.counts().try_for_each(|(label, count)| writeln!(f, "{count:>12}  {label}"))
    }
}
