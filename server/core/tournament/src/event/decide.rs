//! Judging one command against the state: its events, or a rejection.

use alloc::string::String;
use alloc::vec::Vec;

use super::actor::Actor;
use super::command::Command;
use super::fact::{Act, Event, Fact};
use super::message::notice_texts;
use super::rejection::Rejection;
use super::slip::{Entrant, Slip};
use super::state::{ResultEntry, Stage, Tournament, pair_of};
use crate::draw::{Attendance, SlipFault, check_slip, join_digits};
use crate::flow::{FlowFault, FoundBy, PlayerState};
use crate::id::{DrawNumber, LeagueId, PlayerId, Round};
use crate::pairing::Matcher;
use crate::playoff::Bout;

/// Judges a command: returns its events, or a rejection.
///
/// Total and deterministic. Applying the events in order to the same state gives the new one. A rejected
/// command changes nothing. An act that changes nothing, such as attendance that is already recorded, has no
/// events.
pub fn decide(
    tournament: &Tournament,
    command: &Command,
    matcher: &impl Matcher,
) -> Result<Vec<Event>, Rejection> {
    if command.act.is_ruling() && command.by != Actor::Referee {
        return Err(Rejection::NotTheReferee);
    }
    let fact = match &command.act {
        Act::SetRoster { roster } => tournament.set_roster(roster)?,
        Act::Commit { commitment } => tournament.commit(*commitment)?,
        Act::EnterDigits { results } => tournament.enter_digits(results)?,
        Act::OverruleDigits { results, reason } => tournament.overrule_digits(results, reason)?,
        Act::MarkAttendance { player, absent } => match tournament.mark_attendance(*player, *absent)? {
            Some(fact) => fact,
            None => return Ok(Vec::new()),
        },
        Act::OverruleAttendance { player, absent, reason } => {
            match tournament.overrule_attendance(*player, *absent, reason)? {
                Some(fact) => fact,
                None => return Ok(Vec::new()),
            }
        }
        Act::DrawSlip { player, number } => tournament.draw_slip(*player, *number)?,
        Act::MakeLeagues => tournament.decide_leagues()?,
        Act::PairRound { round } => tournament.pair_round(*round, matcher)?,
        Act::UnpairRound { round, reason } => tournament.unpair_round(*round, reason_of(reason)?)?,
        Act::PairByRuling { round, fixed, reason } => {
            tournament.pair_by_ruling(*round, fixed, reason_of(reason)?, matcher)?
        }
        Act::Excuse { player, reason } => tournament.excuse(*player, reason_of(reason)?)?,
        Act::EnterResult { round, slip } => tournament.enter_result(*round, slip)?,
        Act::Withdraw { player } => tournament.withdraw(*player)?,
        Act::Overrule { entry, slip, reason } => tournament.decide_overruling(*entry, slip, reason)?,
        Act::ReopenGame { entry, reason } => tournament.reopen_game(*entry, reason_of(reason)?)?,
        Act::NameFirst { league, player, reason } => tournament.name_first(*league, *player, reason)?,
        Act::ConfirmFirst { league } => tournament.confirm_first(*league)?,
        Act::Rule { text } => Fact::Ruled { text: reason_of(text)? },
        Act::PostNotice { english, japanese } => {
            tournament.has_room()?;
            let (english, japanese) = notice_texts(english, japanese).map_err(Rejection::BadNotice)?;
            Fact::NoticePosted { english, japanese }
        }
        Act::CallPlayers { round, table, players } => {
            let players = tournament.callable(*round, *table, players)?;
            Fact::PlayersCalled { round: *round, table: *table, players }
        }
        Act::Declare => tournament.declare()?,
        Act::Abandon { reason } => tournament.abandon(reason)?,
        _ => return Err(Rejection::OfGroups),
    };
    Ok(alloc::vec![Event { at: command.at, by: command.by, fact }])
}

fn reason_of(text: &str) -> Result<String, Rejection> {
    if text.trim().is_empty() { Err(Rejection::NoReason) } else { Ok(text.into()) }
}

impl Tournament {
    pub(super) fn at(&self, possible: impl FnOnce(Stage) -> bool) -> Result<(), Rejection> {
        let stage = self.stage();
        if possible(stage) { Ok(()) } else { Err(Rejection::WrongStage { stage }) }
    }

    pub(super) fn known(&self, player: PlayerId) -> Result<(), Rejection> {
        let known = player.index() < self.roster.len();
        if known { Ok(()) } else { Err(Rejection::UnknownPlayer { player }) }
    }

    fn set_roster(&self, roster: &[Entrant]) -> Result<Fact, Rejection> {
        self.at(|stage| stage == Stage::Roster)?;
        let classes = self.plan.seed_classes.len();
        let unknown = roster.iter().position(|entrant| entrant.seed.is_some_and(|class| class >= classes));
        if let Some(line) = unknown {
            return Err(Rejection::UnknownSeedClass { player: PlayerId::at(line) });
        }
        Ok(Fact::RosterSet { roster: roster.to_vec() })
    }

