//! The real server as an operator runs it from a contest's folder: encrypted, with tokens that change under way, and
//! with clients who are told what is wrong.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "test set-up that fails is a failed test")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use ishigaki_link::{Address, Authority, JoinError, Link, ServerUrl, Token, Trouble, connect, examine, join};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::{board, judge, team, wire};
use ishigaki_server::certificate::{self, Certified};
use ishigaki_server::clock::{Clock as _, SystemClock, UnixMillis};
use tempfile::TempDir;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

const CONTEST: &str = r#"
team = [{ id = "a", name = "津山高専" }, { id = "b", name = "Team B" }]
game = [{ id = "g", scenario = "tiny-2", close = "all-sealed" }]
"#;

const DAY: u64 = 24 * 60 * 60 * 1_000;

/// A desk with a contest's folder on it.
struct Desk {
    home: TempDir,
}

impl Desk {
    fn new() -> Self {
        let desk = Self { home: tempfile::tempdir().unwrap() };
        fs::write(desk.home.path().join("contest.toml"), CONTEST).unwrap();
        desk.done(&["init", "--contest", "contest.toml", "--out", "day", "--address", "192.168.0.10:7150"]);
        desk
    }

    fn folder(&self) -> PathBuf {
        self.home.path().join("day")
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.folder().join(file)).unwrap()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ishigaki-server"));
        command.args(args).current_dir(self.home.path());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// What a task says that ends well.
    fn done(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// What a task says that does not.
    fn refused(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(!output.status.success(), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    fn serve(&self, more: &[&str]) -> Server {
        let args = ["serve", "--listen", "127.0.0.1:0"];
        let mut command = self.command(&args);
        let log = fs::File::create(self.home.path().join("log")).unwrap();
        let mut process = command.args(more).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("listening on ").expect("it says where it listens").to_owned();
        Server { process, url }
    }

    fn serve_folder(&self) -> Server {
        self.serve(&["--folder", "day"])
    }

    fn authority(&self) -> Authority {
        Authority::read(self.read("ca.pem").as_bytes()).unwrap()
    }

    fn link(&self, server: &Server, token: &str) -> Link {
        connect(&server.address(Some(self.authority())), &token.parse().unwrap())
    }

    fn token(&self, name: &str) -> String {
        let file = if name.len() == 1 { format!("teams/{name}/token") } else { format!("{name}.token") };
        self.read(&file).trim().to_owned()
    }
}

/// A server process; killed when it is dropped.
struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn address(&self, authority: Option<Authority>) -> Address {
        self.url.parse::<ServerUrl>().unwrap().address(authority, false).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().expect("the server is killed");
        self.process.wait().expect("the server is gone");
    }
}

/// A server with this certificate of the desk's authority.
fn serve_with(desk: &Desk, made: &Certified) -> Server {
    fs::write(desk.folder().join("server.pem"), &made.chain).unwrap();
    // Its permissions stay.
    fs::write(desk.folder().join("server-key.pem"), made.key.as_bytes()).unwrap();
    desk.serve_folder()
}

fn authority_of(desk: &Desk) -> certificate::Authority {
    certificate::Authority::read(&desk.read("ca.pem"), &desk.read("ca-key.pem")).unwrap()
}

fn now() -> UnixMillis {
    SystemClock::new().time_of_day()
}

async fn bid(link: &Link, bids: Vec<wire::Bid>) {
    let list = team::SubmitBidsRequest { round: 1, bids, ..Default::default() };
    link.team().submit_bids(list).await.unwrap();
}

#[tokio::test]
async fn a_round_is_played_over_an_encrypted_line() {
    let desk = Desk::new();
    let server = desk.serve_folder();
    assert!(server.url.starts_with("https://127.0.0.1:"), "{}", server.url);
    let link = |name| desk.link(&server, &desk.token(name));
    let open = judge::OpenRoundRequest { round: 1, ..Default::default() };
    link("judge").judge().open_round(open).await.unwrap();
    bid(&link("a"), vec![wire::Bid { lot: "P".into(), price: 20 }]).await;
    bid(&link("b"), vec![]).await;
    let choice = Some(judge::confirm_lots_request::Choice::All(judge::AllLots {}));
    let confirm = judge::ConfirmLotsRequest { round: 1, attempt: 1, choice, ..Default::default() };
    link("judge").judge().confirm_lots(confirm).await.unwrap();
    let log = fs::read_to_string(desk.home.path().join("log")).unwrap();
    for secret in [desk.token("a"), desk.read("server-key.pem"), desk.read("ca-key.pem")] {
        let line = secret.lines().max_by_key(|line| line.len()).unwrap();
        assert!(!log.contains(line), "a secret in the log");
    }
}

#[tokio::test]
async fn the_sheet_alone_makes_the_server_known() {
    let desk = Desk::new();
    let server = desk.serve(&["--contest", "day/contest.toml"]);
    let sheet = desk.read("teams/a/sheet.txt");
    let line = sheet.lines().find(|line| line.trim_start().starts_with("--fingerprint ")).unwrap();
    let fingerprint = line.trim().strip_prefix("--fingerprint ").unwrap().parse().unwrap();
    let url: ServerUrl = server.url.parse().unwrap();
    let authority = join(&url, fingerprint).await.unwrap();
    assert_eq!(authority.fingerprint(), desk.authority().fingerprint());
    let token: Token = desk.token("a").parse().unwrap();
    let games = connect(&url.address(Some(authority), false).unwrap(), &token)
        .team()
        .list_games(team::ListGamesRequest {})
        .await;
    assert_eq!(games.unwrap().into_inner().team, "a");
    let other = Desk::new().authority().fingerprint();
    let refused = join(&url, other).await.unwrap_err();
    assert!(matches!(refused, JoinError::Other { found } if found == fingerprint), "{refused:?}");
}

#[tokio::test]
async fn whoever_is_not_the_server_is_told_apart() {
    let desk = Desk::new();
    let (authority, own) = (authority_of(&desk), Some(desk.authority()));
    let token: Token = desk.token("a").parse().unwrap();
    let season = |from: u64, to: u64| UnixMillis(from)..UnixMillis(to);
    let today = now().0;
    let name = ishigaki_proto::SERVER_NAME;
    let cases = [
        (authority.certify_for(&[name], &season(today - 2 * DAY, today - DAY)), Trouble::Expired),
        (authority.certify_for(&[name], &season(today + DAY, today + 2 * DAY)), Trouble::NotYet),
        (authority.certify_for(&["127.0.0.1"], &season(today - DAY, today + DAY)), Trouble::WrongName),
    ];
    for (made, expected) in cases {
        let server = serve_with(&desk, &made.unwrap());
        let address = server.address(own.clone());
        assert_eq!(examine(&address).await, Some(expected));
        let call = connect(&address, &token).team().list_games(team::ListGamesRequest {}).await;
        assert_eq!(call.unwrap_err().code(), tonic::Code::Unavailable, "{expected:?}");
        let log = fs::read_to_string(desk.home.path().join("log")).unwrap();
        assert!(log.contains("CLIENTS WILL NOT TAKE THIS CERTIFICATE"), "{log}");
    }
    let server = serve_with(&desk, &authority.certify("localhost", now()).unwrap());
    assert_eq!(examine(&server.address(own.clone())).await, None);
    assert_eq!(examine(&server.address(Some(Desk::new().authority()))).await, Some(Trouble::WrongAuthority));
    let plain = server.url.replace("https", "http").parse().unwrap();
    assert_eq!(examine(&plain).await, Some(Trouble::EncryptedServer));
    let call = connect(&plain, &token).team().list_games(team::ListGamesRequest {}).await;
    // Which code a torn line ends with is chance; clients ask then what is wrong with it.
    let code = call.unwrap_err().code();
    assert!(
        [tonic::Code::Internal, tonic::Code::Unknown, tonic::Code::Unavailable].contains(&code),
        "{code:?}"
    );
    drop(server);
    let server = desk.serve(&["--folder", "day", "--plaintext"]);
    assert!(server.url.starts_with("http://"), "{}", server.url);
    let encrypted: ServerUrl = server.url.replace("http", "https").parse().unwrap();
    assert_eq!(examine(&encrypted.address(own, false).unwrap()).await, Some(Trouble::PlainServer));
    assert_eq!(examine(&server.address(None)).await, None);
}

#[tokio::test]
async fn a_handshake_that_nobody_finishes_ends_in_time() {
    let desk = Desk::new();
    fs::write(desk.home.path().join("limits.toml"), "handshake_ms = 100").unwrap();
    let server = desk.serve(&["--folder", "day", "--limits", "limits.toml"]);
    let mut silent = TcpStream::connect(server.url.strip_prefix("https://").unwrap()).await.unwrap();
    // The server hangs up: with its default it would take 5 s, so would this test.
    assert_eq!(silent.read(&mut [0; 1]).await.unwrap_or(0), 0);
    let board = desk.link(&server, &desk.token("board"));
    board.board().list_games(board::ListGamesRequest {}).await.unwrap();
}

#[tokio::test]
async fn tokens_are_issued_revoked_and_replaced_under_a_running_server() {
    let desk = Desk::new();
    let server = desk.serve_folder();
    let old = desk.token("a");
    let link = desk.link(&server, &old);
    let watch = team::WatchGameRequest { game: "g".into(), from_sequence: 1 };
    let mut feed = link.team().watch_game(watch).await.unwrap().into_inner();
    feed.message().await.unwrap().expect("the set-up");
    let shown = desk.done(&["token", "reissue", "a", "--folder", "day"]);
    let new = desk.token("a");
    assert!(shown.contains(&new) && new != old, "{shown}");
    assert!(desk.read("teams/a/sheet.txt").contains(&new) && desk.read("all-sheets.txt").contains(&new));
    let ended = loop {
        match feed.message().await {
            Ok(item) => assert!(item.is_some(), "a revoked feed says why it ends"),
            Err(ended) => break Fault::from_status(&ended).unwrap(),
        }
    };
    assert_eq!(ended.reason, ErrorReason::TokenRevoked);
    let refused = link.team().list_games(team::ListGamesRequest {}).await.unwrap_err();
    assert_eq!(Fault::from_status(&refused).unwrap().reason, ErrorReason::TokenRevoked);
    // Where the old one is no longer good, the new one is.
    desk.link(&server, &new).team().list_games(team::ListGamesRequest {}).await.unwrap();
    let listed = desk.done(&["token", "list", "--folder", "day"]);
    let (old_id, new_id) = (old.split('.').nth(1).unwrap(), new.split('.').nth(1).unwrap());
    let line = |id: &str| listed.lines().find(|line| line.starts_with(id)).unwrap().to_owned();
    assert!(line(old_id).ends_with("revoked") && line(new_id).ends_with("good"), "{listed}");
    assert!(desk.done(&["token", "revoke", new_id, "--folder", "day"]).contains(new_id));
    assert!(desk.refused(&["token", "revoke", new_id, "--folder", "day"]).contains(new_id), "once");
    assert!(desk.refused(&["token", "issue", "--team", "z", "--folder", "day"]).contains("no team z"));
    let log = fs::read_to_string(desk.home.path().join("log")).unwrap();
    assert!(log.contains(old_id) && !log.contains(&old) && !log.contains(&new), "{log}");
}

#[test]
fn without_a_certificate_a_server_listens_on_its_own_machine_only() {
    let desk = Desk::new();
    fs::write(desk.home.path().join("tokens.toml"), "").unwrap();
    let refused = desk.refused(&["serve", "--contest", "contest.toml", "--listen", "0.0.0.0:0"]);
    assert!(refused.contains("ishigaki-server init") && refused.contains("--plaintext"), "{refused}");
    let server = desk.serve(&["--contest", "contest.toml"]);
    assert!(server.url.starts_with("http://127.0.0.1:"), "{}", server.url);
}

/// All files of a folder with what is in them.
fn everything(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push((path.clone(), fs::read(path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_folder_made_again_keeps_everything_and_gets_what_is_missing() {
    let desk = Desk::new();
    let before = everything(&desk.folder());
    desk.done(&["init", "--out", "day"]);
    assert_eq!(everything(&desk.folder()), before);
    let more = CONTEST.replace("team = [", "team = [{ id = \"c\", name = \"C\" }, ");
    let more = more.replace("game = [{ id = \"g\"", "game = [{ id = \"g\", teams = [\"a\", \"b\"]");
    fs::write(desk.home.path().join("contest.toml"), &more).unwrap();
    let differs = desk.refused(&["init", "--contest", "contest.toml", "--out", "day"]);
    assert!(differs.contains("--force"), "{differs}");
    assert_eq!(everything(&desk.folder()), before, "a refusal changes nothing");
    let made = desk.done(&["init", "--contest", "contest.toml", "--out", "day", "--force"]);
    assert!(made.contains(": c."), "{made}");
    let after = everything(&desk.folder());
    for (path, text) in &before {
        let name = path.file_name().unwrap().to_str().unwrap();
        let may_change = ["contest.toml", "tokens.toml", "all-sheets.txt"].contains(&name);
        assert!(may_change || after.contains(&(path.clone(), text.clone())), "{name} has changed");
    }
    assert!(desk.read("teams/c/sheet.txt").contains(&desk.token("c")));
    assert_eq!(desk.read("all-sheets.txt").matches('\u{c}').count(), 2, "three sheets");
    let moved = desk.refused(&["init", "--out", "day", "--address", "10.0.0.1:1"]);
    assert!(moved.contains("day/server says"), "{moved}");
    desk.done(&["init", "--out", "day", "--address", "10.0.0.1:1", "--force"]);
    assert!(desk.read("teams/a/sheet.txt").contains("https://10.0.0.1:1"));
    assert_eq!(desk.read("teams/a/token"), String::from_utf8(text_of(&before, "a/token")).unwrap());
    for bad in ["nohost", ":7150", "a:0", "::1:7150", "a/b:1"] {
        assert!(
            desk.refused(&["init", "--out", "day", "--force", "--address", bad]).contains("no host"),
            "{bad}"
        );
    }
    fs::create_dir(desk.home.path().join("home")).unwrap();
    fs::write(desk.home.path().join("home/letter"), "").unwrap();
    let foreign = desk.refused(&["init", "--contest", "contest.toml", "--address", "a:1", "--out", "home"]);
    assert!(foreign.contains("not empty"), "{foreign}");
}

fn text_of(files: &[(PathBuf, Vec<u8>)], end: &str) -> Vec<u8> {
    files.iter().find(|(path, _)| path.ends_with(end)).unwrap().1.clone()
}

#[cfg(unix)]
#[test]
fn nobody_but_the_operator_reads_what_is_secret_in_a_folder() {
    use std::os::unix::fs::PermissionsExt as _;
    let desk = Desk::new();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&desk.folder()), 0o700);
    for (path, text) in everything(&desk.folder()) {
        let text = String::from_utf8(text).unwrap();
        let is_secret = text.contains("PRIVATE KEY") || text.contains("ishi.") || text.contains("signing = ");
        assert!(!is_secret || mode(&path) == 0o600, "{}: {:o}", path.display(), mode(&path));
    }
    let tokens = desk.read("tokens.toml");
    assert!(!tokens.contains("ishi."), "hashes only");
}
