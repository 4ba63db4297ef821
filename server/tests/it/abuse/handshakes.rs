//! Unfinished TLS handshakes: silent, partial, slow, and hundreds at once.

use std::sync::Arc;
use std::time::Duration;

use ishigaki_proto::{SERVER_NAME, watch};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio_rustls::rustls::ClientConnection;
use tokio_rustls::rustls::pki_types::ServerName;

use crate::abuse::fixture::{AbuseFixture, hung_up, in_time};

/// Returns a TLS `ClientHello`.
fn hello(fixture: &AbuseFixture) -> Vec<u8> {
    let name = ServerName::try_from(SERVER_NAME).unwrap();
    let mut client = ClientConnection::new(Arc::clone(fixture.operator.connector().config()), name).unwrap();
    let mut hello = Vec::new();
    client.write_tls(&mut hello).unwrap();
    hello
}

async fn lists_games(fixture: &AbuseFixture) {
    let listing = async { fixture.link("board").watch().list_games(watch::ListGamesRequest {}).await };
    in_time("an answer", listing).await.unwrap();
}

#[tokio::test]
async fn encryption_that_is_begun_and_not_ended_is_hung_up_on_in_time() {
    // The default handshake timeout is as long as the test's own timeout.
    let fixture = AbuseFixture::within("handshake_ms = 300\nfirst_call_ms = 60000");
    let hello = hello(&fixture);
    let half = &hello[..hello.len() / 2];
    let plain = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    // Nothing, a record header, half a ClientHello, a whole one and then nothing, and no TLS at all.
    for begun in [&[][..], &[0x16, 3, 1, 0x3f, 0xff], half, &hello, plain] {
        let mut line = fixture.knock().await;
        line.write_all(begun).await.unwrap();
        hung_up(&mut line).await;
    }
    lists_games(&fixture).await;
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn bytewise_client_hello_does_not_extend_timeout() {
    let fixture = AbuseFixture::within("handshake_ms = 400");
    let hello = hello(&fixture);
    let mut line = fixture.knock().await;
    let mut sent = 0;
    in_time("the end of a slow greeting", async {
        // At this pace the whole ClientHello would take many seconds, but no pause exceeds the limit.
        let mut pace = tokio::time::interval(Duration::from_millis(20));
        for byte in &hello {
            pace.tick().await;
            if line.write_all(&[*byte]).await.is_err() {
                return;
            }
            sent += 1;
        }
    })
    .await;
    assert!(sent < hello.len(), "the whole greeting was waited for");
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn unfinished_handshakes_do_not_lock_out_clients() {
    // The handshake timeout is longer than the test, so only the limit on their number can evict the oldest.
    let fixture = AbuseFixture::within("handshake_ms = 120000\nhandshakes = 32");
    let hello = hello(&fixture);
    let mut lines: Vec<TcpStream> = Vec::new();
    for number in 0..300 {
        let mut line = fixture.knock().await;
        // Half of them make the server work: it signs its answer before it waits.
        line.write_all(if number % 2 == 0 { &hello } else { &[] }).await.unwrap();
        lines.push(line);
    }
    lists_games(&fixture).await;
    // Only the latest handshakes are left.
    for line in &mut lines[..300 - 32] {
        hung_up(line).await;
    }
    fixture.assert_not_grown();
    fixture.a_normal_game_still_runs().await;
    assert!(fixture.descriptors() < 32 + 64, "{}", fixture.descriptors());
}

#[tokio::test]
async fn game_runs_while_handshakes_are_begun_and_dropped() {
    let fixture = AbuseFixture::open();
    let hello = Arc::<[u8]>::from(hello(&fixture));
    let address = fixture.address();
    let mut floods = Vec::new();
    for _ in 0..4 {
        let hello = Arc::clone(&hello);
        floods.push(tokio::spawn(async move {
            loop {
                // Errors are ignored because the server may refuse or reset the connection.
                let Ok(mut line) = TcpStream::connect(address).await else { continue };
                _ = line.write_all(&hello).await;
            }
        }));
    }
    fixture.a_normal_game_still_runs().await;
    for flood in floods {
        flood.abort();
    }
    fixture.assert_not_grown();
}
