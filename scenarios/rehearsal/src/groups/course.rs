//! The course of a contest in groups: commitment, digits, stage after stage with all games at once, the ranking, the
//! records.

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

/// Longest time in which nothing of the contest may happen: longer than a game takes on a slow machine.
const STILL: Duration = Duration::from_mins(5);
/// Interval at which the list of games is looked at until those of a stage are there.
const LOOK: Duration = Duration::from_millis(50);

/// Held contest: a contest in groups under way.
pub(super) struct HeldContest<'a> {
    options: &'a EventOptions,
    telling: ContestNarrator,
    writer: &'a mut StoryWriter,
    server: &'a mut Server,
    credentials: &'a Credentials,
    staff: Staff,
    hall: Follower<EventMirror>,
    /// Temperament of each team's bot, in the order of the roster.
    tastes: Vec<Temperament>,
    chance: ChaCha8Rng,
    /// The games that are played now.
    playing: JoinSet<anyhow::Result<(String, Game)>>,
    begun: BTreeSet<String>,
    ended: BTreeMap<String, Game>,
    killed: bool,
}

impl<'a> HeldContest<'a> {
    /// Holds the contest; what came of it.
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
        course.verified(reports).await
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

    /// Commitment and digits; how many stages there are.
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

    /// Draws a stage, lets its games be played at once, and closes it.
    async fn stage(&mut self, stage: StageId) -> anyhow::Result<StageReport> {
        let number = u32::try_from(stage.index())?.saturating_add(1);
        let request = wire::DrawGroupsRequest { stage: number, ..Default::default() };
        self.staff.organiser.event_organiser().draw_groups(request).await?;
        self.until(|contest| contest.drawn(stage).is_some()).await?;
        let lines = self.telling.groups(self.view()?, stage);
        self.tell(&lines).await?;
        self.begin_games().await?;
        let games = self.open_games()?.len();
        let mut replaced = 0;
        loop {
            let open = self.open_games()?;
            if open.is_empty() {
                break;
            }
            // In the middle of a stage: some games have a result, others go on.
            let is_middle = open.len() < games;
            if is_middle && stage == StageId::at(0) && replaced == 0 {
                // First: the spare has only begun when the server is killed, so the stage is not over before.
                replaced = self.replace(open[open.len() - 1]).await?;
            } else if is_middle && self.options.kill_in_round == Some(number) && !self.killed {
                self.kill(open.len()).await?;
            }
            self.step().await?;
        }
        while let Some(ended) = self.playing.join_next().await {
            self.end(ended??)?;
        }
        self.close(stage, number).await?;
        self.report(stage, replaced)
    }

    /// The referee lets a game be replaced by its spare (`G4`): its judge abandons nothing, the server does.
    async fn replace(&mut self, game: GroupGame) -> anyhow::Result<usize> {
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
        self.begin_games().await?;
        if self.options.kill_in_round == Some(number) && !self.killed {
            // Its bots are all there then: whom a kill meets at the door has nothing to come back to.
            self.shown(&self.id(spare)?, |entry| entry.clock.as_ref().is_some_and(|clock| clock.round > 1))
                .await?;
        }
        Ok(1)
    }

    /// Kills the server and starts it again; all games and the contest go on.
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

    /// Jankens across a margin, and the end of the stage.
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

    /// The games that wait for their result.
    fn open_games(&self) -> anyhow::Result<Vec<GroupGame>> {
        let games = self.view()?.contest.games().filter(|(_, group)| group.is_open());
        Ok(games.map(|(game, _)| game).collect())
    }

    /// Returns the server's name of a game.
    fn id(&self, game: GroupGame) -> anyhow::Result<String> {
        let stages = &self.view()?.contest.plan().stages;
        Ok(game.name(EVENT, &stages.get(game.stage.index()).context("a stage of the plan")?.name))
    }

    /// Brings bots and judges into the games that the server has made, as soon as it has.
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
                self.shown(&id, |_| true).await?;
                self.playing.spawn(table.play());
            }
        }
        Ok(())
    }

    /// Waits until the server has made a game, and lists it as this.
    async fn shown(&self, id: &str, as_this: impl Fn(&GameEntry) -> bool) -> anyhow::Result<()> {
        let looking = async {
            loop {
                let listed = self.staff.judge.watch().list_games(ListGamesRequest {}).await?.into_inner();
                if listed.games.iter().any(|entry| entry.game == id && as_this(entry)) {
                    return anyhow::Ok(());
                }
                sleep(LOOK).await;
            }
        };
        let still = || Error::Still { seconds: STILL.as_secs() };
        timeout(STILL, looking).await.map_err(|_| still())?
    }

    /// Waits until the feed shows this.
    async fn until(&mut self, shown: impl Fn(&GroupContest) -> bool) -> anyhow::Result<()> {
        while !self.view().is_ok_and(|view| shown(view.contest)) {
            self.step().await?;
        }
        Ok(())
    }

    /// Takes in the next thing that happens.
    async fn step(&mut self) -> anyhow::Result<()> {
        tokio::select! {
            followed = self.hall.next() => {
                self.take(followed.context("the board's view of the contest")?).await
            }
            Some(ended) = self.playing.join_next(), if !self.playing.is_empty() => self.end(ended??),
            status = self.server.ended() => Err(Error::Ended(status?).into()),
            () = sleep(STILL) => Err(Error::Still { seconds: STILL.as_secs() }.into()),
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

    /// A game has come to its end.
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

    /// Checks that what counts in the contest is what its games came to, for everybody who saw them.
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

    /// Verifies the record of the contest and of every game, and tells it.
    async fn verified(&mut self, stages: Vec<StageReport>) -> anyhow::Result<GroupsReport> {
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
