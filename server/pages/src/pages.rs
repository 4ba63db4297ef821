//! The site: sign-in, and each device's page.

mod staff_routes;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Extension, Query, State};
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use ishigaki_board::BoardOptions;
use ishigaki_client::receipts::{ReadReceiptsError, read_kept};
use ishigaki_client::{Address, Token, now};
use ishigaki_page::{
    ActReception, Asset, ClientAddress, Hub, assets_router, check_origin, events_response, public_state,
    state_response, with_headers,
};
use ishigaki_record::receipt::{StoredReceipt, stored_receipt};
use ishigaki_words::{Lang, Words};
use serde::Deserialize;
use serde_json::json;
use team_client::tui::{Rematch, TurnQueues, page_assets};
use time::Duration;
use tokio_util::task::LocalPoolHandle;

use crate::desk::{Desk, DeskEnd, DeskOptions};
use crate::hall::Hall;
use crate::judge::{self, Counts, JudgeDesk, PageAct};
use crate::overview::OverviewReader;
use crate::rate::FailureLimit;
use crate::session::{Holder, SessionHash, SessionId, SessionStore, StoreError};
use crate::sign_in::{SignInError, check_token, read_link};
use crate::staff::{self, StaffDesk, StaffNotes};
use crate::start;
use crate::visitor::Visitor;

/// Lifetime of the cookie: an event of several stages, so that a browser that was closed stays signed in.
const COOKIE_SECONDS: i64 = 60 * 24 * 60 * 60;
/// Header of all requests that change something. Foreign pages can't send it without permission.
const PAGE_HEADER: &str = "x-ishigaki-page";
/// Header with the language in which a page shows problems.
const LANG_HEADER: &str = "x-ishigaki-lang";
const MAX_BODY_BYTES: usize = 4 * 1024;
/// Maximum number of devices with the same staff sheet.
const STAFF_DEVICES: usize = 16;
const SCHEME: &str = "https";

/// Options of the pages.
#[derive(Clone, Debug)]
pub struct PagesOptions {
    /// The contest's servers.
    pub address: Address,
    /// Private directory of sessions, drafts and receipts.
    pub folder: PathBuf,
    /// Maximum number of devices of a team or a judge.
    pub devices: usize,
    /// Language for browsers without English or Japanese.
    pub lang: Lang,
    /// Threads for screens.
    pub threads: usize,
    /// Maximum number of teams' searches at a time.
    pub searches: usize,
    /// Token that reads the public feed, for the hall's board.
    pub board: Option<Token>,
    /// Set in a practice for one team.
    pub rematch: Option<Rematch>,
}

/// The pages and their running screens. Must be created within a tokio runtime.
#[derive(Clone, Debug)]
pub struct Pages(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    options: PagesOptions,
    pool: LocalPoolHandle,
    turns: TurnQueues,
    /// `None` without a token for it.
    hall: Option<Hall>,
    /// `None` without the board's token.
    overview: Option<OverviewReader>,
    counts: Arc<Counts>,
    notes: Arc<StaffNotes>,
    state: Mutex<PagesState>,
}

#[derive(Debug)]
struct PagesState {
    /// Sessions of each kind of visitor.
    stores: [SessionStore; Visitor::ALL.len()],
    screens: BTreeMap<SessionHash, Screen>,
    failures: FailureLimit,
}

/// Running screen of a device.
#[derive(Debug)]
enum Screen {
    Team(Desk),
    Judge(JudgeDesk),
    Staff(StaffDesk),
}

impl Screen {
    const fn visitor(&self) -> Visitor {
        match self {
            Self::Team(_) => Visitor::Team,
            Self::Judge(_) => Visitor::Judge,
            Self::Staff(_) => Visitor::Staff,
        }
    }

    fn is_running(&self) -> bool {
        match self {
            Self::Team(desk) => desk.is_running(),
            Self::Judge(desk) => desk.is_running(),
            Self::Staff(desk) => desk.is_running(),
        }
    }

    fn hub(&self) -> Hub {
        match self {
            Self::Team(desk) => desk.hub.clone(),
            Self::Judge(desk) => desk.hub.clone(),
            Self::Staff(desk) => desk.hub.clone(),
        }
    }
}

impl PagesState {
    fn store(&mut self, visitor: Visitor) -> &mut SessionStore {
        let [team, judge, staff] = &mut self.stores;
        match visitor {
            Visitor::Team => team,
            Visitor::Judge => judge,
            Visitor::Staff => staff,
        }
    }
}

