//! A server from start to stop: `run(config, listener, shutdown)`; [`serve`] is the part of it that knows no file
//! and no socket.

use std::error::Error;
use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use ishigaki_journal::{Journal, SqliteJournal};
use ishigaki_proto::server::board::BoardServiceServer;
use ishigaki_proto::server::judge::JudgeServiceServer;
use ishigaki_proto::server::organiser::OrganiserServiceServer;
use ishigaki_proto::server::standby::StandbyServiceServer;
use ishigaki_proto::server::team::TeamServiceServer;
use ishigaki_rules::Millis;
use ishigaki_scenarios::Contest;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_stream::Stream;
use tonic::transport::Server;
use tonic::transport::server::Connected;

use crate::clock::{Clock, Monotonic, SystemClock};
use crate::config::Config;
use crate::engine::founders;
use crate::entropy::{Entropy, SystemEntropy};
use crate::games::{Games, Ground};
use crate::gate::{self, Gate};
use crate::key::ServerKey;
use crate::metrics::{Meter, Sources, page};
use crate::service::{Reception, Services};
use crate::token::Desk;

/// How long an idle connection is left alone before it is asked whether anybody is there.
const KEEPALIVE: Duration = Duration::from_secs(10);

/// How long the answer to that may take.
const KEEPALIVE_ANSWER: Duration = Duration::from_secs(5);

/// How many calls one connection may have under way.
const STREAMS_PER_CONNECTION: u32 = 256;

/// How long a stopping server waits for connections to end by themselves.
const LAST_WORDS: Millis = Millis(5_000);

/// Where a server listens.
#[derive(Debug)]
pub struct Listeners {
    /// For calls.
    pub calls: TcpListener,
    /// For whoever asks for metrics, if anybody may.
    pub metrics: Option<TcpListener>,
}

impl From<TcpListener> for Listeners {
    /// For calls alone.
    fn from(calls: TcpListener) -> Self {
        Self { calls, metrics: None }
    }
}

/// Serves a contest until `shutdown` ends. Everything acknowledged is durable when this returns, and after a
/// kill just as well.
pub async fn run(
    config: Config,
    listeners: impl Into<Listeners>,
    shutdown: impl Future<Output = ()> + Send,
) -> anyhow::Result<()> {
    run_by(Arc::new(SystemClock::new()), Arc::new(SystemEntropy), config, listeners, shutdown).await
}

/// As [`run`], by another clock and other randomness than the machine's: tests move time by hand.
pub async fn run_by(
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    config: Config,
    listeners: impl Into<Listeners>,
    shutdown: impl Future<Output = ()> + Send,
) -> anyhow::Result<()> {
    let Listeners { calls: listener, metrics } = listeners.into();
    let contest = Contest::load(&config.contest)?;
    let desk = Desk::load(&config.tokens)?;
    let file = SqliteJournal::open(&config.journal)
        .with_context(|| format!("cannot use the journal {}", config.journal.display()))?;
    let journal: Arc<dyn Journal> = Arc::new(file.clone());
    for team in contest.teams.iter().filter(|team| !desk.knows_team(&team.code)) {
        tracing::warn!(team = team.code, "this team has no token; `ishigaki-server tokens` makes them");
    }
    let key = ServerKey::obtain(&config.key, &founders(&*journal).await?, &*entropy)?;
    tracing::info!(fingerprint = %key.fingerprint(), file = %config.key.display(), "the server's key");
    tracing::info!(address = %listener.local_addr()?, "listening");
    let figures = metrics.map(|listener| Figures { listener, journal: config.journal.clone() });
    let ground = Ground { journal, clock, entropy, key: Arc::new(key), meter: Meter::new() };
    let gate = Gate::new(listener, None, gate::Limits::default(), Arc::clone(&ground.clock));
    let served = serve(Parts { contest, desk, ground, figures }, gate, shutdown).await;
    file.close().await.context("the journal failed while closing")?;
    served
}

