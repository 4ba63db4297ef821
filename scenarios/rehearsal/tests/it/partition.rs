//! A server that is cut from its database, and from nothing else: its games go on elsewhere, it serves none of them, and it
//! is one of the servers again when it is cut no more. Done with a network of its own, which takes root on Linux.
#![cfg(target_os = "linux")]

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use ishigaki_client::{Link, ServerUrls, Token, connect};
use ishigaki_engine::entropy::SystemEntropy;
use ishigaki_engine::token::{Principal, Role, TokenStore};
use ishigaki_journal::DatabaseUrl;
use ishigaki_journal_postgres::harness::{Cluster, pass_over, programs};
use ishigaki_prerequisite::Prerequisite;
use ishigaki_proto::judge::OpenRoundRequest;
use ishigaki_proto::watch::{GameState, ListGamesRequest, WatchGameRequest};
use ishigaki_rules::Secret;
use rehearsal::server::ServerFiles;
use tonic::transport::Channel;

const CONTEST: &str = "
[[team]]
id = \"a\"
name = \"A\"
[[team]]
id = \"b\"
name = \"B\"
[[game]]
id = \"g\"
scenario = \"tiny-2\"
close = \"deadline\"
";

const LOOK: Duration = Duration::from_millis(20);

struct Network {
    name: String,
    database: String,
    third: u32,
}

impl Network {
    fn make() -> Result<Self, String> {
        let id = std::process::id();
        let network = Self { name: format!("ishi{id}"), database: format!("id{id}"), third: id % 250 };
        let Self { name, database, third } = &network;
        ip(&format!("netns add {name}"))?;
        for (end, inner, fourth) in [(&format!("ic{id}"), "clients", 1), (database, "database", 5)] {
            ip(&format!("link add {end} type veth peer name {inner} netns {name}"))?;
            ip(&format!("addr add 10.231.{third}.{fourth}/30 dev {end}"))?;
            ip(&format!("link set {end} up"))?;
            ip(&format!("-n {name} addr add 10.231.{third}.{}/30 dev {inner}", fourth + 1))?;
            ip(&format!("-n {name} link set {inner} up"))?;
        }
        Ok(network)
    }

    fn set_database(&self, is_up: bool) {
        ip(&format!("link set {} {}", self.database, if is_up { "up" } else { "down" })).unwrap();
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // Its ends in this machine's network go with it.
        let _ = ip(&format!("netns del {}", self.name));
    }
}

fn ip(arguments: &str) -> Result<(), String> {
    let output = Command::new("ip").args(arguments.split(' ')).output().map_err(|error| error.to_string())?;
    let why = || format!("ip {arguments}: {}", String::from_utf8_lossy(&output.stderr).trim());
    if output.status.success() { Ok(()) } else { Err(why()) }
}

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(files: &ServerFiles, url: &DatabaseUrl, listen: &str, network: Option<&Network>) -> Self {
        let program = env!("CARGO_BIN_EXE_rehearsal");
        let mut command = Command::new(if network.is_some() { "ip" } else { program });
        if let Some(network) = network {
            command.args(["netns", "exec", &network.name, program]);
        }
        command.arg("serve-child").arg("--contest").arg(files.contest()).arg("--key").arg(files.key());
        command.arg("--tokens").arg(files.tokens()).args(["--listen", listen]);
        command.env("ISHIGAKI_JOURNAL", url.reveal());
        let log = std::fs::File::create(files.log()).unwrap();
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        Self { child, address: address.trim().to_owned() }
    }

    fn link(&self, token: &Token) -> Link {
        let channel = Channel::from_shared(format!("http://{}", self.address)).unwrap();
        Link::over(channel.connect_timeout(Duration::from_secs(2)).connect_lazy(), token)
    }

    async fn await_state(&self, token: &Token, state: GameState, servers: usize) {
        let link = self.link(token);
        loop {
            if let Ok(answer) = link.watch().list_games(ListGamesRequest {}).await {
                let answer = answer.into_inner();
                if answer.games.iter().all(|game| game.state() == state) && answer.servers.len() >= servers {
                    return;
                }
            }
            tokio::time::sleep(LOOK).await;
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn files(folder: &Path) -> (ServerFiles, ServerFiles, Token) {
    let first = ServerFiles::in_folder(folder);
    first.write_contest(CONTEST).unwrap();
    let mut tokens = TokenStore::new();
    let judge: Secret<String> = {
        let principal = Principal { name: "judge".into(), role: Role::Judge };
        Secret(tokens.issue(principal, &SystemEntropy).unwrap().reveal().to_owned())
    };
    tokens.save(&first.tokens()).unwrap();
    ishigaki_engine::key::ServerKey::obtain(&first.key(), &std::collections::BTreeMap::new(), &SystemEntropy)
        .unwrap();
    let second = first.machine("second").unwrap();
    first.bring_over(&second).unwrap();
    (first, second, judge.0.parse().unwrap())
}

fn database(folder: &Path, network: &Network) -> Cluster {
    let hosts = folder.join("hosts.conf");
    std::fs::write(&hosts, "local all all trust\nhost all all 10.231.0.0/16 trust\n").unwrap();
    // The database's user reads it.
    std::fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    Cluster::start(&format!(
        "-c listen_addresses=10.231.{}.5 -c port=5432 -c hba_file={}",
        network.third,
        hosts.display()
    ))
    .unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_cut_from_its_database_serves_nothing() {
    if programs().is_none() {
        return pass_over("a server cut from its database is not tried");
    }
    let network = match Network::make() {
        Ok(network) => network,
        Err(why) => {
            return Prerequisite::Netns.pass_over(&format!("no network of a test's own can be made: {why}"));
        }
    };
    let folder = tempfile::tempdir().unwrap();
    let (first, second, judge) = files(folder.path());
    let cluster = database(folder.path(), &network);
    let third = network.third;
    let by_network =
        format!("postgres://postgres@10.231.{third}.5/postgres?sslmode=disable&tcp_user_timeout=2");
    let by_network = cluster.url(&by_network);
    let here = cluster.url("postgres://postgres@HOST/postgres");
    let cut = Server::start(&first, &by_network, &format!("10.231.{third}.2:0"), Some(&network));
    cut.await_state(&judge, GameState::Started, 1).await;
    let other = Server::start(&second, &here, "127.0.0.1:0", None);
    other.await_state(&judge, GameState::Elsewhere, 2).await;
    let servers: ServerUrls = format!("{},{}", cut.address, other.address).parse().unwrap();
    let link = connect(&servers.address(None, true).unwrap(), &judge);
    let watch = || WatchGameRequest { game: "g".into(), from_sequence: 1, ..Default::default() };
    let mut feed = cut.link(&judge).watch().watch_game(watch()).await.unwrap().into_inner();
    feed.message().await.unwrap();

    network.set_database(false);
    // Watchers there must not be left with outdated data.
    while let Ok(Some(_)) = feed.message().await {}
    other.await_state(&judge, GameState::Started, 1).await;
    let refused = cut.link(&judge).watch().watch_game(watch()).await.map(drop);
    assert!(refused.is_err(), "it serves a game that another one has");
    let open = OpenRoundRequest { game: "g".into(), round: 1 };
    link.judge().open_round(open).await.unwrap();

    network.set_database(true);
    cut.await_state(&judge, GameState::Elsewhere, 2).await;
    let mut feed = other.link(&judge).watch().watch_game(watch()).await.unwrap().into_inner();
    feed.message().await.unwrap();
    assert!(cut.link(&judge).watch().watch_game(watch()).await.is_err(), "the other one has the game");
}