/// The part of the site for one kind of visitor.
#[derive(Clone, Debug)]
struct Site {
    pages: Pages,
    visitor: Visitor,
}

impl Pages {
    /// Opens the stored sessions.
    ///
    /// # Errors
    /// If the directory can't be read or created.
    pub fn open(options: PagesOptions) -> Result<Self, StoreError> {
        let store = |visitor: Visitor| SessionStore::open(options.folder.join(visitor.folder()));
        let stores = [store(Visitor::Team)?, store(Visitor::Judge)?, store(Visitor::Staff)?];
        let state = PagesState { stores, screens: BTreeMap::new(), failures: FailureLimit::default() };
        let pool = LocalPoolHandle::new(options.threads.max(1));
        let turns = TurnQueues::new(options.searches);
        let board = options.board.clone().map(|token| BoardOptions {
            address: options.address.clone(),
            token,
            lang: options.lang,
            games: Vec::new(),
            event: None,
        });
        let overview = board.as_ref().map(|board| OverviewReader::new(&board.address, &board.token));
        let hall = board.map(|board| Hall::new(pool.clone(), board));
        let counts = Arc::new(Counts::open(options.folder.join("counts.json")));
        let notes = Arc::new(StaffNotes::open(options.folder.join("staff.json")));
        let state = Mutex::new(state);
        Ok(Self(Arc::new(Shared { options, pool, turns, hall, overview, counts, notes, state })))
    }

    /// Returns the site.
    pub fn router(&self) -> Router {
        let lang = self.0.options.lang;
        let assets = page_assets(lang)
            .into_iter()
            .chain(judge::own_assets())
            .chain(staff::own_assets())
            .chain(start::own_assets());
        let receipts = Router::new().route("/team/receipts", get(receipts)).with_state(self.clone());
        let start = Router::new().route("/", get(start_page)).with_state(self.clone());
        let router = assets_router(assets.filter(|asset| !is_page(asset)))
            .merge(start)
            .merge(self.hall())
            .merge(self.site(Visitor::Team, page_assets, post(act)))
            .merge(receipts)
            .merge(self.site(Visitor::Judge, judge::page_assets, post(judge_act)))
            .merge(self.site(Visitor::Staff, staff::page_assets, post(staff_routes::staff_act)))
            .merge(self.staff());
        with_headers(router)
    }

    /// Returns the routes of the hall's board. Anyone may read it, and its pages have no acts.
    fn hall(&self) -> Router {
        let Some(hall) = self.0.hall.clone() else { return Router::new() };
        assets_router(ishigaki_board::own_assets())
            .route("/hall", shell(ishigaki_board::hosted_hall_page, self.0.options.lang))
            .merge(public_state(move || hall.hub()))
    }

    /// Returns the routes for one kind of visitor.
    fn site(&self, visitor: Visitor, assets: fn(Lang) -> Vec<Asset>, act: MethodRouter<Site>) -> Router {
        let at = |path: &str| format!("{}{path}", visitor.path());
        let root = at("/");
        let page = move |lang| {
            assets(lang).into_iter().find(is_page).unwrap_or_else(|| Asset::page("/", String::new()))
        };
        Router::new()
            .route(&root.clone(), shell(page, self.0.options.lang))
            .route(&at("/session"), post(sign_in).delete(sign_out))
            .route(&at("/state"), get(state))
            .route(&at("/events"), get(events))
            .route(&at("/act"), act)
            .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
            .with_state(Site { pages: self.clone(), visitor })
            .route(visitor.path(), get(async move || Redirect::permanent(&root)))
    }

    /// Returns the receipts of all devices of the team with this token.
    ///
    /// # Errors
    /// If a directory or file of receipts can't be read.
    pub fn receipts(&self, token: &Token) -> Result<Vec<StoredReceipt>, ReadReceiptsError> {
        let team = self.team_folder(&Holder::of(token));
        let unread = |what| ReadReceiptsError::File { file: team.clone(), what };
        let mut receipts = Vec::new();
        if team.exists() {
            for device in fs::read_dir(&team).map_err(unread)? {
                receipts.extend(read_kept(&device.map_err(unread)?.path())?);
            }
        }
        Ok(receipts)
    }

