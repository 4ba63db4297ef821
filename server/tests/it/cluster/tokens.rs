//! Tokens: a token issued or revoked at one server is valid or revoked at all of them.

use ishigaki_client::connect;
use ishigaki_engine::entropy::SystemEntropy;
use ishigaki_engine::token::{Principal, Role, edit};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::watch::{ListGamesRequest, WatchGameRequest};
use tonic::{Code, Status};

use super::fixture::{ClusterFixture, Server, fault};

async fn admitted(server: &Server, token: &str) -> Result<(), Status> {
    let link = connect(&server.address.parse().unwrap(), &token.parse().unwrap());
    link.watch().list_games(ListGamesRequest {}).await.map(drop)
}

fn file(server: &Server) -> std::path::PathBuf {
    server.folder().join("tokens.toml")
}

#[tokio::test(flavor = "multi_thread")]
async fn issued_and_revoked_tokens_apply_on_all_servers() {
    let Some(fixture) = ClusterFixture::of_games(2) else { return };
    let first = fixture.serve();
    // Games that have begun stay on this server.
    fixture.begin_games(&first, &["g1"]).await;
    let mut second = fixture.serve();
    let principal = Principal { name: "a".into(), role: Role::Team { team: "a".into() } };
    let issued = edit(&file(&second), |store| store.issue(principal, &SystemEntropy)).unwrap();
    while admitted(&first, issued.reveal()).await.is_err() {}

    let old = fixture.operator().token("b");
    let watch = WatchGameRequest { game: "g1".into(), from_sequence: 1, ..Default::default() };
    let mut feed = fixture.link(&first, "b").watch().watch_game(watch).await.unwrap().into_inner();
    edit(&file(&second), |store| Ok::<_, ishigaki_engine::token::Error>(store.revoke("b"))).unwrap();
    let end = loop {
        match feed.message().await {
            Ok(Some(_)) => {}
            Ok(None) => panic!("a feed ends with a reason"),
            Err(status) => break status,
        }
    };
    assert_eq!(fault(&end).reason, ErrorReason::TokenRevoked, "its feed at the other server ends");
    let refused = admitted(&first, &old).await.unwrap_err();
    assert_eq!((refused.code(), fault(&refused).reason), (Code::Unauthenticated, ErrorReason::TokenRevoked));

    // The first server's file still lists the token as valid, which must not revive it elsewhere.
    second.kill();
    let third = fixture.serve();
    assert_eq!(fault(&admitted(&third, &old).await.unwrap_err()).reason, ErrorReason::TokenRevoked);
    admitted(&third, issued.reveal()).await.unwrap();
    let log = first.log() + &third.log();
    let secret = issued.reveal().rsplit('.').next().unwrap().to_owned();
    assert!(!log.contains(&secret));
}
