//! An unauthenticated client that exhausts shared resources: connections, handshakes, calls without a token, the
//! metrics page. It uses one or several local addresses, and other clients have their own.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use h2::RecvStream;
use h2::client::Builder;
use ishigaki_client::now;
use ishigaki_proto::fault::{ErrorReason, Fault};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpSocket, TcpStream};
use tokio_rustls::rustls::ClientConnection;
use tokio_rustls::rustls::pki_types::ServerName;
use tonic::{Code, Status};

use crate::abuse::fixture::{AbuseFixture, hung_up, in_time};
use crate::abuse::wire::{LIST, Line, head, message};

const HEALTH: &str = "/grpc.health.v1.Health/Watch";
const REFLECTION: &str = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo";

/// Opens a TCP connection from 127.0.0.`last`.
async fn knock(fixture: &AbuseFixture, last: u8) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, 0, last), 0))).unwrap();
    let line = socket.connect(fixture.address()).await.unwrap();
    line.set_nodelay(true).unwrap();
    line
}

async fn line_from(fixture: &AbuseFixture, last: u8) -> Line {
    Line::over(fixture.over(knock(fixture, last).await).await.unwrap(), &Builder::new()).await.unwrap()
}

/// Begins a stream that needs no token and leaves it open. Returns its answer, or the reason if it is refused.
async fn begin(line: &mut Line, path: &str) -> Result<(RecvStream, h2::SendStream<bytes::Bytes>), Fault> {
    let (answer, mut sending) = line.begin(head(path, None)).await.expect("the connection takes more");
    // A reflection stream may ask again; health takes a single request.
    if path == HEALTH {
        sending.send_data(message(&[]).into(), true).unwrap();
    }
    let answer = in_time("an answer", answer).await.unwrap();
    match Status::from_header_map(answer.headers()).filter(|status| status.code() != Code::Ok) {
        Some(refused) => Err(Fault::from_status(&refused).expect("a reason")),
        None => Ok((answer.into_body(), sending)),
    }
}

/// Waits for the end of a stream and returns the reason.
async fn end(mut answer: RecvStream) -> Fault {
    let trailers = in_time("the end of a stream", async {
        while let Some(piece) = answer.data().await {
            let piece = piece.unwrap();
            answer.flow_control().release_capacity(piece.len()).unwrap();
        }
        answer.trailers().await.unwrap().expect("it ends with a reason")
    });
    Fault::from_status(&Status::from_header_map(&trailers.await).unwrap()).expect("a reason of ours")
}

