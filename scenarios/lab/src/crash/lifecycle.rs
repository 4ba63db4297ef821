//! Lives of the server: killed at any time, also during restarts, and polled until it answers.

use std::time::{Duration, Instant};

use ishigaki_client::{Address, Token, connect, now};
use ishigaki_proto::watch::ListGamesRequest;
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::second_machine::SecondMachine;
use super::summary::{CrashSummary, Kills, median_and_longest};
use super::unfinished;
use rehearsal::server::{Server, ServerFiles};

/// Probability in percent that a restarting server is killed again.
const REPEATED_KILL_PERCENT: u32 = 30;
const MAX_REPEATED_KILLS: u32 = 3;
/// Percentage of starts that answer before the records of running games are read, as with a long history.
const ANSWERS_FIRST_PERCENT: u32 = 50;
const READING_LOG_LINE: &str = "reading unfinished games in the background";
const ALL_SERVED_LOG_LINE: &str = "all unfinished games are served";
/// Assumed duration of a start before one was measured, in milliseconds.
const DEFAULT_START_MS: u64 = 50;
const ANSWER_TIMEOUT: Duration = Duration::from_mins(5);
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(2);

#[derive(Debug)]
pub(super) struct Lifecycle {
    server: Server,
    address: Address,
    judge: Token,
    second: Option<SecondMachine>,
    starts: Vec<u64>,
    kills: Kills,
    log_from: u64,
}

impl Lifecycle {
    pub(super) async fn begin(
        server: Server,
        judge: Token,
        second: Option<SecondMachine>,
        rng: &mut ChaCha8Rng,
    ) -> anyhow::Result<Self> {
        let address = server.address().to_string().parse()?;
        let mut lifecycle =
            Self { server, address, judge, second, starts: Vec::new(), kills: Kills::default(), log_from: 0 };
        lifecycle.die(rng).await?;
        lifecycle.come_back(rng).await?;
        Ok(lifecycle)
    }

    pub(super) fn address(&self) -> &Address {
        &self.address
    }

    pub(super) async fn kill(&mut self, games: impl Iterator<Item = &String>) -> anyhow::Result<()> {
        anyhow::ensure!(
            !self.server.poll_exit()?,
            "the server ended by itself; {}",
            self.server.last_words()
        );
        self.kill_and_read_log().await?;
        self.kills.in_traffic += 1;
        self.kills.before_checkpoints += unfinished::count(self.server.files(), games).await?;
        if let Some(second) = &mut self.second {
            second.take_over(&mut self.server).await?;
            self.kills.machines += 1;
        }
        Ok(())
    }

    pub(super) fn files(&self) -> &ServerFiles {
        self.server.files()
    }

    pub(super) async fn come_back(&mut self, rng: &mut ChaCha8Rng) -> anyhow::Result<()> {
        for _ in 0..MAX_REPEATED_KILLS {
            if rng.random_range(0..100) >= REPEATED_KILL_PERCENT {
                break;
            }
            self.choose_start(rng);
            self.server.launch_again()?;
            self.die(rng).await?;
        }
        self.choose_start(rng);
        self.restart().await?;
        match &mut self.second {
            Some(second) => second.set_up(&self.server).await,
            None => Ok(()),
        }
    }

    async fn die(&mut self, rng: &mut ChaCha8Rng) -> anyhow::Result<()> {
        // Sometimes it just succeeds.
        let longest = self.starts.last().copied().unwrap_or(DEFAULT_START_MS) * 5 / 4 + 2;
        let moment = Duration::from_micros(rng.random_range(0..longest * 1_000));
        tokio::select! {
            biased;
            () = tokio::time::sleep(moment) => self.kills.in_recovery += 1,
            () = answer(&self.address, &self.judge) => self.kills.after_recovery += 1,
        }
        self.kill_and_read_log().await
    }

    fn choose_start(&mut self, rng: &mut ChaCha8Rng) {
        let answers_first = rng.random_range(0..100) < ANSWERS_FIRST_PERCENT;
        self.server.await_records(answers_first.then_some(0));
        self.log_from = std::fs::metadata(self.files().log()).map_or(0, |log| log.len());
    }

    async fn kill_and_read_log(&mut self) -> anyhow::Result<()> {
        self.server.kill().await?;
        let log = std::fs::read_to_string(self.files().log()).unwrap_or_default();
        let new_log =
            usize::try_from(self.log_from).ok().and_then(|from| log.get(from..)).unwrap_or_default();
        let answered_first = new_log.contains(READING_LOG_LINE);
        self.kills.answered_first += u64::from(answered_first);
        self.kills.while_returning += u64::from(answered_first && !new_log.contains(ALL_SERVED_LOG_LINE));
        Ok(())
    }

    pub(super) async fn restart(&mut self) -> anyhow::Result<()> {
        let since = now();
        self.server.start_again().await?;
        self.first_answer(since).await
    }

    pub(super) async fn stop(&mut self) -> anyhow::Result<()> {
        self.server.end().await
    }

    pub(super) async fn abort(&mut self) -> anyhow::Result<()> {
        self.server.kill().await
    }

    pub(super) fn count(&self, summary: &mut CrashSummary) {
        summary.servers = 1;
        summary.kills = self.kills;
        summary.journal_bytes = self.files().journal_bytes();
        summary.start_ms = median_and_longest(&self.starts);
    }

    async fn first_answer(&mut self, since: Instant) -> anyhow::Result<()> {
        let answered = tokio::select! {
            answered = tokio::time::timeout(ANSWER_TIMEOUT, answer(&self.address, &self.judge)) => answered.is_ok(),
            _ = self.server.ended() => false,
        };
        anyhow::ensure!(answered, "the server does not come back; {}", self.server.last_words());
        let took = now().saturating_duration_since(since).as_millis();
        self.starts.push(u64::try_from(took).unwrap_or(u64::MAX));
        Ok(())
    }
}

pub(super) async fn answer(address: &Address, judge: &Token) {
    loop {
        // A new connection each time, because a broken one answers its next call with an error.
        let mut client = connect(address, judge).watch();
        let answer = tokio::time::timeout(ATTEMPT_TIMEOUT, client.list_games(ListGamesRequest {})).await;
        if matches!(answer, Ok(Ok(_))) {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
}
