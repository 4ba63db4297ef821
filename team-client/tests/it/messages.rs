//! The `ask` and `messages` commands: questions, announcements, and marks.

use std::process::Command;

use ishigaki_client::{Link, connect};
use ishigaki_proto::judge::{AnnounceRequest, AnswerQuestionRequest};
use ishigaki_proto::wire::Announcement;
use ishigaki_testkit::TestServer;
use serde_json::{Value, json};

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2" }]
"#;

async fn run_command(server: &TestServer, team: &str, words: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_team-client"));
    command
        .args(words)
        .env_clear()
        .env("HOME", server.tokens().parent().unwrap())
        .env("ISHIGAKI_SERVER", format!("http://{}", server.address().trim_start_matches("http://")))
        .env("ISHIGAKI_TOKEN", server.token(team));
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), text)
}

async fn messages(server: &TestServer, team: &str, words: &[&str]) -> Value {
    let (code, text) = run_command(server, team, &[&["messages", "--json"], words].concat()).await;
    assert_eq!(code, 0, "{text}");
    serde_json::from_str(text.lines().next().unwrap()).unwrap()
}

async fn answer(judge: &Link, question: u32, english: &str, to_all: bool) {
    let text = Some(Announcement { english: english.into(), japanese: String::new() });
    let (game, team) = ("g".into(), "a".into());
    let request = AnswerQuestionRequest { game, team, question, text, to_all, ..Default::default() };
    judge.judge().answer_question(request).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn asked_question_is_answered_and_read_by_addressed_teams() {
    let server = TestServer::start(CONTEST).await;
    let judge = connect(&server.address().parse().unwrap(), &server.token("judge").parse().unwrap());
    let (code, text) = run_command(&server, "a", &["ask", "May it stick out?"]).await;
    assert!(code == 0 && text.contains("question 1"), "{text}");
    assert_eq!(run_command(&server, "a", &["ask", "Who wins?", "--lang", "ja"]).await.0, 0);
    let (code, text) = run_command(&server, "a", &["ask", &"x".repeat(401)]).await;
    assert!(code == 1 && text.contains("401 characters; the maximum is 400"), "{text}");
    let text = Some(Announcement { english: "Lunch".into(), japanese: "昼".into() });
    judge.judge().announce(AnnounceRequest { game: "g".into(), text, ..Default::default() }).await.unwrap();
    answer(&judge, 1, "Yes.", false).await;
    answer(&judge, 2, "Nobody knows.", true).await;

    let kept = messages(&server, "a", &["--keep-unread"]).await;
    assert_eq!((&kept["unread"], &kept["team"]), (&json!(3), &json!("a")), "{kept}");
    let own = json!({
        "number": 2, "at_ms": kept["messages"][1]["at_ms"], "teams": ["a"], "english": "Yes.", "japanese": null,
        "asked": "May it stick out?", "question": 1, "correction": false, "read": false,
    });
    assert_eq!(kept["messages"][1], own, "{kept}");
    assert_eq!(kept["questions"][1]["answers"][0]["to_all"], true, "{kept}");
    let (_, text) = run_command(&server, "a", &["messages"]).await;
    assert!(text.contains("* ") && text.contains("Answer to your question 1"), "{text}");
    let read = messages(&server, "a", &[]).await;
    assert_eq!((&read["unread"], &read["messages"][2]["read"]), (&json!(0), &json!(true)), "{read}");

    let other = messages(&server, "b", &["--keep-unread"]).await;
    assert_eq!((&other["unread"], &other["questions"]), (&json!(2), &json!([])), "{other}");
    assert!(!other.to_string().contains("Yes.") && other.to_string().contains("Who wins?"), "{other}");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_corrected_answer_is_marked_as_correction() {
    let server = TestServer::start(CONTEST).await;
    let judge = connect(&server.address().parse().unwrap(), &server.token("judge").parse().unwrap());
    assert_eq!(run_command(&server, "a", &["ask", "May it stick out?"]).await.0, 0);
    answer(&judge, 1, "Yes.", true).await;
    let text = |english: &str| Some(Announcement { english: english.into(), japanese: String::new() });
    let (game, team) = ("g".to_owned(), "a".to_owned());
    let (replaces_revision, text_of) = (1, text("No."));
    let corrected = AnswerQuestionRequest {
        game,
        team,
        question: 1,
        text: text_of,
        to_all: true,
        replaces_revision,
        ..Default::default()
    };
    judge.judge().answer_question(corrected).await.unwrap();
    for teams in [vec!["b"], vec!["a", "b"]] {
        let teams = teams.into_iter().map(str::to_owned).collect();
        let request = AnnounceRequest { game: "g".into(), teams, text: text("Come."), ..Default::default() };
        judge.judge().announce(request).await.unwrap();
    }
    let reply = messages(&server, "b", &["--keep-unread"]).await;
    let marks: Vec<&Value> =
        reply["messages"].as_array().unwrap().iter().map(|one| &one["correction"]).collect();
    assert_eq!(marks, [false, true, false, false], "{reply}");
}
