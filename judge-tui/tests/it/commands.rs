//! Commands against a real server: the organiser's manual entries (`G6`), and events.
#![expect(clippy::unwrap_used, reason = "a hall that cannot be set up is a failed test")]

mod board;
mod event;
mod feed;

use std::io::Write as _;
use std::process::{Command, Stdio};

use ishigaki_client::{Link, connect};
use ishigaki_proto::judge::confirm_lots_request::Choice;
use ishigaki_proto::{judge, team, watch, wire};
use ishigaki_testkit::TestServer;
use serde_json::{Value, json};

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [
    { id = "g", scenario = "tiny-2", close = "all-sealed" },
    { id = "later", scenario = "tiny-2", starts = "by-organiser", spare = "tour-4" },
]
"#;

struct CommandFixture(TestServer);

struct CommandOutput {
    code: i32,
    answer: Value,
    all: String,
}

impl CommandFixture {
    async fn open() -> Self {
        let fixture = Self(TestServer::start(CONTEST).await);
        let request = judge::OpenRoundRequest { game: "g".into(), round: 1 };
        fixture.link("judge").judge().open_round(request).await.unwrap();
        fixture
    }

    fn link(&self, name: &str) -> Link {
        connect(&self.0.address().parse().unwrap(), &self.0.token(name).parse().unwrap())
    }

    async fn command(&self, token: &str, args: &[&str], input: &str) -> CommandOutput {
        let mut command = Command::new(env!("CARGO_BIN_EXE_judge-tui"));
        command.args(args).env("LANG", "C").env_remove("LC_ALL");
        command.env("ISHIGAKI_SERVER", self.0.address()).env("ISHIGAKI_TOKEN", self.0.token(token));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let input = input.to_owned();
        let run = move || {
            let mut child = command.spawn().unwrap();
            // A client that reads nothing may be gone already.
            drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
            child.wait_with_output().unwrap()
        };
        let output = tokio::task::spawn_blocking(run).await.unwrap();
        let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        let answer = serde_json::from_str(&stdout).unwrap_or(Value::Null);
        CommandOutput { code: output.status.code().unwrap(), answer, all: stdout + &stderr }
    }

    async fn enter(&self, args: &[&str]) -> CommandOutput {
        let args: Vec<&str> = args.iter().copied().chain(["--reason", "burnt", "--json"]).collect();
        self.command("organiser", &args, "").await
    }

    async fn seal(&self, name: &str, bids: &[(&str, u64)]) {
        let bids = bids.iter().map(|&(lot, price)| wire::Bid { lot: lot.into(), price }).collect();
        let request = team::SubmitBidsRequest { game: "g".into(), round: 1, bids, ..Default::default() };
        self.link(name).team().submit_bids(request).await.unwrap();
    }

    async fn confirm(&self) {
        let request = judge::ConfirmLotsRequest {
            game: "g".into(),
            round: 1,
            attempt: 1,
            choice: Some(Choice::All(judge::AllLots {})),
            settlement_digest: None,
        };
        self.link("judge").judge().confirm_lots(request).await.unwrap();
    }

    async fn opened(&self) -> Vec<wire::OpenedRound> {
        let request = watch::ListRoundsRequest { game: "g".into(), round: 0 };
        self.link("judge").watch().list_rounds(request).await.unwrap().into_inner().rounds
    }