/// What a server is made of, apart from its network.
pub struct Parts {
    /// What is played.
    pub contest: Contest,
    /// Who gets in.
    pub desk: Desk,
    /// What the games stand on.
    pub ground: Ground,
    /// Where metrics are handed out, if they are.
    pub figures: Option<Figures>,
}

/// Where metrics are handed out.
#[derive(Debug)]
pub struct Figures {
    /// Who wants them comes here.
    pub listener: TcpListener,
    /// The journal's file: the disk under it is looked at.
    pub journal: PathBuf,
}

/// As [`run`], over connections from anywhere. Fails if a game cannot be opened or `incoming` fails. Nobody uses the
/// journal any more when this returns; closing it is the caller's.
pub async fn serve<I, IO, E>(
    parts: Parts,
    incoming: I,
    shutdown: impl Future<Output = ()> + Send,
) -> anyhow::Result<()>
where
    I: Stream<Item = Result<IO, E>>,
    IO: AsyncRead + AsyncWrite + Connected + Unpin + Send + 'static,
    E: Into<Box<dyn Error + Send + Sync>>,
{
    let Parts { contest, desk, ground, figures } = parts;
    let clock = Arc::clone(&ground.clock);
    let meter = ground.meter.clone();
    let (stop, stopped) = watch::channel(false);
    let games = Arc::new(Games::open(contest, ground, stopped).await?);
    tracing::info!(games = games.served().len(), "serving");
    let figures = figures.map(|Figures { listener, journal }| {
        let sources = Sources::new(meter.clone(), Arc::clone(&games), Arc::clone(&clock), &journal);
        tokio::spawn(page::serve(listener, sources, stop.subscribe()))
    });
    let services = Services::new(Arc::clone(&games), desk);
    let (health, health_service) = tonic_health::server::health_reporter();
    health.set_serving::<BoardServiceServer<Services>>().await;
    health.set_serving::<JudgeServiceServer<Services>>().await;
    health.set_serving::<OrganiserServiceServer<Services>>().await;
    health.set_serving::<StandbyServiceServer<Services>>().await;
    health.set_serving::<TeamServiceServer<Services>>().await;
    let serving = Server::builder()
        .http2_keepalive_interval(Some(KEEPALIVE))
        .http2_keepalive_timeout(Some(KEEPALIVE_ANSWER))
        .max_concurrent_streams(Some(STREAMS_PER_CONNECTION))
        .layer(Reception::new(meter, Arc::clone(&clock)))
        .add_service(health_service)
        .add_service(schema().build_v1().context("the schema cannot be shown")?)
        .add_service(schema().build_v1alpha().context("the schema cannot be shown")?)
        .add_service(services.team())
        .add_service(services.judge())
        .add_service(services.board())
        .add_service(services.organiser())
        .add_service(services.standby())
        .serve_with_incoming_shutdown(incoming, async {
            shutdown.await;
            // Watchers stay until their feed ends, so the games go first.
            stop.send_replace(true);
        });
    let mut stopping = stop.subscribe();
    let patience = async {
        // The sender lives as long as this function, so there is always a change to wait for.
        _ = stopping.wait_for(|stopping| *stopping).await;
        clock.reach(Monotonic(clock.now().0.saturating_add(LAST_WORDS.0))).await;
    };
    let served = tokio::select! {
        served = serving => served.context("the server's network failed"),
        () = patience => {
            tracing::warn!("some connections did not end in time; they are cut");
            Ok(())
        }
    };
    stop.send_replace(true);
    games.ended().await;
    if let Some(figures) = figures {
        figures.await.context("the metrics failed")?;
    }
    served
}

/// The schema as any client can ask for it.
fn schema() -> tonic_reflection::server::Builder<'static> {
    tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(ishigaki_proto::FILE_DESCRIPTOR_SET)
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
