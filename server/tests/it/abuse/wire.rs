//! Handwritten HTTP/2: calls and frames that no client library would send.

use std::io;

use h2::client::{Builder, SendRequest};
use h2::{RecvStream, SendStream};
use ishigaki_proto::fault::{ErrorReason, Fault};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::task::JoinHandle;
use tonic::codegen::Bytes;
use tonic::codegen::http::{HeaderMap, Request, Response};
use tonic::{Code, Status};

use crate::abuse::fixture::{AbuseFixture, Wire, in_time};

pub(crate) const WATCH: &str = "/ishigaki.watch.v1.WatchService/WatchGame";
pub(crate) const SUBMIT: &str = "/ishigaki.team.v1.TeamService/SubmitBids";
pub(crate) const SEAL: &str = "/ishigaki.team.v1.TeamService/Seal";
pub(crate) const COPY: &str = "/ishigaki.standby.v1.StandbyService/CopyJournal";
pub(crate) const ROUNDS: &str = "/ishigaki.watch.v1.WatchService/ListRounds";
pub(crate) const RECORD: &str = "/ishigaki.watch.v1.WatchService/ReadRecord";
pub(crate) const LIST: &str = "/ishigaki.watch.v1.WatchService/ListGames";

pub(crate) struct Line {
    requests: SendRequest<Bytes>,
    driver: JoinHandle<()>,
}

impl Line {
    pub(crate) async fn open(fixture: &AbuseFixture) -> Self {
        Self::built(fixture, &Builder::new()).await
    }

    pub(crate) async fn built(fixture: &AbuseFixture, builder: &Builder) -> Self {
        Self::over(fixture.dial().await, builder).await.unwrap()
    }

    pub(crate) async fn over(wire: Wire, builder: &Builder) -> Result<Self, h2::Error> {
        let (requests, connection) = builder.handshake(wire).await?;
        let driver = tokio::spawn(async move { drop(connection.await) });
        Ok(Self { requests, driver })
    }

    pub(crate) fn is_open(&self) -> bool {
        !self.driver.is_finished()
    }

    /// Begins a call, or returns `None` if the connection takes no more.
    pub(crate) async fn begin(
        &mut self,
        request: Request<()>,
    ) -> Option<(h2::client::ResponseFuture, SendStream<Bytes>)> {
        let mut requests = self.requests.clone().ready().await.ok()?;
        requests.send_request(request, false).ok()
    }

    pub(crate) async fn call(&mut self, request: Request<()>, body: Vec<u8>) -> WireResponse {
        in_time("an answer", async {
            let Some((answer, mut sending)) = self.begin(request).await else { return WireResponse::Broken };
            // If the call is refused at once, the server doesn't read the rest.
            _ = sending.send_data(body.into(), true);
            WireResponse::of(answer.await).await
        })
        .await
    }

    pub(crate) async fn ended(self) {
        let Self { requests, driver } = self;
        in_time("the end of a connection", driver).await.unwrap();
        drop(requests);
    }
}

#[derive(Debug)]
pub(crate) enum WireResponse {
    Status(Status),
    Http(u16),
    Broken,
}

impl WireResponse {
    pub(crate) async fn of(answer: Result<Response<RecvStream>, h2::Error>) -> Self {
        let Ok(answer) = answer else { return Self::Broken };
        if answer.status() != 200 {
            return Self::Http(answer.status().as_u16());
        }
        if let Some(status) = Status::from_header_map(answer.headers()) {
            return Self::Status(status);
        }
        let mut body = answer.into_body();
        while let Some(Ok(bytes)) = body.data().await {
            _ = body.flow_control().release_capacity(bytes.len());
        }
        let trailers: Option<HeaderMap> = body.trailers().await.ok().flatten();
        trailers.as_ref().and_then(Status::from_header_map).map_or(Self::Broken, Self::Status)
    }

