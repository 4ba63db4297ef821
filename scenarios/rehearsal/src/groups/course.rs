//! The course of a contest in groups: commitment, digits, stages with concurrent games, ranking, records.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anyhow::Context as _;
use ishigaki_client::record::download;
use ishigaki_client::{EventFolded, EventMirror, EventStanding, FeedSubject, Followed, Follower};
use ishigaki_proto::event as wire;
use ishigaki_proto::watch::{GameEntry, ListGamesRequest};
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::tournament::{complete, verify as verify_event};
use ishigaki_record::verify::{Ending, Expected, verify};
use ishigaki_rules::{Game, Phase, RoundNo, TeamId};
use ishigaki_strategy::bot::Temperament;
use ishigaki_tournament::{Fact, Finish, GroupContest, GroupGame, GroupPhase, StageId};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::EVENT;
use super::group_game::GroupTable;
use super::narrator::{ContestNarrator, ContestView};
use super::report::{GroupsReport, StageReport, TeamReport};
use super::roster::Staff;
use crate::credentials::Credentials;
use crate::error::{Error, OptionsError};
use crate::event::EventOptions;
use crate::janken::janken;
use crate::page::StoryPage;
use crate::server::Server;
use crate::story_writer::StoryWriter;
use crate::styled_text::{StyledLine, TextStyle};

/// Maximum time without events: longer than a game takes on a slow machine.
const INACTIVITY_TIMEOUT: Duration = Duration::from_mins(5);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

pub(super) struct HeldContest<'a> {
    options: &'a EventOptions,
    telling: ContestNarrator,
    writer: &'a mut StoryWriter,
    server: &'a mut Server,
    credentials: &'a Credentials,
    staff: Staff,
    hall: Follower<EventMirror>,
    tastes: Vec<Temperament>,
    chance: ChaCha8Rng,
    playing: JoinSet<anyhow::Result<(String, Game)>>,
    begun: BTreeSet<String>,
    ended: BTreeMap<String, Game>,
    killed: bool,
}

impl<'a> HeldContest<'a> {
    pub(super) async fn hold(
        options: &'a EventOptions,
        page: StoryPage,
        writer: &'a mut StoryWriter,
        server: &'a mut Server,
        credentials: &'a Credentials,
    ) -> anyhow::Result<GroupsReport> {
        let staff = Staff::connect(&server.client_address()?, credentials);
        let event = FeedSubject::Event(EVENT.to_owned());
        let hall = Follower::open(staff.board.clone(), event, EventMirror::new());
        let mut course = Self {
            options,
            telling: ContestNarrator { page },
            writer,
            server,
            credentials,
            staff,
            hall,
            tastes: Temperament::deal(options.seed, options.players),
            chance: ChaCha8Rng::seed_from_u64(options.seed),
            playing: JoinSet::new(),
            begun: BTreeSet::new(),
            ended: BTreeMap::new(),
            killed: false,
        };
        let stages = course.draw().await?;
        if let Some(round) = options.kill_in_round {
            let misuse = || OptionsError::Round { round: RoundNo(round), rounds: stages };
            anyhow::ensure!(
                usize::try_from(round).is_ok_and(|round| (1..=stages).contains(&round)),
                misuse()
            );
        }
        let mut reports = Vec::new();
        for stage in (0..stages).map(StageId::at) {
            reports.push(course.stage(stage).await?);
        }
        anyhow::ensure!(
            options.kill_in_round.is_none() || course.killed,
            "there was no moment to kill the server in: no game of the stage had a result while others went on"
        );
        let request = wire::DeclareRankingRequest::default();
        course.staff.organiser.event_organiser().declare_ranking(request).await?;
        course.until(|contest| contest.phase() == GroupPhase::Declared).await?;
        let lines = course.telling.podium(course.view()?);
        course.writer.tell(&lines).await?;
        course.verify(reports).await
    }

