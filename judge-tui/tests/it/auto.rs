//! The automatic judge against a real server: its acts, waiting for teams, and takeover by a person.
#![expect(clippy::unwrap_used, reason = "a hall that cannot be set up is a failed test")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use ishigaki_client::{Link, connect};
use ishigaki_proto::event::{AbandonEventRequest, CreateEventRequest};
use ishigaki_proto::judge::{EnterJankenRequest, OpenRoundRequest, PauseGameRequest, ResumeGameRequest};
use ishigaki_proto::organiser::ReplaceGameRequest;
use ishigaki_proto::watch::ReadRecordRequest;
use ishigaki_proto::wire::Announcement;
use ishigaki_proto::wire::event::Fact;
use ishigaki_proto::wire::feed_item::Body;
use ishigaki_proto::{judge, team, watch};
use ishigaki_testkit::TestServer;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2", close = "all-sealed" }]
"#;

const AT_ONCE: [&str; 6] = ["--pause", "0", "--confirm-after", "0", "--end-after", "0"];

const TIMEOUT: Duration = Duration::from_secs(30);

struct Auto {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Value>,
}

impl Auto {
    fn start(server: &TestServer, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_judge-tui"));
        command.arg("auto").args(args).arg("--json").env("LANG", "C").env_remove("LC_ALL");
        command.env("ISHIGAKI_SERVER", server.address()).env("ISHIGAKI_TOKEN", server.token("judge"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                // The test may have seen enough.
                drop(sender.send(serde_json::from_str(&line).unwrap()));
            }
        });
        Self { child, input: Some(input), lines }
    }

    fn next(&self) -> Value {
        match self.lines.recv_timeout(TIMEOUT) {
            Ok(line) => line,
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => Value::Null,
            Err(silence) => panic!("{silence}"),
        }
    }

    fn event(&self) -> Value {
        loop {
            let line = self.next();
            if line["type"] != "plan" {
                return line;
            }
        }
    }

    #[track_caller]
    fn until(&self, event: &str) -> Value {
        let mut before = Vec::new();
        loop {
            let line = self.next();
            if line["event"] == event {
                return line;
            }
            assert_ne!(line, Value::Null, "it ended before {event}: {before:?}");
            before.push(line["event"].clone());
        }
    }

    fn type_in(&mut self, keys: &[u8]) {
        self.input.as_mut().unwrap().write_all(keys).unwrap();
    }

    fn exit_code(mut self) -> i32 {
        drop(self.input.take());
        self.child.wait().unwrap().code().unwrap()
    }
}

