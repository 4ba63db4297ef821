//! Attacks on sessions.

use std::net::Ipv4Addr;

use axum::body::Body;
use axum::http::header::{self, CONTENT_TYPE, SET_COOKIE};
use axum::http::{Method, StatusCode};
use ishigaki_client::PageLink;
use ishigaki_pages::harness::{Browser, ORIGIN};
use ishigaki_record::signing::Fingerprint;
use ishigaki_testkit::TestServer;
use serde_json::json;

use crate::fixture::{CONTEST, Site, open};

#[tokio::test(flavor = "multi_thread")]
async fn cookie_is_bound_to_host_and_hidden_from_scripts() {
    let site = Site::new().await;
    let link = json!({ "link": site.server.token("a") });
    let response = site.browser().post(Method::POST, "/team/session", &link).await;
    let cookie = response.headers().get(SET_COOKIE).unwrap().to_str().unwrap();
    assert!(cookie.starts_with("__Host-"), "{cookie}");
    for attribute in ["; HttpOnly", "; SameSite=Strict", "; Secure", "; Path=/", "; Max-Age="] {
        assert!(cookie.contains(attribute), "{attribute}: {cookie}");
    }
    assert!(!cookie.contains("Domain"), "{cookie}");
}

#[tokio::test(flavor = "multi_thread")]
async fn fixed_session_is_not_adopted() {
    let site = Site::new().await;
    let mut victim = site.browser();
    victim.cookie = Some(format!("__Host-ishigaki-team={}", "A".repeat(43)));
    assert_eq!(victim.get("/team/state").await.status(), StatusCode::UNAUTHORIZED);
    let fixed = victim.clone();
    victim.sign_in(site.server.token("a")).await.unwrap();
    assert_ne!(victim.cookie, fixed.cookie);
    assert_eq!(fixed.get("/team/state").await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(victim.get("/team/state").await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn request_of_foreign_page_is_rejected() {
    let site = Site::new().await;
    let a = site.signed_in("a").await;
    let act = json!({"do": "add", "lot": 0}).to_string();
    let json_type = "application/json";
    for (origin, kind, header, fetch_site, wanted) in [
        (Some("https://evil.test"), json_type, true, None, StatusCode::FORBIDDEN),
        (Some("http://pages.test:7443"), json_type, true, None, StatusCode::FORBIDDEN),
        (Some("null"), json_type, true, None, StatusCode::FORBIDDEN),
        (None, json_type, true, None, StatusCode::FORBIDDEN),
        (Some(ORIGIN), json_type, false, None, StatusCode::FORBIDDEN),
        (Some(ORIGIN), json_type, true, Some("cross-site"), StatusCode::FORBIDDEN),
        (Some(ORIGIN), "text/plain", true, None, StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (Some(ORIGIN), json_type, true, Some("same-origin"), StatusCode::NO_CONTENT),
    ] {
        for path in ["/team/act", "/team/session"] {
            if wanted == StatusCode::NO_CONTENT && path == "/team/session" {
                continue;
            }
            let mut request = a.request(Method::POST, path).header(CONTENT_TYPE, kind);
            for (name, value) in [("origin", origin), ("sec-fetch-site", fetch_site)] {
                request = value.into_iter().fold(request, |request, value| request.header(name, value));
            }
            request = if header { request.header("x-ishigaki-page", "1") } else { request };
            let response = a.send(request.body(Body::from(act.clone())).unwrap()).await;
            assert_eq!(response.status(), wanted, "{path}: {origin:?} {kind} {header} {fetch_site:?}");
        }
    }
    let request = a.request(Method::DELETE, "/team/session").header(header::ORIGIN, "https://evil.test");
    assert_eq!(a.send(request.body(Body::empty()).unwrap()).await.status(), StatusCode::FORBIDDEN);
    assert_eq!(a.get("/team/state").await.status(), StatusCode::OK, "nobody was signed out");
}

#[tokio::test(flavor = "multi_thread")]
async fn rebound_host_has_no_session() {
    let site = Site::new().await;
    let mut attacker = site.signed_in("a").await;
    // A browser sends the cookie only to the host that set it.
    attacker.cookie = None;
    assert_eq!(attacker.get("/team/state").await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(attacker.get("/team/events").await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(attacker.act(&json!({"do": "add", "lot": 0})).await, StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn cookie_cannot_be_replayed_after_sign_out() {
    let site = Site::new().await;
    let a = site.signed_in("a").await;
    assert_eq!(a.get("/team/state").await.status(), StatusCode::OK);
    let response = a.post(Method::DELETE, "/team/session", &json!({})).await;
    assert_eq!(response.status(), StatusCode::NO_CONTENT);
    assert_eq!(a.get("/team/state").await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn copied_link_is_rejected_beyond_device_limit() {
    let site = Site::new().await;
    let (one, _two) = (site.signed_in("a").await, site.signed_in("a").await);
    let mut thief = site.browser();
    assert_eq!(thief.sign_in(site.server.token("a")).await, Err("too-many-devices".into()));
    assert!(thief.cookie.is_none());
    let mut same_device = one.clone();
    assert_eq!(same_device.sign_in(site.server.token("a")).await, Ok(()), "it keeps its place");
    assert_eq!(one.get("/team/state").await.status(), StatusCode::UNAUTHORIZED);
    let one = same_device;
    let mut other_team = site.browser();
    assert_eq!(other_team.sign_in(site.server.token("b")).await, Ok(()));
    one.post(Method::DELETE, "/team/session", &json!({})).await;
    assert_eq!(thief.sign_in(site.server.token("a")).await, Ok(()), "a device has signed out");
}

#[tokio::test(flavor = "multi_thread")]
async fn guessing_is_limited_per_address() {
    let site = Site::new().await;
    let mut guesser = site.browser();
    let mut guesses = 0;
    while guesser.sign_in("ishi.00000000.AAECAwQFBgcICQoLDA0ODw").await == Err("unknown".into()) {
        guesses += 1;
    }
    assert_eq!(guesses, 60);
    assert_eq!(guesser.sign_in(site.server.token("a")).await, Err("too-many-attempts".into()));
    let mut other = site.browser();
    other.address = Ipv4Addr::new(10, 0, 0, 2).into();
    assert_eq!(other.sign_in(site.server.token("a")).await, Ok(()));
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_links_are_rejected_with_their_reason() {
    let server = TestServer::start_encrypted(CONTEST).await;
    let authority = server.authority().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let url: ishigaki_client::ServerUrls = server.address().parse().unwrap();
    let trusted = ishigaki_client::Authority::read(authority.pem().as_bytes()).unwrap();
    let address = url.address(Some(trusted), false).unwrap();
    let mut browser = Browser::new(open(address, folder.path().to_owned()).router());
    let token = server.token("a");
    let link = PageLink::text(&authority.fingerprint(), token).unwrap();
    let foreign = PageLink::text(&Fingerprint::of(b"another"), token).unwrap();
    let judge = PageLink::text(&authority.fingerprint(), server.token("judge")).unwrap();
    for (wrong, code) in [
        (&link[..link.len() - 3], "link"),
        (&*format!("#{}", &link[..10]), "link"),
        (&link[..10], "code"),
        ("", "code"),
        (&*foreign, "other-contest"),
        (&*judge, "not-team"),
        ("ishi.00000000.AAECAwQFBgcICQoLDA0ODw", "unknown"),
    ] {
        assert_eq!(browser.sign_in(wrong).await, Err(code.into()), "{wrong}");
    }
    assert_eq!(browser.sign_in(&format!("https://pages.test:7443/team/#{link}")).await, Ok(()));
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_contest_server_is_reported_and_not_counted() {
    let mut site = Site::new().await;
    site.server.stop().await;
    let mut browser = site.browser();
    assert_eq!(browser.sign_in(site.server.token("a")).await, Err("no-server".into()));
    site.server.resume().await;
    assert_eq!(browser.sign_in(site.server.token("a")).await, Ok(()));
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_and_cookies_are_in_no_file_or_debug_output() {
    let site = Site::new().await;
    let a = site.signed_in("a").await;
    a.wait_for(|state| state["contact"]["live"] == true).await;
    let text = format!("{} {:?}", site.files(), site.pages);
    let token = site.server.token("a");
    let cookie = a.cookie.clone().unwrap();
    let secrets = [token, token.rsplit('.').next().unwrap(), cookie.split_once('=').unwrap().1];
    for secret in secrets {
        assert!(!text.contains(secret), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn oversized_bodies_and_unknown_paths_are_rejected() {
    let site = Site::new().await;
    let a = site.signed_in("a").await;
    let long = json!({ "link": "x".repeat(5_000) });
    let response = a.post(Method::POST, "/team/session", &long).await;
    assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(a.act(&json!({"do": "no-such-act"})).await, StatusCode::BAD_REQUEST);
    for path in ["/team/..", "/team/sessions", "/pages/sessions", "/team/session/x"] {
        assert_eq!(a.get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
}
