//! Crash tests: a real server with real clients, killed (`kill -9`) at random times, cycle after cycle; or
//! several over one journal, struck one by one, with their database.
//!
//! Every client logs its calls and their outcomes. After every restart, before new calls, all feeds are read
//! and compared with these logs: an acknowledged call has exactly its one effect, an unanswered one at most
//! one, a rejected one none, and there are no other effects. Everything seen before the kill is unchanged
//! byte for byte; the state of surviving clients equals a fold from the start; every fact follows from the
//! earlier ones by the rules.

pub mod auditor;
pub mod command;
pub mod summary;

mod availability;
mod call;
mod contest;
mod feeds;
mod fleet;
mod game;
mod judge;
mod lifecycle;
mod moves;
mod organiser;
mod player;
mod schedule;
mod second_machine;
mod site;
mod unfinished;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use ishigaki_audit::Violation;
use ishigaki_catalogue::Message;
use ishigaki_client::{connect, now};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tonic::Status;

use crate::error::OptionsError;
use rehearsal::credentials::Credentials;
use rehearsal::database::{DatabaseAsked, ScratchJournal};
use rehearsal::rehearse::ServerFolder;
use rehearsal::server::{Server, ServerFiles, ServerProgram};

use fleet::{Fleet, FleetOptions};
use game::ServerAccess;
use judge::CrashJudge;
use lifecycle::Lifecycle;
use organiser::Organiser;
use player::TeamPlayer;
use schedule::Schedule;
use second_machine::SecondMachine;
use site::ServerSite;
use summary::CrashSummary;

/// Duration of traffic before a kill, in milliseconds.
const TRAFFIC_MS: (u64, u64) = (10, 320);
/// Percentage of kills that wait for a game's end, if one comes in time, and strike within this many
/// microseconds of it, when the server writes the game's checkpoint.
const END_STRIKE_PERCENT: u32 = 40;
const MAX_DELAY_AFTER_END_US: u64 = 8_000;
/// Maximum time for clients to notice that the server is gone.
const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(20);
const RETRY_TIMEOUT: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(2);

type StopSignal = watch::Receiver<bool>;

type Endings = watch::Sender<u64>;

/// Options of a crash run.
#[derive(Clone, Debug)]
pub struct CrashOptions {
    pub cycles: u64,
    /// Times also depend on the machine, so no two runs are equal.
    pub seed: u64,
    pub server: ServerProgram,
    /// Otherwise a private directory, removed on success.
    pub keep: Option<PathBuf>,
    pub journal: Option<DatabaseAsked>,
    pub servers: usize,
    pub primary_every: u64,
    /// True if answers wait for a second machine's copy, and each kill removes the first machine for good.
    pub needs_copy: bool,
}

/// A violation in one game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("audit-game")]
pub struct GameViolation {
    pub game: String,
    pub violation: Violation,
}

/// Outcome of a run.
#[derive(Debug)]
pub enum Outcome {
    Passed(Box<CrashSummary>),
    /// The server's files are kept.
    Failed {
        cycle: u64,
        findings: Vec<GameViolation>,
        kept: PathBuf,
    },
    Stopped,
}

/// Runs crash cycles until all are done, a violation is found, or `stop` ends. `tell` receives progress.
///
/// # Errors
/// Failures to continue, such as a server that doesn't come back.
pub async fn crash(
    options: &CrashOptions,
    tell: &mut (dyn FnMut(u64) + Send),
    stop: impl Future<Output = ()>,
) -> anyhow::Result<Outcome> {
    let servers = options.servers;
    anyhow::ensure!(servers == 1 || options.journal.is_some(), OptionsError::Servers { servers });
    let folder = ServerFolder::new(options.keep.as_ref())?;
    let (files, database) = folder.files().with_journal(options.journal.as_ref())?;
    let mut run = CrashRun::begin(options, files, database.as_ref()).await?;
    let done = tokio::select! {
        done = run.cycles(options.cycles, tell) => done.map(Some),
        () = stop => Ok(None),
    };
    run.site.abort().await?;
    match done {
        Ok(Some(findings)) if findings.is_empty() => {
            folder.clear(database)?;
            Ok(Outcome::Passed(Box::new(run.summary)))
        }
        Ok(Some(findings)) => Ok(Outcome::Failed { cycle: run.cycle, findings, kept: folder.keep() }),
        Ok(None) => {
            folder.clear(database)?;
            Ok(Outcome::Stopped)
        }
        Err(error) => {
            let kept = folder.keep();
            Err(error.context(format!(
                "in cycle {}; the server's files are kept in {}",
                run.cycle,
                kept.display()
            )))
        }
    }
}

