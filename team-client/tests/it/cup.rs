//! An event of two stages on a real server, its staff, and the bots of its teams.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use ishigaki_client::judging::{NextStep, is_overtaken, judge};
use ishigaki_client::{CallError, Connection, Feed, Link, Mirror, Update, connect};
use ishigaki_proto::event as wire;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::judge::RevealRankingRequest;
use ishigaki_proto::organiser::{ReplaceGameRequest, StartGameRequest};
use ishigaki_proto::watch::ListGamesRequest;
use ishigaki_proto::wire::Tally;
use ishigaki_rules::{Act, Game, Phase};
use ishigaki_testkit::TestServer;
use team_client_sdk::Options;
use tokio::sync::mpsc;

const CONTEST: &str = r#"
team = [
    { id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }, { id = "d", name = "D" },
]
game = [{ id = "try", scenario = "tiny-2", teams = ["a", "b"], practice = true, starts = "by-organiser" }]
"#;

/// Two heats of two teams; the best of each plays the final.
const CONFIG: &str = r#"{
    "lottery_date": "2026-12-05",
    "plan": {
        "name": "cup", "title": "The cup", "title_ja": "石垣杯",
        "lottery": [{ "name": "one", "digits": 7 }, { "name": "two", "digits": 8 }],
        "stage": [
            { "name": "heats", "roster": true, "groups": 2, "per_group": 1,
              "game": [{ "scenario": "tiny-2", "spare": "tiny-2" }] },
            { "name": "final", "advanced": ["heats"], "groups": 1, "per_group": 0,
              "game": [{ "scenario": "tiny-2" }] }
        ]
    }
}"#;

pub(crate) const TEAMS: [&str; 4] = ["a", "b", "c", "d"];

pub(crate) struct Cup {
    pub(crate) server: TestServer,
    receipts: tempfile::TempDir,
}

impl Cup {
    /// Opens the event with its roster; nothing is drawn.
    pub(crate) async fn open() -> Self {
        let server = TestServer::start(CONTEST).await;
        let cup = Self { server, receipts: tempfile::tempdir().unwrap() };
        let mut organiser = cup.link("organiser").event_organiser();
        let request = wire::CreateEventRequest { event: "cup".into(), config: CONFIG.into() };
        organiser.create_event(request).await.unwrap();
        let roster = TEAMS.map(|team| serde_json::json!({ "id": team, "name": team.to_uppercase() }));
        let roster = serde_json::json!(roster).to_string();
        organiser.set_roster(wire::SetRosterRequest { event: String::new(), roster }).await.unwrap();
        organiser.commit_roster(wire::CommitRosterRequest::default()).await.unwrap();
        let results = vec!["4071932".to_owned(), "05867741".to_owned()];
        organiser.enter_digits(wire::EnterDigitsRequest { event: String::new(), results }).await.unwrap();
        cup
    }

    pub(crate) fn link(&self, name: &str) -> Link {
        let options = self.options(name);
        connect(&options.address, &options.token)
    }

    pub(crate) fn options(&self, name: &str) -> Options {
        let address = self.server.address().parse().unwrap();
        Options { address, token: self.server.token(name).parse().unwrap(), game: String::new() }
    }

    pub(crate) async fn draw(&self, stage: u32) {
        let request = wire::DrawGroupsRequest { stage, ..Default::default() };
        self.link("organiser").event_organiser().draw_groups(request).await.unwrap();
    }

    /// Closes a stage once the results of its games are counted.
    pub(crate) async fn close(&self, stage: u32) {
        let mut organiser = self.link("organiser").event_organiser();
        while let Err(status) =
            organiser.close_stage(wire::CloseStageRequest { stage, ..Default::default() }).await
        {
            assert_eq!(Fault::from_status(&status).map(|fault| fault.reason), Some(ErrorReason::GamesOpen));
            tokio::task::yield_now().await;
        }
    }

    pub(crate) async fn declare(&self) {
        let request = wire::DeclareRankingRequest::default();
        self.link("organiser").event_organiser().declare_ranking(request).await.unwrap();
    }

    pub(crate) async fn replace(&self, game: &str) {
        let request = ReplaceGameRequest { game: game.into(), reason: "a flood".into() };
        self.link("judge").organiser().replace_game(request).await.unwrap();
    }

    pub(crate) async fn abandon(&self) {
        let request = wire::AbandonEventRequest { event: String::new(), reason: "a storm".into() };
        self.link("organiser").event_organiser().abandon_event(request).await.unwrap();
    }

    pub(crate) async fn start(&self, game: &str) {
        let request = StartGameRequest { game: game.into(), ..Default::default() };
        self.link("organiser").organiser().start_game(request).await.unwrap();
    }

