//! One world: a real server on a manual clock, all observers, and everything they see.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, LazyLock};
use std::task::Poll;

use ishigaki_proto::{team, watch, wire};
use ishigaki_testkit::{ManualClock, SeededEntropy, TestServer};
use prost::Message as _;
use tempfile::NamedTempFile;
use tokio_stream::Stream as _;
use tonic::{Status, Streaming};

use super::canary;
use super::log_capture::LogCapture;
use super::raw::{Caller, answer_bytes, header_bytes, refusal_bytes};
use super::screen::screens;
use super::wrong::wrong_calls;

const SCENARIO: &str = r####"
title = "Two worlds"
money = 1000000000
frame = """
####
####
"""
[[round]]
bids = 3
wins = 1
close = "deadline"
[[stone]]
id = "X"
min_price = 1
shape = "##"
[[stone]]
id = "Y"
min_price = 1
shape = "##"
[[stone]]
id = "Z"
min_price = 1
shape = "###"
"####;

/// The scenario as a file, written once, and in one step, for it is read by several worlds at the same time.
static SCENARIO_FILE: LazyLock<PathBuf> = LazyLock::new(|| {
    let scenario = Path::new(env!("CARGO_TARGET_TMPDIR")).join("worlds.toml");
    let mut written = NamedTempFile::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    written.write_all(SCENARIO.as_bytes()).unwrap();
    written.persist(&scenario).unwrap();
    scenario
});

pub(crate) type List = &'static [(&'static str, u64)];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Observation {
    pub(crate) what: String,
    pub(crate) bytes: Vec<u8>,
}

pub(crate) struct World {
    clock: ManualClock,
    server: TestServer,
    watchers: Vec<Watcher>,
    log: LogCapture,
    starts: usize,
    pub(crate) observations: Vec<Observation>,
    /// Lengths of the messages that a team gets which connects again, in order: those of its own lists may say anything.
    pub(crate) own_lengths: Vec<(String, Vec<usize>)>,
}

struct Watcher {
    name: String,
    caller: Caller,
    live: Option<Streaming<Vec<u8>>>,
    seen: u64,
}

impl World {
    /// A server with the game `g`, before its first round. `teams` are those who look on from their own seats.
    pub(crate) async fn new(teams: &[&str]) -> Self {
        Self::watched_by(&["judge", "organiser"], teams).await
    }

    pub(crate) async fn without_staff(teams: &[&str]) -> Self {
        Self::watched_by(&[], teams).await
    }

    async fn watched_by(staff: &[&str], teams: &[&str]) -> Self {
        let log = LogCapture::open();
        let scenario = &*SCENARIO_FILE;
        let team = |code: &str| format!("[[team]]\nid = \"{code}\"\nname = \"Team {code}\"\n");
        let named = ["a", "b", "c", "d", "out"].map(team).concat();
        let game = "teams = [\"a\", \"b\", \"c\", \"d\"]";
        let contest = format!("{named}[[game]]\nid = \"g\"\nscenario = '{}'\n{game}\n", scenario.display());
        let clock = ManualClock::new();
        let entropy = Arc::new(SeededEntropy::new(18));
        let server = TestServer::start_with(Arc::new(clock.clone()), entropy, &contest).await;
        let (watchers, observations) = (Vec::new(), Vec::new());
        let own_lengths = Vec::new();
        let mut world = Self { clock, server, watchers, log, starts: 0, observations, own_lengths };
        let everywhere = ["board", "out", "stranger", "nobody"];
        for name in staff.iter().chain(&everywhere).chain(teams) {
            world.add(name);
        }
        world.sit_down().await;
        world
    }

    fn add(&mut self, name: &str) {
        let caller = self.caller(name);
        self.watchers.push(Watcher { name: name.into(), caller, live: None, seen: 0 });
    }

