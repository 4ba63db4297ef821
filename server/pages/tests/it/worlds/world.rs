//! One world: a contest server on a manual clock, its pages, and all visitors.

use std::fs;
use std::sync::Arc;

use axum::http::Method;
use ishigaki_pages::harness::Browser;
use ishigaki_proto::judge::{PauseGameRequest, ResumeGameRequest, VoidRoundRequest};
use ishigaki_testkit::{ManualClock, SeededEntropy, TestServer};
use ishigaki_words::Lang;
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use super::page::Page;
use super::visitor::{Visitor, answer_text};
use super::{found, log_capture};
use crate::fixture::Site;

/// Prices of a list for the lots in their order.
pub(crate) type List = &'static [u64];

const SCENARIO: &str = r####"
title = "Two worlds"
money = 1000000000
frame = """
####
####
"""
[[round]]
bids = 3
wins = 1
close = "deadline"
[[stone]]
id = "X"
min_price = 1
shape = "##"
[[stone]]
id = "Y"
min_price = 1
shape = "##"
[[stone]]
id = "Z"
min_price = 1
shape = "###"
"####;

const VISITORS: [(&str, Option<&str>, Page, Lang); 5] = [
    ("team b", Some("b"), Page::Team, Lang::En),
    ("team c", Some("c"), Page::Team, Lang::Ja),
    ("the judge", Some("judge"), Page::Judge, Lang::En),
    ("the organiser", Some("organiser"), Page::Judge, Lang::Ja),
    ("the hall", None, Page::Hall, Lang::En),
];

pub(crate) struct World {
    clock: ManualClock,
    site: Site,
    _scenario: TempDir,
    /// The device of team a.
    team: Browser,
    revision: u64,
    visitors: Vec<Visitor>,
    /// What was seen, and when.
    pub(crate) observations: Vec<(String, String)>,
}

impl World {
    pub(crate) async fn new() -> Self {
        log_capture::start();
        let scenario = tempfile::tempdir().unwrap();
        let file = scenario.path().join("worlds.toml");
        fs::write(&file, SCENARIO).unwrap();
        let team = |code: &str| format!("[[team]]\nid = \"{code}\"\nname = \"Team {code}\"\n");
        let teams = ["a", "b", "c"].map(team).concat();
        let contest = format!("{teams}[[game]]\nid = \"g1\"\nscenario = '{}'\n", file.display());
        let clock = ManualClock::new();
        let entropy = Arc::new(SeededEntropy::new(18));
        let mut site = Site::of(TestServer::start_with(Arc::new(clock.clone()), entropy, &contest).await);
        // With the hall's board.
        site.restart_pages();
        let team = site.signed_in("a").await;
        let mut visitors = Vec::new();
        for visitor in VISITORS {
            visitors.push(Visitor::new(&site, visitor).await);
        }
        let (revision, observations) = (0, Vec::new());
        let mut world = Self { clock, site, _scenario: scenario, team, revision, visitors, observations };
        world.wait_until_settled().await;
        world
    }

    /// Waits until all pages are live, and leaves out the states before.
    async fn wait_until_settled(&mut self) {
        self.team.wait_for(|state| Page::Team.is_settled(state)).await;
        self.until(Page::is_settled).await;
        self.visitors.iter_mut().for_each(Visitor::skip);
    }

    pub(crate) fn advance(&self, millis: u64) {
        self.clock.advance(millis);
    }

    /// Waits until all pages show a state.
    async fn until(&mut self, condition: impl Fn(Page, &Json) -> bool) {
        for visitor in &mut self.visitors {
            let page = visitor.page;
            visitor.until(|state| condition(page, state)).await;
        }
    }

    pub(crate) async fn open_round(&mut self) {
        self.site.open_round().await;
        self.revision = 0;
        self.team.wait_for(|state| Page::Team.is_bidding(state)).await;
        self.until(Page::is_bidding).await;
    }

    pub(crate) async fn void_round(&mut self) {
        let reason = "a wrong drawing".to_owned();
        let request = VoidRoundRequest { game: "g1".into(), round: 1, reason, attempt: 1 };
        self.site.organiser().judge().void_round(request).await.unwrap();
        self.team.wait_for(|state| !Page::Team.is_bidding(state)).await;
        self.until(|page, state| !page.is_bidding(state)).await;
    }

    /// Pauses, which all pages show after everything that came before, and resumes.
    pub(crate) async fn pause_and_resume(&mut self) {
        let (game, reason) = ("g1".to_owned(), "wind".to_owned());
        let request = PauseGameRequest { game: game.clone(), reason };
        self.site.organiser().judge().pause_game(request).await.unwrap();
        self.until(Page::is_paused).await;
        self.observe("while clocks are paused").await;
        self.site.organiser().judge().resume_game(ResumeGameRequest { game }).await.unwrap();
        self.until(|page, state| !page.is_paused(state)).await;
    }

