//! The settlement of a round (`A5`–`A9`).

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::claims::{ClaimState, Claims};
use super::order_book::{BookLine, OrderBook, dense};
use super::wave::{FailureReason, RebidOffer, contest};
use super::{Offer, TeamList, TeamRaises};
use crate::{LotId, Priority, TeamId, Tsuyama};

/// The state of a round's auction after its opening and the waves so far.
///
/// It doesn't depend on the order of the lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    pub(super) max_wins: u32,
    pub(super) book: OrderBook,
    pub(super) claims: Claims,
    pub(super) free: Vec<u32>,
    awards: Vec<Award>,
    ties: Vec<Tie>,
    failures: Vec<FailedCopies>,
    rebids: Vec<Rebid>,
    charges: Vec<Tsuyama>,
    pub(super) wins: Vec<u32>,
    waves: u32,
}

/// The re-bid of one lot (`A8`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rebid {
    lot: LotId,
    /// Places of the tied lines, in order.
    tied: Vec<u32>,
    won: Vec<RebidOffer>,
    pub(super) lowest: Option<RebidOffer>,
    pub(super) equal_at: Option<Tsuyama>,
}

/// A line that won a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Award {
    pub lot: LotId,
    pub team: TeamId,
    pub priority: Priority,
    /// The bid, or the winning re-bid (`A10`).
    pub price: Tsuyama,
}

/// A lot with a tie for its last copies (`A6`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    pub lot: LotId,
    pub price: Tsuyama,
    /// Number of contested copies, at least 1.
    pub copies: u32,
    /// The tied lines of at least two teams, by team, then priority.
    pub lines: Vec<TiedLine>,
}

/// One tied line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TiedLine {
    pub team: TeamId,
    pub priority: Priority,
}

/// Copies that fail in this round (不調, `A8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailedCopies {
    pub lot: LotId,
    pub copies: u32,
    pub reason: FailureReason,
}

/// Error of a call that doesn't fit the state of a settlement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettlementFault {
    NothingTied,
}

impl Rebid {
    pub(super) fn price_won(&self, place: u32) -> Option<Tsuyama> {
        let index = self.won.binary_search_by_key(&place, |offer| offer.place).ok()?;
        Some(self.won[index].price)
    }
}

impl Settlement {
    /// Opens the lists and settles as far as possible (`A5`, `A6`).
    ///
    /// The lists must be valid ([`super::check_bids`]), at most one per team, in any order. Teams without
    /// lines may be absent.
    pub fn open(offer: &Offer, lists: &[TeamList]) -> Self {
        let book = OrderBook::new(lists);
        let seats = book.teams().len();
        let free: Vec<u32> = offer.lots.iter().map(|lot| lot.copies).collect();
        let mut settlement = Self {
            max_wins: offer.max_wins,
            claims: Claims::new(&book, &free),
            book,
            free,
            awards: Vec::new(),
            ties: Vec::new(),
            failures: Vec::new(),
            rebids: Vec::new(),
            charges: vec![Tsuyama::ZERO; seats],
            wins: vec![0; seats],
            waves: 0,
        };
        settlement.claims.fill_all(&settlement.book, &settlement.free, offer.max_wins);
        settlement.end_stage();
        settlement
    }

    /// Evaluates the open wave and settles as far as possible (`A7`–`A9`).
    ///
    /// The raises must be valid ([`super::check_rebid`]), at most one submission per team.
    pub fn wave(&mut self, raises: &[TeamRaises]) -> Result<(), SettlementFault> {
        if self.is_settled() {
            return Err(SettlementFault::NothingTied);
        }
        let offers = self.offers(raises);
        let mut rest = offers.as_slice();
        for tie in core::mem::take(&mut self.ties) {
            let own = rest.partition_point(|offer| self.book.line(offer.place).lot <= tie.lot);
            let (offers, others) = rest.split_at(own);
            rest = others;
            self.settle_rebid(&tie, offers);
        }
        self.failures.sort_unstable_by_key(|failure| failure.lot);
        self.waves += 1;
        self.claims.fill_vacancies(&self.book, &self.free);
        self.end_stage();
        Ok(())
    }

