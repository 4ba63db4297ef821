//! Planned games: the plan's data on the games of groups, and their results.

use ishigaki_catalogue::Message;
use ishigaki_preset::Roster;
use ishigaki_rules::ranking::Contender;
use ishigaki_rules::{Game, RoundPlan, SetupFault, TeamId, TeamSpec};
use ishigaki_scenarios::{Contest, GameSpec, Start};
use ishigaki_tournament::{DrawnGroup, GameResult, GroupContest, GroupGame, GroupPlan, KnownGame, StageId};
use ishigaki_words::{Lang, Words};

use crate::engine::GroupGames;
use crate::games::{Games, RecordedGame};

/// Error of making a planned game.
#[derive(Debug, thiserror::Error, Message)]
#[message("planned")]
pub enum Error {
    Scenario { stage: String, name: String, source: ishigaki_scenarios::Error },
    Teams { game: String, fault: SetupFault },
}

pub(super) struct PlannedGames<'a> {
    pub(super) contest: &'a Contest,
    pub(super) event: &'a str,
    pub(super) groups: &'a GroupContest,
    pub(super) roster: &'a Roster,
}

impl GroupGames for Games {
    fn of_stage(
        &self,
        event: &str,
        groups: &GroupContest,
        roster: &Roster,
        stage: StageId,
    ) -> Vec<KnownGame> {
        let plan = PlannedGames { contest: self.contest(), event, groups, roster };
        let of_stage = groups.games().filter(|(game, _)| game.stage == stage);
        let with_replaced = of_stage.flat_map(|(game, group)| {
            let replaced = game.spare.then_some(GroupGame { spare: false, ..game });
            [Some(game), replaced].into_iter().flatten().map(move |game| (game, group))
        });
        with_replaced.filter_map(|(game, group)| plan.known(self, game, group)).collect()
    }
}

impl PlannedGames<'_> {
    /// A game's id; `None` if the server doesn't make it.
    pub(super) fn id(&self, game: GroupGame) -> Option<String> {
        self.groups.scenario(game)?;
        Some(game.name(self.event, self.stage(game.stage)))
    }

    fn stage(&self, stage: StageId) -> &str {
        self.groups.plan().stages.get(stage.index()).map_or("", |stage| &stage.name)
    }

    /// The id of a game's spare (`G4`).
    fn spare(&self, game: GroupGame) -> Option<String> {
        if game.spare { None } else { self.id(GroupGame { spare: true, ..game }) }
    }

    /// All games made so far, including replaced ones.
    pub(super) fn made(&self) -> Vec<RecordedGame> {
        let games = self.groups.games().flat_map(|(game, _)| {
            let first = GroupGame { spare: false, ..game };
            [Some(first), game.spare.then_some(game)].into_iter().flatten()
        });
        games.filter_map(|game| Some(RecordedGame { id: self.id(game)?, spare: self.spare(game) })).collect()
    }

    /// The current game with this id.
    pub(super) fn named(&self, id: &str) -> Option<GroupGame> {
        self.groups.games().map(|(game, _)| game).find(|game| self.id(*game).as_deref() == Some(id))
    }

    /// A game to make; `None` if the server doesn't make it.
    pub(super) fn game(&self, game: GroupGame, group: &DrawnGroup) -> Result<Option<GameSpec>, Error> {
        let (Some(id), Some(name)) = (self.id(game), self.groups.scenario(game)) else { return Ok(None) };
        let scenario = self.contest.scenario(name).map_err(|source| Error::Scenario {
            stage: self.stage(game.stage).to_owned(),
            name: name.to_owned(),
            source,
        })?;
        let teams: Vec<TeamSpec> = group.teams.iter().filter_map(|team| self.team(*team)).collect();
        let setup = scenario.variant(teams.len()).setup(teams);
        let mut setup = setup.map_err(|fault| Error::Teams { game: id.clone(), fault })?;
        [setup.title, setup.title_ja] = [Lang::En, Lang::Ja].map(|lang| self.title(game, lang));
        let event_spec = self.contest.event(self.event);
        if let Some(close) = event_spec.and_then(|event| event.close) {
            setup.rounds = setup.rounds.into_iter().map(|round| RoundPlan { close, ..round }).collect();
        }
        let spare = self.spare(game);
        Ok(Some(GameSpec { id, setup, seats: None, start: Start::Now, practice: false, spare }))
    }

    /// Returns what the server knows of a drawn game.
    fn known(&self, games: &Games, game: GroupGame, group: &DrawnGroup) -> Option<KnownGame> {
        let id = self.id(game)?;
        let setup = match games.spec(&id) {
            Some(made) => made.setup.clone(),
            None => self.game(game, group).ok()??.setup,
        };
        Some(KnownGame { game, setup, is_over: games.find(&id).map(|game| game.is_over()) })
    }

    fn title(&self, game: GroupGame, lang: Lang) -> String {
        let key = if game.spare { "event-game-spare" } else { "event-game" };
        let number = game.group.0.saturating_add(1);
        let words = Words::new(lang);
        let stage = words.stage_name(self.stage(game.stage));
        words.say(key, &[("stage", stage.into()), ("group", number.into())])
    }

    /// A team of the roster as its games name it: by the contest file, otherwise by the roster.
    fn team(&self, team: TeamId) -> Option<TeamSpec> {
        let code = self.groups.teams().get(team.index())?;
        let line = self.roster.lines().get(team.index());
        let entered = line.map(|line| line.name.as_str()).filter(|name| !name.is_empty()).unwrap_or(code);
        let known = self.contest.teams.iter().find(|known| known.code == *code);
        Some(known.cloned().unwrap_or_else(|| TeamSpec { code: code.clone(), name: entered.to_owned() }))
    }
}

/// Returns the result of a declared game for its event (`E4`): tallies, disqualified teams, and the order of
/// equal ones.
pub(super) fn result(game: &Game, teams: &[String]) -> GameResult {
    let line = |team: TeamId| {
        let code = &game.setup().team(team)?.code;
        teams.iter().position(|known| known == code).map(TeamId::at)
    };
    let standings = game.standings();
    let contender = |tally, team| line(team).map(|team| Contender { team, tally });
    let contenders = standings.iter().filter_map(|row| contender(row.tally, row.team)).collect();
    let in_order = |equals: Vec<TeamId>| {
        let rows = standings.iter().filter(|row| equals.contains(&row.team));
        rows.filter_map(|row| line(row.team)).collect()
    };
    GameResult { contenders, janken: game.tied_groups().into_iter().map(in_order).collect() }
}

pub(super) fn check(contest: &Contest, plan: &GroupPlan) -> Result<(), Error> {
    for stage in &plan.stages {
        for variant in &stage.variants {
            for name in std::iter::once(&variant.scenario).chain(&variant.spare) {
                contest.scenario(name).map_err(|source| Error::Scenario {
                    stage: stage.name.clone(),
                    name: name.clone(),
                    source,
                })?;
            }
        }
    }
    Ok(())
}
