//! A stalled disk: a delayed answer would reveal that the server is writing.
//!
//! A preloaded library intercepts the server's sync calls and blocks them for as long as the test wants. Nothing
//! needs to be measured: an answer that arrives while the disk is stalled did not wait for it.
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::pin::{Pin, pin};
use std::process::Command;

use ishigaki_client::{Feed, Update};
use ishigaki_proto::organiser::{ReplaceGameRequest, StartGameRequest};
use ishigaki_proto::{judge, watch};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::abuse::fixture::{AbuseFixture, in_time};

/// Blocks syncs while the test has the gate locked, and creates a file as a sign that one is waiting.
const LIBRARY: &str = r#"
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

static void pass(void) {
    int gate = open(getenv("TEST_GATE"), O_RDONLY | O_CLOEXEC);
    if (flock(gate, LOCK_SH | LOCK_NB) != 0) {
        close(open(getenv("TEST_SIGN"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
        flock(gate, LOCK_SH);
    }
    close(gate);
}

int fsync(int file) { pass(); return (int)syscall(SYS_fsync, file); }
int fdatasync(int file) { pass(); return (int)syscall(SYS_fdatasync, file); }
"#;

pub(crate) struct Disk {
    library: PathBuf,
    gate: PathBuf,
    sign: PathBuf,
    lock: File,
}

impl Disk {
    /// Compiles the library with the C compiler that building the server also needs.
    pub(crate) fn at(home: &Path) -> Self {
        let [source, library, gate, sign] =
            ["disk.c", "disk.so", "disk.gate", "disk.sign"].map(|name| home.join(name));
        fs::write(&source, LIBRARY).unwrap();
        let made = Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &source]).status();
        assert!(made.unwrap().success());
        let lock = File::create(&gate).unwrap();
        Self { library, gate, sign, lock }
    }

    /// Returns the shell command that sets up the server's environment.
    pub(crate) fn preparation(&self) -> String {
        let Self { library, gate, sign, .. } = self;
        let [library, gate, sign] = [library, gate, sign].map(|path| path.display());
        format!("export LD_PRELOAD='{library}' TEST_GATE='{gate}' TEST_SIGN='{sign}'")
    }

    /// Blocks all syncs from now on.
    fn stall(&self) {
        self.lock.lock().unwrap();
        // The sign may be left from an earlier wait.
        _ = fs::remove_file(&self.sign);
    }

    async fn wait_for_sync(&self) {
        in_time("a sync", async {
            while !self.sign.exists() {
                tokio::task::yield_now().await;
            }
        })
        .await;
    }

    fn go_on(&self) {
        self.lock.unlock().unwrap();
    }
}

/// Makes every call open to the other participants, and one call of each kind that is refused.
async fn all_ask(fixture: &AbuseFixture) {
    let [judge, board, b] = ["judge", "board", "b"].map(|name| fixture.link(name));
    let game = || "g".to_owned();
    judge.watch().list_games(watch::ListGamesRequest {}).await.unwrap();
    judge.judge().list_presence(judge::ListPresenceRequest { game: game() }).await.unwrap();
    board.watch().list_rounds(watch::ListRoundsRequest { game: game(), round: 0 }).await.unwrap();
    let record = watch::ReadRecordRequest { game: game(), ..Default::default() };
    let record = board.watch().read_record(record).await.unwrap().into_inner();
    assert!(record.lines.len() < 3, "what is sealed is held back while a round is open: {:?}", record.lines);
    b.watch().list_games(watch::ListGamesRequest {}).await.unwrap();
    let mut feed = Feed::open(board, "g", 1);
    while !matches!(feed.next().await.unwrap().unwrap(), Update::Item { .. }) {}
    fixture.bid("g", "b", 0, &[("P", 0)]).await.unwrap_err();
    fixture.bid("g", "b", 7, &[("P", 20)]).await.unwrap_err();
    fixture.confirm("g", 1).await.unwrap_err();
    fixture.remark(" ").await.unwrap_err();
    let mut metrics = TcpStream::connect(fixture.metrics()).await.unwrap();
    metrics.write_all(b"GET /metrics HTTP/1.1\r\nhost: test\r\n\r\n").await.unwrap();
    metrics.read_to_end(&mut Vec::new()).await.unwrap();
}

#[tokio::test]
async fn stalled_disk_delays_only_durable_answers() {
    let (fixture, disk) = AbuseFixture::on_a_disk_of_its_own();
    fixture.open_round("g").await;
    fixture.bid("g", "a", 0, &[("P", 20)]).await.unwrap();
    disk.stall();
    let mut replacing = pin!(fixture.bid("g", "a", 1, &[("P", 21)]));
    tokio::select! {
        biased;
        answer = &mut replacing => panic!("it is not on the disk yet: {answer:?}"),
        () = disk.wait_for_sync() => {}
    }
    for _ in 0..3 {
        tokio::select! {
            biased;
            answer = &mut replacing => panic!("it is not on the disk yet: {answer:?}"),
            () = in_time("what waits for no disk", all_ask(&fixture)) => {}
        }
    }
    disk.go_on();
    assert_eq!(in_time("what waits for the disk", replacing).await.unwrap(), 2);
    fixture.a_normal_game_still_runs().await;
}

/// A call in flight that ignores its result.
type Call<'a> = Pin<Box<dyn Future<Output = ()> + 'a>>;

#[tokio::test]
async fn start_or_replacement_of_a_vanished_caller_is_completed() {
    let (fixture, disk) = AbuseFixture::on_a_disk_of_its_own();
    let judge = fixture.link("judge");
    let start = StartGameRequest { game: "w".into(), teams: vec!["a".into(), "b".into()], seats: 0 };
    let replace = ReplaceGameRequest { game: "w".into(), reason: "the drawing was wrong".into() };
    let mut organiser = [judge.organiser(), judge.organiser()];
    let [first, second] = &mut organiser;
    let calls: [(&str, Call); 2] = [
        ("w", Box::pin(async { drop(first.start_game(start).await) })),
        ("w-spare", Box::pin(async { drop(second.replace_game(replace).await) })),
    ];
    for (game, call) in calls {
        disk.stall();
        tokio::select! {
            biased;
            () = call => panic!("it is not on the disk yet"),
            () = disk.wait_for_sync() => {}
        }
        // The call was cancelled here, before the disk resumes.
        disk.go_on();
        in_time("the start of a game", async {
            let is_served = async || {
                let listed =
                    fixture.link("judge").watch().list_games(watch::ListGamesRequest {}).await.unwrap();
                listed.into_inner().games.iter().any(|served| served.game == game)
            };
            while !is_served().await {}
        })
        .await;
    }
    fixture.a_normal_game_still_runs().await;
}