    /// Returns whether no tie is left, so that the judge can confirm (`A10`).
    pub fn is_settled(&self) -> bool {
        self.ties.is_empty()
    }

    /// Returns the number of waves so far.
    pub fn waves_held(&self) -> u32 {
        self.waves
    }

    /// Returns all awards so far by lot, descending price, team, priority. Awards never change (`A6`).
    pub fn awards(&self) -> &[Award] {
        &self.awards
    }

    /// Returns the current ties, by lot.
    pub fn ties(&self) -> &[Tie] {
        &self.ties
    }

    /// Returns the failures so far, by lot (`A8`). A lot fails at most once.
    pub fn failures(&self) -> &[FailedCopies] {
        &self.failures
    }

    /// Returns the free copies of each lot, in the order of the offer: not awarded, not failed, and 0 during
    /// and after a re-bid of the lot (`A8`).
    pub fn free_copies(&self) -> &[u32] {
        &self.free
    }

    /// Returns the maximum that a team may bid in total for its tied lines in the open wave: its money minus its
    /// awards and its other live lines on lots with a free copy (`A7`). `None` if it has no tied line.
    pub fn rebid_budget(&self, team: TeamId, held: Tsuyama) -> Option<Tsuyama> {
        let seat = self.book.seat(team)?;
        let orders = self.book.orders(seat);
        let is_tied = |order| self.claims.state(self.book.place(order)) == ClaimState::Tied;
        if self.is_settled() || !orders.clone().any(is_tied) {
            return None;
        }
        // Processed lines aren't live: they are tied or decided, or their lot is closed.
        let live = (self.claims.cursor(seat)..orders.end).map(|order| self.book.line(self.book.place(order)));
        let reserved = live.filter(|line| self.free_copies_of(line.lot) > 0).map(|line| line.price).sum();
        Some(held.minus(self.charge(team)).minus(reserved))
    }

    /// Returns the teams with a tied line, in order.
    pub fn tied_teams(&self) -> Vec<TeamId> {
        let mut teams: Vec<TeamId> =
            self.ties.iter().flat_map(|tie| &tie.lines).map(|line| line.team).collect();
        teams.sort_unstable();
        teams.dedup();
        teams
    }

    /// Returns the sum of a team's awards.
    pub fn charge(&self, team: TeamId) -> Tsuyama {
        self.book.seat(team).map_or(Tsuyama::ZERO, |seat| self.charges[seat as usize])
    }

    /// The re-bid of a lot, if there was one.
    pub(super) fn rebid(&self, lot: LotId) -> Option<&Rebid> {
        let index = self.rebids.binary_search_by_key(&lot, |rebid| rebid.lot).ok()?;
        Some(&self.rebids[index])
    }

    pub(super) fn tied_line(&self, team: TeamId, priority: Priority) -> Option<(LotId, Tsuyama)> {
        let place = self.book.find(team, priority)?;
        let line = self.book.line(place);
        (self.claims.state(place) == ClaimState::Tied).then_some((line.lot, line.price))
    }

    pub(super) fn free_copies_of(&self, lot: LotId) -> u32 {
        self.free.get(lot.index()).copied().unwrap_or(0)
    }

    /// Awards all kept claims that aren't tied, and calls a re-bid for the tied ones (`A6`).
    fn end_stage(&mut self) {
        let claims = self.claims.take_claims();
        self.awards.reserve(claims.len());
        let mut rest = claims.as_slice();
        while let (Some(&first), Some(&last)) = (rest.first(), rest.last()) {
            let lot = self.book.line(first).lot;
            let of_lot = |place: &u32| self.book.line(*place).lot == lot;
            let own = if of_lot(&last) { rest.len() } else { rest.iter().take_while(|p| of_lot(p)).count() };
            let (kept, others) = rest.split_at(own);
            rest = others;
            self.end_lot(lot, kept);
        }
        // New awards and re-bids are sorted runs after the older ones, which these sorts merge quickly.
        self.awards.sort_by_key(|award| (award.lot, Reverse(award.price), award.team, award.priority));
        self.rebids.sort_by_key(|rebid| rebid.lot);
    }

