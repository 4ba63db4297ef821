//! A contest hall on a simulated network: the real services on a simulated host, over the real transport.

use std::collections::BTreeMap;
use std::future::pending;
use std::io;
use std::net::Ipv4Addr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use ishigaki_client::{Link, ServerUrl, Token, connect_by, now};
use ishigaki_engine::clock::{Clock, Monotonic, UnixMillis, Wakeup};
use ishigaki_engine::games::GameContext;
use ishigaki_engine::key::ServerKey;
use ishigaki_engine::meter::Meter;
use ishigaki_engine::spool::Spool;
use ishigaki_engine::token::{Principal, Role, TokenRegistry, TokenStore};
use ishigaki_grpc::limits::Limits;
use ishigaki_journal::{Journal, MemoryJournal};
use ishigaki_scenarios::Contest;
use ishigaki_server::run::{Parts, serve};
use ishigaki_testkit::SeededEntropy;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::server::Connected;
use turmoil::Sim;
use turmoil::net::{TcpListener, TcpStream};

const CONTEST: &str = r#"
[[team]]
id = "a"
name = "Team A"

[[team]]
id = "b"
name = "石垣組"

[[game]]
id = "g"
scenario = "tiny-2"
"#;

pub(crate) const SERVER: &str = "server";
const PORT: u16 = 7150;
const TICK: Duration = Duration::from_millis(5);
const TOO_LONG: Duration = Duration::from_mins(20);

#[derive(Clone)]
pub(crate) struct CutFixture {
    seed: u64,
    journal: MemoryJournal,
    entropy: SeededEntropy,
    key: Arc<ServerKey>,
    tokens: Arc<BTreeMap<String, String>>,
    bounces: Arc<Mutex<Vec<&'static str>>>,
}

impl CutFixture {
    pub(crate) fn open(sim: &mut Sim<'static>, seed: u64) -> Self {
        let entropy = SeededEntropy::new(seed);
        let fixture = Self {
            seed,
            journal: MemoryJournal::new(),
            key: Arc::new(ServerKey::make(&entropy).unwrap()),
            entropy,
            tokens: Arc::new(store(seed).1),
            bounces: Arc::default(),
        };
        let host = fixture.clone();
        sim.host(SERVER, move || host.clone().serve());
        fixture
    }

    async fn serve(self) -> turmoil::Result {
        let journal: Arc<dyn Journal> = Arc::new(self.journal);
        let clock = Arc::new(SimulatedClock { origin: now() });
        let parts = Parts {
            place: ishigaki_cluster::cluster::MemberOptions::default(),
            contest: Contest::parse("contest.toml", CONTEST).unwrap(),
            registry: TokenRegistry::new(store(self.seed).0),
            context: GameContext {
                journal,
                clock,
                entropy: Arc::new(self.entropy),
                key: self.key,
                meter: Meter::default(),
                spool: Spool::default(),
                copies: ishigaki_engine::required_copy::CopyConfirmations::default(),
                awaited_records: ishigaki_engine::games::MAX_AWAITED_RECORDS,
            },
            limits: Limits::default(),
            figures: None,
            ready: None,
        };
        let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, PORT)).await?;
        let (arrive, arrived) = mpsc::channel(1);
        tokio::spawn(async move {
            loop {
                let wire = listener.accept().await.map(|(stream, _)| Wire(stream));
                if arrive.send(wire).await.is_err() {
                    break;
                }
            }
        });
        serve(parts, ReceiverStream::new(arrived), pending()).await?;
        Ok(())
    }

    pub(crate) fn link(&self, name: &str) -> Link {
        let url: ServerUrl = format!("http://{SERVER}:{PORT}").parse().unwrap();
        let address = url.address(None, true).unwrap();
        let token: Token = self.tokens[name].parse().unwrap();
        connect_by(&address, &token, |_| TcpStream::connect((SERVER, PORT)))
    }

    pub(crate) fn bounce(&self, host: &'static str) {
        self.bounces.lock().unwrap().push(host);
    }

    /// Runs the simulation until all clients are done; `between_steps` is called between any two steps.
    pub(crate) fn run(&self, sim: &mut Sim<'static>, mut between_steps: impl FnMut(&mut Sim<'static>)) {
        loop {
            let is_done = sim.step().unwrap_or_else(|error| panic!("seed {}: {error}", self.seed));
            if is_done {
                break;
            }
            for host in std::mem::take(&mut *self.bounces.lock().unwrap()) {
                sim.bounce(host);
            }
            between_steps(sim);
        }
    }
}

pub(crate) fn simulation(seed: u64) -> Sim<'static> {
    turmoil::Builder::new()
        .rng_seed(seed)
        .tick_duration(TICK)
        .simulation_duration(TOO_LONG)
        .min_message_latency(Duration::from_millis(1))
        .max_message_latency(Duration::from_millis(40))
        .tcp_capacity(4_096)
        .build()
}

fn store(seed: u64) -> (TokenStore, BTreeMap<String, String>) {
    let entropy = SeededEntropy::new(seed);
    let team = |code: &str| Role::Team { team: code.into() };
    let roles = [("judge", Role::Judge), ("board", Role::Board), ("a", team("a")), ("b", team("b"))];
    let mut store = TokenStore::new();
    let mut tokens = BTreeMap::new();
    for (name, role) in roles {
        let token = store.issue(Principal { name: name.into(), role }, &entropy).unwrap();
        tokens.insert(name.to_owned(), token.reveal().to_owned());
    }
    (store, tokens)
}

#[derive(Debug)]
struct SimulatedClock {
    origin: Instant,
}

impl Clock for SimulatedClock {
    fn now(&self) -> Monotonic {
        Monotonic(u64::try_from(now().duration_since(self.origin).as_millis()).unwrap())
    }

    fn time_of_day(&self) -> UnixMillis {
        UnixMillis(1_000_000_000_000 + self.now().0)
    }

    fn reach(&self, moment: Monotonic) -> Wakeup {
        let deadline = self.origin + Duration::from_millis(moment.0);
        Box::pin(tokio::time::sleep_until(deadline.into()))
    }
}

struct Wire(TcpStream);

impl Connected for Wire {
    type ConnectInfo = ();

    fn connect_info(&self) {}
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buf)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}
