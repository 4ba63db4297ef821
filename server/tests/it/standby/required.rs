//! A copy that answers wait for: nothing answered is lost, and the server goes on alone where the copy is gone.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use ishigaki_client::Link;
use ishigaki_proto::{judge, team, watch, wire};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::{CONTEST, Machines, Process};

/// A first machine whose answers wait for the copy, and what it says of that.
struct Required {
    server: Process,
    address: String,
    metrics: String,
}

impl Required {
    /// Serves a game whose windows close at their deadlines, so that teams may go on sealing.
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

    /// Watches the figures until answers wait for a copy, or until they do not any more.
    async fn await_copy(&self, is_abreast: bool) {
        let line = format!("ishigaki_copy_abreast {}", u32::from(is_abreast));
        loop {
            let mut stream = tokio::net::TcpStream::connect(&self.metrics).await.unwrap();
            stream.write_all(b"GET /metrics HTTP/1.1\r\nhost: test\r\n\r\n").await.unwrap();
            let mut page = String::new();
            stream.read_to_string(&mut page).await.unwrap();
            assert!(page.contains("ishigaki_copy_required 1"), "{page}");
            if page.lines().any(|told| told == line) {
                return;
            }
        }
    }
}

/// Seals one list after the other until the server is gone; the last revision that was answered is in `answered`.
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
    /// Holds the second machine, on its own, to what the first one had answered each team: it is there, and at most one
    /// list more, which had no answer.
    async fn hold_second_to(&self, answered: &[(&str, u32)], context: &str) {
        let (_second, address) = Process::serve(self.second.path(), "127.0.0.1:0");
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
async fn with_a_required_copy_nothing_answered_is_lost_whenever_the_first_machine_dies() {
    for kill_after in [1, 4, 9, 17, 30, 48] {
        let machines = Machines::new();
        let first = Required::start(machines.first.path());
        machines.bring_over(&first.address).await;
        let open = judge::OpenRoundRequest { round: 1, ..Default::default() };
        machines.link(&first.address, "judge").judge().open_round(open).await.unwrap();
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
        let Required { server, .. } = first;
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
async fn a_server_goes_on_alone_without_its_copy_and_waits_for_it_again() {
    let machines = Machines::new();
    let first = Required::start(machines.first.path());
    machines.bring_over(&first.address).await;
    let open = judge::OpenRoundRequest { round: 1, ..Default::default() };
    machines.link(&first.address, "judge").judge().open_round(open).await.unwrap();
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
    let Required { server, .. } = first;
    drop((server, standby));
    machines.hold_second_to(&[("a", 4)], "after it was alone").await;
}

/// The feed of a caller from its first item on.
async fn feed(link: &Link) -> tonic::Streaming<watch::WatchGameResponse> {
    link.watch().watch_game(watch::WatchGameRequest::default()).await.unwrap().into_inner()
}

/// How the next item of a feed tells that answers stand with a copy.
async fn told(feed: &mut tonic::Streaming<watch::WatchGameResponse>) -> wire::CopyStanding {
    feed.message().await.unwrap().unwrap().item.unwrap().clock.unwrap().copy()
}

#[tokio::test(flavor = "multi_thread")]
async fn judge_and_organiser_are_told_whether_the_server_is_alone_and_nobody_else_is() {
    use wire::CopyStanding::{Abreast, Alone, Unspecified};

    let machines = Machines::new();
    let first = Required::start(machines.first.path());
    machines.bring_over(&first.address).await;
    let open = judge::OpenRoundRequest { round: 1, ..Default::default() };
    machines.link(&first.address, "judge").judge().open_round(open).await.unwrap();
    let link = |name: &str| machines.link(&first.address, name);
    let mut judge = feed(&link("judge")).await;
    assert_eq!(told(&mut judge).await, Alone, "from the first item on");
    assert_eq!(told(&mut feed(&link("organiser")).await).await, Alone);
    let standby = machines.standby(&first.address);
    while told(&mut judge).await != Abreast {}
    for other in ["a", "board"] {
        assert_eq!(told(&mut feed(&link(other)).await).await, Unspecified, "{other}");
    }
    drop(standby);
    while told(&mut judge).await != Alone {}
    let _standby = machines.standby(&first.address);
    while told(&mut judge).await != Abreast {}
}

#[tokio::test(flavor = "multi_thread")]
async fn where_no_copy_is_required_nobody_is_told_of_one() {
    let machines = Machines::new();
    let (_first, address) = Process::serve(machines.first.path(), "127.0.0.1:0");
    machines.bring_over(&address).await;
    let open = judge::OpenRoundRequest { round: 1, ..Default::default() };
    machines.link(&address, "judge").judge().open_round(open).await.unwrap();
    let mut feed = feed(&machines.link(&address, "judge")).await;
    assert_eq!(told(&mut feed).await, wire::CopyStanding::Unspecified);
}
