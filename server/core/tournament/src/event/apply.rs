//! Folding events into the state. It can't fail: a fact that doesn't fit changes nothing, and
//! [`decide`](super::decide()) never makes one.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::fact::{Event, Fact};
use super::message::TableCall;
use super::slip::Slip;
use super::state::{
    Decided, OverruledAttendance, OverruledDigits, ResultEntry, Tournament, as_played, pair_of,
};
use crate::flow::Flow;
use crate::id::{LeagueId, PlayerId, Round};
use crate::league::{Division, Field};
use crate::shift::{places, shifts};

impl Tournament {
    /// Folds one event into the state.
    pub fn apply(&mut self, event: &Event) {
        self.note_ruling(&event.fact);
        match &event.fact {
            Fact::RosterSet { roster } => {
                self.roster.clone_from(roster);
                self.absent = alloc::vec![false; roster.len()];
            }
            Fact::Committed { commitment } => self.commitment = Some(*commitment),
            Fact::DigitsEntered { results } => self.digits = Some(results.clone()),
            Fact::DigitsOverruled { results, reason } => {
                let before = self.places();
                if let Some(results) = self.digits.replace(results.clone()) {
                    let (reason, moved) = (reason.clone(), shifts(&before, &self.places()));
                    self.overruled_digits.push(OverruledDigits { results, reason, moved });
                }
            }
            Fact::AttendanceMarked { player, absent } => self.mark(*player, *absent),
            Fact::AttendanceOverruled { player, absent, reason } => {
                let before = self.places();
                self.mark(*player, *absent);
                let (reason, moved) = (reason.clone(), shifts(&before, &self.places()));
                let ruling = OverruledAttendance { player: *player, absent: *absent, reason, moved };
                self.overruled_attendance.push(ruling);
            }
            Fact::SlipDrawn { player, number } => {
                self.slips.insert(*player, *number);
            }
            Fact::LeaguesMade => self.make_leagues(),
            Fact::RoundPaired { round, pools, games }
            | Fact::RoundPairedByRuling { round, pools, games, .. } => {
                self.apply_pairing(*round, pools, games);
            }
            Fact::RoundUnpaired { round, .. } => self.apply_unpairing(*round),
            Fact::PlayerExcused { player, .. } => {
                self.excused.insert(*player);
            }
            Fact::ResultEntered { round, slip } => self.enter(*round, slip),
            Fact::PlayerWithdrew { player } => {
                self.leaving.insert(*player);
            }
            Fact::ResultOverruled { entry, slip, reason } => self.overrule(*entry, slip, reason),
            Fact::GameReopened { entry, .. } => self.reopen(*entry),
            Fact::FirstNamed { league, player, .. } => self.named.push((*league, *player)),
            Fact::FirstConfirmed { league } => {
                self.confirmed.insert(*league);
            }
            Fact::Ruled { text } => self.rulings.push(text.clone()),
            Fact::NoticePosted { english, japanese } => {
                self.messages.post(event.at, english, japanese);
            }
            Fact::PlayersCalled { round, table, players } => {
                let (at, players) = (event.at, players.clone());
                self.messages.call(TableCall { at, round: *round, table: *table, players });
            }
            Fact::RankingDeclared => self.declared = true,
            Fact::EventAbandoned { .. } => self.abandoned = true,
            // The others belong to contests in groups.
            _ => {}
        }
    }

    fn note_ruling(&mut self, fact: &Fact) {
        let is_ruling = matches!(
            fact,
            Fact::RoundUnpaired { .. }
                | Fact::RoundPairedByRuling { .. }
                | Fact::PlayerExcused { .. }
                | Fact::GameReopened { .. }
        );
        if is_ruling {
            self.ruling_facts.push(fact.clone());
        }
    }

    fn mark(&mut self, player: PlayerId, absent: bool) {
        if let Some(mark) = self.absent.get_mut(player.index()) {
            *mark = absent;
        }
        // An absent seed has no slip (`TD6`), so the slip is returned.
        if absent {
            self.slips.remove(&player);
        }
    }

