//! A disk that stands still: what waits for it shows by its delay that something is written.
//!
//! The server's own calls that sync a file go through a library which is loaded before the machine's, and wait there for as
//! long as the test wants. So nothing is measured here: what is answered while the disk stands still has waited for none of it.
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

/// Whoever syncs waits while somebody else has the gate locked, and leaves a sign that they do.
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

/// The disk of one server.
pub(crate) struct Disk {
    library: PathBuf,
    gate: PathBuf,
    sign: PathBuf,
    lock: File,
}

impl Disk {
    /// Makes the library, with the C compiler that building the server takes as well.
    pub(crate) fn at(home: &Path) -> Self {
        let [source, library, gate, sign] =
            ["disk.c", "disk.so", "disk.gate", "disk.sign"].map(|name| home.join(name));
        fs::write(&source, LIBRARY).unwrap();
        let made = Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &source]).status();
        assert!(made.unwrap().success());
        let lock = File::create(&gate).unwrap();
        Self { library, gate, sign, lock }
    }

    /// What the server's shell does first.
    pub(crate) fn preparation(&self) -> String {
        let Self { library, gate, sign, .. } = self;
        let [library, gate, sign] = [library, gate, sign].map(|path| path.display());
        format!("export LD_PRELOAD='{library}' TEST_GATE='{gate}' TEST_SIGN='{sign}'")
    }

    /// From now on nothing becomes durable.
    fn stand_still(&self) {
        self.lock.lock().unwrap();
        // Whoever waited earlier.
        _ = fs::remove_file(&self.sign);
    }

    /// Waits until the server waits for the disk.
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

/// All that everybody else may ask for, and one of each kind of thing that is refused.
async fn everybody_asks(fixture: &AbuseFixture) {
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
async fn while_the_disk_stands_still_nothing_waits_but_what_is_granted() {
    let (fixture, disk) = AbuseFixture::on_a_disk_of_its_own();
    fixture.open_round("g").await;
    fixture.bid("g", "a", 0, &[("P", 20)]).await.unwrap();
    disk.stand_still();
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
            () = in_time("what waits for no disk", everybody_asks(&fixture)) => {}
        }
    }
    disk.go_on();
    assert_eq!(in_time("what waits for the disk", replacing).await.unwrap(), 2);
    fixture.a_normal_game_still_runs().await;
}

/// A call on its way, whose answer does not matter.
type Call<'a> = Pin<Box<dyn Future<Output = ()> + 'a>>;

#[tokio::test]
async fn a_start_or_replacement_whose_caller_goes_away_is_brought_to_its_end() {
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
        disk.stand_still();
        tokio::select! {
            biased;
            () = call => panic!("it is not on the disk yet"),
            () = disk.wait_for_sync() => {}
        }
        // The call is taken back here, and the disk only then goes on.
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
