//! Judging one command against the state: its events, or a rejection.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use ishigaki_rules::TeamId;

use super::rejection::GroupRejection;
use super::state::{DrawnGroup, DrawnStage, GroupContest, GroupPhase};
use crate::draw::join_digits;
use crate::event::{Act, Actor, Command, Entrant, Event, EventMessages, Fact, notice_texts};
use crate::group_game::{GameResult, GroupGame, KnownGame, is_order_of};
use crate::group_plan::Source;
use crate::id::StageId;

impl GroupContest {
    /// Judges a command: returns its events, or a rejection.
    ///
    /// Total and deterministic. Applying the events in order to the same state gives the new one. A rejected
    /// command changes nothing. An act that changes nothing, such as attendance that is already recorded, has
    /// no events.
    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, GroupRejection> {
        if command.act.is_ruling() && command.by != Actor::Referee {
            return Err(GroupRejection::NotTheReferee);
        }
        let fact = match &command.act {
            Act::SetRoster { roster } => self.set_roster(roster)?,
            Act::Commit { commitment } => self.commit(*commitment)?,
            Act::EnterDigits { results } => self.enter_digits(results)?,
            Act::OverruleDigits { results, reason } => self.overrule_digits(results, reason)?,
            Act::MarkTeamAttendance { stage, team, absent } => {
                match self.mark_attendance(*stage, *team, *absent)? {
                    Some(fact) => fact,
                    None => return Ok(Vec::new()),
                }
            }
            Act::DrawGroups { stage, without_game } => self.decide_draw(*stage, *without_game)?,
            Act::CountGame { game, result } => self.count_game(command, *game, result)?,
            Act::ReplaceGame { game, reason, counted } => self.replace_game(*game, reason, *counted)?,
            Act::OverruleGame { game, result, reason } => {
                self.overrule_game(command, *game, result, reason)?
            }
            Act::EnterJanken { stage, order } => self.enter_janken(*stage, order)?,
            Act::OverruleJanken { stage, order, reason } => self.overrule_janken(*stage, order, reason)?,
            Act::CloseStage { stage } => self.close_stage(*stage, &command.games)?,
            Act::Rule { text } => Fact::Ruled { text: reason_of(text)? },
            Act::PostNotice { english, japanese } => self.post_notice(english, japanese)?,
            Act::Declare => self.decide_declaration()?,
            Act::Abandon { reason } => self.decide_abandonment(reason)?,
            _ => return Err(GroupRejection::OfLeagues),
        };
        Ok(alloc::vec![Event { at: command.at, by: command.by, fact }])
    }

    fn wrong_phase(&self) -> GroupRejection {
        GroupRejection::WrongPhase { phase: self.phase() }
    }

    fn at(&self, phase: GroupPhase) -> Result<(), GroupRejection> {
        if self.phase() == phase { Ok(()) } else { Err(self.wrong_phase()) }
    }

    fn set_roster(&self, roster: &[Entrant]) -> Result<Fact, GroupRejection> {
        self.at(GroupPhase::Roster)?;
        let mut ids = BTreeSet::new();
        match roster.iter().position(|team| team.id.is_empty() || !ids.insert(team.id.as_str())) {
            Some(at) => Err(GroupRejection::BadTeam { team: TeamId::at(at) }),
            None => Ok(Fact::RosterSet { roster: roster.to_vec() }),
        }
    }

    fn commit(&self, commitment: [u8; 32]) -> Result<Fact, GroupRejection> {
        self.at(GroupPhase::Roster)?;
        if self.teams.len() < 2 {
            return Err(GroupRejection::TooFewTeams { teams: self.teams.len() });
        }
        for (at, stage) in self.plan.stages.iter().enumerate() {
            if let Some(guest) = stage.guests().position(|guest| !self.teams.iter().any(|team| team == guest))
            {
                return Err(GroupRejection::UnknownGuest { stage: StageId::at(at), guest });
            }
        }
        let takes_roster = self.plan.stages.iter().any(|stage| stage.from.contains(&Source::Roster));
        let mut teams = (0..self.teams.len()).map(TeamId::at);
        if let Some(team) = teams.find(|team| !takes_roster && !self.is_guest(*team)) {
            return Err(GroupRejection::NeverPlays { team });
        }
        self.check_first_stage()?;
        Ok(Fact::Committed { commitment })
    }

    /// Checks that the plan can draw the first stage, while the plan can still change.
    fn check_first_stage(&self) -> Result<(), GroupRejection> {
        let stage = StageId::at(0);
        let (Some(plan), teams) = (self.plan.stages.first(), self.stage_roster(stage).len()) else {
            return Ok(());
        };
        if teams < 2 {
            return Ok(());
        }
        let groups = plan.size.groups(teams).map_err(GroupRejection::BadGroups)?;
        let mut sizes = [teams.div_ceil(groups), teams / groups].into_iter();
        match sizes.find(|size| !plan.variants.is_empty() && plan.variant(*size).is_none()) {
            Some(teams) => Err(GroupRejection::NoScenario { stage, teams }),
            None => Ok(()),
        }
    }