    fn caller(&self, name: &str) -> Caller {
        let token = match name {
            "stranger" => Some("ishi.00000000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
            "nobody" => None,
            name => Some(self.server.token(name)),
        };
        Caller::new(&self.server.address(), token.map(|token| format!("Bearer {token}")))
    }

    async fn sit_down(&mut self) {
        self.starts += 1;
        while self.log.text().matches(" listening address=").count() < self.starts {
            tokio::task::yield_now().await;
        }
        for at in 0..self.watchers.len() {
            let caller = self.caller(&self.watchers[at].name);
            let watcher = &mut self.watchers[at];
            watcher.caller = caller;
            let request = watch_request(watcher.seen + 1);
            let opened = watcher.caller.watch(&method("watch", "WatchGame"), request).await;
            let (bytes, live) = match opened {
                Ok(stream) => (header_bytes(stream.metadata()), Some(stream.into_inner())),
                Err(status) => (refusal_bytes(&status), None),
            };
            watcher.live = live;
            let what = format!("{} sits down", watcher.name);
            self.observations.push(Observation { what, bytes });
        }
    }

    fn note(&mut self, what: String, bytes: Vec<u8>) {
        self.observations.push(Observation { what, bytes });
    }

    pub(crate) async fn wait(&mut self, millis: u64, why: &str) {
        self.clock.advance(millis);
        self.glance(why).await;
    }

    pub(crate) async fn reach(&mut self, name: &str, millis: u64) {
        self.clock.advance(millis);
        self.until(name).await;
        self.glance(name).await;
    }

    pub(crate) async fn glance(&mut self, when: &str) {
        for at in 0..self.watchers.len() {
            self.asked(at, "ListGames", Vec::new(), when).await;
            self.asked(at, "ListRounds", Vec::new(), when).await;
        }
        for at in 0..self.watchers.len() {
            self.drain(at, when).await;
        }
        let metrics = self.server.steady_metrics().await;
        self.note(format!("metrics {when}"), metrics.into_bytes());
    }

    async fn asked(&mut self, at: usize, name: &str, request: Vec<u8>, when: &str) {
        let watcher = &self.watchers[at];
        let answer = watcher.caller.ask(&method("watch", name), request).await;
        self.note(format!("{} asks {name} {when}", self.watchers[at].name), answer_bytes(&answer));
    }

    async fn drain(&mut self, at: usize, when: &str) {
        let watcher = &mut self.watchers[at];
        let title = watcher.name.clone();
        let Some(live) = &mut watcher.live else { return };
        let mut come = Vec::new();
        let mut is_over = false;
        while let Some(message) = ready(live).await {
            match message {
                Some(Ok(bytes)) => {
                    watcher.seen = item(&bytes).sequence.max(watcher.seen);
                    come.push((format!("{title} gets item {} {when}", come.len()), bytes));
                }
                Some(Err(status)) => {
                    come.push((format!("{title} is refused {when}"), refusal_bytes(&status)));
                }
                None => {
                    is_over = true;
                    break;
                }
            }
        }
        if is_over {
            watcher.live = None;
        }
        let number = format!("{} items have come", come.len()).into_bytes();
        self.note(format!("{title} counts {when}"), number);
        for (what, bytes) in come {
            self.note(what, bytes);
        }
    }

    /// What one of each kind can find out at this moment, and the judge's screens.
    pub(crate) async fn observe(&mut self, when: &str) {
        self.observe_as(&["judge", "c"], when).await;
    }

    pub(crate) async fn observe_all(&mut self, when: &str) {
        self.observe_as(&[], when).await;
    }

    async fn observe_as(&mut self, names: &[&str], when: &str) {
        self.glance(when).await;
        for team in ["a", "b"] {
            self.measure(team, when).await;
        }
        for at in 0..self.watchers.len() {
            let name = self.watchers[at].name.clone();
            if !names.is_empty() && !names.contains(&&*name) {
                continue;
            }
            let record = watch::ReadRecordRequest { game: "g".into(), ..Default::default() };
            self.asked(at, "ReadRecord", record.encode_to_vec(), when).await;
            self.resumed(at, when).await;
            // The answers to team a's calls are its own.
            if name != "a" {
                self.wrong(at, when).await;
            }
        }
        let (reader, screen) = match self.watchers.iter().position(|watcher| watcher.name == "judge") {
            Some(judge) => (judge, "the judge's screens"),
            None => (self.seat("board"), "screens of what the board sees"),
        };
        let items: Vec<wire::FeedItem> =
            self.watched(reader, 1).await.unwrap_or_default().iter().map(|bytes| item(bytes)).collect();
        self.note(format!("the public items as text {when}"), format!("{items:?}").into_bytes());
        self.note(format!("{screen} {when}"), screens(&items));
        let text = self.log().into_bytes();
        self.note(format!("the server's log {when}"), text);
    }

    async fn resumed(&mut self, at: usize, when: &str) {
        for from in 0..64 {
            let title = format!("{} watches from {from} {when}", self.watchers[at].name);
            match self.watched(at, from).await {
                Ok(messages) => {
                    self.note(title.clone(), format!("{} messages", messages.len()).into_bytes());
                    for bytes in messages {
                        self.note(title.clone(), bytes);
                    }
                }
                Err(status) => {
                    self.note(title, refusal_bytes(&status));
                    return;
                }
            }
        }
    }

    async fn measure(&mut self, team: &str, when: &str) {
        let caller = self.caller(team);
        let all = feed(&caller, 1).await.unwrap();
        let next = all.iter().map(|bytes| item(bytes).sequence).max().unwrap() + 1;
        let rest = feed(&caller, next).await.unwrap();
        for (what, messages) in [("reads its feed", all), ("has it already", rest)] {
            let lengths = messages.iter().map(Vec::len).collect();
            self.own_lengths.push((format!("{team} {what} {when}"), lengths));
        }
    }

    async fn watched(&self, at: usize, from: u64) -> Result<Vec<Vec<u8>>, Status> {
        feed(&self.watchers[at].caller, from).await
    }

    async fn wrong(&mut self, at: usize, when: &str) {
        for (method, request) in wrong_calls() {
            let answer = self.watchers[at].caller.ask(&method, request).await;
            assert!(answer.is_err() || method.starts_with("grpc."), "{method} is refused: {answer:?}");
            self.note(format!("{} calls {method} {when}", self.watchers[at].name), answer_bytes(&answer));
        }
        let schema = "grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
        // `list_services: "*"`
        let answer = self.watchers[at].caller.watch(schema, vec![0x3a, 1, b'*']).await.unwrap();
        let listed = answer.into_inner().message().await.unwrap().unwrap();
        self.note(format!("{} asks for the schema {when}", self.watchers[at].name), listed);
    }

    /// The server's log, without the machine's own choices: the port and the folder.
    pub(crate) fn log(&self) -> String {
        let port = self.server.address();
        let folder = self.folder();
        let text = self.log.text().replace(port.trim_start_matches("http://"), "ADDRESS");
        text.replace(folder.to_str().unwrap(), "FOLDER")
    }

    fn folder(&self) -> PathBuf {
        self.server.journal().parent().unwrap().to_owned()
    }

    pub(crate) fn files(&self) -> Vec<u8> {
        let mut entries: Vec<_> =
            fs::read_dir(self.folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        assert!(entries.contains(&self.server.journal()), "{entries:?}");
        entries.iter().flat_map(|path| fs::read(path).unwrap()).collect()
    }

    pub(crate) async fn seal(&self, team: &str, attempt: u32, replaces: u32, list: List) -> Vec<u8> {
        let request = bids(attempt, replaces, list);
        let answer = self.caller(team).ask(&method("team", "SubmitBids"), request.encode_to_vec()).await;
        assert!(answer.is_ok(), "{answer:?}");
        answer_bytes(&answer)
    }

    /// A team seals what it has, one after the other, as replacements of each other.
    pub(crate) async fn seal_all(&self, team: &str, attempt: u32, replaces: u32, lists: &[List]) {
        for (replaces, list) in (replaces..).zip(lists) {
            self.seal(team, attempt, replaces, list).await;
        }
    }

    pub(crate) async fn try_in_vain(&self, team: &str, list: List) {
        let request = bids(0, 1, list);
        self.caller(team).ask(&method("team", "SubmitBids"), request.encode_to_vec()).await.unwrap_err();
    }

    /// A team answers the re-bid with a new price for its first line; `None`: it passes.
    pub(crate) async fn raise(&self, team: &str, replaces: u32, price: Option<u64>) {
        let raises = price.into_iter().map(|price| wire::Raise { priority: 1, price }).collect();
        let request = team::SubmitRebidRequest {
            round: 1,
            wave: 1,
            replaces_revision: replaces,
            raises,
            ..Default::default()
        };
        let answer: team::SubmitRebidResponse =
            self.caller(team).granted(&method("team", "SubmitRebid"), &request).await;
        assert_eq!(answer.revision, replaces + 1);
    }

    pub(crate) async fn seal_in_sight(&mut self, team: &str, attempt: u32, list: List) {
        let answer = self.seal(team, attempt, 0, list).await;
        self.note(format!("{team} seals"), answer);
        self.glance("after sealing in sight").await;
    }

    pub(crate) async fn judge(&mut self, name: &str, request: &impl prost::Message) {
        let answer = self.caller("judge").ask(&method("judge", name), request.encode_to_vec()).await;
        assert!(answer.is_ok(), "{answer:?}");
        self.note(format!("the judge calls {name}"), answer_bytes(&answer));
        self.glance(&format!("after {name}")).await;
    }

    pub(crate) async fn say(&mut self, name: &str, call: &str, request: &impl prost::Message) {
        self.read(name, call, request).await;
        self.glance(&format!("after {call}")).await;
    }

    pub(crate) async fn read(&self, name: &str, call: &str, request: &impl prost::Message) -> Vec<u8> {
        let service = match name {
            "board" => "watch",
            "judge" => name,
            _ => "team",
        };
        let answer = self.caller(name).ask(&method(service, call), request.encode_to_vec()).await;
        answer.unwrap_or_else(|status| panic!("{name} calls {call}: {status:?}")).into_inner()
    }

    fn seat(&self, name: &str) -> usize {
        self.watchers.iter().position(|watcher| watcher.name == name).unwrap()
    }

    pub(crate) async fn restart(&mut self) {
        self.server.stop().await;
        for at in 0..self.watchers.len() {
            let title = format!("{} is told that the server stops", self.watchers[at].name);
            let Some(mut live) = self.watchers[at].live.take() else { continue };
            let end = live.message().await.unwrap_err();
            self.note(title, refusal_bytes(&end));
        }
        self.server.resume().await;
        self.sit_down().await;
    }

    pub(crate) async fn close(mut self) {
        self.watchers.clear();
        self.server.stop().await;
    }

    async fn until(&self, name: &str) {
        let answer = self.caller("board").watch(&method("watch", "WatchGame"), watch_request(1)).await;
        let mut stream = answer.unwrap().into_inner();
        while let Some(bytes) = stream.message().await.unwrap() {
            if format!("{:?}", item(&bytes).body).contains(name) {
                return;
            }
        }
    }

    pub(crate) fn seen(&self) -> Vec<u8> {
        self.observations
            .iter()
            .flat_map(|observation| [observation.what.as_bytes(), &observation.bytes].concat())
            .collect()
    }

    pub(crate) async fn own(&self, team: &str) -> Vec<u8> {
        let answer = self.caller(team).watch(&method("watch", "WatchGame"), watch_request(1)).await;
        let mut stream = answer.unwrap().into_inner();
        let mut own = Vec::new();
        while let Some(bytes) = stream.message().await.unwrap() {
            if item(&bytes).sequence == 0 {
                break;
            }
            own.extend(bytes);
        }
        own
    }

    /// Fails if a sealed price shows in anything that others have seen, or in the server's files.
    pub(crate) fn assert_sealed(&self) {
        if let Some(price) = canary::first(&self.seen()) {
            let leak = self
                .observations
                .iter()
                .find(|observation| !canary::found(&[price], &observation.bytes).is_empty());
            panic!("{price} shows in {:?}", leak.map(|observation| &observation.what));
        }
        assert_eq!(canary::first(&self.files()), None, "the server's files");
    }
}

fn method(service: &str, name: &str) -> String {
    let title = format!("{}{}", service[..1].to_uppercase(), &service[1..]);
    format!("ishigaki.{service}.v1.{title}Service/{name}")
}

async fn feed(caller: &Caller, from: u64) -> Result<Vec<Vec<u8>>, Status> {
    let answer = caller.watch(&method("watch", "WatchGame"), watch_request(from)).await?;
    let mut stream = answer.into_inner();
    let mut messages = Vec::new();
    while let Some(bytes) = stream.message().await? {
        let is_end =
            matches!(item(&bytes).body, Some(wire::feed_item::Body::Pulse(pulse)) if pulse.caught_up);
        messages.push(bytes);
        if is_end {
            break;
        }
    }
    Ok(messages)
}

fn watch_request(from_sequence: u64) -> Vec<u8> {
    watch::WatchGameRequest { game: "g".into(), from_sequence, ..Default::default() }.encode_to_vec()
}

pub(crate) fn item(bytes: &[u8]) -> wire::FeedItem {
    watch::WatchGameResponse::decode(bytes).unwrap().item.unwrap()
}

async fn ready(live: &mut Streaming<Vec<u8>>) -> Option<Option<Result<Vec<u8>, Status>>> {
    tokio::task::unconstrained(std::future::poll_fn(|context| {
        match Pin::new(&mut *live).poll_next(context) {
            Poll::Ready(message) => Poll::Ready(Some(message)),
            Poll::Pending => Poll::Ready(None),
        }
    }))
    .await
}

pub(crate) fn bids(attempt: u32, replaces: u32, list: List) -> team::SubmitBidsRequest {
    let bids = list.iter().map(|&(lot, price)| wire::Bid { lot: lot.into(), price }).collect();
    team::SubmitBidsRequest { round: 1, attempt, replaces_revision: replaces, bids, ..Default::default() }
}
