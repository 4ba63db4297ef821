//! One stage of a settlement: the opening, or the fallback after a wave (`A5`, `A9`).
//!
//! Every team claims its first live lines, up to the number it may still win. With `k` free copies of a lot,
//! a claim is rejected once `k` claims outrank it: those at higher prices, and the team's own better claims
//! at the same price. More claims never restore a rejected one, so the order of checks doesn't matter and
//! each claim is checked once, when a new claim pushes it out.

use alloc::vec;
use alloc::vec::Vec;

use super::order_book::{OrderBook, dense};

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClaimState {
    Open,
    Claimed,
    Rejected,
    Awarded,
    Tied,
    WonRebid,
    LostRebid,
    FailedTie,
    GivenUp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LotClaims {
    /// First place of the marginal group. Claims below it have been rejected.
    floor: u32,
    /// Number of kept claims above the floor; less than the number of free copies.
    above: u32,
    /// The lowest kept claim if the lot had more claims than copies; otherwise [`NONE`].
    last_kept: u32,
}

/// Counts of a place. A place has several roles, so that one look-up usually suffices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ClaimCounts {
    /// For the first place of a group: the number of its kept claims.
    kept: u32,
    /// For the first place of a run: the number of its claims that have been kept. A claim's depth is that
    /// number when it was kept: the number of better claims of the same team at this price.
    depth: u32,
    /// For the place `depth` after a group's first: one kept claim of the group at that depth.
    head: u32,
    /// For a claim: another kept claim of the same group and depth.
    next: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claims {
    lots: Vec<LotClaims>,
    /// For each lot, the first place below the marginal group; 0 if the lot has no free copy.
    margins: Vec<u32>,
    counts: Vec<ClaimCounts>,
    states: Vec<ClaimState>,
    /// For each seat, its first unprocessed line, by seat and priority. Processed lines are decided or their lot
    /// is closed, so they never come back.
    cursors: Vec<u32>,
    entered: Vec<u32>,
    vacancies: Vec<u32>,
}

impl Claims {
    pub(super) fn new(book: &OrderBook, free: &[u32]) -> Self {
        let count = book.lines().len();
        let mut lots = vec![LotClaims { floor: NONE, above: 0, last_kept: NONE }; free.len()];
        let mut margins = vec![0; free.len()];
        for (place, line) in (0..).zip(book.lines()) {
            let lot = line.lot.index();
            if free.get(lot).is_some_and(|&copies| copies > 0) {
                lots[lot].floor = line.group;
                margins[lot] = place + 1;
            }
        }
        let counts = vec![ClaimCounts { kept: 0, depth: 0, head: NONE, next: NONE }; count];
        let states = vec![ClaimState::Open; count];
        let cursors = (0..dense(book.teams().len())).map(|seat| book.orders(seat).start).collect();
        Self { lots, margins, counts, states, cursors, entered: Vec::new(), vacancies: Vec::new() }
    }

    pub(super) fn state(&self, place: u32) -> ClaimState {
        self.states[place as usize]
    }

    pub(super) fn decide(&mut self, place: u32, state: ClaimState) {
        self.states[place as usize] = state;
    }

    /// First unprocessed line of a seat, by seat and priority.
    pub(super) fn cursor(&self, seat: u32) -> u32 {
        self.cursors[seat as usize]
    }

    pub(super) fn last_kept(&self, lot: usize) -> Option<u32> {
        self.lots.get(lot).map(|lot_claims| lot_claims.last_kept).filter(|&place| place != NONE)
    }

    pub(super) fn vacate(&mut self, seat: u32) {
        self.vacancies.push(seat);
    }

    /// Fills `slots` slots of every seat, as in the opening, and all that become free.
    pub(super) fn fill_all(&mut self, book: &OrderBook, free: &[u32], slots: u32) {
        let mut claims = Vec::new();
        for seat in 0..dense(self.cursors.len()) {
            for _ in 0..slots {
                let Some(place) = self.next_claim(book, seat) else { break };
                claims.push(place);
            }
        }
        self.enter_all(book, free, claims);
    }

    /// Fills all free slots until nothing more is rejected.
    pub(super) fn fill_vacancies(&mut self, book: &OrderBook, free: &[u32]) {
        self.enter_all(book, free, Vec::new());
    }

    /// Ends the stage and returns the kept claims by place. The caller decides them.
    pub(super) fn take_claims(&mut self) -> Vec<u32> {
        let mut claims = core::mem::take(&mut self.entered);
        claims.retain(|&place| self.states[place as usize] == ClaimState::Claimed);
        claims.sort_unstable();
        claims
    }

    /// Prepares a lot with free copies for the next stage. `kept` are its claims, all awarded.
    pub(super) fn clear(&mut self, book: &OrderBook, kept: &[u32]) {
        for &place in kept {
            let line = book.line(place);
            if let Some(lot_claims) = self.lots.get_mut(line.lot.index()) {
                lot_claims.above = 0;
            }
            self.counts[line.group as usize].kept = 0;
            let run = &mut self.counts[line.run as usize];
            run.depth -= 1;
            let depth = run.depth;
            self.counts[(line.group + depth) as usize].head = NONE;
        }
    }

    /// Closes a lot after all its free copies are claimed. Stores its lowest kept claim, and returns the number of
    /// claims above the marginal price.
    pub(super) fn close(&mut self, lot: usize, last_kept: u32) -> usize {
        let (Some(lot_claims), Some(margin)) = (self.lots.get_mut(lot), self.margins.get_mut(lot)) else {
            return 0;
        };
        *margin = 0;
        lot_claims.last_kept = last_kept;
        lot_claims.above as usize
    }

    /// Enters claims, then those of free slots, until no claim is left.
    ///
    /// Claims are entered in batches sorted by place: in list order, most of the time would be spent waiting
    /// for memory.
    fn enter_all(&mut self, book: &OrderBook, free: &[u32], mut claims: Vec<u32>) {
        let mut seats = Vec::new();
        loop {
            claims.sort_unstable();
            for place in claims.drain(..) {
                self.enter(book, free, place);
            }
            core::mem::swap(&mut seats, &mut self.vacancies);
            if seats.is_empty() {
                return;
            }
            seats.sort_unstable();
            for seat in seats.drain(..) {
                claims.extend(self.next_claim(book, seat));
            }
        }
    }

    /// Returns a seat's next live line above the margin of its lot, rejecting those below it.
    fn next_claim(&mut self, book: &OrderBook, seat: u32) -> Option<u32> {
        let end = book.orders(seat).end;
        let cursor = &mut self.cursors[seat as usize];
        while *cursor < end {
            let (place, lot) = book.turn(*cursor);
            *cursor += 1;
            let margin = self.margins.get(lot.index()).copied().unwrap_or(0);
            if place < margin {
                return Some(place);
            }
            if margin > 0 {
                self.states[place as usize] = ClaimState::Rejected;
            }
        }
        None
    }

    /// Enters a claim on a lot with free copies, and rejects the claim that it pushes out, or itself.
    fn enter(&mut self, book: &OrderBook, free: &[u32], place: u32) {
        let line = book.line(place);
        let copies = free[line.lot.index()];
        let lot_claims = &mut self.lots[line.lot.index()];
        let depth = self.counts[line.run as usize].depth;
        if place >= self.margins[line.lot.index()]
            || line.group == lot_claims.floor && depth >= copies - lot_claims.above
        {
            self.reject(place, line.seat);
            return;
        }
        let floor = lot_claims.floor;
        lot_claims.above += u32::from(line.group < floor);
        let room = copies - lot_claims.above;
        self.keep(line.group, line.run, place, depth);
        if line.group < floor {
            // At the marginal price, only the `room` best claims of each team fit.
            self.reject_depth(book, floor, room);
            if room == 0 {
                self.raise_floor(book, line.lot.index(), copies);
            }
        }
    }

    fn keep(&mut self, group: u32, run: u32, place: u32, depth: u32) {
        self.counts[run as usize].depth += 1;
        self.counts[group as usize].kept += 1;
        let head = core::mem::replace(&mut self.counts[(group + depth) as usize].head, place);
        self.counts[place as usize].next = head;
        self.states[place as usize] = ClaimState::Claimed;
        self.entered.push(place);
    }

    fn reject(&mut self, place: u32, seat: u32) {
        self.states[place as usize] = ClaimState::Rejected;
        self.vacancies.push(seat);
    }

    /// Rejects the claims of a group with `depth` better claims of the same team at their price.
    fn reject_depth(&mut self, book: &OrderBook, group: u32, depth: u32) {
        // With fewer kept claims, no claim is that deep, and the place may not exist.
        if self.counts[group as usize].kept <= depth {
            return;
        }
        let mut place = core::mem::replace(&mut self.counts[(group + depth) as usize].head, NONE);
        while place != NONE {
            self.counts[group as usize].kept -= 1;
            self.reject(place, book.line(place).seat);
            place = self.counts[place as usize].next;
        }
    }

    /// Moves the margin up to the lowest group with a kept claim once all copies are claimed above it. Every
    /// claim at that price then has a copy, so nothing more is rejected.
    fn raise_floor(&mut self, book: &OrderBook, lot: usize, copies: u32) {
        let lot_claims = &mut self.lots[lot];
        while lot_claims.above >= copies {
            self.margins[lot] = lot_claims.floor;
            lot_claims.floor = book.line(lot_claims.floor - 1).group;
            lot_claims.above -= self.counts[lot_claims.floor as usize].kept;
        }
    }
}
