//! A visitor's page: all states that it gets by its events.
//!
//! Times by the page server's own clock are replaced, and states that differ only in them are left out: its
//! clock goes on while the contest server's is stopped.

use std::time::Duration;

use axum::body::Body;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use http_body_util::BodyExt as _;
use ishigaki_pages::harness::{Browser, text};
use ishigaki_words::Lang;
use serde_json::{Value as Json, json};
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::timeout;

use super::page::Page;
use crate::fixture::Site;

/// Timeout of a state: far longer than any takes on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A visitor whose page is open.
pub(crate) struct Visitor {
    pub(crate) name: &'static str,
    /// Token of its link; `None` for a page without signing in.
    token: Option<&'static str>,
    pub(crate) page: Page,
    lang: Lang,
    pub(crate) browser: Browser,
    states: watch::Receiver<Vec<Json>>,
    observed: usize,
    reading: AbortHandle,
}

impl Visitor {
    pub(crate) async fn new(
        site: &Site,
        (name, token, page, lang): (&'static str, Option<&'static str>, Page, Lang),
    ) -> Self {
        let browser = new_browser(site, token, page).await;
        let (states, reading) = read_events(&browser, page, lang).await;
        Self { name, token, page, lang, browser, states, observed: 0, reading }
    }

    /// Opens the page again, on a new page server.
    pub(crate) async fn reopen(&mut self, site: &Site) {
        self.reading.abort();
        self.browser.router = site.router.clone();
        (self.states, self.reading) = read_events(&self.browser, self.page, self.lang).await;
        self.observed = 0;
    }

    /// Waits until the page shows a state.
    pub(crate) async fn until(&mut self, condition: impl Fn(&Json) -> bool) {
        last_state(self.name, &mut self.states, condition).await;
    }

    /// Leaves out the states up to now.
    pub(crate) fn skip(&mut self) {
        self.observed = self.states.borrow().len().saturating_sub(1);
    }

    /// Returns the states since the last call.
    pub(crate) fn take_states(&mut self) -> Vec<Json> {
        let states = self.states.borrow();
        let new = states[self.observed..].to_vec();
        self.observed = states.len();
        new
    }

    /// Returns the first state of the same visitor's new device that fulfils a condition.
    pub(crate) async fn state_of_new_device(&self, site: &Site, condition: impl Fn(&Json) -> bool) -> Json {
        let browser = new_browser(site, self.token, self.page).await;
        let (mut states, reading) = read_events(&browser, self.page, self.lang).await;
        let state = last_state(self.name, &mut states, condition).await;
        reading.abort();
        if self.token.is_some() {
            let path = format!("{}/session", self.page.path());
            let signed_out = browser.post(Method::DELETE, &path, &json!({})).await;
            assert_eq!(signed_out.status(), StatusCode::NO_CONTENT);
        }
        state
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

async fn new_browser(site: &Site, token: Option<&str>, page: Page) -> Browser {
    let mut browser = site.browser();
    if let Some(token) = token {
        assert_eq!(browser.sign_in_at(page.path(), site.server.token(token)).await, Ok(()));
    }
    browser
}

/// Waits until the last state fulfils a condition. Panics with the state after the timeout.
async fn last_state(
    name: &str,
    states: &mut watch::Receiver<Vec<Json>>,
    condition: impl Fn(&Json) -> bool,
) -> Json {
    let reached = states.wait_for(|states| states.last().is_some_and(&condition));
    let reached = timeout(TIMEOUT, reached).await.map(|states| states.unwrap().last().unwrap().clone());
    reached.unwrap_or_else(|_| panic!("{name} does not see it: {:?}", states.borrow().last()))
}

async fn read_events(browser: &Browser, page: Page, lang: Lang) -> (watch::Receiver<Vec<Json>>, AbortHandle) {
    let path = format!("{}/events?lang={}", page.path(), lang.code());
    let mut request = browser.request(Method::GET, &path);
    if browser.cookie.is_some() {
        request = request.header(ACCEPT_ENCODING, "gzip");
    }
    let response = browser.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert!(response.headers().get(CONTENT_ENCODING).is_none(), "a compressed length reveals content");
    let (sender, states) = watch::channel(Vec::new());
    let reading = tokio::spawn(async move {
        let (mut body, mut bytes, mut state) = (response.into_body(), Vec::new(), Json::Null);
        while let Some(Ok(frame)) = body.frame().await {
            bytes.extend(frame.into_data().unwrap());
            while let Some(end) = bytes.windows(2).position(|pair| pair == b"\n\n") {
                let event: Vec<u8> = bytes.drain(..end + 2).collect();
                apply(&mut state, std::str::from_utf8(&event).unwrap());
                let steady = steady(&state);
                sender.send_if_modified(|states: &mut Vec<Json>| {
                    let is_new = !steady.is_null() && states.last() != Some(&steady);
                    states.extend(Some(steady).filter(|_| is_new));
                    is_new
                });
            }
        }
    });
    (states, reading.abort_handle())
}

/// Applies an event as the page does.
fn apply(state: &mut Json, event: &str) {
    let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
    let data = || serde_json::from_str::<Json>(field("data: ").unwrap()).unwrap();
    match field("event: ") {
        Some("state") => *state = data(),
        Some("patch") => {
            for (key, value) in data().as_object().unwrap() {
                state[key] = value.clone();
            }
        }
        _ => {}
    }
}

/// Returns the state without times by the page server's clock, and without the port of the contest server.
fn steady(state: &Json) -> Json {
    let mut steady = state.clone();
    let times = ["/clock/closes_at", "/mark/at", "/waiting/since", "/waiting/game", "/waiting/at"];
    for of_machine in times.into_iter().chain(["/games/0/clock/closes_at", "/server"]) {
        if let Some(value) = steady.pointer_mut(of_machine).filter(|value| !value.is_null()) {
            *value = json!("of the machine");
        }
    }
    steady
}

/// Returns an answer as text.
pub(crate) async fn answer_text(response: Response) -> String {
    let (status, headers) = (response.status(), format!("{:?}", response.headers()));
    format!("{status} {headers} {}", text(response).await)
}
