//! The cost of gRPC alone: an echo and a stream of the same size, in a process of its own with the same
//! transport and encryption.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::io::Read as _;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::pin::Pin;
use std::process::Stdio;
use std::sync::Arc;
use std::task::{Context, Poll};

use anyhow::Context as _;
use bytes::Bytes;
use clap::Args;
use ishigaki_admin::folder::Folder;
use ishigaki_client::Address;
use ishigaki_command::Output;
use ishigaki_engine::clock::{Clock as _, SystemClock};
use ishigaki_grpc::gate::{Gate, GateLimits};
use ishigaki_grpc::tls;
use ishigaki_rules::Millis;
use rehearsal::server::ServerFiles;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::sync::{broadcast, oneshot};
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::{Stream, StreamExt as _};
use tonic::body::Body;
use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::codegen::{BoxFuture, Service, http};
use tonic::server::{self, NamedService, ServerStreamingService, UnaryService};
use tonic::transport::Channel;
use tonic::{Request, Response, Status, Streaming};
use tonic_prost::ProstCodec;

/// Hidden subcommand of the bare server.
pub const TASK: &str = "bare-child";

const MAX_LAG: usize = 64;

const NEVER: Millis = Millis(u64::MAX);

const NAME: &str = "bare.Bare";
const ECHO: &str = "/bare.Bare/Echo";
const PUBLISH: &str = "/bare.Bare/Publish";
const SUBSCRIBE: &str = "/bare.Bare/Subscribe";

type Codec = ProstCodec<Bytes, Bytes>;

/// A client of the bare server.
#[derive(Clone, Debug)]
pub struct BareClient(Grpc<Channel>);

impl BareClient {
    /// Makes a client over this channel.
    pub fn new(channel: Channel) -> Self {
        Self(Grpc::new(channel))
    }

    /// Sends bytes and waits for them.
    ///
    /// # Errors
    /// As any call.
    pub async fn echo(&mut self, load: Bytes) -> Result<(), Status> {
        self.unary(ECHO, load).await
    }

    /// Sends bytes to all subscribers.
    ///
    /// # Errors
    /// As any call.
    pub async fn publish(&mut self, load: Bytes) -> Result<(), Status> {
        self.unary(PUBLISH, load).await
    }

    /// Subscribes to published bytes; an empty message comes at once.
    ///
    /// # Errors
    /// As any call.
    pub async fn subscribe(&mut self) -> Result<Streaming<Bytes>, Status> {
        self.ready().await?;
        let path = PathAndQuery::from_static(SUBSCRIBE);
        let answer = self.0.server_streaming(Request::new(Bytes::new()), path, Codec::default());
        Ok(answer.await?.into_inner())
    }

    async fn unary(&mut self, path: &'static str, load: Bytes) -> Result<(), Status> {
        self.ready().await?;
        let path = PathAndQuery::from_static(path);
        self.0.unary::<_, Bytes, _>(Request::new(load), path, Codec::default()).await?;
        Ok(())
    }

    async fn ready(&mut self) -> Result<(), Status> {
        self.0.ready().await.map_err(|error| Status::unavailable(error.to_string()))
    }
}

/// Arguments of the bare server.
#[derive(Clone, Debug, Args)]
pub struct Serve {
    /// Directory with its certificate and key
    #[arg(long)]
    folder: PathBuf,
}

#[derive(Clone, Debug)]
struct BareService {
    published: broadcast::Sender<Bytes>,
}

impl NamedService for BareService {
    const NAME: &'static str = NAME;
}

impl Service<http::Request<Body>> for BareService {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Self::Response, Infallible>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let published = self.published.clone();
        Box::pin(async move {
            let mut grpc = server::Grpc::new(Codec::default());
            Ok(match request.uri().path() {
                ECHO => grpc.unary(Call(Ok), request).await,
                PUBLISH => {
                    let publish = move |load| {
                        // There may be no subscribers.
                        let _ = published.send(load);
                        Ok(Bytes::new())
                    };
                    grpc.unary(Call(publish), request).await
                }
                SUBSCRIBE => grpc.server_streaming(Subscription { published }, request).await,
                _ => Status::unimplemented("").into_http(),
            })
        })
    }
}

