//! A contest server, a page server for it, and browsers.

use std::path::PathBuf;

use axum::Router;
use ishigaki_client::{Address, Link, Token, connect, list_games};
use ishigaki_pages::harness::Browser;
use ishigaki_pages::{Pages, PagesOptions};
use ishigaki_proto::judge::confirm_lots_request::Choice;
use ishigaki_proto::judge::{AllLots, ConfirmLotsRequest, OpenRoundRequest, SignalEndRequest};
use ishigaki_proto::organiser::EnterBidsRequest;
use ishigaki_proto::padding::pad;
use ishigaki_proto::team::SubmitBidsRequest;
use ishigaki_proto::watch::Audience;
use ishigaki_proto::wire::Bid;
use ishigaki_testkit::TestServer;
use ishigaki_words::Lang;
use tempfile::TempDir;

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

pub(crate) struct Site {
    pub(crate) server: TestServer,
    folder: TempDir,
    pub(crate) pages: Pages,
    /// Its routes, built once.
    pub(crate) router: Router,
}

impl Site {
    pub(crate) async fn new() -> Self {
        let mut site = Self::without_hall().await;
        site.restart_pages();
        site
    }

    pub(crate) async fn without_hall() -> Self {
        Self::of(TestServer::start(CONTEST).await)
    }

    /// Returns a page server for this contest server.
    pub(crate) fn of(server: TestServer) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let pages = open(server.address().parse().unwrap(), folder.path().to_owned());
        let router = pages.router();
        Self { server, folder, pages, router }
    }

    /// Stops the page server and starts it again.
    pub(crate) fn restart_pages(&mut self) {
        let (address, folder) = (self.server.address().parse().unwrap(), self.folder.path().to_owned());
        self.pages = open_with(address, folder, self.server.token("board").parse().ok());
        self.router = self.pages.router();
    }

    /// Starts another contest, with new keys, and its page server with the folder of this one.
    pub(crate) async fn restart_contest(&mut self) {
        self.server = TestServer::start(CONTEST).await;
        self.restart_pages();
    }

    pub(crate) fn browser(&self) -> Browser {
        Browser::new(self.router.clone())
    }

    /// Returns a browser that has signed in with this team's token.
    pub(crate) async fn signed_in(&self, team: &str) -> Browser {
        let mut browser = self.browser();
        assert_eq!(browser.sign_in(self.server.token(team)).await, Ok(()));
        browser
    }

    fn link(&self, name: &str) -> Link {
        connect(&self.server.address().parse().unwrap(), &self.server.token(name).parse().unwrap())
    }

    /// Returns the organiser's connection, which may also judge.
    pub(crate) fn organiser(&self) -> Link {
        self.link("organiser")
    }

    /// Submits an empty list of a team in round 1 without its page. Returns its revision; `None` if it is rejected.
    pub(crate) async fn submit(&self, team: &str, replaces_revision: u32) -> Option<u32> {
        let request = SubmitBidsRequest { round: 1, replaces_revision, ..Default::default() };
        let answer = self.link(team).team().submit_bids(request).await;
        answer.ok().map(|answer| answer.into_inner().revision)
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
        self.files_in(&[""])
    }

    /// Returns the text of the files in these folders of the page server.
    pub(crate) fn files_in(&self, folders: &[&str]) -> String {
        let mut text = String::new();
        let mut folders: Vec<_> = folders.iter().map(|name| self.folder.path().join(name)).collect();
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
    open_with(address, folder, None)
}

fn open_with(address: Address, folder: PathBuf, board: Option<Token>) -> Pages {
    let options = PagesOptions {
        address,
        folder,
        devices: 2,
        lang: Lang::En,
        threads: 1,
        searches: 1,
        board,
        rematch: None,
    };
    Pages::open(options).unwrap()
}
