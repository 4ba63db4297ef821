//! Target of a load run: one server with many games, or several that share them, and the tokens of all
//! clients.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Context as _;
use ishigaki_client::{Link, Token, now};
use ishigaki_proto::{judge, watch};
use tempfile::TempDir;

use super::LoadOptions;
use super::memory::{self, Memory};
use super::wire::ServerLine;
use crate::several::start_several;
use rehearsal::contest_file::{ContestFile, ContestFileGame, TeamTable};
use rehearsal::credentials::Credentials;
use rehearsal::database::ScratchJournal;
use rehearsal::server::{Server, ServerFiles};

#[derive(Clone, Copy, Debug)]
pub(super) struct Workload {
    pub(super) games: usize,
    pub(super) teams: usize,
    pub(super) window: Duration,
}

pub(super) struct LoadTarget {
    workload: Workload,
    servers: Vec<Server>,
    wires: Vec<ServerLine>,
    holder: Vec<usize>,
    credentials: Credentials,
    database: Option<ScratchJournal>,
    _folder: TempDir,
}

/// Almost nothing to build, and a copy for each team, which prevents ties.
const SCENARIO: &str = "load.toml";

const ANSWER_TIMEOUT: Duration = Duration::from_mins(2);
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Time without moves after which the games count as distributed: longer than the servers' waiting time.
const SETTLED: Duration = Duration::from_millis(1_500);

pub(super) const LOT: &str = "A";

