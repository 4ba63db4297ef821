//! Tests each limit in isolation: raising one limit lets its attack through.
//!
//! This proves that every limit is necessary and effective by itself. Attacks on timeouts have their own pace, so
//! their duration is fixed and no limit is waited for.

mod connections;

use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use h2::client::Builder;
use ishigaki_grpc::limits::Limits;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::team;
use ishigaki_proto::watch::{ListRoundsRequest, ReadRecordRequest, WatchGameRequest};
use prost::Message as _;
use tokio::time::{Interval, interval, timeout};
use tonic::{Code, Status};

use crate::abuse::fixture::{AbuseFixture, in_time};
use crate::abuse::wire::{
    COPY, END_HEADERS, HEADERS, LIST, Line, RECORD, Raw, SUBMIT, WATCH, WireResponse, frame, head, headers,
    message,
};

type Attempt<'a> = Pin<Box<dyn Future<Output = bool> + 'a>>;

struct Case {
    limit: &'static str,
    /// The attack is stopped at this value.
    low: u64,
    /// The attack gets through at this value.
    high: u64,
    /// Settings for both runs.
    settings: &'static str,
    attack: Attack,
}

type Attack = for<'a> fn(&'a AbuseFixture) -> Attempt<'a>;

const fn case(limit: &'static str, low: u64, high: u64, settings: &'static str, attack: Attack) -> Case {
    Case { limit, low, high, settings, attack }
}

/// Number of servers that run at the same time.
const AT_A_TIME: usize = 4;

/// Number and length of the steps of an attack on a timeout: several times as long as [`SHORT`].
const STEPS: u32 = 40;
const STEP: Duration = Duration::from_millis(20);
const SHORT: u64 = 250;
const LONG: u64 = 120_000;

/// Number of calls or connections that an attack begins.
const MANY: u32 = 24;
const FEW: u64 = 6;

const HEALTH: &str = "/grpc.health.v1.Health/Watch";

const TABLE: &[Case] = &[
    case("message_bytes", 1_000, 65_536, "", |fixture| Box::pin(long(fixture))),
    case("header_bytes", 1_500, 8_192, "", |fixture| Box::pin(wide(fixture))),
    case("calls_per_connection", FEW, 256, "", |fixture| Box::pin(calls_on_one_connection(fixture))),
    case("calls_per_team", FEW, 256, "", |fixture| Box::pin(calls(fixture, WATCH, Some("c")))),
    case("calls_per_token", FEW, 256, "", |fixture| Box::pin(calls(fixture, WATCH, Some("board")))),
    case("calls_per_standby", FEW, 256, "", |fixture| Box::pin(calls(fixture, COPY, Some("standby")))),
    case("calls_per_address", FEW, 256, "", |fixture| Box::pin(calls(fixture, WATCH, Some("board")))),
    case("unauthenticated_calls", FEW, 256, "unauthenticated_calls_per_address = 256", |fixture| {
        Box::pin(calls(fixture, HEALTH, None))
    }),
    case("unauthenticated_calls_per_address", FEW, 256, "", |fixture| Box::pin(calls(fixture, HEALTH, None))),
    case("unauthenticated_call_ms", SHORT, LONG, "", |fixture| Box::pin(staying(fixture))),
    case("calls", FEW, 256, "", |fixture| Box::pin(calls(fixture, WATCH, Some("board")))),
    case("reserved_calls", 20, 0, "calls = 40", |fixture| Box::pin(calls(fixture, WATCH, Some("board")))),
    case("reading_burst", 3, 256, "reading_per_second = 1", |fixture| Box::pin(readings(fixture))),
    case("reading_per_second", 1, 0, "reading_burst = 3", |fixture| Box::pin(readings(fixture))),
    case("readings_per_token", FEW, 256, "", |fixture| Box::pin(calls(fixture, RECORD, Some("board")))),
    case("sealing_burst", 3, 256, "sealing_per_second = 1", |fixture| Box::pin(lists(fixture))),
    case("sealing_per_second", 1, 0, "sealing_burst = 3", |fixture| Box::pin(lists(fixture))),
    case("wall_burst", 3, 256, "wall_per_second = 1", |fixture| Box::pin(stones(fixture))),
    case("wall_per_second", 1, 0, "wall_burst = 3", |fixture| Box::pin(stones(fixture))),
    case("message_burst", 3, 256, "message_per_second = 1", |fixture| Box::pin(marks(fixture))),
    case("message_per_second", 1, 0, "message_burst = 3", |fixture| Box::pin(marks(fixture))),
    case("call_ms", SHORT, LONG, "", |fixture| Box::pin(slow_message(fixture))),
    case("untaken_answer_ms", SHORT, LONG, "", |fixture| Box::pin(untaken_answer(fixture))),
    case("stalled_reader_ms", SHORT, LONG, "", |fixture| Box::pin(slow_reader(fixture, 0))),
    case("late_reader_ms", SHORT, LONG, "stalled_reader_ms = 120000", |fixture| {
        Box::pin(slow_reader(fixture, 60))
    }),
    case("connections", 12, 256, "", |fixture| Box::pin(connections::connections(fixture))),
    case("connections_per_address", 12, 256, "", |fixture| Box::pin(connections::connections(fixture))),
    case("handshakes", FEW, 256, "handshake_ms = 120000", |fixture| {
        Box::pin(connections::handshakes(fixture))
    }),
    case("handshake_ms", SHORT, LONG, "", |fixture| Box::pin(connections::slow_handshake(fixture))),
    case("first_call_ms", SHORT, LONG, "", |fixture| Box::pin(connections::silence(fixture))),
    Case {
        limit: "idle_connection_ms",
        low: SHORT,
        high: LONG,
        // The idle limit starts only after this time, which is enough for a call even on a busy machine.
        settings: "first_call_ms = 2000",
        attack: |fixture| Box::pin(connections::silence_after_a_call(fixture)),
    },
    case("stalled_connection_ms", SHORT, LONG, "", |fixture| Box::pin(connections::deafness(fixture))),
    case("burst_bytes", 10_000, 8_388_608, "bytes_per_second = 30000", |fixture| {
        Box::pin(connections::many_bytes(fixture))
    }),
    case("bytes_per_second", 30_000, 0, "burst_bytes = 10000", |fixture| {
        Box::pin(connections::many_bytes(fixture))
    }),
];

