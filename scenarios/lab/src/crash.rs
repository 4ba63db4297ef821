//! Crashes: a real server under real clients, killed (`kill -9`) at random moments, cycle after cycle; or several over one
//! journal, struck one by one, with their database.
//!
//! Every client keeps a log of the calls it sent and what came of it. After every restart, before anything new is
//! sent, all feeds are read over the wire and held against these logs: what was acknowledged is there once and as
//! it was acknowledged, what had no answer at most once, what was refused not at all, and nothing else. What was
//! seen before the kill is there byte for byte; clients that lived through it have folded what a fold from the
//! start gives; every fact follows from the ones before by the rules.

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

/// Time for which traffic runs before a kill: least and most, in milliseconds.
const TRAFFIC: (u64, u64) = (10, 320);
/// Of a hundred kills so many wait for a game's end, if one comes before their time, and strike within so many microseconds of
/// it: the server keeps the game's checkpoint then.
const AT_AN_END: u32 = 40;
const AFTER_AN_END: u64 = 8_000;
/// Longest time that clients may take to notice that the server is gone.
const FAREWELL: Duration = Duration::from_secs(20);
/// Time for which a client asks a server that answers others.
const PATIENCE: Duration = Duration::from_secs(20);
/// Time after which it asks again.
const PAUSE: Duration = Duration::from_millis(2);

/// Turns true when traffic is over.
type StopSignal = watch::Receiver<bool>;

/// Counts the acts that end a game, as they are sent.
type Endings = watch::Sender<u64>;

/// Options of a crash run.
#[derive(Clone, Debug)]
pub struct CrashOptions {
    pub cycles: u64,
    /// Seed that all choices are drawn from. Moments depend on the machine too, so no two runs are the same.
    pub seed: u64,
    /// The server that is killed.
    pub server: ServerProgram,
    /// Folder in which the server's files stay; a private folder that is removed if all is well.
    pub keep: Option<PathBuf>,
    /// The database that the journal is kept in, if it is in one.
    pub journal: Option<DatabaseAsked>,
    /// Number of servers that share it.
    pub servers: usize,
    /// At every such strike it is the primary of the database that is killed, where there is a pair.
    pub primary_every: u64,
    /// Whether answers wait for a second machine's copy, and each kill takes the first machine away for good.
    pub needs_copy: bool,
}

/// Something that must not be, in one game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("audit-game")]
pub struct GameViolation {
    pub game: String,
    /// Violation that was found.
    pub violation: Violation,
}

/// Outcome of a run.
#[derive(Debug)]
pub enum Outcome {
    /// Everything is as it should be.
    Passed(Box<CrashSummary>),
    /// Something is wrong; the server's files are kept.
    Failed {
        cycle: u64,
        /// Violations that were found.
        findings: Vec<GameViolation>,
        /// Folder of the server's files.
        kept: PathBuf,
    },
    /// It was stopped from outside.
    Stopped,
}

/// Runs crash cycles until they are all done, something is wrong, or `stop` ends. `tell` hears how far it is.
///
/// # Errors
/// What keeps it from going on: the server does not come back, say.
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

/// A run under way.
struct CrashRun {
    rng: ChaCha8Rng,
    credentials: Credentials,
    site: ServerSite,
    schedule: Schedule,
    /// Away while it works.
    organiser: Option<Organiser>,
    summary: CrashSummary,
    cycle: u64,
}

/// A client that comes back from its work.
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

    /// Runs all cycles; what is wrong, as soon as something is.
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

    /// Lets everybody send as fast as they can, and strikes while they do.
    async fn traffic(&mut self) -> anyhow::Result<()> {
        let (over, stop) = watch::channel(false);
        let (endings, mut ended) = watch::channel(0);
        let mut away = JoinSet::new();
        self.send_out(&mut away, &stop, &endings);
        let (least, most) = TRAFFIC;
        let moment = Duration::from_micros(self.rng.random_range(least * 1_000..most * 1_000));
        let (is_aimed, after) =
            (self.rng.random_range(0..100) < AT_AN_END, self.rng.random_range(0..AFTER_AN_END));
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
                self.welcome(back?);
            }
            anyhow::Ok(())
        };
        match tokio::time::timeout(FAREWELL, all_back).await {
            Ok(all_back) => all_back,
            Err(_) => anyhow::bail!("some clients do not notice that the server is gone"),
        }
    }

    fn send_out(&mut self, away: &mut JoinSet<ReturnedClient>, stop: &StopSignal, endings: &Endings) {
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

    fn welcome(&mut self, back: ReturnedClient) {
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

    /// Holds everything that the server shows against everything that is known.
    async fn check(&mut self) -> anyhow::Result<Vec<GameViolation>> {
        let Some(organiser) = &mut self.organiser else { anyhow::bail!("the organiser is not back") };
        let address = self.site.address().clone();
        let access = ServerAccess { address: &address, credentials: &self.credentials };
        let due: BTreeSet<String> =
            self.schedule.under_test().chain(organiser.acknowledged()).cloned().collect();
        let starts = organiser.take_starts();
        // Of several servers, one may know of a game a moment later than the one that has started it.
        let all = patiently(async || {
            let started = organiser.started().await?;
            Ok::<_, Status>(due.iter().all(|game| started.contains_key(game)).then_some(started))
        });
        let started = match all.await? {
            Some(started) => started,
            None => organiser.started().await?,
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

    /// Serves every game that was ever played once more, and holds each feed against what it was.
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

/// Tries again and again, for a while; `None` if nothing came of it in time.
async fn patiently<T, E>(mut attempt: impl AsyncFnMut() -> Result<Option<T>, E>) -> Result<Option<T>, E> {
    let since = now();
    loop {
        if let Some(done) = attempt().await? {
            return Ok(Some(done));
        }
        if now().saturating_duration_since(since) > PATIENCE {
            return Ok(None);
        }
        tokio::time::sleep(PAUSE).await;
    }
}
