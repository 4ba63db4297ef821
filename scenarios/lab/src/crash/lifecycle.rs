//! The server's lives: killed at any moment, also while it comes back, and asked until it answers.

use std::time::{Duration, Instant};

use ishigaki_client::{Address, Token, connect, now};
use ishigaki_proto::watch::ListGamesRequest;
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::second_machine::SecondMachine;
use super::summary::{CrashSummary, Kills, median_and_longest};
use super::unfinished;
use rehearsal::server::{Server, ServerFiles};

/// Probability that a server that comes back is killed again on its way, in hundredths...
const AGAIN: u32 = 30;
/// ...and how often in a row at the most.
const MOST_AGAIN: u32 = 3;
/// Of a hundred starts so many answer before the records of games that go on are read, as with a long history.
const ANSWERS_FIRST: u32 = 50;
/// Beginning of such a start in the server's log, and its end once all games are back.
const RETURNING: &str = "games that go on are read while the server answers";
const BACK: &str = "all games that go on are back";
/// Time that a start is taken to last before one was measured, in milliseconds.
const USUAL_START: u64 = 50;
/// Time for which a server is asked for its first answer.
const PATIENCE: Duration = Duration::from_mins(5);
/// Longest time that an attempt to get an answer may take.
const ATTEMPT: Duration = Duration::from_secs(5);
/// Time after which it is asked again.
const PAUSE: Duration = Duration::from_millis(2);

/// Starts the server and kills it.
#[derive(Debug)]
pub(super) struct Lifecycle {
    server: Server,
    address: Address,
    judge: Token,
    /// The second machine, where each kill takes the first one away for good.
    second: Option<SecondMachine>,
    starts: Vec<u64>,
    kills: Kills,
    /// Length of the server's log when it was started.
    log_from: u64,
}

impl Lifecycle {
    /// Takes over a server that has just been started with nothing but a contest, and kills it at some moment of
    /// that: it may have made some of its files and not others. Then it comes back for good.
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

    /// Returns the server's address.
    pub(super) fn address(&self) -> &Address {
        &self.address
    }

    /// Kills the server under traffic, of which these games are part. It must not have ended by itself before.
    pub(super) async fn kill(&mut self, games: impl Iterator<Item = &String>) -> anyhow::Result<()> {
        anyhow::ensure!(
            !self.server.poll_exit()?,
            "the server ended by itself; {}",
            self.server.last_words()
        );
        self.kill_and_look().await?;
        self.kills.in_traffic += 1;
        self.kills.before_checkpoints += unfinished::count(self.server.files(), games).await?;
        if let Some(second) = &mut self.second {
            second.take_over(&mut self.server).await?;
            self.kills.machines += 1;
        }
        Ok(())
    }

    /// The files of the machine that the server is on.
    pub(super) fn files(&self) -> &ServerFiles {
        self.server.files()
    }

    /// Starts the server again, and kills it again on its way back now and then. Where a second machine is needed there is
    /// one afterwards.
    pub(super) async fn come_back(&mut self, rng: &mut ChaCha8Rng) -> anyhow::Result<()> {
        for _ in 0..MOST_AGAIN {
            if rng.random_range(0..100) >= AGAIN {
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

    /// Kills the server at some moment of its start.
    async fn die(&mut self, rng: &mut ChaCha8Rng) -> anyhow::Result<()> {
        // Now and then it shall just make it.
        let longest = self.starts.last().copied().unwrap_or(USUAL_START) * 5 / 4 + 2;
        let moment = Duration::from_micros(rng.random_range(0..longest * 1_000));
        tokio::select! {
            biased;
            () = tokio::time::sleep(moment) => self.kills.in_recovery += 1,
            () = answer(&self.address, &self.judge) => self.kills.after_recovery += 1,
        }
        self.kill_and_look().await
    }

    /// Lets the next start answer before it has read its games, or not.
    fn choose_start(&mut self, rng: &mut ChaCha8Rng) {
        let answers_first = rng.random_range(0..100) < ANSWERS_FIRST;
        self.server.await_records(answers_first.then_some(0));
        self.log_from = std::fs::metadata(self.files().log()).map_or(0, |log| log.len());
    }

    /// Kills the server, and looks in its log whether games were on their way back.
    async fn kill_and_look(&mut self) -> anyhow::Result<()> {
        self.server.kill().await?;
        let log = std::fs::read_to_string(self.files().log()).unwrap_or_default();
        let said = usize::try_from(self.log_from).ok().and_then(|from| log.get(from..)).unwrap_or_default();
        let answered_first = said.contains(RETURNING);
        self.kills.answered_first += u64::from(answered_first);
        self.kills.while_returning += u64::from(answered_first && !said.contains(BACK));
        Ok(())
    }

    /// Starts the server again, and waits for its first answer.
    pub(super) async fn restart(&mut self) -> anyhow::Result<()> {
        let since = now();
        self.server.start_again().await?;
        self.first_answer(since).await
    }

    /// Lets the server end in peace.
    pub(super) async fn stop(&mut self) -> anyhow::Result<()> {
        self.server.end().await
    }

    /// Kills the server, whatever it does.
    pub(super) async fn abort(&mut self) -> anyhow::Result<()> {
        self.server.kill().await
    }

    /// Puts down what it has seen.
    pub(super) fn count(&self, summary: &mut CrashSummary) {
        summary.servers = 1;
        summary.kills = self.kills;
        summary.journal_bytes = self.files().journal_bytes();
        summary.start_ms = median_and_longest(&self.starts);
    }

    async fn first_answer(&mut self, since: Instant) -> anyhow::Result<()> {
        let answered = tokio::select! {
            answered = tokio::time::timeout(PATIENCE, answer(&self.address, &self.judge)) => answered.is_ok(),
            _ = self.server.ended() => false,
        };
        anyhow::ensure!(answered, "the server does not come back; {}", self.server.last_words());
        let took = now().saturating_duration_since(since).as_millis();
        self.starts.push(u64::try_from(took).unwrap_or(u64::MAX));
        Ok(())
    }
}

/// Ends when the server answers.
pub(super) async fn answer(address: &Address, judge: &Token) {
    loop {
        // A connection of its own each time: one that a kill has cut answers its next call with an error.
        let mut client = connect(address, judge).watch();
        let answer = tokio::time::timeout(ATTEMPT, client.list_games(ListGamesRequest {})).await;
        if matches!(answer, Ok(Ok(_))) {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
}
