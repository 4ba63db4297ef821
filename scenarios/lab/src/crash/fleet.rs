//! Several servers over one journal: all ways in which servers and their database fail, and recovery.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use ishigaki_client::{Address, Token, connect, now};
use ishigaki_journal_postgres::harness::Pair;
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use tokio::task::{JoinSet, spawn_blocking};

use super::availability::{self, AvailabilityProbe};
use super::lifecycle::answer;
use super::summary::{CrashSummary, Kills, median_and_longest};
use crate::several::start_several;
use rehearsal::server::{Server, ServerFiles, ServerProgram, ServerSignal};

const MAX_TRAFFIC_AFTER_STRIKE: u64 = 600;
/// Duration of a freeze in milliseconds: longer than a lease.
const FREEZE_DURATION: (u64, u64) = (1_100, 2_600);
const RECOVERY_TIMEOUT: Duration = Duration::from_mins(2);

#[derive(Clone, Debug)]
pub(super) struct FleetOptions {
    pub(super) servers: usize,
    pub(super) program: ServerProgram,
    pub(super) pair: Option<Arc<Pair>>,
    pub(super) primary_every: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strike {
    Kill(usize),
    Leave(usize),
    Freeze(usize),
    Primary,
}

#[derive(Debug)]
pub(super) struct Fleet {
    options: FleetOptions,
    servers: Vec<Server>,
    each: Vec<Address>,
    all: Address,
    judge: Token,
    strikes: u64,
    down: BTreeSet<usize>,
    is_alone: bool,
    lookout: Option<AvailabilityProbe>,
    failing_over: Option<Instant>,
    kills: Kills,
    takeovers: Vec<u64>,
    failovers: Vec<u64>,
}

impl Fleet {
    pub(super) async fn begin(
        options: FleetOptions,
        root: &ServerFiles,
        judge: Token,
    ) -> anyhow::Result<Self> {
        let servers = start_several(&options.program, root, options.servers).await?;
        let each = servers.iter().map(|server| Ok(server.address().to_string().parse()?));
        let each = each.collect::<anyhow::Result<_>>()?;
        let all = Self::address(&servers)?;
        Ok(Self {
            options,
            servers,
            each,
            all,
            judge,
            strikes: 0,
            down: BTreeSet::new(),
            is_alone: false,
            lookout: None,
            failing_over: None,
            kills: Kills::default(),
            takeovers: Vec::new(),
            failovers: Vec::new(),
        })
    }

    fn address(servers: &[Server]) -> anyhow::Result<Address> {
        let named: Vec<String> = servers.iter().map(|server| server.address().to_string()).collect();
        Ok(named.join(",").parse()?)
    }

    pub(super) fn all(&self) -> &Address {
        &self.all
    }

    pub(super) async fn strike(&mut self, rng: &mut ChaCha8Rng) -> anyhow::Result<()> {
        for (number, server) in self.servers.iter_mut().enumerate() {
            let has_ended = !self.down.contains(&number) && server.poll_exit()?;
            anyhow::ensure!(!has_ended, "server {} ended by itself; {}", number + 1, server.last_words());
        }
        self.strikes += 1;
        let strike = self.choose(rng).await;
        self.carry_out(strike, rng).await?;
        // Sometimes another server fails while the games of the first one are taken over.
        if matches!(strike, Strike::Kill(_)) && self.running().len() > 1 && rng.random_bool(0.3) {
            tokio::time::sleep(Duration::from_millis(rng.random_range(0..MAX_TRAFFIC_AFTER_STRIKE))).await;
            let next = Strike::Kill(self.victim(rng).await);
            self.carry_out(next, rng).await?;
        }
        tokio::time::sleep(Duration::from_millis(rng.random_range(0..MAX_TRAFFIC_AFTER_STRIKE))).await;
        Ok(())
    }

    async fn choose(&self, rng: &mut ChaCha8Rng) -> Strike {
        if self.options.pair.is_some() && self.strikes.is_multiple_of(self.options.primary_every) {
            return Strike::Primary;
        }
        let number = self.victim(rng).await;
        match rng.random_range(0..100) {
            0..=79 => Strike::Kill(number),
            80..=89 => Strike::Leave(number),
            _ => Strike::Freeze(number),
        }
    }

    fn running(&self) -> Vec<usize> {
        (0..self.servers.len()).filter(|number| !self.down.contains(number)).collect()
    }

    /// Usually the server with the most games, because a restarted server serves few.
    async fn victim(&self, rng: &mut ChaCha8Rng) -> usize {
        if rng.random_bool(0.7) {
            let served = self.served_games().await;
            return served.into_iter().max_by_key(|(_, games)| games.len()).map_or(0, |(number, _)| number);
        }
        let running = self.running();
        running.get(rng.random_range(0..running.len().max(1))).copied().unwrap_or_default()
    }