struct CrashRun {
    rng: ChaCha8Rng,
    credentials: Credentials,
    site: ServerSite,
    schedule: Schedule,
    organiser: Option<Organiser>,
    summary: CrashSummary,
    cycle: u64,
}

enum ReturnedClient {
    Player(String, usize, Box<TeamPlayer>),
    Judge(String, Box<CrashJudge>),
    Organiser(Box<Organiser>),
}

impl CrashRun {
    async fn begin(
        options: &CrashOptions,
        root: ServerFiles,
        database: Option<&ScratchJournal>,
    ) -> anyhow::Result<Self> {
        let root = if options.needs_copy { root.with_copy() } else { root };
        let files = if options.needs_copy { root.machine("machine-1")? } else { root.clone() };
        let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
        contest::write_scenario(&files)?;
        let credentials = Credentials::issue(&files, contest::TEAMS)?;
        files.lift_limits().context("cannot write the limits")?;
        let judge = credentials.judge.clone();
        let (site, schedule) = if options.servers > 1 {
            let schedule = Schedule::whole(usize::try_from(options.cycles)?);
            schedule.write_whole_contest(&files)?;
            let fleet = FleetOptions {
                servers: options.servers,
                program: options.server.clone(),
                pair: database.and_then(ScratchJournal::pair),
                primary_every: options.primary_every.max(1),
            };
            (ServerSite::Several(Box::new(Fleet::begin(fleet, &files, judge).await?)), schedule)
        } else {
            let schedule = Schedule::new();
            schedule.write_contest(&files, &mut rng)?;
            let server = Server::start(options.server.clone(), files).await?;
            let second = || SecondMachine::new(root, credentials.standby.clone());
            let second = options.needs_copy.then(second);
            (ServerSite::One(Box::new(Lifecycle::begin(server, judge, second, &mut rng).await?)), schedule)
        };
        let link = connect(site.address(), &credentials.organiser);
        let organiser = Some(Organiser::new(link, ChaCha8Rng::from_rng(&mut rng)));
        let summary = CrashSummary { seed: options.seed, ..CrashSummary::default() };
        Ok(Self { rng, credentials, site, schedule, organiser, summary, cycle: 0 })
    }

    async fn cycles(
        &mut self,
        cycles: u64,
        tell: &mut (dyn FnMut(u64) + Send),
    ) -> anyhow::Result<Vec<GameViolation>> {
        let since = now();
        while self.cycle < cycles {
            self.cycle += 1;
            self.traffic().await?;
            self.site.come_back(&self.schedule, self.organiser.as_ref(), &mut self.rng).await?;
            let findings = self.check().await?;
            if !findings.is_empty() {
                return Ok(findings);
            }
            self.site.restore().await?;
            self.summary.cycles = self.cycle;
            tell(self.cycle);
        }
        let findings = self.reread().await?;
        self.site.count(&mut self.summary);
        self.summary.took_ms =
            u64::try_from(now().saturating_duration_since(since).as_millis()).unwrap_or(u64::MAX);
        Ok(findings)
    }

    async fn traffic(&mut self) -> anyhow::Result<()> {
        let (over, stop) = watch::channel(false);
        let (endings, mut ended) = watch::channel(0);
        let mut away = JoinSet::new();
        self.start_clients(&mut away, &stop, &endings);
        let (least, most) = TRAFFIC_MS;
        let moment = Duration::from_micros(self.rng.random_range(least * 1_000..most * 1_000));
        let (is_aimed, after) = (
            self.rng.random_range(0..100) < END_STRIKE_PERCENT,
            self.rng.random_range(0..MAX_DELAY_AFTER_END_US),
        );
        tokio::select! {
            () = tokio::time::sleep(moment) => {}
            _ = ended.changed(), if is_aimed => {
                tokio::time::sleep(Duration::from_micros(after)).await;
                self.summary.aimed += 1;
            }
        }
        self.site.strike(&self.schedule, &mut self.rng).await?;
        over.send_replace(true);
        let all_back = async {
            while let Some(back) = away.join_next().await {
                self.take_back(back?);
            }
            anyhow::Ok(())
        };
        match tokio::time::timeout(DISCONNECT_TIMEOUT, all_back).await {
            Ok(all_back) => all_back,
            Err(_) => anyhow::bail!("some clients do not notice that the server is gone"),
        }
    }

