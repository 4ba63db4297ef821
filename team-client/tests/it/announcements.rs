//! Announcements of the judge in `watch`, as JSON, and in a bot's log.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

use ishigaki_client::{Link, connect};
use ishigaki_proto::judge::AnnounceRequest;
use ishigaki_proto::wire;
use ishigaki_testkit::TestServer;

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2" }]
"#;

struct FollowingProgram {
    child: Child,
    lines: std::io::Lines<BufReader<ChildStdout>>,
}

impl FollowingProgram {
    fn start(server: &TestServer, team: &str, words: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_team-client"))
            .args(words)
            .env_clear()
            .env("HOME", server.tokens().parent().unwrap())
            .env("ISHIGAKI_SERVER", format!("http://{}", server.address().trim_start_matches("http://")))
            .env("ISHIGAKI_TOKEN", server.token(team))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    fn announcement(&mut self, text: &str) -> String {
        self.lines.by_ref().map(Result::unwrap).find(|line| line.contains(text)).unwrap()
    }
}

impl Drop for FollowingProgram {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

async fn announce(judge: &Link, teams: &[&str], english: &str, japanese: &str) {
    let text = wire::Announcement { english: english.into(), japanese: japanese.into() };
    let teams = teams.iter().map(|&team| team.to_owned()).collect();
    let request = AnnounceRequest {
        game: "g".into(),
        teams,
        text: Some(text),
        asked: String::new(),
        corrects: false,
        ..Default::default()
    };
    judge.judge().announce(request).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn watch_and_bot_print_announcements_for_own_team() {
    let server = TestServer::start(CONTEST).await;
    let judge = connect(&server.address().parse().unwrap(), &server.token("judge").parse().unwrap());
    announce(&judge, &["b"], "B alone", "").await;
    announce(&judge, &[], "Rooms change", "会場変更").await;

    let mut plain = FollowingProgram::start(&server, "a", &["watch"]);
    let line = plain.announcement("Announcement");
    assert!(line.ends_with("Announcement: Rooms change"), "what is for B alone is not told to A: {line}");
    let mut japanese = FollowingProgram::start(&server, "a", &["watch", "--lang", "ja"]);
    let line = japanese.announcement("お知らせ");
    assert!(line.ends_with("お知らせ：会場変更"), "{line}");

    let mut addressed = FollowingProgram::start(&server, "b", &["watch", "--json"]);
    let line = addressed.announcement("\"announced\"");
    let event: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(event["text"], "Announcement to B: B alone", "{event}");
    assert!(line.contains(r#""teams":["b"]"#) && line.contains(r#""english":"B alone""#), "{line}");

    // A bot prints events from when it has begun to play, which is unknown here, so the announcement is
    // repeated.
    for (words, text) in [(&["bot"][..], "Announcement to A"), (&["bot", "--json"], "\"announced\"")] {
        let mut bot = FollowingProgram::start(&server, "a", words);
        let announcement = tokio::task::spawn_blocking(move || bot.announcement(text));
        while !announcement.is_finished() {
            announce(&judge, &["a"], "Mind your wall", "").await;
        }
        let line = announcement.await.unwrap();
        assert!(line.contains("Announcement to A: Mind your wall"), "{line}");
    }
}