    fn commit(&self, commitment: [u8; 32]) -> Result<Fact, Rejection> {
        self.at(|stage| stage == Stage::Roster)?;
        let players = self.roster.len();
        self.enough(players)?;
        match self.plan.most_players() {
            Some(most) if players > most => Err(Rejection::TooMany { players, most }),
            _ => Ok(Fact::Committed { commitment }),
        }
    }

    /// Requires at least two players per league, or two in all (`TL3`, `TS1`).
    fn enough(&self, present: usize) -> Result<(), Rejection> {
        let least = self.plan.least_players();
        if present < least { Err(Rejection::TooFew { present, least }) } else { Ok(()) }
    }

    fn enter_digits(&self, results: &[String]) -> Result<Fact, Rejection> {
        self.at(|stage| stage == Stage::Committed)?;
        join_digits(&self.plan.lotteries, results).map_err(Rejection::BadDigits)?;
        Ok(Fact::DigitsEntered { results: results.to_vec() })
    }

    /// Results can be replaced until the leagues are made. Attendance and slips don't depend on them (`TD8`).
    fn overrule_digits(&self, results: &[String], reason: &str) -> Result<Fact, Rejection> {
        let reason = reason_of(reason)?;
        match self.stage() {
            Stage::Reception => {}
            Stage::Between { .. } | Stage::Playing { .. } | Stage::Over => return Err(Rejection::DrawStands),
            stage => return Err(Rejection::WrongStage { stage }),
        }
        join_digits(&self.plan.lotteries, results).map_err(Rejection::BadDigits)?;
        Ok(Fact::DigitsOverruled { results: results.to_vec(), reason })
    }

    fn mark_attendance(&self, player: PlayerId, absent: bool) -> Result<Option<Fact>, Rejection> {
        // Once the digits are known, everyone can predict which players a gap would move.
        match self.stage() {
            Stage::Committed => {}
            Stage::Reception => return Err(Rejection::AttendanceStands { player }),
            stage => return Err(Rejection::WrongStage { stage }),
        }
        self.known(player)?;
        Ok((!self.has_noted(player, absent)).then_some(Fact::AttendanceMarked { player, absent }))
    }

    fn overrule_attendance(
        &self,
        player: PlayerId,
        absent: bool,
        reason: &str,
    ) -> Result<Option<Fact>, Rejection> {
        let reason = reason_of(reason)?;
        self.at(|stage| stage == Stage::Reception)?;
        self.known(player)?;
        let fact = Fact::AttendanceOverruled { player, absent, reason };
        Ok((!self.has_noted(player, absent)).then_some(fact))
    }

    fn has_noted(&self, player: PlayerId, absent: bool) -> bool {
        self.absent.get(player.index()) == Some(&absent)
    }

    fn draw_slip(&self, player: PlayerId, number: DrawNumber) -> Result<Fact, Rejection> {
        self.at(|stage| matches!(stage, Stage::Committed | Stage::Reception))?;
        self.known(player)?;
        let seeds = self.seeds();
        let roster = Attendance { seeds: &seeds, absent: &self.absent };
        // With a second slip, the desk could search for a convenient league.
        if self.slips.contains_key(&player) {
            return Err(Rejection::BadSlip(SlipFault::Drawn { player }));
        }
        check_slip(&self.plan, roster, &self.slips, (player, number)).map_err(Rejection::BadSlip)?;
        Ok(Fact::SlipDrawn { player, number })
    }

    fn decide_leagues(&self) -> Result<Fact, Rejection> {
        self.at(|stage| stage == Stage::Reception)?;
        if let Some(Err(fault)) = self.lots_with(Some(&self.slips)) {
            return Err(Rejection::BadSlip(fault));
        }
        self.enough(self.absent.iter().filter(|absent| !**absent).count())?;
        Ok(Fact::LeaguesMade)
    }

    fn enter_result(&self, named: Round, slip: &Slip) -> Result<Fact, Rejection> {
        self.at(|stage| stage != Stage::Abandoned)?;
        // A late result is rejected with the current one of its round, because results are appended and never
        // edited.
        let Some(paired) = self.rounds.iter().find(|paired| paired.round == named) else {
            let current = self.rounds.last().map_or(Round(0), |paired| paired.round);
            return Err(Rejection::WrongRound { named, current });
        };
        let Slip { winner, loser, .. } = *slip;
        if paired.bout(winner, loser).is_none() {
            return Err(Rejection::NotPaired { winner, loser });
        }
        if let Some(decided) = paired.results.get(&pair_of(winner, loser)) {
            return Err(Rejection::AlreadyEntered { entry: decided.entry });
        }
        slip.check().map_err(Rejection::BadResult)?;
        Ok(Fact::ResultEntered { round: named, slip: slip.clone() })
    }

    fn withdraw(&self, player: PlayerId) -> Result<Fact, Rejection> {
        self.at(|stage| matches!(stage, Stage::Between { .. } | Stage::Playing { .. }))?;
        self.known(player)?;
        let place = self.flow.as_ref().map_or(PlayerState::Absent, |flow| flow.state_of(player));
        let plays = matches!(place, PlayerState::League(_) | PlayerState::Placement);
        let last = self.rounds.last().is_some_and(|paired| paired.round >= self.plan.last_round);
        // The next pairing would drop the withdrawal of a first (`TF5`).
        if !plays || last || self.leaving.contains(&player) || self.is_qualified_by_now(player) {
            return Err(Rejection::CannotWithdraw { player });
        }
        Ok(Fact::PlayerWithdrew { player })
    }

