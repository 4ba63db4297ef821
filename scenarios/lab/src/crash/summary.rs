//! Summary of a crash run.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use ishigaki_audit::{Call, Outcome};

/// Summary of a run, for `--json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CrashSummary {
    pub seed: u64,
    /// Kills under traffic with correct state afterwards.
    pub cycles: u64,
    pub servers: usize,
    pub games: GameCounts,
    pub calls: Calls,
    pub acknowledged: BTreeMap<&'static str, u64>,
    pub kills: Kills,
    pub aimed: u64,
    /// Including set-ups, without heartbeats.
    pub records: u64,
    pub journal_bytes: u64,
    /// With several servers: from a strike at one of them until every game is served, in milliseconds: median
    /// and maximum.
    pub takeover_ms: (u64, u64),
    pub failover_ms: (u64, u64),
    /// From a start of the server to its first answer, in milliseconds: median and maximum.
    pub start_ms: (u64, u64),
    pub took_ms: u64,
}

/// Counts of games by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GameCounts {
    pub started: u64,
    /// Declared (`E4`).
    pub declared: u64,
    /// Abandoned (`G4`), by the judge or for a spare.
    pub abandoned: u64,
}

/// Counts of calls by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Calls {
    pub acknowledged: u64,
    pub refused: u64,
    pub unknown: u64,
    pub took_effect: u64,
}

/// Counts of kills by time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Kills {
    pub in_traffic: u64,
    pub in_recovery: u64,
    pub after_recovery: u64,
    /// Kills of servers that answered before the running games were read.
    pub answered_first: u64,
    /// Part of these, before all games were back.
    pub while_returning: u64,
    pub left: u64,
    pub frozen: u64,
    pub primaries: u64,
    /// Games that ended without their checkpoint, because the kill came during or right before its writing.
    pub before_checkpoints: u64,
    /// With the whole machine, so that a copy continued.
    pub machines: u64,
}

impl CrashSummary {
    /// Counts the calls of a log.
    pub fn count(&mut self, entries: &[Call]) {
        for entry in entries {
            match entry.outcome {
                Outcome::Acknowledged(_) => {
                    self.calls.acknowledged += 1;
                    *self.acknowledged.entry(entry.act.name()).or_default() += 1;
                }
                Outcome::Refused => self.calls.refused += 1,
                Outcome::Unknown => self.calls.unknown += 1,
            }
        }
    }
}

impl CrashSummary {
    fn fmt_several(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { servers, kills, takeover_ms, failover_ms, .. } = self;
        let Kills { in_traffic, left, frozen, primaries, .. } = kills;
        writeln!(
            f,
            "  servers     {servers}: {in_traffic} killed, {left} ended, {frozen} stopped and continued; {primaries} primaries of \
             the database killed"
        )?;
        let (median, longest) = takeover_ms;
        writeln!(f, "  takeover    {median} ms until every game was served, {longest} ms at the longest")?;
        let (median, longest) = failover_ms;
        if *primaries > 0 {
            writeln!(
                f,
                "  failover    {median} ms until every game was served, {longest} ms at the longest"
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for CrashSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cycles, games, calls, kills, records, start_ms, .. } = self;
        let minutes = self.took_ms / 60_000;
        let seconds = self.took_ms % 60_000 / 1_000;
        let kills_in_all = kills.in_traffic + kills.in_recovery + kills.after_recovery;
        writeln!(f, "{cycles} crash cycles, seed {}: nothing lost, nothing twice, nothing else.", self.seed)?;
        writeln!(
            f,
            "  commands    {} acknowledged, {} without an answer ({} of them took effect), {} refused",
            calls.acknowledged, calls.unknown, calls.took_effect, calls.refused
        )?;
        writeln!(
            f,
            "  kills       {kills_in_all}: {} under traffic, {} on the way back, {} just after it",
            kills.in_traffic, kills.in_recovery, kills.after_recovery
        )?;
        if kills.answered_first > 0 {
            writeln!(
                f,
                "  returning   {} of starts that answer before games are read, {} of them before all games were back",
                kills.answered_first, kills.while_returning
            )?;
        }
        if self.aimed > 0 {
            writeln!(
                f,
                "  at an end   {} strikes; {} games were left over and without their checkpoints",
                self.aimed, kills.before_checkpoints
            )?;
        }
        if kills.machines > 0 {
            writeln!(f, "  machines    {} lost for good, and their copies went on", kills.machines)?;
        }
        writeln!(
            f,
            "  games       {} started, {} declared, {} abandoned",
            games.started, games.declared, games.abandoned
        )?;
        writeln!(f, "  journal     {records} records, {} KiB", self.journal_bytes / 1_024)?;
        if self.servers > 1 {
            self.fmt_several(f)?;
        } else {
            writeln!(
                f,
                "  start       {} ms to the first answer, {} ms at the longest",
                start_ms.0, start_ms.1
            )?;
        }
        write!(f, "  took        {minutes} min {seconds} s")
    }
}

pub(super) fn median_and_longest(spans: &[u64]) -> (u64, u64) {
    let mut spans = spans.to_vec();
    spans.sort_unstable();
    let median = spans.get(spans.len() / 2).copied().unwrap_or(0);
    (median, spans.last().copied().unwrap_or(0))
}