    fn enter_digits(&self, results: &[String]) -> Result<Fact, GroupRejection> {
        self.at(GroupPhase::Committed)?;
        join_digits(&self.plan.lotteries, results).map_err(GroupRejection::BadDigits)?;
        Ok(Fact::DigitsEntered { results: results.to_vec() })
    }

    /// Results can be replaced until the first stage is drawn. Attendance doesn't depend on them (`TD8`).
    fn overrule_digits(&self, results: &[String], reason: &str) -> Result<Fact, GroupRejection> {
        let reason = reason_of(reason)?;
        match self.phase() {
            GroupPhase::Reception { stage } if stage == StageId::at(0) => {}
            GroupPhase::Reception { .. } | GroupPhase::Playing { .. } | GroupPhase::Over => {
                return Err(GroupRejection::DrawStands);
            }
            phase => return Err(GroupRejection::WrongPhase { phase }),
        }
        join_digits(&self.plan.lotteries, results).map_err(GroupRejection::BadDigits)?;
        Ok(Fact::DigitsOverruled { results: results.to_vec(), reason })
    }

    fn at_reception(&self, named: StageId) -> Result<(), GroupRejection> {
        match self.phase() {
            GroupPhase::Reception { stage } if stage == named => Ok(()),
            GroupPhase::Reception { stage: current } => Err(GroupRejection::OtherStage { named, current }),
            phase => Err(GroupRejection::WrongPhase { phase }),
        }
    }

    fn mark_attendance(
        &self,
        stage: StageId,
        team: TeamId,
        absent: bool,
    ) -> Result<Option<Fact>, GroupRejection> {
        // Attendance of the first stage may be known before the digits are.
        if self.phase() != GroupPhase::Committed || stage != StageId::at(0) {
            self.at_reception(stage)?;
        }
        if !self.stage_roster(stage).contains(&team) {
            return Err(GroupRejection::NotOfStage { team, stage });
        }
        if !absent && self.is_left_out(stage, team) {
            return Err(GroupRejection::AttendanceStands { team });
        }
        let noted = self.is_absent(stage, team) == absent;
        Ok((!noted).then_some(Fact::TeamAttendanceMarked { stage, team, absent }))
    }

    /// A first stage with a roster of two teams is drawn without a game only on request. Later stages need no
    /// request, because no team can be marked present there.
    fn decide_draw(&self, stage: StageId, without_game: bool) -> Result<Fact, GroupRejection> {
        self.at_reception(stage)?;
        let teams = self.stage_roster(stage);
        let present = self.present(stage, &teams).into_iter().filter(|present| *present).count();
        match teams.len() {
            roster @ 2.. if present < 2 && !without_game => {
                Err(GroupRejection::TooFewPresent { stage, present, roster })
            }
            _ => Ok(Fact::GroupsDrawn { stage }),
        }
    }

    fn group_of(&self, game: GroupGame) -> Result<&DrawnGroup, GroupRejection> {
        let group = self.drawn(game.stage).and_then(|drawn| drawn.groups.get(game.group.index()));
        let playing = group.filter(|group| group.teams.len() > 1 && group.spare == game.spare);
        playing.ok_or(GroupRejection::NoSuchGame { game })
    }

    fn fits(
        group: &DrawnGroup,
        known: Option<&KnownGame>,
        game: GroupGame,
        result: &GameResult,
    ) -> Result<(), GroupRejection> {
        if !result.is_of(&group.teams) {
            return Err(GroupRejection::OtherTeams { game });
        }
        if let Some((team, fault)) = known.and_then(|known| result.figure_fault(&known.setup)) {
            return Err(GroupRejection::BadFigure { team, fault });
        }
        match result.strange_order() {
            Some(order) => Err(GroupRejection::BadOrder { order }),
            None => Ok(()),
        }
    }

    fn at_play(&self, named: StageId) -> Result<(), GroupRejection> {
        match self.phase() {
            GroupPhase::Playing { stage } if stage == named => Ok(()),
            GroupPhase::Playing { stage: current } => Err(GroupRejection::OtherStage { named, current }),
            phase => Err(GroupRejection::WrongPhase { phase }),
        }
    }

    /// Only the server counts a game that it serves: the result is the one that the game's judge declares
    /// (`E4`).
    fn count_game(
        &self,
        command: &Command,
        game: GroupGame,
        result: &GameResult,
    ) -> Result<Fact, GroupRejection> {
        self.at_play(game.stage)?;
        let (group, known) = (self.group_of(game)?, known(&command.games, game));
        if group.counted.is_some() {
            return Err(GroupRejection::AlreadyCounted { game });
        }
        if command.by != Actor::Server && known.is_some_and(|known| known.is_over.is_some()) {
            return Err(GroupRejection::GameServed { game });
        }
        Self::fits(group, known, game, result)?;
        Ok(Fact::GameCounted { game, result: result.clone() })
    }