    fn decide_overruling(&self, entry: u32, slip: &Slip, reason: &str) -> Result<Fact, Rejection> {
        let reason = reason_of(reason)?;
        self.at(|stage| !matches!(stage, Stage::Declared | Stage::Abandoned))?;
        let old = self.valid_entry(entry)?;
        let Slip { winner, loser, .. } = *slip;
        if pair_of(old.slip.winner, old.slip.loser) != pair_of(winner, loser) {
            return Err(Rejection::NotPaired { winner, loser });
        }
        if let Some(bout) = self.built_upon(old.round, pair_of(winner, loser)) {
            return Err(Rejection::BuiltUpon { bout });
        }
        slip.check().map_err(Rejection::BadResult)?;
        Ok(Fact::ResultOverruled { entry, slip: slip.clone(), reason })
    }

    /// Returns an entry, unless its result was taken back. A corrected result counts too.
    fn valid_entry(&self, entry: u32) -> Result<&ResultEntry, Rejection> {
        let at = usize::try_from(entry).ok().and_then(|entry| entry.checked_sub(1));
        let entered = at.and_then(|at| self.entries.get(at)).ok_or(Rejection::NoSuchEntry { entry })?;
        let paired = self.rounds.iter().find(|paired| paired.round == entered.round);
        let pair = pair_of(entered.slip.winner, entered.slip.loser);
        let decided = paired.and_then(|paired| paired.results.get(&pair));
        let is_valid = decided.is_some_and(|decided| decided.entry == entry);
        if is_valid { Ok(entered) } else { Err(Rejection::EntryTakenBack { entry }) }
    }

    /// Once a later round is paired, it depends on the result, which can then only be corrected.
    fn reopen_game(&self, entry: u32, reason: String) -> Result<Fact, Rejection> {
        self.at(|stage| !matches!(stage, Stage::Declared | Stage::Abandoned))?;
        let round = self.valid_entry(entry)?.round;
        let current = self.rounds.last().map_or(Round(0), |paired| paired.round);
        if round < current {
            return Err(Rejection::LaterRoundPaired { round, current });
        }
        Ok(Fact::GameReopened { entry, reason })
    }

    fn built_upon(&self, round: Round, (one, other): (PlayerId, PlayerId)) -> Option<Bout> {
        let paired = self.rounds.iter().find(|paired| paired.round == round)?;
        paired.bout(one, other)??;
        let later = self.rounds.iter().filter(|paired| paired.round > round).flat_map(|paired| &paired.bouts);
        let plays = |player: PlayerId| player == one || player == other;
        later.into_iter().find(|(_, a, b)| plays(*a) || plays(*b)).map(|(bout, _, _)| *bout)
    }

    fn name_first(&self, league: LeagueId, player: PlayerId, reason: &str) -> Result<Fact, Rejection> {
        let reason = reason_of(reason)?;
        self.at(|stage| matches!(stage, Stage::Between { .. }))?;
        self.known(player)?;
        if self.passed().err() != Some(FlowFault::NobodyLeft { league }) {
            return Err(Rejection::NothingToRule { league });
        }
        // A player named since the last pairing is a first already, and the only unbeaten player of a league
        // becomes its first.
        let flow = self.with_named();
        let may_be = flow.is_some_and(|flow| match flow.state_of(player) {
            PlayerState::Placement => true,
            PlayerState::League(own) => flow.sole_unbeaten(own) != Some(player),
            PlayerState::Absent | PlayerState::Qualified(_) | PlayerState::Withdrawn => false,
        });
        if !may_be || self.leaving.contains(&player) {
            return Err(Rejection::CannotBeFirst { player });
        }
        Ok(Fact::FirstNamed { league, player, reason })
    }

    fn confirm_first(&self, league: LeagueId) -> Result<Fact, Rejection> {
        self.at(|stage| !matches!(stage, Stage::Declared | Stage::Abandoned))?;
        let first = self.flow.as_ref().and_then(|flow| flow.firsts().get(league.index()).copied().flatten());
        let open = first.is_some_and(|first| first.by == FoundBy::Ranking) && !self.is_confirmed(league);
        if open { Ok(Fact::FirstConfirmed { league }) } else { Err(Rejection::NothingToRule { league }) }
    }

    fn declare(&self) -> Result<Fact, Rejection> {
        let over = self.stage() == Stage::Over && self.final_ranking().is_some();
        if over { Ok(Fact::RankingDeclared) } else { Err(Rejection::WrongStage { stage: self.stage() }) }
    }

    fn abandon(&self, reason: &str) -> Result<Fact, Rejection> {
        let reason = reason_of(reason)?;
        self.at(|stage| !matches!(stage, Stage::Declared | Stage::Abandoned))?;
        Ok(Fact::EventAbandoned { reason })
    }
}
