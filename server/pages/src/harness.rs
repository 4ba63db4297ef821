//! A browser of hosted pages, for tests.
#![expect(clippy::unwrap_used, reason = "a request without an answer is a failed test")]

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, ORIGIN as ORIGIN_HEADER, SET_COOKIE};
use axum::http::{Method, Request, StatusCode};
use axum::response::Response;
use http_body_util::BodyExt as _;
use ishigaki_page::ClientAddress;
use serde_json::{Value as Json, json};
use tower::ServiceExt as _;

/// Origin of the pages.
pub const ORIGIN: &str = "https://pages.test:7443";

/// A browser: keeps its cookie.
#[derive(Clone)]
pub struct Browser {
    pub router: Router,
    pub cookie: Option<String>,
    pub address: IpAddr,
}

impl Browser {
    /// Returns a browser without a session.
    pub fn new(router: Router) -> Self {
        Self { router, cookie: None, address: Ipv4Addr::LOCALHOST.into() }
    }

    /// Begins a request with the cookie.
    pub fn request(&self, method: Method, path: &str) -> axum::http::request::Builder {
        let request = Request::builder().method(method).uri(path).header(HOST, "pages.test:7443");
        match &self.cookie {
            Some(cookie) => request.header(COOKIE, cookie),
            None => request,
        }
    }

    /// Sends a request from the browser's address.
    pub async fn send(&self, request: Request<Body>) -> Response {
        let mut request = request;
        request.extensions_mut().insert(ClientAddress(self.address));
        self.router.clone().oneshot(request).await.unwrap()
    }

    /// Sends JSON as the page itself does.
    pub async fn post(&self, method: Method, path: &str, body: &Json) -> Response {
        let request = self
            .request(method, path)
            .header(ORIGIN_HEADER, ORIGIN)
            .header(CONTENT_TYPE, "application/json")
            .header("x-ishigaki-page", "1");
        self.send(request.body(body.to_string().into()).unwrap()).await
    }

    /// Signs in as a team, or returns the error's code.
    pub async fn sign_in(&mut self, link: &str) -> Result<(), String> {
        self.sign_in_at("/team", link).await
    }

    /// Signs in at a page, or returns the error's code.
    pub async fn sign_in_at(&mut self, path: &str, link: &str) -> Result<(), String> {
        let response = self.post(Method::POST, &format!("{path}/session"), &json!({ "link": link })).await;
        if response.status() == StatusCode::NO_CONTENT {
            let cookie = response.headers().get(SET_COOKIE).unwrap().to_str().unwrap();
            self.cookie = Some(cookie.split(';').next().unwrap().to_owned());
            return Ok(());
        }
        let error: Json = serde_json::from_str(&text(response).await).unwrap();
        assert!(!error["text"].as_str().unwrap().is_empty(), "{error}");
        Err(error["code"].as_str().unwrap().to_owned())
    }

    /// Reads a path.
    pub async fn get(&self, path: &str) -> Response {
        self.send(self.request(Method::GET, path).body(Body::empty()).unwrap()).await
    }

    /// Carries out an act on the team's page.
    pub async fn act(&self, act: &Json) -> StatusCode {
        self.post(Method::POST, "/team/act", act).await.status()
    }

    /// Returns the state of the team's page.
    pub async fn state(&self) -> Json {
        self.state_at("/team").await
    }

    async fn state_at(&self, path: &str) -> Json {
        serde_json::from_str(&text(self.get(&format!("{path}/state")).await).await).unwrap()
    }

    /// Waits until the state of the team's page fulfils a condition.
    pub async fn wait_for(&self, condition: impl Fn(&Json) -> bool) -> Json {
        self.wait_for_at("/team", condition).await
    }

    /// Waits until the state of a page fulfils a condition.
    pub async fn wait_for_at(&self, path: &str, condition: impl Fn(&Json) -> bool) -> Json {
        loop {
            let state = self.state_at(path).await;
            if condition(&state) {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Drafts a list on the team's page: a price for each lot, in their order.
    pub async fn draft(&self, list: &[u64]) {
        let lines = |state: &Json| state["bids"]["lines"].as_array().map_or(0, Vec::len);
        let mut drafted = lines(&self.state().await);
        while drafted > list.len() {
            drafted -= 1;
            self.do_act(&json!({"do": "remove", "line": drafted})).await;
        }
        while drafted < list.len() {
            self.do_act(&json!({"do": "add", "lot": drafted})).await;
            drafted += 1;
        }
        self.wait_for(|state| lines(state) == list.len()).await;
        for (line, price) in list.iter().enumerate() {
            let text = price.to_string();
            self.do_act(&json!({"do": "price", "line": line, "lot": line, "text": text})).await;
        }
        self.wait_for(|state| drafted_prices(state) == list).await;
    }

    /// Submits the draft on the team's page, and confirms it.
    pub async fn submit(&self, revision: u64) {
        self.do_act(&json!({"do": "press", "button": "seal"})).await;
        loop {
            let is_submitted = |state: &Json| state["bids"]["revision"] == revision;
            let state = self.wait_for(|state| !state["dialog"].is_null() || is_submitted(state)).await;
            if is_submitted(&state) {
                return;
            }
            self.do_act(&json!({"do": "answer", "yes": true})).await;
        }
    }

    async fn do_act(&self, act: &Json) {
        assert_eq!(self.act(act).await, StatusCode::NO_CONTENT, "an act is accepted");
    }
}

/// Returns the body of an answer.
pub async fn text(response: Response) -> String {
    String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().to_vec()).unwrap()
}

/// Returns the prices of the draft in the state of a team's page.
pub fn drafted_prices(state: &Json) -> Vec<u64> {
    let price = |line: &Json| {
        let shown = line["price"]["shown"].as_str()?;
        shown.chars().filter(char::is_ascii_digit).collect::<String>().parse().ok()
    };
    state["bids"]["lines"].as_array().into_iter().flatten().filter_map(price).collect()
}
