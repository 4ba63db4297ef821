//! A practice by the one command, its seat taken by a client of its own: a real server process, real clients.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;

use ishigaki_client::receipts::read_folder;
use ishigaki_client::{Authority, ServerUrl, join};
use ishigaki_rules::Phase;
use ishigaki_strategy::bot::{BotRemark, Mason, play_with};
use serde_json::{Value, json};
use team_client_sdk::{Client, Options};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

fn rehearsal(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rehearsal"));
    command.args(args).env("LANG", "C").stdin(Stdio::null());
    command
}

struct Practice {
    child: Child,
    stdout: BufReader<ChildStdout>,
    seat: Value,
}

impl Practice {
    fn begin(args: &[&str], folder: &Path) -> Self {
        Self::begin_by("--join", args, folder)
    }

    fn begin_by(seat: &str, args: &[&str], folder: &Path) -> Self {
        let common = ["practice", seat, "--json"];
        let mut child = rehearsal(&[&common, args].concat())
            .env("TMPDIR", folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let seat = object(&mut stdout);
        Self { child, stdout, seat }
    }

    fn text(&self, key: &str) -> &str {
        self.seat[key].as_str().unwrap()
    }

    async fn join(&self, receipts: PathBuf) -> Client {
        let token = fs::read_to_string(self.text("token_file")).unwrap();
        let options = Options {
            address: self.text("server").parse().unwrap(),
            token: token.trim().parse().unwrap(),
            game: self.text("game").to_owned(),
        };
        Client::connect_with_receipts(options, receipts).await.unwrap()
    }

    fn end(mut self) -> (Option<i32>, Value) {
        let report = object(&mut self.stdout);
        (self.child.wait().unwrap().code(), report)
    }
}

impl Drop for Practice {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The seat's browser, with a connection for each request.
struct Phone {
    address: String,
    connector: TlsConnector,
    cookie: String,
}

impl Phone {
    /// Opens the link of the seat.
    async fn sign_in(link: &str, authority: &Path) -> Self {
        let (page, secret) = link.split_once("/team/#").unwrap();
        let address = page.strip_prefix("https://").unwrap().to_owned();
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_file(authority).unwrap()).unwrap();
        let tls = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let connector = TlsConnector::from(Arc::new(tls));
        let mut phone = Self { address, connector, cookie: String::new() };
        let (head, _) = phone.send("POST", "/team/session", &json!({ "link": secret })).await;
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        cookie.split(';').next().unwrap().clone_into(&mut phone.cookie);
        phone
    }

