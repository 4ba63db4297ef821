//! Load test of a server over gRPC, next to bare gRPC on the same machine.
//!
//! Each part starts its own server process. Compared measurements alternate, so that other load affects both.
//! Ratios are more portable than figures.

pub mod bare;
pub mod command;
mod fanout;
mod figures;
mod memory;
mod openings;
mod processor;
mod profile;
mod rate;
mod restart;
mod summary;
mod takeover;
mod target;
mod wire;

use std::time::Duration;

use anyhow::Context as _;

use crate::error::OptionsError;
use memory::Memory;
use processor::Stopwatch;
use profile::{LayerCosts, Profile, Sampling};
use rate::{Measure, Rate};
use rehearsal::database::DatabaseAsked;
use rehearsal::server::ServerProgram;
pub use summary::LoadSummary;
use summary::{Fanout, Openings, Several, Submits};
use target::{LoadTarget, Workload};
use wire::ServerLine;

/// Options of a load run.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    pub parts: Vec<LoadPart>,
    pub games: usize,
    pub teams: usize,
    pub watchers: Vec<usize>,
    pub records: u64,
    pub connections: usize,
    pub in_flight: usize,
    pub per_connection: usize,
    pub span: Duration,
    pub soak: Duration,
    pub server: ServerProgram,
    pub journal: Option<DatabaseAsked>,
    pub servers: Vec<usize>,
    pub is_profiled: bool,
}

/// Part of a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LoadPart {
    /// Durable lists, compared with an echo
    Submits,
    /// From a deadline until the last team has the opening, in many games at once
    Openings,
    /// From an event to its last watcher, compared with a bare stream
    Fanout,
    /// From the start of a server with many records to its first response
    Restart,
    /// From the kill of one of several servers until all its games respond again (not measured by default)
    Takeover,
    /// Memory under steady load (not measured by default)
    Soak,
}

const TURNS: usize = 3;

const EVENTS: usize = 20;

const NEVER: Duration = Duration::from_hours(1);

/// Measures; `tell` receives progress.
///
/// # Errors
/// [`OptionsError::Servers`] if several servers have no database to share; otherwise the failure and its
/// part.
pub async fn load(options: &LoadOptions, tell: &mut (dyn FnMut(&str) + Send)) -> anyhow::Result<LoadSummary> {
    let most = options.servers.iter().copied().max().unwrap_or(1);
    anyhow::ensure!(most <= 1 || options.journal.is_some(), OptionsError::Servers { servers: most });
    let mut summary = LoadSummary::default();
    for part in &options.parts {
        match part {
            LoadPart::Submits | LoadPart::Openings | LoadPart::Takeover => {}
            LoadPart::Fanout => {
                for &watchers in &options.watchers {
                    summary.fanout.push(fanout(options, watchers, tell).await.context("fanout")?);
                }
            }
            LoadPart::Restart => {
                summary.restart = Some(restart::restart(options, tell).await.context("restart")?);
            }
            LoadPart::Soak => summary.soak = restart::soak(options, tell).await.context("soak")?,
        }
    }
    for &servers in &options.servers {
        let several = several(options, servers, tell).await?;
        if most > 1 {
            summary.several.push(several);
        } else {
            (summary.submits, summary.openings) = (several.submits, several.openings);
        }
    }
    Ok(summary)
}

async fn several(
    options: &LoadOptions,
    servers: usize,
    tell: &mut (dyn FnMut(&str) + Send),
) -> anyhow::Result<Several> {
    let mut several = Several { servers, ..Several::default() };
    for part in &options.parts {
        match part {
            LoadPart::Submits => {
                several.submits = Some(submits(options, servers, tell).await.context("submits")?);
            }
            LoadPart::Openings => {
                several.openings = Some(openings(options, servers, tell).await.context("openings")?);
            }
            LoadPart::Takeover if servers > 1 => {
                let takeover = takeover::takeover(options, servers, tell).await.context("takeover")?;
                several.takeover = Some(takeover);
            }
            LoadPart::Takeover | LoadPart::Fanout | LoadPart::Restart | LoadPart::Soak => {}
        }
    }
    Ok(several)
}

async fn bare() -> anyhow::Result<(bare::Process, ServerLine)> {
    let process = bare::Process::start().await?;
    let wire = ServerLine::to(process.address().clone());
    Ok((process, wire))
}