    /// Ends the stage for one lot. `kept` are the kept claims, highest price first.
    fn end_lot(&mut self, lot: LotId, kept: &[u32]) {
        let copies = self.free_copies_of(lot);
        let (Some(&last), Some(free)) = (kept.last(), self.free.get_mut(lot.index())) else {
            return;
        };
        if kept.len() < copies as usize {
            *free -= dense(kept.len());
            self.claims.clear(&self.book, kept);
            self.award_all(kept);
            return;
        }
        *free = 0;
        let above = self.claims.close(lot.index(), last);
        if kept.len() == copies as usize {
            self.award_all(kept);
            return;
        }
        let (won, tied) = kept.split_at(above);
        self.award_all(won);
        let mut lines = Vec::with_capacity(tied.len());
        for &place in tied {
            self.claims.decide(place, ClaimState::Tied);
            let team = self.book.team(self.book.line(place).seat);
            lines.push(TiedLine { team, priority: self.book.priority(place) });
        }
        let price = self.book.line(last).price;
        self.ties.push(Tie { lot, price, copies: copies - dense(above), lines });
        self.rebids.push(Rebid { lot, tied: tied.to_vec(), won: Vec::new(), lowest: None, equal_at: None });
    }

    fn award_all(&mut self, places: &[u32]) {
        for &place in places {
            self.claims.decide(place, ClaimState::Awarded);
            self.award(place, self.book.line(place).price);
        }
    }

    fn award(&mut self, place: u32, price: Tsuyama) {
        let BookLine { lot, seat, .. } = *self.book.line(place);
        let charge = &mut self.charges[seat as usize];
        *charge = charge.plus(price);
        self.wins[seat as usize] += 1;
        let (team, priority) = (self.book.team(seat), self.book.priority(place));
        self.awards.push(Award { lot, team, priority, price });
    }

    /// The offers of a wave by lot, descending price, team, priority. Entries without a tied line or without
    /// a raise are skipped.
    fn offers(&self, raises: &[TeamRaises]) -> Vec<RebidOffer> {
        let mut offers = Vec::new();
        for sent in raises {
            for raise in &sent.raises {
                let tied = self.tied_line(sent.team, raise.priority);
                let place = self.book.find(sent.team, raise.priority);
                if let (Some((_, tied_at)), Some(place)) = (tied, place)
                    && raise.price > tied_at
                {
                    offers.push(RebidOffer { place, seat: self.book.line(place).seat, price: raise.price });
                }
            }
        }
        offers.sort_unstable_by_key(|offer| {
            (self.book.line(offer.place).lot, Reverse(offer.price), offer.place)
        });
        offers
    }

    /// Settles the re-bid of one lot (`A8`). Teams that lose get a slot back (`A9`).
    fn settle_rebid(&mut self, tie: &Tie, offers: &[RebidOffer]) {
        let contest = contest(offers, tie.copies);
        let (won, lost) = offers.split_at(contest.winners);
        for offer in won {
            self.claims.decide(offer.place, ClaimState::WonRebid);
            self.award(offer.place, offer.price);
        }
        for offer in lost {
            let failed = contest.equal_at.is_some();
            self.claims
                .decide(offer.place, if failed { ClaimState::FailedTie } else { ClaimState::LostRebid });
        }
        if let Some((copies, reason)) = contest.failed {
            self.failures.push(FailedCopies { lot: tie.lot, copies, reason });
        }
        let Ok(index) = self.rebids.binary_search_by_key(&tie.lot, |rebid| rebid.lot) else {
            return;
        };
        let rebid = &mut self.rebids[index];
        rebid.lowest = won.last().copied();
        rebid.won = won.to_vec();
        rebid.won.sort_unstable_by_key(|offer| offer.place);
        rebid.equal_at = contest.equal_at;
        for &place in &rebid.tied {
            if self.claims.state(place) == ClaimState::Tied {
                self.claims.decide(place, ClaimState::GivenUp);
            }
            if self.claims.state(place) != ClaimState::WonRebid {
                self.claims.vacate(self.book.line(place).seat);
            }
        }
    }
}