    /// Returns the answer's head and body.
    async fn send(&self, method: &str, path: &str, body: &Value) -> (String, String) {
        let Self { address, connector, cookie } = self;
        let stream = TcpStream::connect(address).await.unwrap();
        let name = ServerName::try_from(address.split_once(':').unwrap().0.to_owned()).unwrap();
        let mut stream = connector.connect(name, stream).await.unwrap();
        let (origin, body) = (format!("https://{address}"), body.to_string());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\norigin: {origin}\r\ncookie: {cookie}\r\n\
             x-ishigaki-page: 1\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    /// Passes in each round, until the page shows the result.
    async fn pass_every_round(&self) {
        loop {
            let (_, state) = self.send("GET", "/team/state", &Value::Null).await;
            let state: Value = serde_json::from_str(&state).unwrap();
            let act = match &state {
                state if state["stage"] == "result" => return,
                state if !state["dialog"].is_null() => json!({"do": "answer", "yes": true}),
                state if state["stage"] == "bidding" && state["bids"]["revision"].is_null() => {
                    json!({"do": "press", "button": "decline"})
                }
                _ => continue,
            };
            self.send("POST", "/team/act", &act).await;
        }
    }
}

fn object(stdout: &mut BufReader<ChildStdout>) -> Value {
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error} in {line:?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn joined_seat_plays_a_whole_game_against_chosen_bots() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    let args = ["--scenario", "tiny-2", "--teams", "3", "--against", "random,all-in", "--pace", "60,20,0,0"];
    let practice = Practice::begin(&[&args[..], &["--keep", kept.to_str().unwrap()]].concat(), folder.path());
    assert_eq!((practice.text("team"), practice.text("game")), ("you", "rehearsal"));
    let mut client = practice.join(kept.join("receipts")).await;
    let windows: Vec<u64> = client.setup().rounds.iter().map(|round| round.window.0 / 1_000).collect();
    assert_eq!(windows, [60, 60], "windows are as long as was asked for");
    let (mut sealed, mut built) = (0, 0);
    let note = |_: &Client, note: BotRemark| match note {
        BotRemark::Sealed { .. } => sealed += 1,
        BotRemark::Built { .. } => built += 1,
        _ => {}
    };
    play_with(&mut client, Mason::new(5), note).await.unwrap();
    assert_eq!(client.game().phase(), Phase::Declared);
    assert_eq!(sealed, 2, "a list in each round");
    assert!(built > 0, "the judge has waited for the wall");
    let place = client.game().standings().iter().find(|row| row.team == client.me()).unwrap().place;
    let receipts = client.receipts().all().count();
    drop(client);
    let (code, report) = practice.end();
    assert_eq!((code, &report["place"], &report["refused"]), (Some(0), &place.into(), &0.into()), "{report}");
    assert_eq!(report["receipts"], receipts, "those in the kept folder are in the record");
    let mut bots: Vec<_> =
        report["ranking"].as_array().unwrap().iter().map(|row| row["bot"].as_str()).collect();
    bots.sort_unstable();
    assert_eq!(bots, [None, Some("bold"), Some("gambler")]);
    let transcript = fs::read_to_string(report["transcript"].as_str().unwrap()).unwrap();
    assert_eq!(ishigaki_record::verify::verify(&transcript, None).unwrap().teams, 3);
    assert!(kept.join("server.log").exists() && kept.join("tiny-2.toml").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn receipts_of_seat_on_a_page_are_compared_with_record() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    let args = ["--scenario", "tiny-2", "--teams", "2", "--against", "steady", "--pace", "60,20,0,0"];
    let args = [&args[..], &["--keep", kept.to_str().unwrap()]].concat();
    let mut practice = Practice::begin_by("--pages=127.0.0.1:0", &args, folder.path());
    let phone = Phone::sign_in(practice.text("page"), &kept.join("ca.pem")).await;
    phone.pass_every_round().await;
    let report = object(&mut practice.stdout);
    assert_eq!(report["receipts"], 2, "a list in each round: {report}");
    // The pages stay open for another game.
    let stopped = Command::new("kill").args(["-INT", &practice.child.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    assert_eq!(practice.child.wait().unwrap().code(), Some(0));
    let kept = read_folder(Path::new(report["kept_receipts"].as_str().unwrap())).unwrap();
    assert_eq!(kept.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn practice_strength_selects_bots() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--scenario", "tiny-2", "--teams", "3", "--strength", "9", "--pace", "60,20,0,0"];
    let practice = Practice::begin(&args, folder.path());
    let mut client = practice.join(folder.path().join("receipts")).await;
    play_with(&mut client, Mason::new(5), |_, _| {}).await.unwrap();
    drop(client);
    let (code, report) = practice.end();
    assert_eq!((code, &report["strength"], &report["refused"]), (Some(0), &9.into(), &0.into()), "{report}");
    let rows = report["ranking"].as_array().unwrap();
    let bots: BTreeMap<_, _> =
        rows.iter().map(|row| (row["team"].as_str().unwrap(), row["bot"].as_str())).collect();
    assert_eq!(
        bots,
        BTreeMap::from([("you", None), ("north", Some("strength-9")), ("east", Some("strength-9"))])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn judge_waits_for_the_seat_and_a_stop_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut practice = Practice::begin(&["--scenario", "tiny-2", "--pace", "60,20,0,0"], folder.path());
    // An observer on an empty seat: another team sees no open round before the seat is taken.
    let mut client = practice.join(folder.path().join("receipts")).await;
    assert!(client.game().rounds().is_empty(), "nothing has begun before somebody was there");
    while client.game().rounds().is_empty() {
        client.next().await.unwrap();
    }
    let stopped = Command::new("kill").args(["-INT", &practice.child.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    assert_eq!(practice.child.wait().unwrap().code(), Some(130));
    let private = Path::new(practice.text("token_file")).parent().unwrap();
    assert!(!private.exists(), "no file is left");
    drop(client);
}

#[tokio::test(flavor = "multi_thread")]
async fn seat_for_other_machines_is_encrypted() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--scenario", "tiny-2", "--pace", "60,20,0,0", "--listen", "0.0.0.0:0"];
    let mut practice = Practice::begin(&args, folder.path());
    let server: ServerUrl = practice.text("server").parse().unwrap();
    assert!(practice.text("server").starts_with("https://"), "{}", practice.seat);
    let authority = join(&server, &practice.text("fingerprint").parse().unwrap()).await.unwrap();
    let file = fs::read(practice.text("authority_file")).unwrap();
    assert_eq!(Authority::read(&file).unwrap().fingerprint(), authority.fingerprint());
    let token = fs::read_to_string(practice.text("token_file")).unwrap();
    let options = Options {
        address: server.address(Some(authority), false).unwrap(),
        token: token.trim().parse().unwrap(),
        game: practice.text("game").to_owned(),
    };
    let mut client = Client::connect_with_receipts(options, folder.path().join("receipts")).await.unwrap();
    while client.game().rounds().is_empty() {
        client.next().await.unwrap();
    }
    let stopped = Command::new("kill").args(["-INT", &practice.child.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    assert_eq!(practice.child.wait().unwrap().code(), Some(130));
    assert!(!Path::new(practice.text("authority_file")).exists(), "no file is left");
    drop(client);
}

#[tokio::test(flavor = "multi_thread")]
async fn practice_seat_accepts_ipv6_client() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--scenario", "tiny-2", "--teams", "2", "--listen", "[::1]:0"];
    let mut practice = Practice::begin(&args, folder.path());
    assert!(practice.text("server").starts_with("http://[::1]:"), "{}", practice.text("server"));
    let client = practice.join(folder.path().join("receipts")).await;
    assert_eq!(client.setup().teams.len(), 2);
    let stopped = Command::new("kill").args(["-INT", &practice.child.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    assert_eq!(practice.child.wait().unwrap().code(), Some(130));
    drop(client);
}

#[track_caller]
fn assert_misused(args: &[&str], why: &str) {
    let output = rehearsal(&[&["practice"], args].concat()).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert!(stderr.contains(why), "{args:?}: {stderr}");
}

#[test]
fn nonsense_is_a_usage_error_before_anything_starts() {
    assert_misused(&[], "--join");
    assert_misused(&["--join", "--scenario", "nowhere"], "nowhere");
    assert_misused(&["--join", "--pace", "quick"], "WINDOW");
    assert_misused(&["--join", "--against", "clever"], "thrifty");
    assert_misused(&["--join", "--scenario", "tiny-2", "--against", "steady,steady"], "2 bots for 1 seat");
    assert_misused(&["--join", "--teams", "17"], "17");
    assert_misused(&["--listen", "127.0.0.1:0"], "--join");
}

#[test]
fn shells_can_complete_the_practice() {
    for shell in ["bash", "zsh", "fish"] {
        let output = rehearsal(&["completions", shell]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.contains("to-deadline"), "{shell}");
    }
}
