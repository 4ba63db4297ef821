//! The page of a judge at the walls.

use axum::http::{Method, StatusCode};
use axum::response::Response;
use ishigaki_client::connect;
use ishigaki_pages::harness::{Browser, ORIGIN, text};
use ishigaki_testkit::TestServer;
use serde_json::{Value as Json, json};

use crate::fixture::{CONTEST, Site};

/// Price that is in no state: neither a minimum nor a budget.
const SECRET_PRICE: u64 = 37;

/// A judge's device.
struct Judge(Browser);

impl Judge {
    async fn signed_in(site: &Site, token: &str) -> Self {
        let mut judge = Self(site.browser());
        assert_eq!(judge.0.sign_in_at("/judge", site.server.token(token)).await, Ok(()));
        judge
    }

    /// Returns the same device with the restarted page server.
    fn again(&self, site: &Site) -> Self {
        Self(Browser { router: site.router.clone(), ..self.0.clone() })
    }

    async fn wait_for(&self, condition: impl Fn(&Json) -> bool) -> Json {
        self.0.wait_for_at("/judge", condition).await
    }

    /// Carries out an act, or returns the error's code.
    async fn act(&self, act: &Json) -> Result<(), String> {
        let response = self.post(act).await;
        if response.status() == StatusCode::NO_CONTENT {
            return Ok(());
        }
        let problem: Json = serde_json::from_str(&text(response).await).unwrap();
        assert!(!problem["text"].as_str().unwrap().is_empty(), "{problem}");
        Err(problem["code"].as_str().unwrap().to_owned())
    }

    async fn post(&self, act: &Json) -> Response {
        self.0.post(Method::POST, "/judge/act", act).await
    }
}

fn is_live(state: &Json) -> bool {
    state["live"] == true && state["game"].is_object()
}

fn is_bidding(state: &Json) -> bool {
    state["game"]["list"].is_object()
}

fn team<'a>(state: &'a Json, code: &str) -> &'a Json {
    state["game"]["teams"].as_array().unwrap().iter().find(|team| team["team"] == code).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn stone_handed_out_reaches_the_team() {
    let site = Site::new().await;
    site.play_round(1).await;
    let (judge, a) = (Judge::signed_in(&site, "judge").await, site.signed_in("a").await);
    let state = judge.wait_for(|state| state["game"]["waiting"] == 1).await;
    let stone = &state["game"]["queue"][0]["stones"][0];
    assert_eq!((&stone["stone"], &stone["team"]), (&json!("P-1"), &json!("a")));
    let hand_out =
        |carried: bool| json!({"do": "hand-out", "game": "g1", "stones": ["P-1"], "carried": carried});
    assert_eq!(judge.act(&hand_out(true)).await, Ok(()));
    a.wait_for(|state| state["wall"].to_string().contains("P-1 →")).await;
    let state = judge.wait_for(|state| state["game"]["waiting"] == 0).await;
    assert_eq!(state["game"]["carried"][0]["stone"], "P-1");
    assert_eq!(judge.act(&hand_out(false)).await, Ok(()));
    judge.wait_for(|state| state["game"]["waiting"] == 1).await;
    let unknown = json!({"do": "hand-out", "game": "g1", "stones": ["X-1"], "carried": true});
    assert_eq!(judge.act(&unknown).await, Err("outdated".into()));
}

fn count(empty: u32) -> Json {
    json!({"empty": empty, "top_gaps": 4, "used": 0})
}

fn enter(empty: u32) -> Json {
    json!({"do": "count", "game": "g1", "team": "a", "count": count(empty)})
}

fn confirm(empty: u32, alone: bool) -> Json {
    json!({"do": "confirm-count", "game": "g1", "team": "a", "count": count(empty), "reason": "counted",
        "alone": alone})
}

/// Returns the empty squares that the server counts on the wall of team a.
async fn empty_squares(judge: &Judge) -> u32 {
    let state = judge.wait_for(is_live).await;
    u32::try_from(team(&state, "a")["counted"]["empty"].as_u64().unwrap()).unwrap()
}

fn entered(state: &Json) -> &Json {
    &team(state, "a")["entered"]
}

