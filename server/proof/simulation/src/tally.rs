//! Counts of what a simulation injected and what it reached. A count that stays at 0 says that the simulation
//! does not prove what it claims to.

use std::fmt;

use ishigaki_audit::{Coverage, counts};

counts! {
    /// Something that is counted.
    Count {
    /// Acts delivered to an engine, copies included.
    Delivered => "calls delivered",
    /// Calls that never reached the server.
    LostBefore => "fault: call lost on the way",
    /// Calls whose answer never reached the client.
    LostAfter => "fault: answer lost",
    /// Calls delivered again.
    Repeated => "fault: call repeated",
    /// Calls that were on the way for seconds.
    Delayed => "fault: call late",
    /// Calls that arrived before an earlier one of the same client.
    Reordered => "fault: call overtook another",
    /// Calls whose connection was cut while the server worked on them.
    HungUp => "fault: connection cut under a call",
    /// Feeds that were cut.
    FeedCut => "fault: feed cut",
    /// Crashes before anything of an append was written.
    CrashBefore => "fault: crash before an append",
    /// Crashes between an append and its sync.
    CrashWritten => "fault: crash between append and sync",
    /// Crashes between a sync and its answer.
    CrashSynced => "fault: crash after a sync",
    /// Crashes between appends.
    CrashIdle => "fault: crash between appends",
    /// Crashes while a game was recovered.
    CrashRecovering => "fault: crash in recovery",
    /// Appends that failed before writing.
    FailUnwritten => "fault: append failed, not written",
    /// Appends whose sync failed.
    FailWritten => "fault: append failed, written",
    /// Checkpoints that were synced late.
    CheckpointSlow => "fault: slow checkpoint",
    /// Crashes before anything of a checkpoint was written.
    CheckpointCrashBefore => "fault: crash before a checkpoint",
    /// Crashes between a checkpoint and its sync.
    CheckpointCrashWritten => "fault: crash between checkpoint and sync",
    /// Crashes in the middle of a checkpoint.
    CheckpointCrashTorn => "fault: crash in a checkpoint",
    /// Crashes between a checkpoint's sync and its answer.
    CheckpointCrashSynced => "fault: crash after a checkpoint",
    /// Checkpoints that failed.
    CheckpointFailed => "fault: checkpoint failed",
    /// Crashes while a game that was over came back from its checkpoint, at one request after the other.
    CrashWaking => "fault: crash while a game wakes",
    /// Syncs that took their time.
    SlowSync => "fault: slow sync",
    /// Jumps of the monotonic clock.
    ClockJump => "fault: clock jumped forward",
    /// Jumps of the time of day.
    WallJump => "fault: time of day set back",
    /// Orderly stops.
    OrderlyStop => "fault: orderly restart",
    /// Crashes that lost unsynced appends.
    TailLost => "unsynced tail lost",
    /// Crashes that kept unsynced appends.
    TailKept => "unsynced tail kept",
    /// Acts that took effect though nobody was told.
    UnknownKept => "unanswered act found after all",
    /// Acts that did not take effect when the server went down.
    UnknownLost => "unanswered act gone",
    /// Games brought back.
    Recovered => "engine recovered",
    /// Games that were over and known by their checkpoints after a start, and brought back.
    Woken => "dormant game brought back",
    /// Outages while a window was open.
    OutageInWindow => "outage in an open window",
    /// Outages after which the judge had to resume.
    WaitAfterOutage => "paused after an outage",
    /// Feeds that went on where they had been cut.
    Resumed => "feed resumed",
    /// Clients that read a feed from its start again.
    Restarted => "feed read anew",
    /// Watchers who were told that they have all there is.
    Pulse => "feed caught up",
    /// Clients that acted on an old picture.
    Stale => "client acted on an old picture",
    /// Batches of several commands before one sync.
    Queued => "commands queued behind a sync",
    /// Lists stamped exactly at the deadline, and refused.
    AtDeadline => "list at the deadline refused",
    /// Lists that came after the deadline, and were refused.
    Late => "late list refused",
    /// Lists refused because the team's other device had sealed since.
    Conflict => "revision conflict",
    /// Moves refused because the wall had changed since.
    WallConflict => "wall overtaken",
    /// Lists refused as invalid.
    InvalidList => "invalid list",
    /// Re-bids refused as invalid.
    InvalidRebid => "invalid re-bid",
    /// Acts for another team or the judge.
    NotYours => "act of somebody else's",
    /// Acts of an attempt that was void.
    OldAttempt => "act of a void attempt",
    /// Acts refused because the clocks stood.
    RefusedPaused => "refused while paused",
    /// Acts refused because of the phase.
    RefusedPhase => "refused in this phase",
    /// All other refusals.
    RefusedOther => "refused for another reason",
    /// Walls refused.
    InvalidWall => "invalid wall",
    /// Records verified as a whole, with all receipts.
    RecordVerified => "record verified with all receipts",
    }
}

/// Number of times that each [`Count`] was reached, and what in the games.
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
    /// One more.
    pub(crate) fn add(&mut self, count: Count) {
        self.counts[count as usize] += 1;
    }

    /// As often as this, and that.
    pub fn merge(&mut self, other: &Self) {
        for (own, other) in self.counts.iter_mut().zip(&other.counts) {
            *own += other;
        }
        self.coverage.merge(&other.coverage);
    }

    /// As often as this, and what was reached in a game.
    pub(crate) fn cover(&mut self, coverage: &Coverage) {
        self.coverage.merge(coverage);
    }

    /// Returns the number of times of a count.
    pub fn of(&self, count: Count) -> u64 {
        self.counts[count as usize]
    }

    /// Returns the labels of what was never reached.
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