    /// Rules on a heat with these empty squares of its teams, which abandons a running game.
    pub(crate) async fn rule(&self, group: u32, spare: bool, empty: [u32; 2]) {
        let id = format!("cup-heats-{group}{}", if spare { "-spare" } else { "" });
        let contender = |(empty, code): (u32, &String)| wire::Contender {
            team: (1..).zip(TEAMS).find(|(_, team)| team == code).unwrap().0,
            tally: Some(Tally { empty, ..Tally::default() }),
        };
        let request = wire::OverruleGameRequest {
            event: String::new(),
            game: Some(wire::GroupGame { stage: 1, group, spare }),
            result: Some(wire::GameResult {
                contenders: empty.into_iter().zip(&self.teams_of(&id).await).map(contender).collect(),
                janken: Vec::new(),
            }),
            reason: "a stone was turned over".into(),
        };
        self.link("referee").referee().overrule_game(request).await.unwrap();
    }

    /// Returns the codes of a game's teams.
    pub(crate) async fn teams_of(&self, game: &str) -> Vec<String> {
        let games = self.link("judge").watch().list_games(ListGamesRequest {}).await.unwrap().into_inner();
        games.games.into_iter().find(|entry| entry.game == game).unwrap().teams
    }

    /// Judges a game to its revealed result. Its teams submit all lists themselves.
    pub(crate) async fn judge(&self, id: &str) -> Game {
        let link = self.link("judge");
        let mut feed = Feed::open(link.clone(), id, 1);
        let mut mirror = Mirror::of(id);
        let mut is_caught_up = false;
        loop {
            match feed.next().await.unwrap().unwrap() {
                Update::Item { item, received } => drop(mirror.fold(&item, received).unwrap()),
                Update::Connection(connection) => is_caught_up |= connection == Connection::CaughtUp,
            }
            let Some(game) = mirror.game().filter(|_| is_caught_up) else { continue };
            if game.phase() == Phase::Declared {
                let reveal = RevealRankingRequest { game: id.into(), places: u32::MAX };
                link.judge().reveal_ranking(reveal).await.unwrap();
                return game.clone();
            }
            take_step(&link, id, game).await;
        }
    }

    /// Starts a team's bot.
    pub(crate) fn bot(&self, team: &str, more: &[&str]) -> Bot {
        let mut command = Command::new(env!("CARGO_BIN_EXE_team-client"));
        command.args(["bot", "--json", "--lang", "en"]).args(more);
        command.arg("--receipts").arg(self.receipts(team));
        command.env("ISHIGAKI_TOKEN", self.server.token(team)).env("ISHIGAKI_SERVER", self.url());
        Bot::start(&mut command)
    }

    /// Returns a team's path by `status`.
    pub(crate) async fn path(&self, team: &str) -> serde_json::Value {
        let mut command = Command::new(env!("CARGO_BIN_EXE_team-client"));
        command.args(["status", "--json"]).arg("--receipts").arg(self.receipts(team));
        command.env("ISHIGAKI_TOKEN", self.server.token(team)).env("ISHIGAKI_SERVER", self.url());
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        assert_eq!(output.status.code(), Some(0));
        let status: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        status["path"].clone()
    }

    /// Returns the directory of a team's receipts.
    pub(crate) fn receipts(&self, team: &str) -> PathBuf {
        self.receipts.path().join(team)
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.server.address().trim_start_matches("http://"))
    }
}

/// A bot's process, which ends with its test, and the games that it has begun.
pub(crate) struct Bot {
    child: Child,
    begun: mpsc::UnboundedReceiver<String>,
}

impl Bot {
    fn start(command: &mut Command) -> Self {
        let pipes = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().unwrap();
        let (sender, begun) = mpsc::unbounded_channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let object: serde_json::Value = serde_json::from_str(&line).unwrap();
                if object["did"] == "began" {
                    let _ = sender.send(object["game"].as_str().unwrap().to_owned());
                }
            }
        });
        Self { child, begun }
    }

    /// Returns the game that it begins next; `None` if it has ended.
    pub(crate) async fn next_game(&mut self) -> Option<String> {
        self.begun.recv().await
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Waits for its end, and returns its exit code and its remarks.
    pub(crate) async fn end(mut self) -> (Option<i32>, String) {
        while self.next_game().await.is_some() {}
        let mut remarks = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut remarks).unwrap();
        (self.child.wait().unwrap().code(), remarks)
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn take_step(link: &Link, id: &str, game: &Game) {
    let act = match NextStep::of(Some(game), None) {
        NextStep::EnterJanken { teams } => Some(Act::EnterJanken { order: teams }),
        step => step.act(game),
    };
    let Some(act) = act else { return };
    match judge(link, id, game.setup(), &act).await.map_err(CallError::from) {
        Ok(_) => {}
        Err(CallError::Refused(fault)) if is_overtaken(&fault) => {}
        Err(error) => panic!("{act:?}: {error:?}"),
    }
}