fn is_entered(state: &Json) -> bool {
    is_live(state) && entered(state).is_object()
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_count_is_confirmed_after_equal_count_of_second_person() {
    let site = Site::new().await;
    site.play_round(1).await;
    let (judge, other) = (Judge::signed_in(&site, "judge").await, Judge::signed_in(&site, "judge").await);
    let empty = empty_squares(&judge).await;
    other.wait_for(is_live).await;
    assert_eq!(judge.act(&enter(empty + 1)).await, Err("refused".into()), "more than the frame has");
    assert_eq!(judge.act(&enter(empty)).await, Ok(()));
    let state = judge.wait_for(is_entered).await;
    assert_eq!(entered(&state)["matches"], true);
    assert_eq!(judge.act(&enter(empty - 1)).await, Ok(()));
    let state = other.wait_for(|state| is_entered(state) && entered(state)["matches"] == false).await;
    let hidden = json!({"first": null, "second": null, "own": false, "agreed": false, "matches": false});
    assert_eq!((entered(&state), &state["alone"]), (&hidden, &json!(false)), "each counts for themselves");
    for device in [&judge, &other] {
        assert_eq!(device.act(&confirm(empty - 1, true)).await, Err("same-person".into()));
    }
    assert_eq!(other.act(&enter(empty - 2)).await, Ok(()));
    let state = judge.wait_for(|state| entered(state)["second"].is_object()).await;
    let both = json!({"first": count(empty - 1), "second": count(empty - 2), "own": true, "agreed": false,
        "matches": false});
    assert_eq!(entered(&state), &both);
    assert_eq!(other.act(&confirm(empty - 1, false)).await, Err("same-person".into()), "they differ");
    assert_eq!(other.act(&enter(empty - 1)).await, Ok(()));
    judge.wait_for(|state| entered(state)["agreed"] == true).await;
    assert_eq!(judge.act(&confirm(empty - 1, true)).await, Err("same-person".into()));
    assert_eq!(other.act(&confirm(empty - 2, false)).await, Err("outdated".into()));
    assert_eq!(other.act(&confirm(empty - 1, false)).await, Ok(()));
    let state = judge.wait_for(|state| team(state, "a")["manual"] == true).await;
    assert_eq!(team(&state, "a")["counted"]["empty"], empty - 1);
    judge.wait_for(|state| entered(state).is_null()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn entered_counts_survive_a_restart() {
    let mut site = Site::new().await;
    site.play_round(1).await;
    let judge = Judge::signed_in(&site, "judge").await;
    let empty = empty_squares(&judge).await;
    assert_eq!(judge.act(&enter(empty - 2)).await, Ok(()));
    assert_eq!(judge.act(&enter(empty - 1)).await, Ok(()), "counted again");
    site.restart_pages();
    let judge = judge.again(&site);
    let state = judge.wait_for(is_entered).await;
    let own = json!({"first": count(empty - 1), "second": null, "own": true, "agreed": false,
        "matches": false});
    assert_eq!((entered(&state), &team(&state, "b")["entered"]), (&own, &Json::Null));
    let other = Judge::signed_in(&site, "organiser").await;
    other.wait_for(is_entered).await;
    assert_eq!(other.act(&enter(empty - 1)).await, Ok(()));
    site.restart_pages();
    let (judge, other) = (judge.again(&site), other.again(&site));
    judge.wait_for(|state| is_entered(state) && entered(state)["agreed"] == true).await;
    other.wait_for(is_entered).await;
    assert_eq!(judge.act(&confirm(empty - 1, true)).await, Err("same-person".into()));
    assert_eq!(other.act(&confirm(empty - 1, false)).await, Ok(()));
    site.restart_pages();
    let judge = judge.again(&site);
    let state = judge.wait_for(|state| is_live(state) && team(state, "a")["manual"] == true).await;
    assert_eq!(entered(&state), &Json::Null, "a confirmed count no longer waits");
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_are_for_their_game_only() {
    let mut site = Site::new().await;
    site.play_round(1).await;
    let judge = Judge::signed_in(&site, "judge").await;
    let empty = empty_squares(&judge).await;
    assert_eq!(judge.act(&enter(empty - 1)).await, Ok(()));
    // Another contest with a game of the same name, in the same folder.
    site.restart_contest().await;
    site.play_round(1).await;
    let judge = Judge::signed_in(&site, "judge").await;
    let state = judge.wait_for(is_live).await;
    assert_eq!(team(&state, "a")["entered"], Json::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn lone_judge_confirms_its_own_count_only_if_asked() {
    let site = Site::new().await;
    site.play_round(1).await;
    let judge = Judge::signed_in(&site, "judge").await;
    judge.wait_for(|state| is_live(state) && state["alone"] == true).await;
    assert_eq!(judge.act(&enter(16)).await, Ok(()));
    assert_eq!(judge.act(&confirm(16, false)).await, Err("same-person".into()));
    assert_eq!(judge.act(&confirm(16, true)).await, Ok(()));
    judge.wait_for(|state| team(state, "a")["manual"] == true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn figures_are_hidden_after_the_end_until_counted() {
    let site = Site::new().await;
    site.play_to_end().await;
    let judge = Judge::signed_in(&site, "judge").await;
    let state = judge.wait_for(|state| is_live(state) && state["game"]["phase"] == "ended").await;
    for code in ["a", "b"] {
        assert_eq!(team(&state, code)["counted"], Json::Null);
    }
    assert_eq!(judge.act(&enter(16)).await, Ok(()));
    let state = judge.wait_for(|state| team(state, "a")["counted"].is_object()).await;
    assert_eq!(team(&state, "b")["counted"], Json::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn judge_page_has_the_prepared_answers() {
    let answers = "[[answer]]\ntext = \"See A5.\"\ntext_ja = \"A5を参照。\"\n[[answer]]\ntext = \"Yes.\"\n";
    let site = Site::of(TestServer::start(&format!("{CONTEST}{answers}")).await);
    let judge = Judge::signed_in(&site, "judge").await;
    let state = judge.wait_for(|state| is_live(state) && state["answers"][0].is_object()).await;
    let expected = [("See A5.", "A5を参照。"), ("Yes.", "")];
    let expected = expected.map(|(english, japanese)| json!({"english": english, "japanese": japanese}));
    assert_eq!(state["answers"], json!(expected));
}

#[tokio::test(flavor = "multi_thread")]
async fn answered_question_reaches_the_team() {
    let site = Site::new().await;
    let address = site.server.address().parse().unwrap();
    let link = connect(&address, &site.server.token("a").parse().unwrap());
    ishigaki_client::messages::ask(&link, "g1", "May we turn a stone?").await.unwrap();
    let judge = Judge::signed_in(&site, "judge").await;
    let has_question = |state: &Json| is_live(state) && state["game"]["questions"][0].is_object();
    let state = judge.wait_for(has_question).await;
    let asked = &state["game"]["questions"][0];
    let mut answer = json!({"do": "answer", "game": "g1", "team": "a", "question": asked["number"],
        "revision": asked["revision"], "english": "", "japanese": "", "to_all": false});
    assert_eq!(judge.act(&answer).await, Err("refused".into()));
    answer["english"] = json!("Yes, by quarters.");
    assert_eq!(judge.act(&answer).await, Ok(()));
    assert_eq!(judge.act(&answer).await, Err("refused".into()), "it has been answered");
    let a = site.signed_in("a").await;
    a.wait_for(|state| state.to_string().contains("Yes, by quarters.")).await;
    judge.wait_for(|state| state["game"]["questions"] == json!([])).await;
    let b = site.signed_in("b").await;
    let state = b.wait_for(|state| state["contact"]["live"] == true).await;
    assert!(!state.to_string().contains("Yes, by quarters."));
}

fn paper_list(team: &str) -> Json {
    json!({"do": "list", "game": "g1", "team": team, "round": 1, "attempt": 1,
        "bids": [{"lot": "P", "price": SECRET_PRICE}], "replaces": false, "reason": "laptop failed"})
}

#[tokio::test(flavor = "multi_thread")]
async fn paper_list_is_submitted_and_in_no_state() {
    let site = Site::new().await;
    site.open_round().await;
    let organiser = Judge::signed_in(&site, "organiser").await;
    let judge = Judge::signed_in(&site, "judge").await;
    let state = organiser.wait_for(|state| is_live(state) && is_bidding(state)).await;
    assert_eq!(state["game"]["list"]["teams"].as_array().unwrap().len(), 2);
    let mut wrong = paper_list("a");
    wrong["attempt"] = json!(2);
    assert_eq!(organiser.act(&wrong).await, Err("refused".into()));
    judge.wait_for(is_bidding).await;
    assert_eq!(judge.act(&paper_list("a")).await, Err("refused".into()), "only the organiser may (G6)");
    assert_eq!(organiser.act(&paper_list("a")).await, Ok(()));
    let is_submitted = |state: &Json| state["game"]["list"]["teams"][0]["submitted"] == true;
    let mut states = vec![organiser.wait_for(is_submitted).await, judge.wait_for(is_submitted).await];
    assert_eq!(organiser.act(&paper_list("a")).await, Err("refused".into()), "it would replace a list");
    let b = site.signed_in("b").await;
    states.push(b.wait_for(|state| state["contact"]["live"] == true).await);
    for state in states {
        let text = state.to_string();
        // Fingerprints and times have it among other characters.
        let mut words = text.split(|character: char| !character.is_ascii_alphanumeric());
        assert!(words.all(|word| word != SECRET_PRICE.to_string()), "{state}");
    }
    assert!(!site.files().contains("laptop failed"));
}

#[tokio::test(flavor = "multi_thread")]
async fn paper_list_replaces_the_teams_own_only_on_purpose() {
    let site = Site::new().await;
    site.open_round().await;
    let organiser = Judge::signed_in(&site, "organiser").await;
    let state = organiser.wait_for(|state| is_live(state) && is_bidding(state)).await;
    assert_eq!(state["game"]["list"]["teams"][0], json!({"team": "a", "name": "A", "submitted": false}));
    assert_eq!(site.submit("a", 0).await, Some(1));
    assert_eq!(organiser.act(&paper_list("a")).await, Err("refused".into()), "the page was outdated");
    assert_eq!(site.submit("a", 1).await, Some(2), "the team's list is still the first one");
    let mut list = paper_list("a");
    list["replaces"] = json!(true);
    assert_eq!(organiser.act(&list).await, Ok(()));
    assert_eq!(site.submit("a", 2).await, None, "the team sees that its list was replaced");
    assert_eq!(site.submit("a", 3).await, Some(4));
}

#[tokio::test(flavor = "multi_thread")]
async fn sheets_open_only_the_page_of_their_role() {
    let site = Site::new().await;
    let mut browser = site.browser();
    for (path, token, code) in [
        ("/judge", "a", "not-judge"),
        ("/judge", "board", "not-judge"),
        ("/team", "judge", "not-team"),
        ("/team", "organiser", "not-team"),
    ] {
        let answer = browser.sign_in_at(path, site.server.token(token)).await;
        assert_eq!(answer, Err(code.into()), "{path} {token}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn cookie_of_one_role_is_no_session_of_the_other() {
    let site = Site::new().await;
    let (judge, a) = (Judge::signed_in(&site, "judge").await, site.signed_in("a").await);
    judge.wait_for(is_live).await;
    a.wait_for(|state| state["contact"]["live"] == true).await;
    let renamed = |browser: &Browser, name: &str| {
        let (_, value) = browser.cookie.as_deref().unwrap().split_once('=').unwrap();
        Browser { cookie: Some(format!("{name}={value}")), ..browser.clone() }
    };
    let as_team = renamed(&judge.0, "__Host-ishigaki-team");
    let as_judge = renamed(&a, "__Host-ishigaki-judge");
    for (browser, path) in [
        (&as_team, "/team/state"),
        (&as_judge, "/judge/state"),
        (&judge.0, "/team/state"),
        (&a, "/judge/state"),
    ] {
        assert_eq!(browser.get(path).await.status(), StatusCode::UNAUTHORIZED, "{path}");
    }
    assert_eq!(judge.0.get("/judge/state").await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn judge_act_of_foreign_page_is_rejected() {
    let site = Site::new().await;
    let judge = Judge::signed_in(&site, "judge").await;
    let act = json!({"do": "game", "game": "g1"}).to_string();
    let request = |origin: &str, header: bool| {
        let request = judge.0.request(Method::POST, "/judge/act");
        let request = request.header("content-type", "application/json").header("origin", origin);
        let request = if header { request.header("x-ishigaki-page", "1") } else { request };
        request.body(axum::body::Body::from(act.clone())).unwrap()
    };
    for (origin, header) in [("https://evil.test", true), (ORIGIN, false)] {
        assert_eq!(judge.0.send(request(origin, header)).await.status(), StatusCode::FORBIDDEN);
    }
    assert_eq!(
        judge.post(&json!({"do": "open-round", "game": "g1"})).await.status(),
        StatusCode::BAD_REQUEST
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn revoked_judge_is_signed_out() {
    let site = Site::new().await;
    let judge = Judge::signed_in(&site, "judge").await;
    judge.wait_for(is_live).await;
    let revoke = |store: &mut ishigaki_engine::token::TokenStore| {
        Ok::<_, ishigaki_engine::token::Error>(store.revoke("judge").len())
    };
    assert_eq!(ishigaki_engine::token::edit(&site.server.tokens(), revoke).unwrap(), 1);
    while judge.0.get("/judge/state").await.status() != StatusCode::UNAUTHORIZED {
        tokio::task::yield_now().await;
    }
    let again = site.browser().sign_in_at("/judge", site.server.token("judge")).await;
    assert_eq!(again, Err("revoked".into()));
}