#[tokio::test]
async fn streams_of_one_client_block_no_other_client() {
    let fixture = AbuseFixture::open();
    let mut flood = line_from(&fixture, 2).await;
    let mut streams = Vec::new();
    let refused = loop {
        match begin(&mut flood, REFLECTION).await {
            Ok(stream) => streams.push(stream),
            Err(refused) => break refused,
        }
    };
    assert_eq!((streams.len(), refused.figure("of")), (16, Some("address")));
    assert!(refused.retry_after().is_some(), "who means it comes again");
    let mut other = line_from(&fixture, 3).await;
    let _health = begin(&mut other, HEALTH).await.unwrap();
    let _schema = begin(&mut other, REFLECTION).await.unwrap();
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn new_client_connects_despite_streams_of_many_addresses() {
    let fixture = AbuseFixture::within(
        "unauthenticated_calls = 12\nunauthenticated_calls_per_address = 4\nunauthenticated_call_ms = 120000",
    );
    let (mut lines, mut streams) = (Vec::new(), Vec::new());
    for last in 2..5 {
        let mut line = line_from(&fixture, last).await;
        for _ in 0..4 {
            streams.push(begin(&mut line, HEALTH).await.unwrap());
        }
        lines.push(line);
    }
    let mut honest = line_from(&fixture, 9).await;
    let _open = begin(&mut honest, HEALTH).await.expect("an eldest one makes room");
    let (eldest, _sending) = streams.swap_remove(0);
    let status = end(eldest).await;
    assert_eq!((status.reason, status.figure("of")), (ErrorReason::TooManyCalls, Some("unauthenticated")));
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn unauthenticated_stream_times_out() {
    let fixture = AbuseFixture::within("unauthenticated_call_ms = 300");
    let mut line = line_from(&fixture, 2).await;
    for path in [HEALTH, REFLECTION] {
        let (answer, _sending) = begin(&mut line, path).await.unwrap();
        assert_eq!(end(answer).await.reason, ErrorReason::TimedOut);
    }
    // Authenticated calls have no such limit.
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn unauthenticated_connections_are_evicted_for_new_clients() {
    let limits =
        "connections = 24\nfirst_call_ms = 120000\nidle_connection_ms = 120000\nhandshake_ms = 120000";
    for fixture in [AbuseFixture::within(limits), AbuseFixture::plain(limits)] {
        let mut known = Line::open(&fixture).await;
        let list = |fixture: &AbuseFixture| head(LIST, Some(fixture.token("a")));
        assert_eq!(known.call(list(&fixture), message(&[])).await.code(), Code::Ok);
        let mut flood = Vec::new();
        for _ in 0..60 {
            // Half of them only connect, half call with a bad token: none is authenticated.
            let mut unauthenticated = line_from(&fixture, 2).await;
            if flood.len() % 2 == 0 {
                _ = unauthenticated.call(head(LIST, Some("ishi.00000000.x")), message(&[])).await;
            }
            flood.push(unauthenticated);
        }
        let mut late = Line::open(&fixture).await;
        assert_eq!(late.call(list(&fixture), message(&[])).await.code(), Code::Ok, "it is served");
        assert_eq!(
            known.call(list(&fixture), message(&[])).await.code(),
            Code::Ok,
            "a known one never has to go"
        );
        fixture.a_normal_game_still_runs().await;
    }
}

#[tokio::test]
async fn half_handshakes_of_one_address_cut_off_no_others() {
    let fixture = AbuseFixture::within("handshakes = 16\nhandshake_ms = 120000");
    let name = ServerName::try_from(ishigaki_proto::SERVER_NAME).unwrap();
    let mut client = ClientConnection::new(fixture.operator.connector().config().clone(), name).unwrap();
    let mut hello = Vec::new();
    client.write_tls(&mut hello).unwrap();
    // A distant client with a slow handshake.
    let mut slow = knock(&fixture, 3).await;
    slow.write_all(&hello[..hello.len() / 2]).await.unwrap();
    let mut flood = Vec::new();
    for _ in 0..100 {
        flood.push(knock(&fixture, 2).await);
    }
    for line in &mut flood[..100 - 16] {
        hung_up(line).await;
    }
    slow.write_all(&hello[hello.len() / 2..]).await.unwrap();
    let mut first = [0];
    in_time("the answer to a slow greeting", tokio::io::AsyncReadExt::read_exact(&mut slow, &mut first))
        .await
        .unwrap();
    assert_eq!(first, [0x16], "a handshake goes on");
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn silent_metrics_clients_do_not_block_others() {
    let fixture = AbuseFixture::open();
    let mut silent = Vec::new();
    for _ in 0..40 {
        silent.push(TcpStream::connect(fixture.metrics()).await.unwrap());
    }
    let began = now();
    fixture.until("ishigaki_games{phase=\"ready\"}", 1.0).await;
    // The page must not wait for the others: a visit may take ten seconds.
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    for line in &mut silent[..40 - 8] {
        hung_up(line).await;
    }
}

#[test]
fn nothing_of_the_server_is_left_for_others_to_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let fixture = AbuseFixture::open();
    let limits = fixture.proc_text("limits");
    let cores = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
    let figures: Vec<&str> = cores.split_whitespace().skip(4).take(2).collect();
    assert_eq!(figures, ["0", "0"], "{cores}");
    let mut seen = 0;
    for entry in std::fs::read_dir(fixture.operator.folder()).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if name.starts_with("contest.") && name != "contest.toml" {
            let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o600, "{name}");
            seen += 1;
        }
    }
    assert!(seen >= 4, "journal, log, key and note: {seen}");
}
