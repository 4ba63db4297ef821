//! The commands of a team against a real server: stones that have arrived, whole walls.

use std::io::Write as _;
use std::process::{Command, Stdio};

use ishigaki_client::{Invitation, Link, Pin, code, connect};
use ishigaki_proto::judge::confirm_lots_request::Choice;
use ishigaki_proto::{judge, team, wire};
use ishigaki_testkit::TestServer;
use serde_json::{Value, json};
use tempfile::TempDir;

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2", close = "all-sealed" }]
"#;

struct StonesFixture(TestServer, TempDir);

impl StonesFixture {
    async fn open() -> Self {
        let fixture = Self(TestServer::start(CONTEST).await, tempfile::tempdir().unwrap());
        let mut judging = fixture.link("judge").judge();
        judging.open_round(judge::OpenRoundRequest { game: "g".into(), round: 1 }).await.unwrap();
        for (name, lots) in [("a", vec!["P", "O"]), ("b", Vec::new())] {
            let bids = lots.into_iter().map(|lot| wire::Bid { lot: lot.into(), price: 9 }).collect();
            let request = team::SubmitBidsRequest { game: "g".into(), round: 1, bids, ..Default::default() };
            fixture.link(name).team().submit_bids(request).await.unwrap();
        }
        let request = judge::ConfirmLotsRequest {
            game: "g".into(),
            round: 1,
            attempt: 1,
            choice: Some(Choice::All(judge::AllLots {})),
            settlement_digest: None,
        };
        judging.confirm_lots(request).await.unwrap();
        fixture
    }

    fn link(&self, name: &str) -> Link {
        connect(&self.0.address().parse().unwrap(), &self.0.token(name).parse().unwrap())
    }

    async fn command(&self, args: &[&str]) -> (i32, Value) {
        self.command_with(args, "").await
    }

    async fn command_with(&self, args: &[&str], input: &str) -> (i32, Value) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_team-client"));
        command.args(args).arg("--json").env("LANG", "C").env_remove("LC_ALL");
        command.env("ISHIGAKI_SERVER", self.0.address()).env("ISHIGAKI_TOKEN", self.0.token("a"));
        command.env("ISHIGAKI_RECEIPTS", self.1.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = tokio::task::spawn_blocking(move || child.wait_with_output().unwrap()).await.unwrap();
        let answer = String::from_utf8(output.stdout).unwrap();
        // The last of several answers.
        (output.status.code().unwrap(), serde_json::from_str(answer.lines().last().unwrap()).unwrap())
    }

    async fn laid(&self) -> usize {
        let (_, status) = self.command(&["status"]).await;
        status["stones"].as_array().unwrap().iter().filter(|stone| !stone["laid"].is_null()).count()
    }

