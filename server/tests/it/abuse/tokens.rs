//! Tokens that are replaced while they are in use, over TLS.

use ishigaki_client::Link;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::watch;
use tonic::{Code, Status, Streaming};

use crate::abuse::fixture::{AbuseFixture, in_time};
use crate::abuse::wire::{LIST, Line, WATCH, head, message};

type Items = Streaming<watch::WatchGameResponse>;

async fn watch(link: &Link) -> Items {
    let watch = watch::WatchGameRequest { game: "g".into(), from_sequence: 1, ..Default::default() };
    let mut feed = link.watch().watch_game(watch).await.unwrap().into_inner();
    feed.message().await.unwrap().expect("the set-up");
    feed
}

async fn end(feed: &mut Items) -> ErrorReason {
    in_time("the end of a feed", async {
        loop {
            match feed.message().await {
                Ok(item) => assert!(item.is_some(), "a revoked feed says why it ends"),
                Err(ended) => break reason(&ended),
            }
        }
    })
    .await
}

#[track_caller]
fn reason(refused: &Status) -> ErrorReason {
    Fault::from_status(refused).expect("a refusal has a reason").reason
}

async fn list(link: &Link) -> Result<String, Status> {
    let listed = link.watch().list_games(watch::ListGamesRequest {}).await;
    listed.map(|listed| listed.into_inner().team)
}

#[tokio::test]
async fn replaced_token_ends_its_streams_and_only_the_new_is_good() {
    let fixture = AbuseFixture::open();
    let operator = &fixture.operator;
    let old = fixture.token("a").to_owned();
    let (link, other) = (fixture.link_by(&old), fixture.link("b"));
    let (mut feed, mut others) = (watch(&link).await, watch(&other).await);
    let mut line = Line::open(&fixture).await;
    assert_eq!(line.call(head(LIST, Some(&old)), message(&[])).await.code(), Code::Ok);
    let shown = operator.done(&["token", "reissue", "a", "--folder", "day"]);
    let new = operator.token("a");
    assert!(shown.contains(&new) && new != old, "{shown}");
    let sheets = [operator.read("teams/a/sheet.html"), operator.read("all-sheets.html")];
    let code = |token: &str| ishigaki_client::code::of_token(token).unwrap();
    assert!(sheets.iter().all(|sheet| sheet.contains(&code(&new)) && !sheet.contains(&code(&old))));
    assert_eq!(end(&mut feed).await, ErrorReason::TokenRevoked);
    // This includes connections that were already open.
    for refused in [
        reason(&list(&link).await.unwrap_err()),
        reason(&list(&fixture.link_by(&old)).await.unwrap_err()),
        line.call(head(LIST, Some(&old)), message(&[])).await.reason(),
        line.call(head(WATCH, Some(&old)), message(&[])).await.reason(),
    ] {
        assert_eq!(refused, ErrorReason::TokenRevoked);
    }
    // The new token works, even on the connection on which the old one was refused.
    assert_eq!(list(&fixture.link_by(&new)).await.unwrap(), "a");
    assert_eq!(line.call(head(LIST, Some(&new)), message(&[])).await.code(), Code::Ok);
    // Other clients are not affected.
    fixture.open_round("g").await;
    in_time("the other team's item", others.message()).await.unwrap().expect("the feed goes on");
    let log = operator.log();
    let id = |token: &str| token.split('.').nth(1).unwrap().to_owned();
    assert!(log.contains(&id(&old)) && !log.contains(&old) && !log.contains(&new), "{log}");
    let listed = operator.done(&["token", "list", "--folder", "day"]);
    let state = |token: &str| listed.lines().find(|line| line.starts_with(&id(token))).unwrap().to_owned();
    assert!(state(&old).ends_with("revoked") && state(&new).ends_with(" valid"), "{listed}");
    let listed = operator.done(&["token", "list", "--folder", "day", "--json"]);
    let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
    let one =
        |token: &str| listed["tokens"].as_array().unwrap().iter().find(|one| one["id"] == id(token)).cloned();
    let expected = |token: &str, revoked: bool| {
        Some(
            serde_json::json!({ "id": id(token), "name": "a", "role": "team", "team": "a", "revoked": revoked }),
        )
    };
    assert_eq!((one(&old), one(&new)), (expected(&old, true), expected(&new, false)));
    operator.refused(&["token", "revoke", &id(&old), "--folder", "day"]);
    operator.refused(&["token", "issue", "--team", "z", "--folder", "day"]);
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn another_teams_token_opens_that_teams_games_and_no_others() {
    let fixture = AbuseFixture::open();
    let mut line = Line::open(&fixture).await;
    // Each call is authenticated by its own token, even on one connection.
    for name in ["a", "b", "c"] {
        assert_eq!(list(&fixture.link(name)).await.unwrap(), name);
        assert_eq!(line.call(head(LIST, Some(fixture.token(name))), message(&[])).await.code(), Code::Ok);
    }
    for (name, foreign) in [("a", "o"), ("c", "g"), ("c", "n")] {
        let watch = watch::WatchGameRequest { game: foreign.into(), from_sequence: 1, ..Default::default() };
        let refused = fixture.link(name).watch().watch_game(watch).await.unwrap_err();
        assert_eq!(reason(&refused), ErrorReason::UnknownGame, "{name} in {foreign}");
        let refused = fixture.bid(foreign, name, 0, &[("P", 20)]).await.unwrap_err();
        assert_eq!(reason(&refused), ErrorReason::UnknownGame, "{name} in {foreign}");
    }
    fixture.a_normal_game_still_runs().await;
}