    fn view(&self) -> anyhow::Result<ContestView<'_>> {
        let standing = self.hall.session.standing().context("the feed has shown no event")?;
        Ok(ContestView { standing, contest: contest(standing)? })
    }

    async fn tell(&mut self, lines: &[StyledLine]) -> anyhow::Result<()> {
        if !self.options.is_quiet {
            self.writer.tell(lines).await?;
        }
        Ok(())
    }

    async fn draw(&mut self) -> anyhow::Result<usize> {
        let teams = self.options.players;
        self.until(|contest| contest.teams().len() == teams).await?;
        let lines = self.telling.beginning(self.view()?, self.options.seed);
        self.tell(&lines).await?;
        let mut organiser = self.staff.organiser.event_organiser();
        organiser.commit_roster(wire::CommitRosterRequest::default()).await?;
        let plan = self.view()?.contest.plan().clone();
        let chance = &mut self.chance;
        let mut digits =
            |count: u32| (0..count).map(|_| char::from(b'0' + chance.random_range(0..10))).collect();
        let results = plan.lotteries.iter().map(|lottery| digits(lottery.digits)).collect();
        organiser.enter_digits(wire::EnterDigitsRequest { results, ..Default::default() }).await?;
        self.until(|contest| matches!(contest.phase(), GroupPhase::Reception { .. })).await?;
        let lines = self.telling.drawn_lots(self.view()?);
        self.tell(&lines).await?;
        Ok(plan.stages.len())
    }

    async fn stage(&mut self, stage: StageId) -> anyhow::Result<StageReport> {
        let number = u32::try_from(stage.index())?.saturating_add(1);
        let request = wire::DrawGroupsRequest { stage: number, ..Default::default() };
        self.staff.organiser.event_organiser().draw_groups(request).await?;
        self.until(|contest| contest.drawn(stage).is_some()).await?;
        let lines = self.telling.groups(self.view()?, stage);
        self.tell(&lines).await?;
        self.begin_games().await?;
        let open = self.open_games()?;
        let games = open.len();
        let is_killed_here = self.options.kill_in_round == Some(number);
        let is_replaced = stage == StageId::at(0) && games > 1;
        let mut spare = if is_replaced { Some(self.replace(open[games - 1]).await?) } else { None };
        loop {
            let open = self.open_games()?;
            if open.is_empty() {
                break;
            }
            // In the middle of a stage: some games have a result, others continue. The spare begins only then, so
            // that it is still open when the server is killed.
            if open.len() < games {
                if let Some(spare) = spare.take() {
                    self.begin_games().await?;
                    if is_killed_here {
                        self.bots_connected(spare).await?;
                    }
                }
                if is_killed_here && !self.killed {
                    self.kill(open.len()).await?;
                }
            }
            self.step().await?;
        }
        while let Some(ended) = self.playing.join_next().await {
            self.end(ended??)?;
        }
        self.close(stage, number).await?;
        self.report(stage, is_replaced.into())
    }

    /// Returns the spare. The server abandons the game, not its judge (`G4`).
    async fn replace(&mut self, game: GroupGame) -> anyhow::Result<GroupGame> {
        self.bots_connected(game).await?;
        let lines = self.telling.of_group(TextStyle::Warn, "rehearsal-groups-replaced", game);
        self.tell(&lines).await?;
        let reason = self.options.words.label("rehearsal-groups-why");
        let number = game.stage.0.saturating_add(1);
        let named =
            wire::GroupGame { stage: number, group: game.group.0.saturating_add(1), spare: game.spare };
        let request = wire::ReplaceGameRequest { game: Some(named), reason, ..Default::default() };
        self.staff.judge.referee().replace_game(request).await?;
        let spare = GroupGame { spare: true, ..game };
        self.until(|contest| contest.games().any(|(other, _)| other == spare)).await?;
        Ok(spare)
    }

    /// Waits for round 2: then all bots are connected. A client that is cut off earlier has nothing to resume.
    async fn bots_connected(&self, game: GroupGame) -> anyhow::Result<()> {
        let is_past_first = |entry: &GameEntry| entry.clock.as_ref().is_some_and(|clock| clock.round > 1);
        self.await_listed(&self.id(game)?, is_past_first).await
    }

    async fn kill(&mut self, open: usize) -> anyhow::Result<()> {
        self.server.kill().await?;
        let lines =
            self.telling.page.remark(TextStyle::Bad, "rehearsal-groups-killed", &[("games", open.into())]);
        self.tell(&lines).await?;
        self.server.start_again().await?;
        self.staff = Staff::connect(&self.server.client_address()?, self.credentials);
        self.killed = true;
        let lines = self.telling.page.remark(TextStyle::Good, "rehearsal-restarted", &[]);
        self.tell(&lines).await
    }

    async fn close(&mut self, stage: StageId, number: u32) -> anyhow::Result<()> {
        while let Some(set) = self.view()?.contest.janken_needed(stage).into_iter().next() {
            let order: Vec<TeamId> = janken(&set, self.options.seed);
            let order = order.iter().map(|team| team.0.saturating_add(1)).collect();
            let request = wire::EnterJankenRequest { stage: number, order, ..Default::default() };
            self.staff.desk.desk().enter_janken(request).await?;
            self.until(|contest| !contest.janken_needed(stage).contains(&set)).await?;
        }
        let request = wire::CloseStageRequest { stage: number, ..Default::default() };
        self.staff.organiser.event_organiser().close_stage(request).await?;
        self.until(|contest| contest.phase() != GroupPhase::Playing { stage }).await?;
        let lines = self.telling.closed(self.view()?, stage);
        self.tell(&lines).await
    }

    fn open_games(&self) -> anyhow::Result<Vec<GroupGame>> {
        let games = self.view()?.contest.games().filter(|(_, group)| group.is_open());
        Ok(games.map(|(game, _)| game).collect())
    }

    fn id(&self, game: GroupGame) -> anyhow::Result<String> {
        let stages = &self.view()?.contest.plan().stages;
        Ok(game.name(EVENT, &stages.get(game.stage.index()).context("a stage of the plan")?.name))
    }

    async fn begin_games(&mut self) -> anyhow::Result<()> {
        for game in self.open_games()? {
            let ContestView { contest, .. } = self.view()?;
            let id = self.id(game)?;
            let group = contest.games().find(|(other, _)| *other == game).context("a drawn group")?.1;
            let seats = group.teams.iter().filter_map(|team| {
                Some((self.credentials.teams.get(team.index())?.clone(), *self.tastes.get(team.index())?))
            });
            let table = GroupTable {
                address: self.server.client_address()?,
                id: id.clone(),
                judge: self.staff.judge.clone(),
                teams: seats.collect(),
                seed: self.options.seed.wrapping_add(u64::from(game.stage.0) << 32),
            };
            if self.begun.insert(id.clone()) {
                self.await_listed(&id, |_| true).await?;
                self.playing.spawn(table.play());
            }
        }
        Ok(())
    }

    async fn await_listed(&self, id: &str, as_this: impl Fn(&GameEntry) -> bool) -> anyhow::Result<()> {
        let looking = async {
            loop {
                let listed = self.staff.judge.watch().list_games(ListGamesRequest {}).await?.into_inner();
                if listed.games.iter().any(|entry| entry.game == id && as_this(entry)) {
                    return anyhow::Ok(());
                }
                sleep(POLL_INTERVAL).await;
            }
        };
        let still = || Error::Still { seconds: INACTIVITY_TIMEOUT.as_secs() };
        timeout(INACTIVITY_TIMEOUT, looking).await.map_err(|_| still())?
    }

    async fn until(&mut self, shown: impl Fn(&GroupContest) -> bool) -> anyhow::Result<()> {
        while !self.view().is_ok_and(|view| shown(view.contest)) {
            self.step().await?;
        }
        Ok(())
    }

    async fn step(&mut self) -> anyhow::Result<()> {
        tokio::select! {
            followed = self.hall.next() => {
                self.take(followed.context("the board's view of the contest")?).await
            }
            Some(ended) = self.playing.join_next(), if !self.playing.is_empty() => self.end(ended??),
            status = self.server.ended() => Err(Error::Ended(status?).into()),
            () = sleep(INACTIVITY_TIMEOUT) => Err(Error::Still { seconds: INACTIVITY_TIMEOUT.as_secs() }.into()),
        }
    }

    async fn take(&mut self, followed: Followed<EventFolded>) -> anyhow::Result<()> {
        if let Followed::News { news: EventFolded::Fact(event), .. } = followed
            && let Fact::GameCounted { game, .. } = event.fact
        {
            let lines = self.telling.counted(self.view()?, game);
            self.tell(&lines).await?;
        }
        Ok(())
    }

    fn end(&mut self, (id, game): (String, Game)) -> anyhow::Result<()> {
        let is_over = matches!(game.phase(), Phase::Declared | Phase::Abandoned);
        anyhow::ensure!(is_over, "game {id} ended in phase {:?}", game.phase());
        self.ended.insert(id, game);
        Ok(())
    }

    fn report(&self, stage: StageId, replaced: usize) -> anyhow::Result<StageReport> {
        let view = self.view()?;
        let drawn = view.contest.drawn(stage).context("a drawn stage")?;
        let advanced = view.contest.outcome(stage).and_then(Result::ok).map(|outcome| outcome.advance);
        let id = |team: TeamId| view.contest.teams().get(team.index()).cloned().unwrap_or_default();
        Ok(StageReport {
            name: view.stage(stage).to_owned(),
            groups: drawn.groups.iter().map(|group| group.teams.len()).collect(),
            replaced,
            advanced: advanced.into_iter().flatten().map(|(team, _)| id(team)).collect(),
        })
    }

    fn check_counts(&self) -> anyhow::Result<()> {
        let ContestView { contest, standing } = self.view()?;
        for (game, group) in contest.games() {
            let stage = contest.plan().stages.get(game.stage.index()).context("a stage")?;
            let id = game.name(&standing.event, &stage.name);
            let played = self.ended.get(&id).with_context(|| format!("nobody saw the end of game {id}"))?;
            let counted = group.counted.as_ref().with_context(|| format!("game {id} is not counted"))?;
            for contender in &counted.result.contenders {
                let code = contest.teams().get(contender.team.index()).context("a team of the roster")?;
                let team =
                    played.setup().team_by_code(code).with_context(|| format!("{code} is not in {id}"))?;
                anyhow::ensure!(
                    played.tally(team) == contender.tally,
                    "{code} counts something else in the contest than in game {id}"
                );
            }
        }
        Ok(())
    }

    async fn verify(&mut self, stages: Vec<StageReport>) -> anyhow::Result<GroupsReport> {
        self.check_counts()?;
        let key = self.hall.session.server_key().context("the feed named no key")?.fingerprint();
        let text = download(&self.staff.board, EVENT).await.context("the contest's record")?;
        let text = complete(text.text()).context("the contest's record")?;
        let expected = Expected { key: Some(key), head: None };
        let report =
            verify_event(text.as_bytes(), &expected).context("the contest's record is not in order")?;
        anyhow::ensure!(report.gaps().is_empty(), "the contest's record leaves open {:?}", report.gaps());
        anyhow::ensure!(report.ending == Ending::Declared, "the contest's record does not end");
        for id in self.ended.keys() {
            self.verify_game(id, key).await.with_context(|| format!("the record of game {id}"))?;
        }
        let page = self.telling.page;
        let mut lines = page.section(TextStyle::Title, &page.words.label("rehearsal-verdict"));
        let gaps = [("games", self.ended.len().into()), ("facts", u32::try_from(report.records)?.into())];
        lines.extend(page.remark(TextStyle::Good, "rehearsal-groups-verified", &gaps));
        lines.extend(page.remark(TextStyle::Good, "rehearsal-groups-counts", &[]));
        if let Some(path) = &self.options.transcript {
            std::fs::write(path, &text).map_err(|source| Error::Write { path: path.clone(), source })?;
            let gaps = [("path", path.display().to_string().into())];
            lines.extend(page.remark(TextStyle::Plain, "rehearsal-transcript-kept", &gaps));
        }
        lines.extend(page.remark(
            TextStyle::Plain,
            "rehearsal-fingerprint",
            &[("fingerprint", key.to_string().into())],
        ));
        lines.push(StyledLine::new());
        self.writer.tell(&lines).await?;
        let ContestView { contest, .. } = self.view()?;
        Ok(GroupsReport {
            preset: EVENT,
            seed: self.options.seed,
            teams: contest.teams().len(),
            stages,
            ranking: ranking(contest),
            killed: self.killed,
            commitment: contest
                .commitment()
                .map(|hash| ishigaki_preset::Commitment(hash).to_string())
                .unwrap_or_default(),
            fingerprint: key.to_string(),
            records: report.records,
            games: self.ended.len(),
        })
    }

    async fn verify_game(&self, id: &str, key: Fingerprint) -> anyhow::Result<()> {
        let record = download(&self.staff.board, id).await?;
        anyhow::ensure!(record.is_complete(), "it is not complete");
        let report = verify(&record.transcript()?, Some(&key))?;
        anyhow::ensure!(report.gaps().is_empty(), "it leaves open {:?}", report.gaps());
        Ok(())
    }
}

fn contest(standing: &EventStanding) -> anyhow::Result<&GroupContest> {
    standing.competition.groups().context("the event is none in groups")
}

/// Returns where each team's contest ended.
fn ranking(contest: &GroupContest) -> Vec<TeamReport> {
    let name = |stage: StageId| contest.plan().stages.get(stage.index()).map(|stage| stage.name.clone());
    let last = StageId::at(contest.plan().stages.len().saturating_sub(1));
    let row = |(team, finish): (TeamId, Finish)| {
        let (place, stage) = match finish {
            Finish::Ranked { place } => (Some(place), last),
            Finish::Eliminated { stage } | Finish::Disqualified { stage } | Finish::Absent { stage } => {
                (None, stage)
            }
        };
        let team = contest.teams().get(team.index()).cloned().unwrap_or_default();
        TeamReport { team, place, stage: name(stage).unwrap_or_default() }
    };
    contest.finishes().into_iter().flatten().map(row).collect()
}
