//! A contest server, a page server for it, and browsers.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, ORIGIN, SET_COOKIE};
use axum::http::{Method, Request, StatusCode};
use axum::response::Response;
use http_body_util::BodyExt as _;
use ishigaki_client::{Address, Link, connect, list_games};
use ishigaki_page::ClientAddress;
use ishigaki_pages::{Pages, PagesOptions};
use ishigaki_proto::judge::confirm_lots_request::Choice;
use ishigaki_proto::judge::{AllLots, ConfirmLotsRequest, OpenRoundRequest, SignalEndRequest};
use ishigaki_proto::organiser::EnterBidsRequest;
use ishigaki_proto::padding::pad;
use ishigaki_proto::watch::Audience;
use ishigaki_proto::wire::Bid;
use ishigaki_testkit::TestServer;
use ishigaki_words::Lang;
use serde_json::{Value as Json, json};
use tempfile::TempDir;
use tower::ServiceExt as _;

pub(crate) const CONTEST: &str = "\
[[team]]
id = \"a\"
name = \"A\"
[[team]]
id = \"b\"
name = \"B\"
[[game]]
id = \"g1\"
scenario = \"tiny-2\"
";

pub(crate) const ORIGIN_OF_PAGES: &str = "https://pages.test:7443";

pub(crate) struct Site {
    pub(crate) server: TestServer,
    folder: TempDir,
    pub(crate) pages: Pages,
}

impl Site {
    pub(crate) async fn new() -> Self {
        let server = TestServer::start(CONTEST).await;
        let folder = tempfile::tempdir().unwrap();
        let pages = open(server.address().parse().unwrap(), folder.path().to_owned());
        Self { server, folder, pages }
    }

    /// Stops the page server and starts it again.
    pub(crate) fn restart_pages(&mut self) {
        self.pages = open(self.server.address().parse().unwrap(), self.folder.path().to_owned());
    }

    pub(crate) fn browser(&self) -> Browser {
        Browser::new(&self.pages)
    }

    /// Returns a browser that has signed in with this team's token.
    pub(crate) async fn signed_in(&self, team: &str) -> Browser {
        let mut browser = self.browser();
        assert_eq!(browser.sign_in(self.server.token(team)).await, Ok(()));
        browser
    }

    /// Returns the organiser's connection, which may also judge.
    fn organiser(&self) -> Link {
        let token = self.server.token("organiser").parse().unwrap();
        connect(&self.server.address().parse().unwrap(), &token)
    }

    pub(crate) async fn open_round(&self) {
        self.open(1).await;
    }

    async fn open(&self, round: u32) {
        let request = OpenRoundRequest { game: "g1".into(), round };
        self.organiser().judge().open_round(request).await.unwrap();
    }

    /// Plays a round. In the first one, team a wins a stone of the lot P.
    pub(crate) async fn play_round(&self, round: u32) {
        let link = self.organiser();
        self.open(round).await;
        let games = list_games(&link, &[Audience::Organiser]).await.unwrap().games;
        let length = usize::try_from(games[0].sealing_bytes).unwrap();
        for team in ["a", "b"] {
            let wins = team == "a" && round == 1;
            let bids = if wins { vec![Bid { lot: "P".into(), price: 9 }] } else { Vec::new() };
            let (game, team, reason) = ("g1".into(), team.into(), "test".into());
            let request = EnterBidsRequest { game, team, round, bids, reason, ..Default::default() };
            link.organiser().enter_bids(pad(request, length)).await.unwrap();
        }
        let choice = Some(Choice::All(AllLots {}));
        let game = "g1".to_owned();
        let request = ConfirmLotsRequest { game, round, attempt: 1, choice, ..Default::default() };
        while link.judge().confirm_lots(request.clone()).await.is_err() {
            tokio::task::yield_now().await;
        }
    }

    /// Plays all rounds and signals the end.
    pub(crate) async fn play_to_end(&self) {
        self.play_round(1).await;
        self.play_round(2).await;
        self.organiser().judge().signal_end(SignalEndRequest { game: "g1".into() }).await.unwrap();
    }

    /// Returns the text of all files of the page server.
    pub(crate) fn files(&self) -> String {
        let mut text = String::new();
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                text += &path.display().to_string();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    text += &String::from_utf8_lossy(&std::fs::read(path).unwrap());
                }
            }
        }
        text
    }
}

pub(crate) fn open(address: Address, folder: PathBuf) -> Pages {
    let options = PagesOptions { address, folder, devices: 2, lang: Lang::En, threads: 1, rematch: None };
    Pages::open(options).unwrap()
}

/// A browser: keeps its cookie.
#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) pages: Pages,
    pub(crate) cookie: Option<String>,
    pub(crate) address: IpAddr,
}

impl Browser {
    pub(crate) fn new(pages: &Pages) -> Self {
        Self { pages: pages.clone(), cookie: None, address: Ipv4Addr::LOCALHOST.into() }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> axum::http::request::Builder {
        let request = Request::builder().method(method).uri(path).header(HOST, "pages.test:7443");
        match &self.cookie {
            Some(cookie) => request.header(COOKIE, cookie),
            None => request,
        }
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Response {
        let mut request = request;
        request.extensions_mut().insert(ClientAddress(self.address));
        self.pages.router().oneshot(request).await.unwrap()
    }

    /// Sends JSON as the page itself does.
    pub(crate) async fn post(&self, method: Method, path: &str, body: &Json) -> Response {
        let request = self
            .request(method, path)
            .header(ORIGIN, ORIGIN_OF_PAGES)
            .header(CONTENT_TYPE, "application/json")
            .header("x-ishigaki-page", "1");
        self.send(request.body(body.to_string().into()).unwrap()).await
    }

    /// Signs in as a team, or returns the error's code.
    pub(crate) async fn sign_in(&mut self, link: &str) -> Result<(), String> {
        self.sign_in_at("/team", link).await
    }

    /// Signs in at a page, or returns the error's code.
    pub(crate) async fn sign_in_at(&mut self, path: &str, link: &str) -> Result<(), String> {
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

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.send(self.request(Method::GET, path).body(Body::empty()).unwrap()).await
    }

    pub(crate) async fn act(&self, act: &Json) -> StatusCode {
        self.post(Method::POST, "/team/act", act).await.status()
    }

    pub(crate) async fn state(&self) -> Json {
        self.state_at("/team").await
    }

    async fn state_at(&self, path: &str) -> Json {
        serde_json::from_str(&text(self.get(&format!("{path}/state")).await).await).unwrap()
    }

    /// Waits until the state of the team's page fulfils a condition.
    pub(crate) async fn wait_for(&self, condition: impl Fn(&Json) -> bool) -> Json {
        self.wait_for_at("/team", condition).await
    }

    /// Waits until the state of a page fulfils a condition.
    pub(crate) async fn wait_for_at(&self, path: &str, condition: impl Fn(&Json) -> bool) -> Json {
        loop {
            let state = self.state_at(path).await;
            if condition(&state) {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

pub(crate) async fn text(response: Response) -> String {
    String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().to_vec()).unwrap()
}