    fn lock(&self) -> MutexGuard<'_, PagesState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn drop_session(&self, visitor: Visitor, hash: &SessionHash) {
        let mut state = self.lock();
        state.store(visitor).remove(hash);
        state.screens.remove(hash);
    }

    /// Returns the folder of a session's drafts and receipts. Receipts of a team's devices are together.
    fn folder(&self, holder: &Holder, hash: &SessionHash) -> PathBuf {
        self.team_folder(holder).join(hash.as_str())
    }

    fn team_folder(&self, holder: &Holder) -> PathBuf {
        self.0.options.folder.join("teams").join(holder.as_str())
    }
}

impl Site {
    /// Starts a session, which replaces the device's `previous` one.
    async fn admit(
        &self,
        link: &str,
        previous: Option<SessionId>,
        from: ClientAddress,
    ) -> Result<SessionId, SignInError> {
        let Self { pages, visitor } = self;
        let options = &pages.0.options;
        if let Some(wait) = pages.lock().failures.wait(from.0, now()) {
            return Err(SignInError::TooManyAttempts { seconds: wait.as_secs().max(1) });
        }
        let token = match read_link(link, options.address.fingerprint().as_ref()) {
            Ok(token) => check_token(*visitor, &options.address, &token).await.map(|()| token),
            Err(error) => Err(error),
        };
        let token = token.inspect_err(|error| {
            if !matches!(error, SignInError::NoServer) {
                pages.lock().failures.count(from.0, now());
            }
        })?;
        let previous = previous.map(|previous| previous.hash());
        // One lock, so that two devices can't take the last place.
        let mut state = pages.lock();
        let mut others = state.store(*visitor).of_holder(&Holder::of(&token));
        others.retain(|hash| Some(hash) != previous.as_ref());
        let most = match visitor {
            Visitor::Team | Visitor::Judge => options.devices,
            // Everyone at the desk and at the tables signs in with one sheet.
            Visitor::Staff => options.devices.max(STAFF_DEVICES),
        };
        if others.len() >= most {
            return Err(match visitor {
                Visitor::Team => SignInError::TooManyDevices { most },
                Visitor::Judge | Visitor::Staff => SignInError::TooManySheetDevices { most },
            });
        }
        if let Some(previous) = previous {
            state.store(*visitor).remove(&previous);
            state.screens.remove(&previous);
        }
        Ok(state.store(*visitor).create(&token)?.0)
    }

    /// Calls `f` with the running screen of a session, which is started if necessary. `None` without
    /// such a session.
    fn with_screen<T>(&self, id: &SessionId, lang: Lang, f: impl FnOnce(&Screen) -> T) -> Option<T> {
        let hash = id.hash();
        let shared = &self.pages.0;
        let mut state = self.pages.lock();
        // A session is only one of its own kind of visitor.
        let is_own = |screen: &&Screen| screen.is_running() && screen.visitor() == self.visitor;
        if let Some(screen) = state.screens.get(&hash).filter(is_own) {
            return Some(f(screen));
        }
        let (token, holder) = state.store(self.visitor).token(id)?;
        let address = &shared.options.address;
        let ended = on_end(Arc::downgrade(shared), self.visitor, hash.clone(), holder.clone());
        let screen = match self.visitor {
            Visitor::Team => {
                let folder = self.pages.folder(&holder, &hash);
                let turns = shared.turns.of_team(holder.as_str());
                let rematch = shared.options.rematch.clone();
                let options = DeskOptions { address: address.clone(), token, turns, folder, lang, rematch };
                Screen::Team(Desk::start(&shared.pool, options, ended))
            }
            Visitor::Judge => {
                let counts = Arc::clone(&shared.counts);
                Screen::Judge(JudgeDesk::start(address, &token, hash.clone(), counts, ended))
            }
            Visitor::Staff => {
                let notes = Arc::clone(&shared.notes);
                Screen::Staff(StaffDesk::start(address, &token, hash.clone(), notes, ended))
            }
        };
        let result = f(&screen);
        state.screens.retain(|_, screen| screen.is_running());
        state.screens.insert(hash, screen);
        Some(result)
    }

    /// Calls `f` with the screen of the request's session, or returns the status to answer with.
    fn on_screen<T>(
        &self,
        headers: &HeaderMap,
        jar: &CookieJar,
        f: impl FnOnce(&Screen) -> T,
    ) -> Result<T, StatusCode> {
        let lang = preferred_language(headers, self.pages.0.options.lang);
        let id = session_of(self.visitor, jar);
        id.and_then(|id| self.with_screen(&id, lang, f)).ok_or(StatusCode::UNAUTHORIZED)
    }
}

