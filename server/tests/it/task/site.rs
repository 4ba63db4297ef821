//! A contest's site, press text and archive, from the journal of a stopped server.

use std::fs;
use std::path::{Path, PathBuf};

use ishigaki_proto::judge::{self, RevealRankingRequest};
use ishigaki_proto::{team, wire};

use super::{ContestFolder, SERVE};
use crate::service::fixture::Participant;

const LEAGUES: &str = include_str!("../../../record/tests/tournament/meijin.jsonl");
const GROUPS: &str = include_str!("../../../record/tests/tournament/ishigaki.jsonl");

const CONTEST: &str = r#"
[[team]]
id = "a"
name = "<b>A</b>"

[[team]]
id = "b"
name = "B & \"sons\""

[[game]]
id = "g"
title = "<i>Final</i>"
scenario = "./short.toml"

[[game]]
id = "running"
scenario = "tiny-2"
close = "all-sealed"

[[game]]
id = "practice"
scenario = "tiny-2"
practice = true
"#;

const SCENARIO: &str = r#"
title = "Short"
teams = 2
money = 60
end_countdown_s = 1
frame = """
####
"""
round = [{ bids = 1, wins = 1, close = "all-sealed" }]
stone = [{ id = "P", copies = 2, min_price = 1, shape = '####' }]
"#;

fn contest() -> ContestFolder {
    let mut folder = ContestFolder::new();
    fs::write(folder.path().join("short.toml"), SCENARIO).unwrap();
    fs::write(folder.path().join("contest.toml"), CONTEST).unwrap();
    fs::remove_file(folder.path().join("tokens.toml")).unwrap();
    folder.tokens = folder.run(&["tokens", "--contest", "contest.toml"]).out;
    folder
}

impl ContestFolder {
    /// Plays `g` to its declared result, seals a list in `running`, and ends the practice game.
    async fn play_contest(&self) {
        let server = self.serve();
        let mut judge = Participant::take(server.link(self, "judge"));
        judge.open_round(1).await.unwrap();
        for name in ["a", "b"] {
            Participant::take(server.link(self, name)).bid(1, 0, &[("P", 3)]).await.unwrap();
        }
        judge.until("lists_opened").await;
        judge.confirm_all(1, 1).await.unwrap();
        judge.until("round_finalised").await;
        let mut judging = judge.link.judge();
        judging.signal_end(judge::SignalEndRequest { game: "g".into() }).await.unwrap();
        judge.until("game_ended").await;
        let order = ["a", "b"].map(String::from).into();
        judging.enter_janken(judge::EnterJankenRequest { game: "g".into(), order }).await.unwrap();
        judging.declare_result(judge::DeclareResultRequest { game: "g".into() }).await.unwrap();
        let open = judge::OpenRoundRequest { game: "running".into(), round: 1 };
        judging.open_round(open).await.unwrap();
        let bids = vec![wire::Bid { lot: "P".into(), price: 20 }];
        let list = team::SubmitBidsRequest { game: "running".into(), round: 1, bids, ..Default::default() };
        server.link(self, "a").team().submit_bids(list).await.unwrap();
        let end = judge::AbandonGameRequest { game: "practice".into(), reason: "it begins".into() };
        judging.abandon_game(end).await.unwrap();
    }

    async fn reveal(&self) {
        let server = self.serve();
        let reveal = RevealRankingRequest { game: "g".into(), places: 2 };
        server.link(self, "judge").judge().reveal_ranking(reveal).await.unwrap();
    }

    fn exits(&self, args: &[&str], code: i32) -> String {
        let output = self.run(args);
        assert_eq!(output.code, Some(code), "{args:?}: {output:?}");
        output.out + &output.err
    }

    fn has(&self, path: &str) -> bool {
        self.path().join(path).exists()
    }
}

/// Returns all files below a folder whose names have this ending in one text.
fn all_text(folder: &Path, ending: &str) -> String {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let text = |path: PathBuf| match path.is_dir() {
        true => all_text(&path, ending),
        false if path.to_string_lossy().ends_with(ending) => fs::read_to_string(path).unwrap(),
        false => String::new(),
    };
    entries.map(text).collect()
}