    async fn record(&self) -> String {
        let request = watch::ReadRecordRequest { game: "g".into(), from_line: 0, limit: 0 };
        self.link("judge").watch().read_record(request).await.unwrap().into_inner().lines.concat()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn list_is_entered_for_open_round() {
    let fixture = CommandFixture::open().await;
    fixture.seal("b", &[("O", 9)]).await;
    let output = fixture.enter(&["enter-bids", "g", "a", "P:33", "I:7"]).await;
    let expected = json!({
        "ok": true, "command": "enter-bids", "game": "g", "team": "a", "round": 1, "attempt": 1, "entries": 2,
    });
    assert_eq!((output.code, &output.answer), (0, &expected), "{}", output.all);
    let lists = fixture.opened().await.remove(0).lists;
    let bids = &lists.iter().find(|list| list.team == "a").unwrap().bids;
    assert_eq!(
        bids.iter().map(|bid| (bid.lot.as_str(), bid.price)).collect::<Vec<_>>(),
        [("P", 33), ("I", 7)]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn submitted_list_is_replaced_only_if_asked() {
    let fixture = CommandFixture::open().await;
    fixture.seal("a", &[("P", 10)]).await;
    let unseen = fixture.enter(&["enter-bids", "g", "a", "P:33"]).await;
    assert_eq!((unseen.code, &unseen.answer["reason"]), (1, &json!("ALREADY_SUBMITTED")), "{}", unseen.all);
    assert_eq!(fixture.enter(&["enter-bids", "g", "a", "P:33", "--replace"]).await.code, 0);
    fixture.seal("b", &[("O", 9)]).await;
    let lists = fixture.opened().await.remove(0).lists;
    assert_eq!(lists.iter().find(|list| list.team == "a").unwrap().bids[0].price, 33);
}

#[tokio::test(flavor = "multi_thread")]
async fn list_from_standard_input_is_entered_unless_empty() {
    let fixture = CommandFixture::open().await;
    let args = ["enter-bids", "g", "a", "--file", "-", "--reason", "burnt"];
    let output = fixture.command("organiser", &args, "P 33\nI 7\n").await;
    assert_eq!((output.code, output.all.as_str()), (0, "Entered: a's list.\n"));
    let lost = fixture.command("organiser", &args, "\n").await;
    assert_eq!(lost.code, 2, "a lost file declines for nobody");
    assert!(lost.all.contains("--none"), "{}", lost.all);
    let missing = ["enter-bids", "g", "a", "--file", "/there/is/none", "--reason", "burnt"];
    assert_eq!(fixture.command("organiser", &missing, "").await.code, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_list_changes_nothing_and_a_slip_is_not_repeated() {
    let fixture = CommandFixture::open().await;
    let dear = fixture.enter(&["enter-bids", "g", "a", "P:61"]).await;
    assert_eq!(
        (dear.code, &dear.answer["reason"], &dear.answer["rule"]),
        (1, &json!("OVER_BUDGET"), &json!("A2"))
    );
    let torn = fixture.enter(&["enter-bids", "g", "a", "P:33", "777"]).await;
    assert_eq!((torn.code, &torn.answer["reason"]), (2, &json!("USAGE")));
    assert!(torn.all.contains("entry 2") && !torn.all.contains("777"), "{}", torn.all);
    let nobody = fixture.enter(&["enter-bids", "g", "zz", "P:33"]).await;
    assert_eq!((nobody.code, &nobody.answer["reason"]), (1, &json!("UNKNOWN_TEAM")));
    let nowhere = fixture.enter(&["enter-bids", "zz", "a", "P:33"]).await;
    assert_eq!((nowhere.code, &nowhere.answer["reason"]), (4, &json!("UNKNOWN_GAME")));
    assert!(fixture.opened().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn judge_announces_to_chosen_or_all_teams() {
    let fixture = CommandFixture::open().await;
    let args = ["announce", "g", "--team", "a", "--english", "come here", "--japanese", "集合", "--json"];
    let announced = fixture.command("judge", &args, "").await;
    assert_eq!(announced.code, 0, "{}", announced.all);
    let answer = &announced.answer;
    assert_eq!((&answer["command"], &answer["teams"]), (&json!("announce"), &json!(["a"])));
    assert_eq!((&answer["english"], &answer["japanese"]), (&json!("come here"), &json!("集合")));
    let to_all = fixture.command("judge", &["announce", "g", "--english", "to all"], "").await;
    assert_eq!((to_all.code, to_all.all.as_str()), (0, "Announced to all teams in game g.\n"));
    let both = fixture.command("judge", &["announce", "g", "later", "--english", "to both"], "").await;
    assert!(
        both.code == 4 && !both.all.contains("all teams of the game g"),
        "later has not started, so nobody is told: {}",
        both.all
    );
    let unquoted = ["announce", "--english", "forgot", "quotes", "g", "--json"];
    let output = fixture.command("judge", &unquoted, "").await;
    assert_eq!((output.code, &output.answer["reason"]), (4, &json!("UNKNOWN_GAME")), "{}", output.all);
    let once = fixture.command("judge", &["announce", "g", "g", "--english", "once"], "").await;
    assert_eq!((once.code, once.all.as_str()), (0, "Announced to all teams in game g.\n"));
    let nobody = fixture.command("judge", &["announce", "g", "--team", "zz", "--english", "x"], "").await;
    assert_eq!(nobody.code, 1, "{}", nobody.all);
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_and_unknown_games_have_different_errors() {
    let fixture = CommandFixture::open().await;
    for args in [&["replace", "later", "--reason", "x"][..], &["transcript", "later"]] {
        let waits = fixture.command("judge", args, "").await;
        let says = "Rejected: later has not been started yet. Start it first: judge-tui start later\n";
        assert_eq!((waits.code, waits.all.as_str()), (4, says));
    }
    let nowhere = fixture.command("judge", &["replace", "zz", "--reason", "x"], "").await;
    assert_eq!((nowhere.code, nowhere.all.as_str()), (4, "Rejected: unknown game zz for this token\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn entering_bids_with_judge_token_is_denied() {
    let fixture = CommandFixture::open().await;
    let output = fixture.command("judge", &["enter-bids", "g", "a", "P:33", "--reason", "burnt"], "").await;
    assert_eq!(output.code, 4);
    assert!(output.all.contains("organiser"), "{}", output.all);
}

#[tokio::test(flavor = "multi_thread")]
async fn rebid_is_entered_for_open_wave() {
    let fixture = CommandFixture::open().await;
    fixture.seal("a", &[("P", 20)]).await;
    fixture.seal("b", &[("P", 20)]).await;
    let low = fixture.enter(&["enter-rebid", "g", "a", "1:20"]).await;
    assert_eq!((low.code, &low.answer["rule"]), (1, &json!("A7")));
    let output = fixture.enter(&["enter-rebid", "g", "a", "1:22"]).await;
    let expected = json!({
        "ok": true, "command": "enter-rebid", "game": "g", "team": "a", "round": 1, "attempt": 1, "wave": 1,
        "entries": 1,
    });
    assert_eq!((output.code, &output.answer), (0, &expected), "{}", output.all);
    assert_eq!(fixture.enter(&["enter-rebid", "g", "b", "--none"]).await.code, 0, "a pass");
    let award = fixture.opened().await.remove(0).settlement.unwrap().awards.remove(0);
    assert_eq!((award.team.as_str(), award.price), ("a", 22));
}

#[tokio::test(flavor = "multi_thread")]
async fn wall_and_count_are_entered_and_count_is_removed() {
    let fixture = CommandFixture::open().await;
    fixture.seal("a", &[("P", 20), ("O", 9)]).await;
    fixture.seal("b", &[]).await;
    fixture.confirm().await;
    let floating = fixture.enter(&["enter-wall", "g", "a", "O-1 0 1 1"]).await;
    assert_eq!((floating.code, floating.answer["rule"].as_str()), (1, Some("W3")), "{}", floating.all);
    let output = fixture.enter(&["enter-wall", "g", "a", "O-1 90 2 1"]).await;
    let expected = json!({ "ok": true, "command": "enter-wall", "game": "g", "team": "a", "entries": 1 });
    assert_eq!((output.code, &output.answer), (0, &expected), "{}", output.all);
    let wrong = fixture.enter(&["enter-count", "g", "a", "15 0 3"]).await;
    assert_eq!((wrong.code, &wrong.answer["reason"]), (1, &json!("BAD_COUNT")));
    assert_eq!(fixture.enter(&["enter-count", "g", "a", "15", "0", "1"]).await.code, 0);
    let removal = ["enter-count", "g", "a", "--none", "--reason", "the wall here counts"];
    assert_eq!(fixture.command("judge", &removal, "").await.code, 0, "a judge may enter counts");
    let record = fixture.record().await;
    for fact in ["wall_replaced", "wall_counted"] {
        assert!(record.contains(&format!(r#""fact":"{fact}""#)), "{record}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn queue_shows_waiting_first_and_corrects_on_purpose_only() {
    let fixture = CommandFixture::open().await;
    for (name, text) in [("a", "May it stick out?"), ("b", "Who wins?")] {
        let request = team::AskQuestionRequest { game: "g".into(), text: text.into(), ..Default::default() };
        fixture.link(name).team().ask_question(request).await.unwrap();
    }
    let answer = async |more: &[&str]| {
        let args = [&["answer", "g", "--team", "a", "--question", "1", "--json"], more].concat();
        fixture.command("judge", &args, "").await
    };
    let output = answer(&["--english", "Yes."]).await;
    let expected = json!({
        "ok": true, "command": "answer", "game": "g", "team": "a", "question": 1, "english": "Yes.", "japanese": null,
        "to_all": false,
    });
    assert_eq!((output.code, &output.answer), (0, &expected), "{}", output.all);
    let again = answer(&["--english", "No."]).await;
    assert_eq!((again.code, &again.answer["reason"]), (1, &json!("ALREADY_ANSWERED")), "{}", again.all);
    for says in ["a's question 1 is already answered", "--correct replaces it"] {
        assert!(again.all.contains(says), "{}", again.all);
    }
    let args = ["answer", "g", "--team", "b", "--question", "1", "--english", "a", "--correct", "--json"];
    let waits = fixture.command("judge", &args, "").await;
    assert_eq!((waits.code, &waits.answer["reason"]), (1, &json!("NOT_ANSWERED")), "{}", waits.all);
    assert!(waits.all.contains("has no answer to correct."), "{}", waits.all);
    let corrected = answer(&["--english", "No.", "--to-all", "--correct"]).await;
    assert_eq!(corrected.code, 0, "{}", corrected.all);
    let queue = fixture.command("judge", &["questions", "g", "--json"], "").await;
    let questions = &queue.answer["questions"];
    assert_eq!((&queue.answer["waiting"], &questions[0]["team"]), (&json!(1), &json!("b")), "{}", queue.all);
    assert_eq!(
        (&questions[1]["answers"][1]["english"], &questions[1]["read"]),
        (&json!("No."), &json!(false))
    );
    let read = team::MarkReadRequest { game: "g".into(), through: 2, ..Default::default() };
    fixture.link("a").team().mark_read(read).await.unwrap();
    let queue = fixture.command("judge", &["questions", "g", "--json"], "").await;
    assert_eq!(queue.answer["questions"][1]["read"], true, "{}", queue.all);
    let shown = fixture.command("judge", &["questions", "g"], "").await.all;
    let rows: Vec<&str> = shown.lines().collect();
    assert!(rows[1].contains("waiting") && rows[2] == "    Who wins?", "{shown}");
    assert!(rows[3].contains("sent to all") && rows[3].contains("yes"), "{shown}");
    assert_eq!(rows[4..], ["    May it stick out?", "    → Correction. No."], "{shown}");
    for stranger in ["board", "a"] {
        let refused = fixture.command(stranger, &["questions", "g", "--json"], "").await;
        let (code, reason) = (refused.code, &refused.answer["reason"]);
        assert_eq!((code, reason), (4, &json!("PERMISSION_DENIED")), "{}", refused.all);
    }
}

#[tokio::test]
async fn joining_keeps_a_token_only_if_the_server_takes_it() {
    let server = TestServer::start_encrypted(CONTEST).await;
    let fingerprint = server.authority().unwrap().fingerprint().to_string();
    let folder = tempfile::tempdir().unwrap();
    let join = async |token: String| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_judge-tui"));
        command.args(["join", &server.address(), "--fingerprint", &fingerprint]).env("ISHIGAKI_TOKEN", token);
        command.current_dir(folder.path()).env("LANG", "C").env_remove("LC_ALL");
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        (
            output.status.code().unwrap(),
            String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap(),
        )
    };
    let kept = || ["server", "ca.pem", "token"].map(|file| folder.path().join(file).exists());
    let good = server.token("judge").to_owned();
    let (id, secret) = good.rsplit_once('.').unwrap();
    let other = server.token("board").rsplit_once('.').unwrap().1;
    assert_ne!(secret, other);
    let (code, output) = join(format!("{id}.{other}")).await;
    assert_eq!(code, 4, "{output}");
    assert!(output.contains("token") && !output.contains(other), "{output}");
    assert_eq!(kept(), [false; 3], "{output}");
    let (code, output) = join(good.clone()).await;
    assert_eq!(code, 0, "{output}");
    assert_eq!(kept(), [true; 3], "{output}");
}
