//! Rounds, lists, waves and confirmation (`A1`–`A10`).

use alloc::string::String;
use alloc::vec::Vec;

use super::Transition;
use crate::auction::{Bid, Raise, Settlement, TeamList, TeamRaises, check_bids, check_rebid};
use crate::game::{Fact, LotChoice, Phase, Rejection, Sealed, SettlementDigest};
use crate::{ClosePolicy, GameTime, Revision, RoundNo, TeamId, Tsuyama, WaveNo};

impl Transition {
    pub(super) fn open_round(&mut self, named: RoundNo) -> Result<(), Rejection> {
        self.not_paused()?;
        let Phase::Ready { next } = self.game.phase() else {
            return Err(self.wrong_phase());
        };
        if named != next {
            return Err(Rejection::WrongRound { named, current: next });
        }
        let Some(plan) = self.game.setup().round(next) else {
            return Err(self.wrong_phase());
        };
        let closes_at = self.at.after(plan.window);
        let earlier = self.game.rounds().iter().filter(|record| record.round == next).count();
        let attempt = u32::try_from(earlier).unwrap_or(u32::MAX).saturating_add(1);
        self.happen(Fact::RoundOpened { round: next, attempt, closes_at });
        Ok(())
    }

    pub(super) fn seal_bids(
        &mut self,
        team: TeamId,
        round: RoundNo,
        replaces: Option<Revision>,
        bids: &[Bid],
        by_hand: Option<String>,
    ) -> Result<(), Rejection> {
        self.in_play(team)?;
        let record = self.meant_round(round)?;
        self.not_closed_since(record.bidding_closed)?;
        let Phase::Bidding { closes_at } = self.game.phase() else {
            return Err(self.wrong_phase());
        };
        self.not_paused()?;
        self.in_time(closes_at)?;
        check_bids(&record.offer, self.held(team), bids)
            .map_err(|faults| Rejection::InvalidList { faults })?;
        let revision = next_revision(team, record.sealed.get(&team), replaces, by_hand.is_some())?;
        let sealed = Sealed { revision, lines: bids.into(), by_hand };
        self.happen(Fact::BidsSealed { team, sealed: Some(sealed) });
        self.close_bidding_if_all_sealed();
        Ok(())
    }

    /// Closes the round early if its plan allows it and every team that may bid has submitted (`A3`).
    pub(super) fn close_bidding_if_all_sealed(&mut self) {
        let (Phase::Bidding { .. }, Some(record)) = (self.game.phase(), self.game.current_round()) else {
            return;
        };
        let plan = self.game.setup().round(record.round);
        let early = plan.is_some_and(|plan| plan.close == ClosePolicy::WhenAllSealed);
        let mut may_bid = self.game.setup().team_ids().filter(|&team| self.game.takes_part(team)).peekable();
        if early && may_bid.peek().is_some() && may_bid.all(|team| record.sealed.contains_key(&team)) {
            self.close_bidding();
        }
    }

    /// Opens all lists and settles (`A5`, `A6`); calls the first wave if there are ties (`A7`).
    pub(super) fn close_bidding(&mut self) {
        let Some(record) = self.game.current_round() else {
            return;
        };
        let list = |(&team, sealed): (&TeamId, &Option<Sealed<Bid>>)| {
            sealed.as_ref().map(|sealed| TeamList { team, bids: sealed.lines.to_vec() })
        };
        let lists: Vec<TeamList> = record.sealed.iter().filter_map(list).collect();
        let settlement = Settlement::open(&record.offer, &lists);
        let rebid_closes_at = self.wave_deadline(settlement.is_settled());
        self.open(Fact::ListsOpened { lists, rebid_closes_at }, settlement);
        self.close_waves_that_are_complete();
    }

