//! The log of a whole game, as an operator reads it.
#![expect(clippy::unwrap_used, reason = "test set-up that fails is a failed test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use ishigaki_client::connect;
use ishigaki_proto::{judge, team, wire};
use ishigaki_testkit::{ManualClock, TestServer};
use ishigaki_words::columns::width;

/// A game with a void attempt, a tie, a disqualification and a result.
fn small() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("record/tests/golden/small.jsonl")
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishigaki-server"));
    // Nine hours ahead of UTC, independent of the machine's time zones.
    command
        .args(["log", "--partial"])
        .args(args)
        .env("TZ", "JST-9")
        .env_remove("ISHIGAKI_JOURNAL")
        .env("LANG", "C");
    command
}

fn log(args: &[&str]) -> String {
    let Output { status, stdout, stderr } = command(args).output().unwrap();
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

fn refused(args: &[&str]) -> String {
    let Output { status, stderr, .. } = command(args).output().unwrap();
    assert!(!status.success());
    String::from_utf8(stderr).unwrap()
}

#[test]
fn log_of_small_game_matches_golden_in_both_languages() {
    let record = small();
    let record = record.to_str().unwrap();
    for lang in ["en", "ja"] {
        let text = log(&["g1", "--transcript", record, "--lang", lang]);
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/log/small.{lang}.txt"));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&golden, &text).unwrap();
        }
        assert_eq!(
            text,
            fs::read_to_string(&golden).unwrap(),
            "UPDATE_GOLDEN=1 writes it anew; then read it"
        );
    }
}

/// A game with messages, mostly private ones.
fn messages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("record/tests/golden/notes.jsonl")
}

#[test]
fn private_messages_are_logged_only_after_game_end() {
    let record = messages();
    let output = log(&["--transcript", record.to_str().unwrap()]);
    for part in
        ["may \"it\" turn?", "Answer to チームa only (question 2): no", "to the stage", "up to number 5"]
    {
        assert!(output.contains(part), "{part}: {output}");
    }
    assert!(!output.contains("is sealed until"), "{output}");
    // The same game just before it was abandoned.
    let text = fs::read_to_string(&record).unwrap();
    let (open, _) = text.split_once(r#"{"kind":"event","sequence":15,"#).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("open.jsonl");
    fs::write(&file, ishigaki_record::transcript::complete(open).unwrap()).unwrap();
    let text = log(&["--transcript", file.to_str().unwrap()]);
    assert_eq!(text.matches("is sealed until the result is declared").count(), 10, "{text}");
    assert!(!text.contains("Answer to チーム") && !text.contains("stage"), "{text}");
}

#[test]
fn json_log_has_same_sentences_as_text_log() {
    let record = small();
    let record = record.to_str().unwrap();
    let part = log(&["g1", "--transcript", record, "--json"]);
    let output: Vec<serde_json::Value> =
        part.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let text = log(&["g1", "--transcript", record]);
    let mut sentences = 0;
    for one in &output {
        let follows = one["follows"].as_array().unwrap();
        for sentence in std::iter::once(&one["text"]).chain(follows) {
            assert!(text.contains(sentence.as_str().unwrap()), "{sentence}");
            sentences += 1;
        }
    }
    assert_eq!(sentences, text.lines().count() - 1, "the table has a head");
    assert_eq!((&output[0]["fact"]["fact"], &output[0]["at_ms"]), (&"set_up".into(), &0.into()));
    assert!(output.iter().any(|one| one["fact"]["fact"] == "bids_sealed" && one["unix_ms"].is_u64()));
}

#[test]
fn log_columns_are_aligned_for_any_name_width() {
    let record = small();
    for lang in ["en", "ja"] {
        let text = log(&["g1", "--transcript", record.to_str().unwrap(), "--lang", lang]);
        let mut lines = text.lines();
        let (head, last) = lines.next().unwrap().rsplit_once("  ").expect("a head of several columns");
        let what = width(head) + 2;
        assert!(!last.is_empty());
        for line in lines {
            let starts = line.char_indices().filter(|(at, _)| width(&line[..*at]) == what);
            let starts: Vec<usize> = starts.map(|(at, _)| at).collect();
            let at = starts.first().expect("no character reaches over the start of the last column");
            assert!(line[..*at].ends_with("  ") && !line[*at..].starts_with(' '), "{line}");
        }
    }
}

#[test]
fn log_language_follows_environment_without_option() {
    let record = small();
    let mut japanese = command(&["g1", "--transcript", record.to_str().unwrap()]);
    let text = japanese.env("LANG", "ja_JP.UTF-8").output().unwrap().stdout;
    assert!(String::from_utf8(text).unwrap().contains("審判長"));
    assert!(log(&["g1", "--transcript", record.to_str().unwrap()]).contains("the chief judge"));
}

#[test]
fn transcript_log_needs_no_game_argument() {
    let record = small();
    let record = record.to_str().unwrap();
    assert_eq!(log(&["--transcript", record]), log(&["g1", "--transcript", record]));
    assert!(refused(&[]).contains("<GAME|--transcript"), "a journal has more than one");
}

#[test]
fn another_game_and_a_missing_journal_are_refused() {
    let record = small();
    assert!(refused(&["g2", "--transcript", record.to_str().unwrap()]).contains("the record of game g1"));
    assert!(refused(&["g1", "--journal", "nosuch.db"]).contains("there is no journal nosuch.db"));
    assert!(!Path::new("nosuch.db").exists(), "asking makes nothing");
    let folder = Path::new("nosuch").join("contest.db").display().to_string();
    assert!(refused(&["g1", "--folder", "nosuch"]).contains(&folder), "the journal of the contest's folder");
}

#[tokio::test]
async fn journal_log_hides_sealed_part_until_game_end() {
    let contest = "team = [{ id = \"a\", name = \"A\" }, { id = \"b\", name = \"B\" }]\n\
        game = [{ id = \"g\", scenario = \"tiny-2\", close = \"deadline\" }]";
    let clock = ManualClock::new();
    let mut server = TestServer::start_by(Arc::new(clock.clone()), contest).await;
    let link = |name: &str| connect(&server.address().parse().unwrap(), &server.token(name).parse().unwrap());
    let open = judge::OpenRoundRequest { round: 1, ..Default::default() };
    link("judge").judge().open_round(open).await.unwrap();
    let bids = vec![wire::Bid { lot: "P".into(), price: 20 }];
    let list = team::SubmitBidsRequest { round: 1, bids, ..Default::default() };
    link("a").team().submit_bids(list).await.unwrap();
    let journal = server.journal();
    let journal = journal.to_str().unwrap();
    assert!(refused(&["g", "--journal", journal]).contains("A running server is using this journal"));
    server.stop().await;
    let sealed = log(&["g", "--journal", journal]);
    assert_eq!(sealed.lines().count(), 4, "head, set-up, round, and that more may come: {sealed}");
    assert!(
        sealed.contains("The result is not declared yet") && !sealed.contains("submitted its list"),
        "{sealed}"
    );
    server.resume().await;
    let abandon = judge::AbandonGameRequest { game: "g".into(), reason: "wrong\nproblem".into() };
    let link = connect(&server.address().parse().unwrap(), &server.token("judge").parse().unwrap());
    link.judge().abandon_game(abandon).await.unwrap();
    server.stop().await;
    let open = log(&["g", "--journal", journal]);
    assert!(open.contains("A submitted its list (A2).") && open.contains("wrong␊problem (G4)"), "{open}");
    assert!(!open.contains("The result is not declared yet") && !open.contains("20 TSUYAMA"), "{open}");
}
