//! The final ranking (`E2`, `E3`).

use alloc::vec::Vec;

use crate::{TeamId, Tsuyama};

/// What one team is ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Squares of the frame that no stone covers; fewer is better.
    pub empty: u32,
    /// Uncovered squares in the frame's top row; fewer is better.
    pub top_gaps: u32,
    /// TSUYAMA left; more is better.
    pub held: Tsuyama,
    /// Stones used; more is better.
    pub used: u32,
    /// Stones won but not used; fewer is better.
    pub unused: u32,
}

/// One team to be ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The team.
    pub team: TeamId,
    /// Its counts; `None` if it is disqualified (`E3`).
    pub tally: Option<Tally>,
}

/// One row of the ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// The team.
    pub team: TeamId,
    /// Its place: 1, 2, 2, 4 while a janken is open; disqualified teams share the place after all others.
    pub place: u32,
    /// What separates it from the row below; `None` in the last row.
    pub decided_by: Option<Criterion>,
}

/// What separates a row of the ranking from the row below it (`E2`, `E3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// Fewer empty squares, E2 (1).
    Empty,
    /// Fewer uncovered squares in the top row, E2 (2).
    TopGaps,
    /// More TSUYAMA left, E2 (3).
    Held,
    /// More stones used, E2 (4).
    Used,
    /// Fewer stones won but unused, E2 (5).
    Unused,
    /// Janken, E2 (6).
    Janken,
    /// Nothing yet: the janken is still to be held.
    JankenNeeded,
    /// The row below is disqualified, and this one is not (E3).
    Disqualified,
    /// Both are disqualified and share the last place (E3).
    BothDisqualified,
}

/// The whole ranking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranking {
    /// All teams in place order, equal places by team.
    pub rows: Vec<Rank>,
    /// Groups of two or more teams that are equal on all counts and have no janken order, in place order;
    /// each by team.
    pub janken_needed: Vec<Vec<TeamId>>,
}

/// Ranks the teams (`E2`, `E3`).
///
/// `janken` holds full orders, best first, of whole groups that are equal on all five counts; an order that
/// is not exactly such a group has no effect.
pub fn rank(contenders: &[Contender], janken: &[Vec<TeamId>]) -> Ranking {
    let _ = (contenders, janken);
    unimplemented!()
}