impl Drop for Auto {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn link(server: &TestServer, name: &str) -> Link {
    connect(&server.address().parse().unwrap(), &server.token(name).parse().unwrap())
}

fn idle_team(server: &TestServer, name: &str, game: &str) -> JoinHandle<()> {
    let (link, game) = (link(server, name), game.to_owned());
    tokio::spawn(async move {
        let request = watch::WatchGameRequest { game: game.clone(), from_sequence: 1, ..Default::default() };
        let mut items = link.watch().watch_game(request).await.unwrap().into_inner();
        while let Ok(Some(answer)) = items.message().await {
            let Some(Body::Event(event)) = answer.item.unwrap().body else { continue };
            if let Some(Fact::RoundOpened(opened)) = event.fact {
                let (game, round) = (game.clone(), opened.round);
                let request = team::SubmitBidsRequest { game, round, ..Default::default() };
                // A round of the past is closed.
                drop(link.team().submit_bids(request).await);
            }
        }
    })
}

async fn counts<const N: usize>(server: &TestServer, facts: [&str; N]) -> [usize; N] {
    let request = ReadRecordRequest { game: "g".into(), from_line: 0, limit: 0 };
    let record =
        link(server, "judge").watch().read_record(request).await.unwrap().into_inner().lines.concat();
    facts.map(|fact| record.matches(&format!(r#""fact":"{fact}""#)).count())
}

async fn open_round(server: &TestServer, round: u32) {
    let request = OpenRoundRequest { game: "g".into(), round };
    link(server, "judge").judge().open_round(request).await.unwrap();
}

async fn confirming(server: &TestServer) {
    let request = watch::WatchGameRequest { game: "g".into(), from_sequence: 1, ..Default::default() };
    let mut items = link(server, "judge").watch().watch_game(request).await.unwrap().into_inner();
    while let Some(answer) = items.message().await.unwrap() {
        if let Some(Body::Event(event)) = answer.item.unwrap().body
            && matches!(event.fact, Some(Fact::ListsOpened(_)))
        {
            return;
        }
    }
}

async fn pause_and_resume(server: &TestServer) {
    let pause = PauseGameRequest { game: "g".into(), reason: "a break".into() };
    link(server, "judge").judge().pause_game(pause).await.unwrap();
    link(server, "judge").judge().resume_game(ResumeGameRequest { game: "g".into() }).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn game_is_judged_to_its_result_except_for_the_janken() {
    let server = TestServer::start(CONTEST).await;
    let auto = Auto::start(&server, &[&AT_ONCE[..], &["--declare"]].concat());
    assert_eq!(auto.next()["type"], "plan");
    assert_eq!(auto.event()["event"], "taken_up");
    assert_eq!(auto.event()["teams"], json!(["a", "b"]), "nobody is there yet");
    let _first = idle_team(&server, "a", "g");
    assert_eq!(auto.event()["teams"], json!(["b"]));
    let _second = idle_team(&server, "b", "g");
    for round in [1, 2] {
        let [opened, confirmed] = [auto.event(), auto.event()];
        assert_eq!((&opened["event"], &opened["round"]), (&json!("opened_round"), &json!(round)));
        assert_eq!((&confirmed["event"], &confirmed["round"]), (&json!("confirmed_round"), &json!(round)));
    }
    assert_eq!(auto.event()["event"], "signalled_end");
    let janken = auto.event();
    assert_eq!((&janken["event"], &janken["teams"]), (&json!("janken"), &json!(["a", "b"])));
    let order = vec!["b".to_owned(), "a".to_owned()];
    let request = EnterJankenRequest { game: "g".into(), order };
    link(&server, "judge").judge().enter_janken(request).await.unwrap();
    assert_eq!(
        [auto.event(), auto.event()].map(|line| line["event"].clone()),
        ["declared_result", "declared"]
    );
    assert_eq!(auto.exit_code(), 0);
    assert_eq!(counts(&server, ["round_opened", "end_signalled", "result_declared"]).await, [2, 1, 1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn unanswered_questions_are_reported_before_declaration() {
    for is_answered in [false, true] {
        let server = TestServer::start(CONTEST).await;
        let teams = ["a", "b"].map(|name| idle_team(&server, name, "g"));
        let auto = Auto::start(&server, &[&AT_ONCE[..], &["--declare"]].concat());
        auto.until("janken");
        for (name, text) in [("a", "May it stick out?"), ("b", "Who wins?")] {
            let request =
                team::AskQuestionRequest { game: "g".into(), text: text.into(), ..Default::default() };
            link(&server, name).team().ask_question(request).await.unwrap();
            if is_answered {
                let text = Some(Announcement { english: "Wait.".into(), japanese: String::new() });
                let (game, team) = ("g".into(), name.into());
                let answer =
                    judge::AnswerQuestionRequest { game, team, question: 1, text, ..Default::default() };
                link(&server, "judge").judge().answer_question(answer).await.unwrap();
            }
        }
        let request = EnterJankenRequest { game: "g".into(), order: vec!["b".into(), "a".into()] };
        link(&server, "judge").judge().enter_janken(request).await.unwrap();
        // The janken is announced again after each event without it.
        let entry = std::iter::repeat_with(|| auto.event()).find(|entry| entry["event"] != "janken").unwrap();
        if is_answered {
            assert_eq!(entry["event"], "declared_result", "{entry}");
        } else {
            assert_eq!(
                (&entry["event"], &entry["waiting"]),
                (&json!("questions_wait"), &json!(2)),
                "{entry}"
            );
            assert_eq!(
                entry["text"],
                "2 questions are unanswered. They can't be answered after the result is declared."
            );
            assert_eq!(auto.event()["event"], "declared_result");
        }
        assert_eq!(auto.exit_code(), 0);
        drop(teams);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn judge_act_takes_control_until_resume_or_handback() {
    let server = TestServer::start(CONTEST).await;
    let mut auto = Auto::start(&server, &[&AT_ONCE[..], &["g"]].concat());
    auto.until("awaits_teams");
    open_round(&server, 1).await;
    assert_eq!(auto.event()["act"], "round_opened");
    let teams = ["a", "b"].map(|name| idle_team(&server, name, "g"));
    confirming(&server).await;
    // It sees what would be its turn before it sees the pause, and leaves it alone.
    pause_and_resume(&server).await;
    let events = [auto.event(), auto.event(), auto.event()].map(|line| line["event"].clone());
    assert_eq!(events, ["paused", "resumed", "confirmed_round"]);
    assert_eq!(auto.until("opened_round")["round"], 2);
    auto.until("confirmed_round");
    auto.until("signalled_end");
    // Without --declare the rest is a person's.
    auto.until("janken");
    auto.type_in(b"\n");
    let order = vec!["a".to_owned(), "b".to_owned()];
    let request = EnterJankenRequest { game: "g".into(), order };
    link(&server, "judge").judge().enter_janken(request).await.unwrap();
    assert_eq!(auto.event()["event"], "result_open");
    assert_eq!(auto.exit_code(), 0);
    assert_eq!(counts(&server, ["result_declared"]).await, [0]);
    drop(teams);
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_line_hands_control_back() {
    let server = TestServer::start(CONTEST).await;
    let mut auto = Auto::start(&server, &[&AT_ONCE[..], &["--wait-for-teams", "no"]].concat());
    let without = auto.until("opens_without");
    assert_eq!((&without["round"], &without["teams"]), (&json!(1), &json!(["a", "b"])));
    assert_eq!(auto.until("opened_round")["round"], 1);
    let void = judge::VoidRoundRequest { game: "g".into(), round: 1, reason: "a slip".into(), attempt: 1 };
    link(&server, "judge").judge().void_round(void).await.unwrap();
    assert_eq!(auto.until("taken_over")["act"], "round_voided");
    auto.type_in(b"h\n\n");
    assert_eq!(auto.event()["event"], "handed_back", "another game's name hands nothing back");
    assert_eq!(auto.until("opened_round")["round"], 1, "the voided round is run again");
    auto.child.kill().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn restarts_of_server_and_judge_repeat_nothing() {
    let mut server = TestServer::start(CONTEST).await;
    let args = [&AT_ONCE[..], &["--wait-for-teams", "no", "--declare", "g"]].concat();
    let auto = Auto::start(&server, &args);
    assert_eq!(auto.until("opened_round")["round"], 1);
    server.stop().await;
    auto.until("lost");
    server.resume().await;
    auto.until("back");
    let mut auto = auto;
    auto.child.kill().unwrap();
    auto.child.wait().unwrap();
    // Two at a time: one is a person to the other.
    let [one, other] = [(); 2].map(|()| Auto::start(&server, &args));
    one.until("taken_up");
    other.until("taken_up");
    let _teams = ["a", "b"].map(|name| idle_team(&server, name, "g"));
    // Each takes the other for a person, and is handed the game back at once: both do all they can.
    let until_janken = |mut auto: Auto| {
        loop {
            match auto.next()["event"].as_str() {
                Some("taken_over") => auto.type_in(b"\n"),
                Some("janken") => return auto,
                _ => {}
            }
        }
    };
    let other = std::thread::spawn(move || until_janken(other));
    let one = tokio::task::spawn_blocking(move || until_janken(one)).await.unwrap();
    let other = other.join().unwrap();
    let facts = counts(&server, ["round_opened", "round_finalised", "end_signalled"]).await;
    assert_eq!(facts, [2, 2, 1]);
    for mut auto in [one, other] {
        auto.child.kill().unwrap();
        auto.child.wait().unwrap();
    }
}

const EVENT: &str = r#"{"lottery_date":"2026-12-05","plan":{"name":"own","title":"A day",
    "lottery":[{"name":"one","digits":4},{"name":"two","digits":4},{"name":"three","digits":4},{"name":"four","digits":3}],
    "stage":[{"name":"heats","roster":true,"per_group":1}]}}"#;

#[tokio::test(flavor = "multi_thread")]
async fn judge_waits_while_an_open_event_brings_games() {
    let server = TestServer::start(CONTEST).await;
    let organiser = link(&server, "organiser");
    let create = CreateEventRequest { event: "cup".into(), config: EVENT.into() };
    organiser.event_organiser().create_event(create).await.unwrap();
    let abandon = judge::AbandonGameRequest { game: "g".into(), reason: "over".into() };
    organiser.judge().abandon_game(abandon).await.unwrap();
    let named = Auto::start(&server, &["g"]);
    let entry = named.until("abandoned");
    assert_eq!((&entry["reason"], &entry["spare"]), (&"over".into(), &Value::Null));
    assert_eq!(entry["text"], "abandoned (over).", "a game without a spare has none to be started");
    assert_eq!(
        (named.next(), named.exit_code()),
        (Value::Null, 0),
        "whose games are named waits for no event"
    );
    let auto = Auto::start(&server, &["--all"]);
    assert_eq!(auto.until("awaits_stage")["game"], "cup");
    let abandon = AbandonEventRequest { event: "cup".into(), reason: "the hall is flooded".into() };
    organiser.event_organiser().abandon_event(abandon).await.unwrap();
    assert_eq!((auto.next(), auto.exit_code()), (Value::Null, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn abandoned_game_reports_reason_and_spare_game() {
    let contest = CONTEST.replace(r#"id = "g","#, r#"id = "g", spare = "tiny-2","#);
    let server = TestServer::start(&contest).await;
    let auto = || Auto::start(&server, &["g"]);
    let organiser = link(&server, "organiser");
    let abandon = judge::AbandonGameRequest { game: "g".into(), reason: "a wrong drawing".into() };
    organiser.judge().abandon_game(abandon).await.unwrap();
    let entry = auto().until("abandoned");
    assert_eq!((&entry["reason"], &entry["spare"]), (&json!("a wrong drawing"), &json!("g-spare")));
    assert!(entry["text"].as_str().unwrap().contains("Start its spare g-spare in the console"), "{entry}");
    let replace = ReplaceGameRequest { game: "g".into(), reason: "a wrong drawing".into() };
    organiser.organiser().replace_game(replace).await.unwrap();
    let entry = auto().until("abandoned");
    assert!(entry["text"].as_str().unwrap().contains("g-spare replaces it"), "{entry}");
}

#[tokio::test(flavor = "multi_thread")]
async fn several_games_must_be_named_or_all_meant() {
    let contest = CONTEST.replace(
        "game = [",
        r#"game = [{ id = "h", scenario = "tiny-2", close = "all-sealed" }, { id = "w", scenario = "tiny-2", starts = "by-organiser" }, "#,
    );
    let server = TestServer::start(&contest).await;
    let unnamed = Auto::start(&server, &[]);
    let failed = unnamed.event();
    let message = failed["message"].as_str().unwrap();
    assert!(failed["reason"] == "USAGE" && message.contains('g') && message.contains("--all"), "{failed}");
    assert_eq!(unnamed.exit_code(), 2);
    let strange = Auto::start(&server, &["nowhere"]);
    assert_eq!(strange.event()["reason"], "UNKNOWN_GAME");
    assert_eq!(strange.exit_code(), 4);
    let auto = Auto::start(&server, &[&AT_ONCE[..], &["--wait-for-teams", "no", "--all"]].concat());
    let mut seen: Vec<(String, String)> = Vec::new();
    while seen.iter().filter(|(_, event)| event == "opened_round").count() < 2 {
        let line = auto.event();
        let text = |key: &str| line[key].as_str().unwrap().to_owned();
        seen.push((text("game"), text("event")));
    }
    let of = |game: &str| -> Vec<&str> {
        seen.iter().filter(|(of, _)| of == game).map(|(_, event)| event.as_str()).collect()
    };
    let expected = vec!["taken_up", "opens_without", "opened_round"];
    assert_eq!((of("g"), of("h")), (expected.clone(), expected));
    assert_eq!(of("w"), ["awaits_start"]);
    let mut auto = auto;
    auto.child.kill().unwrap();
    auto.child.wait().unwrap();
}

const HEATS: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }, { id = "d", name = "D" }]
game = [
    { id = "heat-1", scenario = "tiny-2", teams = ["a", "b"], close = "all-sealed" },
    { id = "heat-2", scenario = "tiny-2", teams = ["c", "d"], close = "all-sealed" },
    { id = "final", scenario = "tiny-2", teams = 2, starts = "by-organiser" },
]
"#;

async fn start_final(server: &TestServer, more: &[&str]) -> (Option<i32>, Value) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_judge-tui"));
    command.args(["start", "final", "--by-results", "--json"]).args(more);
    command.env("ISHIGAKI_SERVER", server.address()).env("ISHIGAKI_TOKEN", server.token("organiser"));
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn finalists_are_selected_by_results_once_heats_are_over() {
    let server = TestServer::start(HEATS).await;
    let (code, refused) = start_final(&server, &[]).await;
    assert_eq!((code, &refused["reason"]), (Some(1), &json!("NOT_DETERMINED")));
    let orders = [("heat-1", ["b", "a"]), ("heat-2", ["c", "d"])];
    for (game, order) in orders {
        assert_eq!(start_final(&server, &["--preview"]).await.1["teams"], json!([]));
        let _teams = order.map(|name| idle_team(&server, name, game));
        let auto = Auto::start(&server, &[&AT_ONCE[..], &["--declare", game]].concat());
        auto.until("janken");
        let order = order.map(str::to_owned).into();
        let request = EnterJankenRequest { game: game.into(), order };
        link(&server, "judge").judge().enter_janken(request).await.unwrap();
        auto.until("declared");
    }
    assert_eq!(start_final(&server, &["--preview"]).await.1["teams"], json!(["b", "c"]));
    let (code, started) = start_final(&server, &[]).await;
    assert_eq!((code, &started["started"]["teams"]), (Some(0), &json!(["b", "c"])));
}
