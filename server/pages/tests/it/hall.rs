//! The start page, and the hall's board without signing in.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use ishigaki_pages::harness::{Browser, text};
use ishigaki_testkit::TestServer;
use serde_json::{Value as Json, json};

use crate::fixture::Site;

/// Price that no other figure of the state has.
const SECRET_PRICE: u64 = 37;

fn game(state: &Json) -> &Json {
    &state["games"][0]
}

async fn get_in(browser: &Browser, path: &str, lang: &str) -> String {
    let request = browser.request(Method::GET, path).header("accept-language", lang);
    text(browser.send(request.body(Body::empty()).unwrap()).await).await
}

#[tokio::test(flavor = "multi_thread")]
async fn anyone_sees_the_board_and_no_sealed_list() {
    let site = Site::new().await;
    let visitor = site.browser();
    site.open_round().await;
    let state = visitor.wait_for_at("", |state| game(state)["lots"].is_array()).await;
    assert_eq!(game(&state)["id"], "g1");
    let a = site.signed_in("a").await;
    a.wait_for(|state| state["bids"].is_object()).await;
    assert_eq!(a.act(&json!({"do": "add", "lot": 0})).await, StatusCode::NO_CONTENT);
    let set = json!({"do": "price", "line": 0, "lot": 0, "text": SECRET_PRICE.to_string()});
    assert_eq!(a.act(&set).await, StatusCode::NO_CONTENT);
    assert_eq!(a.act(&json!({"do": "press", "button": "seal"})).await, StatusCode::NO_CONTENT);
    // It may ask about the list first.
    let state =
        a.wait_for(|state| state["dialog"].is_object() || state["seals"][0]["seal"] == "sealed").await;
    if state["dialog"].is_object() {
        assert_eq!(a.act(&json!({"do": "answer", "yes": true})).await, StatusCode::NO_CONTENT);
    }
    let is_sealed = |state: &Json| game(state)["teams"][0]["seal"] == "sealed";
    let mut state = visitor.wait_for_at("", is_sealed).await;
    let shown = state["games"][0].as_object_mut().unwrap();
    // Their digits are random, or those of the clock.
    for part in ["fingerprint", "last_head", "clock"] {
        assert!(shown.remove(part).is_some(), "{part}");
    }
    let games = state["games"].to_string();
    assert!(!games.contains(&SECRET_PRICE.to_string()), "{games}");
}

#[tokio::test(flavor = "multi_thread")]
async fn visitors_share_one_board_and_have_no_acts() {
    let site = Site::new().await;
    let (one, other) = (site.browser(), site.signed_in("a").await);
    site.open_round().await;
    let state = one.wait_for_at("", |state| game(state)["lots"].is_array()).await;
    // Times count from the start of one and the same screen.
    let closes_at = &game(&state)["clock"]["closes_at"];
    assert!(closes_at.is_u64(), "{state}");
    let of_other = other.wait_for_at("", |_| true).await;
    assert_eq!(&game(&of_other)["clock"]["closes_at"], closes_at);
    for path in ["/act", "/hall/act", "/hall", "/state", "/events"] {
        let status = other.post(Method::POST, path, &json!({"do": "right"})).await.status();
        assert!(
            [StatusCode::NOT_FOUND, StatusCode::METHOD_NOT_ALLOWED].contains(&status),
            "{path}: {status}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn start_and_hall_are_in_the_language_of_the_browser() {
    let site = Site::new().await;
    let visitor = site.browser();
    for (wanted, lang) in [("ja,en;q=0.5", "ja"), ("fr", "en")] {
        for path in ["/", "/hall"] {
            let page = get_in(&visitor, path, wanted).await;
            assert!(page.contains(&format!("<html lang=\"{lang}\">")), "{path}: {page}");
        }
    }
    let start = get_in(&visitor, "/?lang=ja", "en").await;
    for part in ["<html lang=\"ja\">", "\"/hall?lang=ja\"", "\"/team/?lang=ja\"", "\"/judge/?lang=ja\""] {
        assert!(start.contains(part), "{part}: {start}");
    }
    let start = get_in(&visitor, "/?lang=%22%3E%3Cscript%3E", "en").await;
    assert!(start.contains("<html lang=\"en\">") && !start.contains("script"), "{start}");
}

#[tokio::test(flavor = "multi_thread")]
async fn start_page_of_an_event_links_only_what_it_has() {
    let events = ["cup", "women"].map(|id| {
        format!("[[event]]\nid = \"{id}\"\npreset = \"swiss\"\nlottery_date = \"2026-12-05\"\ntitle = \"Cup {id}\"\n")
    });
    let schedule = "[[schedule]]\nstart = \"9:00\"\ntitle = \"Reception\"\n";
    let contest = format!("{}division = \"w\"\n{schedule}", events.concat());
    let mut site = Site::of(TestServer::start(&contest).await);
    site.restart_pages();
    let start = get_in(&site.browser(), "/", "en").await;
    for part in [
        "<h1>Cup cup · Cup women</h1>",
        "\"/hall\"",
        "\"/hall?view=phone\"",
        "\"/hall?view=phone#schedule\"",
        "\"/staff/\"",
    ] {
        assert!(start.contains(part), "{part}: {start}");
    }
    for part in ["#results", "/team/", "/judge/"] {
        assert!(!start.contains(part), "{part}: {start}");
    }
    assert!(get_in(&site.browser(), "/hall", "en").await.contains("class=\"hall hosted\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn start_page_of_games_links_teams_and_judges() {
    let site = Site::new().await;
    let start = get_in(&site.browser(), "/", "en").await;
    for part in ["/team/", "/judge/"] {
        assert!(start.contains(part), "{part}: {start}");
    }
    for part in ["#schedule", "#results", "/staff/"] {
        assert!(!start.contains(part), "{part}: {start}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn start_and_hall_have_the_headers_of_all_pages() {
    let site = Site::new().await;
    let visitor = site.browser();
    let expected = visitor.get("/team/").await;
    for path in ["/", "/hall", "/state", "/events", "/board/board.js", "/start/start.css"] {
        let response = visitor.get(path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let names = ["content-security-policy", "x-frame-options", "referrer-policy", "cache-control"];
        for name in names.into_iter().chain(["x-content-type-options", "cross-origin-resource-policy"]) {
            assert_eq!(response.headers().get(name), expected.headers().get(name), "{path}: {name}");
            assert!(response.headers().contains_key(name), "{path}: {name}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_no_hall_without_the_board_token() {
    let site = Site::without_hall().await;
    let visitor = site.browser();
    assert!(!get_in(&visitor, "/", "en").await.contains("/hall"));
    for path in ["/hall", "/state", "/events"] {
        assert_eq!(visitor.get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
}