    /// Drafts a list on the page of team a.
    pub(crate) async fn draft(&self, list: List) {
        self.team.draft(list).await;
    }

    /// Submits a list on the page of team a.
    pub(crate) async fn submit(&mut self, list: List) {
        self.draft(list).await;
        self.revision += 1;
        self.team.submit(self.revision).await;
    }

    /// Observes once all pages show that team a has submitted.
    pub(crate) async fn observe_submission(&mut self, when: &str) {
        self.until(Page::has_submission).await;
        self.observe(when).await;
    }

    /// Notes all states since the last call, the state of new devices, and the answers without a session.
    pub(crate) async fn observe(&mut self, when: &str) {
        for visitor in &mut self.visitors {
            let states = visitor.take_states();
            let count = (format!("{} counts {when}", visitor.name), states.len().to_string());
            self.observations.push(count);
            let states = states.into_iter().map(|state| state.to_string());
            let noted = states.map(|state| (format!("{} sees {when}", visitor.name), state));
            self.observations.extend(noted);
            let page = visitor.page;
            let new = visitor.state_of_new_device(&self.site, |state| page.is_settled(state)).await;
            self.observations
                .push((format!("a new device of {} sees {when}", visitor.name), new.to_string()));
        }
        self.observe_without_session(when).await;
    }

    async fn observe_without_session(&mut self, when: &str) {
        let stranger = self.site.browser();
        let mut forger = self.site.browser();
        forger.cookie = Some(format!("__Host-ishigaki-team={}", "A".repeat(43)));
        let mut trespasser = self.site.browser();
        // The session of a team at the page of judges.
        trespasser.cookie =
            self.visitors[0].browser.cookie.clone().map(|cookie| cookie.replace("-team=", "-judge="));
        for (name, browser) in [("a stranger", stranger), ("a forger", forger), ("a trespasser", trespasser)]
        {
            for path in [
                "/",
                "/team/",
                "/team/state",
                "/team/events",
                "/team/receipts",
                "/judge/",
                "/judge/state",
                "/judge/events",
            ] {
                let answer = answer_text(browser.get(path).await).await;
                self.observations.push((format!("{name} gets {path} {when}"), answer));
            }
            for path in ["/team/act", "/judge/act"] {
                let answer =
                    browser.post(Method::POST, path, &json!({"do": "press", "button": "seal"})).await;
                self.observations.push((format!("{name} posts to {path} {when}"), answer_text(answer).await));
            }
        }
    }

    pub(crate) async fn restart_pages(&mut self) {
        self.site.restart_pages();
        self.team.router = self.site.router.clone();
        for visitor in &mut self.visitors {
            visitor.reopen(&self.site).await;
        }
        self.wait_until_settled().await;
    }

    /// Advances to the opening of the lists.
    pub(crate) async fn reach_opening(&mut self) {
        self.clock.advance(1);
        self.until(|page, state| !page.is_bidding(state)).await;
        self.observe("after the opening").await;
    }

    /// Fails if others have seen a price, or the log, the stored sessions or `Debug` have a secret.
    pub(crate) async fn assert_sealed(&self) {
        for (what, seen) in &self.observations {
            assert!(found(seen).is_empty(), "{what}: {seen}");
        }
        let mut secrets: Vec<String> = Vec::new();
        for name in ["a", "b", "c", "judge", "organiser", "board"] {
            let token = self.site.server.token(name);
            secrets.extend([token.to_owned(), token.rsplit('.').next().unwrap().to_owned()]);
        }
        for browser in self.visitors.iter().map(|visitor| &visitor.browser).chain([&self.team]) {
            secrets
                .extend(browser.cookie.as_deref().map(|cookie| cookie.split_once('=').unwrap().1.to_owned()));
        }
        let log = log_capture::text();
        assert!(log.contains("TRACE"), "the log is captured at trace level");
        let sessions = self.site.files_in(&["sessions", "judges"]);
        let debug = format!("{:?}", self.site.pages);
        for (what, text) in [("log", &log), ("sessions", &sessions), ("debug", &debug)] {
            assert!(found(text).is_empty(), "{what}");
        }
        for (what, text) in [("log", &log), ("files", &self.site.files()), ("debug", &debug)] {
            for secret in &secrets {
                assert!(!text.contains(secret), "{what}");
            }
        }
        // The search works where the team's own prices are.
        assert!(!found(&self.team.state().await.to_string()).is_empty());
    }
}