type Parcels = Pin<Box<dyn Stream<Item = Result<Bytes, Status>> + Send>>;

struct Call<F>(F);

impl<F: Fn(Bytes) -> Result<Bytes, Status>> UnaryService<Bytes> for Call<F> {
    type Response = Bytes;
    type Future = Ready<Result<Response<Bytes>, Status>>;

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        ready((self.0)(request.into_inner()).map(Response::new))
    }
}

struct Subscription {
    published: broadcast::Sender<Bytes>,
}

impl ServerStreamingService<Bytes> for Subscription {
    type Response = Bytes;
    type ResponseStream = Parcels;
    type Future = Ready<Result<Response<Parcels>, Status>>;

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        // The first message comes back at once to confirm the subscription.
        let first = tokio_stream::once(Ok(request.into_inner()));
        let rest = BroadcastStream::new(self.published.subscribe());
        let rest = rest.map(|parcel| parcel.map_err(|lag| Status::data_loss(lag.to_string())));
        ready(Ok(Response::new(Box::pin(first.chain(rest)))))
    }
}

/// Runs the bare server until standard input ends.
///
/// # Errors
/// It can't listen or print its address, its certificate is unreadable, or its network fails.
pub fn serve(serve: &Serve) -> anyhow::Result<()> {
    let (parent_left, left) = oneshot::channel::<()>();
    // A separate thread, because reading standard input can't be cancelled.
    std::thread::spawn(move || {
        // Any result means that the parent is gone or wants an end.
        let _ = std::io::stdin().lock().read(&mut [0; 1]);
        let _ = parent_left.send(());
        // Subscribers would block a regular end.
        std::process::exit(0);
    });
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("cannot listen")?;
        Output::new(false).text(&listener.local_addr()?.to_string())?;
        let clock = Arc::new(SystemClock::new());
        let tls = tls::load(&Folder::at(&serve.folder).tls(), clock.time_of_day())?;
        // This gate sees no calls, so it must not wait for any.
        let limits =
            GateLimits { first_call: NEVER, idle: NEVER, bytes_per_second: 0, ..GateLimits::default() };
        let gate = Gate::new(listener, Some(tls.config), limits, clock);
        let published = broadcast::Sender::new(MAX_LAG);
        tonic::transport::Server::builder()
            .add_service(BareService { published })
            .serve_with_incoming_shutdown(gate, async {
                let _ = left.await;
            })
            .await
            .context("the bare server's network failed")
    })
}

/// A bare server in its own process.
pub struct Process {
    child: Child,
    address: Address,
    /// Removed with the process.
    _folder: TempDir,
}

impl Process {
    /// Starts it on a free port.
    ///
    /// # Errors
    /// Its directory or certificate can't be made, or it doesn't print its address.
    pub async fn start() -> anyhow::Result<Self> {
        let mut command = Command::new(std::env::current_exe().context("cannot find the program itself")?);
        let folder = tempfile::Builder::new().prefix("bare-").tempdir().context("cannot make a folder")?;
        let files = ServerFiles::in_private_folder(folder.path()).with_encryption(&[])?;
        command.arg(TASK).arg("--folder").arg(folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        // Ctrl-C in the terminal is for the measuring program.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().context("cannot start the bare server")?;
        let output = child.stdout.take().context("the bare server has no output")?;
        let line = BufReader::new(output).lines().next_line().await?;
        let listens = line.context("the bare server did not start")?;
        let address = files.address(listens.parse()?)?;
        Ok(Self { child, address, _folder: folder })
    }

    /// Returns its address.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Returns its process id.
    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Stops it.
    ///
    /// # Errors
    /// The system doesn't stop it.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        self.child.kill().await.context("the bare server cannot be stopped")
    }
}