/// Ends the sessions of a revoked token, and the session that has signed out.
fn on_end(
    shared: Weak<Shared>,
    visitor: Visitor,
    hash: SessionHash,
    holder: Holder,
) -> impl FnOnce(DeskEnd) + Send {
    move |end| {
        let Some(pages) = shared.upgrade().map(Pages).filter(|_| end.ends_session()) else { return };
        let mut state = pages.lock();
        let ended = match end {
            DeskEnd::Revoked => state.store(visitor).of_holder(&holder),
            _ => vec![hash],
        };
        for hash in ended {
            state.store(visitor).remove(&hash);
        }
    }
}

fn is_page(asset: &Asset) -> bool {
    asset.path == "/"
}

/// Returns the page in the browser's language.
fn shell<S: Clone + Send + Sync + 'static>(page: impl Fn(Lang) -> Asset, fallback: Lang) -> MethodRouter<S> {
    let pages = Lang::ALL.map(|lang| (lang, page(lang).bytes));
    get(async move |headers: HeaderMap| {
        let lang = preferred_language(&headers, fallback);
        let found = pages.iter().find(|(of, _)| *of == lang).map(|(_, bytes)| bytes.clone());
        Html(found.unwrap_or_default())
    })
}

#[derive(Deserialize)]
struct StartQuery {
    lang: Option<String>,
}

