//! A required copy: no acknowledged list is lost, and the server continues alone without the copy.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use ishigaki_client::Link;
use ishigaki_proto::{team, watch, wire};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::{CONTEST, Machines, Process};

struct RequiredCopyFixture {
    server: Process,
    address: String,
    metrics: String,
}

impl RequiredCopyFixture {
    /// Serves a game with windows that close only at their deadlines, so that teams can continue to seal.
    fn start(folder: &Path) -> Self {
        fs::write(folder.join("contest.toml"), CONTEST.replace("all-sealed", "deadline")).unwrap();
        fs::write(folder.join("limits.toml"), "sealing_per_second = 0\nbytes_per_second = 0\n").unwrap();
        let arguments =
            ["serve", "--contest", "contest.toml", "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0"];
        let required = ["--copy", "required", "--alone-after", "1", "--limits", "limits.toml"];
        let mut server = Process::start(folder, &[&arguments[..], &required].concat());
        let mut after = |head: &str| server.line().strip_prefix(head).expect("it says where").to_owned();
        let (address, metrics) = (after("listening on http://"), after("metrics on http://"));
        Self { server, address, metrics: metrics.trim_end_matches("/metrics").to_owned() }
    }

    /// Opens round 1, with the necessary files on the second machine.
    async fn serving() -> (Machines, Self) {
        let machines = Machines::new();
        let first = Self::start(machines.first.path());
        machines.bring_over(&first.address).await;
        machines.open_round(&first.address).await;
        (machines, first)
    }

    async fn await_copy(&self, is_caught_up: bool) {
        let line = format!("ishigaki_copy_caught_up {}", u32::from(is_caught_up));
        loop {
            let mut stream = tokio::net::TcpStream::connect(&self.metrics).await.unwrap();
            stream.write_all(b"GET /metrics HTTP/1.1\r\nhost: test\r\n\r\n").await.unwrap();
            let mut page = String::new();
            stream.read_to_string(&mut page).await.unwrap();
            assert!(page.contains("ishigaki_copy_required 1"), "{page}");
            if page.lines().any(|found| found == line) {
                return;
            }
        }
    }
}

/// Seals one list after the other until the server is gone. `answered` holds the last acknowledged revision.
async fn seal_on(link: Link, answered: Arc<AtomicU32>) {
    loop {
        let revision = answered.load(Ordering::SeqCst);
        match try_bid(&link, revision).await {
            Ok(revision) => answered.store(revision, Ordering::SeqCst),
            Err(_) => return,
        }
    }
}

async fn try_bid(link: &Link, replaces_revision: u32) -> Result<u32, tonic::Status> {
    let bids = vec![wire::Bid { lot: "P".into(), price: 10 + u64::from(replaces_revision % 20) }];
    let request = team::SubmitBidsRequest { round: 1, replaces_revision, bids, ..Default::default() };
    Ok(link.team().submit_bids(request).await?.into_inner().revision)
}

impl Machines {
    /// Asserts that the second machine alone has every list that the first one acknowledged, and at most one
    /// unacknowledged list more per team.
    async fn hold_second_to(&self, answered: &[(&str, u32)], context: &str) {
        let (_second, address) = Process::serve(self.second.path(), "127.0.0.1:0", &[]);
        for (team, revision) in answered {
            let link = self.link(&address, team);
            let mut next = try_bid(&link, *revision).await;
            if next.is_err() {
                next = try_bid(&link, revision + 1).await;
            }
            let next = next.unwrap_or_else(|status| panic!("team {team} at {revision}, {context}: {status}"));
            assert!(next == revision + 1 || next == revision + 2, "{next} after {revision}, {context}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn required_copy_loses_nothing_answered_whenever_one_dies() {
    for kill_after in [1, 4, 9, 17, 30, 48] {
        let (machines, first) = RequiredCopyFixture::serving().await;
        let standby = machines.standby(&first.address);
        first.await_copy(true).await;
        let teams = ["a", "b"].map(|team| (team, Arc::new(AtomicU32::new(0))));
        let sealing = teams.each_ref().map(|(team, answered)| {
            tokio::spawn(seal_on(machines.link(&first.address, team), Arc::clone(answered)))
        });
        while teams[0].1.load(Ordering::SeqCst) < kill_after {
            assert!(!sealing[0].is_finished(), "no list is refused before the kill");
            tokio::task::yield_now().await;
        }
        let RequiredCopyFixture { server, .. } = first;
        drop(server);
        for team in sealing {
            team.await.unwrap();
        }
        drop(standby);
        let answered = teams.map(|(team, answered)| (team, answered.load(Ordering::SeqCst)));
        machines.hold_second_to(&answered, &format!("killed after {kill_after}")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn server_continues_alone_and_waits_for_returning_copy() {
    let (machines, first) = RequiredCopyFixture::serving().await;
    let a = machines.link(&first.address, "a");
    first.await_copy(false).await;
    assert_eq!(try_bid(&a, 0).await.unwrap(), 1, "before a standby is there nobody waits for it");
    let standby = machines.standby(&first.address);
    first.await_copy(true).await;
    assert_eq!(try_bid(&a, 1).await.unwrap(), 2);
    drop(standby);
    assert_eq!(try_bid(&a, 2).await.unwrap(), 3, "waited for a while, and then alone");
    first.await_copy(false).await;
    let standby = machines.standby(&first.address);
    first.await_copy(true).await;
    assert_eq!(try_bid(&a, 3).await.unwrap(), 4);
    let RequiredCopyFixture { server, .. } = first;
    drop((server, standby));
    machines.hold_second_to(&[("a", 4)], "after it was alone").await;
}

async fn feed(link: &Link) -> tonic::Streaming<watch::WatchGameResponse> {
    link.watch().watch_game(watch::WatchGameRequest::default()).await.unwrap().into_inner()
}

/// Returns the copy's state according to the next item of a feed.
async fn copy_standing(feed: &mut tonic::Streaming<watch::WatchGameResponse>) -> wire::CopyStanding {
    feed.message().await.unwrap().unwrap().item.unwrap().clock.unwrap().copy()
}

#[tokio::test(flavor = "multi_thread")]
async fn copy_standing_is_visible_to_judge_and_organiser_only() {
    use wire::CopyStanding::{Alone, CaughtUp, Unspecified};

    let (machines, first) = RequiredCopyFixture::serving().await;
    let link = |name: &str| machines.link(&first.address, name);
    let mut judge = feed(&link("judge")).await;
    assert_eq!(copy_standing(&mut judge).await, Alone, "from the first item on");
    assert_eq!(copy_standing(&mut feed(&link("organiser")).await).await, Alone);
    let standby = machines.standby(&first.address);
    while copy_standing(&mut judge).await != CaughtUp {}
    for other in ["a", "board"] {
        assert_eq!(copy_standing(&mut feed(&link(other)).await).await, Unspecified, "{other}");
    }
    drop(standby);
    while copy_standing(&mut judge).await != Alone {}
    let _standby = machines.standby(&first.address);
    while copy_standing(&mut judge).await != CaughtUp {}
}

#[tokio::test(flavor = "multi_thread")]
async fn copy_standing_is_unspecified_without_required_copy() {
    let (machines, _first, address) = Machines::serving(CONTEST, &[]).await;
    machines.open_round(&address).await;
    let mut feed = feed(&machines.link(&address, "judge")).await;
    assert_eq!(copy_standing(&mut feed).await, wire::CopyStanding::Unspecified);
}
