//! The board's command: which tokens it takes, also of a server that comes after it.

use std::io::{BufRead as _, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ishigaki_testkit::TestServer;
use tokio::net::{TcpListener, TcpStream};

use crate::commands::CONTEST;

const TIMEOUT: Duration = Duration::from_secs(30);

struct LateServer {
    address: String,
    is_open: Arc<AtomicBool>,
}

impl LateServer {
    async fn to(server: &TestServer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let is_open = Arc::new(AtomicBool::new(false));
        let (opened, server) = (is_open.clone(), server.address().trim_start_matches("http://").to_owned());
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                if opened.load(Ordering::SeqCst) {
                    let server = server.clone();
                    tokio::spawn(async move {
                        let mut server = TcpStream::connect(server).await?;
                        tokio::io::copy_bidirectional(&mut client, &mut server).await
                    });
                }
            }
        });
        Self { address, is_open }
    }
}

fn board(server: &str, token: &str, wanted: &[&str]) -> (Child, Lines<BufReader<ChildStdout>>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_judge-tui"));
    command.args(["board", "--http", "127.0.0.1:0"]).args(wanted).env("LANG", "C").env_remove("LC_ALL");
    command.env("ISHIGAKI_SERVER", server).env("ISHIGAKI_TOKEN", token);
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let is_announced = output.by_ref().map(Result::unwrap).any(|line| line.contains("http://127.0.0.1:"));
    assert!(is_announced, "it does not say where its pages are");
    (child, output)
}

#[tokio::test(flavor = "multi_thread")]
async fn early_board_ends_if_its_token_is_no_boards() {
    let server = TestServer::start(CONTEST).await;
    for wanted in [&[][..], &["--game", "g"], &["--event", "cup"]] {
        let way = LateServer::to(&server).await;
        let (address, token) = (way.address.clone(), server.token("a").to_owned());
        let begun = tokio::task::spawn_blocking(move || board(&address, &token, wanted));
        let (board, _output) = begun.await.unwrap();
        way.is_open.store(true, Ordering::SeqCst);
        let ended = tokio::task::spawn_blocking(move || board.wait_with_output().unwrap());
        let ended = tokio::time::timeout(TIMEOUT, ended).await.expect("it goes on").unwrap();
        let stderr = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(4), "{wanted:?}: {stderr}");
        assert!(stderr.contains("token"), "{wanted:?}: {stderr}");
    }
}
