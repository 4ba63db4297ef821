//! The accept loop alone: admission, rejection and timeouts of connections.
#![expect(clippy::unwrap_used, reason = "test set-up that fails is a failed test")]

use std::net::SocketAddr;
use std::sync::Arc;

use ishigaki_grpc::gate::{Gate, GateLimits, IncomingConnection};
use ishigaki_rules::Millis;
use ishigaki_testkit::{ManualClock, connector};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, ServerName};
use tokio_rustls::{TlsConnector, client};
use tokio_stream::StreamExt as _;

const NAME: &str = "gate.test";

struct GateFixture {
    clock: ManualClock,
    address: SocketAddr,
    accepted: mpsc::Receiver<IncomingConnection>,
    connector: TlsConnector,
}

impl GateFixture {
    async fn open(is_encrypted: bool, limits: GateLimits) -> Self {
        let clock = ManualClock::new();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (server, connector) = configs();
        let tls = is_encrypted.then_some(server);
        let mut gate = Gate::new(listener, tls, limits, Arc::new(clock.clone()));
        let (ready, accepted) = mpsc::channel(8);
        tokio::spawn(async move {
            while let Some(Ok(connection)) = gate.next().await {
                if ready.send(connection).await.is_err() {
                    return;
                }
            }
        });
        Self { clock, address, accepted, connector }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    async fn connect_encrypted(&self) -> client::TlsStream<TcpStream> {
        let name = ServerName::try_from(NAME).unwrap();
        self.connector.connect(name, self.connect().await).await.unwrap()
    }
}

fn configs() -> (Arc<ServerConfig>, TlsConnector) {
    let made = rcgen::generate_simple_self_signed([NAME.to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let provider = Arc::new(aws_lc_rs::default_provider());
    let server = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    (Arc::new(server), connector(made.cert.der().clone()))
}

async fn hung_up(line: &mut (impl AsyncRead + Unpin)) {
    let mut rest = Vec::new();
    // A reset also closes the connection.
    _ = line.read_to_end(&mut rest).await;
}

#[tokio::test]
async fn plain_gate_lets_all_through_with_their_address() {
    let mut fixture = GateFixture::open(false, GateLimits::default()).await;
    let mut line = fixture.connect().await;
    let mut connection = fixture.accepted.recv().await.unwrap();
    assert_eq!(connection.peer().address, line.local_addr().unwrap());
    assert!(!connection.peer().is_encrypted);
    line.write_all(b"hello").await.unwrap();
    let mut received = [0; 5];
    connection.read_exact(&mut received).await.unwrap();
    assert_eq!(&received, b"hello");
}

#[tokio::test]
async fn tls_gate_admits_encrypted_connection() {
    let mut fixture = GateFixture::open(true, GateLimits::default()).await;
    let mut line = fixture.connect_encrypted().await;
    let mut connection = fixture.accepted.recv().await.unwrap();
    assert!(connection.peer().is_encrypted);
    connection.write_all(b"hello").await.unwrap();
    connection.flush().await.unwrap();
    let mut received = [0; 5];
    line.read_exact(&mut received).await.unwrap();
    assert_eq!(&received, b"hello");
}

#[tokio::test]
async fn plain_speech_at_an_encrypted_gate_is_hung_up_on() {
    let mut fixture = GateFixture::open(true, GateLimits::default()).await;
    let mut plain = fixture.connect().await;
    plain.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await.unwrap();
    hung_up(&mut plain).await;
    assert!(fixture.accepted.try_recv().is_err());
}

#[tokio::test]
async fn silent_client_is_closed_at_handshake_timeout() {
    let mut fixture =
        GateFixture::open(true, GateLimits { handshake: Millis(5_000), ..GateLimits::default() }).await;
    let mut silent = fixture.connect().await;
    // A later client is admitted, so the silent one has been accepted too.
    let _line = fixture.connect_encrypted().await;
    fixture.accepted.recv().await.unwrap();
    fixture.clock.advance(4_999);
    let _other = fixture.connect_encrypted().await;
    fixture.accepted.recv().await.unwrap();
    let read = silent.try_read(&mut [0; 8]).expect_err("the line is still open, and silent");
    assert_eq!(read.kind(), std::io::ErrorKind::WouldBlock);
    fixture.clock.advance(1);
    hung_up(&mut silent).await;
}

#[tokio::test]
async fn oldest_handshake_is_dropped_over_limit() {
    let mut fixture = GateFixture::open(true, GateLimits { handshakes: 2, ..GateLimits::default() }).await;
    let mut first = fixture.connect().await;
    let second = fixture.connect().await;
    let _line = fixture.connect_encrypted().await;
    fixture.accepted.recv().await.unwrap();
    hung_up(&mut first).await;
    let read = second.try_read(&mut [0; 8]).expect_err("the line is still open, and silent");
    assert_eq!(read.kind(), std::io::ErrorKind::WouldBlock);
}