async fn start_page(
    State(pages): State<Pages>,
    headers: HeaderMap,
    Query(query): Query<StartQuery>,
) -> Html<String> {
    let asked = Lang::ALL.into_iter().find(|lang| Some(lang.code()) == query.lang.as_deref());
    let lang = asked.unwrap_or_else(|| preferred_language(&headers, pages.0.options.lang));
    let overview = match &pages.0.overview {
        Some(reader) => reader.read().await,
        None => None,
    };
    Html(start::page(lang, asked.is_some(), pages.0.hall.is_some(), overview.as_ref()).into_string())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SignInRequest {
    /// The link, the part after its `#`, or the token's code.
    link: String,
}

async fn sign_in(
    State(site): State<Site>,
    Extension(from): Extension<ClientAddress>,
    headers: HeaderMap,
    jar: CookieJar,
    body: Bytes,
) -> Response {
    if let Err(status) = check_page(&headers) {
        return status.into_response();
    }
    let Ok(request) = serde_json::from_slice::<SignInRequest>(&body) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    match site.admit(&request.link, session_of(site.visitor, &jar), from).await {
        Ok(id) => (jar.add(cookie(site.visitor, id.reveal())), StatusCode::NO_CONTENT).into_response(),
        Err(error) => {
            let status = match error {
                SignInError::NoServer => StatusCode::BAD_GATEWAY,
                SignInError::TooManyAttempts { .. } => StatusCode::TOO_MANY_REQUESTS,
                SignInError::TooManyDevices { .. } | SignInError::TooManySheetDevices { .. } => {
                    StatusCode::CONFLICT
                }
                SignInError::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
                _ => StatusCode::FORBIDDEN,
            };
            let words = Words::new(asked_language(&headers, &site.pages));
            problem(status, error.code(), &words.message(&error))
        }
    }
}

/// Returns a problem as the page shows it.
fn problem(status: StatusCode, code: &str, text: &str) -> Response {
    (status, Json(json!({"code": code, "text": text}))).into_response()
}

async fn sign_out(State(site): State<Site>, headers: HeaderMap, jar: CookieJar) -> Response {
    if let Err(status) = check_page(&headers) {
        return status.into_response();
    }
    if let Some(id) = session_of(site.visitor, &jar) {
        site.pages.drop_session(site.visitor, &id.hash());
    }
    (jar.remove(cookie(site.visitor, String::new())), StatusCode::NO_CONTENT).into_response()
}

async fn state(State(site): State<Site>, headers: HeaderMap, jar: CookieJar, uri: Uri) -> Response {
    match site.on_screen(&headers, &jar, Screen::hub) {
        Ok(hub) => state_response(&hub.in_asked_language(uri.query())).await,
        Err(status) => status.into_response(),
    }
}

async fn events(State(site): State<Site>, headers: HeaderMap, jar: CookieJar, uri: Uri) -> Response {
    match site.on_screen(&headers, &jar, Screen::hub) {
        // Not compressed, because the length of compressed secrets can reveal them.
        Ok(hub) => events_response(&hub.in_asked_language(uri.query()), false),
        Err(status) => status.into_response(),
    }
}

async fn act(State(site): State<Site>, headers: HeaderMap, jar: CookieJar, body: Bytes) -> Response {
    if let Err(status) = check_page(&headers) {
        return status.into_response();
    }
    let accept = |screen: &Screen| match screen {
        Screen::Team(desk) => desk.accept(&body),
        Screen::Judge(_) | Screen::Staff(_) => ActReception::Unreadable,
    };
    site.on_screen(&headers, &jar, accept).into_response()
}

/// Carries out an act of a judge's page, and answers once the contest server has.
async fn judge_act(State(site): State<Site>, headers: HeaderMap, jar: CookieJar, body: Bytes) -> Response {
    if let Err(status) = check_page(&headers) {
        return status.into_response();
    }
    let perform = |screen: &Screen| match (screen, serde_json::from_slice::<PageAct>(&body)) {
        (Screen::Judge(desk), Ok(act)) => Some(desk.perform(act)),
        _ => None,
    };
    let performing = match site.on_screen(&headers, &jar, perform) {
        Ok(Some(performing)) => performing,
        Ok(None) => return StatusCode::BAD_REQUEST.into_response(),
        Err(status) => return status.into_response(),
    };
    // It runs to its end even if the page is closed.
    match tokio::spawn(performing).await {
        Ok(Ok(())) => StatusCode::NO_CONTENT.into_response(),
        Ok(Err(error)) => {
            let words = Words::new(asked_language(&headers, &site.pages));
            problem(error.status(), error.code(), &error.text(words, |fault| words.fault(fault)))
        }
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Returns the receipts of the team's devices as JSON lines, in the format that `verify` reads.
async fn receipts(State(pages): State<Pages>, jar: CookieJar) -> Response {
    let Some(id) = session_of(Visitor::Team, &jar) else { return StatusCode::UNAUTHORIZED.into_response() };
    let Some((token, _)) = pages.lock().store(Visitor::Team).token(&id) else {
        return StatusCode::UNAUTHORIZED.into_response();
    };
    match pages.receipts(&token) {
        Ok(mut receipts) => {
            // Two devices may have the same receipt.
            receipts.sort_by_cached_key(|stored| stored.receipt.text());
            receipts.dedup_by(|one, other| one.is_same(other));
            let text = stored_receipt::write(&receipts);
            let headers = [
                (CONTENT_TYPE, "application/jsonl"),
                (CONTENT_DISPOSITION, "attachment; filename=\"receipts.jsonl\""),
            ];
            (headers, text).into_response()
        }
        Err(error) => {
            tracing::warn!(%error, "can't read receipts");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

fn session_of(visitor: Visitor, jar: &CookieJar) -> Option<SessionId> {
    jar.get(visitor.cookie())?.value().parse().ok()
}

fn cookie(visitor: Visitor, value: String) -> Cookie<'static> {
    Cookie::build((visitor.cookie(), value))
        .path("/")
        .secure(true)
        .http_only(true)
        .same_site(SameSite::Strict)
        .max_age(Duration::seconds(COOKIE_SECONDS))
        .build()
}

fn check_page(headers: &HeaderMap) -> Result<(), StatusCode> {
    if !headers.contains_key(PAGE_HEADER) {
        return Err(StatusCode::FORBIDDEN);
    }
    check_origin(headers, SCHEME)
}

/// Returns the language that a page names in its header, or else the browser's.
fn asked_language(headers: &HeaderMap, pages: &Pages) -> Lang {
    let code = headers.get(LANG_HEADER).and_then(|value| value.to_str().ok());
    let asked = Lang::ALL.into_iter().find(|lang| Some(lang.code()) == code);
    asked.unwrap_or_else(|| preferred_language(headers, pages.0.options.lang))
}

/// Returns the first language that the browser and the pages know.
fn preferred_language(headers: &HeaderMap, fallback: Lang) -> Lang {
    let wanted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let codes = wanted.split(',').map(|code| code.trim().split(['-', ';']).next().unwrap_or_default());
    codes
        .into_iter()
        .find_map(|code| Lang::ALL.into_iter().find(|lang| lang.code().eq_ignore_ascii_case(code)))
        .unwrap_or(fallback)
}
