//! A server from start to stop: `run(config, listener, shutdown)`; [`serve`] is the part of it that knows no file
//! and no socket.

mod opening;

use std::error::Error as StdError;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::pin::{Pin, pin};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Context as _;
use ishigaki_admin::disk;
use ishigaki_admin::machine::OWN_DESCRIPTORS;
use ishigaki_admin::served::ServedBefore;
use ishigaki_catalogue::Message;
use ishigaki_cluster::cluster::{Cluster, MemberOptions};
use ishigaki_cluster::journal;
use ishigaki_cluster::journal::primary;
use ishigaki_cluster::journal::reopening::Generation;
use ishigaki_cluster::journal::{CloseError, OpenError};
use ishigaki_engine::clock::{Clock, Monotonic, SystemClock};
use ishigaki_engine::engine::{FoundingKeys, founders};
use ishigaki_engine::entropy::{Entropy, SystemEntropy};
use ishigaki_engine::games::{GameContext, Games, Hibernation};
use ishigaki_engine::key::ServerKey;
use ishigaki_engine::meter::Meter;
use ishigaki_engine::required_copy::CopyConfirmations;
use ishigaki_engine::spool::Spool;
use ishigaki_engine::token::{self, TokenRegistry, TokenStore};
use ishigaki_grpc::gate::{self, Gate};
use ishigaki_grpc::limits::Limits;
use ishigaki_grpc::service::{AdmissionLayer, Router, Services};
use ishigaki_grpc::tls;
use ishigaki_journal::{Journal, Location};
use ishigaki_proto::server::event_desk::DeskServiceServer;
use ishigaki_proto::server::event_organiser::EventOrganiserServiceServer;
use ishigaki_proto::server::event_referee::RefereeServiceServer;
use ishigaki_proto::server::judge::JudgeServiceServer;
use ishigaki_proto::server::organiser::OrganiserServiceServer;
use ishigaki_proto::server::standby::StandbyServiceServer;
use ishigaki_proto::server::team::TeamServiceServer;
use ishigaki_proto::server::watch::WatchServiceServer;
use ishigaki_rules::Millis;
use ishigaki_scenarios::Contest;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use tokio_rustls::rustls::ServerConfig;
use tokio_stream::Stream;
use tonic::service::Routes;
use tonic::transport::Server;
use tonic::transport::server::Connected;

use crate::config::Config;
use crate::file_limit;
use crate::metrics::{Sources, page};

use opening::{OpenedGames, open, unless, whole_or_ended};

/// Time for which an idle connection is left alone before it is asked whether anybody is there.
const KEEPALIVE: Duration = Duration::from_secs(10);

/// Longest time that the answer to that may take.
const KEEPALIVE_ANSWER: Duration = Duration::from_secs(5);

/// Bytes of one call, and of all calls of a connection, that may be on their way to us: the largest message twice
/// over, and those of some calls at a time. What nobody reads here fills no more than that.
const CALL_WINDOW: u32 = 128 * 1024;
const CONNECTION_WINDOW: u32 = 512 * 1024;

/// The largest frame that is taken: what HTTP/2 says everybody has to take.
const FRAME: u32 = 16 * 1024;

/// Number of calls of a connection that may be taken back by the client before we have looked at them, and that we
/// may have to break off for the client's mistakes. One more ends the connection: it is an attack (CVE-2023-44487).
const TAKEN_BACK: usize = 32;
const BROKEN_OFF: usize = 64;

/// Time for which a stopping server waits for connections to end by themselves.
const LAST_WORDS: Millis = Millis(5_000);

/// Time for which a server that was asked to stop waits for everything, a journal that does not answer included, beside the
/// time that answers wait for a copy: less than a service manager does before it kills.
const FAREWELL: Millis = Millis(10_000);