    async fn carry_out(&mut self, strike: Strike, rng: &mut ChaCha8Rng) -> anyhow::Result<()> {
        match strike {
            Strike::Kill(number) => {
                self.server(number)?.kill().await?;
                self.fell(number);
                self.kills.in_traffic += 1;
            }
            Strike::Leave(number) => {
                self.server(number)?.leave().await?;
                self.fell(number);
                self.kills.left += 1;
            }
            Strike::Freeze(number) => {
                let (least, most) = FREEZE_DURATION;
                self.server(number)?.signal(ServerSignal::Stop)?;
                self.lookout = Some(self.look_out(now()));
                tokio::time::sleep(Duration::from_millis(rng.random_range(least..most))).await;
                self.server(number)?.signal(ServerSignal::Continue)?;
                self.kills.frozen += 1;
            }
            Strike::Primary => {
                let pair = self.options.pair.clone().context("there is no pair of databases")?;
                self.failing_over = Some(now());
                spawn_blocking(move || pair.fail_over()).await?.map_err(anyhow::Error::msg)?;
                self.is_alone = true;
                self.kills.primaries += 1;
            }
        }
        Ok(())
    }

    fn server(&mut self, number: usize) -> anyhow::Result<&mut Server> {
        self.servers.get_mut(number).context("there is no such server")
    }

    fn fell(&mut self, number: usize) {
        self.down.insert(number);
        self.lookout = Some(self.look_out(now()));
    }

    pub(super) async fn take_over(
        &mut self,
        games: &BTreeSet<String>,
        started: &BTreeSet<String>,
    ) -> anyhow::Result<()> {
        // Until servers notice that their database is gone, they claim to serve their games. The duration of
        // a failover is therefore measured after traffic has ended, as an upper bound.
        let struck = match self.failing_over.take() {
            Some(struck) => Some(self.look_out(struck)),
            None => self.lookout.take(),
        };
        let is_struck = struck.is_some();
        let lookout = struck.unwrap_or_else(|| self.look_out(now()));
        if let Err(missing) =
            lookout.await_all(&games.union(started).cloned().collect(), RECOVERY_TIMEOUT).await
        {
            let words = self.servers.iter().map(Server::last_words).collect::<Vec<_>>().join("\n");
            anyhow::bail!("nobody serves {missing}; {words}");
        }
        if is_struck {
            let took = u64::try_from(lookout.longest(games).as_millis()).unwrap_or(u64::MAX);
            if self.is_alone { &mut self.failovers } else { &mut self.takeovers }.push(took);
        }
        Ok(())
    }

    fn look_out(&self, struck: Instant) -> AvailabilityProbe {
        let running = self.running();
        AvailabilityProbe::begin(
            running.iter().filter_map(|number| self.each.get(*number)),
            &self.judge,
            struck,
        )
    }

    pub(super) async fn restore(&mut self) -> anyhow::Result<()> {
        if let (true, Some(pair)) = (self.is_alone, self.options.pair.clone()) {
            spawn_blocking(move || pair.rebuild()).await?.map_err(anyhow::Error::msg)?;
            self.is_alone = false;
        }
        for number in std::mem::take(&mut self.down) {
            self.server(number)?.start_again().await?;
            // A starting server needs its database, and must not be affected by that strike.
            let address = self.each.get(number).context("there is no such server")?;
            let answered = tokio::time::timeout(RECOVERY_TIMEOUT, answer(address, &self.judge)).await;
            answered.with_context(|| format!("server {} does not come back", number + 1))?;
        }
        Ok(())
    }

    async fn served_games(&self) -> BTreeMap<usize, BTreeSet<String>> {
        let mut asked = JoinSet::new();
        for number in self.running() {
            let Some(address) = self.each.get(number) else { continue };
            let link = connect(address, &self.judge);
            asked.spawn(async move { (number, availability::served_games(&link).await) });
        }
        asked.join_all().await.into_iter().collect()
    }

    pub(super) async fn restart(&mut self) -> anyhow::Result<()> {
        for number in self.running() {
            self.server(number)?.end().await?;
            self.down.insert(number);
        }
        self.restore().await
    }

    pub(super) async fn abort(&mut self) -> anyhow::Result<()> {
        for number in self.running() {
            self.server(number)?.kill().await?;
        }
        Ok(())
    }

    pub(super) fn count(&self, summary: &mut CrashSummary) {
        summary.servers = self.servers.len();
        summary.kills = self.kills;
        summary.takeover_ms = median_and_longest(&self.takeovers);
        summary.failover_ms = median_and_longest(&self.failovers);
        summary.journal_bytes = self.servers.first().map_or(0, |server| server.files().journal_bytes());
    }
}
