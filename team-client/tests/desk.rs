//! The commands of a team against a real server: stones that have arrived.
#![expect(clippy::unwrap_used, reason = "a hall that cannot be set up is a failed test")]

use std::process::Command;

use ishigaki_link::{Link, connect};
use ishigaki_proto::judge::confirm_lots_request::Choice;
use ishigaki_proto::{judge, team, wire};
use ishigaki_testkit::TestServer;
use serde_json::{Value, json};
use tempfile::TempDir;

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2", close = "all-sealed" }]
"#;

/// A server, and a folder for receipts.
struct Hall(TestServer, TempDir);

impl Hall {
    /// Round 1 is final: a has won P and O, b has won nothing.
    async fn open() -> Self {
        let hall = Self(TestServer::start(CONTEST).await, tempfile::tempdir().unwrap());
        let mut judging = hall.link("judge").judge();
        judging.open_round(judge::OpenRoundRequest { game: "g".into(), round: 1 }).await.unwrap();
        for (name, lots) in [("a", vec!["P", "O"]), ("b", Vec::new())] {
            let bids = lots.into_iter().map(|lot| wire::Bid { lot: lot.into(), price: 9 }).collect();
            let request = team::SubmitBidsRequest { game: "g".into(), round: 1, bids, ..Default::default() };
            hall.link(name).team().submit_bids(request).await.unwrap();
        }
        let request = judge::ConfirmLotsRequest {
            game: "g".into(),
            round: 1,
            attempt: 1,
            choice: Some(Choice::All(judge::AllLots {})),
            settlement_digest: None,
        };
        judging.confirm_lots(request).await.unwrap();
        hall
    }

    fn link(&self, name: &str) -> Link {
        connect(&self.0.address().parse().unwrap(), &self.0.token(name).parse().unwrap())
    }

    /// The exit code and the answer of a command of team a.
    async fn command(&self, args: &[&str]) -> (i32, Value) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_team-client"));
        command.args(args).arg("--json").env("LANG", "C").env_remove("LC_ALL");
        command.env("ISHIGAKI_SERVER", self.0.address()).env("ISHIGAKI_TOKEN", self.0.token("a"));
        command.env("ISHIGAKI_RECEIPTS", self.1.path());
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        (output.status.code().unwrap(), serde_json::from_slice(&output.stdout).unwrap())
    }

    /// The team's stones that it has checked, by its own status.
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
async fn a_team_says_which_stones_have_arrived() {
    let hall = Hall::open().await;
    let done = |stones: &[&str]| (0, json!({ "ok": true, "command": "checked", "stones": stones }));
    assert_eq!(hall.command(&["checked", "O-1"]).await, done(&["O-1"]));
    assert_eq!(hall.checked().await, ["O-1"]);
    assert_eq!(hall.command(&["checked", "--all"]).await, done(&["P-1"]), "O-1 is checked already");
    assert_eq!(hall.checked().await, ["P-1", "O-1"]);
    assert_eq!(hall.command(&["checked", "--all"]).await, done(&[]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stone_that_the_team_does_not_have_is_refused_with_all_the_others() {
    let hall = Hall::open().await;
    let (code, refused) = hall.command(&["checked", "P-1", "T-1"]).await;
    assert_eq!((code, &refused["reason"], &refused["rule"]), (1, &json!("NOT_OWNED"), &json!("W4")));
    assert_eq!(hall.command(&["checked", "P"]).await.0, 2, "no stone's name");
    assert!(hall.checked().await.is_empty());
}
