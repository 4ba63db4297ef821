//! The page of an event's staff.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use ishigaki_pages::harness::{Browser, ORIGIN, text};
use ishigaki_testkit::TestServer;
use serde_json::{Value as Json, json};

use crate::fixture::Site;

const PLAYERS: u32 = 8;
const ROSTER: &str = "番号,氏名,ふりがな,シード\n1,佐藤 太郎,さとう たろう,A\n2,鈴木 花,すずき はな,\n\
    3,高橋 健,たかはし けん,\n4,田中 翔,たなか しょう,\n5,伊藤 葵,いとう あおい,\n6,渡辺 誠,わたなべ まこと,\n\
    7,山本 空,やまもと そら,\n8,中村 光,なかむら ひかる,\n";

fn contest(more: &str) -> String {
    format!("[[event]]\nid = \"cup\"\npreset = \"O18\"\nlottery_date = \"2026-12-05\"\n{more}")
}

/// A staff device.
struct Staff(Browser);

impl Staff {
    async fn signed_in(site: &Site, role: &str) -> Self {
        let mut staff = Self(site.browser());
        assert_eq!(staff.0.sign_in_at("/staff", site.server.token(role)).await, Ok(()), "{role}");
        staff.wait_for(|state| state["live"] == true && state["event"].is_object()).await;
        staff
    }

    async fn wait_for(&self, condition: impl Fn(&Json) -> bool) -> Json {
        self.0.wait_for_at("/staff", condition).await
    }

    async fn wait_for_stage(&self, code: &str) -> Json {
        self.wait_for(|state| state["event"]["code"] == code).await
    }

    /// Carries out an act and returns its answer, or the error's code.
    async fn act(&self, act: &Json) -> Result<Json, String> {
        answer(self.0.post(Method::POST, "/staff/act", act).await).await
    }

    async fn make(&self, call: &str, request: Json) -> Result<Json, String> {
        self.act(&json!({"do": "make", "event": "cup", "call": call, "request": request})).await
    }

    async fn preview(&self, call: &str, request: Json) -> Json {
        self.act(&json!({"do": "preview", "event": "cup", "call": call, "request": request})).await.unwrap()
    }

    /// Uploads a roster and returns the answer, or the error's code.
    async fn upload(&self, file: impl Into<Body>, set: bool) -> Result<Json, String> {
        let request = self.0.request(Method::POST, &format!("/staff/roster?event=cup&file=r.csv&set={set}"));
        let request = request.header("origin", ORIGIN).header("content-type", "application/json");
        let request = request.header("x-ishigaki-page", "1");
        answer(self.0.send(request.body(file.into()).unwrap()).await).await
    }
}

/// Returns the answer to an act, or the error's code.
async fn answer(response: Response) -> Result<Json, String> {
    let is_done = response.status() == StatusCode::OK;
    let answer: Json = serde_json::from_str(&text(response).await).unwrap();
    if is_done {
        return Ok(answer);
    }
    assert!(!answer["text"].as_str().unwrap().is_empty(), "{answer}");
    Err(answer["code"].as_str().unwrap().to_owned())
}

async fn site(more: &str) -> Site {
    Site::of(TestServer::start(&contest(more)).await)
}

/// An event with its roster locked.
async fn committed(more: &str) -> Site {
    let site = site(more).await;
    let organiser = Staff::signed_in(&site, "organiser").await;
    assert_eq!(organiser.upload(ROSTER, true).await.unwrap()["faults"], Json::Null);
    organiser.wait_for(|state| state["next"]["call"] == "commit_roster").await;
    organiser.make("commit_roster", json!({})).await.unwrap();
    organiser.wait_for_stage("COMMITTED").await;
    site
}

/// An event whose first round is paired.
async fn paired(more: &str) -> Site {
    let site = committed(more).await;
    let (organiser, desk) =
        (Staff::signed_in(&site, "organiser").await, Staff::signed_in(&site, "desk").await);
    desk.make("draw_slip", json!({"player": 1, "number": 1})).await.unwrap();
    let lotteries =
        organiser.wait_for(|state| state["next"]["step"] == "digits").await["next"]["lotteries"].clone();
    let digits = |lottery: &Json| "7".repeat(usize::try_from(lottery["digits"].as_u64().unwrap()).unwrap());
    let results: Vec<String> = lotteries.as_array().unwrap().iter().map(digits).collect();
    organiser.make("enter_digits", json!({ "results": results })).await.unwrap();
    organiser.wait_for_stage("RECEPTION").await;
    organiser.make("make_leagues", json!({})).await.unwrap();
    organiser.wait_for_stage("BETWEEN").await;
    organiser.make("pair_round", json!({"round": 1})).await.unwrap();
    organiser.wait_for_stage("PLAYING").await;
    site
}

