//! Sessions: sign-in, restart, revocation.

use axum::http::{Method, StatusCode};
use serde_json::json;

use ishigaki_engine::token::edit;

use ishigaki_pages::harness::text;

use crate::fixture::Site;

fn has_lots(state: &serde_json::Value) -> bool {
    state["bids"]["lots"].as_array().is_some_and(|lots| !lots.is_empty())
}

#[tokio::test(flavor = "multi_thread")]
async fn each_team_sees_only_its_own_draft() {
    let site = Site::new().await;
    let (a, b) = (site.signed_in("a").await, site.signed_in("b").await);
    a.wait_for(has_lots).await;
    assert_eq!(a.act(&json!({"do": "add", "lot": 0})).await, StatusCode::NO_CONTENT);
    let state =
        a.wait_for(|state| state["bids"]["lines"].as_array().is_some_and(|lines| lines.len() == 1)).await;
    let code = state["bids"]["lines"][0]["code"].clone();
    let price = json!({"do": "price", "line": 0, "lot": 0, "text": "47"});
    assert_eq!(a.act(&price).await, StatusCode::NO_CONTENT);
    a.wait_for(|state| state["bids"]["lines"][0]["price"]["shown"] == "47").await;
    let other = b.wait_for(has_lots).await;
    assert_eq!(other["bids"]["lines"], json!([]), "{code}");
    assert!(!other.to_string().contains("\"47\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn session_and_draft_survive_restart_of_either_server() {
    let mut site = Site::new().await;
    let mut a = site.signed_in("a").await;
    a.wait_for(has_lots).await;
    a.act(&json!({"do": "add", "lot": 0})).await;
    a.act(&json!({"do": "price", "line": 0, "lot": 0, "text": "47"})).await;
    let is_drafted = |state: &serde_json::Value| state["bids"]["lines"][0]["price"]["shown"] == "47";
    a.wait_for(is_drafted).await;
    while !site.files().contains("\"47\"") {
        tokio::task::yield_now().await;
    }
    site.restart_pages();
    a.router = site.router.clone();
    a.wait_for(is_drafted).await;
    site.server.stop().await;
    a.wait_for(|state| state["contact"]["live"] == false).await;
    site.server.resume().await;
    let state = a.wait_for(|state| state["contact"]["live"] == true).await;
    assert!(is_drafted(&state));
}

#[tokio::test(flavor = "multi_thread")]
async fn revoked_token_ends_all_sessions_of_its_team() {
    let site = Site::new().await;
    let (one, two, other) = (site.signed_in("a").await, site.signed_in("a").await, site.signed_in("b").await);
    for browser in [&one, &two, &other] {
        browser.wait_for(has_lots).await;
    }
    let revoke = |store: &mut ishigaki_engine::token::TokenStore| {
        Ok::<_, ishigaki_engine::token::Error>(store.revoke("a").len())
    };
    assert_eq!(edit(&site.server.tokens(), revoke).unwrap(), 1);
    for browser in [&one, &two] {
        while browser.get("/team/state").await.status() != StatusCode::UNAUTHORIZED {
            tokio::task::yield_now().await;
        }
        assert_eq!(browser.act(&json!({"do": "add", "lot": 0})).await, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(site.browser().sign_in(site.server.token("a")).await, Err("revoked".into()));
    assert_eq!(other.get("/team/state").await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn receipt_of_submitted_list_can_be_downloaded() {
    let site = Site::new().await;
    let a = site.signed_in("a").await;
    a.wait_for(has_lots).await;
    assert_eq!(text(a.get("/team/receipts").await).await, "");
    site.open_round().await;
    a.wait_for(|state| !state["clock"].is_null()).await;
    a.act(&json!({"do": "press", "button": "decline"})).await;
    let mut receipts = String::new();
    while receipts.is_empty() {
        if !a.state().await["dialog"].is_null() {
            a.act(&json!({"do": "answer", "yes": true})).await;
        }
        receipts = text(a.get("/team/receipts").await).await;
    }
    let stored: serde_json::Value = serde_json::from_str(receipts.lines().next().unwrap()).unwrap();
    let receipt = &stored["receipt"];
    assert_eq!((&receipt["team"], &receipt["round"]), (&json!("a"), &json!(1)), "{receipt}");
    assert_eq!(site.browser().get("/team/receipts").await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn page_is_in_the_language_of_the_browser() {
    let site = Site::new().await;
    for (wanted, lang) in [("ja,en;q=0.5", "ja"), ("en-GB, ja", "en"), ("fr, ja;q=0.3", "ja"), ("fr", "en")] {
        let browser = site.browser();
        let request = browser.request(Method::GET, "/team/").header("accept-language", wanted);
        let page = text(browser.send(request.body(axum::body::Body::empty()).unwrap()).await).await;
        assert!(page.contains(&format!("<html lang=\"{lang}\">")), "{wanted}");
    }
}
