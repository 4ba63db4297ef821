//! Encryption that is begun and not ended: by nobody, by halves, slowly, and by hundreds at once.

use std::sync::Arc;
use std::time::Duration;

use ishigaki_proto::{SERVER_NAME, watch};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio_rustls::rustls::ClientConnection;
use tokio_rustls::rustls::pki_types::ServerName;

use crate::abuse::fixture::{AbuseFixture, hung_up, in_time};

/// The first thing that a client says which encrypts.
fn hello(fixture: &AbuseFixture) -> Vec<u8> {
    let name = ServerName::try_from(SERVER_NAME).unwrap();
    let mut client = ClientConnection::new(Arc::clone(fixture.operator.connector().config()), name).unwrap();
    let mut said = Vec::new();
    client.write_tls(&mut said).unwrap();
    said
}

/// Whether anybody who means it gets in.
async fn lists_games(fixture: &AbuseFixture) {
    let listing = async { fixture.link("board").watch().list_games(watch::ListGamesRequest {}).await };
    in_time("an answer", listing).await.unwrap();
}

#[tokio::test]
async fn encryption_that_is_begun_and_not_ended_is_hung_up_on_in_time() {
    // With its default the server would wait as long as a test for what must happen.
    let fixture = AbuseFixture::within("handshake_ms = 300\nfirst_call_ms = 60000");
    let hello = hello(&fixture);
    let half = &hello[..hello.len() / 2];
    let plain = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    // Nothing, the head of something long, half a greeting, a greeting and then nothing, no encryption at all.
    for begun in [&[][..], &[0x16, 3, 1, 0x3f, 0xff], half, &hello, plain] {
        let mut line = fixture.knock().await;
        line.write_all(begun).await.unwrap();
        hung_up(&mut line).await;
    }
    lists_games(&fixture).await;
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn a_greeting_that_comes_byte_by_byte_gains_no_time() {
    let fixture = AbuseFixture::within("handshake_ms = 400");
    let hello = hello(&fixture);
    let mut line = fixture.knock().await;
    let mut said = 0;
    in_time("the end of a slow greeting", async {
        // The pace of the attack: the whole greeting would take many seconds, and no pause is longer than the limit.
        let mut pace = tokio::time::interval(Duration::from_millis(20));
        for byte in &hello {
            pace.tick().await;
            if line.write_all(&[*byte]).await.is_err() {
                return;
            }
            said += 1;
        }
    })
    .await;
    assert!(said < hello.len(), "the whole greeting was waited for");
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn hundreds_of_handshakes_that_nobody_ends_keep_nobody_out() {
    // Each is waited for longer than the test takes: what holds is that the eldest have to go.
    let fixture = AbuseFixture::within("handshake_ms = 120000\nhandshakes = 32");
    let hello = hello(&fixture);
    let mut lines: Vec<TcpStream> = Vec::new();
    for number in 0..300 {
        let mut line = fixture.knock().await;
        // Half of them make the server work: it has signed its answer when it begins to wait.
        line.write_all(if number % 2 == 0 { &hello } else { &[] }).await.unwrap();
        lines.push(line);
    }
    lists_games(&fixture).await;
    // All but the last ones have had to go.
    for line in &mut lines[..300 - 32] {
        hung_up(line).await;
    }
    fixture.assert_not_grown();
    fixture.a_normal_game_still_runs().await;
    assert!(fixture.descriptors() < 32 + 64, "{}", fixture.descriptors());
}

#[tokio::test]
async fn a_game_runs_while_handshakes_are_begun_and_dropped_without_end() {
    let fixture = AbuseFixture::open();
    let hello = Arc::<[u8]>::from(hello(&fixture));
    let address = fixture.address();
    let mut floods = Vec::new();
    for _ in 0..4 {
        let hello = Arc::clone(&hello);
        floods.push(tokio::spawn(async move {
            loop {
                // Whatever comes of it.
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
