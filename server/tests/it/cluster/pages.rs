//! The page server in front of several servers: a team's page survives the loss of its game's server.

use hyper::StatusCode;
use ishigaki_client::Address;
use ishigaki_engine::token::{Error, TokenStore, edit};
use ishigaki_pages::harness::{Browser, drafted_prices};
use ishigaki_pages::{Pages, PagesOptions};
use ishigaki_words::Lang;
use serde_json::{Value as Json, json};

use super::fixture::ClusterFixture;

fn is_live(state: &Json) -> bool {
    state["contact"]["live"] == true && state["stage"] == "bidding"
}

/// Returns the price of the only line of the submitted list.
fn submitted_price(state: &Json) -> &Json {
    &state["bids"]["sealed"]["lines"][0][1]
}

#[tokio::test(flavor = "multi_thread")]
async fn page_continues_after_the_server_of_its_game_is_killed() {
    let Some(fixture) = ClusterFixture::of_games(1) else { return };
    let mut first = fixture.serve();
    fixture.serves(&first, 1).await;
    fixture.open_round(&first, "g1").await.unwrap();
    let second = fixture.serve();
    let folder = tempfile::tempdir().unwrap();
    let address: Address = format!("{},{}", first.address, second.address).parse().unwrap();
    let options = PagesOptions {
        address,
        folder: folder.path().to_owned(),
        devices: 2,
        lang: Lang::En,
        threads: 1,
        searches: 1,
        board: None,
        rematch: None,
    };
    let pages = Pages::open(options).unwrap();
    let (token, mut a) = (fixture.operator().token("a"), Browser::new(pages.router()));
    assert_eq!(a.sign_in(&token).await, Ok(()));
    a.wait_for(is_live).await;
    a.draft(&[47]).await;
    a.submit(1).await;
    a.draft(&[48]).await;

    first.kill();
    a.wait_for(|state| state["contact"]["live"] == false).await;
    let state = a.wait_for(is_live).await;
    assert_eq!((&state["bids"]["revision"], submitted_price(&state)), (&json!(1), &json!(47)), "{state}");
    assert_eq!(drafted_prices(&state), [48]);
    a.submit(2).await;
    // It has the game and all lists, so both teams have submitted, and the window closes.
    fixture.bid(&second, ("g1", "b"), 0).await.unwrap();
    let is_opened = |state: &Json| !state["rounds"][0]["lots"][0]["own"][0].is_null();
    let state = a.wait_for(is_opened).await;
    assert_eq!(state["rounds"][0]["lots"][0]["own"][0]["price"], 48, "{state}");

    let revoke = |store: &mut TokenStore| Ok::<_, Error>(store.revoke("a").len());
    assert_eq!(edit(&second.folder().join("tokens.toml"), revoke).unwrap(), 1);
    while a.get("/team/state").await.status() != StatusCode::UNAUTHORIZED {
        fixture.turn().await;
    }
    assert_eq!(a.sign_in(&token).await, Err("revoked".into()));
}
