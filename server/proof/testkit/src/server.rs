//! A whole server on a free local port, with its files in a temporary directory.

use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::sync::Arc;

use ishigaki_engine::clock::{Clock, SystemClock};
use ishigaki_engine::entropy::{Entropy, SystemEntropy};
use ishigaki_engine::token::{Principal, Role, TokenStore};
use ishigaki_grpc::certificate::CertificateIssuer;
use ishigaki_grpc::limits::Limits;
use ishigaki_grpc::tls;
use ishigaki_scenarios::Contest;
use ishigaki_server::config::Config;
use ishigaki_server::run::{Listeners, run_by};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running server.
#[derive(Debug)]
pub struct TestServer {
    folder: TempDir,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    address: SocketAddr,
    metrics: SocketAddr,
    tokens: BTreeMap<String, String>,
    limits: Limits,
    authority: Option<CertificateIssuer>,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
}

/// Returns the status line and the body of a `GET` of this path from the metrics listener.
pub async fn metrics(address: SocketAddr, path: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).await.expect("metrics are handed out");
    let request = format!("GET {path} HTTP/1.1\r\nhost: test\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("the request is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("the answer is text");
    let (head, body) = answer.split_once("\r\n\r\n").expect("the answer has a head");
    (head.lines().next().unwrap_or_default().to_owned(), body.to_owned())
}

impl TestServer {
    /// Serves this contest with the machine's clock.
    pub async fn start(contest: &str) -> Self {
        Self::start_by(Arc::new(SystemClock::new()), contest).await
    }

    /// Serves this contest with this clock. The contest's text may name shipped scenarios.
    pub async fn start_by(clock: Arc<dyn Clock>, contest: &str) -> Self {
        Self::start_with(clock, Arc::new(SystemEntropy), contest).await
    }

    /// Serves this contest with this clock and randomness, which also makes the tokens.
    pub async fn start_with(clock: Arc<dyn Clock>, entropy: Arc<dyn Entropy>, contest: &str) -> Self {
        Self::start_within(Limits::default(), clock, entropy, contest).await
    }