#[test]
fn each_limit_stops_attack_that_succeeds_without_it() {
    let cases = Mutex::new(TABLE.iter());
    std::thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                loop {
                    let Some(case) = cases.lock().unwrap_or_else(PoisonError::into_inner).next() else {
                        return;
                    };
                    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
                    runtime.block_on(case.try_both());
                }
            });
        }
    });
}

#[test]
fn each_limit_has_exactly_one_attack() {
    let defaults = format!("{:?}", Limits::default());
    let fields = defaults.trim_start_matches("Limits {").trim_end_matches('}').split(',');
    let names: Vec<&str> = fields.map(|field| field.trim().split_once(':').unwrap().0).collect();
    for name in &names {
        assert_eq!(TABLE.iter().filter(|case| case.limit == *name).count(), 1, "{name}");
    }
    assert_eq!(names.len(), TABLE.len());
}

impl Case {
    async fn try_both(&self) {
        for (value, gets_through) in [(self.low, false), (self.high, true)] {
            let limits = format!("{}\n{} = {value}", self.settings, self.limit);
            // Calls and connections from this machine are exempt from limits per address.
            let fixture = if self.limit.ends_with("_per_address") {
                let Some(fixture) = AbuseFixture::across_the_network(&limits) else { return };
                fixture
            } else {
                AbuseFixture::within(&limits)
            };
            assert_eq!((self.attack)(&fixture).await, gets_through, "{} = {value}", self.limit);
            if !gets_through {
                fixture.until_all_disconnected().await;
                fixture.a_normal_game_still_runs().await;
            }
        }
    }
}

fn pace() -> Interval {
    interval(STEP)
}

#[track_caller]
fn is(answer: Result<impl Sized, Status>, reason: ErrorReason) -> bool {
    answer.is_err_and(|status| Fault::from_status(&status).is_some_and(|fault| fault.reason == reason))
}

async fn long(fixture: &AbuseFixture) -> bool {
    let mut line = Line::open(fixture).await;
    let answer = line.call(head(SUBMIT, Some(fixture.token("c"))), message(&[0xff; 5_000])).await;
    answer.reason() != ErrorReason::MessageTooLarge
}

async fn wide(fixture: &AbuseFixture) -> bool {
    let mut line = Line::open(fixture).await;
    let mut request = head(LIST, Some(fixture.token("c")));
    request.headers_mut().insert("x-wide", "x".repeat(4_000).parse().unwrap());
    matches!(line.call(request, message(&[])).await, WireResponse::Status(status) if status.code() == Code::Ok)
}

async fn calls(fixture: &AbuseFixture, path: &str, name: Option<&str>) -> bool {
    // A window of zero leaves the answers untaken.
    let mut line = Line::built(fixture, Builder::new().initial_window_size(0)).await;
    let watch = WatchGameRequest { game: "t".into(), from_sequence: 1, ..Default::default() }.encode_to_vec();
    let read = ReadRecordRequest { game: "t".into(), ..Default::default() }.encode_to_vec();
    let body = match path {
        WATCH => message(&watch),
        RECORD => message(&read),
        _ => message(&[]),
    };
    let mut under_way = Vec::new();
    for _ in 0..MANY {
        let request = head(path, name.map(|name| fixture.token(name)));
        let (answer, mut sending) = line.begin(request).await.expect("the connection takes more");
        sending.send_data(body.clone().into(), true).unwrap();
        let answer = in_time("an answer", answer).await.unwrap();
        if let Some(refused) = Status::from_header_map(answer.headers()) {
            assert!(is(Err::<(), _>(refused), ErrorReason::TooManyCalls));
            return false;
        }
        under_way.push(answer);
    }
    true
}

