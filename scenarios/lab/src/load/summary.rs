//! Summary of a load test, as text and JSON.

use std::fmt;

use serde::Serialize;

use super::figures::SpanFigures;
use super::memory::Memory;
use super::processor::CallCost;
use super::profile::LayerCosts;
use super::rate::Rate;
use super::takeover::TakeoverCost;

/// All measurements.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LoadSummary {
    pub(super) submits: Option<Submits>,
    pub(super) openings: Option<Openings>,
    pub(super) fanout: Vec<Fanout>,
    pub(super) restart: Option<Restart>,
    pub(super) soak: Vec<Soak>,
    pub(super) several: Vec<Several>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Several {
    pub(super) servers: usize,
    pub(super) submits: Option<Submits>,
    pub(super) openings: Option<Openings>,
    pub(super) takeover: Option<TakeoverCost>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Submits {
    pub(super) in_flight: usize,
    pub(super) echo: Rate,
    pub(super) lists: Rate,
    pub(super) echo_cost: Option<CallCost>,
    pub(super) list_cost: Option<CallCost>,
    pub(super) layers: Option<LayerCosts>,
    pub(super) sync: SpanFigures,
    pub(super) memory: Option<Memory>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Openings {
    pub(super) games: usize,
    pub(super) teams: usize,
    pub(super) late: SpanFigures,
    pub(super) memory: Option<Memory>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Fanout {
    pub(super) watchers: usize,
    pub(super) bytes: usize,
    pub(super) bare: SpanFigures,
    pub(super) events: SpanFigures,
    pub(super) announcements: SpanFigures,
    pub(super) memory: Option<Memory>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Restart {
    pub(super) games: usize,
    pub(super) records: u64,
    pub(super) journal_bytes: u64,
    pub(super) first_answer_ms: u64,
    pub(super) all_back_ms: u64,
    pub(super) memory: Option<Memory>,
    pub(super) over: RestartOver,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct RestartOver {
    pub(super) first_answer_ms: u64,
    pub(super) memory: Option<Memory>,
    pub(super) first_feed_ms: u64,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Soak {
    pub(super) at_s: u64,
    pub(super) records: u64,
    pub(super) rate: Rate,
    pub(super) memory: Option<Memory>,
}

fn ratio(dividend: u64, divisor: u64) -> String {
    let hundredths = u128::from(dividend) * 100 / u128::from(divisor.max(1));
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn mebibytes(memory: Option<Memory>) -> String {
    let shown = |bytes: u64| bytes >> 20;
    memory.map_or_else(
        || "memory unknown".into(),
        |memory| format!("memory {} MiB, at most {} MiB", shown(memory.now), shown(memory.most)),
    )
}

impl fmt::Display for LoadSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(submits) = &self.submits {
            submits.fmt(f)?;
        }
        if let Some(openings) = &self.openings {
            openings.fmt(f)?;
        }
        for Fanout { watchers, bytes, bare, events, announcements, memory } in &self.fanout {
            writeln!(f, "feed, {watchers} watchers, {bytes} bytes, from call to last watcher")?;
            writeln!(f, "  bare stream  {bare}")?;
            writeln!(f, "  event        {events}")?;
            writeln!(f, "  announcement {announcements}")?;
            writeln!(f, "  ratio of medians {}", ratio(events.median_us, bare.median_us))?;
            writeln!(f, "  {}", mebibytes(*memory))?;
        }
        if let Some(restart) = &self.restart {
            let Restart { games, records, journal_bytes, first_answer_ms, all_back_ms, memory, over } =
                restart;
            writeln!(f, "restart, {games} games, {records} records, {} MiB on disk", journal_bytes >> 20)?;
            writeln!(f, "  first answer after {first_answer_ms} ms, all games back after {all_back_ms} ms")?;
            writeln!(f, "  {}", mebibytes(*memory))?;
            let RestartOver { first_answer_ms, memory, first_feed_ms } = over;
            writeln!(
                f,
                "  with all games over: first answer after {first_answer_ms} ms, a feed after {first_feed_ms} ms more"
            )?;
            writeln!(f, "  {}", mebibytes(*memory))?;
        }
        for sample in &self.soak {
            writeln!(f, "soak, {sample}")?;
        }
        for several in &self.several {
            several.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Several {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "servers: {}", self.servers)?;
        if let Some(submits) = &self.submits {
            submits.fmt(f)?;
        }
        if let Some(openings) = &self.openings {
            openings.fmt(f)?;
        }
        if let Some(TakeoverCost { games, served, answered, lists }) = &self.takeover {
            writeln!(f, "takeover, {games} games of a server that was killed")?;
            writeln!(f, "  kill to holder      {served}")?;
            writeln!(f, "  kill to first item  {answered}")?;
            writeln!(f, "  lists of the others meanwhile  {}/s  {}", lists.per_second, lists.figures)?;
        }
        Ok(())
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, teams, late, memory } = self;
        writeln!(f, "openings, {games} games of {teams} teams, from deadline to team")?;
        writeln!(f, "  {late}")?;
        writeln!(f, "  {}", mebibytes(*memory))
    }
}

impl fmt::Display for Submits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { in_flight, echo, lists, echo_cost, list_cost, layers, sync, memory } = self;
        writeln!(f, "submits, {in_flight} in flight")?;
        writeln!(f, "  echo   {:>7}/s  {}", echo.per_second, echo.figures)?;
        writeln!(f, "  lists  {:>7}/s  {}", lists.per_second, lists.figures)?;
        writeln!(f, "  sync of a page    {sync}")?;
        writeln!(f, "  ratio of rates {}", ratio(lists.per_second, echo.per_second))?;
        if let (Some(echo), Some(list)) = (echo_cost, list_cost) {
            writeln!(f, "  processor time of an echo  {echo}")?;
            writeln!(f, "  processor time of a list   {list}")?;
            writeln!(f, "  ratio of processor times {}", ratio(echo.sum(), list.sum()))?;
        }
        if let Some(layers) = layers {
            layers.fmt(f)?;
        }
        let bound = 3 * echo.figures.p99_us + sync.median_us;
        writeln!(
            f,
            "  p99 of lists to three of the echo's and a sync: {}",
            ratio(lists.figures.p99_us, bound)
        )?;
        writeln!(f, "  {}", mebibytes(*memory))
    }
}

impl fmt::Display for Soak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at_s, records, rate, memory } = self;
        write!(f, "{at_s} s: {records} lists, {}/s, {}", rate.per_second, mebibytes(*memory))
    }
}