    /// Serves like [`TestServer::start_with`], with these limits.
    pub async fn start_within(
        limits: Limits,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        contest: &str,
    ) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        fs::write(folder.path().join("contest.toml"), contest).expect("the contest file is written");
        let spec = Contest::load(&folder.path().join("contest.toml")).expect("the contest file is valid");
        let (store, tokens) = store(&spec, &*entropy);
        store.save(&folder.path().join("tokens.toml")).expect("the token file is written");
        let address = ([127, 0, 0, 1], 0).into();
        let (stop, task) = (None, None);
        let mut server = Self {
            folder,
            clock,
            entropy,
            address,
            metrics: address,
            tokens,
            limits,
            authority: None,
            stop,
            task,
        };
        server.resume().await;
        server
    }

    /// Serves like [`TestServer::start`], encrypted, with a new authority and certificate.
    pub async fn start_encrypted(contest: &str) -> Self {
        let mut server = Self::start(contest).await;
        server.stop().await;
        let now = server.clock.time_of_day();
        let authority = CertificateIssuer::make(now).expect("an authority is made");
        let made = authority.certify("localhost", now).expect("a certificate is made");
        let path = |name| server.folder.path().join(name);
        fs::write(path("server.pem"), made.chain).expect("the certificate is written");
        fs::write(path("server-key.pem"), made.key.as_bytes()).expect("its key is written");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::Permissions::from_mode(0o600);
            fs::set_permissions(path("server-key.pem"), mode).expect("its key is nobody else's");
        }
        server.authority = Some(authority);
        // The port isn't published yet, and may be taken by now.
        server.address.set_port(0);
        server.resume().await;
        server
    }

    /// Returns the authority of an encrypted server.
    pub fn authority(&self) -> Option<&CertificateIssuer> {
        self.authority.as_ref()
    }

    /// Returns the listening address, which [`TestServer::resume`] keeps.
    pub fn address(&self) -> String {
        let scheme = if self.authority.is_some() { "https" } else { "http" };
        format!("{scheme}://{}", self.address)
    }

    /// Returns the status line and the body of a `GET` of this path from the metrics listener.
    pub async fn metrics(&self, path: &str) -> (String, String) {
        metrics(self.metrics, path).await
    }

    /// Returns the deterministic metrics: without durations, memory, descriptors, disk, connections and lags.
    pub async fn steady_metrics(&self) -> String {
        const UNSTEADY: &[&str] = &[
            "_seconds_sum",
            "_seconds_bucket",
            "_slowest_seconds ",
            "process_",
            "ishigaki_disk_",
            "_lag_items ",
            "ishigaki_connections ",
        ];
        let is_steady = |line: &&str| !UNSTEADY.iter().any(|part| line.contains(part));
        let (_, text) = self.metrics("/metrics").await;
        text.lines().filter(is_steady).flat_map(|line| [line, "\n"]).collect()
    }

    /// Returns the token of `judge`, `organiser`, `board`, `desk`, `referee`, or a team by its code.
    pub fn token(&self, name: &str) -> &str {
        self.tokens.get(name).expect("a token of that name")
    }

    /// Returns the journal file.
    pub fn journal(&self) -> std::path::PathBuf {
        self.folder.path().join("journal.db")
    }

    /// Returns the token file. The server looks at it every 250 ms of its clock.
    pub fn tokens(&self) -> std::path::PathBuf {
        self.folder.path().join("tokens.toml")
    }

    /// Returns the key file.
    pub fn key(&self) -> std::path::PathBuf {
        self.folder.path().join("journal.key")
    }

    /// Stops the server; its files stay.
    pub async fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // The server may have stopped already.
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
        // A new port, because the previous one may be taken by now.
        let metrics = TcpListener::bind((self.metrics.ip(), 0)).await.expect("some port is free");
        self.metrics = metrics.local_addr().expect("a bound listener has an address");
        let path = |name| self.folder.path().join(name);
        let config = Config {
            advertise: None,
            contest: path("contest.toml"),
            journal: path("journal.db").into(),
            key: path("journal.key"),
            tokens: path("tokens.toml"),
            tls: self
                .authority
                .is_some()
                .then(|| tls::CertificateFiles { chain: path("server.pem"), key: path("server-key.pem") }),
            copy_timeout: None,
            awaited_records: ishigaki_engine::games::MAX_AWAITED_RECORDS,
            limits: self.limits.clone(),
        };
        let (stop, stopped) = oneshot::channel();
        let clock = Arc::clone(&self.clock);
        let entropy = Arc::clone(&self.entropy);
        self.stop = Some(stop);
        self.task = Some(tokio::spawn(async move {
            let shutdown = async {
                // Dropping the handle also stops the server.
                drop(stopped.await);
            };
            let listeners = Listeners { calls: listener, metrics: Some(metrics), ready: None };
            let served = Box::pin(run_by(clock, entropy, config, listeners, shutdown));
            served.await.expect("the server runs and stops");
        }));
    }
}

fn store(contest: &Contest, entropy: &dyn Entropy) -> (TokenStore, BTreeMap<String, String>) {
    let fixed = [
        ("judge", Role::Judge),
        ("organiser", Role::Organiser),
        ("board", Role::Board),
        ("desk", Role::Desk),
        ("referee", Role::Referee),
    ];
    let fixed = fixed.map(|(name, role)| (name.to_owned(), role));
    let teams = contest.teams.iter().map(|team| (team.code.clone(), Role::Team { team: team.code.clone() }));
    let mut store = TokenStore::new();
    let mut tokens = BTreeMap::new();
    let standby = [("standby".to_owned(), Role::Standby)];
    let judges = contest.judges.iter().map(Principal::judge).map(|judge| (judge.name, judge.role));
    for (name, role) in fixed.into_iter().chain(teams).chain(standby).chain(judges) {
        let token = store.issue(Principal { name: name.clone(), role }, entropy).expect("a token is made");
        tokens.insert(name, token.reveal().to_owned());
    }
    (store, tokens)
}
