//! The server process with its files, well-behaved clients, and measurements of memory.

use std::collections::BTreeMap;
use std::fs;
use std::future::Future;
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ishigaki_client::{Authority, Feed, Folded, Link, Mirror, ServerUrl, Update, connect};
use ishigaki_prerequisite::Prerequisite;
use ishigaki_proto::{judge, team, wire};
use ishigaki_rules::Fact;
use ishigaki_testkit::{Operator, Program};
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::rustls::pki_types::ServerName;
use tonic::{Code, Status};

#[cfg(target_os = "linux")]
use crate::abuse::disk::Disk;

/// Game g is attacked, and n is the normal game that must run. Only b and c play o. Game t opens lists once all
/// are sealed, and w waits for its teams.
const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }]
game = [
    { id = "g", scenario = "tiny-2", teams = ["a", "b"], close = "deadline" },
    { id = "n", scenario = "tiny-2", teams = ["a", "b"], close = "all-sealed" },
    { id = "o", scenario = "tiny-2", teams = ["b", "c"] },
    { id = "t", scenario = "tiny-2", close = "all-sealed" },
    { id = "w", scenario = "tiny-2", teams = 2, starts = "by-organiser", spare = "tiny-2" },
]
"#;

/// Maximum growth of the server's memory under attack, in bytes. An idle debug build uses about 30 MiB.
pub(crate) const GROWTH: u64 = 48 << 20;

/// Timeout for expected events.
const TIMEOUT: Duration = Duration::from_secs(30);

pub(crate) struct AbuseFixture {
    pub(crate) operator: Operator,
    server: Program,
    metrics: SocketAddr,
    /// The original tokens.
    tokens: BTreeMap<&'static str, String>,
    /// Memory after the start, in bytes.
    filled: u64,
}

pub(crate) type Wire = Box<dyn Duplex>;

pub(crate) trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

struct Start<'a> {
    limits: &'a str,
    listen: &'a str,
    is_plain: bool,
    preparation: &'a str,
}

impl Default for Start<'_> {
    fn default() -> Self {
        Self { limits: "", listen: "127.0.0.1:0", is_plain: false, preparation: "" }
    }
}

impl AbuseFixture {
    pub(crate) fn open() -> Self {
        Self::within("")
    }