    pub(super) fn seal_rebid(
        &mut self,
        team: TeamId,
        (round, named_wave): (RoundNo, WaveNo),
        replaces: Option<Revision>,
        raises: &[Raise],
        by_hand: Option<String>,
    ) -> Result<(), Rejection> {
        self.in_play(team)?;
        let record = self.meant_round(round)?;
        self.not_closed_since(record.wave_closed(named_wave))?;
        let Phase::Rebidding { wave, closes_at } = self.game.phase() else {
            return Err(self.wrong_phase());
        };
        if named_wave != wave {
            return Err(Rejection::WrongWave { named: named_wave, current: wave });
        }
        self.not_paused()?;
        self.in_time(closes_at)?;
        let Some(settlement) = record.settlement.as_ref() else {
            return Err(self.wrong_phase());
        };
        let held = self.held(team);
        if settlement.rebid_budget(team, held).is_none() {
            return Err(Rejection::NotTied { team });
        }
        check_rebid(settlement, team, held, raises).map_err(|faults| Rejection::InvalidRebid { faults })?;
        let revision = next_revision(team, record.sealed_raises.get(&team), replaces, by_hand.is_some())?;
        let sealed = Sealed { revision, lines: raises.into(), by_hand };
        self.happen(Fact::RebidSealed { team, sealed: Some(sealed) });
        self.close_waves_that_are_complete();
        Ok(())
    }

    /// Closes the open wave if all its teams have submitted, and continues with the next one, which may be
    /// complete from the start if none of its teams can raise (`A7`).
    pub(super) fn close_waves_that_are_complete(&mut self) {
        while self.game.awaited_in_wave().is_some_and(|awaited| awaited.is_empty()) {
            self.close_wave();
        }
    }

    /// Opens the wave's re-bids and continues the settlement (`A8`, `A9`).
    pub(super) fn close_wave(&mut self) {
        let (Phase::Rebidding { wave, .. }, Some(record)) = (self.game.phase(), self.game.current_round())
        else {
            return;
        };
        let sent = |(&team, sealed): (&TeamId, &Option<Sealed<Raise>>)| {
            sealed.as_ref().map(|sealed| TeamRaises { team, raises: sealed.lines.to_vec() })
        };
        let raises: Vec<TeamRaises> = record.sealed_raises.iter().filter_map(sent).collect();
        let Some(mut settlement) = record.settlement.clone() else {
            return;
        };
        if settlement.wave(&raises).is_err() {
            return;
        }
        let rebid_closes_at = self.wave_deadline(settlement.is_settled());
        self.open(Fact::RebidsOpened { wave, raises, rebid_closes_at }, settlement);
    }

    pub(super) fn confirm(
        &mut self,
        choice: LotChoice,
        seen: Option<SettlementDigest>,
    ) -> Result<(), Rejection> {
        let Some(record) = self.game.current_round() else {
            return Err(self.wrong_phase());
        };
        let round = record.round;
        if self.game.phase() != Phase::Confirming {
            return Err(self.wrong_phase());
        }
        if let (Some(named), Some(current)) = (seen, record.digest())
            && named != current
        {
            return Err(Rejection::StaleSettlement { named, current });
        }
        let open = record.unconfirmed();
        let lots = match choice {
            LotChoice::All => open.clone(),
            LotChoice::One(lot) if open.contains(&lot) => alloc::vec![lot],
            LotChoice::One(lot) if self.game.setup().lot(lot).is_none() => {
                return Err(Rejection::UnknownLot { lot });
            }
            LotChoice::One(lot) if record.confirmed.contains(&lot) => {
                return Err(Rejection::AlreadyConfirmed { lot });
            }
            LotChoice::One(lot) => return Err(Rejection::NotOnOffer { lot }),
        };
        let complete = lots.len() == open.len();
        self.happen(Fact::LotsConfirmed { lots });
        if complete {
            self.follow(Fact::RoundFinalised { round });
        }
        Ok(())
    }

    fn held(&self, team: TeamId) -> Tsuyama {
        self.game.team(team).map_or(Tsuyama::ZERO, |team| team.held)
    }

    fn wave_deadline(&self, settled: bool) -> Option<GameTime> {
        let plan = self.game.setup().round(self.game.current_round()?.round)?;
        (!settled).then(|| self.at.after(plan.rebid_window))
    }
}

/// Returns the revision of a new list, which must replace the submitted one (`A2`). The organiser names only
/// whether there is one, because that a list was replaced is secret (`A4`).
fn next_revision<Line>(
    team: TeamId,
    submitted: Option<&Option<Sealed<Line>>>,
    replaces: Option<Revision>,
    by_hand: bool,
) -> Result<Revision, Rejection> {
    let current = submitted.and_then(Option::as_ref).map(|sealed| sealed.revision);
    if by_hand && submitted.is_some() && replaces.is_none() {
        return Err(Rejection::AlreadySubmitted { team });
    }
    if !by_hand && current != replaces {
        return Err(Rejection::Replaced { named: replaces, current });
    }
    Ok(current.map_or(Revision::FIRST, Revision::next))
}
