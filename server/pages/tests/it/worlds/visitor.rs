//! A visitor's page: all states that it gets by its events.
//!
//! Times by the page server's own clock are replaced, and states that differ only in them are left out: its
//! clock goes on while the contest server's is stopped.

use axum::body::Body;
use axum::http::header::CONTENT_ENCODING;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use http_body_util::BodyExt as _;
use ishigaki_pages::harness::{Browser, text};
use ishigaki_words::Lang;
use serde_json::{Value as Json, json};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::fixture::Site;

/// A visitor whose page is open.
pub(crate) struct Visitor {
    pub(crate) name: &'static str,
    token: &'static str,
    path: &'static str,
    lang: Lang,
    pub(crate) browser: Browser,
    states: watch::Receiver<Vec<Json>>,
    observed: usize,
    reading: AbortHandle,
}

impl Visitor {
    pub(crate) async fn new(
        site: &Site,
        (name, token, path, lang): (&'static str, &'static str, &'static str, Lang),
    ) -> Self {
        let mut browser = site.browser();
        assert_eq!(browser.sign_in_at(path, site.server.token(token)).await, Ok(()));
        let (states, reading) = read_events(&browser, path, lang).await;
        Self { name, token, path, lang, browser, states, observed: 0, reading }
    }

    pub(crate) fn is_judge(&self) -> bool {
        self.path == "/judge"
    }

    /// Opens the page again, on a new page server.
    pub(crate) async fn reopen(&mut self, site: &Site) {
        self.reading.abort();
        self.browser.router = site.router.clone();
        (self.states, self.reading) = read_events(&self.browser, self.path, self.lang).await;
        self.observed = 0;
    }

    /// Waits until the page shows a state.
    pub(crate) async fn until(&mut self, condition: impl Fn(&Json) -> bool) {
        self.states.wait_for(|states| states.last().is_some_and(&condition)).await.unwrap();
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
        let mut browser = site.browser();
        assert_eq!(browser.sign_in_at(self.path, site.server.token(self.token)).await, Ok(()));
        let (mut states, reading) = read_events(&browser, self.path, self.lang).await;
        let state = states.wait_for(|states| states.last().is_some_and(&condition)).await.unwrap();
        let state = state.last().unwrap().clone();
        reading.abort();
        let path = format!("{}/session", self.path);
        let signed_out = browser.post(Method::DELETE, &path, &json!({})).await;
        assert_eq!(signed_out.status(), StatusCode::NO_CONTENT);
        state
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

async fn read_events(browser: &Browser, path: &str, lang: Lang) -> (watch::Receiver<Vec<Json>>, AbortHandle) {
    let request = browser.request(Method::GET, &format!("{path}/events?lang={}", lang.code()));
    let request = request.header("accept-encoding", "gzip").body(Body::empty()).unwrap();
    let response = browser.send(request).await;
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

/// Returns the state without times by the page server's clock.
fn steady(state: &Json) -> Json {
    let mut steady = state.clone();
    for time in ["/clock/closes_at", "/mark/at", "/waiting/since", "/waiting/game", "/waiting/at"] {
        if let Some(time) = steady.pointer_mut(time).filter(|time| !time.is_null()) {
            *time = json!("time");
        }
    }
    steady
}

/// Returns an answer as text.
pub(crate) async fn answer_text(response: Response) -> String {
    let (status, headers) = (response.status(), format!("{:?}", response.headers()));
    format!("{status} {headers} {}", text(response).await)
}
