//! Target of a load run: a server with many games, and the tokens of all clients.

use std::time::Duration;

use anyhow::Context as _;
use ishigaki_client::{Link, Token, now};
use ishigaki_proto::{judge, watch};
use tempfile::TempDir;

use super::wire::Wire;
use crate::contest_file::{ContestFile, GameTable, TeamTable};
use crate::credentials::Credentials;
use crate::server::{Files, Program, Server};

/// Workload of a target: games, teams of each, and the window of their only round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Workload {
    /// Games.
    pub(super) games: usize,
    /// Teams of each game, 2 to 16.
    pub(super) teams: usize,
    /// How long bidding is open.
    pub(super) window: Duration,
}

/// A running server with its games.
pub(super) struct LoadTarget {
    workload: Workload,
    server: Server,
    wire: Wire,
    /// The teams' stand game by game.
    credentials: Credentials,
    /// Removed when the target is gone.
    _folder: TempDir,
}

/// The scenario of all games: hardly anything to build, and a copy for everybody, so that nothing is tied.
const SCENARIO: &str = "load.toml";

/// How long the server may take to its first answer, and how often it is asked.
const PATIENCE: Duration = Duration::from_mins(2);
const LOOK: Duration = Duration::from_millis(10);

/// The lot everybody bids on.
pub(super) const LOT: &str = "A";

impl LoadTarget {
    /// Starts the server and waits until all games are served.
    pub(super) async fn build(workload: Workload, program: &Program) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("load-").tempdir().context("cannot make a folder")?;
        let files = Files::in_private_folder(folder.path()).encrypted()?;
        std::fs::write(folder.path().join(SCENARIO), scenario(workload))
            .context("cannot write the scenario")?;
        files.write_contest(&contest(workload).text()?)?;
        files.lift_limits().context("cannot write the limits")?;
        let teams =
            (0..workload.games).flat_map(|game| (0..workload.teams).map(move |team| code(game, team)));
        let credentials = Credentials::issue(&files, teams)?;
        let server = Server::start(program.clone(), files).await?;
        let wire = Wire::to(server.client_address()?);
        let target = Self { workload, server, wire, credentials, _folder: folder };
        target.answer().await?;
        Ok(target)
    }

    /// Waits for the server's first answer, which comes when all games are served.
    pub(super) async fn answer(&self) -> anyhow::Result<()> {
        let until = now() + PATIENCE;
        loop {
            // A connection of its own each time: it listens long before it shakes hands.
            match self.judge().watch().list_games(watch::ListGamesRequest {}).await {
                Ok(answer) => {
                    let is_served = |game: &watch::GameEntry| game.state() == watch::GameState::Started;
                    let served = answer.into_inner().games.iter().filter(|game| is_served(game)).count();
                    anyhow::ensure!(served == self.workload.games, "only {served} games are served");
                    return Ok(());
                }
                Err(status) if now() > until => {
                    return Err(status).context("the server does not answer after its start");
                }
                Err(_) => tokio::time::sleep(LOOK).await,
            }
        }
    }

    /// How big it is.
    pub(super) fn workload(&self) -> Workload {
        self.workload
    }

    /// The way to its server.
    pub(super) fn wire(&self) -> &Wire {
        &self.wire
    }

    /// The server's process.
    pub(super) fn server(&mut self) -> &mut Server {
        &mut self.server
    }

    /// A connection of its own for the judge.
    pub(super) fn judge(&self) -> Link {
        Link::over(self.wire.channel(), &self.credentials.judge)
    }

    /// The board's token.
    pub(super) fn board(&self) -> &Token {
        &self.credentials.board
    }

    /// The tokens of a game's teams.
    pub(super) fn teams(&self, game: usize) -> &[Token] {
        self.credentials.teams.chunks(self.workload.teams).nth(game).unwrap_or_default()
    }

    /// Opens the only round of every game, some at a time.
    pub(super) async fn open_rounds(&self, at_a_time: usize) -> anyhow::Result<()> {
        let link = self.judge();
        let mut open = tokio::task::JoinSet::new();
        for game in 0..self.workload.games {
            if open.len() >= at_a_time {
                open.join_next().await.transpose()?.transpose()?;
            }
            let mut judge = link.judge();
            open.spawn(async move {
                let request = judge::OpenRoundRequest { game: id(game), round: 1 };
                judge.open_round(request).await.map(drop)
            });
        }
        while let Some(opened) = open.join_next().await {
            opened??;
        }
        Ok(())
    }

    /// Stops the server.
    pub(super) async fn leave(self) -> anyhow::Result<()> {
        self.server.stop().await
    }
}

/// A game's id.
pub(super) fn id(game: usize) -> String {
    format!("g{game}")
}

/// A team's code.
fn code(game: usize, team: usize) -> String {
    format!("g{game}-{team}")
}

fn scenario(workload: Workload) -> String {
    format!(
        "title = \"Load\"\nmoney = 1000\nframe = \"\"\"\n########\n########\n\"\"\"\n\n\
         [[round]]\nbids = 4\nwins = 2\nwindow_s = {}\nclose = \"deadline\"\n\n\
         [[stone]]\nid = \"{LOT}\"\ncopies = 32\nmin_price = 1\nshape = \"\"\"\n##\n\"\"\"\n",
        workload.window.as_secs().max(1)
    )
}

fn contest(workload: Workload) -> ContestFile {
    let teams = |game| (0..workload.teams).map(move |team| code(game, team));
    let team = |code: String| TeamTable { id: code.clone(), name: code, kana: None };
    let game = |game| {
        let scenario = format!("./{SCENARIO}");
        GameTable { id: id(game), scenario, close: None, teams: teams(game).collect() }
    };
    let team = (0..workload.games).flat_map(teams).map(team).collect();
    ContestFile { event: None, team, game: (0..workload.games).map(game).collect() }
}