    /// The field and its division; `None` until they are determined.
    pub(super) fn division(&self) -> Option<(Field, Division)> {
        let lots = self.lots_with(Some(&self.slips))?.ok()?;
        let lines = lots.iter().zip(&self.absent);
        let numbers = lines.map(|(lot, absent)| lot.number.filter(|_| !absent)).collect();
        let field = Field::new(numbers);
        let division = Division::of(&field, self.plan.leagues).ok()?;
        Some((field, division))
    }

    /// The league of each line if reception ended now; empty while no leagues can be made.
    fn places(&self) -> Vec<Option<usize>> {
        let lots = self.lots().unwrap_or_default();
        let lines = lots.iter().zip(&self.absent);
        let field = Field::new(lines.map(|(lot, absent)| lot.number.filter(|_| !absent)).collect());
        let leagues = Division::of(&field, self.plan.leagues).map(|division| division.leagues);
        let lines = leagues
            .unwrap_or_default()
            .into_iter()
            .map(|league| league.into_iter().map(PlayerId::index).collect());
        places(self.roster.len(), lines)
    }

    fn make_leagues(&mut self) {
        if let Some((field, division)) = self.division() {
            self.plan = Arc::new(self.plan.of_players(field.present().count()));
            self.flow = Some(Flow::new(Arc::clone(&self.plan), Arc::new(field), division.leagues));
        }
    }

    fn enter(&mut self, round: Round, slip: &Slip) {
        self.entries.push(ResultEntry { round, slip: slip.clone() });
        let entry = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        if let Some(paired) = self.rounds.last_mut().filter(|paired| paired.round == round) {
            let pair = pair_of(slip.winner, slip.loser);
            paired.results.insert(pair, Decided { slip: slip.clone(), entry, ruling: None });
            self.complete();
        }
    }

    /// Adds the last round to the leagues' history once all its results are in.
    pub(super) fn complete(&mut self) {
        let Some(paired) = self.rounds.last().filter(|paired| paired.open() == 0) else { return };
        let byes: Vec<PlayerId> = paired.pools.iter().filter_map(|pool| pool.bye).collect();
        if let Some(flow) = &mut self.flow
            && paired.round <= self.plan.last_round
            && flow.played() < paired.round
        {
            // Can't fail, because the round was paired for these pools.
            let _ = flow.play(&paired.played(), &byes);
        }
    }

    /// Takes back a result of the last round. If the round was complete, its results leave the history, and
    /// firsts named since then must be named again.
    fn reopen(&mut self, entry: u32) {
        let Some(paired) = self.rounds.last_mut() else { return };
        let was_complete = paired.open() == 0;
        paired.results.retain(|_, decided| decided.entry != entry);
        if was_complete && paired.open() > 0 {
            let round = paired.round;
            if let Some(flow) = self.flow.as_mut().filter(|flow| flow.played() >= round) {
                flow.take_back();
                let is_applied = |league: LeagueId| flow.firsts().get(league.index()) != Some(&None);
                self.named.retain(|(league, _)| is_applied(*league));
            }
        }
    }

    fn overrule(&mut self, entry: u32, slip: &Slip, reason: &str) {
        let at = usize::try_from(entry).ok().and_then(|entry| entry.checked_sub(1));
        let Some(round) = at.and_then(|at| self.entries.get(at)).map(|entry| entry.round) else { return };
        let pair = pair_of(slip.winner, slip.loser);
        let Some(paired) = self.rounds.iter_mut().find(|paired| paired.round == round) else { return };
        let decided = Decided { slip: slip.clone(), entry, ruling: Some(reason.into()) };
        paired.results.insert(pair, decided);
        let of_leagues = paired.bout(pair.0, pair.1) == Some(None);
        let before = self.before_pairing.as_mut().and_then(|before| before.flow.as_mut());
        for flow in self.flow.iter_mut().chain(before).filter(|flow| of_leagues && flow.played() >= round) {
            flow.correct(round, as_played(slip));
        }
    }
}
