//! A server with any journal and a manual clock.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use ishigaki_client::Link;
use ishigaki_engine::entropy::SystemEntropy;
use ishigaki_engine::games::GameContext;
use ishigaki_engine::key::ServerKey;
use ishigaki_engine::meter::Meter;
use ishigaki_engine::spool::Spool;
use ishigaki_engine::token::{Principal, Role, TokenRegistry, TokenStore};
use ishigaki_grpc::limits::Limits;
use ishigaki_journal::Journal;
use ishigaki_scenarios::Contest;
use ishigaki_server::run::{MetricsEndpoint, Parts, serve};
use ishigaki_testkit::ManualClock;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::TcpListenerStream;

use super::fixture::link;

/// A server that starts without waiting for records, with its journal.
pub(crate) struct Site<J> {
    pub(crate) clock: ManualClock,
    pub(crate) journal: Arc<J>,
    contest: &'static str,
    key: Arc<ServerKey>,
    store: TokenStore,
    tokens: BTreeMap<&'static str, String>,
    address: String,
    pub(crate) metrics: SocketAddr,
    pub(crate) running: Option<(oneshot::Sender<()>, JoinHandle<anyhow::Result<()>>)>,
}

impl<J: Journal + 'static> Site<J> {
    /// Builds the server without starting it.
    pub(crate) fn built(contest: &'static str, journal: J) -> Self {
        let mut store = TokenStore::new();
        let team = |code: &str| Role::Team { team: code.into() };
        let roles = ["a", "b", "c", "d"].map(|code| (code, team(code))).into_iter();
        let roles = roles.chain([("judge", Role::Judge), ("board", Role::Board)]);
        let tokens = roles.map(|(name, role)| {
            let token = store.issue(Principal { name: name.into(), role }, &SystemEntropy).unwrap();
            (name, token.reveal().to_owned())
        });
        let tokens = tokens.collect();
        Self {
            clock: ManualClock::new(),
            journal: Arc::new(journal),
            contest,
            key: Arc::new(ServerKey::make(&SystemEntropy).unwrap()),
            store,
            tokens,
            address: String::new(),
            metrics: ([127, 0, 0, 1], 0).into(),
            running: None,
        }
    }

    pub(crate) async fn start(&mut self) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        self.address = listener.local_addr().unwrap().to_string();
        let metrics = TcpListener::bind("127.0.0.1:0").await.unwrap();
        self.metrics = metrics.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let parts = self.parts(metrics);
        let incoming = TcpListenerStream::new(listener);
        let shutdown = async { _ = stopped.await };
        let serving = tokio::spawn(serve(parts, incoming.map(|stream| stream), shutdown));
        self.running = Some((stop, serving));
    }

    pub(crate) fn contest(&self) -> Contest {
        Contest::parse("contest.toml", self.contest).unwrap()
    }

    pub(crate) fn parts(&self, metrics: TcpListener) -> Parts {
        Parts {
            place: ishigaki_cluster::cluster::MemberOptions::default(),
            contest: self.contest(),
            registry: TokenRegistry::new(self.store.clone()),
            context: self.context(),
            limits: Limits { sealing_per_second: 0, ..Limits::default() },
            figures: Some(MetricsEndpoint { listener: metrics }),
            ready: None,
        }
    }

    pub(crate) fn context(&self) -> GameContext {
        GameContext {
            journal: Arc::clone(&self.journal) as _,
            clock: Arc::new(self.clock.clone()),
            entropy: Arc::new(SystemEntropy),
            key: Arc::clone(&self.key),
            meter: Meter::new(),
            spool: Spool::default(),
            copies: ishigaki_engine::required_copy::CopyConfirmations::default(),
            awaited_records: 0,
        }
    }

    pub(crate) async fn stop(&mut self) {
        let (stop, serving) = self.running.take().unwrap();
        drop(stop);
        serving.await.unwrap().unwrap();
    }

    pub(crate) fn link(&self, name: &str) -> Link {
        link(&self.address, &self.tokens[name])
    }
}