    fn replace_game(&self, game: GroupGame, reason: &str, counted: bool) -> Result<Fact, GroupRejection> {
        let reason = reason_of(reason)?;
        self.at_play(game.stage)?;
        // In a group that plays its spare, callers may mean either game.
        let spare = GroupGame { spare: true, ..game };
        if self.group_of(spare).is_ok() {
            return Err(GroupRejection::NoSpare { game: spare });
        }
        if self.group_of(game)?.counted.is_some() && !counted {
            return Err(GroupRejection::AlreadyCounted { game });
        }
        if game.spare || self.scenario(spare).is_none() {
            return Err(GroupRejection::NoSpare { game });
        }
        Ok(Fact::GameReplaced { game, reason })
    }

    /// Checks that a ruling may still change a stage: no later stage was drawn from it (`TG3`).
    fn check_change(&self, stage: StageId) -> Result<(), GroupRejection> {
        if matches!(self.phase(), GroupPhase::Declared | GroupPhase::Abandoned) {
            return Err(self.wrong_phase());
        }
        let later = self.stages.iter().enumerate().skip(stage.index().saturating_add(1));
        let drawn = later.into_iter().find(|(_, state)| state.drawn.is_some());
        drawn.map_or(Ok(()), |(at, _)| Err(GroupRejection::StageBuiltUpon { stage: StageId::at(at) }))
    }

    fn overrule_game(
        &self,
        command: &Command,
        game: GroupGame,
        result: &GameResult,
        reason: &str,
    ) -> Result<Fact, GroupRejection> {
        let reason = reason_of(reason)?;
        let group = self.group_of(game)?;
        self.check_change(game.stage)?;
        Self::fits(group, known(&command.games, game), game, result)?;
        Ok(Fact::GameOverruled { game, result: result.clone(), reason })
    }

    fn all_counted(&self, stage: StageId) -> Result<(), GroupRejection> {
        match self.drawn(stage).map_or(0, DrawnStage::open) {
            0 => Ok(()),
            games => Err(GroupRejection::GamesOpen { stage, games }),
        }
    }

    fn enter_janken(&self, stage: StageId, order: &[TeamId]) -> Result<Fact, GroupRejection> {
        self.at_play(stage)?;
        // Ties are known only when all games are counted.
        self.all_counted(stage)?;
        let needed = self.janken_needed(stage);
        if !needed.iter().any(|set| is_order_of(order, set)) {
            return Err(GroupRejection::NoJanken { stage });
        }
        Ok(Fact::JankenEntered { stage, order: order.to_vec() })
    }

    fn overrule_janken(
        &self,
        stage: StageId,
        order: &[TeamId],
        reason: &str,
    ) -> Result<Fact, GroupRejection> {
        let reason = reason_of(reason)?;
        self.check_change(stage)?;
        if !self.has_order(stage, order) {
            return Err(GroupRejection::NoJanken { stage });
        }
        Ok(Fact::JankenOverruled { stage, order: order.to_vec(), reason })
    }

    fn close_stage(&self, stage: StageId, games: &[KnownGame]) -> Result<Fact, GroupRejection> {
        self.at_play(stage)?;
        self.all_counted(stage)?;
        // A replaced or overruled game may still be running.
        let is_running = |known: &&KnownGame| known.game.stage == stage && known.is_over == Some(false);
        if let Some(KnownGame { game, .. }) = games.iter().find(is_running) {
            return Err(GroupRejection::GameRunning { game: *game });
        }
        let sets = self.janken_needed(stage).len();
        if sets > 0 {
            return Err(GroupRejection::JankenMissing { stage, sets });
        }
        Ok(Fact::StageClosed { stage })
    }

    fn post_notice(&self, english: &str, japanese: &str) -> Result<Fact, GroupRejection> {
        if matches!(self.phase(), GroupPhase::Declared | GroupPhase::Abandoned) {
            return Err(self.wrong_phase());
        }
        if self.messages.is_full() {
            return Err(GroupRejection::TooManyMessages { most: EventMessages::MOST });
        }
        let (english, japanese) = notice_texts(english, japanese).map_err(GroupRejection::BadNotice)?;
        Ok(Fact::NoticePosted { english, japanese })
    }

    fn decide_declaration(&self) -> Result<Fact, GroupRejection> {
        self.at(GroupPhase::Over)?;
        Ok(Fact::RankingDeclared)
    }

    fn decide_abandonment(&self, reason: &str) -> Result<Fact, GroupRejection> {
        let reason = reason_of(reason)?;
        if matches!(self.phase(), GroupPhase::Declared | GroupPhase::Abandoned) {
            return Err(self.wrong_phase());
        }
        Ok(Fact::EventAbandoned { reason })
    }
}

fn known(games: &[KnownGame], game: GroupGame) -> Option<&KnownGame> {
    games.iter().find(|known| known.game == game)
}

fn reason_of(text: &str) -> Result<String, GroupRejection> {
    if text.trim().is_empty() { Err(GroupRejection::NoReason) } else { Ok(text.into()) }
}
