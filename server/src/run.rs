//! A server from start to stop: `run(config, listener, shutdown)`; [`serve`] is the part without files and
//! sockets.

mod opening;

use std::error::Error as StdError;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::{Pin, pin};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Context as _;
use ishigaki_admin::disk;
use ishigaki_admin::machine::OWN_DESCRIPTORS;
use ishigaki_admin::served_note::ServedNote;
use ishigaki_catalogue::Message;
use ishigaki_cluster::cluster::{Cluster, MemberOptions};
use ishigaki_cluster::journal;
use ishigaki_cluster::journal::primary;
use ishigaki_cluster::journal::reopening::Generation;
use ishigaki_cluster::journal::{CloseError, OpenError};
use ishigaki_engine::clock::{Clock, Monotonic, SystemClock};
use ishigaki_engine::engine::{FoundingKeys, founders};
use ishigaki_engine::entropy::{Entropy, SystemEntropy};
use ishigaki_engine::games::{GameContext, Games};
use ishigaki_engine::key::ServerKey;
use ishigaki_engine::meter::Meter;
use ishigaki_engine::planned_config;
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

/// Idle time before a connection is probed.
const KEEPALIVE: Duration = Duration::from_secs(10);

const KEEPALIVE_ANSWER: Duration = Duration::from_secs(5);

/// HTTP/2 window of one call and of a connection, in bytes: twice the largest message. Unread data is limited
/// to it.
const CALL_WINDOW: u32 = 128 * 1024;
const CONNECTION_WINDOW: u32 = 512 * 1024;

/// Maximum frame size: the minimum that HTTP/2 requires.
const FRAME: u32 = 16 * 1024;

/// Maximum number of calls of a connection that the client resets before they are handled, or that fail by
/// its errors. One more ends the connection, because it is an attack (CVE-2023-44487).
const TAKEN_BACK: usize = 32;
const BROKEN_OFF: usize = 64;

const FINAL_MESSAGE_DELAY: Millis = Millis(5_000);

/// Time limit of a shutdown in addition to the wait for a copy, less than a service manager's before it
/// kills.
const SHUTDOWN_GRACE: Millis = Millis(10_000);

