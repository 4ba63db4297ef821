//! Several servers with one journal: placement of games, the loss of a server, and moves of games.
#![cfg(unix)]
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "test set-up that fails is a failed test")]

mod closure;
mod damaged_games;
mod event;
mod fixture;
mod game_moves;
mod interrupted_start;
mod listing;
mod pages;
mod primary;
mod stalled_database;
mod tokens;

use std::collections::BTreeSet;

use fixture::{ClusterFixture, fault, is_elsewhere};
use ishigaki_journal_postgres::harness::Cluster;
use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::watch::WatchGameRequest;
use rustix::process::Signal;
use tonic::Code;

#[tokio::test(flavor = "multi_thread")]
async fn each_game_has_one_server_and_others_name_it() {
    let Some(fixture) = ClusterFixture::of_games(30) else { return };
    let servers = fixture.serve_together::<3>();
    let places = loop {
        let places = fixture.settled(&servers.each_ref()).await;
        // The first server may hold all games for a moment.
        if places.values().collect::<BTreeSet<_>>().len() == 3 {
            break places;
        }
    };
    assert_eq!(places.len(), 30);
    let addresses: BTreeSet<&str> = servers.iter().map(|server| server.address.as_str()).collect();
    for server in &servers {
        let listed = fixture.listed(server).await;
        assert_eq!(listed.servers.iter().map(String::as_str).collect::<BTreeSet<_>>(), addresses);
    }
    for (game, place) in places {
        for (other, server) in servers.iter().enumerate() {
            let answer = fixture.items(server, (&game, "a"), 1).await;
            if other == place {
                assert_eq!(answer.unwrap().len(), 1, "{game}");
            } else {
                let fault = fault(&answer.unwrap_err());
                assert_eq!(fault.reason, ErrorReason::GameElsewhere);
                assert_eq!(fault.metadata["address"], servers[place].address, "{game}");
            }
        }
    }
    let unknown = fixture.items(&servers[0], ("nowhere", "a"), 1).await.unwrap_err();
    assert_eq!(fault(&unknown).reason, ErrorReason::UnknownGame);
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_servers_games_go_on_elsewhere_without_loss() {
    let Some(fixture) = ClusterFixture::of_games(40) else { return };
    let mut first = fixture.serve();
    assert_eq!(fixture.served(&first).await.len(), 40, "a server alone takes all");
    for game in ["g1", "g2", "g3"] {
        fixture.open_round(&first, game).await.unwrap();
    }
    let (second, third) = (fixture.serve(), fixture.serve());
    // Unstarted games are distributed among the servers.
    fixture.serves(&second, 2).await;
    fixture.serves(&third, 2).await;
    for game in ["g1", "g2", "g3"] {
        for replaces in 0..3 {
            assert_eq!(fixture.bid(&first, (game, "a"), replaces).await.unwrap(), replaces + 1);
        }
    }
    let before = fixture.items(&first, ("g1", "a"), 1).await.unwrap();

    first.kill();
    let places = fixture.settled(&[&second, &third]).await;
    assert_eq!(places.len(), 40);
    assert_eq!(places.values().collect::<BTreeSet<_>>().len(), 2, "they share them");
    for game in ["g1", "g2", "g3"] {
        let server = [&second, &third][places[game]];
        assert_eq!(fixture.bid(server, (game, "a"), 3).await.unwrap(), 4, "every answered list is there");
    }
    let server = [&second, &third][places["g1"]];
    let after = fixture.items(server, ("g1", "a"), 1).await.unwrap();
    let healed = fixture.items(server, ("g1", "a"), before.last().unwrap().sequence + 1).await.unwrap();
    let sequences =
        |items: &[ishigaki_proto::wire::FeedItem]| items.iter().map(|item| item.sequence).collect::<Vec<_>>();
    assert_eq!(sequences(&healed), sequences(&after[before.len()..]), "without a gap or a repeat");
    assert_eq!(
        after[..before.len()].iter().map(|item| &item.body).collect::<Vec<_>>(),
        before.iter().map(|item| &item.body).collect::<Vec<_>>()
    );
    assert!(second.log().contains("TOOK OVER games of another server"), "{}", second.log());

    // It returns at the same address, but the others keep the games that have begun.
    let first = first.again(&fixture);
    fixture.serves(&first, 1).await;
    let later = fixture.settled(&[&second, &third, &first]).await;
    assert!(["g1", "g2", "g3"].iter().all(|game| later[*game] == places[*game]), "{later:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn server_that_slept_past_its_lease_writes_nothing() {
    let Some(fixture) = ClusterFixture::of_games(4) else { return };
    let first = fixture.serve();
    fixture.begin_games(&first, &["g2", "g3", "g4"]).await;
    fixture.open_round(&first, "g1").await.unwrap();
    assert_eq!(fixture.bid(&first, ("g1", "a"), 0).await.unwrap(), 1);
    let second = fixture.serve();
    let number = fixture.number(&second, &first).await;
    let watch = WatchGameRequest { game: "g1".into(), from_sequence: 1, ..Default::default() };
    let mut feed = fixture.link(&first, "board").watch().watch_game(watch).await.unwrap().into_inner();

    first.signal(Signal::STOP);
    let asleep = fixture.bid(&first, ("g1", "a"), 1);
    let taken = async {
        fixture.serves(&second, 4).await;
        let revision = fixture.bid(&second, ("g1", "a"), 1).await.unwrap();
        first.signal(Signal::CONT);
        revision
    };
    let (asleep, revision) = tokio::join!(asleep, taken);
    assert_eq!(revision, 2);
    assert!(is_elsewhere(&asleep.unwrap_err()), "the sleeper has written nothing");
    let end = loop {
        match feed.message().await {
            Ok(Some(_)) => {}
            Ok(None) => panic!("a feed ends with a reason"),
            Err(status) => break status,
        }
    };
    assert!(is_elsewhere(&end), "{end:?}");
    assert_eq!(fixture.bid(&second, ("g1", "a"), 2).await.unwrap(), 3);
    // It joins again under another number and without a game.
    fixture.rejoins_without_games(&second, &first, number).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_server_hands_over_games_immediately() {
    let Some(fixture) = ClusterFixture::of_games(6) else { return };
    let mut first = fixture.serve();
    fixture.open_round(&first, "g1").await.unwrap();
    let second = fixture.serve();
    assert_eq!(fixture.bid(&first, ("g1", "a"), 0).await.unwrap(), 1);
    first.signal(Signal::TERM);
    assert_eq!(fixture.bid_when_served(&second, ("g1", "a"), 1).await, 2);
    fixture.serves(&second, 6).await;
    first.stop();
    assert!(!fixture.servers(&second).await.iter().any(|one| one.is_alive && one.address == first.address));
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_whose_database_was_away_go_on_by_themselves() {
    if Cluster::shared().is_none() {
        return;
    }
    let database = Cluster::start("").unwrap();
    let fixture = ClusterFixture::at(database.place(), 4);
    let first = fixture.serve();
    fixture.open_round(&first, "g1").await.unwrap();
    assert_eq!(fixture.bid(&first, ("g1", "a"), 0).await.unwrap(), 1);
    let second = fixture.serve();
    database.stop();
    let refused = fixture.bid(&first, ("g1", "a"), 1).await.unwrap_err();
    assert!(refused.code() == Code::Unavailable || is_elsewhere(&refused), "{refused:?}");
    database.start_again();
    let revision = loop {
        let (one, other) = (fixture.bid(&first, ("g1", "a"), 1), fixture.bid(&second, ("g1", "a"), 1));
        if let Ok(revision) = one.await {
            break revision;
        }
        if let Ok(revision) = other.await {
            break revision;
        }
    };
    assert_eq!(revision, 2, "what was answered is there, and what was refused is not");
    assert_eq!(fixture.settled(&[&first, &second]).await.len(), 4);
}
