//! A whole server on a free port of this machine, with its files in a folder that goes away with it.

use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::sync::Arc;

use ishigaki_scenarios::Contest;
use ishigaki_server::clock::{Clock, SystemClock};
use ishigaki_server::config::Config;
use ishigaki_server::entropy::{Entropy, SystemEntropy};
use ishigaki_server::run::run_by;
use ishigaki_server::token::{Desk, Principal, Role};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running server.
#[derive(Debug)]
pub struct TestServer {
    folder: TempDir,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    address: SocketAddr,
    tokens: BTreeMap<String, String>,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
}

impl TestServer {
    /// Serves this contest by the machine's clock.
    pub async fn start(contest: &str) -> Self {
        Self::start_by(Arc::new(SystemClock::new()), contest).await
    }

    /// Serves this contest by this clock. The contest's text may name shipped scenarios.
    pub async fn start_by(clock: Arc<dyn Clock>, contest: &str) -> Self {
        Self::start_with(clock, Arc::new(SystemEntropy), contest).await
    }

    /// Serves this contest by this clock and this randomness; the tokens are made with it as well.
    pub async fn start_with(clock: Arc<dyn Clock>, entropy: Arc<dyn Entropy>, contest: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        fs::write(folder.path().join("contest.toml"), contest).expect("the contest file is written");
        let spec = Contest::load(&folder.path().join("contest.toml")).expect("the contest file is valid");
        let (desk, tokens) = desk(&spec, &*entropy);
        desk.save(&folder.path().join("tokens.toml")).expect("the token file is written");
        let address = ([127, 0, 0, 1], 0).into();
        let mut server = Self { folder, clock, entropy, address, tokens, stop: None, task: None };
        server.resume().await;
        server
    }

    /// Where it listens; the same after [`TestServer::resume`].
    pub fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The token of `judge`, `organiser`, `board`, or a team by its code.
    pub fn token(&self, name: &str) -> &str {
        self.tokens.get(name).expect("a token of that name")
    }

    /// The journal file.
    pub fn journal(&self) -> std::path::PathBuf {
        self.folder.path().join("journal.db")
    }

    /// The key file.
    pub fn key(&self) -> std::path::PathBuf {
        self.folder.path().join("journal.key")
    }

    /// Stops the server; its files stay.
    pub async fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // The server may have ended by itself.
            _ = stop.send(());
        }
        if let Some(task) = self.task.take() {
            task.await.expect("the server does not panic");
        }
    }

    /// Starts it again on its port, with its files.
    pub async fn resume(&mut self) {
        let listener = TcpListener::bind(self.address).await.expect("the port is free");
        self.address = listener.local_addr().expect("a bound listener has an address");
        let path = |name| self.folder.path().join(name);
        let config = Config {
            contest: path("contest.toml"),
            journal: path("journal.db"),
            key: path("journal.key"),
            tokens: path("tokens.toml"),
        };
        let (stop, stopped) = oneshot::channel();
        let clock = Arc::clone(&self.clock);
        let entropy = Arc::clone(&self.entropy);
        self.stop = Some(stop);
        self.task = Some(tokio::spawn(async move {
            let shutdown = async {
                // A dropped handle stops the server as well.
                drop(stopped.await);
            };
            run_by(clock, entropy, config, listener, shutdown).await.expect("the server runs and stops");
        }));
    }
}

fn desk(contest: &Contest, entropy: &dyn Entropy) -> (Desk, BTreeMap<String, String>) {
    let fixed = [("judge", Role::Judge), ("organiser", Role::Organiser), ("board", Role::Board)];
    let fixed = fixed.map(|(name, role)| (name.to_owned(), role));
    let teams = contest.teams.iter().map(|team| (team.code.clone(), Role::Team { team: team.code.clone() }));
    let mut desk = Desk::new();
    let mut tokens = BTreeMap::new();
    let standby = [("standby".to_owned(), Role::Standby)];
    for (name, role) in fixed.into_iter().chain(teams).chain(standby) {
        let token = desk.issue(Principal { name: name.clone(), role }, entropy).expect("a token is made");
        tokens.insert(name, token.reveal().to_owned());
    }
    (desk, tokens)
}