/// Returns the first game of round 1: its players.
async fn first_game(staff: &Staff) -> (u64, u64) {
    let state = staff.wait_for(|state| state["rounds"][0]["games"].is_array()).await;
    let game = &state["rounds"][0]["games"][0];
    (game["one"].as_u64().unwrap(), game["other"].as_u64().unwrap())
}

fn slip(winner: u64, loser: u64) -> Json {
    json!({"round": 1, "slip": {"winner": winner, "loser": loser, "reason": 1, "winner_signed": true, "loser_signed": true}})
}

#[tokio::test(flavor = "multi_thread")]
async fn each_role_sees_and_does_only_its_part() {
    let site = committed("").await;
    for (role, offices) in [
        ("organiser", [true, true, false]),
        ("desk", [false, true, false]),
        ("referee", [false, false, true]),
    ] {
        let staff = Staff::signed_in(&site, role).await;
        let state = staff.wait_for_stage("COMMITTED").await;
        let found = ["organiser", "desk", "referee"].map(|office| state[office] == true);
        assert_eq!(found, offices, "{role}");
        let digits = staff.make("enter_digits", json!({"results": []})).await;
        assert_eq!(digits, Err("refused".into()), "{role}");
    }
    let desk = Staff::signed_in(&site, "desk").await;
    assert_eq!(desk.make("add_ruling", json!({"text": "x"})).await, Err("refused".into()));
    let mut browser = site.browser();
    assert_eq!(browser.sign_in_at("/staff", site.server.token("board")).await, Err("not-staff".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn roster_with_faults_is_refused_whole() {
    let site = site("").await;
    let organiser = Staff::signed_in(&site, "organiser").await;
    let faulty = ROSTER.replace("\n3,高橋 健", "\n2,").replace(",A\n", ",Z\n");
    let answer = organiser.upload(faulty, true).await.unwrap();
    assert!(answer["faults"].as_array().unwrap().len() >= 2, "{answer}");
    assert_eq!(organiser.wait_for(|state| state["live"] == true).await["players"], json!([]));
    let checked = organiser.upload(ROSTER, false).await.unwrap();
    assert!(checked["faults"].is_null() && checked["question"].as_str().unwrap().contains('8'), "{checked}");
    assert_eq!(organiser.wait_for(|state| state["live"] == true).await["players"], json!([]));
    let desk = Staff::signed_in(&site, "desk").await;
    assert_eq!(desk.upload(ROSTER, true).await, Err("refused".into()));
    organiser.upload(ROSTER, true).await.unwrap();
    organiser.wait_for(|state| state["players"].as_array().unwrap().len() == 8).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reception_marks_are_kept_and_the_rest_is_absent() {
    let mut site = committed("").await;
    let desk = Staff::signed_in(&site, "desk").await;
    let check_in = |player: u32, present: bool| json!({"do": "check-in", "event": "cup", "player": player, "present": present});
    for player in 1..PLAYERS - 1 {
        desk.act(&check_in(player, true)).await.unwrap();
    }
    desk.act(&check_in(2, false)).await.unwrap();
    desk.wait_for(|state| state["players"][1]["absent"] == true && state["players"][1]["seen"] == false)
        .await;
    desk.act(&check_in(2, true)).await.unwrap();
    site.restart_pages();
    let desk = Staff::signed_in(&site, "desk").await;
    desk.act(&json!({"do": "absent-rest", "event": "cup"})).await.unwrap();
    let state = desk.wait_for(|state| state["players"][7]["absent"] == true).await;
    let absent = state["players"].as_array().unwrap().iter().filter(|player| player["absent"] == true);
    assert_eq!(absent.count(), 2, "{state}");
}

#[tokio::test(flavor = "multi_thread")]
async fn reported_result_counts_with_its_card() {
    let mut site = paired("").await;
    let (desk, table) = (Staff::signed_in(&site, "desk").await, Staff::signed_in(&site, "desk").await);
    let (one, other) = first_game(&desk).await;
    let report = |winner, loser| json!({"do": "report", "event": "cup", "request": slip(winner, loser)});
    assert_eq!(table.act(&report(one, one)).await, Err("refused".into()));
    table.act(&report(one, other)).await.unwrap();
    table.act(&report(other, one)).await.unwrap();
    let state = desk.wait_for(|state| state["reports"][0]["slip"]["winner"] == other).await;
    assert_eq!(state["reports"].as_array().unwrap().len(), 1, "a later report replaces the earlier one");
    assert_eq!(state["rounds"][0]["games"][0]["result"], Json::Null);
    // The report survives a restart of the page server.
    site.restart_pages();
    let desk = Staff::signed_in(&site, "desk").await;
    let state = desk.wait_for(|state| state["reports"] != json!([])).await;
    let reported = state["reports"][0]["slip"].clone();
    let confirm = |slip: &Json| json!({"do": "confirm-report", "event": "cup", "round": 1, "slip": slip});
    let mut changed = reported.clone();
    changed["winner_signed"] = false.into();
    assert_eq!(desk.act(&confirm(&changed)).await, Err("outdated".into()), "another result was reported");
    desk.act(&confirm(&reported)).await.unwrap();
    let state = desk.wait_for(|state| state["rounds"][0]["games"][0]["result"].is_object()).await;
    assert_eq!(state["rounds"][0]["games"][0]["result"]["slip"]["winner"], other);
    desk.wait_for(|state| state["reports"] == json!([])).await;
    assert_eq!(desk.act(&confirm(&reported)).await, Err("outdated".into()));
    assert_eq!(desk.make("enter_result", slip(one, other)).await, Err("refused".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn report_is_forgotten_with_its_game() {
    let site = paired("").await;
    let (desk, referee) = (Staff::signed_in(&site, "desk").await, Staff::signed_in(&site, "referee").await);
    let (one, other) = first_game(&desk).await;
    let report = json!({"do": "report", "event": "cup", "request": slip(one, other)});
    let is_empty = |state: &Json| state["reports"] == json!([]);
    desk.act(&report).await.unwrap();
    let dropped = json!({"do": "drop-report", "event": "cup", "round": 1, "one": one, "other": other});
    assert_eq!(referee.act(&dropped).await, Err("refused".into()));
    referee.make("unpair_round", json!({"round": 1, "reason": "a player is late"})).await.unwrap();
    desk.wait_for(is_empty).await;
    let organiser = Staff::signed_in(&site, "organiser").await;
    organiser.make("pair_round", json!({"round": 1})).await.unwrap();
    let (one, other) = first_game(&desk).await;
    desk.act(&json!({"do": "report", "event": "cup", "request": slip(one, other)})).await.unwrap();
    desk.wait_for(|state| !is_empty(state)).await;
    desk.make("enter_result", slip(other, one)).await.unwrap();
    desk.wait_for(is_empty).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn second_person_checks_each_slip_if_the_plan_says_so() {
    let site = paired("slip_check = \"second-person\"\n").await;
    let (first, second) = (Staff::signed_in(&site, "desk").await, Staff::signed_in(&site, "desk").await);
    let (one, other) = first_game(&first).await;
    first.make("enter_result", slip(one, other)).await.unwrap();
    first.wait_for(|state| state["reports"][0]["own"] == true).await;
    let slip = second.wait_for(|state| state["reports"] != json!([])).await["reports"][0]["slip"].clone();
    let confirm = json!({"do": "confirm-report", "event": "cup", "round": 1, "slip": slip});
    assert_eq!(first.act(&confirm).await, Err("same-person".into()));
    second.act(&confirm).await.unwrap();
    second.wait_for(|state| state["rounds"][0]["games"][0]["result"].is_object()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ruling_is_previewed_and_then_made() {
    let site = paired("").await;
    let (desk, referee) = (Staff::signed_in(&site, "desk").await, Staff::signed_in(&site, "referee").await);
    let unpair = json!({"round": 1, "reason": "a player is late"});
    let answer = referee.preview("unpair_round", unpair.clone()).await;
    assert!(!answer["lines"].as_array().unwrap().is_empty(), "{answer}");
    assert!(referee.wait_for_stage("PLAYING").await["rounds"][0].is_object(), "a preview changes nothing");
    referee.make("unpair_round", unpair).await.unwrap();
    let state = referee.wait_for_stage("BETWEEN").await;
    assert_eq!(state["rulings"].as_array().unwrap().len(), 1, "{state}");
    let fixed = json!({"round": 1, "fixed": [{"higher": 1, "lower": 1}], "reason": "x"});
    let refused = json!({"do": "preview", "event": "cup", "call": "pair_by_ruling", "request": fixed});
    assert_eq!(referee.act(&refused).await, Err("refused".into()));
    let organiser = Staff::signed_in(&site, "organiser").await;
    organiser.make("pair_round", json!({"round": 1})).await.unwrap();
    let (one, other) = first_game(&desk).await;
    desk.make("enter_result", slip(one, other)).await.unwrap();
    let state = referee.wait_for(|state| state["rounds"][0]["games"][0]["result"].is_object()).await;
    let entry = &state["rounds"][0]["games"][0]["result"]["entry"];
    let correction = json!({"entry": entry, "slip": slip(other, one)["slip"], "reason": "wrong name"});
    referee.make("overrule_result", correction).await.unwrap();
    let state = referee.wait_for(|state| state["rounds"][0]["games"][0]["result"]["ruling"] == true).await;
    assert_eq!(state["rulings"].as_array().unwrap().len(), 2, "{state}");
    let again = json!({"entry": entry, "reason": "wrong colours"});
    let answer = referee.preview("reopen_game", again.clone()).await;
    assert!(!answer["lines"].as_array().unwrap().is_empty(), "{answer}");
    referee.make("reopen_game", again).await.unwrap();
    referee.wait_for(|state| state["rounds"][0]["games"][0]["result"].is_null()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn printed_card_opens_its_game_by_code() {
    let site = paired("").await;
    let desk = Staff::signed_in(&site, "desk").await;
    let card = desk.0.get("/staff/print?event=cup&kind=slips&round=1&lang=ja").await;
    assert_eq!(card.status(), StatusCode::OK);
    let page = text(card).await;
    assert!(
        !page.contains("<style") && page.contains("/staff/print.css"),
        "the policy refuses inline styles"
    );
    for path in ["/staff/print.css", "/staff/print.js"] {
        assert_eq!(desk.0.get(path).await.status(), StatusCode::OK, "{path}");
    }
    assert_eq!(page.matches("<svg").count(), page.matches("<article").count(), "a code on each card");
    for (path, status) in [
        ("/staff/print?event=cup&kind=slips&round=9", StatusCode::NOT_FOUND),
        ("/staff/print?event=other&kind=slips", StatusCode::NOT_FOUND),
        ("/staff/print?event=cup&kind=unknown", StatusCode::NOT_FOUND),
    ] {
        assert_eq!(desk.0.get(path).await.status(), status, "{path}");
    }
    let path = "/staff/print?event=cup&kind=slips&round=1";
    assert_eq!(site.browser().get(path).await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn acts_of_other_pages_and_versions_are_refused() {
    let site = committed("").await;
    let desk = Staff::signed_in(&site, "desk").await;
    for (call, request) in [
        ("unknown_call", json!({})),
        ("withdraw_player", json!({"player": 1, "more": 1})),
        ("withdraw_player", json!(["cup", 1])),
    ] {
        assert_eq!(desk.make(call, request).await, Err("outdated".into()), "{call}");
    }
    let other = json!({"do": "check-in", "event": "other", "player": 1, "present": true});
    assert_eq!(desk.act(&other).await, Err("outdated".into()));
    let unread = desk.0.post(Method::POST, "/staff/act", &json!({"do": "erase"})).await;
    assert_eq!(unread.status(), StatusCode::BAD_REQUEST);
    let foreign = desk.0.request(Method::POST, "/staff/act").header("x-ishigaki-page", "1");
    let foreign = foreign.header("origin", "https://evil.test").body(Body::from(other.to_string())).unwrap();
    assert_eq!(desk.0.send(foreign).await.status(), StatusCode::FORBIDDEN);
}
