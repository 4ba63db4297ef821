//! Servers with one journal in the test's own PostgreSQL: real processes, each with its own contest directory.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Lines};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ishigaki_client::Link;
use ishigaki_journal::DatabaseUrl;
use ishigaki_journal_postgres::harness::Cluster;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::watch::{GameEntry, GameState, ListGamesRequest, ListGamesResponse, WatchGameRequest};
use ishigaki_proto::wire::{FeedItem, feed_item::Body};
use ishigaki_proto::{judge, organiser, team, wire};
use ishigaki_testkit::Operator;
use rustix::process::{Pid, Signal, kill_process};
use tonic::transport::Channel;
use tonic::{Code, Status};

/// Timeout of a test: far longer than any takes on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(5);

pub(crate) struct ClusterFixture {
    operator: Operator,
    url: DatabaseUrl,
    servers: AtomicUsize,
    begun: Instant,
}

impl ClusterFixture {
    /// A contest of teams a and b with this many games, or `None` without PostgreSQL.
    pub(crate) fn of_games(games: usize) -> Option<Self> {
        Some(Self::at(Cluster::shared()?.place(), games))
    }

    pub(crate) fn at(url: DatabaseUrl, games: usize) -> Self {
        let game =
            |number| format!("[[game]]\nid = \"g{number}\"\nscenario = \"tiny-2\"\nclose = \"all-sealed\"\n");
        let teams = "[[team]]\nid = \"a\"\nname = \"A\"\n[[team]]\nid = \"b\"\nname = \"B\"\n";
        let contest = format!("{teams}{}", (1..=games).map(game).collect::<String>());
        Self::with(url, &contest, &[])
    }

    pub(crate) fn of(contest: &str, files: &[(&str, &str)]) -> Option<Self> {
        Some(Self::with(Cluster::shared()?.place(), contest, files))
    }

    #[expect(clippy::disallowed_methods, reason = "it says when a test waits for what never comes")]
    pub(crate) fn with(url: DatabaseUrl, contest: &str, files: &[(&str, &str)]) -> Self {
        let operator = Operator::with_files(env!("CARGO_BIN_EXE_ishigaki-server"), contest, files);
        Self { operator, url, servers: AtomicUsize::new(0), begun: Instant::now() }
    }

    /// Yields before a state is polled again. Panics with the logs of all servers after the timeout.
    pub(crate) async fn turn(&self) {
        assert!(self.begun.elapsed() < TIMEOUT, "it does not come: {}", self.logs());
        tokio::task::yield_now().await;
    }

    fn logs(&self) -> String {
        let home = |number| self.operator.home().join(format!("server{number}/log"));
        let all = (0..self.servers.load(Ordering::Relaxed)).map(home);
        let entry =
            |log: PathBuf| format!("\n{}:\n{}", log.display(), fs::read_to_string(&log).unwrap_or_default());
        all.map(entry).collect::<Vec<_>>().concat()
    }

    pub(crate) fn serve(&self) -> Server {
        self.begin().listening()
    }

    /// Starts a server after a change to its directory, and waits until it listens.
    pub(crate) fn serve_with(&self, change: impl FnOnce(&Path)) -> Server {
        self.begin_with(change).listening()
    }

    /// Starts servers at the same time.
    pub(crate) fn serve_together<const N: usize>(&self) -> [Server; N] {
        let begun: [Server; N] = std::array::from_fn(|_| self.begin());
        begun.map(Server::listening)
    }

    pub(crate) fn begin(&self) -> Server {
        self.begin_with(|_| {})
    }

    /// Starts a server with metrics, waits until it listens, and returns it with the address of its metrics.
    pub(crate) fn serve_measured(&self) -> (Server, SocketAddr) {
        let metrics = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let home = self.home(|_| {});
        (Server::begin(&home, "127.0.0.1:0", &self.url, Some(metrics)).listening(), metrics)
    }

    fn begin_with(&self, change: impl FnOnce(&Path)) -> Server {
        Server::begin(&self.home(change), "127.0.0.1:0", &self.url, None)
    }

    fn home(&self, change: impl FnOnce(&Path)) -> PathBuf {
        let number = self.servers.fetch_add(1, Ordering::Relaxed);
        let home = self.operator.home().join(format!("server{number}"));
        copy(&self.operator.folder(), &home.join("day"));
        for file in fs::read_dir(self.operator.home()).unwrap().map(Result::unwrap) {
            if file.file_type().unwrap().is_file() {
                fs::copy(file.path(), home.join(file.file_name())).unwrap();
            }
        }
        change(&home.join("day"));
        home
    }