    pub(crate) fn within(limits: &str) -> Self {
        Self::start(&Start { limits, ..Start::default() })
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn on_a_disk_of_its_own() -> (Self, Disk) {
        let operator = Operator::new(env!("CARGO_BIN_EXE_ishigaki-server"), CONTEST);
        let disk = Disk::at(operator.home());
        let fixture = Self::of(operator, &Start { preparation: &disk.preparation(), ..Start::default() });
        (fixture, disk)
    }

    pub(crate) fn plain(limits: &str) -> Self {
        Self::start(&Start { limits, is_plain: true, ..Start::default() })
    }

    pub(crate) fn with_descriptors(most: u32, limits: &str) -> Self {
        Self::start(&Start { limits, preparation: &format!("ulimit -n {most}"), ..Start::default() })
    }

    /// A server that is called over the machine's network interface, as from another machine. Returns `None`
    /// without a network.
    pub(crate) fn across_the_network(limits: &str) -> Option<Self> {
        // Connecting a UDP socket sends nothing, but shows the source address that the machine would use.
        let socket = UdpSocket::bind("0.0.0.0:0").unwrap();
        let is_routed = socket.connect("192.0.2.1:9").is_ok();
        let address = socket.local_addr().unwrap().ip();
        if !is_routed || address.is_loopback() {
            Prerequisite::Network.pass_over("this machine has no address but its own");
            return None;
        }
        Some(Self::start(&Start { limits, listen: &format!("{address}:0"), ..Start::default() }))
    }

    fn start(how: &Start<'_>) -> Self {
        Self::of(Operator::new(env!("CARGO_BIN_EXE_ishigaki-server"), CONTEST), how)
    }

    fn of(operator: Operator, how: &Start<'_>) -> Self {
        fs::write(operator.home().join("limits.toml"), how.limits).unwrap();
        let mut options = vec!["--folder", "day", "--limits", "limits.toml", "--metrics", "127.0.0.1:0"];
        options.extend(how.is_plain.then_some("--plaintext"));
        let mut server = if how.preparation.is_empty() {
            operator.serve_at(how.listen, &options)
        } else {
            operator.serve_after(how.preparation, &options)
        };
        let metrics = server.next_message("metrics on http://").trim_end_matches("/metrics").parse().unwrap();
        let tokens = ["judge", "organiser", "board", "standby", "a", "b", "c"];
        let tokens = tokens.into_iter().map(|name| (name, operator.token(name))).collect();
        let mut fixture = Self { operator, server, metrics, tokens, filled: 0 };
        fixture.filled = fixture.memory();
        fixture
    }

    /// Returns the original token.
    pub(crate) fn token(&self, name: &str) -> &str {
        self.tokens.get(name).expect("a token of that name")
    }

    /// Connects with the token that is in the contest directory now.
    pub(crate) fn link(&self, name: &str) -> Link {
        self.link_by(&self.operator.token(name))
    }

    pub(crate) fn link_by(&self, token: &str) -> Link {
        let authority = Authority::read(self.operator.read("ca.pem").as_bytes()).unwrap();
        let authority = self.is_encrypted().then_some(authority);
        let address = self.server.url().parse::<ServerUrl>().unwrap().address(authority, false).unwrap();
        connect(&address, &token.parse().unwrap())
    }

    fn is_encrypted(&self) -> bool {
        self.server.url().starts_with("https://")
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// Opens a TCP connection.
    pub(crate) async fn knock(&self) -> TcpStream {
        let line = TcpStream::connect(self.server.address()).await.unwrap();
        // Without this, attacks in lockstep with the server would wait for delayed acknowledgements.
        line.set_nodelay(true).unwrap();
        line
    }

    /// Opens a connection for HTTP/2, over TLS if the server uses it.
    pub(crate) async fn dial(&self) -> Wire {
        self.over(self.knock().await).await.unwrap()
    }

    /// Sets up the same on an open TCP connection; fails if the server closes it.
    pub(crate) async fn over(&self, line: TcpStream) -> io::Result<Wire> {
        if !self.is_encrypted() {
            return Ok(Box::new(line));
        }
        let name = ServerName::try_from(ishigaki_proto::SERVER_NAME).unwrap();
        Ok(Box::new(self.operator.connector().connect(name, line).await?))
    }

    pub(crate) fn log(&self) -> String {
        self.operator.log()
    }

    fn proc(&self, name: &str) -> PathBuf {
        Path::new("/proc").join(self.server.id().to_string()).join(name)
    }

    /// Reads a file of the server's `/proc` directory.
    pub(crate) fn proc_text(&self, name: &str) -> String {
        fs::read_to_string(self.proc(name)).unwrap()
    }

    pub(crate) fn metrics(&self) -> SocketAddr {
        self.metrics
    }

    fn memory(&self) -> u64 {
        let status = fs::read_to_string(self.proc("status")).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
    }

    pub(crate) fn descriptors(&self) -> usize {
        fs::read_dir(self.proc("fd")).unwrap().count()
    }

    /// Lowers the limit of the server's open descriptors without its knowledge.
    pub(crate) fn allow_descriptors(&self, most: usize) {
        let most = u64::try_from(most).ok();
        let limit = Rlimit { current: most, maximum: most };
        let server = i32::try_from(self.server.id()).ok().and_then(Pid::from_raw);
        prlimit(server, Resource::Nofile, limit).unwrap();
    }

    /// Returns the processor time that the server has used.
    pub(crate) fn busy(&self) -> Duration {
        let stat = fs::read_to_string(self.proc("stat")).unwrap();
        // Fields 14 and 15 of the file, counted from after the name, are in hundredths of a second.
        let (_, fields) = stat.rsplit_once(')').unwrap();
        let ticks = fields.split_whitespace().skip(11).take(2).map(|field| field.parse::<u64>().unwrap());
        Duration::from_millis(10 * ticks.sum::<u64>())
    }

    #[track_caller]
    pub(crate) fn assert_not_grown(&self) {
        let grown = self.memory().saturating_sub(self.filled);
        assert!(grown < GROWTH, "the server has grown by {} MiB", grown >> 20);
    }

    /// Returns a value from the server's metrics by name and labels, or 0 if it is missing.
    pub(crate) async fn metric(&self, name: &str) -> f64 {
        let mut stream = TcpStream::connect(self.metrics).await.unwrap();
        stream.write_all(b"GET /metrics HTTP/1.1\r\nhost: test\r\n\r\n").await.unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map_or(0.0, |value| value.parse().unwrap())
    }

    pub(crate) async fn until(&self, metric: &str, least: f64) {
        in_time(metric, async {
            while self.metric(metric).await < least {
                tokio::task::yield_now().await;
            }
        })
        .await;
    }

    pub(crate) async fn until_all_disconnected(&self) {
        in_time("the end of all connections", async {
            while self.metric("ishigaki_connections").await > 0.0 {
                tokio::task::yield_now().await;
            }
        })
        .await;
    }

    pub(crate) async fn open_round(&self, game: &str) {
        self.try_to_open_round(game).await.unwrap();
    }

    async fn try_to_open_round(&self, game: &str) -> Result<(), Status> {
        let request = judge::OpenRoundRequest { game: game.into(), round: 1 };
        self.link("judge").judge().open_round(request).await.map(drop)
    }

    pub(crate) async fn bid(
        &self,
        game: &str,
        team: &str,
        replaces: u32,
        bids: &[(&str, u64)],
    ) -> Result<u32, Status> {
        let bid = |&(lot, price): &(&str, u64)| wire::Bid { lot: lot.into(), price };
        let request = team::SubmitBidsRequest {
            game: game.into(),
            round: 1,
            attempt: 0,
            replaces_revision: replaces,
            bids: bids.iter().map(bid).collect(),
            ..Default::default()
        };
        self.link(team).team().submit_bids(request).await.map(|answer| answer.into_inner().revision)
    }

    pub(crate) async fn confirm(&self, game: &str, attempt: u32) -> Result<(), Status> {
        let choice = Some(judge::confirm_lots_request::Choice::All(judge::AllLots {}));
        let request = judge::ConfirmLotsRequest {
            game: game.into(),
            round: 1,
            attempt,
            choice,
            settlement_digest: None,
        };
        self.link("judge").judge().confirm_lots(request).await.map(drop)
    }

    pub(crate) async fn remark(&self, text: &str) -> Result<(), Status> {
        let request = judge::AddRemarkRequest { game: "g".into(), text: text.into() };
        self.link("judge").judge().add_remark(request).await.map(drop)
    }

    /// Asserts that a normal round can be played from opening to final while the board watches.
    pub(crate) async fn a_normal_game_still_runs(&self) {
        in_time("a normal game", async {
            let mut feed = Feed::open(self.link("board"), "n", 1);
            let mut mirror = Mirror::new();
            through(async || self.try_to_open_round("n").await).await;
            assert_eq!(through(async || self.bid("n", "a", 0, &[("P", 20)]).await).await, 1);
            assert_eq!(through(async || self.bid("n", "b", 0, &[("O", 9)]).await).await, 1);
            follow(&mut feed, &mut mirror, "lists_opened").await;
            through(async || self.confirm("n", 1).await).await;
            follow(&mut feed, &mut mirror, "round_finalised").await;
            let game = mirror.game().unwrap();
            let held: Vec<u64> =
                game.setup().team_ids().map(|team| game.team(team).unwrap().held.0).collect();
            assert_eq!(held, [40, 51]);
        })
        .await;
    }
}

/// Repeats a call until it reaches the server, as every client does. On a busy machine, connecting may exceed a
/// limit of a quarter of a second. The limit of handshakes per address may also drop this connection.
async fn through<T>(mut call: impl AsyncFnMut() -> Result<T, Status>) -> T {
    loop {
        match call().await {
            Err(status) if matches!(status.code(), Code::Unknown | Code::Unavailable) => {
                tokio::task::yield_now().await;
            }
            answer => return answer.unwrap(),
        }
    }
}

pub(crate) async fn follow(feed: &mut Feed, mirror: &mut Mirror, name: &str) -> Fact {
    loop {
        let update = feed.next().await.expect("the feed goes on").expect("the feed is not refused");
        let Update::Item { item, received } = update else {
            continue;
        };
        if let Folded::Event(event) = mirror.fold(&item, received).unwrap()
            && event.fact.name() == name
        {
            return event.fact;
        }
    }
}

pub(crate) async fn hung_up(line: &mut (impl AsyncRead + Unpin)) {
    let mut rest = Vec::new();
    // A reset also closes the connection.
    _ = in_time("the end of a connection", line.read_to_end(&mut rest)).await;
}

pub(crate) async fn in_time<T>(what: &str, happening: impl Future<Output = T>) -> T {
    let happened = tokio::time::timeout(TIMEOUT, happening).await;
    happened.unwrap_or_else(|_| panic!("{what} does not happen"))
}