    #[track_caller]
    pub(crate) fn code(&self) -> Code {
        match self {
            Self::Status(status) => status.code(),
            other => panic!("a status, not {other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn fault(&self) -> Fault {
        match self {
            Self::Status(status) => Fault::from_status(status).expect("a refusal has a reason"),
            other => panic!("a status, not {other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn reason(&self) -> ErrorReason {
        self.fault().reason
    }
}

pub(crate) fn head(path: &str, token: Option<&str>) -> Request<()> {
    let mut request = Request::post(format!("http://abuse.test{path}"))
        .header("content-type", "application/grpc")
        .header("te", "trailers");
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    request.body(()).unwrap()
}

pub(crate) fn message(bytes: &[u8]) -> Vec<u8> {
    prefixed(0, u32::try_from(bytes.len()).unwrap(), bytes)
}

/// Encodes a message with any prefix.
pub(crate) fn prefixed(flag: u8, claimed: u32, bytes: &[u8]) -> Vec<u8> {
    [&[flag][..], &claimed.to_be_bytes(), bytes].concat()
}

pub(crate) struct Raw(pub(crate) Wire);

pub(crate) const HEADERS: u8 = 1;
pub(crate) const RST_STREAM: u8 = 3;
pub(crate) const SETTINGS: u8 = 4;
pub(crate) const PING: u8 = 6;
const GOAWAY: u8 = 7;
pub(crate) const CONTINUATION: u8 = 9;
pub(crate) const DATA: u8 = 0;

pub(crate) const END_STREAM: u8 = 1;
pub(crate) const END_HEADERS: u8 = 4;

/// Flag of a PING or SETTINGS acknowledgement.
const ACK: u8 = 1;

pub(crate) const CANCEL: u32 = 8;

/// Error code of HTTP/2 for a peer that sends too much.
pub(crate) const ENHANCE_YOUR_CALM: u32 = 11;

pub(crate) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// Encodes a call's headers as HPACK literals.
pub(crate) fn headers(path: &str, token: &str) -> Vec<u8> {
    // `:method POST` and `:scheme http` are in the static table.
    let mut block = vec![0x83, 0x86];
    let bearer = format!("Bearer {token}");
    for (name, value) in [
        (":path", path),
        (":authority", "abuse.test"),
        ("content-type", "application/grpc"),
        ("te", "trailers"),
        ("authorization", &bearer),
    ] {
        block.push(0);
        for text in [name, value] {
            block.push(u8::try_from(text.len()).ok().filter(|length| *length < 127).expect("a short text"));
            block.extend_from_slice(text.as_bytes());
        }
    }
    block
}

impl Raw {
    /// Opens a connection and sends the HTTP/2 preface.
    pub(crate) async fn open(fixture: &AbuseFixture) -> Self {
        Self::begin(fixture.dial().await).await
    }

    /// Sends the HTTP/2 preface. Errors are ignored: on a busy machine the server may have closed the connection,
    /// and the next read or write then fails.
    pub(crate) async fn begin(wire: Wire) -> Self {
        let mut raw = Self(wire);
        let first = [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", frame(SETTINGS, 0, 0, &[]).as_slice()].concat();
        drop(raw.send(&first).await);
        raw
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes).await?;
        self.0.flush().await
    }

    /// Sends these bytes repeatedly without reading until the server ends the connection.
    pub(crate) async fn flood(mut self, bytes: &[u8]) {
        in_time("the end of a flood", async { while self.send(bytes).await.is_ok() {} }).await;
    }

    /// Returns the type, flags and payload of the next frame, or `None` at the end of the connection.
    async fn next(&mut self) -> Option<(u8, u8, Vec<u8>)> {
        let mut head = [0; 9];
        self.0.read_exact(&mut head).await.ok()?;
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
        let mut payload = vec![0; usize::try_from(length).unwrap()];
        self.0.read_exact(&mut payload).await.ok()?;
        Some((head[3], head[4], payload))
    }

    /// Waits until the server has read everything, and returns the number of calls that it has reset so far. Fails
    /// with the error code if the server ends the connection.
    pub(crate) async fn ping(&mut self) -> Result<usize, Option<u32>> {
        if self.send(&frame(PING, 0, 0, LAST)).await.is_err() {
            return Err(self.goaway().await);
        }
        in_time("an answer to a ping", async {
            let mut broken_off = 0;
            loop {
                match self.next().await {
                    Some((PING, ACK, payload)) if payload == LAST => return Ok(broken_off),
                    Some((RST_STREAM, ..)) => broken_off += 1,
                    Some((GOAWAY, _, payload)) => return Err(code(&payload)),
                    Some(_) => {}
                    None => return Err(None),
                }
            }
        })
        .await
    }

    /// Reads until the server ends the connection, and returns its error code, if any.
    pub(crate) async fn goaway(&mut self) -> Option<u32> {
        in_time("a goaway", async {
            let mut given = None;
            while let Some((kind, _, payload)) = self.next().await {
                if kind == GOAWAY {
                    given = code(&payload);
                }
            }
            given
        })
        .await
    }
}

/// Payload of the ping that marks the end.
const LAST: &[u8] = b"all read";

fn code(goaway: &[u8]) -> Option<u32> {
    goaway.get(4..8).map(|code| u32::from_be_bytes(code.try_into().unwrap()))
}
