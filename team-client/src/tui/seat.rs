//! The team's own state in the game: submissions, and the rules' verdict on its draft.

use ishigaki_client::team::WindowId;
use ishigaki_proto::fault::Fault;
use ishigaki_rules::auction::{Bid, BidFault, Offer, Raise, RebidFault, check_bids, check_rebid};
use ishigaki_rules::{LotId, Phase, Priority, Rejection, Revision, RoundNo, RoundRecord, Sealed, Tsuyama};
use ishigaki_words::Words;

use super::advice::AdviceSubject;
use super::market::{offer, purse};
use super::price::PriceFault;
use super::state::State;
use ishigaki_strategy::bot::View;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DraftFlaw {
    /// Indices from 0; empty for the whole draft.
    pub(crate) lines: Vec<usize>,
    reason: FlawReason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum FlawReason {
    Fault(Fault),
    Price(PriceFault),
}

impl DraftFlaw {
    pub(crate) fn text(&self, words: &Words) -> String {
        match &self.reason {
            FlawReason::Fault(fault) => words.fault(fault),
            FlawReason::Price(fault) => fault.text(words),
        }
    }

    pub(crate) fn rule(&self) -> Option<String> {
        match &self.reason {
            FlawReason::Fault(fault) => fault.rule.clone(),
            FlawReason::Price(_) => None,
        }
    }
}

impl State {
    pub(crate) fn view(&self) -> Option<View<'_>> {
        Some(View { game: self.game()?, me: self.me()? })
    }

    pub(crate) fn subject(&self) -> Option<AdviceSubject> {
        let view = self.view()?;
        if let Some((round, attempt, wave)) = self.raises.wave() {
            return Some(AdviceSubject { round, attempt, wave: Some(wave), money: view.rebid_budget()? });
        }
        if !view.game.takes_part(view.me) {
            return None;
        }
        let (round, attempt) = match (view.game.phase(), view.record()) {
            (Phase::Bidding { .. }, Some(record)) => (record.round, record.attempt),
            (Phase::Ready { next }, _) => {
                view.game.setup().round(next)?;
                let before = view.game.rounds().iter().filter(|record| record.round == next).count();
                (next, u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1))
            }
            _ => return None,
        };
        Some(AdviceSubject { round, attempt, wave: None, money: view.held() })
    }

    pub(crate) fn is_advice_stale(&self) -> bool {
        self.advice.as_ref().is_some_and(|given| Some(given.subject) != self.subject())
    }

    pub(crate) fn open_bidding(&self) -> Option<&RoundRecord> {
        let view = self.view()?;
        view.open_bidding()?;
        view.record()
    }

    pub(crate) fn unsettled_round(&self) -> Option<RoundNo> {
        let game = self.game()?;
        let Phase::Rebidding { .. } = game.phase() else { return None };
        Some(game.current_round()?.round)
    }

    pub(crate) fn window_id(&self) -> Option<WindowId> {
        self.watched.session.window()
    }

    pub(crate) fn is_rebidding(&self) -> bool {
        self.raises.wave().is_some()
    }

    pub(crate) fn sealed_bids(&self) -> Option<&Sealed<Bid>> {
        self.watched.session.sealed_bids()
    }

    pub(crate) fn sealed_raises(&self) -> Option<&Sealed<Raise>> {
        self.watched.session.sealed_raises()
    }

    pub(crate) fn revisions(&self) -> (Option<Revision>, Option<Revision>) {
        if self.is_rebidding() {
            (self.sealed_raises().map(|sealed| sealed.revision), self.raises.base())
        } else {
            (self.sealed_bids().map(|sealed| sealed.revision), self.sheet.base())
        }
    }

    pub(crate) fn is_overtaken(&self) -> bool {
        let (sealed, base) = self.revisions();
        sealed.is_some() && sealed != base && self.differs()
    }

    pub(crate) fn differs(&self) -> bool {
        if self.is_rebidding() {
            return self.sealed_raises().is_none_or(|sealed| !self.raises.says(&sealed.lines));
        }
        self.sealed_bids().is_none_or(|sealed| !self.sheet.says(&sealed.lines))
    }

    /// Returns whether the draft differs from a submitted list.
    pub(crate) fn has_changes(&self) -> bool {
        self.revisions().0.is_some() && self.differs()
    }

    /// Counts the changes of the draft since the submission.
    pub(crate) fn changes(&self) -> usize {
        if self.is_rebidding() {
            self.sealed_raises().map_or(0, |sealed| self.raises.changes_since(&sealed.lines))
        } else {
            self.sealed_bids().map_or(0, |sealed| self.sheet.changes_since(&sealed.lines))
        }
    }

    pub(crate) fn terms(&self) -> Option<(RoundNo, Offer, Tsuyama)> {
        let view = self.view()?;
        let (round, offer) = offer(view.game)?;
        Some((round, offer, purse(view.game, view.me)))
    }

    /// Returns all invalid prices, and the rules' faults in the rest.
    pub(crate) fn flaws(&self) -> Vec<DraftFlaw> {
        let (unreadable, mut flaws): (Vec<_>, _) = if self.is_rebidding() {
            (self.raises.price_faults().collect(), self.raise_flaws())
        } else {
            (self.sheet.price_faults().collect(), self.bid_flaws())
        };
        // A line without a price can't have a wrong one.
        flaws.retain(|flaw| !flaw.lines.iter().any(|at| unreadable.iter().any(|(other, _)| other == at)));
        let flaw = |(at, fault)| DraftFlaw { lines: vec![at], reason: FlawReason::Price(fault) };
        unreadable.into_iter().map(flaw).chain(flaws).collect()
    }

    fn bid_flaws(&self) -> Vec<DraftFlaw> {
        let Some((view, (_, offer, held))) = self.view().zip(self.terms()) else {
            return Vec::new();
        };
        let bids = self.sheet.lines();
        let Err(faults) = check_bids(&offer, held, bids) else {
            return Vec::new();
        };
        let places = |fault: &BidFault| match *fault {
            // Faults of M or of copies are shown at the first excess line.
            BidFault::TooManyBids { max_bids, .. } => (max_bids as usize..bids.len()).collect(),
            BidFault::TooManyOfLot { lot, copies, .. } => surplus_lines(bids, lot, copies),
            BidFault::UnknownLot { line, .. } | BidFault::BelowMin { line, .. } => vec![line],
            BidFault::OverBudget { .. } => Vec::new(),
        };
        let flaw = |fault: BidFault| {
            let lines = places(&fault);
            let rejection = Rejection::InvalidList { faults: vec![fault] };
            let fault = without_line(Fault::of_rejection(&rejection, view.game.setup()));
            DraftFlaw { lines, reason: FlawReason::Fault(fault) }
        };
        faults.into_iter().map(flaw).collect()
    }

    fn raise_flaws(&self) -> Vec<DraftFlaw> {
        let settled = |view: View<'_>| view.record()?.settlement.clone();
        let Some((view, settlement)) = self.view().and_then(|view| Some((view, settled(view)?))) else {
            return Vec::new();
        };
        let Err(faults) = check_rebid(&settlement, view.me, view.held(), &self.raises.raises()) else {
            return Vec::new();
        };
        let place = |priority: Priority| {
            let at = self.raises.lines().iter().position(|line| line.priority == priority);
            at.into_iter().collect()
        };
        let flaw = |fault: RebidFault| {
            let lines = match fault {
                RebidFault::DuplicateLine { priority, .. }
                | RebidFault::NotTied { priority, .. }
                | RebidFault::NotAbove { priority, .. } => place(priority),
                RebidFault::OverBudget { .. } => Vec::new(),
            };
            let names_its_line = !matches!(fault, RebidFault::NotAbove { .. });
            let rejection = Rejection::InvalidRebid { faults: vec![fault] };
            let fault = Fault::of_rejection(&rejection, view.game.setup());
            let fault = if names_its_line { fault } else { without_line(fault) };
            DraftFlaw { lines, reason: FlawReason::Fault(fault) }
        };
        faults.into_iter().map(flaw).collect()
    }

    /// Without the drafted offers for the others (`A7`).
    pub(crate) fn budget_of(&self, place: usize) -> Option<Tsuyama> {
        let budget = self.view()?.rebid_budget()?;
        let others = self.raises.lines().iter().enumerate().filter(|(at, _)| *at != place);
        Some(budget.minus(others.filter_map(|(_, line)| line.price).sum()))
    }
}

fn surplus_lines(bids: &[Bid], lot: LotId, copies: u32) -> Vec<usize> {
    let of_lot = bids.iter().enumerate().filter(|(_, bid)| bid.lot == lot);
    of_lot.map(|(at, _)| at).skip(copies as usize).collect()
}

fn without_line(mut fault: Fault) -> Fault {
    fault.metadata.remove("line");
    fault
}
