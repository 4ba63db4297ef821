//! The load test of a server, through real gRPC, beside what gRPC itself bears on the same machine in the same run.
//!
//! Each part starts a server of its own as a process, and measures from this one. What is compared runs in turns, so
//! that what else the machine does strikes both. The figures are of the machine, of course; the ratios travel better.

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
    /// Parts that are measured.
    pub parts: Vec<LoadPart>,
    /// Number of games at once.
    pub games: usize,
    /// Number of teams of each game, 2 to 16.
    pub teams: usize,
    /// Numbers of watchers of one game, for each measurement of a feed.
    pub watchers: Vec<usize>,
    /// Number of records when the server starts again.
    pub records: u64,
    /// Connections that share the calls.
    pub connections: usize,
    /// Calls under way at once.
    pub in_flight: usize,
    /// Streams that share a connection.
    pub per_connection: usize,
    /// Time for which each rate is measured, and bidding is open.
    pub span: Duration,
    /// Time for which the server is kept busy in the soak.
    pub soak: Duration,
    /// Program that is started as the server.
    pub server: ServerProgram,
    /// The database that the journal is kept in, if it is in one.
    pub journal: Option<DatabaseAsked>,
    /// Numbers of servers that share the journal: a measurement for each.
    pub servers: Vec<usize>,
    /// Whether `perf` samples where the processor time of echoes and lists goes.
    pub is_profiled: bool,
}

/// A part of the measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LoadPart {
    /// Durable lists against an echo.
    Submits,
    /// From a deadline to the last team's having the opening, in many games at once.
    Openings,
    /// From an event to its last watcher, against a bare stream.
    Fanout,
    /// From the start of a server with many records to its first answer.
    Restart,
    /// From the kill of one of several servers to the moment at which every game of it answers again. Not among the parts unless
    /// it is asked for.
    Takeover,
    /// Memory under steady load. Not among the parts unless it is asked for.
    Soak,
}

/// Number of turns of what is compared.
const TURNS: usize = 3;

/// Number of events that are measured for each number of watchers.
const EVENTS: usize = 20;

/// The longest window of a scenario: nothing closes while lists are counted.
const NEVER: Duration = Duration::from_hours(1);

/// Measures; `tell` hears what is going on.
///
/// # Errors
/// [`OptionsError::Servers`] if several servers are asked for without a database to share; else what has gone wrong,
/// with the part in which it has.
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

/// The parts in which any number of servers can share the games.
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

/// A bare server, and the way to it.
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
    // Connections are made, and every team has its first list, before anything counts.
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

/// Begins to sample this process and these servers, if that is asked for.
fn sampling(options: &LoadOptions, servers: &[u32]) -> anyhow::Result<Option<Sampling>> {
    options.is_profiled.then(|| Sampling::begin(servers)).transpose()
}

/// The turn whose rate is in the middle.
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

/// Returns the memory that the servers take together.
fn memory_of(target: &LoadTarget) -> Option<Memory> {
    let sum = |sum: Memory, of: Memory| Memory { now: sum.now + of.now, most: sum.most + of.most };
    target.memories().into_iter().reduce(sum)
}