/// Error that keeps a server from running, or ends it; its files and games have errors of their own.
#[derive(Debug, thiserror::Error, Message)]
#[message("run")]
pub enum Error {
    /// Nobody has said which contest.
    NoContest,
    /// It has no certificate, and others could read along.
    Unencrypted {
        /// Address at which it was to listen.
        listen: SocketAddr,
    },
    #[message("fail-listen")]
    Listen {
        address: SocketAddr,
        /// Error of the system.
        source: io::Error,
    },
    /// It cannot listen for whoever asks for metrics.
    Metrics {
        address: SocketAddr,
        /// Error of the system.
        source: io::Error,
    },
    /// The journal cannot be opened.
    #[message(transparent)]
    Journal(#[from] OpenError),
    /// There is no place beside the journal.
    Spool(#[source] io::Error),
    /// The journal did not close well.
    #[message(transparent)]
    Closing(#[from] CloseError),
    /// No connection comes in any more.
    Network(#[source] tonic::transport::Error),
}

/// Listeners of a server.
#[derive(Debug)]
pub struct Listeners {
    pub calls: TcpListener,
    /// For whoever asks for metrics, if anybody may.
    pub metrics: Option<TcpListener>,
    /// Channel of whoever is told when the games are open and calls are taken.
    pub ready: Option<oneshot::Sender<()>>,
}

impl From<TcpListener> for Listeners {
    /// For calls alone.
    fn from(calls: TcpListener) -> Self {
        Self { calls, metrics: None, ready: None }
    }
}

/// Serves a contest until `shutdown` ends. Everything acknowledged is durable when this returns, and after a
/// kill just as well.
///
/// # Errors
/// What keeps the contest from being served: its files, key, certificate or token file; the journal
/// ([`Error::Journal`], [`Error::Spool`]); games that cannot be opened. And what ends it: [`Error::Network`],
/// [`Error::Closing`].
pub async fn run(
    config: Config,
    listeners: impl Into<Listeners>,
    shutdown: impl Future<Output = ()> + Send,
) -> anyhow::Result<()> {
    run_by(Arc::new(SystemClock::new()), Arc::new(SystemEntropy), config, listeners, shutdown).await
}

/// As [`run`], by another clock and other randomness than the machine's: tests move time by hand.
///
/// # Errors
/// As [`run`].
pub async fn run_by(
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    config: Config,
    listeners: impl Into<Listeners>,
    shutdown: impl Future<Output = ()> + Send,
) -> anyhow::Result<()> {
    file_limit::survive();
    let listeners = listeners.into();
    let contest = Contest::load(&config.contest)?;
    let store = TokenStore::load(&config.tokens)?;
    let note = ServedBefore::of(&config.journal, &config.key);
    let mut shutdown = pin!(shutdown);
    // One type for whoever asks it to end: what follows is half of the server, and is compiled once.
    let mut shutdown: Pin<&mut (dyn Future<Output = ()> + Send)> = shutdown.as_mut();
    match open_journal(&config.journal, &note, Pin::new(&mut shutdown)).await? {
        Some(opened) => {
            let patience = config.copy_patience.unwrap_or_default();
            let farewell = Millis(FAREWELL.0.saturating_add(patience.0));
            let prepared = RunInputs { config, contest, store, note, opened };
            let (stop, mut stopping) = watch::channel(false);
            let asked = async move { _ = stopping.wait_for(|stopping| *stopping).await };
            let timer = Arc::clone(&clock);
            let overdue = async {
                shutdown.await;
                stop.send_replace(true);
                timer.reach(Monotonic(timer.now().0.saturating_add(farewell.0))).await;
            };
            tokio::select! {
                ended = run_prepared(clock, entropy, prepared, listeners, asked) => ended,
                () = overdue => {
                    tracing::error!(
                        waited_ms = farewell.0,
                        "THE JOURNAL DOES NOT ANSWER, and this server was asked to stop: it goes. What it has answered is kept; \
                         whether what was under way is, nobody knows before the journal is open again"
                    );
                    Ok(())
                }
            }
        }
        None => Ok(()),
    }
}

/// Inputs of a run, read and opened.
struct RunInputs {
    config: Config,
    contest: Contest,
    store: TokenStore,
    note: ServedBefore,
    opened: ServedJournal,
}

impl RunInputs {
    /// Looks whether the journal is the one that was served, and gives the key and the journal as it is served.
    async fn look(
        &self,
        copies: &CopyConfirmations,
        clock: &Arc<dyn Clock>,
        entropy: &dyn Entropy,
    ) -> anyhow::Result<(ServerKey, Arc<dyn Journal>)> {
        let ServedJournal { journal, .. } = &self.opened;
        self.note.refuse_if_shortened(&**journal).await?;
        warn_of_missing_tokens(&self.contest, &self.store);
        let key = obtain_key(&self.config.key, &**journal, entropy).await?;
        Ok((key, copies.over(Arc::clone(journal), Arc::clone(clock)).await?))
    }

    /// Closes the journal before anything was written to it: a database that does not answer is not waited for.
    async fn leave(self) -> anyhow::Result<()> {
        let ServedJournal { journal, .. } = self.opened;
        if journal.file().is_some() {
            journal.close().await.map_err(CloseError)?;
        }
        Ok(())
    }
}

async fn run_prepared(
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    prepared: RunInputs,
    Listeners { calls: listener, metrics, ready }: Listeners,
    shutdown: impl Future<Output = ()> + Send,
) -> anyhow::Result<()> {
    let mut shutdown = pin!(shutdown);
    let copies = CopyConfirmations::new(prepared.config.copy_patience);
    let looking = prepared.look(&copies, &clock, &*entropy);
    let Some((key, journal)) = unless(shutdown.as_mut(), looking).await? else {
        return prepared.leave().await;
    };
    let RunInputs { config, contest, store, note, opened: ServedJournal { news, .. } } = prepared;
    let figures = metrics.map(|listener| MetricsEndpoint { listener });
    let spool = Spool::beside(config.journal.file().unwrap_or(&config.key)).map_err(Error::Spool)?;
    let context = GameContext {
        journal: Arc::clone(&journal),
        clock,
        entropy,
        key: Arc::new(key),
        meter: Meter::new(),
        spool,
        copies,
        awaited_records: config.awaited_records,
    };
    let registry = TokenRegistry::new(store);
    let following = token::follow(config.tokens, registry.clone(), Arc::clone(&context.clock));
    let disk = disk::watch(journal.file().map(Path::to_owned), Arc::clone(&context.clock));
    let tls = config.tls.as_ref().map(|files| encryption(files, &*context.clock)).transpose()?;
    let limits =
        gate::GateLimits { connections: affordable(config.limits.connections), ..(&config.limits).into() };
    let address = listener.local_addr()?;
    let gate = Gate::new(listener, tls, limits, Arc::clone(&context.clock));
    let gate = gate.counting_with(context.meter.clone());
    let (opened, is_open) = oneshot::channel();
    let keeping = Arc::clone(&context.clock);
    let place = MemberOptions { address: advertised(config.advertise.as_deref(), address), news };
    let parts =
        Parts { contest, registry, context, limits: config.limits, figures, place, ready: Some(opened) };
    let opened_games = OnceLock::new();
    let ready = async {
        if let Ok(games) = is_open.await {
            let games: &Arc<Games> = opened_games.get_or_init(|| games);
            let mut keeper = note.keeper();
            keeper.look(games).await;
            tracing::info!(%address, "listening");
            // Nobody has to wait for it.
            let _ = ready.map(|ready| ready.send(()));
            keeper.keep(games, &*keeping).await;
        }
        std::future::pending().await
    };
    let served = tokio::select! {
        served = serve(parts, gate, shutdown) => served,
        never = ready => never,
        never = following => match never {},
        never = disk => match never {},
    };
    if let Some(games) = opened_games.get() {
        note.keeper().look(games).await;
    }
    journal.close().await.map_err(CloseError)?;
    served
}

/// Returns where clients reach a server that listens here: as was said, but for a port 0.
fn advertised(said: Option<&str>, listens: SocketAddr) -> String {
    match said.map(|said| (said, said.strip_suffix(":0"))) {
        Some((_, Some(host))) => format!("{host}:{}", listens.port()),
        Some((said, None)) => said.to_owned(),
        None => listens.to_string(),
    }
}

/// Served journal, which is opened again by itself where that is possible.
struct ServedJournal {
    journal: Arc<dyn Journal>,
    news: Option<watch::Receiver<Generation>>,
}

/// Opens the journal, which has to be there if one was served from here; `None` if the server is to stop before a database
/// takes changes.
async fn open_journal(
    location: &Location,
    note: &ServedBefore,
    shutdown: Pin<&mut (impl Future<Output = ()> + Send)>,
) -> anyhow::Result<Option<ServedJournal>> {
    let opened = match location {
        Location::File(_) => journal::open(location, note.expected())
            .map(|journal| Some(ServedJournal { journal, news: None })),
        Location::Postgres(_) => primary::open(location, note.expected(), shutdown).await.map(|journal| {
            let journal = journal?;
            let news = Some(journal.news());
            Some(ServedJournal { journal: Arc::new(journal), news })
        }),
    };
    opened.map_err(|error| match note.gone(error) {
        Ok(gone) => gone.into(),
        Err(source) => Error::Journal(OpenError { location: location.clone(), source }).into(),
    })
}

/// The server's key, which is made if no game was founded under one.
async fn obtain_key(file: &Path, journal: &dyn Journal, entropy: &dyn Entropy) -> anyhow::Result<ServerKey> {
    let FoundingKeys { keys, damaged } = founders(journal).await?;
    if let Some(error) = damaged.filter(|_| keys.is_empty() && !file.exists()) {
        // A new key would be another one than the damaged game's.
        return Err(error.into());
    }
    let key = ServerKey::obtain(file, &keys, entropy)?;
    tracing::info!(fingerprint = %key.fingerprint(), file = %file.display(), "the server's key");
    Ok(key)
}

/// Logs a warning for every team of the contest that has no token.
fn warn_of_missing_tokens(contest: &Contest, store: &TokenStore) {
    let admitted = store.teams();
    for team in contest.teams.iter().filter(|team| !admitted.contains(team.code.as_str())) {
        tracing::warn!(team = team.code, "this team has no token; `ishigaki-server token issue` makes one");
    }
}

/// Returns what connections are encrypted with. A certificate that clients will not take is told and served all the
/// same: who is right about the time of day, the server does not know.
fn encryption(files: &tls::CertificateFiles, clock: &dyn Clock) -> Result<Arc<ServerConfig>, tls::Error> {
    let ready = tls::load(files, clock.time_of_day())?;
    if let Some(objection) = ready.objection {
        tracing::error!(
            %objection,
            file = %files.chain.display(),
            "CLIENTS WILL NOT TAKE THIS CERTIFICATE: if this machine's date is right, `ishigaki-server init --out FOLDER` \
             makes a new one that is taken wherever the old one was"
        );
    }
    Ok(ready.config)
}

/// Parts of a server, apart from its network.
pub struct Parts {
    /// Contest that is played.
    pub contest: Contest,
    /// Registry of who gets in.
    pub registry: TokenRegistry,
    /// Context that the games stand on.
    pub context: GameContext,
    /// Limits on what anybody gets.
    pub limits: Limits,
    /// Endpoint of the metrics, if they are handed out.
    pub figures: Option<MetricsEndpoint>,
    /// This server's place among others, if the journal is one that several servers may have open.
    pub place: MemberOptions,
    /// Channel of whoever is told when the games are open, and which they are.
    pub ready: Option<oneshot::Sender<Arc<Games>>>,
}

/// Endpoint that hands out metrics.
#[derive(Debug)]
pub struct MetricsEndpoint {
    /// Listener for whoever wants them.
    pub listener: TcpListener,
}

/// As [`run`], over connections from anywhere. No game uses the journal any more when this returns, also where it is
/// stopped or fails before all are open; closing it is the caller's.
///
/// # Errors
/// Games or events that cannot be opened, or that the server cannot go on with; [`Error::Network`] if `incoming` fails;
/// the panic of a task.
pub async fn serve<I, IO, E>(
    parts: Parts,
    incoming: I,
    shutdown: impl Future<Output = ()> + Send,
) -> anyhow::Result<()>
where
    I: Stream<Item = Result<IO, E>>,
    IO: AsyncRead + AsyncWrite + Connected + Unpin + Send + 'static,
    E: Into<Box<dyn StdError + Send + Sync>>,
{
    let Parts { contest, registry, context, limits, figures, place, ready } = parts;
    let limits = Arc::new(limits);
    let clock = Arc::clone(&context.clock);
    let meter = context.meter.clone();
    let stop = watch::Sender::new(false);
    let mut shutdown = pin!(shutdown);
    let opening = open(contest, context, (place, registry.clone()), stop.subscribe());
    let opened = whole_or_ended(shutdown.as_mut(), opening, &stop).await?;
    // Nobody has been answered yet.
    let Some(OpenedGames { games, tournaments, cluster }) = opened else { return Ok(()) };
    let keeper = cluster.clone().map(|cluster| keep(cluster, stop.subscribe()));
    tracing::info!(games = games.all().len(), events = tournaments.served().len(), "serving");
    let hibernation = tokio::spawn(Hibernation::new(Arc::clone(&games)).run(stop.subscribe()));
    // Nobody has to wait for it.
    let _ = ready.map(|ready| ready.send(Arc::clone(&games)));
    let all = (Arc::clone(&games), Arc::clone(&tournaments));
    let figures = figures.map(|MetricsEndpoint { listener }| {
        let sources = Sources::new(meter.clone(), all.clone(), Arc::clone(&clock));
        tokio::spawn(page::serve(listener, sources, stop.subscribe()))
    });
    let services = Services::new(all, registry, Arc::clone(&limits), Arc::clone(&clock), meter.clone());
    let services = services.among(cluster);
    let (health, health_service) = tonic_health::server::health_reporter();
    report_serving(&health).await;
    let routes = Routes::new(health_service)
        .add_service(schema().build_v1().context("the schema cannot be shown")?)
        .add_service(schema().build_v1alpha().context("the schema cannot be shown")?)
        .add_service(services.watch())
        .add_service(services.judge())
        .add_service(services.organiser())
        .add_service(services.event_organiser())
        .add_service(services.event_desk())
        .add_service(services.event_referee())
        .add_service(services.standby());
    let router = Router::new(&services, routes);
    let serving = transport(&limits)
        .layer(AdmissionLayer::new(Arc::clone(&limits), meter, Arc::clone(&clock)))
        .serve_with_incoming_shutdown(router, incoming, async {
            shutdown.await;
            // Watchers stay until their feed ends, so the games go first.
            stop.send_replace(true);
        });
    let served = tokio::select! {
        served = serving => served.map_err(|error| Error::Network(error).into()),
        error = games.failed() => Err(error.into()),
        () = last_words(stop.subscribe(), &*clock) => {
            tracing::warn!("some connections did not end in time; they are cut");
            Ok(())
        }
    };
    stop.send_replace(true);
    if let Some(keeper) = keeper {
        keeper.await.context("the keeper of the server's place failed")?;
    }
    hibernation.await.context("the keeper of games that are over failed")?;
    games.ended().await;
    tournaments.ended().await;
    if let Some(figures) = figures {
        figures.await.context("the metrics failed")?;
    }
    served
}

/// Keeps a server's place among others, beside everything else.
fn keep(cluster: Arc<Cluster>, stop: watch::Receiver<bool>) -> JoinHandle<()> {
    tokio::spawn(async move { cluster.keep(stop).await })
}

/// Ends when connections have had their time to end by themselves after the server stopped.
async fn last_words(mut stopping: watch::Receiver<bool>, clock: &dyn Clock) {
    // The sender lives as long as the server, so there is always a change to wait for.
    _ = stopping.wait_for(|stopping| *stopping).await;
    clock.reach(Monotonic(clock.now().0.saturating_add(LAST_WORDS.0))).await;
}

/// Reports every service of the server as serving.
async fn report_serving(health: &tonic_health::server::HealthReporter) {
    health.set_serving::<DeskServiceServer<Services>>().await;
    health.set_serving::<EventOrganiserServiceServer<Services>>().await;
    health.set_serving::<RefereeServiceServer<Services>>().await;
    health.set_serving::<JudgeServiceServer<Services>>().await;
    health.set_serving::<OrganiserServiceServer<Services>>().await;
    health.set_serving::<StandbyServiceServer<Services>>().await;
    health.set_serving::<TeamServiceServer<Services>>().await;
    health.set_serving::<WatchServiceServer<Services>>().await;
}

/// Returns how many of so many connections the process has descriptors for, after asking for as many as it
/// may have.
fn affordable(connections: usize) -> usize {
    let Some(most) = ishigaki_page::descriptors::raise() else { return connections };
    let affordable = usize::try_from(most).unwrap_or(usize::MAX).saturating_sub(OWN_DESCRIPTORS);
    if affordable < connections {
        tracing::warn!(
            descriptors = most,
            connections = affordable,
            "the machine gives few descriptors, so there can be fewer connections; `ulimit -n` raises it"
        );
    }
    connections.min(affordable)
}

/// HTTP/2 with everything set that a stranger could otherwise use up. What tonic does not set it takes away from hyper's
/// own defaults.
fn transport(limits: &Limits) -> Server {
    Server::builder()
        .http2_keepalive_interval(Some(KEEPALIVE))
        .http2_keepalive_timeout(Some(KEEPALIVE_ANSWER))
        .max_concurrent_streams(Some(limits.calls_per_connection))
        .initial_stream_window_size(CALL_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_frame_size(FRAME)
        .http2_max_header_list_size(limits.header_bytes)
        .http2_max_pending_accept_reset_streams(Some(TAKEN_BACK))
        .http2_max_local_error_reset_streams(Some(BROKEN_OFF))
}

/// The schema as any client can ask for it.
fn schema() -> tonic_reflection::server::Builder<'static> {
    tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(ishigaki_proto::FILE_DESCRIPTOR_SET)
        // What refusals carry, so that a client that has no schema at hand can read them.
        .register_encoded_file_descriptor_set(tonic_types::pb::FILE_DESCRIPTOR_SET)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
}

/// Ends when the process is asked to stop: by Ctrl-C, or on Unix by SIGTERM.
pub async fn stop_signal() {
    let interrupted = async {
        // Without a handler the signal ends the process by itself.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let terminated = async {
            match signal(SignalKind::terminate()) {
                Ok(mut signal) => _ = signal.recv().await,
                Err(_) => std::future::pending().await,
            }
        };
        tokio::select! {
            () = interrupted => {}
            () = terminated => {}
        }
    }
    #[cfg(not(unix))]
    interrupted.await;
}

#[cfg(test)]
mod tests;
