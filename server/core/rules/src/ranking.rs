//! The final ranking (`E2`, `E3`).
//!
//! Knows what each team counts and the janken orders; nothing of walls, of money spent or of how a game ends.

use alloc::vec::Vec;

use crate::{TeamId, Tsuyama};

/// Figures that one team is ranked by, by name.
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

/// Figures that a team is ranked by, in the order of [`Criterion::RANKED`].
pub type Figures = [u64; Criterion::RANKED.len()];

/// One team to be ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    pub team: TeamId,
    /// Its counts; `None` if it is disqualified (`E3`).
    pub tally: Option<Tally>,
}

/// One row of the ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    pub team: TeamId,
    /// Its place: 1, 2, 2, 4 while a janken is open; disqualified teams share the place after all others.
    pub place: u32,
    /// Criterion that separates it from the row below; `None` in the last row.
    pub decided_by: Option<Criterion>,
}

/// Criterion that separates a row of the ranking from the row below it (`E2`, `E3`).
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

impl Criterion {
    /// The criteria that compare a figure, the weightiest first (`E2`). Whoever shows or writes what teams are ranked by
    /// goes through these.
    pub const RANKED: [Self; 5] = [Self::Empty, Self::TopGaps, Self::Held, Self::Used, Self::Unused];
    /// The other criteria, which compare none.
    pub const UNRANKED: [Self; 4] =
        [Self::Janken, Self::JankenNeeded, Self::Disqualified, Self::BothDisqualified];

    /// The name in files, in `--json` and on the wire: lower case, words joined by `_`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TopGaps => "top_gaps",
            Self::Held => "held",
            Self::Used => "used",
            Self::Unused => "unused",
            Self::Janken => "janken",
            Self::JankenNeeded => "janken_needed",
            Self::Disqualified => "disqualified",
            Self::BothDisqualified => "both_disqualified",
        }
    }

    /// The criterion of a name; `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        Self::RANKED.into_iter().chain(Self::UNRANKED).find(|criterion| criterion.name() == name)
    }

    /// Returns whether the greater figure is the better one; otherwise it is the lesser.
    pub const fn is_more_better(self) -> bool {
        matches!(self, Self::Held | Self::Used)
    }

    /// The rule it stands on, as the rule book numbers it.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Empty => "E2 (1)",
            Self::TopGaps => "E2 (2)",
            Self::Held => "E2 (3)",
            Self::Used => "E2 (4)",
            Self::Unused => "E2 (5)",
            Self::Janken | Self::JankenNeeded => "E2 (6)",
            Self::Disqualified | Self::BothDisqualified => "E3",
        }
    }
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
/// is not exactly such a group has no effect, and of several for one group the last one counts.
pub fn rank(contenders: &[Contender], janken: &[Vec<TeamId>]) -> Ranking {
    let mut sorted = contenders.to_vec();
    sorted.sort_by_key(|contender| {
        (contender.tally.is_none(), contender.tally.map(Tally::key), contender.team)
    });
    let mut ranking = Ranking { rows: Vec::with_capacity(sorted.len()), janken_needed: Vec::new() };
    let mut rest = &sorted[..];
    while let Some(&Contender { tally, .. }) = rest.first() {
        let equal = rest.iter().take_while(|other| other.tally == tally).count();
        let (group, below) = rest.split_at(equal);
        let decided_by = below.first().map(|next| separates(tally, next.tally));
        ranking.append(group, tally.is_none(), janken, decided_by);
        rest = below;
    }
    ranking
}

impl Ranking {
    /// Appends the teams of one group that is equal on all counts; `decided_by` separates it from the next.
    fn append(
        &mut self,
        group: &[Contender],
        disqualified: bool,
        janken: &[Vec<TeamId>],
        decided_by: Option<Criterion>,
    ) {
        let by_team: Vec<TeamId> = group.iter().map(|contender| contender.team).collect();
        let order = janken.iter().rev().find(|order| !disqualified && is_order_of(order, &by_team));
        let (teams, within) = match order {
            Some(order) => (order, Criterion::Janken),
            None if disqualified => (&by_team, Criterion::BothDisqualified),
            None => (&by_team, Criterion::JankenNeeded),
        };
        let (first, last) = (self.rows.len() + 1, teams.len() - 1);
        for (at, &team) in teams.iter().enumerate() {
            let place = if order.is_some() { first + at } else { first };
            self.rows.push(Rank {
                team,
                place: u32::try_from(place).unwrap_or(u32::MAX),
                decided_by: if at < last { Some(within) } else { decided_by },
            });
        }
        if within == Criterion::JankenNeeded && by_team.len() > 1 {
            self.janken_needed.push(by_team);
        }
    }
}

impl Tally {
    /// The figure that a criterion compares; `None` for one that compares none.
    pub const fn figure(&self, criterion: Criterion) -> Option<u64> {
        match criterion {
            Criterion::Empty => Some(self.empty as u64),
            Criterion::TopGaps => Some(self.top_gaps as u64),
            Criterion::Held => Some(self.held.0),
            Criterion::Used => Some(self.used as u64),
            Criterion::Unused => Some(self.unused as u64),
            Criterion::Janken
            | Criterion::JankenNeeded
            | Criterion::Disqualified
            | Criterion::BothDisqualified => None,
        }
    }

    /// The figures of [`Criterion::RANKED`], in that order.
    pub fn figures(&self) -> Figures {
        Criterion::RANKED.map(|criterion| self.figure(criterion).unwrap_or_default())
    }

    /// Returns the key that sorts tallies best first.
    fn key(self) -> impl Ord {
        let ranked = |criterion: Criterion| {
            let figure = self.figure(criterion).unwrap_or_default();
            if criterion.is_more_better() { u64::MAX - figure } else { figure }
        };
        Criterion::RANKED.map(ranked)
    }

    /// Returns what separates two tallies, if anything does.
    fn first_difference(&self, other: &Self) -> Option<Criterion> {
        Criterion::RANKED.into_iter().find(|&criterion| self.figure(criterion) != other.figure(criterion))
    }
}

/// Returns whether `order` names exactly the teams of this sorted group, each once.
fn is_order_of(order: &[TeamId], group: &[TeamId]) -> bool {
    if order.len() != group.len() {
        return false;
    }
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    sorted == group
}

/// Returns what separates two rows that are not of one group.
fn separates(above: Option<Tally>, below: Option<Tally>) -> Criterion {
    match (above, below) {
        (Some(above), Some(below)) => above.first_difference(&below).unwrap_or(Criterion::JankenNeeded),
        (Some(_), None) => Criterion::Disqualified,
        (None, _) => Criterion::BothDisqualified,
    }
}