    pub(crate) fn journal(&self) -> &DatabaseUrl {
        &self.url
    }

    /// Connects to this server only, without following redirections to others.
    pub(crate) fn link(&self, server: &Server, name: &str) -> Link {
        let channel = Channel::from_shared(format!("http://{}", server.address)).unwrap().connect_lazy();
        Link::over(channel, &self.operator.token(name).parse().unwrap())
    }

    pub(crate) async fn listed(&self, server: &Server) -> ListGamesResponse {
        let listed = self.link(server, "judge").watch().list_games(ListGamesRequest {}).await;
        listed.unwrap().into_inner()
    }

    pub(crate) async fn served(&self, server: &Server) -> Vec<String> {
        let games = self.listed(server).await.games;
        let is_read = |game: &GameEntry| game.state() == GameState::Started && game.clock.is_some();
        let here = games.into_iter().filter(is_read);
        here.map(|game| game.game).collect()
    }

    pub(crate) async fn serves(&self, server: &Server, count: usize) -> Vec<String> {
        loop {
            let games = self.served(server).await;
            if games.len() >= count {
                return games;
            }
            self.turn().await;
        }
    }

    /// Waits until all these servers agree on the holder of each game. Returns the index of each game's holder.
    pub(crate) async fn settled(&self, servers: &[&Server]) -> BTreeMap<String, usize> {
        loop {
            let mut places = BTreeMap::new();
            let mut is_settled = true;
            for (place, server) in servers.iter().enumerate() {
                for GameEntry { game, state, address, .. } in self.listed(server).await.games {
                    let at = match GameState::try_from(state).unwrap() {
                        GameState::Started => Some(place),
                        _ => servers.iter().position(|server| server.address == address),
                    };
                    is_settled &= at.is_some_and(|at| *places.entry(game).or_insert(at) == at);
                }
            }
            if is_settled {
                return places;
            }
            self.turn().await;
        }
    }

    pub(crate) async fn open_round(&self, server: &Server, game: &str) -> Result<(), Status> {
        let open = judge::OpenRoundRequest { game: game.into(), round: 1 };
        self.link(server, "judge").judge().open_round(open).await.map(drop)
    }

    /// Plays one round of each game. Games that have begun aren't redistributed.
    pub(crate) async fn begin_games(&self, server: &Server, games: &[&str]) {
        for game in games {
            self.open_round(server, game).await.unwrap();
            self.bid(server, (game, "a"), 0).await.unwrap();
            self.bid(server, (game, "b"), 0).await.unwrap();
        }
    }

    pub(crate) async fn bid(
        &self,
        server: &Server,
        (game, team): (&str, &str),
        replaces: u32,
    ) -> Result<u32, Status> {
        // All prices differ, so there is no tie.
        let price = 20 + u64::from(replaces) + u64::from(team == "b");
        let request = team::SubmitBidsRequest {
            game: game.into(),
            round: 1,
            replaces_revision: replaces,
            bids: vec![wire::Bid { lot: "P".into(), price }],
            ..Default::default()
        };
        let sealed = self.link(server, team).team().submit_bids(request).await?;
        Ok(sealed.into_inner().revision)
    }

    pub(crate) async fn bid_when_served(&self, server: &Server, game: (&str, &str), replaces: u32) -> u32 {
        loop {
            match self.bid(server, game, replaces).await {
                Ok(revision) => return revision,
                Err(status) => {
                    assert!(is_elsewhere(&status) || status.code() == Code::Unavailable, "{status:?}");
                }
            }
            self.turn().await;
        }
    }

    /// Returns all items of a game's feed from this one on, or the error that ended the feed.
    pub(crate) async fn items(
        &self,
        server: &Server,
        (game, who): (&str, &str),
        from: u64,
    ) -> Result<Vec<FeedItem>, Status> {
        let watch = WatchGameRequest { game: game.into(), from_sequence: from, every_list: true };
        let mut feed = self.link(server, who).watch().watch_game(watch).await?.into_inner();
        let mut items = Vec::new();
        while let Some(message) = feed.message().await? {
            let item = message.item.unwrap();
            if matches!(item.body, Some(Body::Pulse(_))) {
                break;
            }
            items.push(item);
        }
        Ok(items)
    }