async fn submits(
    options: &LoadOptions,
    servers: usize,
    tell: &mut (dyn FnMut(&str) + Send),
) -> anyhow::Result<Submits> {
    tell("submits: building");
    let workload = Workload { games: options.games, teams: options.teams, window: NEVER };
    let target = LoadTarget::build(workload, options, servers).await?;
    target.open_rounds(options.in_flight).await?;
    let (bare, wire) = bare().await?;
    let measure = Measure {
        connections: options.connections,
        in_flight: options.in_flight,
        span: options.span / u32::try_from(TURNS)?,
    };
    let mut echoers = rate::echoers(&wire, measure);
    let mut bidders = rate::bidders(&target, measure, |_| true)?;
    // Opens connections and submits first lists before anything counts.
    let warm = Measure { span: Duration::from_secs(1), ..measure };
    (_, echoers) = rate::echo(warm, echoers).await?;
    (_, bidders) = rate::submit(warm, bidders).await?;
    let (mut echoes, mut lists) = (Vec::new(), Vec::new());
    let mut echo_time = Stopwatch::new(bare.id().into_iter().collect());
    let mut list_time = Stopwatch::new(target.processes());
    let (mut echo_profile, mut list_profile) = (Profile::default(), Profile::default());
    for turn in 1..=TURNS {
        tell(&format!("submits: turn {turn} of {TURNS}"));
        let (echo, list);
        let sampling = sampling(options, bare.id().as_slice())?;
        let before = echo_time.read();
        (echo, echoers) = rate::echo(measure, echoers).await?;
        echo_time.add(before, echo.figures.count);
        echoes.push(echo);
        echo_profile.take(sampling)?;
        let sampling = self::sampling(options, &target.processes())?;
        let before = list_time.read();
        (list, bidders) = rate::submit(measure, bidders).await?;
        list_time.add(before, list.figures.count);
        lists.push(list);
        list_profile.take(sampling)?;
    }
    drop((echoers, bidders));
    let memory = memory_of(&target);
    let sync = rate::sync(&std::env::temp_dir())?;
    bare.stop().await?;
    target.leave().await?;
    let layers = match (echo_time.cost(), list_time.cost()) {
        (Some(echo), Some(list)) if options.is_profiled => {
            Some(LayerCosts::of((&echo_profile, echo), (&list_profile, list)))
        }
        _ => None,
    };
    Ok(Submits {
        in_flight: options.in_flight,
        echo: median(echoes)?,
        lists: median(lists)?,
        echo_cost: echo_time.cost(),
        list_cost: list_time.cost(),
        layers,
        sync,
        memory,
    })
}

fn sampling(options: &LoadOptions, servers: &[u32]) -> anyhow::Result<Option<Sampling>> {
    options.is_profiled.then(|| Sampling::begin(servers)).transpose()
}

fn median(mut turns: Vec<Rate>) -> anyhow::Result<Rate> {
    turns.sort_by_key(|turn| turn.per_second);
    turns.get(turns.len() / 2).copied().context("nothing was measured")
}

async fn openings(
    options: &LoadOptions,
    servers: usize,
    tell: &mut (dyn FnMut(&str) + Send),
) -> anyhow::Result<Openings> {
    tell("openings: everybody comes in");
    let workload = Workload { games: options.games, teams: options.teams, window: options.span };
    let target = LoadTarget::build(workload, options, servers).await?;
    let late = openings::openings(&target, options.per_connection).await?;
    let memory = memory_of(&target);
    target.leave().await?;
    Ok(Openings { games: options.games, teams: options.teams, late, memory })
}

async fn fanout(
    options: &LoadOptions,
    watchers: usize,
    tell: &mut (dyn FnMut(&str) + Send),
) -> anyhow::Result<Fanout> {
    tell(&format!("fanout: {watchers} watchers come in"));
    let workload = Workload { games: 1, teams: 2, window: NEVER };
    let target = LoadTarget::build(workload, options, 1).await?;
    let (bare, wire) = bare().await?;
    let mut subscribers = fanout::subscribe(&wire, watchers, options.per_connection).await?;
    let mut audience = fanout::watch(&target, watchers, options.per_connection).await?;
    let size = fanout::size_of_event(&target).await?;
    let (mut events, mut parcels) = (figures::Spans::default(), figures::Spans::default());
    let mut announcements = figures::Spans::default();
    for turn in 1..=TURNS {
        tell(&format!("fanout: {watchers} watchers, turn {turn} of {TURNS}"));
        parcels.join(fanout::parcels(&wire, &mut subscribers, EVENTS, size).await?);
        events.join(fanout::events(&target, &mut audience, EVENTS).await?);
        announcements.join(fanout::announcements(&target, &mut audience, EVENTS).await?);
    }
    drop((audience, subscribers));
    let memory = memory_of(&target);
    bare.stop().await?;
    target.leave().await?;
    let (bare, events, announcements) = (parcels.figures(), events.figures(), announcements.figures());
    Ok(Fanout { watchers, bare, events, announcements, bytes: size, memory })
}

fn memory_of(target: &LoadTarget) -> Option<Memory> {
    let sum = |sum: Memory, of: Memory| Memory { now: sum.now + of.now, most: sum.most + of.most };
    target.memories().into_iter().reduce(sum)
}
