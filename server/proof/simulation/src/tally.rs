//! Counts of injected faults and reached states. A count of 0 means that the simulation misses something it
//! claims.

use std::fmt;

use ishigaki_audit::{Coverage, counts};

counts! {
    /// Something that is counted.
    Count {
    Delivered => "calls delivered",
    /// Calls that never reached the server.
    LostBefore => "fault: call lost on the way",
    /// Calls that arrived, but their answers were lost.
    LostAfter => "fault: answer lost",
    Repeated => "fault: call repeated",
    /// Calls that took seconds.
    Delayed => "fault: call late",
    /// Calls that arrived before an earlier one of the same client.
    Reordered => "fault: call overtook another",
    HungUp => "fault: connection cut under a call",
    FeedCut => "fault: feed cut",
    /// Crashes before anything of an append was written.
    CrashBefore => "fault: crash before an append",
    CrashWritten => "fault: crash between append and sync",
    CrashSynced => "fault: crash after a sync",
    CrashIdle => "fault: crash between appends",
    CrashRecovering => "fault: crash in recovery",
    FailUnwritten => "fault: append failed, not written",
    FailWritten => "fault: append failed, written",
    CheckpointSlow => "fault: slow checkpoint",
    /// Crashes before anything of a checkpoint was written.
    CheckpointCrashBefore => "fault: crash before a checkpoint",
    CheckpointCrashWritten => "fault: crash between checkpoint and sync",
    CheckpointCrashTorn => "fault: crash in a checkpoint",
    CheckpointCrashSynced => "fault: crash after a checkpoint",
    CheckpointFailed => "fault: checkpoint failed",
    /// Crashes while a finished game was opened from its checkpoint, at each request in turn.
    CrashOpening => "fault: crash while a game is opened",
    SlowSync => "fault: slow sync",
    ClockJump => "fault: clock jumped forward",
    WallJump => "fault: time of day set back",
    OrderlyStop => "fault: orderly restart",
    TailLost => "unsynced tail lost",
    TailKept => "unsynced tail kept",
    UnknownKept => "unanswered act found after all",
    /// Acts without effect when the server went down.
    UnknownLost => "unanswered act gone",
    Recovered => "engine recovered",
    /// Finished games that were known by their checkpoints after a start, and opened.
    Opened => "closed game opened",
    OutageInWindow => "outage in an open window",
    /// Outages after which the judge had to resume.
    WaitAfterOutage => "paused after an outage",
    Resumed => "feed resumed",
    Restarted => "feed read anew",
    Pulse => "feed caught up",
    Stale => "client acted on an old picture",
    Queued => "commands queued behind a sync",
    /// Lists rejected because they were stamped exactly at the deadline.
    AtDeadline => "list at the deadline refused",
    /// Lists rejected because they came after the deadline.
    Late => "late list refused",
    /// Lists rejected because the team's other device had sealed since.
    Conflict => "revision conflict",
    /// Moves rejected because the wall had changed since.
    WallConflict => "wall overtaken",
    InvalidList => "invalid list",
    InvalidRebid => "invalid re-bid",
    NotYours => "act of somebody else's",
    OldAttempt => "act of a void attempt",
    /// Acts rejected because the clocks were paused.
    RefusedPaused => "refused while paused",
    /// Acts rejected because of the phase.
    RefusedPhase => "refused in this phase",
    RefusedOther => "refused for another reason",
    InvalidWall => "invalid wall",
    RecordVerified => "record verified with all receipts",
    }
}

/// Number of times that each [`Count`] was reached, and coverage of the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    counts: Vec<u64>,
    coverage: Coverage,
}

impl Default for Tally {
    fn default() -> Self {
        Self { counts: vec![0; Count::ALL.len()], coverage: Coverage::default() }
    }
}

impl Tally {
    pub(crate) fn add(&mut self, count: Count) {
        self.counts[count as usize] += 1;
    }

    /// Adds the counts and the coverage of another tally.
    pub fn merge(&mut self, other: &Self) {
        for (own, other) in self.counts.iter_mut().zip(&other.counts) {
            *own += other;
        }
        self.coverage.merge(&other.coverage);
    }

    pub(crate) fn cover(&mut self, coverage: &Coverage) {
        self.coverage.merge(coverage);
    }

    /// Returns the value of a count.
    pub fn of(&self, count: Count) -> u64 {
        self.counts[count as usize]
    }

    /// Returns the labels that were never reached.
    pub fn missing(&self) -> Vec<&'static str> {
        let counts = Count::ALL.iter().map(|count| (count.label(), self.of(*count)));
        counts
            .chain(self.coverage.counts())
            .filter(|(_, count)| *count == 0)
            .map(|(label, _)| label)
            .collect()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &count in Count::ALL {
            writeln!(f, "{:>12}  {}", self.of(count), count.label())?;
        }
        self.coverage.fmt(f)
    }
}