impl LoadTarget {
    pub(super) async fn build(
        workload: Workload,
        options: &LoadOptions,
        servers: usize,
    ) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("load-").tempdir().context("cannot make a folder")?;
        let files = ServerFiles::in_private_folder(folder.path()).with_encryption(&[])?;
        let (files, database) = files.with_journal(options.journal.as_ref())?;
        std::fs::write(folder.path().join(SCENARIO), scenario(workload))
            .context("cannot write the scenario")?;
        files.write_contest(&contest(workload).text()?)?;
        files.lift_limits().context("cannot write the limits")?;
        let teams =
            (0..workload.games).flat_map(|game| (0..workload.teams).map(move |team| code(game, team)));
        let credentials = Credentials::issue(&files, teams)?;
        let servers = if servers > 1 {
            start_several(&options.server, &files, servers).await?
        } else {
            vec![Server::start(options.server.clone(), files).await?]
        };
        let wires = servers.iter().map(|server| Ok(ServerLine::to(server.client_address()?)));
        let wires = wires.collect::<anyhow::Result<_>>()?;
        let holder = Vec::new();
        let mut target = Self { workload, servers, wires, holder, credentials, database, _folder: folder };
        target.answer().await?;
        Ok(target)
    }

    /// With several servers, waits until no game has moved for a while, because games are redistributed when
    /// a server joins.
    pub(super) async fn answer(&mut self) -> anyhow::Result<()> {
        let mut since = now();
        let until = since + ANSWER_TIMEOUT;
        loop {
            let holders = self.holders().await;
            let holder = (0..self.workload.games).map(|game| holders.get(&id(game)).copied());
            let holder: Option<Vec<usize>> = holder.collect();
            if holder.is_none() || holder.as_ref() != Some(&self.holder) {
                since = now();
            }
            let is_settled = self.servers.len() == 1 || since.elapsed() >= SETTLED;
            self.holder = holder.unwrap_or_default();
            if is_settled && !self.holder.is_empty() {
                return Ok(());
            }
            anyhow::ensure!(
                now() < until,
                "only {} games are served; {}",
                holders.len(),
                self.server().last_words()
            );
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// A server with a long history answers before all games are back.
    pub(super) async fn until_all_back(&self) -> anyhow::Result<()> {
        for server in 0..self.count() {
            let mut watch = self.judge_of(server)?.watch();
            loop {
                let games = watch.list_games(watch::ListGamesRequest {}).await?.into_inner().games;
                let is_back = |game: &watch::GameEntry| game.clock.is_some();
                if games.iter().all(is_back) {
                    break;
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        }
        Ok(())
    }

    pub(super) async fn holders(&self) -> BTreeMap<String, usize> {
        let mut asked = tokio::task::JoinSet::new();
        for server in 0..self.wires.len() {
            // A new connection each time, because a starting server listens before it can complete a
            // handshake.
            let Ok(link) = self.judge_of(server) else { continue };
            asked.spawn(async move {
                let answer = link.watch().list_games(watch::ListGamesRequest {}).await;
                (server, answer.map(|answer| answer.into_inner().games).unwrap_or_default())
            });
        }
        let is_served = |game: &watch::GameEntry| game.state() == watch::GameState::Started;
        let answers = asked.join_all().await.into_iter();
        let served = answers.flat_map(|(server, games)| games.into_iter().map(move |game| (game, server)));
        served.filter(|(game, _)| is_served(game)).map(|(game, server)| (game.game, server)).collect()
    }

    pub(super) fn workload(&self) -> Workload {
        self.workload
    }

    pub(super) fn wire(&self) -> &ServerLine {
        &self.wires[0]
    }

    pub(super) fn wire_of(&self, server: usize) -> anyhow::Result<&ServerLine> {
        self.wires.get(server).context("there is no such server")
    }

    pub(super) fn count(&self) -> usize {
        self.servers.len()
    }

    pub(super) fn holder(&self, game: usize) -> usize {
        self.holder.get(game).copied().unwrap_or_default()
    }

    pub(super) fn games_of(&self, server: usize) -> Vec<usize> {
        (0..self.workload.games).filter(|game| self.holder(*game) == server).collect()
    }

    pub(super) fn busiest(&self) -> usize {
        (0..self.count()).max_by_key(|server| self.games_of(*server).len()).unwrap_or_default()
    }

    pub(super) fn server(&mut self) -> &mut Server {
        &mut self.servers[0]
    }

    pub(super) async fn kill(&mut self, server: usize) -> anyhow::Result<()> {
        self.servers.get_mut(server).context("there is no such server")?.kill().await
    }

    pub(super) fn processes(&self) -> Vec<u32> {
        self.servers.iter().filter_map(Server::id).collect()
    }

    pub(super) fn memories(&self) -> Vec<Memory> {
        self.processes().into_iter().filter_map(memory::of).collect()
    }

    pub(super) fn judge(&self) -> Link {
        Link::over(self.wire().channel(), &self.credentials.judge)
    }

    pub(super) fn judge_of(&self, server: usize) -> anyhow::Result<Link> {
        Ok(Link::over(self.wire_of(server)?.channel(), &self.credentials.judge))
    }

    pub(super) fn board(&self) -> &Token {
        &self.credentials.board
    }

    pub(super) fn teams(&self, game: usize) -> &[Token] {
        self.credentials.teams.chunks(self.workload.teams).nth(game).unwrap_or_default()
    }

    pub(super) async fn open_rounds(&self, at_a_time: usize) -> anyhow::Result<()> {
        let open = |link: Link, game: String| async move {
            let request = judge::OpenRoundRequest { game, round: 1 };
            link.judge().open_round(request).await.map(drop)
        };
        self.in_all_games(at_a_time, open).await
    }

    pub(super) async fn abandon_all(&self, at_a_time: usize) -> anyhow::Result<()> {
        let abandon = |link: Link, game: String| async move {
            let request = judge::AbandonGameRequest { game, reason: "load".into() };
            link.judge().abandon_game(request).await.map(drop)
        };
        self.in_all_games(at_a_time, abandon).await
    }

    async fn in_all_games<F>(&self, at_a_time: usize, act: impl Fn(Link, String) -> F) -> anyhow::Result<()>
    where
        F: Future<Output = Result<(), tonic::Status>> + Send + 'static,
    {
        let links = (0..self.count()).map(|server| self.judge_of(server));
        let links = links.collect::<anyhow::Result<Vec<Link>>>()?;
        let mut under_way = tokio::task::JoinSet::new();
        for game in 0..self.workload.games {
            if under_way.len() >= at_a_time {
                under_way.join_next().await.transpose()?.transpose()?;
            }
            let link = links.get(self.holder(game)).context("nobody serves a game")?;
            under_way.spawn(act(link.clone(), id(game)));
        }
        while let Some(done) = under_way.join_next().await {
            done??;
        }
        Ok(())
    }

    pub(super) async fn watch_a_game(&self) -> anyhow::Result<()> {
        let request = watch::WatchGameRequest { game: id(0), from_sequence: 1, ..Default::default() };
        let mut items = self.judge_of(self.holder(0))?.watch().watch_game(request).await?.into_inner();
        items.message().await?.context("the feed ended before its first item")?;
        Ok(())
    }

    pub(super) async fn leave(mut self) -> anyhow::Result<()> {
        for server in &mut self.servers {
            if !server.poll_exit()? {
                server.end().await?;
            }
        }
        self.database.map_or(Ok(()), ScratchJournal::remove)
    }
}

pub(super) fn id(game: usize) -> String {
    format!("g{game}")
}

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
        ContestFileGame { id: id(game), scenario, close: None, starts: None, teams: teams(game).collect() }
    };
    let team = (0..workload.games).flat_map(teams).map(team).collect();
    ContestFile { event: Vec::new(), team, game: (0..workload.games).map(game).collect() }
}