#[tokio::test]
async fn site_has_only_games_whose_ranking_is_revealed() {
    let folder = contest();
    folder.play_contest().await;
    let site = ["site", "--journal", "contest.db", "--folder", ".", "--out"];
    let to = |out: &'static str| [&site[..], &[out]].concat();
    folder.exits(&to("early"), 1);
    assert!(!folder.has("early"), "nothing is public, so nothing is written");
    folder.reveal().await;
    folder.exits(&to("whole"), 0);
    let text = all_text(&folder.path().join("whole"), "");
    let running = folder.run(&["transcript", "running"]).out;
    let running: serde_json::Value = serde_json::from_str(running.lines().next().unwrap()).unwrap();
    assert!(!text.contains(running["instance"].as_str().unwrap()), "no line of the running game");
    let pages = all_text(&folder.path().join("whole"), ".html");
    assert!(!pages.contains("<b>") && !pages.contains("<i>"), "names are escaped");
    for (path, is_there) in [
        ("whole/games/g.en.html", true),
        ("whole/games/g.report.html", true),
        ("whole/records/g.jsonl", true),
        ("whole/records/running.jsonl", false),
        ("whole/records/practice.jsonl", false),
    ] {
        assert_eq!(folder.has(path), is_there, "{path}");
    }
    folder.exits(&to("whole"), 1);
    let server = folder.serve_by(&mut folder.command(&SERVE));
    folder.exits(&to("busy"), 1);
    drop(server);
}

#[tokio::test]
async fn site_and_archive_meet_the_standard_of_verify() {
    let folder = contest();
    folder.play_contest().await;
    folder.exits(&["archive", "--out", "archive"], 6);
    assert!(!folder.has("archive"), "the running game has an unsigned end");
    folder.exits(&["archive", "--partial", "--out", "archive"], 0);
    assert!(folder.has("archive/practice.jsonl") && folder.has("archive/SHA256SUMS"));
    let (record, fingerprint) = ("archive/g.jsonl", folder.fingerprint());
    folder.exits(&["press", record, "--key", &fingerprint, "--revealed"], 0);
    folder.exits(&["press", record, "--key", &fingerprint], 1);
    folder.exits(&["press", record, record, "--key", &fingerprint, "--revealed"], 1);
    folder.exits(&["site", record, "--revealed", "--out", "site"], 6);
    let other = "0123-4567-89ab-cdef-0123-4567-89ab-cdef";
    folder.exits(&["site", record, "--revealed", "--key", other, "--out", "site"], 1);
    let text = fs::read_to_string(folder.path().join(record)).unwrap();
    fs::write(folder.path().join("changed.jsonl"), text.replace("\"price\":3", "\"price\":4")).unwrap();
    folder.exits(&["site", "changed.jsonl", "--partial", "--revealed", "--out", "site"], 1);
    assert!(!folder.has("site"), "a refused site is not written");
    folder.exits(&["site", record, "--revealed", "--partial", "--out", "site"], 0);
    let index = fs::read_to_string(folder.path().join("site/index.html")).unwrap();
    assert!(index.contains("class=\"warning\""), "{index}");
}

#[test]
fn event_record_yields_results_and_certificates() {
    let folder = ContestFolder::new();
    for (name, record) in [("leagues", LEAGUES), ("groups", GROUPS)] {
        let file = format!("{name}.jsonl");
        fs::write(folder.path().join(&file), record).unwrap();
        folder.exits(&["export", &file, "--out", name], 6);
        let all = ["export", &file, "--partial", "--format", "html,csv,text", "--out", name];
        folder.exits(&[&all[..], &["--date", "2026-12-06"]].concat(), 0);
        let certificates = fs::read_to_string(folder.path().join(name).join("certificates.html")).unwrap();
        assert!(certificates.contains("2026-12-06") && certificates.contains("class=\"diploma\""));
        assert!(folder.has(&format!("{name}/ranking.txt")) && folder.has(&format!("{name}/ranking.csv")));
        folder.exits(&["export", &file, "--partial", "certificates", "--format", "text"], 0);
        folder.exits(&["export", &file, "--partial", "walls"], 1);
        folder.exits(&["export", &file, "--partial", "results", "--format", "json"], 1);
    }
}
