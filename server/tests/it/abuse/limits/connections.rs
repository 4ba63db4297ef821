//! Attacks on limits of connections: too many, silent, not reading, slow, and with many bytes.

use std::time::Duration;

use h2::client::Builder;
use ishigaki_client::now;
use ishigaki_proto::SERVER_NAME;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;
use tokio::time::timeout;
use tokio_rustls::rustls::ClientConnection;
use tokio_rustls::rustls::pki_types::ServerName;
use tonic::Code;

use super::{MANY, STEPS, pace};
use crate::abuse::fixture::{AbuseFixture, in_time};
use crate::abuse::wire::{
    DATA, END_HEADERS, END_STREAM, HEADERS, LIST, Line, PING, Raw, WireResponse, frame, head, headers,
    message,
};

/// Length of a stalled write that proves that the server tolerates it: far longer than [`SHORT`](super::SHORT).
const TOLERATED_STALL: Duration = Duration::from_secs(3);

pub(super) async fn connections(fixture: &AbuseFixture) -> bool {
    let mut lines = Vec::new();
    for _ in 0..MANY {
        let Ok(wire) = fixture.over(fixture.knock().await).await else { return false };
        let Ok(mut line) = Line::over(wire, &Builder::new()).await else { return false };
        let answer = line.call(head(LIST, Some(fixture.token("c"))), message(&[])).await;
        if !matches!(answer, WireResponse::Status(status) if status.code() == Code::Ok) {
            return false;
        }
        lines.push(line);
    }
    true
}

pub(super) async fn handshakes(fixture: &AbuseFixture) -> bool {
    let mut lines = Vec::new();
    for _ in 0..MANY {
        lines.push(fixture.knock().await);
    }
    let mut done = Vec::new();
    for line in lines {
        let Ok(line) = fixture.over(line).await else { return false };
        done.push(line);
    }
    true
}

pub(super) async fn slow_handshake(fixture: &AbuseFixture) -> bool {
    let name = ServerName::try_from(SERVER_NAME).unwrap();
    let mut client = ClientConnection::new(fixture.operator.connector().config().clone(), name).unwrap();
    let mut hello = Vec::new();
    client.write_tls(&mut hello).unwrap();
    let mut line = fixture.knock().await;
    let mut pace = pace();
    for piece in hello.chunks(hello.len().div_ceil(STEPS as usize)) {
        pace.tick().await;
        if line.write_all(piece).await.is_err() {
            return false;
        }
    }
    in_time("an answer", line.read_u8()).await.is_ok()
}

/// Returns whether a connection without calls survives this many steps.
async fn lives_on(mut raw: Raw, steps: u32) -> bool {
    let mut pace = pace();
    for _ in 0..steps {
        pace.tick().await;
        if raw.ping().await.is_err() {
            return false;
        }
    }
    true
}

pub(super) async fn silence(fixture: &AbuseFixture) -> bool {
    lives_on(Raw::open(fixture).await, STEPS).await
}

pub(super) async fn silence_after_a_call(fixture: &AbuseFixture) -> bool {
    let mut raw = Raw::open(fixture).await;
    let block = headers(LIST, fixture.token("c"));
    raw.send(&frame(HEADERS, END_HEADERS, 1, &block)).await.unwrap();
    raw.send(&frame(DATA, END_STREAM, 1, &message(&[]))).await.unwrap();
    // Longer than the grace period for the first call.
    lives_on(raw, 4 * STEPS).await
}

/// Sends pings without reading the answers until a write stalls.
pub(super) async fn deafness(fixture: &AbuseFixture) -> bool {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let wire = fixture.over(socket.connect(fixture.address()).await.unwrap()).await.unwrap();
    let mut raw = Raw::begin(wire).await;
    let pings = frame(PING, 0, 0, &[7; 8]).repeat(1_000);
    loop {
        match timeout(TOLERATED_STALL, raw.send(&pings)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return false,
            // The write stalls and the server tolerates it.
            Err(_) => return true,
        }
    }
}

/// Sends 85,000 bytes: more than two seconds at the low limits.
pub(super) async fn many_bytes(fixture: &AbuseFixture) -> bool {
    let mut raw = Raw::open(fixture).await;
    let began = now();
    raw.send(&frame(PING, 0, 0, &[7; 8]).repeat(5_000)).await.unwrap();
    raw.ping().await.unwrap();
    began.elapsed() < Duration::from_secs(2)
}
