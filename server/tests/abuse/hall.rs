//! The server's process with its files, the people who use it as it is meant, and how much it fills.

use std::fs::{self, File};
use std::future::Future;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use ishigaki_link::{Audience, Feed, Folded, Link, Mirror, Update, connect};
use ishigaki_proto::{judge, team, wire};
use ishigaki_rules::Fact;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tonic::Status;

/// Game g is attacked, n is the one that must run, and b and c alone play o.
const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }]
game = [
    { id = "g", scenario = "tiny-2", teams = ["a", "b"], close = "deadline" },
    { id = "n", scenario = "tiny-2", teams = ["a", "b"], close = "all-sealed" },
    { id = "o", scenario = "tiny-2", teams = ["b", "c"] },
]
"#;

/// By how much an attack may have the server grow, in bytes. A debug build that has done nothing fills some 30 MiB.
pub(crate) const GROWTH: u64 = 48 << 20;

/// How long what must happen may take.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Hall {
    folder: TempDir,
    process: Child,
    pub(crate) address: SocketAddr,
    metrics: SocketAddr,
    tokens: String,
    /// What it filled when it had started.
    filled: u64,
}

impl Drop for Hall {
    fn drop(&mut self) {
        self.process.kill().expect("the server is killed");
        self.process.wait().expect("the server is gone");
    }
}

impl Hall {
    pub(crate) fn open() -> Self {
        Self::within("")
    }

    /// A server with these lines of limits.
    pub(crate) fn within(limits: &str) -> Self {
        Self::start(limits, None)
    }

    /// A server that may have so many descriptors open.
    pub(crate) fn with_descriptors(most: u32) -> Self {
        Self::start("first_call_ms = 5000", Some(most))
    }

    fn start(limits: &str, descriptors: Option<u32>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("contest.toml"), CONTEST).unwrap();
        fs::write(folder.path().join("limits.toml"), limits).unwrap();
        let server = env!("CARGO_BIN_EXE_ishigaki-server");
        let mut tokens = Command::new(server);
        tokens.args(["tokens", "--contest", "contest.toml"]).current_dir(folder.path());
        let tokens = tokens.output().unwrap();
        let mut command = match descriptors {
            None => Command::new(server),
            Some(most) => {
                let mut command = Command::new("sh");
                command.args(["-c", &format!("ulimit -n {most} && exec \"$0\" \"$@\""), server]);
                command
            }
        };
        command.args(["serve", "--contest", "contest.toml", "--limits", "limits.toml"]);
        command.args(["--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0"]);
        let log = File::create(folder.path().join("log")).unwrap();
        let mut process =
            command.current_dir(folder.path()).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut said = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut told = |what: &str| {
            let line = said.next().expect("the server says where it is").unwrap();
            let rest = line.strip_prefix(what).expect("it says so in this order").to_owned();
            rest.trim_end_matches("/metrics").parse::<SocketAddr>().unwrap()
        };
        let address = told("listening on http://");
        let metrics = told("metrics on http://");
        let tokens = String::from_utf8(tokens.stdout).unwrap();
        let mut hall = Self { folder, process, address, metrics, tokens, filled: 0 };
        hall.filled = hall.memory();
        hall
    }

    pub(crate) fn token(&self, name: &str) -> &str {
        let token = self.tokens.lines().find_map(|line| {
            let mut words = line.split_whitespace();
            (words.next() == Some(name)).then(|| words.next()).flatten()
        });
        token.expect("a token of that name")
    }

    pub(crate) fn link(&self, name: &str) -> Link {
        let address = format!("http://{}", self.address).parse().unwrap();
        connect(&address, &self.token(name).parse().unwrap())
    }

    /// What the server has logged so far.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap()
    }

    fn proc(&self, name: &str) -> std::path::PathBuf {
        Path::new("/proc").join(self.process.id().to_string()).join(name)
    }

    /// How many bytes of memory the server fills.
    fn memory(&self) -> u64 {
        let status = fs::read_to_string(self.proc("status")).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
    }

    /// How many descriptors the server has open.
    pub(crate) fn descriptors(&self) -> usize {
        fs::read_dir(self.proc("fd")).unwrap().count()
    }

    #[track_caller]
    pub(crate) fn has_not_grown(&self) {
        let grown = self.memory().saturating_sub(self.filled);
        assert!(grown < GROWTH, "the server has grown by {} MiB", grown >> 20);
    }

    /// A figure of the server's metrics, by its name and labels; 0 where there is none.
    pub(crate) async fn metric(&self, name: &str) -> f64 {
        let mut stream = TcpStream::connect(self.metrics).await.unwrap();
        stream.write_all(b"GET /metrics HTTP/1.1\r\nhost: test\r\n\r\n").await.unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map_or(0.0, |value| value.parse().unwrap())
    }

    /// Waits until a figure has come up to this.
    pub(crate) async fn until(&self, metric: &str, least: f64) {
        in_time(metric, async {
            while self.metric(metric).await < least {
                tokio::task::yield_now().await;
            }
        })
        .await;
    }

    /// Opens the first round of a game.
    pub(crate) async fn open_round(&self, game: &str) {
        let request = judge::OpenRoundRequest { game: game.into(), round: 1 };
        self.link("judge").judge().open_round(request).await.unwrap();
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
        };
        self.link(team).team().submit_bids(request).await.map(|answer| answer.into_inner().revision)
    }

    pub(crate) async fn remark(&self, text: &str) -> Result<(), Status> {
        let request = judge::AddRemarkRequest { game: "g".into(), text: text.into() };
        self.link("judge").judge().add_remark(request).await.map(drop)
    }

    /// Whoever plays by the rules is served: a round from its opening until it is final, watched by the board.
    pub(crate) async fn a_normal_game_still_runs(&self) {
        in_time("a normal game", async {
            let mut feed = Feed::open(self.link("board"), Audience::Board, "n", 1);
            let mut mirror = Mirror::new();
            self.open_round("n").await;
            assert_eq!(self.bid("n", "a", 0, &[("P", 20)]).await.unwrap(), 1);
            assert_eq!(self.bid("n", "b", 0, &[("O", 9)]).await.unwrap(), 1);
            follow(&mut feed, &mut mirror, "lists_opened").await;
            let choice = Some(judge::confirm_lots_request::Choice::All(judge::AllLots {}));
            let request = judge::ConfirmLotsRequest {
                game: "n".into(),
                round: 1,
                attempt: 1,
                choice,
                settlement_digest: None,
            };
            self.link("judge").judge().confirm_lots(request).await.unwrap();
            follow(&mut feed, &mut mirror, "round_finalised").await;
            let game = mirror.game().unwrap();
            let held: Vec<u64> =
                game.setup().team_ids().map(|team| game.team(team).unwrap().held.0).collect();
            assert_eq!(held, [40, 51]);
        })
        .await;
    }
}

/// Follows a feed until a fact of this name has come.
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

/// What must happen, in time.
pub(crate) async fn in_time<T>(what: &str, happening: impl Future<Output = T>) -> T {
    let happened = tokio::time::timeout(PATIENCE, happening).await;
    happened.unwrap_or_else(|_| panic!("{what} does not happen"))
}
