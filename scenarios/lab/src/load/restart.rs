//! Restart of a server with many records, and memory under steady load.

use std::time::Duration;

use ishigaki_client::now;

use super::memory::{self, Memory};
use super::rate::{self, Measure};
use super::summary::{Restart, RestartOver, Soak};
use super::target::{LoadTarget, Workload};
use super::{LoadOptions, NEVER};

const LOOKS: u32 = 10;

pub(super) async fn restart(
    options: &LoadOptions,
    tell: &mut (dyn FnMut(&str) + Send),
) -> anyhow::Result<Restart> {
    let workload = Workload { games: options.games, teams: options.teams, window: NEVER };
    let mut target = LoadTarget::build(workload, options, 1).await?;
    target.open_rounds(options.in_flight).await?;
    let mut measure = Measure {
        connections: options.connections,
        in_flight: options.in_flight,
        span: Duration::from_secs(5),
    };
    let mut bidders = rate::bidders(&target, measure, |_| true)?;
    // Each game already has a founding and an opened round.
    let mut records = 2 * options.games as u64;
    while records < options.records {
        tell(&format!("restart: {records} of {} records", options.records));
        let written;
        (written, bidders) = rate::submit(measure, bidders).await?;
        records += written.figures.count as u64;
        let left = options.records.saturating_sub(records);
        // The last stretch is as long as necessary.
        let seconds = left / written.per_second.max(1);
        measure.span = Duration::from_secs(seconds.clamp(1, 5));
    }
    drop(bidders);
    let journal = target.server().files().journal_bytes();
    tell(&format!("restart: {records} records, killing the server"));
    target.server().kill().await?;
    let began = now();
    let (first_answer_ms, memory) = start_again(&mut target).await?;
    tell(&format!("restart: first answer after {first_answer_ms} ms"));
    target.until_all_back().await?;
    let all_back_ms = millis(began.elapsed());
    tell(&format!("restart: all games back after {all_back_ms} ms; ending them, killing the server"));
    target.abandon_all(options.in_flight).await?;
    target.server().kill().await?;
    // The next start writes checkpoints that the kill prevented, so it isn't measured.
    start_again(&mut target).await?;
    target.server().kill().await?;
    let over = start_again(&mut target).await?;
    let began = now();
    target.watch_a_game().await?;
    let over =
        RestartOver { first_answer_ms: over.0, memory: over.1, first_feed_ms: millis(began.elapsed()) };
    target.leave().await?;
    let (games, journal_bytes) = (options.games, journal);
    Ok(Restart { games, records, journal_bytes, first_answer_ms, all_back_ms, memory, over })
}

async fn start_again(target: &mut LoadTarget) -> anyhow::Result<(u64, Option<Memory>)> {
    let began = now();
    target.server().start_again().await?;
    target.answer().await?;
    Ok((millis(began.elapsed()), target.server().id().and_then(memory::of)))
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

pub(super) async fn soak(
    options: &LoadOptions,
    tell: &mut (dyn FnMut(&str) + Send),
) -> anyhow::Result<Vec<Soak>> {
    let workload = Workload { games: options.games, teams: options.teams, window: NEVER };
    let mut target = LoadTarget::build(workload, options, 1).await?;
    target.open_rounds(options.in_flight).await?;
    let measure = Measure {
        connections: options.connections,
        in_flight: options.in_flight,
        span: options.soak / LOOKS,
    };
    let mut bidders = rate::bidders(&target, measure, |_| true)?;
    let mut samples = Vec::new();
    let (began, mut records) = (now(), 0);
    for _ in 0..LOOKS {
        let written;
        (written, bidders) = rate::submit(measure, bidders).await?;
        records += written.figures.count as u64;
        let memory: Option<Memory> = target.server().id().and_then(memory::of);
        let sample = Soak { at_s: began.elapsed().as_secs(), records, rate: written, memory };
        tell(&format!("soak: {sample}"));
        samples.push(sample);
    }
    target.leave().await?;
    Ok(samples)
}