    pub(crate) async fn servers(&self, server: &Server) -> Vec<organiser::Server> {
        let listed = self.link(server, "organiser").organiser();
        let listed = { listed }.list_servers(organiser::ListServersRequest {}).await;
        listed.unwrap().into_inner().servers
    }

    /// Returns the number of a live server as listed by another one.
    pub(crate) async fn number(&self, from: &Server, of: &Server) -> u64 {
        let alive =
            self.servers(from).await.into_iter().find(|one| one.is_alive && one.address == of.address);
        alive.expect("it is alive").server
    }

    /// Waits until a server has another number and no game, and the asked server serves all games.
    pub(crate) async fn rejoins_without_games(&self, from: &Server, of: &Server, old_number: u64) {
        loop {
            let servers = self.servers(from).await;
            let rejoined = servers.iter().find(|server| server.is_alive && server.address == of.address);
            if rejoined.is_some_and(|server| server.server != old_number && server.games.is_empty()) {
                break;
            }
            self.turn().await;
        }
        let games = self.listed(of).await.games;
        assert!(
            games.iter().all(|game| game.state() == GameState::Elsewhere && game.address == from.address)
        );
    }

    pub(crate) async fn move_game(&self, from: &Server, game: &str, to: u64) -> Result<(), Status> {
        let request = organiser::MoveGameRequest { game: game.into(), server: to };
        self.link(from, "organiser").organiser().move_game(request).await.map(drop)
    }

    pub(crate) async fn drain(&self, from: &Server, server: u64, undo: bool) -> Result<(), Status> {
        let request = organiser::DrainServerRequest { server, undo };
        self.link(from, "organiser").organiser().drain_server(request).await.map(drop)
    }

    pub(crate) fn operator(&self) -> &Operator {
        &self.operator
    }
}

pub(crate) struct Server {
    child: Child,
    stdout: Lines<BufReader<ChildStdout>>,
    home: PathBuf,
    pub(crate) address: String,
}

impl Server {
    fn begin(home: &Path, listen: &str, url: &DatabaseUrl, metrics: Option<SocketAddr>) -> Self {
        let log = File::options().create(true).append(true).open(home.join("log")).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_ishigaki-server"))
            .args([
                "serve",
                "--folder",
                "day",
                "--plaintext",
                "--listen",
                listen,
                "--advertise",
                "127.0.0.1:0",
            ])
            .env("ISHIGAKI_JOURNAL", url.reveal())
            .envs(metrics.map(|address| ("ISHIGAKI_METRICS", address.to_string())))
            .current_dir(home)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, stdout, home: home.to_owned(), address: String::new() }
    }

    pub(crate) fn listening(mut self) -> Self {
        let line = self.stdout.next().unwrap_or_else(|| panic!("it does not start: {}", self.log())).unwrap();
        line.strip_prefix("listening on http://")
            .expect("it says where it listens")
            .clone_into(&mut self.address);
        self
    }

    pub(crate) fn again(&self, fixture: &ClusterFixture) -> Self {
        Self::begin(&self.home, &self.address, &fixture.url, None).listening()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let id = Pid::from_child(&self.child);
        kill_process(id, signal).unwrap();
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub(crate) fn stop(&mut self) {
        self.signal(Signal::TERM);
        assert!(self.child.wait().unwrap().success(), "{}", self.log());
    }

    /// Sends SIGTERM and waits for the exit within the fixture's timeout.
    pub(crate) async fn stop_in(&mut self, fixture: &ClusterFixture) {
        self.signal(Signal::TERM);
        while self.child.try_wait().unwrap().is_none() {
            fixture.turn().await;
        }
        assert!(self.child.wait().unwrap().success(), "{}", self.log());
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.home.join("log")).unwrap()
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.home.join("day")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.child.kill();
        self.child.wait().expect("the process is gone");
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

pub(crate) fn fault(status: &Status) -> Fault {
    Fault::from_status(status).unwrap_or_else(|| panic!("{status:?}"))
}

pub(crate) fn is_elsewhere(status: &Status) -> bool {
    Fault::from_status(status).is_some_and(|fault| fault.reason == ErrorReason::GameElsewhere)
}