/// Error that prevents or ends a server's run; files and games have their own errors.
#[derive(Debug, thiserror::Error, Message)]
#[message("run")]
pub enum Error {
    NoContest,
    /// It has no certificate, so others could read the traffic.
    Unencrypted {
        listen: SocketAddr,
    },
    #[message("fail-listen")]
    Listen {
        address: SocketAddr,
        source: io::Error,
    },
    /// Pages need a contest's directory, and encryption.
    PagesNoFolder,
    NoPagesProgram {
        program: PathBuf,
    },
    /// It can't listen for metrics.
    Metrics {
        address: SocketAddr,
        source: io::Error,
    },
    #[message(transparent)]
    Journal(#[from] OpenError),
    Spool(#[source] io::Error),
    #[message(transparent)]
    Closing(#[from] CloseError),
    Network(#[source] tonic::transport::Error),
}

/// Listeners of a server.
#[derive(Debug)]
pub struct Listeners {
    pub calls: TcpListener,
    /// Listener for metrics.
    pub metrics: Option<TcpListener>,
    /// Notified when the games are open and calls are accepted.
    pub ready: Option<oneshot::Sender<()>>,
}

impl From<TcpListener> for Listeners {
    fn from(calls: TcpListener) -> Self {
        Self { calls, metrics: None, ready: None }
    }
}

/// Serves a contest until `shutdown` ends. Everything acknowledged is durable, even after a kill.
///
/// # Errors
///
/// Errors of the contest's files, key, certificate or token file; of the journal ([`Error::Journal`],
/// [`Error::Spool`]); of games that can't be opened; and [`Error::Network`], [`Error::Closing`].
pub async fn run(
    config: Config,
    listeners: impl Into<Listeners>,
    shutdown: impl Future<Output = ()> + Send,
) -> anyhow::Result<()> {
    run_by(Arc::new(SystemClock::new()), Arc::new(SystemEntropy), config, listeners, shutdown).await
}

/// Runs like [`run`] with another clock and randomness, for tests.
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
    let note = ServedNote::of(&config.journal, &config.key);
    let mut shutdown = pin!(shutdown);
    // One type for all callers, so that the rest is compiled once.
    let mut shutdown: Pin<&mut (dyn Future<Output = ()> + Send)> = shutdown.as_mut();
    match open_journal(&config.journal, &note, Pin::new(&mut shutdown)).await? {
        Some(opened) => {
            let copy_timeout = config.copy_timeout.unwrap_or_default();
            let shutdown_grace = Millis(SHUTDOWN_GRACE.0.saturating_add(copy_timeout.0));
            let prepared = RunInputs { config, contest, store, note, opened };
            let (stop, mut stopping) = watch::channel(false);
            let stop_requested = async move { _ = stopping.wait_for(|stopping| *stopping).await };
            let timer = Arc::clone(&clock);
            let overdue = async {
                shutdown.await;
                stop.send_replace(true);
                timer.reach(Monotonic(timer.now().0.saturating_add(shutdown_grace.0))).await;
            };
            tokio::select! {
                ended = run_prepared(clock, entropy, prepared, listeners, stop_requested) => ended,
                () = overdue => {
                    tracing::error!(
                        waited_ms = shutdown_grace.0,
                        "the journal does not answer: stopping anyway. Answered requests are kept; pending ones may be lost"
                    );
                    Ok(())
                }
            }
        }
        None => Ok(()),
    }
}

struct RunInputs {
    config: Config,
    contest: Contest,
    store: TokenStore,
    note: ServedNote,
    opened: ServedJournal,
}

impl RunInputs {
    /// Checks that the journal is the one served before, and returns it with the key.
    async fn compare_copies(
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

    /// Closes the journal before anything was written, without waiting for an unresponsive database.
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
    let copies = CopyConfirmations::new(prepared.config.copy_timeout);
    let comparison = prepared.compare_copies(&copies, &clock, &*entropy);
    let Some((key, journal)) = unless(shutdown.as_mut(), comparison).await? else {
        return prepared.leave().await;
    };
    let RunInputs { config, contest, store, note, opened: ServedJournal { news, .. } } = prepared;
    let figures = metrics.map(|listener| MetricsEndpoint { listener });
    let spool = Spool::next_to(config.journal.file().unwrap_or(&config.key)).map_err(Error::Spool)?;
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
            // The receiver may be gone.
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

/// Returns the address for clients: the configured one, with port 0 replaced.
fn advertised(advertised: Option<&str>, listens: SocketAddr) -> String {
    match advertised.map(|advertised| (advertised, advertised.strip_suffix(":0"))) {
        Some((_, Some(host))) => format!("{host}:{}", listens.port()),
        Some((advertised, None)) => advertised.to_owned(),
        None => listens.to_string(),
    }
}

struct ServedJournal {
    journal: Arc<dyn Journal>,
    news: Option<watch::Receiver<Generation>>,
}

/// Opens the journal, which must exist if it was served from here; `None` if the server is stopped before a
/// database accepts changes.
async fn open_journal(
    location: &Location,
    note: &ServedNote,
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
    opened.map_err(|error| match note.missing_records(error) {
        Ok(gone) => gone.into(),
        Err(source) => Error::Journal(OpenError { location: location.clone(), source }).into(),
    })
}

/// The server's key, created if no game was founded with one.
async fn obtain_key(file: &Path, journal: &dyn Journal, entropy: &dyn Entropy) -> anyhow::Result<ServerKey> {
    let FoundingKeys { keys, damaged } = founders(journal).await?;
    if let Some(error) = damaged.filter(|_| keys.is_empty() && !file.exists()) {
        // A new key would differ from the damaged game's.
        return Err(error.into());
    }
    let key = ServerKey::obtain(file, &keys, entropy)?;
    tracing::info!(fingerprint = %key.fingerprint(), file = %file.display(), "the server's key");
    Ok(key)
}

/// Logs a warning for every team that needs a token and has none.
fn warn_of_missing_tokens(contest: &Contest, store: &TokenStore) {
    let admitted = store.teams();
    let teams = planned_config::playing_teams(contest).into_iter();
    for team in teams.filter(|team| !admitted.contains(team.code.as_str())) {
        tracing::warn!(team = team.code, "this team has no token; `ishigaki-server token issue` creates one");
    }
}

/// Returns the TLS configuration. A certificate that clients reject is reported and used anyway, because the
/// clock may be wrong.
fn encryption(
    files: &tls::CertificateFiles,
    clock: &dyn Clock,
) -> Result<Arc<ServerConfig>, tls::CertificateError> {
    let ready = tls::load(files, clock.time_of_day())?;
    if let Some(objection) = ready.objection {
        tracing::error!(
            %objection,
            file = %files.chain.display(),
            "clients reject this certificate. If this machine's date is right, renew it: `ishigaki-server init --out \
             FOLDER` (clients that trusted the old one trust the new one)"
        );
    }
    Ok(ready.config)
}

/// Parts of a server except its network.
pub struct Parts {
    pub contest: Contest,
    pub registry: TokenRegistry,
    pub context: GameContext,
    pub limits: Limits,
    /// Endpoint of the metrics.
    pub figures: Option<MetricsEndpoint>,
    /// This server's cluster membership, if the journal is shared.
    pub place: MemberOptions,
    /// Notified with the games when they are open.
    pub ready: Option<oneshot::Sender<Arc<Games>>>,
}

/// Endpoint of the metrics.
#[derive(Debug)]
pub struct MetricsEndpoint {
    pub listener: TcpListener,
}

/// Serves like [`run`] over any connections. On return no game uses the journal any more, even after an early
/// stop or error; the caller closes it.
///
/// # Errors
///
/// Games or events that can't be opened or continued; [`Error::Network`] if `incoming` fails; the panic of a
/// task.
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
    // No call has been answered yet.
    let Some(OpenedGames { games, tournaments, cluster }) = opened else { return Ok(()) };
    let keeper = cluster.clone().map(|cluster| keep(cluster, stop.subscribe()));
    tracing::info!(games = games.all().len(), events = tournaments.served().len(), "serving");
    let upkeep = tokio::spawn(Arc::clone(&games).upkeep());
    // The receiver may be gone.
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
            // Watchers stay until their feed ends, so the games are stopped first.
            stop.send_replace(true);
        });
    let served = tokio::select! {
        served = serving => served.map_err(|error| Error::Network(error).into()),
        error = games.failed() => Err(error.into()),
        () = final_message(stop.subscribe(), &*clock) => {
            tracing::warn!("some connections did not end in time and are closed");
            Ok(())
        }
    };
    stop.send_replace(true);
    if let Some(keeper) = keeper {
        keeper.await.context("the keeper of the server's place failed")?;
    }
    upkeep.await.context("the upkeep of games that are over failed")?;
    games.ended().await;
    tournaments.ended().await;
    if let Some(figures) = figures {
        figures.await.context("the metrics failed")?;
    }
    served
}

fn keep(cluster: Arc<Cluster>, stop: watch::Receiver<bool>) -> JoinHandle<()> {
    tokio::spawn(async move { cluster.keep(stop).await })
}

/// Ends when connections have had their time to close after a stop.
async fn final_message(mut stopping: watch::Receiver<bool>, clock: &dyn Clock) {
    // The sender lives as long as the server.
    _ = stopping.wait_for(|stopping| *stopping).await;
    clock.reach(Monotonic(clock.now().0.saturating_add(FINAL_MESSAGE_DELAY.0))).await;
}

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

/// Returns how many of these connections the process has descriptors for, after raising its limit.
fn affordable(connections: usize) -> usize {
    let Some(most) = ishigaki_page::descriptors::raise() else { return connections };
    let affordable = usize::try_from(most).unwrap_or(usize::MAX).saturating_sub(OWN_DESCRIPTORS);
    if affordable < connections {
        tracing::warn!(
            descriptors = most,
            connections = affordable,
            "few file descriptors, so fewer connections are allowed; `ulimit -n` raises the limit"
        );
    }
    connections.min(affordable)
}

/// HTTP/2 with all limits set that an unauthenticated client could exhaust. What tonic leaves unset overrides
/// hyper's own defaults.
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

fn schema() -> tonic_reflection::server::Builder<'static> {
    tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(ishigaki_proto::FILE_DESCRIPTOR_SET)
        // Details of errors, so that clients without the schema can read them.
        .register_encoded_file_descriptor_set(tonic_types::pb::FILE_DESCRIPTOR_SET)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
}

/// Ends at Ctrl-C, or on Unix at SIGTERM.
pub async fn stop_signal() {
    let interrupted = async {
        // Without a handler the signal ends the process.
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
