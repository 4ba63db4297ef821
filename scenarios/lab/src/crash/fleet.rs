//! Several servers over one journal: struck in all ways that servers and their database die by, and brought back.

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
use rehearsal::server::{Server, ServerFiles, ServerProgram, Sign};

/// Longest time for which traffic goes on after a strike, in milliseconds.
const LINGER: u64 = 600;
/// Time for which a server stands still when it is stopped: longer than its lease, in milliseconds.
const STANDSTILL: (u64, u64) = (1_100, 2_600);
/// Longest time that the servers may take to serve everything again.
const PATIENCE: Duration = Duration::from_mins(2);

/// Options by which servers are made and struck.
#[derive(Clone, Debug)]
pub(super) struct FleetOptions {
    pub(super) servers: usize,
    /// Program that is started.
    pub(super) program: ServerProgram,
    /// The database, where it is one that may be struck, too.
    pub(super) pair: Option<Arc<Pair>>,
    /// At every such strike it is the database's primary.
    pub(super) primary_every: u64,
}

/// Kind of strike against a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strike {
    /// `kill -9`.
    Kill(usize),
    /// The end that an operator asks for.
    Leave(usize),
    /// Stopped for longer than its lease, and continued.
    Freeze(usize),
    /// The primary of the database is killed, and its standby promoted.
    Primary,
}

/// Several servers.
#[derive(Debug)]
pub(super) struct Fleet {
    options: FleetOptions,
    servers: Vec<Server>,
    /// Address of each by itself, and of all of them.
    each: Vec<Address>,
    all: Address,
    judge: Token,
    strikes: u64,
    /// Those that do not run.
    down: BTreeSet<usize>,
    /// Whether the database has no second copy.
    is_alone: bool,
    /// Lookout that watches since the last strike.
    lookout: Option<AvailabilityProbe>,
    /// Moment at which the database's primary was killed, if that was the last strike.
    failing_over: Option<Instant>,
    kills: Kills,
    /// Times until every game was served again, by what it was.
    takeovers: Vec<u64>,
    failovers: Vec<u64>,
}

impl Fleet {
    /// Starts servers, each with files of its own beside the ones that are given.
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

    /// All of these servers, as a client is told of them.
    fn address(servers: &[Server]) -> anyhow::Result<Address> {
        let named: Vec<String> = servers.iter().map(|server| server.address().to_string()).collect();
        Ok(named.join(",").parse()?)
    }

    /// Returns the address by which all of them are reached.
    pub(super) fn all(&self) -> &Address {
        &self.all
    }

    /// Strikes, and lets traffic go on for a while.
    pub(super) async fn strike(&mut self, rng: &mut ChaCha8Rng) -> anyhow::Result<()> {
        for (number, server) in self.servers.iter_mut().enumerate() {
            let has_ended = !self.down.contains(&number) && server.poll_exit()?;
            anyhow::ensure!(!has_ended, "server {} ended by itself; {}", number + 1, server.last_words());
        }
        self.strikes += 1;
        let strike = self.choose(rng).await;
        self.carry_out(strike, rng).await?;
        // Now and then another one falls while the first one's games are taken over.
        if matches!(strike, Strike::Kill(_)) && self.running().len() > 1 && rng.random_bool(0.3) {
            tokio::time::sleep(Duration::from_millis(rng.random_range(0..LINGER))).await;
            let next = Strike::Kill(self.victim(rng).await);
            self.carry_out(next, rng).await?;
        }
        tokio::time::sleep(Duration::from_millis(rng.random_range(0..LINGER))).await;
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

    /// One of those that run: mostly the one that serves the most, since a server that has just come back serves little.
    async fn victim(&self, rng: &mut ChaCha8Rng) -> usize {
        if rng.random_bool(0.7) {
            let served = self.look().await;
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
                let (least, most) = STANDSTILL;
                self.server(number)?.signal(Sign::Stop)?;
                self.lookout = Some(self.look_out(now()));
                tokio::time::sleep(Duration::from_millis(rng.random_range(least..most))).await;
                self.server(number)?.signal(Sign::Continue)?;
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

    /// Waits until those that run serve all games among them, and notes how long that took since the strike, of those that had
    /// been served before. The others were started meanwhile.
    pub(super) async fn take_over(
        &mut self,
        games: &BTreeSet<String>,
        started: &BTreeSet<String>,
    ) -> anyhow::Result<()> {
        // Servers say that they serve what they have until they notice that their database is gone: what a failover took is
        // told by what they say when traffic has ended, and so at most that.
        let struck = match self.failing_over.take() {
            Some(struck) => Some(self.look_out(struck)),
            None => self.lookout.take(),
        };
        let is_struck = struck.is_some();
        let lookout = struck.unwrap_or_else(|| self.look_out(now()));
        if let Err(missing) = lookout.await_all(&games.union(started).cloned().collect(), PATIENCE).await {
            let words = self.servers.iter().map(Server::last_words).collect::<Vec<_>>().join("\n");
            anyhow::bail!("nobody serves {missing}; {words}");
        }
        if is_struck {
            let took = u64::try_from(lookout.longest(games).as_millis()).unwrap_or(u64::MAX);
            if self.is_alone { &mut self.failovers } else { &mut self.takeovers }.push(took);
        }
        Ok(())
    }

    /// Begins to watch what those that run serve from now on, after a strike at this moment.
    fn look_out(&self, struck: Instant) -> AvailabilityProbe {
        let running = self.running();
        AvailabilityProbe::begin(
            running.iter().filter_map(|number| self.each.get(*number)),
            &self.judge,
            struck,
        )
    }

    /// Brings back what fell: servers, and the database's second copy.
    pub(super) async fn restore(&mut self) -> anyhow::Result<()> {
        if let (true, Some(pair)) = (self.is_alone, self.options.pair.clone()) {
            spawn_blocking(move || pair.rebuild()).await?.map_err(anyhow::Error::msg)?;
            self.is_alone = false;
        }
        for number in std::mem::take(&mut self.down) {
            self.server(number)?.start_again().await?;
            // One that starts needs its database, and is not to be struck by a strike at that.
            let address = self.each.get(number).context("there is no such server")?;
            let answered = tokio::time::timeout(PATIENCE, answer(address, &self.judge)).await;
            answered.with_context(|| format!("server {} does not come back", number + 1))?;
        }
        Ok(())
    }

    /// The games that each of those that run serves.
    async fn look(&self) -> BTreeMap<usize, BTreeSet<String>> {
        let mut asked = JoinSet::new();
        for number in self.running() {
            let Some(address) = self.each.get(number) else { continue };
            let link = connect(address, &self.judge);
            asked.spawn(async move { (number, availability::served(&link).await) });
        }
        asked.join_all().await.into_iter().collect()
    }

    /// Stops all servers, and starts them again.
    pub(super) async fn restart(&mut self) -> anyhow::Result<()> {
        for number in self.running() {
            self.server(number)?.end().await?;
            self.down.insert(number);
        }
        self.restore().await
    }

    /// Kills all servers, whatever they do.
    pub(super) async fn abort(&mut self) -> anyhow::Result<()> {
        for number in self.running() {
            self.server(number)?.kill().await?;
        }
        Ok(())
    }

    /// Puts down what it has seen.
    pub(super) fn count(&self, summary: &mut CrashSummary) {
        summary.servers = self.servers.len();
        summary.kills = self.kills;
        summary.takeover_ms = median_and_longest(&self.takeovers);
        summary.failover_ms = median_and_longest(&self.failovers);
        summary.journal_bytes = self.servers.first().map_or(0, |server| server.files().journal_bytes());
    }
}
