//! Routes of the staff's pages: acts, rosters, printouts, and addresses that are easy to type.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::header::HOST;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use axum_extra::extract::cookie::CookieJar;
use ishigaki_words::{Lang, Words};

use super::{Pages, SCHEME, Screen, Site, asked_language, check_page, preferred_language, problem};
use crate::act_error::ActError;
use crate::staff::{self, PrintQuery, RosterQuery, StaffDevice};
use crate::visitor::Visitor;

const MAX_ROSTER_BYTES: usize = 4 * 1024 * 1024;

impl Pages {
    /// Returns the staff's other routes: rosters, printouts, and addresses that are easy to type.
    pub(super) fn staff(&self) -> Router {
        let site = Site { pages: self.clone(), visitor: Visitor::Staff };
        let views: [(String, String); 5] =
            staff::VIEWS.map(|view| (format!("/{view}"), format!("/staff/?view={view}")));
        let roster = post(staff_roster).layer(DefaultBodyLimit::max(MAX_ROSTER_BYTES));
        let router = Router::new()
            .route("/staff/roster", roster)
            .route("/staff/print", get(staff_print))
            .with_state(site);
        views.into_iter().fold(router, |router, (path, to)| {
            router.route(&path, get(async move || Redirect::temporary(&to)))
        })
    }
}

impl Site {
    /// Returns the staff device of a request.
    fn staff_device(&self, headers: &HeaderMap, jar: &CookieJar) -> Result<Arc<StaffDevice>, StatusCode> {
        let device = |screen: &Screen| match screen {
            Screen::Staff(desk) => Some(Arc::clone(&desk.device)),
            Screen::Team(_) | Screen::Judge(_) => None,
        };
        self.on_screen(headers, jar, device)?.ok_or(StatusCode::UNAUTHORIZED)
    }
}

/// Carries out an act of a staff page, and answers once the contest server has.
pub(super) async fn staff_act(
    State(site): State<Site>,
    headers: HeaderMap,
    jar: CookieJar,
    body: Bytes,
) -> Response {
    let device = match check_page(&headers).and_then(|()| site.staff_device(&headers, &jar)) {
        Ok(device) => device,
        Err(status) => return status.into_response(),
    };
    let Ok(act) = serde_json::from_slice::<staff::PageAct>(&body) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let words = Words::new(asked_language(&headers, &site.pages));
    // It runs to its end even if the page is closed.
    let performing = Arc::clone(&device);
    let performed = tokio::spawn(async move { performing.perform(act, words).await }).await;
    performed.map_or_else(
        |_| StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        |answer| staff_answer(answer, &device, words),
    )
}

/// Checks or sets a roster from a file.
async fn staff_roster(
    State(site): State<Site>,
    headers: HeaderMap,
    jar: CookieJar,
    Query(query): Query<RosterQuery>,
    body: Bytes,
) -> Response {
    let device = match check_page(&headers).and_then(|()| site.staff_device(&headers, &jar)) {
        Ok(device) => device,
        Err(status) => return status.into_response(),
    };
    let words = Words::new(asked_language(&headers, &site.pages));
    let answer = device.roster(query, &body, words).await;
    staff_answer(answer, &device, words)
}

fn staff_answer(answer: Result<staff::Answer, ActError>, device: &StaffDevice, words: Words) -> Response {
    match answer {
        Ok(answer) => Json(answer).into_response(),
        Err(error) => problem(error.status(), error.code(), &device.text(&error, words)),
    }
}

/// Returns a printout as a page, whose cards have links to these pages.
async fn staff_print(
    State(site): State<Site>,
    headers: HeaderMap,
    jar: CookieJar,
    Query(query): Query<PrintQuery>,
) -> Response {
    let device = match site.staff_device(&headers, &jar) {
        Ok(device) => device,
        Err(status) => return status.into_response(),
    };
    let asked = Lang::ALL.into_iter().find(|lang| Some(lang.code()) == query.lang.as_deref());
    let words = Words::new(asked.unwrap_or_else(|| preferred_language(&headers, site.pages.0.options.lang)));
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    match device.print(&query, &format!("{SCHEME}://{host}"), words) {
        Some(page) => Html(page).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
