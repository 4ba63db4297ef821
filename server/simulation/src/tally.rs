//! Counts of what a simulation injected and what it reached. A count that stays at 0 says that the simulation
//! does not prove what it claims to.

use std::fmt;

macro_rules! counts {
    ($($(#[doc = $doc:literal])+ $name:ident => $label:literal),+ $(,)?) => {
        /// Something that is counted.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Count {
            $($(#[doc = $doc])+ $name),+
        }

        impl Count {
            /// All of them, in order.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// As people read it.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$name => $label),+
                }
            }
        }
    };
}

counts! {
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
    /// Lists that were sealed.
    Sealed => "list sealed",
    /// Lists that replaced another.
    Replaced => "list replaced",
    /// Empty lists.
    Declined => "declined",
    /// Lists sealed in the last millisecond.
    LastMillisecond => "list sealed in the last millisecond",
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
    /// Rounds that closed before their deadline.
    EarlyClose => "bidding closed early",
    /// Tied lots.
    Tie => "tie",
    /// Re-bid waves held.
    Wave => "re-bid wave",
    /// Waves after the first of a round.
    SecondWave => "second wave in a round",
    /// Copies that failed.
    FailedTie => "failed tie",
    /// Re-bids that won.
    WonRebid => "re-bid won",
    /// Passes.
    Pass => "pass",
    /// Re-bids that were replaced.
    ReplacedRebid => "re-bid replaced",
    /// Rounds that became final.
    Final => "round final",
    /// Confirmations of one lot.
    ByLot => "confirmed lot by lot",
    /// Void rounds.
    Void => "round voided",
    /// Void rounds with sealed lists that were never opened.
    VoidSealed => "round voided before its opening",
    /// Void rounds with announced awards.
    VoidAwarded => "round voided after its opening",
    /// Pauses.
    Pause => "paused",
    /// Pauses of an open window.
    PauseInWindow => "window paused",
    /// Extensions.
    Extended => "window extended",
    /// Disqualifications.
    Disqualified => "disqualified",
    /// Disqualifications taken back.
    Reinstated => "reinstated",
    /// Stones laid.
    Laid => "stone laid",
    /// Stones taken out.
    TakenOut => "stone taken out",
    /// Walls submitted.
    WallReplaced => "wall replaced",
    /// Walls refused.
    InvalidWall => "invalid wall",
    /// Stones lifted off at the end.
    Lifted => "stones lifted off at the end",
    /// Lists and re-bids entered by the organiser.
    ByHand => "list entered by hand",
    /// Walls entered by the organiser.
    WallByHand => "wall entered by hand",
    /// Counts by hand.
    Counted => "wall counted by hand",
    /// Counts by hand that were taken back.
    Uncounted => "count by hand taken back",
    /// Stones ticked as carried, or not.
    Ticked => "stones ticked",
    /// Stones that teams checked.
    Checked => "stones checked",
    /// Remarks.
    Remarked => "remark",
    /// Janken entered.
    Janken => "janken",
    /// Games with a final result.
    Declared => "result declared",
    /// Games abandoned.
    Abandoned => "abandoned",
    /// Records verified as a whole, with all receipts.
    RecordVerified => "record verified with all receipts",
}

/// How often each [`Count`] was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally(Vec<u64>);

impl Default for Tally {
    fn default() -> Self {
        Self(vec![0; Count::ALL.len()])
    }
}

impl Tally {
    /// One more.
    pub(crate) fn add(&mut self, count: Count) {
        self.0[count as usize] += 1;
    }

    /// As often as this, and that.
    pub fn merge(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own += other;
        }
    }

    /// How often.
    pub fn of(&self, count: Count) -> u64 {
        self.0[count as usize]
    }

    /// What was never reached.
    pub fn missing(&self) -> Vec<Count> {
        Count::ALL.iter().copied().filter(|&count| self.of(count) == 0).collect()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &count in Count::ALL {
            writeln!(f, "{:>12}  {}", self.of(count), count.label())?;
        }
        Ok(())
    }
}