    fn start_clients(&mut self, away: &mut JoinSet<ReturnedClient>, stop: &StopSignal, endings: &Endings) {
        let tasks = self.schedule.tasks();
        let games =
            self.schedule.live().map(|tested| (tested.plan.id.clone(), tested.setup().clone())).collect();
        for tested in self.schedule.games_mut() {
            let game = tested.plan.id.clone();
            for (place, player) in std::mem::take(&mut tested.players) {
                let (game, stop) = (game.clone(), stop.clone());
                away.spawn(
                    async move { ReturnedClient::Player(game, place, Box::new(player.play(stop).await)) },
                );
            }
            if let Some(judge) = tested.judge.take() {
                let (stop, endings) = (stop.clone(), endings.clone());
                away.spawn(
                    async move { ReturnedClient::Judge(game, Box::new(judge.judge(stop, endings).await)) },
                );
            }
        }
        if let Some(organiser) = self.organiser.take() {
            let stop = stop.clone();
            let work = organiser.organise(tasks, games, stop);
            away.spawn(async move { ReturnedClient::Organiser(Box::new(work.await)) });
        }
    }

    fn take_back(&mut self, back: ReturnedClient) {
        match back {
            ReturnedClient::Player(game, place, player) => {
                if let Some(tested) = self.schedule.game_mut(&game) {
                    tested.players.push((place, *player));
                    tested.players.sort_by_key(|(place, _)| *place);
                }
            }
            ReturnedClient::Judge(game, judge) => {
                if let Some(tested) = self.schedule.game_mut(&game) {
                    tested.judge = Some(*judge);
                }
            }
            ReturnedClient::Organiser(organiser) => self.organiser = Some(*organiser),
        }
    }

    async fn check(&mut self) -> anyhow::Result<Vec<GameViolation>> {
        let Some(organiser) = &mut self.organiser else { anyhow::bail!("the organiser is not back") };
        let address = self.site.address().clone();
        let access = ServerAccess { address: &address, credentials: &self.credentials };
        let due: BTreeSet<String> =
            self.schedule.under_test().chain(organiser.acknowledged_starts()).cloned().collect();
        let starts = organiser.take_starts();
        // A server may learn of a game later than the one that started it.
        let all = retry(async || {
            let started = organiser.started_games().await?;
            Ok::<_, Status>(due.iter().all(|game| started.contains_key(game)).then_some(started))
        });
        let started = match all.await? {
            Some(started) => started,
            None => organiser.started_games().await?,
        };
        let mut findings = self.schedule.check_starts(&started, &starts);
        for tested in self.schedule.games_mut() {
            let entries = organiser.take_calls(&tested.plan.id);
            findings.extend(tested.check(access, entries, &mut self.summary).await?);
        }
        if findings.is_empty() {
            findings = self.schedule.seat(&started, access, &mut self.rng, &mut self.summary).await?;
            self.schedule.retire(&mut self.summary);
        }
        Ok(findings)
    }

    async fn reread(&mut self) -> anyhow::Result<Vec<GameViolation>> {
        self.site.serve_all(&self.schedule).await?;
        let address = self.site.address().clone();
        let access = ServerAccess { address: &address, credentials: &self.credentials };
        let mut findings = self.schedule.reread(access).await?;
        for tested in self.schedule.games_mut() {
            findings.extend(tested.check(access, Vec::new(), &mut self.summary).await?);
        }
        self.schedule.count(&mut self.summary);
        Ok(findings)
    }
}

async fn retry<T, E>(mut attempt: impl AsyncFnMut() -> Result<Option<T>, E>) -> Result<Option<T>, E> {
    let since = now();
    loop {
        if let Some(done) = attempt().await? {
            return Ok(Some(done));
        }
        if now().saturating_duration_since(since) > RETRY_TIMEOUT {
            return Ok(None);
        }
        tokio::time::sleep(PAUSE).await;
    }
}