    async fn checked(&self) -> Vec<String> {
        let (_, status) = self.command(&["status"]).await;
        let stones = status["stones"].as_array().unwrap().iter();
        stones
            .filter(|stone| stone["checked"] == true)
            .map(|stone| stone["stone"].as_str().unwrap().to_owned())
            .collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn checked_command_marks_received_stones() {
    let fixture = StonesFixture::open().await;
    let done = |stones: &[&str]| (0, json!({ "ok": true, "command": "checked", "stones": stones }));
    assert_eq!(fixture.command(&["checked", "O-1"]).await, done(&["O-1"]));
    assert_eq!(fixture.checked().await, ["O-1"]);
    assert_eq!(fixture.command(&["checked", "--all"]).await, done(&["P-1"]), "O-1 is checked already");
    assert_eq!(fixture.checked().await, ["P-1", "O-1"]);
    assert_eq!(fixture.command(&["checked", "--all"]).await, done(&[]));
}

#[tokio::test(flavor = "multi_thread")]
async fn advise_and_what_if_commands_print_results() {
    let fixture = StonesFixture::open().await;
    let (code, advice) = fixture.command(&["advise"]).await;
    assert_eq!((code, &advice["round"]), (0, &json!(2)), "the next round, before it opens");
    let line = &advice["list"][0];
    assert!(line["price"].as_u64() > Some(0) && line["reason"].is_string(), "{advice}");
    assert!(advice["lots"].as_array().unwrap().iter().all(|lot| lot["lot"] != "P"), "P is sold out");
    let (code, reply) = fixture.command(&["what-if", "--round", "1", "--line", "1", "--price", "5"]).await;
    assert_eq!((code, &reply["was"]["paid"], &reply["would"]["paid"]), (0, &json!(18), &json!(14)));
    assert_eq!(reply["changed"][0]["would"], json!([{ "team": "a", "price": 5 }]));
    let (code, declined) = fixture.command(&["what-if", "--round", "1", "--decline"]).await;
    assert_eq!((code, &declined["would"]["paid"]), (0, &json!(0)));
    let (code, refused) = fixture.command(&["what-if", "--round", "1", "P:1000"]).await;
    assert_eq!((code, &refused["reason"], &refused["rule"]), (1, &json!("OVER_BUDGET"), &json!("A2")));
    assert_eq!(fixture.command(&["what-if", "--round", "2", "--decline"]).await.1["reason"], "NOT_OPENED");
    assert_eq!(fixture.command(&["what-if", "--round", "1", "--line", "3", "--price", "5"]).await.0, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn unowned_stone_is_refused_with_all_the_others() {
    let fixture = StonesFixture::open().await;
    let (code, refused) = fixture.command(&["checked", "P-1", "T-1"]).await;
    assert_eq!((code, &refused["reason"], &refused["rule"]), (1, &json!("NOT_OWNED"), &json!("W4")));
    assert_eq!(fixture.command(&["checked", "P"]).await.0, 2, "no stone's name");
    assert!(fixture.checked().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn best_wall_goes_from_puzzle_through_solver_to_server() {
    let fixture = StonesFixture::open().await;
    let (code, puzzle) = fixture.command(&["puzzle"]).await;
    assert_eq!((code, puzzle["stones"][0]["id"].as_str()), (0, Some("P-1")));
    let (_, best) = fixture.command_with(&["solve", "-", "--seconds", "20"], &puzzle.to_string()).await;
    assert_eq!((&best["optimal"], &best["used"]), (&json!(true), &json!(2)));
    // As the solver prints walls, one better than the other, one a line.
    let walls = format!("{}\n{best}\n", json!({ "empty": 20, "placements": [] }));
    let (code, checked) = fixture.command_with(&["wall", "-", "--check"], &walls).await;
    assert_eq!((code, &checked["check"], &checked["wall"]["used"]), (0, &json!(true), &json!(2)));
    assert_eq!(fixture.laid().await, 0, "a check sends nothing");
    let (code, done) = fixture.command_with(&["wall", "-"], &walls).await;
    assert_eq!((code, &done["command"], &done["wall"]["empty"]), (0, &json!("wall"), &best["empty"]));
    assert_eq!(fixture.laid().await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn unsupported_wall_is_refused_by_check_and_server_alike() {
    let fixture = StonesFixture::open().await;
    let wall =
        r#"[{"stone": "O-1", "rot": 0, "row": 0, "col": 0}, {"stone": "T-1", "rot": 5, "row": 1, "col": 1}]"#;
    let (code, checked) = fixture.command_with(&["wall", "--check", "-"], wall).await;
    assert_eq!((code, &checked["reason"]), (1, &json!("INVALID_WALL")));
    assert!(checked["violations"].as_array().unwrap().len() > 1, "{checked}");
    assert_eq!(fixture.command_with(&["wall", "-"], wall).await, (1, checked));
    let (code, error) = fixture.command_with(&["wall", "-"], "{}").await;
    assert_eq!((code, &error["reason"]), (2, &json!("USAGE")), "{error}");
    assert_eq!(fixture.laid().await, 0);
}

#[test]
fn completions_cover_commands_in_each_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_team-client"));
        let output = command.args(["completions", shell]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{shell}");
        for word in ["take-out", "wall", "--check", "--token-file"] {
            // Fish has long options without their dashes.
            assert!(text.contains(word.trim_start_matches('-')), "{shell} does not know {word}");
        }
    }
}

async fn join_by(args: &[&str], typed: &str) -> (i32, String, Value, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_team-client"));
    command.arg("join").args(args).arg("--json").current_dir(folder.path()).env("LANG", "C");
    for name in ["ISHIGAKI_TOKEN", "ISHIGAKI_TOKEN_FILE", "ISHIGAKI_SERVER", "ISHIGAKI_CA", "LC_ALL"] {
        command.env_remove(name);
    }
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    // A program that has heard enough closes its end.
    drop(child.stdin.take().unwrap().write_all(typed.as_bytes()));
    let output = tokio::task::spawn_blocking(|| child.wait_with_output().unwrap()).await.unwrap();
    let kept = ["server", "ca.pem", "token"];
    let kept =
        kept.iter().filter_map(|name| std::fs::read_to_string(folder.path().join(name)).ok()).collect();
    let stderr = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), stderr, serde_json::from_slice(&output.stdout).unwrap(), kept)
}

#[tokio::test(flavor = "multi_thread")]
async fn environments_token_is_named_where_the_folder_has_one() {
    let server = TestServer::start_encrypted(CONTEST).await;
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    file("ca.pem", server.authority().unwrap().pem());
    file("token", server.token("a"));
    file("judge.token", server.token("judge"));
    let status = async |environment: &[(&str, &str)], args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_team-client"));
        command.args(["status", "--server", &server.address()]).args(args).current_dir(folder.path());
        for name in ["ISHIGAKI_TOKEN", "ISHIGAKI_TOKEN_FILE", "ISHIGAKI_SERVER", "ISHIGAKI_CA", "LC_ALL"] {
            command.env_remove(name);
        }
        command.env("LANG", "C").envs(environment.iter().copied());
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(status(&[], &[]).await, (0, String::new()));
    let (code, stderr) = status(&[("ISHIGAKI_TOKEN_FILE", "judge.token")], &[]).await;
    assert!(code != 0 && stderr.contains("ISHIGAKI_TOKEN_FILE"), "{code} {stderr}");
    let (code, stderr) = status(&[("ISHIGAKI_TOKEN", server.token("judge"))], &[]).await;
    assert!(code != 0 && stderr.contains("ISHIGAKI_TOKEN,"), "{code} {stderr}");
    assert!(!stderr.contains(server.token("judge")), "a token is in no message");
    let typed = status(&[("ISHIGAKI_TOKEN_FILE", "judge.token")], &["--token", server.token("a")]).await;
    assert_eq!(typed, (0, String::new()), "the command line takes precedence");
}

async fn join(server: &TestServer, typed: &str) -> (i32, Value, usize) {
    let (code, _, reply, kept) = join_by(&[&server.address()], typed).await;
    (code, reply, kept.len())
}

#[tokio::test(flavor = "multi_thread")]
async fn join_asks_for_the_sheet_and_keeps_nothing_wrong() {
    let server = TestServer::start_encrypted(CONTEST).await;
    let (fingerprint, token) = (server.authority().unwrap().fingerprint().to_string(), server.token("a"));
    let (code, reply, kept) = join(&server, &format!("{fingerprint}\n{token}\n")).await;
    assert_eq!((code, kept), (0, 3), "{reply}");
    let other = "0000-".repeat(8);
    for (typed, code, reason) in [
        (format!("{fingerprint}\nishi.0.0\n"), 4, "UNAUTHENTICATED"),
        (format!("{fingerprint}\n{}\n", "x".repeat(100_000)), 2, "USAGE"),
        (format!("{}\n{token}\n", other.trim_end_matches('-')), 3, "NOT_JOINED"),
        ("no fingerprint\n".to_owned(), 2, "USAGE"),
    ] {
        let (ended, reply, kept) = join(&server, &typed).await;
        assert_eq!((ended, &reply["reason"], kept), (code, &json!(reason), 0), "{reply}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn join_uses_server_option_unless_it_conflicts() {
    let server = TestServer::start_encrypted(CONTEST).await;
    let (place, code, token, line) = sheet(&server);
    let typed = format!("{code}\n{token}\n");
    let (ended, stderr, _, kept) = join_by(&["--server", &server.address()], &typed).await;
    assert_eq!((ended, kept.len()), (0, 3), "{stderr}");
    let (ended, stderr, _, kept) = join_by(&[&line, "--server", &place.to_uppercase()], "").await;
    assert_eq!((ended, kept.len()), (0, 3), "{stderr}");
    for joined in [&place, &line] {
        let (ended, stderr, json, kept) = join_by(&[joined, "--server", "192.168.0.9:7150"], &typed).await;
        assert_eq!((ended, &json["reason"], kept.len()), (2, &json!("USAGE"), 0), "{stderr}");
        let says = json["message"].as_str().unwrap();
        assert!(says.contains("192.168.0.9:7150") && says.contains("--server"), "{says}");
    }
}

fn sheet(server: &TestServer) -> (String, String, String, String) {
    let place = server.address().trim_start_matches("https://").to_owned();
    let fingerprint = server.authority().unwrap().fingerprint();
    let token = code::of_token(server.token("a")).unwrap();
    let line = Invitation::line(&place, &fingerprint, server.token("a")).unwrap();
    (place, Pin::code(&fingerprint), token, line)
}

#[tokio::test(flavor = "multi_thread")]
async fn join_takes_all_in_one_line_or_asks_for_each_part() {
    let server = TestServer::start_encrypted(CONTEST).await;
    let (place, pin, token, line) = sheet(&server);
    let (asked, small) =
        (format!("{place}\n{pin}\n{token}\n"), format!("{place}\n{pin}\n{token}\n").to_lowercase());
    for (args, typed) in [
        (vec![line.as_str()], ""),
        (vec![], line.as_str()),
        (vec![], &asked),
        (vec![], &small),
        (vec!["--lang", "ja"], &asked),
        (vec![&place, "--fingerprint", &pin, "--token", &token], ""),
    ] {
        let (code, stderr, answer, kept) = join_by(&args, typed).await;
        assert_eq!((code, kept.len()), (0, 3), "{args:?} {stderr} {answer}");
        assert_eq!(kept[2].trim(), server.token("a"), "whole, as other programs take it");
        assert!(!stderr.contains(&token) && !stderr.contains(server.token("a")), "{stderr}");
    }
    let (code, _, reply, kept) = join_by(&[&line[..line.len() - 5]], "").await;
    assert_eq!((code, &reply["reason"], kept.len()), (2, &json!("USAGE"), 0), "{reply}");
}

#[tokio::test(flavor = "multi_thread")]
async fn join_names_the_group_that_is_wrong_and_asks_for_it_alone() {
    let server = TestServer::start_encrypted(CONTEST).await;
    let (place, pin, token, _) = sheet(&server);
    let slipped = |code: &str, at: usize| {
        let mut groups: Vec<String> = code.split('-').map(str::to_owned).collect();
        let right = std::mem::take(&mut groups[at]);
        let mut characters: Vec<char> = right.chars().collect();
        characters[1] = if characters[1] == '7' { '8' } else { '7' };
        groups[at] = characters.into_iter().collect();
        (groups.join(" "), right)
    };
    let ((pin, third), (token, first)) = (slipped(&pin, 2), slipped(&token, 0));
    let typed = format!("{place}\n{pin}\n7\n{third}\n{token}\n{first}\n");
    for (lang, words) in [
        ("en", ["Group 3 has a typing error", "Group 3 again", "Group 1 again"]),
        ("ja", ["3組目に誤り", "3組目をもう一度", "1組目をもう一度"]),
    ] {
        let (code, stderr, answer, kept) = join_by(&["--lang", lang], &typed).await;
        assert_eq!((code, kept.len()), (0, 3), "{stderr} {answer}");
        assert!(words.iter().all(|word| stderr.contains(word)), "{stderr}");
        assert_eq!(stderr.matches(words[1]).count(), 2, "a wrong answer is asked for again: {stderr}");
    }
    // If the screen is left, the search stops and nothing is kept.
    let (code, _, reply, kept) = join_by(&[], &format!("{place}\n{pin}\n")).await;
    assert_eq!((code, &reply["reason"], kept.len()), (2, &json!("USAGE"), 0), "{reply}");
}