/// Holds an unauthenticated call open.
async fn staying(fixture: &AbuseFixture) -> bool {
    let mut line = Line::open(fixture).await;
    let (answer, mut sending) = line.begin(head(HEALTH, None)).await.unwrap();
    sending.send_data(message(&[]).into(), true).unwrap();
    let mut answer = in_time("an answer", answer).await.unwrap().into_body();
    // The first answer is the health status; no other follows.
    in_time("the first answer", answer.data()).await.unwrap().unwrap();
    timeout(STEP * STEPS, answer.data()).await.is_err()
}

async fn calls_on_one_connection(fixture: &AbuseFixture) -> bool {
    let mut raw = Raw::open(fixture).await;
    // A client that obeys the server's settings would not begin as many.
    for call in 0..MANY {
        let block = headers(WATCH, fixture.token("c"));
        raw.send(&frame(HEADERS, END_HEADERS, 2 * call + 1, &block)).await.unwrap();
    }
    raw.ping().await == Ok(0)
}

async fn lists(fixture: &AbuseFixture) -> bool {
    fixture.open_round("t").await;
    let link = fixture.link("c");
    for replaces_revision in 0..MANY {
        let (game, round) = ("t".into(), 1);
        let list = team::SubmitBidsRequest { game, round, replaces_revision, ..Default::default() };
        if is(link.team().submit_bids(list).await, ErrorReason::TooFast) {
            return false;
        }
    }
    true
}

async fn stones(fixture: &AbuseFixture) -> bool {
    let link = fixture.link("c");
    for _ in 0..MANY {
        let stone = team::PlaceStoneRequest { game: "t".into(), ..Default::default() };
        if is(link.team().place_stone(stone).await, ErrorReason::TooFast) {
            return false;
        }
    }
    true
}

async fn marks(fixture: &AbuseFixture) -> bool {
    let link = fixture.link("c");
    for _ in 0..MANY {
        let mark = team::MarkReadRequest { game: "t".into(), through: 1, ..Default::default() };
        if is(link.team().mark_read(mark).await, ErrorReason::TooFast) {
            return false;
        }
    }
    true
}

async fn readings(fixture: &AbuseFixture) -> bool {
    let link = fixture.link("board");
    for _ in 0..MANY {
        let record = ReadRecordRequest { game: "t".into(), ..Default::default() };
        let rounds = ListRoundsRequest { game: "t".into(), round: 0 };
        if is(link.watch().read_record(record).await, ErrorReason::TooFast)
            || is(link.watch().list_rounds(rounds).await, ErrorReason::TooFast)
        {
            return false;
        }
    }
    true
}

/// Waits for an answer and never takes it.
async fn untaken_answer(fixture: &AbuseFixture) -> bool {
    let mut line = Line::built(fixture, Builder::new().initial_window_size(0)).await;
    let (answer, mut sending) = line.begin(head(LIST, Some(fixture.token("c")))).await.unwrap();
    sending.send_data(message(&[]).into(), true).unwrap();
    let _answer = in_time("an answer", answer).await.unwrap();
    let mut pace = pace();
    for _ in 0..STEPS {
        pace.tick().await;
        if !line.is_open() {
            return false;
        }
    }
    true
}

async fn slow_message(fixture: &AbuseFixture) -> bool {
    let mut line = Line::open(fixture).await;
    let (answer, mut sending) = line.begin(head(SUBMIT, Some(fixture.token("c")))).await.unwrap();
    let mut pace = pace();
    for byte in message(&[0xff; STEPS as usize]) {
        pace.tick().await;
        // The write fails once the call is refused.
        _ = sending.send_data(vec![byte].into(), false);
    }
    _ = sending.send_data(Vec::new().into(), true);
    WireResponse::of(in_time("an answer", answer).await).await.reason() != ErrorReason::TimedOut
}

/// Watches a feed and takes this many bytes at each step.
async fn slow_reader(fixture: &AbuseFixture, bytes: usize) -> bool {
    let mut line = Line::over(fixture.dial().await, Builder::new().initial_window_size(64)).await.unwrap();
    let (answer, mut sending) = line.begin(head(WATCH, Some(fixture.token("board")))).await.unwrap();
    let watch = WatchGameRequest { game: "g".into(), from_sequence: 1, ..Default::default() }.encode_to_vec();
    sending.send_data(message(&watch).into(), true).unwrap();
    let mut feed = in_time("the feed", answer).await.unwrap().into_body();
    // Exceeds both the queue of a reader and the amount that this reader takes.
    for number in 0..150 {
        fixture.remark(&format!("remark {number}")).await.unwrap();
    }
    let mut pace = pace();
    for _ in 0..STEPS {
        pace.tick().await;
        if fixture.metric("ishigaki_slow_readers_total").await > 0.0 {
            return false;
        }
        if bytes > 0 {
            let taken = in_time("some of the feed", feed.data()).await.unwrap().unwrap();
            feed.flow_control().release_capacity(taken.len().min(bytes)).unwrap();
        }
    }
    true
}
